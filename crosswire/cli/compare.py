"""`crosswire compare`: in what two conversations differ, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

import click

from crosswire.cli.output import print_json, print_text
from crosswire.cli.uploads import load_path, stop_unreadable
from crosswire.comparison import (
    Aspect,
    Comparison,
    Difference,
    Entry,
    Nothing,
    compare,
    text_runs,
)
from crosswire.containers import json_document
from crosswire.errors import CrosswireError, NotAConversation
from crosswire.ids.invisible import spelt
from crosswire.model import Conversation, JsonObject, JsonValue

MAX_SHOWN = 100
"""Characters of a value in a line for people."""


def _aspects(
    _context: click.Context, _option: click.Parameter, value: str
) -> frozenset[Aspect]:
    names = [name.strip() for name in value.split(",") if name.strip()]
    unknown = [name for name in names if name not in list(Aspect)]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is none of: {', '.join(Aspect)}.")
    return frozenset(map(Aspect, names))


@click.command("compare")
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.option(
    "--ignore",
    callback=_aspects,
    default="",
    help="Leave these out, with commas: " + ", ".join(Aspect) + ".",
)
@click.option("--format-a", help="Read FIRST as this format, whatever it looks like.")
@click.option("--format-b", help="Read SECOND as this format, whatever it looks like.")
@click.option(
    "--conversation-a", type=click.IntRange(1), metavar="N", help="The N-th one of FIRST."
)
@click.option(
    "--conversation-b", type=click.IntRange(1), metavar="N", help="The N-th one of SECOND."
)
def compare_command(
    first: str,
    second: str,
    as_json: bool,
    ignore: frozenset[Aspect],
    format_a: str | None,
    format_b: str | None,
    conversation_a: int | None,
    conversation_b: int | None,
) -> None:
    """List what differs between the conversations of two files (`-` is standard input).

    The files may be in different formats. Parts are counterparts by what they say, never by
    their ids. Without --conversation-a and --conversation-b the first conversation of one file
    is compared with the first of the other, the second with the second. Exits with 0 where
    nothing differs, 1 where something does, 2 where a file could not be read.
    """
    if first == second == "-":
        raise click.UsageError("Only one of the two files can be standard input.")
    some = _conversations(first, format_a, conversation_a)
    others = _conversations(second, format_b, conversation_b)
    answers = [_Answer(one, other, ignore) for one, other in zip_longest(some, others)]
    if as_json:
        print_json(
            {
                "first": first,
                "second": second,
                "comparisons": [one.record() for one in answers],
            }
        )
    else:
        for line in (line for answer in answers for line in answer.lines(len(answers) > 1)):
            print_text(line)
    raise SystemExit(int(not all(answer.is_equal for answer in answers)))


def _conversations(path: str, format: str | None, number: int | None) -> list[Conversation]:
    try:
        found = load_path(path, format).conversations
        if number is not None and number > len(found):
            raise NotAConversation(
                f"There is no conversation {number}; this file has {len(found)}."
            )
    except CrosswireError as error:
        stop_unreadable(path, error)
        return []
    return found if number is None else found[number - 1 : number]


@dataclass(slots=True)
class _Answer:
    """Two conversations, or one without another to compare it with."""

    first: Conversation | None
    second: Conversation | None
    ignored: frozenset[Aspect]
    comparison: Comparison | None = None

    def __post_init__(self) -> None:
        if self.first is not None and self.second is not None:
            self.comparison = compare(self.first, self.second).without(self.ignored)

    @property
    def is_equal(self) -> bool:
        return self.comparison is not None and self.comparison.is_equal

    @property
    def numbers(self) -> tuple[int | None, int | None]:
        first, second = self.first, self.second
        return first.number if first else None, second.number if second else None

    def record(self) -> JsonObject:
        told: JsonObject = {"conversations": list(self.numbers)}
        return told | (
            self.comparison.record() if self.comparison is not None else {"equal": False}
        )

    def lines(self, many: bool) -> Iterator[str]:
        if self.comparison is None:
            number = next(number for number in self.numbers if number is not None)
            yield (
                f"conversation {number + 1}: only in the "
                f"{'second' if self.first is None else 'first'}"
            )
            return
        for entry in self.comparison.entries:
            if not entry.is_quiet:
                yield from _entry_lines(entry)
        for mark, found in (("-", self.comparison.gone), ("+", self.comparison.new)):
            yield from (
                f"{mark} finding {one.code} {one.name}: {one.message}" for one in found
            )
        title = (
            f"conversation {(self.first or self.comparison.first).number + 1}: "
            if many
            else ""
        )
        yield f"{title}{self.comparison.totals}"


def _entry_lines(entry: Entry) -> Iterator[str]:
    first, second = entry.first, entry.second
    shown = first or second
    assert shown is not None  # noqa: S101 - an entry stands on one side at least
    name = f" {spelt(shown.name)}" if shown.name else ""
    places = " = ".join(
        dict.fromkeys(unit.address for unit in (first, second) if unit is not None)
    )
    mark = {"same": " ", "changed": "~", "first": "-", "second": "+"}[entry.state]
    yield f"{mark} {places}: {shown.kind}{name}"
    for one in entry.differences:
        yield f"    {one.aspect}{' ' + one.path if one.path else ''}: {_what(one)}"
    for mark, found in (("-", entry.gone), ("+", entry.new)):
        yield from (
            f"    {mark} finding {one.code} {one.name}: {one.message}" for one in found
        )


def _what(one: Difference) -> str:
    if (
        isinstance(one.first, str)
        and isinstance(one.second, str)
        and len(one.first + one.second) > MAX_SHOWN
    ):
        return _text(one.first, one.second)
    return f"{_shown(one.first)} -> {_shown(one.second)}"


def _text(first: str, second: str) -> str:
    """Longer texts by what changed in them: `[-old-]{+new+}`."""
    pieces = []
    for run in text_runs(first, second):
        if run.where == "both":
            pieces.append(
                run.text if len(run.text) <= 40 else f"{run.text[:16]}…{run.text[-16:]}"
            )
        else:
            before, after = ("[-", "-]") if run.where == "first" else ("{+", "+}")
            pieces.append(f"{before}{_cut(run.text)}{after}")
    return spelt(_cut("".join(pieces), 6 * MAX_SHOWN))


def _shown(value: JsonValue | Nothing) -> str:
    if isinstance(value, Nothing):
        return "nothing"
    if isinstance(value, dict) and value.keys() == {"how", "address", "row"}:
        return " ".join(str(one) for one in (value["how"] or "alone", value["address"]) if one)
    return spelt(_cut(json_document.write(value).decode("utf-8", "backslashreplace")))


def _cut(text: str, limit: int = MAX_SHOWN) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
