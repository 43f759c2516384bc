"""`crosswire formats`: what is read and written, and what each format can hold."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click
from msgspec.structs import asdict

from crosswire.capabilities import (
    FEATURES,
    PLACES,
    Holding,
    Outcome,
    arguments_are,
    by_group,
    holding,
    id_limits,
    name_limits,
    not_held,
    outcomes_between,
)
from crosswire.cli.options import format_option
from crosswire.cli.output import print_json, print_lines
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.model import JsonObject
from crosswire.reading import FILE_KINDS, Shape, reader_title
from crosswire.wire_types import WIRE_TYPES

_WIDTH = 96


@click.command()
@click.argument("name", required=False)
@click.option("--files", is_flag=True, help="What programs call their logs; where they lie.")
@format_option
def formats(name: str | None, files: bool, output: str) -> None:
    """List the formats that Crosswire reads and writes, or what the format NAME can hold.

    With --files, NAME is a word that stands in what is listed.
    """
    if files:
        _print_files(name or "", output)
        return
    if name is not None and name not in FORMATS:
        known = (
            f"It is read and not written: {LOGS[name].TITLE}."
            if name in LOGS
            else "It is not known."
        )
        raise click.UsageError(f"{name!r}: {known} These are written: {', '.join(FORMATS)}.")
    if output == "json":
        print_json(_all_as_object() if name is None else as_object(name))
    elif name is None:
        _print_list()
    else:
        print_lines(_lines(name))


def _print_list() -> None:
    for format in FORMATS.values():
        click.echo(f"{format.NAME:<18} read and written   {format.TITLE}")
    for log in LOGS.values():
        click.echo(f"{log.NAME:<18} read               {log.TITLE}")


def _print_files(word: str, output: str) -> None:
    wanted = word.casefold()
    kinds = [one for one in FILE_KINDS if wanted in _told_of(one).casefold()]
    if output == "json":
        print_json({"files": [_file_as_object(one) for one in kinds]})
        return
    for one in kinds:
        print_lines(_file_lines(one))


def _told_of(kind: Shape) -> str:
    return " ".join((kind.program, kind.what, kind.called, kind.take, kind.name, *kind.at))


def _file_as_object(kind: Shape) -> JsonObject:
    return {
        "name": kind.name,
        "program": kind.program,
        "what": kind.what,
        "kind": kind.kind,
        "called": kind.called,
        "where": kind.at._asdict(),
        "read_as": reader_title(kind) or None,
        "take_instead": kind.take or None,
    }


def _file_lines(kind: Shape) -> Iterator[str]:
    title = reader_title(kind)
    yield f"{kind.program}: {kind.what} ({kind.kind})"
    told = {
        "called": kind.called,
        "where": ", ".join(dict.fromkeys(place for place in kind.at if place)),
        "read as": title,
        "take instead": kind.take,
    }
    yield from (f"  {what:<13} {said}" for what, said in told.items() if said)


def _lines(name: str) -> Iterator[str]:
    places = PLACES[name]
    yield f"{name}: {FORMATS[name].TITLE}\n\nWhere it writes"
    for what, path in asdict(places).items():
        yield f"  {what.replace('_', ' '):<12} {path}"
    yield f"  {'':<12} arguments are {arguments_are(name)}"
    yield f"\nIds\n{_filled(' '.join(id_limits(name)))}"
    yield f"\nNames of tools\n{_filled(' '.join(name_limits(name)))}"
    for group, features in by_group().items():
        yield f"\n{group}"
        for feature in features:
            yield from _holding_lines(holding(feature, name))
    yield "\nLost, changed or moved of what the other has words for"
    for other in FORMATS:
        if other != name:
            yield f"  to {other:<18} {_counted(name, other)}"
            yield f"  from {other:<16} {_counted(other, name)}"


def _holding_lines(held: Holding) -> Iterator[str]:
    own = held.own
    says = own.specimen.says if own is not None else "no words of its own"
    yield f"  {held.best.state:<8} {held.feature.title}: {says}"
    if own is not None:
        yield from (_filled(reason, 11) for reason in own.because)
    for state, why in _of_others(held):
        yield _filled(f"{state} {why}", 11)


def _of_others(held: Holding) -> Iterator[tuple[str, str]]:
    """How other formats' words are not held, and which formats; equal reasons together."""
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in held.others:
        if one.because:
            grouped.setdefault((one.state.value, one.because), []).append(one.specimen.format)
    for (state, because), sources in grouped.items():
        yield state, f"from {', '.join(sources)}: {' '.join(because)}"


def _counted(source: str, target: str) -> str:
    missing = not_held(outcomes_between(FEATURES, source, target))
    return ", ".join(f"{len(some)} {state}" for state, some in missing.items()) or "nothing"


def _filled(text: str, indent: int = 2) -> str:
    space = " " * indent
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=space,
        subsequent_indent=space,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _all_as_object() -> JsonObject:
    titles = {name: one.TITLE for name, one in FORMATS.items()}
    titles |= {name: one.TITLE for name, one in LOGS.items()}
    return {
        "formats": [
            {"name": name, "title": title, "read": True, "written": name in FORMATS}
            for name, title in titles.items()
        ]
    }


def as_object(name: str) -> JsonObject:
    """A format in JSON; the keys are documented and stable."""
    return {
        "name": name,
        "title": FORMATS[name].TITLE,
        "places": {**asdict(PLACES[name]), "arguments_are": arguments_are(name)},
        "ids": list(id_limits(name)),
        "tool_names": list(name_limits(name)),
        "wire_types": [row.slug for row in WIRE_TYPES if row.format == name],
        "holds": [_holding_object(holding(feature, name)) for feature in FEATURES],
    }


def _holding_object(held: Holding) -> JsonObject:
    return {
        "feature": held.feature.name,
        "title": held.feature.title,
        "state": held.best.state.value,
        "own": None if held.own is None else _outcome_object(held.own),
        "others": [_outcome_object(one) for one in held.others],
    }


def _outcome_object(one: Outcome) -> JsonObject:
    return {
        "from": one.specimen.format,
        "says": one.specimen.says,
        "state": one.state.value,
        "because": list(one.because),
    }
