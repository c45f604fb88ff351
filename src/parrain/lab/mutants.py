"""Mutants: small changes of a game's rules, each a mistake that a test should notice, and what became of them.

The results of the last runs are kept in `docs/mutants/GAME.toml`, function by function; a function that has changed
since (its digest differs) has none. `parrain.lab.mutation` runs the tests, `parrain trace` reads the results.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

MUTATED = ("state", "rules", "refusals", "imagine", "view", "scoring")  # modules or packages of a game

CAUGHT, SURVIVED, UNREACHED, EQUIVALENT = "caught", "survived", "unreached", "equivalent"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
OBSERVATION = re.compile(r"\.(observe\w*|size|width|bounds|low|high|describe)$")  # of codecs: for learners, not rules
NEVER = ("annotation", "returns", "decorator_list", "type_params", "type_comment", "ctx", "op", "ops")
CONTEXT = 24  # characters shown before and after a change in a long expression


def numbers_in(text: str, prefix: str) -> Iterable[str]:
    """Every rule number a text names, ranges filled in."""
    for match in re.finditer(rf"\b{prefix} (\d+)\.(\d+)(?: to {prefix} (\d+)\.(\d+))?", text):
        section, first, end_section, last = match.groups()
        if last is None:
            yield f"{prefix} {section}.{first}"
        elif section == end_section:
            yield from (f"{prefix} {section}.{number}" for number in range(int(first), int(last) + 1))
        else:
            raise ValueError(f"a range of rules stays within a section: {match.group(0)}")


# -- the source ------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """A package whose rules are mutated: a game's, in a checkout with tests and docs."""

    name: str
    prefix: str
    home: Path
    root: Path

    @property
    def results(self) -> Path:
        return self.root / "docs" / "mutants" / f"{self.name}.toml"

    def sources(self) -> list[Source]:
        """The modules of the rules, in the order of their names."""
        paths = [path for name in MUTATED for path in (self.home / f"{name}.py", *(self.home / name).rglob("*.py"))]
        return [Source(self, path) for path in sorted(paths) if path.is_file()]


class Source:
    """A module of the rules: its syntax tree and its mutants."""

    def __init__(self, target: Target, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(target.home).as_posix()
        self.prefix = target.prefix
        text = path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.digests: dict[str, str] = {}
        rules = [(node, name) for node, name in units(self.tree) if not OBSERVATION.search(name)]
        self.mutants = [mutant for node, name in rules for mutant in self.mutants_of(node, name)]

    def mutants_of(self, unit: ast.stmt, name: str) -> Iterator[Mutant]:
        """The mutants of a function, or of a statement outside of functions."""
        self.digests[name] = digest(unit)
        inside = isinstance(unit, ast.FunctionDef)
        skipped = learners_bounds(unit)
        seen: dict[str, int] = {}
        rules = (
            list(numbers_in(ast.get_docstring(unit) or "", self.prefix)) if isinstance(unit, ast.FunctionDef) else []
        )
        kind = ast.unparse(unit.returns) if isinstance(unit, ast.FunctionDef) and unit.returns else ""
        for change, statement, found in self.changes(unit, unit, rules, kind):
            text = change.text()
            seen[text] = seen.get(text, 0) + 1
            shown = text if seen[text] == 1 else f"{text} ({seen[text]})"
            if change.old in skipped:
                continue
            where = change.old if hasattr(change.old, "lineno") else statement
            yield Mutant(self, name, where.lineno, statement.lineno, inside, tuple(found), shown, change)

    def changes(
        self, node: ast.AST, statement: ast.stmt, rules: list[str], kind: str
    ) -> Iterator[tuple[Change, ast.stmt, list[str]]]:
        """Every change within a node, with its statement and the rules that are named nearest to it.

        `kind` is the type that the function returns.
        """
        for field, value in ast.iter_fields(node):
            if field in NEVER or (isinstance(node, ast.arguments) and field in ("defaults", "kw_defaults")):
                continue
            several = isinstance(value, list)
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or (isinstance(child, ast.keyword) and child.arg == "strict"):
                    continue  # lists of one length stay of one length, whatever `zip` would say otherwise
                inner, named = statement, rules
                if isinstance(child, ast.stmt):
                    inner = child
                    named = list(numbers_in(self.head_of(child), self.prefix)) or rules
                for new in alternatives(child, field, kind):
                    yield Change(node, field, index if several else -1, child, new), inner, named
                # what is in a block belongs to the rules of the function, unless its own lines name others
                below = rules if isinstance(child, (ast.For, ast.While, ast.With, ast.Try)) else named
                yield from self.changes(child, inner, below, kind)

    def head_of(self, statement: ast.stmt) -> str:
        """The lines of a statement; of a block those before it, and the first statement of a condition's."""
        last = statement.end_lineno or statement.lineno
        body = getattr(statement, "body", None)
        if isinstance(statement, ast.If):
            simple = not hasattr(statement.body[0], "body")
            last = statement.body[0].end_lineno or last if simple else statement.body[0].lineno - 1
        elif isinstance(body, list):
            last = body[0].lineno - 1
        return "\n".join(self.lines[statement.lineno - 1 : max(last, statement.lineno)])


def units(tree: ast.Module | ast.ClassDef, before: str = "") -> Iterator[tuple[ast.stmt, str]]:
    """The functions and methods, and the named values outside of functions, each with its qualified name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            setter = any(isinstance(each, ast.Attribute) for each in node.decorator_list)
            yield node, f"{before}{node.name}{'=' if setter else ''}"
        elif isinstance(node, ast.ClassDef):
            yield from units(node, f"{before}{node.name}.")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if name not in ("__slots__", "__all__"):
                yield node, f"{before}{name}"


def learners_bounds(unit: ast.stmt) -> set[ast.AST]:
    """The numbers in declared fields that only learners see (docs/observations.md): of what no position has (`Shown`,
    `Field("", …)`), and how many of a list are observed.
    """
    found: set[ast.AST] = set()
    for call in ast.walk(unit):
        if isinstance(call, ast.Call) and call.args:
            name, first = ast.unparse(call.func).rpartition(".")[2], call.args[0]
            keyless = name == "Field" and isinstance(first, ast.Constant) and first.value == ""
            most = call.args[1:] if name in ("Counts", "ListOf", "NameList") else []
            most += [each.value for each in call.keywords if each.arg == "most"]
            for part in [call] if keyless or name == "Shown" else most:
                found |= {node for node in ast.walk(part) if isinstance(node, (ast.Constant, ast.UnaryOp))}
    return found


def digest(unit: ast.stmt) -> str:
    """A fingerprint of a function's code, whatever its docstring, comments and layout."""
    shown = ast.dump(unit)
    if isinstance(unit, ast.FunctionDef) and ast.get_docstring(unit) is not None:
        shown = shown.replace(ast.dump(unit.body[0]), "", 1)
    return hashlib.sha256(shown.encode()).hexdigest()[:10]


# -- what is changed -------------------------------------------------------------------------------------


@dataclass
class Change:
    """One node of a tree and what takes its place."""

    holder: ast.AST
    field: str
    index: int
    old: ast.AST
    new: ast.AST

    def __post_init__(self) -> None:
        if not hasattr(self.new, "lineno"):  # a part of the old node keeps its place
            ast.fix_missing_locations(ast.copy_location(self.new, self.old))

    def put(self) -> None:
        """Make the change in the tree, for good."""
        if self.index < 0:
            setattr(self.holder, self.field, self.new)
        else:
            getattr(self.holder, self.field)[self.index] = self.new

    def shown(self, node: ast.AST) -> str:
        """The code of a node at this place, a number with what is around it."""
        around = isinstance(self.old, ast.Constant) and not isinstance(getattr(self.holder, "body", None), list)
        before, self.new = self.new, node
        self.put()
        text = " ".join(ast.unparse(self.holder if around else node).split())
        self.new = self.old
        self.put()
        self.new = before
        return text

    def text(self) -> str:
        """The code before and after, cut to what differs."""
        old, new = self.shown(self.old), self.shown(self.new)
        if isinstance(self.new, ast.If) and not isinstance(self.old, ast.If):
            new = "nothing"
        if isinstance(self.old, ast.For) and isinstance(self.new, ast.For):
            old, new = f"for … in {ast.unparse(self.old.iter)}", "no iteration"
        if len(old) + len(new) <= 4 * CONTEXT:
            return f"{old} -> {new}"
        if new == "nothing" or new == "return None":
            return f"{old[: 3 * CONTEXT]}… -> {new}"
        first = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
        last = next((at for at, pair in enumerate(zip(old[::-1], new[::-1], strict=False)) if pair[0] != pair[1]), 0)
        start = max(0, first - CONTEXT)
        parts = [each[start : max(len(each) - last, first) + CONTEXT] for each in (old, new)]
        return " -> ".join(f"{'…' if start else ''}{part[: 5 * CONTEXT]}" for part in parts)


def alternatives(node: ast.AST, field: str, kind: str) -> Iterator[ast.AST]:
    """What may take the place of a node."""
    if field in ("test", "ifs") and isinstance(node, ast.expr) and not is_equation(node):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            changed = [*node.ops[:at], COMPARISONS[type(operator)](), *node.ops[at + 1 :]]
            yield ast.Compare(node.left, changed, node.comparators)
    elif isinstance(node, ast.BinOp):
        if type(node.op) in ARITHMETIC and not isinstance(node.left, (ast.JoinedStr, ast.List)):
            yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for at in range(len(node.values)):
            left = [*node.values[:at], *node.values[at + 1 :]]
            yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp):
        if not isinstance(node.op, ast.UAdd) and not (isinstance(node.op, ast.Not) and field in ("test", "ifs")):
            yield node.operand
    elif isinstance(node, ast.Constant):
        yield from constants(node.value)
    elif isinstance(node, ast.Call):
        yield from calls(node)
    elif isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice) and not (node.slice.lower or node.slice.upper or node.slice.step):
            yield node.value  # the list itself instead of a copy
    elif isinstance(node, ast.stmt):
        yield from statements(node, kind)


def is_equation(node: ast.expr) -> bool:
    """Whether one of its own mutants is its negation."""
    kinds = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], kinds)


def constants(value: object) -> Iterator[ast.expr]:
    """A truth value turned round, a number one more and one less."""
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, (int, float)):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)


def calls(node: ast.Call) -> Iterator[ast.expr]:
    """The opposite function, or the first two arguments swapped."""
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        kept = [] if FUNCTIONS[node.func.id] == "list" else node.keywords
        yield ast.Call(ast.Name(FUNCTIONS[node.func.id], ast.Load()), node.args, kept)
    if len(node.args) > 1 and not any(isinstance(each, (ast.Starred, ast.Constant)) for each in node.args[:2]):
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max", "cast", "isinstance"):
            return
        yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def statements(node: ast.stmt, kind: str) -> Iterator[ast.stmt]:
    """A statement left out, a loop left at once, or another value returned."""
    if isinstance(node, (ast.Break, ast.Continue)):
        yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()
    elif isinstance(node, ast.For):
        yield ast.For(node.target, ast.Tuple([], ast.Load()), node.body, node.orelse)
    elif isinstance(node, ast.Return):
        if node.value is not None and not isinstance(node.value, ast.Constant):
            one_more = ast.BinOp(node.value, ast.Add(), ast.Constant(1))
            other = {"bool": ast.UnaryOp(ast.Not(), node.value), "int": one_more}
            yield ast.Return(other.get(kind, ast.Constant(None)))
    elif is_effect(node):
        if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
            yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
        # never run, but compiled: the function's local names and cells stay as they are
        yield ast.If(ast.Constant(False), [node], [])


def is_effect(node: ast.stmt) -> bool:
    """Whether a statement does something to a table: not a docstring, not the naming of a value."""
    if isinstance(node, ast.Assign):
        return any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, (ast.AugAssign, ast.Delete, ast.Raise))


# -- mutants and their results -----------------------------------------------------------------------------


@dataclass
class Mutant:
    """One mistake: where it is, which rules it breaks, what is changed."""

    source: Source
    unit: str
    line: int
    statement: int
    inside: bool  # within a function
    rules: tuple[str, ...]
    text: str
    change: Change

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.source.name, self.unit, self.text)

    def rank(self, seed: int) -> str:
        """Its place in the sample of that seed: the first hundred stay the first when other code changes."""
        return hashlib.sha256("\0".join((str(seed), *self.key)).encode()).hexdigest()

    def __str__(self) -> str:
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.source.name}:{self.line} {self.unit}: {self.text}{rules}"


class Result(NamedTuple):
    """What became of a mutant, and why it need not be caught."""

    verdict: str
    reason: str = ""


class Results:
    """The kept results of a game: those of functions that have not changed since."""

    def __init__(self, target: Target, sources: list[Source] | None = None) -> None:
        self.target = target
        self.sources = target.sources() if sources is None else sources
        self.mutants = [mutant for source in self.sources for mutant in source.mutants]
        self.of: dict[tuple[str, str, str], Result] = {}
        digests = {(source.name, unit): value for source in self.sources for unit, value in source.digests.items()}
        self.changed: list[str] = []
        path = target.results
        data = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        for function in data.get("function", ()):
            place, _, unit = function["name"].partition(" ")
            if digests.get((place, unit)) != function["digest"]:
                self.changed.append(function["name"])
                continue
            for each in function["mutants"]:
                self.of[place, unit, each["change"]] = Result(each["result"], each.get("reason", ""))

    def get(self, mutant: Mutant) -> Result | None:
        return self.of.get(mutant.key)

    def put(self, mutant: Mutant, verdict: str) -> None:
        self.of[mutant.key] = Result(verdict)

    def count(self, verdict: str) -> int:
        return sum(self.of[mutant.key].verdict == verdict for mutant in self.mutants if mutant.key in self.of)

    def score(self) -> str:
        """Of the mutants that can be caught, how many were."""
        caught, missed = self.count(CAUGHT), self.count(SURVIVED) + self.count(UNREACHED)
        share = f"{100 * caught / (caught + missed):.1f} %" if caught + missed else "-"
        return f"{caught} of {caught + missed} caught ({share}), {self.count(EQUIVALENT)} equivalent"

    def by_rule(self) -> dict[str, tuple[int, int]]:
        """For each rule the mutants of its code that can be caught, and how many were."""
        found: dict[str, tuple[int, int]] = {}
        for mutant in self.mutants:
            result = self.get(mutant)
            if result is not None and result.verdict != EQUIVALENT:
                for rule in mutant.rules:
                    tried, caught = found.get(rule, (0, 0))
                    found[rule] = (tried + 1, caught + (result.verdict == CAUGHT))
        return found

    def save(self) -> None:
        """Write what is known, in the order of the source, one line for each mutant."""
        lines = [
            f"# Written by `make mutants GAME={self.target.name}`. A survivor that cannot or need not be caught gets",
            '# result = "equivalent" and a reason by hand; both are kept until its function changes.',
            f"# {self.score()}; {len(self.mutants)} mutants in all.",
        ]
        for source in self.sources:
            for unit, fingerprint in source.digests.items():
                known = [
                    (each, self.of[each.key]) for each in source.mutants if each.unit == unit and each.key in self.of
                ]
                if known:
                    name = quoted(f"{source.name} {unit}")
                    lines += ["", "[[function]]", f"name = {name}", f"digest = {quoted(fingerprint)}", "mutants = ["]
                    lines += [f"  {as_toml(mutant, result)}," for mutant, result in known]
                    lines.append("]")
        self.target.results.parent.mkdir(parents=True, exist_ok=True)
        self.target.results.write_text("\n".join(lines) + "\n", encoding="utf-8")


def as_toml(mutant: Mutant, result: Result) -> str:
    """A mutant and its result as an inline table."""
    parts = [f"line = {mutant.line}"]
    if mutant.rules:
        parts.append(f"rules = {quoted(', '.join(mutant.rules))}")
    parts += [f"change = {quoted(mutant.text)}", f"result = {quoted(result.verdict)}"]
    if result.reason:
        parts.append(f"reason = {quoted(result.reason)}")
    return f"{{ {', '.join(parts)} }}"


def quoted(text: str) -> str:
    """A string of TOML."""
    return json.dumps(text, ensure_ascii=False)
