"""Stands in for html.py until the pages are merged."""

from __future__ import annotations

from parrain.core import Game


def page(name: str, language: str, **context: object) -> str:
    """A page without anything."""
    return f"<!doctype html><html lang={language}><title>Parrain</title><p>{name}</p></html>"


def home(language: str) -> str:
    """Home."""
    return page("home", language)


def new_table(language: str, game_id: str) -> str:
    """New table."""
    return page("new", language)


def table(language: str, table_id: str, game: Game, link: str) -> str:
    """Table."""
    return page("table", language)


def replay(language: str, table_id: str, game: Game, link: str) -> str:
    """Replay."""
    return page("replay", language)


def lesson(language: str, game: Game, lesson_id: str) -> str:
    """Lesson."""
    return page("lesson", language)


def rules(language: str, game: Game) -> str:
    """Rules."""
    return page("rules", language)


def problem(language: str, code: int, text: str) -> str:
    """Problem."""
    return page("problem", language)
