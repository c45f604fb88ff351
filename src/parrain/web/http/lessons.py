"""Lessons: a position, a task, an answer with its rule. The server keeps nothing between two steps."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.core import BadOption, Game, Lesson, State, say
from parrain.core.lesson import Step, judge, table_after, worse_choice
from parrain.core.path import ordered_lessons
from parrain.games import game as find_game
from parrain.locale import render, typeset
from parrain.web.http.replays import card_of
from parrain.web.http.requests import by_method, compute, game_named, language_of, pictures_of, read, reply
from parrain.web.http.schemas import LessonAnswer, LessonStep, LessonTry
from parrain.web.live.refused import Refused
from parrain.web.render.show import Choice, describe, draw, error_text, rule_text, word


@lru_cache(maxsize=64)
def _lessons(name: str) -> dict[str, Lesson]:
    return {lesson.id: lesson for _, lesson in ordered_lessons(find_game(name))}


def lessons_of(game: Game) -> dict[str, Lesson]:
    """The lessons and puzzles of a game by their id, in the order of its learning path."""
    return _lessons(game.id)


def find(request: Request) -> tuple[Game, Lesson, int]:
    """The lesson that is asked for, and how many of its steps have been taken."""
    game = game_named(request)
    lesson = lessons_of(game).get(request.path_params["id"])
    if lesson is None:
        raise Refused(
            "not-found", say("{game} has no lesson {id}.", game=game.title, id=request.path_params["id"][:40])
        )
    step = request.path_params.get("step", 0)
    if not 0 <= step <= len(lesson.steps):
        raise BadOption("This lesson has {steps} steps.", steps=len(lesson.steps))
    return game, lesson, step


def learner(lesson: Lesson, state: State, step: int) -> int:
    """Whose eyes a lesson is seen with after so many steps."""
    shown = lesson.steps[step] if step < len(lesson.steps) else lesson.steps[step - 1] if step else None
    return shown.seat if shown is not None else (state.current_players() or (0,))[0]


def lesson_step(lesson: Lesson, game: Game, step: int, language: str, pictures: str) -> LessonStep:
    """A lesson as it stands after so many steps."""
    state = table_after(lesson, game, step)
    following = lesson.steps[step] if step < len(lesson.steps) else None
    last = lesson.steps[step - 1] if step else None
    seat = learner(lesson, state, step)
    view, actions = state.view(seat), state.legal_actions(seat)
    words = word(game, view, actions if following is not None else (), (), language)
    choices = words.choices
    if following is not None and following.refuse:  # what the learner is asked to try, though no rule allows it
        tried = game.action_from_text(following.refuse)
        choices.append(Choice(tried.text, render(game.action_label(tried, view), language)))
    rules = list(lesson.rules)
    drawn = draw(game, view, actions, (), language, pictures)
    return LessonStep(
        game=game.id,
        id=lesson.id,
        title=typeset(lesson.title[language], language),
        intro=typeset(lesson.intro[language], language),
        rules=rules,
        rule_texts=[rule_text(game, rule, language) for rule in rules],
        step=step,
        steps=len(lesson.steps),
        task=typeset(following.task[language], language) if following is not None else "",
        said=typeset(last.say[language], language) if last is not None else "",
        seat=seat,
        bar=drawn.bar,
        panels=drawn.panels,
        parts={name: drawing.svg for name, drawing in drawn.drawings.items()},
        text=describe(game, view, (), language),
        choices=choices,
        done=following is None,
    )


def answer(game: Game, lesson: Lesson, step: int, text: str, language: str) -> LessonAnswer:
    """Whether an answer is what the step asks for, and which rule has a say in it."""
    if step >= len(lesson.steps):
        raise BadOption("This lesson has {steps} steps.", steps=len(lesson.steps))
    wanted: Step = lesson.steps[step]
    right, forbidden = judge(lesson, game, step, text)
    rule = forbidden.rule if forbidden is not None else wanted.rule if right else ""
    if right:
        explained = typeset(wanted.say[language], language) or (error_text(forbidden, language) if forbidden else "")
    elif forbidden is not None:
        explained = error_text(forbidden, language)
    elif text in lesson.values:
        explained = render(worse_choice(lesson, text), language)
    else:
        explained = render(say("That is allowed, but it is not what this lesson asks for: try again."), language)
    return LessonAnswer(right, explained, rule, rule_text(game, rule, language))


async def show_step(request: Request) -> Response:
    """GET /api/lessons/{game}/{id}/{step}?lang=&pictures="""
    game, lesson, step = find(request)
    language, pictures = language_of(request), pictures_of(request)
    return reply(request, await compute(request, lesson_step, lesson, game, step, language, pictures))


async def try_answer(request: Request) -> Response:
    """POST /api/lessons/{game}/{id}/{step}"""
    game, lesson, step = find(request)
    wish = await read(request, LessonTry)
    return reply(request, await compute(request, answer, game, lesson, step, wish.action, language_of(request)))


async def lesson_card(request: Request) -> Response:
    """GET /api/lessons/{game}/{id}/{step}/card?thing=&lang=: what a thing on the table is"""
    game, lesson, step = find(request)
    state = await compute(request, table_after, lesson, game, step)
    return reply(request, card_of(game, state.view(learner(lesson, state, step)), (), request, language_of(request)))


ROUTES = [
    Route("/api/lessons/{game}/{id}/{step:number}/card", lesson_card, methods=["GET"]),
    Route("/api/lessons/{game}/{id}/{step:number}", by_method(GET=show_step, POST=try_answer), methods=["GET", "POST"]),
]
