"""What the script of the pages says, and the names of bots, clocks and values: texts that stand in no template."""

from __future__ import annotations

from parrain.core import Say, say

SCRIPT: dict[str, Say] = {
    "unreachable": say("The server cannot be reached just now."),
    "failed": say("That did not work."),
    "close": say("Close"),
    "copied": say("Copied"),
    "found": say("Rules found: {count}", count="{count}"),
    "bot_name": say("Bot {number}", number="{number}"),
    "player": say("Player {number}", number="{number}"),
    "your_turn": say("your turn"),
    "seats_free": say("free seats: {count}", count="{count}"),
    "state_waiting": say("waiting"),
    "state_playing": say("being played"),
    "state_over": say("over"),
    "go_back": say("Go back"),
    "go_there": say("Go there"),
    "see": say("See"),
    "join": say("Join"),
    "watch": say("Watch"),
    "none_mine": say("None yet. Play now, or open a table."),
    "none_open": say("Nobody is waiting just now."),
    "lost": say("The line is down; calling again…"),
    "watching": say("Watching: {count}", count="{count}"),
    "new_words": say("new"),
    "yes": say("Yes"),
    "no": say("No"),
    "hint_is": say("A sensible player would choose:"),
    "see_rule": say("See rule {rule}", rule="{rule}"),
    "pass_to": say("Pass the device to {name}.", name="{name}"),
    "i_am": say("I am {name}: show my side", name="{name}"),
    "ask_undo": say("Ask to take back"),
    "undo": say("Take back"),
    "seat_mine": say("me"),
    "seat_bot": say("a bot: {level}", level="{level}"),
    "seat_open": say("free"),
    "seat_standin": say("a bot plays for them"),
    "seat_away": say("away"),
    "seat_moving": say("to move"),
    "seat_place": say("place {place}", place="{place}"),
    "score": say("score"),
    "im_back": say("I am back"),
    "let_bot": say("Let a bot play for them"),
    "chart": say("The scores over the game"),
    "expected": say("The share of the win that each player could expect"),
    "analysing": say("Being analysed: {at} of {of} choices", at="{at}", of="{of}"),
    "no_turning": say("No choice gave much away."),
    "turning": say("Moment {moment}, {name}: {label}", moment="{moment}", name="{name}", label="{label}"),
    "percent": say("{number}%", number="{number}"),
    "better": say("Better: {label} ({best} instead of {chance})", label="{label}", best="{best}", chance="{chance}"),
    "thinking": say("Thinking about it…"),
    "leave_sure": say("Leave for good? A bot takes over your seat."),
    "typed": say("choice {number}…", number="{number}"),
    "spectator": say("a spectator"),
    "step": say("Step {at} of {of}", at="{at}", of="{of}"),
    "moment": say("Moment {at} of {of}", at="{at}", of="{of}"),
    "auto": say("Play"),
    "pause": say("Pause"),
    "right": say("Right."),
    "wrong": say("No."),
}

BOTS: dict[str, Say] = {
    "random": say("anything goes"),
    "easy": say("a beginner"),
    "normal": say("sensible"),
    "hard": say("ruthless"),
    "best": say("godfather"),
}

CLOCKS: dict[str, Say] = {
    "decision": say("so long for each choice"),
    "bank": say("so long for the whole game"),
    "sand": say("the sand timer, for answers given at once"),
}

VALUES: dict[str, Say] = {
    "preset": say("as the diagram shows"),
    "free": say("freely"),
    "draw": say("drawn"),
    "house": say("the house set"),
    "plain": say("by their numbers"),
    "printed": say("as printed"),
    "balanced": say("balanced"),
}
