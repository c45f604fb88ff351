"""What things are called in sentences; a name that only an owner's own edition knows is said as it is written."""

from __future__ import annotations

from parrain.core.say import Say, Seat, say

PLACES: dict[str, Say] = {
    "mermaid": say("the Mermaid"),
    "foundry": say("the Foundry"),
    "pier-9": say("Pier 9"),
    "lighthouse-bar": say("the Lighthouse Bar"),
    "sailors-home": say("the Sailors' Home"),
    "customs-shed": say("the Customs Shed"),
    "cold-store": say("the Cold Store"),
    "fish-market": say("the Fish Market"),
    "ferry": say("the Ferry"),
    "neon": say("the Neon"),
    "cigar-shop": say("the Cigar Shop"),
    "jazz-cellar": say("the Jazz Cellar"),
    "theatre": say("the Theatre"),
    "shooting-gallery": say("the Shooting Gallery"),
    "arcade": say("the Arcade"),
    "grand-hotel": say("the Grand Hotel"),
    "red-lantern": say("the Red Lantern"),
    "pharmacy": say("the Pharmacy"),
    "scrapyard": say("the Scrapyard"),
    "brewery": say("the Brewery"),
    "boarding-house": say("the Boarding House"),
    "gunsmith": say("the Gunsmith"),
    "freight-yard": say("the Freight Yard"),
    "golf-club": say("the Golf Club"),
    "hunting-lodge": say("the Hunting Lodge"),
    "villa": say("the Villa"),
    "racecourse": say("the Racecourse"),
    "vineyard": say("the Vineyard"),
    "sanatorium": say("the Sanatorium"),
    "bank": say("the Bank"),
    "boardwalk": say("the Boardwalk"),
    "canal-lock": say("the Canal Lock"),
    "yacht-club": say("the Yacht Club"),
    "boxing-hall": say("the Boxing Hall"),
    "casino": say("the Casino"),
    "tram-depot": say("the Tram Depot"),
}
WHO: dict[str, Say] = {
    "thug": say("thug"),
    "driver": say("driver"),
    "bodyguard": say("bodyguard"),
    "cop": say("cop"),
    "dealer": say("dealer"),
    "pimp": say("pimp"),
    "killer": say("killer"),
    "inspector": say("inspector"),
    "sergeant": say("sergeant"),
    "lieutenant": say("lieutenant"),
    "informer": say("informer"),
}
A: dict[str, Say] = {
    "thug": say("a thug"),
    "driver": say("a driver"),
    "bodyguard": say("a bodyguard"),
    "cop": say("a cop"),
    "dealer": say("a dealer"),
    "pimp": say("a pimp"),
    "killer": say("a killer"),
    "inspector": say("an inspector"),
    "sergeant": say("a sergeant"),
    "lieutenant": say("a lieutenant"),
    "informer": say("an informer"),
}
TRAFFICS: dict[str, Say] = {
    "drugs": say("drugs"),
    "weapons": say("weapons"),
    "prostitution": say("prostitution"),
    "alcohol": say("alcohol"),
    "tobacco": say("tobacco"),
}
SIDE_NAMES: dict[str, Say] = {
    "north": say("north side"),
    "east": say("east side"),
    "south": say("south side"),
    "west": say("west side"),
}
COLOUR_NAMES: dict[str, Say] = {
    "blue": say("the blue district"),
    "yellow": say("the yellow district"),
    "red": say("the red district"),
    "green": say("the green district"),
}
FACE_NAMES: dict[str, Say] = {
    "handcuffs": say("handcuffs"),
    "badge": say("a badge"),
    "double": say("a double"),
    "mafia": say("the mafia's sign"),
}


def plain(name: str) -> Say:
    """A name of an owner's own edition."""
    return say("{name}", name=name.replace("-", " "))


def place(name: object) -> Say:
    """A place card."""
    return PLACES.get(str(name)) or plain(str(name))


def who(name: object) -> Say:
    """A gangster or a die, without an article."""
    return WHO.get(str(name)) or plain(str(name))


def a(name: object) -> Say:
    """A gangster or a die with its article."""
    return A.get(str(name)) or plain(str(name))


def traffic(name: object) -> Say:
    """A traffic."""
    return TRAFFICS.get(str(name)) or plain(str(name))


def face(name: object) -> Say:
    """What a die shows."""
    return FACE_NAMES[str(name)]


def several(names: list[Say]) -> list[Say] | Say:
    """A list, or that there is nothing."""
    return names or say("nothing")


def seats(numbers: object) -> list[Seat] | Say:
    """Players by name, or nobody."""
    found = [Seat(int(number)) for number in numbers] if isinstance(numbers, (list, tuple)) else []
    return found or say("nobody")


def tokens(counts: object) -> list[Say] | Say:
    """Tokens by traffic."""
    if not isinstance(counts, dict):
        return say("nothing")
    return several([say("{count} × {traffic}", count=count, traffic=traffic(name)) for name, count in counts.items()])


def claim_part(word: str) -> Say:
    """One part of a claim, from the words of `bargain.claim_parts`."""
    if word == "place":
        return say("the place")
    if word == "rest":
        return say("everything else")
    if word == "no deal":
        return say("no deal")
    name, how, number = (*word.split(), "")[:3]
    if how == "all":
        return say("all {traffic}", traffic=traffic(name))
    if how == "from":
        return say("{traffic} from no. {rank} on", traffic=traffic(name), rank=number)
    if number == "1":
        return say("the first {traffic}", traffic=traffic(name))
    return say("the first {count} {traffic}", count=number, traffic=traffic(name))


def claim(words: object) -> list[Say] | Say:
    """A whole claim."""
    parts = [claim_part(str(word)) for word in words] if isinstance(words, (list, tuple)) else []
    return parts or say("nothing at all")


def proposal_part(word: str) -> Say:
    """One part of a policeman's proposal."""
    parts = word.split()
    if parts[0] == "no":
        return say("no deal")
    if parts[0] == "catch":
        return catching(int(parts[1]), parts[2], parts[3])
    if parts[0] == "place":
        return say("the place to {seat}", seat=Seat(int(parts[1])))
    if parts[0] == "point":
        return say("the point to {seat}", seat=Seat(int(parts[1])))
    return say("the token to {seat}", seat=Seat(int(parts[1])))


def catching(seat: int, character: str, ware: str) -> Say:
    """Whom to catch and what for."""
    if ware == "empty-handed":
        return say("{seat}'s {character} to prison", seat=Seat(seat), character=who(character))
    return say(
        "{seat}'s {character} to prison, {traffic} seized",
        seat=Seat(seat),
        character=who(character),
        traffic=traffic(ware),
    )
