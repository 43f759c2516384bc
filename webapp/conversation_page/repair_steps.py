"""The steps of a repair, each to be made or left out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from crosswire.address import Address
from crosswire.model import JsonValue
from crosswire.repairs import Change, Repaired
from crosswire.rules import RULES_BY_NAME
from webapp.readmodel.invisible import shortened
from webapp.readmodel.repairs import _written, grouped
from webapp.readmodel.row_numbers import RowNumbers
from webapp.readmodel.text import holdable, one_line, printable
from webapp.wording.cells import CHANGES

LONGEST_VALUE = 400
"""Characters of a value that a list of changes shows."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One place that a step changes."""

    word: str
    source: str
    """Empty for what is added."""
    row: int | None
    target: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """Changes that belong together, to be made or left out together."""

    key: str
    rule: str
    code: str
    why: str
    certain: bool
    lines: list[ChangeLine]
    left_out: bool
    made: bool
    """Whether it is made all the same: another change may need it."""


def steps(
    everything: Repaired, asked: Repaired, left_out: Collection[str], rows: RowNumbers
) -> list[Step]:
    """What the repair would do, in the order of the upload, and what of it is asked for."""
    made = {_mark(change) for change in asked.changes}
    found = []
    for key, changes in grouped(everything.changes).items():
        first = changes[0]
        rule = RULES_BY_NAME.get(first.rule)
        found.append(
            Step(
                key,
                first.rule,
                rule.code if rule else "",
                printable(first.why),
                all(change.certain for change in changes),
                [_line(change, rows) for change in changes],
                key in left_out,
                any(_mark(change) in made for change in changes),
            )
        )
    return found


def _mark(change: Change) -> tuple[str, str, Address | None, str]:
    return change.rule, change.kind, change.source, _written(change.after)


def _line(change: Change, rows: RowNumbers) -> ChangeLine:
    source = change.source or ""
    moved = change.before is None and change.after is None
    exact = change.kind in ("id", "name")
    return ChangeLine(
        CHANGES[change.kind],
        printable(source),
        rows.of_address(source) if source else None,
        printable(change.target or ""),
        "" if moved or change.kind == "added" else _shown(change.before, exact=exact),
        "" if moved or change.kind == "dropped" else _shown(change.after, exact=exact),
    )


def _shown(value: JsonValue, *, exact: bool) -> str:
    """A value on one line; an id or a name with its blanks."""
    text = (
        "no value" if value is None else value if isinstance(value, str) else _written(value)
    )
    if exact:
        return shortened(holdable(text), LONGEST_VALUE) or "empty text"
    return one_line(text, LONGEST_VALUE) or "empty text"
