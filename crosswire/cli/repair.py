"""`crosswire repair`: a file with what is certain about its faults mended."""

from __future__ import annotations

from pathlib import Path

import click

from crosswire.cli.output import as_json, print_text
from crosswire.cli.uploads import UNREADABLE, load_bytes, read_bytes, stop_unreadable
from crosswire.containers import json_document
from crosswire.errors import CrosswireError
from crosswire.formats import FORMATS
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.loading import Log
from crosswire.repairs import MISSING, Change, Missing, Repaired, repair, repair_all
from crosswire.rules import RULES, RULES_BY_NAME


def _codes(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> list[str] | None:
    if value is None:
        return None
    codes = [code.strip() for code in value.split(",") if code.strip()]
    unknown = [code for code in codes if code not in RULES and code not in RULES_BY_NAME]
    if unknown:
        raise click.BadParameter(f"There is no rule {unknown[0]}.")
    return codes


@click.command("repair")
@click.argument("file", metavar="FILE")
@click.option(
    "--to", "target", type=click.Choice(list(FORMATS)), help="Write it in this format."
)
@click.option(
    "--missing",
    type=click.Choice(MISSING),
    default="leave",
    help=(
        "What becomes of a call without a result: it stays, goes, or gets one that says "
        "that none came."
    ),
)
@click.option("--from", "source", help="Read the file as this format, whatever it looks like.")
@click.option(
    "--only",
    callback=_codes,
    help="Mend only what these rules find: codes or names, with commas.",
)
@click.option(
    "--output", type=click.Path(dir_okay=False), help="Where to write; else standard output."
)
@click.option(
    "--changes", type=click.Path(dir_okay=False), help="Where to write the changes, as JSON."
)
def repair_command(
    file: str,
    target: str | None,
    missing: Missing,
    source: str | None,
    only: list[str] | None,
    output: str | None,
    changes: str | None,
) -> None:
    """Write FILE with its ids, order and arguments mended where that is certain (`-` is
    standard input).

    What is changed, and what is left and why, is said on standard error, or in the file of
    --changes. A file in which nothing is changed is written as it is, byte for byte.
    """
    try:
        data = read_bytes(file)
        log = load_bytes(data, file, source)
    except CrosswireError as error:
        stop_unreadable(file, error)
        return
    if target is None:
        documents, repaired = repair_all(log, only=only, missing=missing)
        text = data if not any(one.changes for one in repaired) else _text(documents, log)
    else:
        repaired = [
            repair(one, only=only, missing=missing, target=target) for one in log.conversations
        ]
        untouched = log.format == target and not any(one.changes for one in repaired)
        text = data if untouched else _lines([one.payload for one in repaired])
    _write(text, output)
    _report(repaired, changes)


def _text(documents: list[JsonValue], log: Log) -> bytes:
    """JSON Lines stay lines; all else is written with indents."""
    if log.container == "jsonl" and len(documents) > 1:
        return b"".join(json_document.write(document) + b"\n" for document in documents)
    return _lines(documents)


def _lines(documents: list[JsonValue]) -> bytes:
    if len(documents) == 1:
        return json_document.write(documents[0], indent=True) + b"\n"
    return b"".join(json_document.write(document) + b"\n" for document in documents)


def _write(text: bytes, path: str | None) -> None:
    if path is None:
        click.echo(text, nl=False)
    else:
        _save(path, text)


def _save(path: str, text: bytes) -> None:
    try:
        Path(path).write_bytes(text)
    except OSError as error:
        print_text(f"crosswire: {path}: {error.strerror or error}.", err=True)
        raise SystemExit(UNREADABLE) from error


def _report(repaired: list[Repaired], path: str | None) -> None:
    if path is not None:
        _save(path, as_json([_record(number, one) for number, one in enumerate(repaired)]))
        return
    for one in repaired:
        for change in one.changes:
            print_text(_line(change), err=True)
        for left in one.left:
            place = left.source or left.finding.address
            print_text(
                f"{place}: left: {left.finding.name}: {left.finding.message} {left.why}",
                err=True,
            )


def _record(number: int, repaired: Repaired) -> JsonObject:
    return {
        "conversation": number,
        "changes": [change.record() for change in repaired.changes],
        "id_map": [{**change.record()} for change in repaired.id_map],
        "left": [left.record() for left in repaired.left],
    }


def _line(change: Change) -> str:
    sure = "" if change.certain else " (likely)"
    moved = (
        f" -> {change.target}"
        if change.kind in ("order", "group", "split") and change.target
        else ""
    )
    what = ""
    if isinstance(change.before, str) or isinstance(change.after, str):
        what = f" {_short(change.before)} -> {_short(change.after)}:"
    return (
        f"{change.source or change.target}{moved}: {change.kind}{sure} "
        f"{change.rule}:{what} {change.why}"
    )


def _short(value: JsonValue) -> str:
    text = repr(value) if isinstance(value, str) else json_document.write(value).decode()
    return text if len(text) <= 80 else f"{text[:80]}…"
