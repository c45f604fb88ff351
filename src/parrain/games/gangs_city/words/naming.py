"""What things are called in sentences; a name that only an owner's own edition knows is said as it is written."""

from __future__ import annotations

from parrain.core.say import Say, Seat, say

WHO: dict[str, Say] = {
    "thug": say("thug"), "driver": say("driver"), "bodyguard": say("bodyguard"), "cop": say("cop"), "dealer": say("dealer"),
    "pimp": say("pimp"), "killer": say("killer"), "bomber": say("Bomber"), "wall": say("Wall"), "headhunter": say("Headhunter"),
    "spy": say("Spy"), "lawyer": say("Lawyer"), "kingpin": say("Kingpin"), "sharpshooter": say("Sharpshooter"), "forger": say("Forger"),
    "mole": say("Mole"), "mayor": say("Mayor"), "showdown": say("showdown tile"),
}  # fmt: skip
A: dict[str, Say] = {
    "thug": say("a thug"), "driver": say("a driver"), "bodyguard": say("a bodyguard"), "cop": say("a cop"), "dealer": say("a dealer"),
    "pimp": say("a pimp"), "killer": say("a killer"), "bomber": say("the Bomber"), "wall": say("the Wall"),
    "headhunter": say("the Headhunter"),
    "spy": say("the Spy"), "lawyer": say("the Lawyer"), "kingpin": say("the Kingpin"), "sharpshooter": say("the Sharpshooter"),
    "forger": say("the Forger"), "mole": say("the Mole"), "mayor": say("the Mayor"), "showdown": say("the showdown tile"),
}  # fmt: skip
SITES: dict[str, Say] = {
    "ghetto": say("the ghetto"), "prison": say("the prison"), "bar": say("the bar"), "docks": say("the docks"),
    "gambling-den": say("the gambling den"), "station": say("the station"), "boxing-hall": say("the boxing hall"),
    "gun-dealer": say("the gun dealer's"), "cabaret": say("the cabaret"), "motel": say("the motel"), "nightclub": say("the nightclub"),
    "casino": say("the casino"), "airport": say("the airport"), "grand-hotel": say("the grand hotel"), "uptown": say("uptown"),
    "pile": say("the city centre"), "pile-2": say("the second pile of the centre"),
}  # fmt: skip
TITLES: dict[str, Say] = {
    "ghetto": say("Ghetto"), "prison": say("Prison"), "bar": say("Bar"), "docks": say("Docks"), "gambling-den": say("Gambling den"),
    "station": say("Station"), "boxing-hall": say("Boxing hall"), "gun-dealer": say("Gun dealer"), "cabaret": say("Cabaret"),
    "motel": say("Motel"), "nightclub": say("Nightclub"), "casino": say("Casino"), "airport": say("Airport"),
    "grand-hotel": say("Grand hotel"), "uptown": say("Uptown"), "pile": say("Centre"), "pile-2": say("Centre 2"),
}  # fmt: skip
SIDE_NAMES: dict[str, Say] = {
    "e": say("east"), "ne": say("north-east"), "nw": say("north-west"), "w": say("west"), "sw": say("south-west"), "se": say("south-east"),
}  # fmt: skip
TRAFFICS: dict[str, Say] = {
    "drugs": say("drugs"), "weapons": say("weapons"), "prostitution": say("prostitution"), "alcohol": say("alcohol"),
    "tobacco": say("tobacco"),
}  # fmt: skip
DOING: dict[str, Say] = {
    "attack": say("attack"), "defend": say("defend"), "recruit": say("recruit"), "manage": say("manage"), "fight": say("fight"),
    "gun": say("big calibre"), "vest": say("vest"), "": say("face down"),
}  # fmt: skip


def plain(name: str) -> Say:
    """A name of an owner's own edition."""
    return say("{name}", name=name.replace("-", " "))


def seat(number: int) -> Seat:
    """A player."""
    return Seat(number)


def who(name: object) -> Say:
    """A character or the showdown tile, without an article."""
    return WHO.get(str(name)) or plain(str(name))


def a(name: object) -> Say:
    """A character with its article."""
    return A.get(str(name)) or plain(str(name))


def site(name: object) -> Say:
    """A place or a pile, with its article."""
    return SITES.get(str(name)) or plain(str(name))


def title(name: object) -> Say:
    """A place or a pile as a heading."""
    return TITLES.get(str(name)) or plain(str(name))


def traffic(name: object) -> Say:
    """A traffic."""
    return TRAFFICS.get(str(name)) or plain(str(name))


def doing(name: object) -> Say:
    """An order."""
    return DOING.get(str(name)) or plain(str(name))


def spot(name: object) -> Say:
    """Where a tile lies: a side of a place, the place itself, a pile."""
    place, _, side = str(name).partition("/")
    if side:
        return say("{place}, {side} side", place=title(place), side=SIDE_NAMES[side])
    if place.startswith("pile"):
        return title(place)
    return say("{place}, on the place itself", place=title(place))


def beside(name: object) -> Say:
    """Where a place is built: a side of a place or pile."""
    place, _, side = str(name).partition("/")
    return say("{side} of {place}", side=SIDE_NAMES[side], place=site(place))


def listed(words: list[Say]) -> object:
    """Several things, or nothing."""
    return words or say("nothing")


def people(names: object) -> object:
    """Several characters, equal ones counted."""
    assert isinstance(names, list | tuple)
    found: dict[str, int] = {}
    for name in names:
        found[str(name)] = found.get(str(name), 0) + 1
    return listed(
        [
            who(name) if count == 1 else say("{count} × {what}", count=count, what=who(name))
            for name, count in found.items()
        ]
    )


def tokens(names: object, counts: object) -> object:
    """Counted tokens of traffics, those there are."""
    assert isinstance(names, list | tuple) and isinstance(counts, list | tuple)
    return listed(
        [
            say("{count} {what}", count=count, what=traffic(name))
            for name, count in zip(names, counts, strict=True)
            if count
        ]
    )
