"""Small numbers that several rooms share: the phases of a turn, marks on laid tiles, abilities (GC 8.1)."""

from typing import Final

SETUP: Final = 0
LEADING: Final = 1
PLACING: Final = 2
BIDDING: Final = 3
TURNING: Final = 4
ORDERING: Final = 5
SHOOTING: Final = 6
PINNING: Final = 7
RECRUITING: Final = 8
RELEASING: Final = 9
FORGING: Final = 10
OPENING: Final = 11
RETURNING: Final = 12
OVER: Final = 13
PHASES: Final = (
    "setup", "lead", "place", "bid", "mole", "order", "shoot", "pin", "recruit", "release", "forge", "open", "return", "over",
)  # fmt: skip

CHIEF: Final = 1
DEAD: Final = 2
REPLACED: Final = 4
HOME: Final = 8

BOMBER: Final = 1
WALL: Final = 2
HEADHUNTER: Final = 3
SPY: Final = 4
LAWYER: Final = 5
KINGPIN: Final = 6
SHARPSHOOTER: Final = 7
FORGER: Final = 8
MOLE_: Final = 9
MAYOR: Final = 10
