"""A sample of small faults for the code as it stands: one flipped condition each.

What is chosen hangs on a seed and on the line's own text, so that a fault stays in the sample for as long
as its line does, whatever else is rewritten.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

AREAS = {
    "reading": (6, ["crosswire/reading/*", "crosswire/containers/*", "crosswire/logs/*", "*/formats/*/re*"]),
    "pairing": (4, ["crosswire/pairing/*"]),
    "rules": (6, ["crosswire/rules/*"]),
    "writing": (6, ["crosswire/rendering/*", "crosswire/conversion.py", "*/formats/*/writing*"]),
    "streams": (2, ["crosswire/streams/*"]),
    "repair": (3, ["crosswire/repairs/*"]),
    "exports": (2, ["crosswire/exports/*"]),
    "store": (5, ["webapp/store/*", "webapp/readmodel/*", "webapp/database/*"]),
    "views": (6, ["webapp/*/*.py"]),
}
"""How many faults of each area, and where it lies; a file is of the first area that takes it."""

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}


@dataclass(frozen=True)
class Fault:
    """A condition of a file, and what stands there in its place."""

    area: str
    file: str
    line: int
    start: int
    """Where the condition begins, as an index of bytes, and where it ends."""
    end: int
    before: str
    after: str
    rank: str

    def in_place(self, source: bytes) -> bytes:
        return self._with(source, self.after)

    def reported(self, source: bytes) -> bytes:
        """The condition as it was, which also says which test came to it."""
        return self._with(source, f'(__import__("reached_faults").at({self.rank!r}) or ({self.before}))')

    def _with(self, source: bytes, text: str) -> bytes:
        found = source[self.start : self.end].decode()
        if found != self.before:
            raise ValueError(f"{self.file}:{self.line} holds {found!r} where {self.before!r} stood")
        return source[: self.start] + text.encode() + source[self.end :]


def chosen(root: Path, seed: int) -> list[Fault]:
    """As many faults of each area as it has places for, up to its number."""
    found: dict[str, list[Fault]] = {area: [] for area in AREAS}
    for path in sorted([*root.glob("crosswire/**/*.py"), *root.glob("webapp/**/*.py")]):
        name = path.relative_to(root).as_posix()
        if area := area_of(name):
            found[area] += faults_of(area, name, path.read_text(encoding="utf-8"), seed)
    return [fault for area, (count, _) in AREAS.items() for fault in spread(found[area], count)]


def area_of(name: str) -> str | None:
    return next(
        (area for area, (_, globs) in AREAS.items() if any(fnmatch(name, one) for one in globs)), None
    )


def spread(faults: list[Fault], count: int) -> list[Fault]:
    """The first by rank, one of a file."""
    first: dict[str, Fault] = {}
    for fault in sorted(faults, key=lambda one: one.rank):
        first.setdefault(fault.file, fault)
    return list(first.values())[:count]


def faults_of(area: str, name: str, text: str, seed: int) -> Iterator[Fault]:
    """Every condition of a file with what it can be flipped to."""
    source = text.encode()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    seen: Counter[str] = Counter()
    for node in conditions(ast.parse(text)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        before = source[start:end].decode()
        after = flipped(node)
        what = f"{seed} {name} {before} {after}"
        seen[what] += 1
        rank = hashlib.sha256(f"{what} {seen[what]}".encode()).hexdigest()[:16]
        yield Fault(area, name, node.lineno, start, end, before, after, rank)


def conditions(tree: ast.Module) -> Iterator[ast.expr]:
    """Comparisons, `and`, `or` and `not`; none in a formatted text, whose places Python 3.11 tells wrong."""
    formatted = (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    within = {id(inner) for outer in formatted for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if id(node) in within:
            continue
        is_comparison = isinstance(node, ast.Compare) and len(node.ops) == 1
        is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        if is_comparison or is_not or isinstance(node, ast.BoolOp):
            assert isinstance(node, ast.expr)
            yield node


def flipped(node: ast.expr) -> str:
    """The condition written with its operator turned."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return f"({ast.unparse(left)} {COMPARED[type(operator)][1]} {ast.unparse(right)})"
        case ast.BoolOp(op=operator, values=values):
            word = " or " if isinstance(operator, ast.And) else " and "
            return "(" + word.join(f"({ast.unparse(value)})" for value in values) + ")"
        case ast.UnaryOp(operand=operand):
            return f"({ast.unparse(operand)})"
    raise AssertionError(f"{node} is no condition")
