"""The contract every game keeps, the random stream, records and positions. Standard library only."""

from parrain.core.action import Action
from parrain.core.arrays import Hidden, Tables
from parrain.core.box import Box
from parrain.core.course import Course, read_course
from parrain.core.data import frozen, knows_more, to_bytes, to_data, view_from_data
from parrain.core.edition import Edition, number, read_edition, word
from parrain.core.encoding import Part
from parrain.core.errors import (
    BadCourse,
    BadEdition,
    BadLesson,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalAction,
    ParrainError,
    UnknownAction,
)
from parrain.core.event import Event
from parrain.core.game import Game, Option, SearchTuning
from parrain.core.lesson import Lesson, read_lesson, run_lesson
from parrain.core.modules import Modules
from parrain.core.negotiation import BotTurn, Clash, Counsel, Item, Ledger, Move, Negotiation, Said, Sentence
from parrain.core.phase import Phase
from parrain.core.record import Entry, Record, is_sealed, read_record, read_unfinished, verify
from parrain.core.rulebook import Rule, Rulebook
from parrain.core.say import Say, Seat, Term, say, say_plural, say_term
from parrain.core.solution import Solution
from parrain.core.state import State, StateOf
from parrain.core.stream import BLANK, SEEDS, Stream
from parrain.core.view import View
from parrain.core.worlds import Worlds

__all__ = [
    "BLANK",
    "SEEDS",
    "Action",
    "BadCourse",
    "BadEdition",
    "BadLesson",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BotTurn",
    "Box",
    "Clash",
    "Counsel",
    "Course",
    "Edition",
    "Entry",
    "Event",
    "Game",
    "Hidden",
    "IllegalAction",
    "Item",
    "Ledger",
    "Lesson",
    "Modules",
    "Move",
    "Negotiation",
    "Option",
    "ParrainError",
    "Part",
    "Phase",
    "Record",
    "Rule",
    "Rulebook",
    "Said",
    "Say",
    "SearchTuning",
    "Seat",
    "Sentence",
    "Solution",
    "State",
    "StateOf",
    "Stream",
    "Tables",
    "Term",
    "UnknownAction",
    "View",
    "Worlds",
    "frozen",
    "is_sealed",
    "knows_more",
    "number",
    "read_course",
    "read_edition",
    "read_lesson",
    "read_record",
    "read_unfinished",
    "run_lesson",
    "say",
    "say_plural",
    "say_term",
    "to_bytes",
    "to_data",
    "verify",
    "view_from_data",
    "word",
]
