"""A language model at the table: the table and the choices in words go to any OpenAI-compatible address, a number back.

    parrain play district-noir --bots "process:90s:python examples/language_model.py http://127.0.0.1:11434/v1 llama3.2"

A key, if the address wants one, is read from OPENAI_API_KEY. The model is shown what its seat may know, and nothing
else. An answer that is no choice, a refusal or an error is asked again twice; then the greedy bot chooses.
"""

import json
import os
import re
import sys
from collections.abc import Sequence
from urllib.request import Request, urlopen

import parrain
from parrain.bots import make_bot
from parrain.core import Action, Game, Stream, View
from parrain.locale import render

TRIES = 3
Message = dict[str, str]


class LanguageModel:
    """A bot that asks a language model."""

    def __init__(self, game: Game, address: str, model: str, key: str = "") -> None:
        self.game, self.address, self.model, self.key = game, address.rstrip("/"), model, key

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        """Ask until the answer names one of the choices."""
        talk = [{"role": "system", "content": self.rules()}, {"role": "user", "content": self.table(view, actions)}]
        for _ in range(TRIES):
            try:
                answer = self.ask(talk)
            except (OSError, ValueError, LookupError, TypeError) as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
                continue
            numbers = {int(digits) for digits in re.findall(r"\d+", answer)}
            if len(numbers) == 1 and (number := numbers.pop()) in range(1, len(actions) + 1):
                return actions[number - 1]
            talk.append({"role": "assistant", "content": answer})
            talk.append({"role": "user", "content": f"Answer with one number from 1 to {len(actions)}, nothing else."})
        return make_bot("greedy", self.game).choose(view, actions, rng)

    def rules(self) -> str:
        """The rules of the game."""
        rules = "\n".join(rule.text["en"] for rule in self.game.rulebook().rules.values())
        return f"You play the board game {self.game.title}, and you play to win. The rules:\n{rules}"

    def table(self, view: View, actions: Sequence[Action]) -> str:
        """What the seat sees, and its choices by number."""
        seen = "\n".join(render(sentence, "en") for sentence in self.game.describe(view))
        labels = [render(self.game.action_label(action, view), "en") for action in actions]
        choices = "\n".join(f"{number}. {label}" for number, label in enumerate(labels, 1))
        return f"{seen}\n\nYour choices:\n{choices}\n\nAnswer with the number of your choice, nothing else."

    def ask(self, talk: Sequence[Message]) -> str:
        """What the model answers; empty if it refuses."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        body = json.dumps({"model": self.model, "messages": talk, "temperature": 0}).encode()
        with urlopen(Request(f"{self.address}/chat/completions", body, headers), timeout=25) as reply:
            return str(json.load(reply)["choices"][0]["message"].get("content") or "")


def main(address: str, model: str) -> None:
    """Play by lines of JSON on standard input and output (docs/bots.md)."""
    for line in sys.stdin:
        question = json.loads(line)
        game = parrain.game(question["view"]["game"])
        actions = [game.action_from_text(text) for text in question["actions"]]
        bot = LanguageModel(game, address, model, os.environ.get("OPENAI_API_KEY", ""))
        print(bot.choose(game.view_from_data(question["view"]), actions, Stream(question["seed"])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
