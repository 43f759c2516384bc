"""`crosswire repair`: a file whose faults are mended where that is certain."""

from __future__ import annotations

import click

from crosswire.cli.options import listed, source_option
from crosswire.cli.output import as_json, print_lines, save, write_output
from crosswire.cli.uploads import StopIfUnreadable, load_bytes, read_bytes
from crosswire.containers import json_document
from crosswire.errors import CannotExport
from crosswire.exports import patch
from crosswire.formats import FORMATS
from crosswire.model import JsonObject, JsonValue
from crosswire.reading.asked import Asked
from crosswire.reading.loading import Log
from crosswire.repairs import (
    MISSING,
    Change,
    Missing,
    RemainingFinding,
    Repaired,
    repair,
    repair_all,
)
from crosswire.rules import RULES, RULES_BY_NAME


def _codes(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> list[str] | None:
    if value is None:
        return None
    codes = listed(value)
    unknown = [code for code in codes if code not in RULES.keys() | RULES_BY_NAME.keys()]
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
@source_option
@click.option(
    "--only",
    callback=_codes,
    help="Mend only what these rules find: codes or names, with commas.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write; else standard output.",
)
@click.option(
    "--changes",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write the changes, as JSON.",
)
@click.option(
    "--patch",
    "patch_path",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Where to write a JSON Patch (RFC 6902) from FILE to what is written; of JSON Lines "
    "it is one of the array of their values.",
)
def repair_command(
    file: str,
    target: str | None,
    missing: Missing,
    source: Asked,
    only: list[str] | None,
    output: str | None,
    changes: str | None,
    patch_path: str | None,
) -> None:
    """Mend ids, order and arguments in FILE where that is certain (`-` is standard input).

    What is changed, and what is left and why, is written to standard error, or to the file of
    --changes. A file in which nothing is changed is written as it is, byte for byte;
    of a paste, its log.
    """
    if patch_path == "-" and output in (None, "-"):
        raise click.UsageError("Only one of --patch and --output can be standard output.")
    with StopIfUnreadable(file):
        data = read_bytes(file)
        log = load_bytes(data, file, source)
        _refuse_several_files(log)
    if target is None:
        documents, repaired = repair_all(log, only=only, missing=missing)
    else:
        repaired = [
            repair(one, only=only, missing=missing, target=target) for one in log.conversations
        ]
        documents = [one.payload for one in repaired]
    is_changed = target not in (None, log.format) or any(one.changes for one in repaired)
    is_changed = is_changed or log.container == "pasted"  # of which the log is wanted alone
    if patch_path is not None:
        with StopIfUnreadable(file):
            save(patch_path, _patch(log, documents, repaired, target))
    unchanged = data if log.text is None else log.file_text(log.conversations[0])
    write_output(_text(documents) if is_changed else unchanged, output)
    _report(repaired, changes)


def _refuse_several_files(log: Log) -> None:
    """What is written is one file, and no archive."""
    files = {one.documents_before for one in log.conversations}
    if len(files) > 1:
        raise CannotExport(
            f"It holds {len(files)} files with conversations. Unpack it, and repair each."
        )


def _patch(
    log: Log, documents: list[JsonValue], repaired: list[Repaired], target: str | None
) -> bytes:
    if target is not None or any(one.rendering is not None for one in repaired):
        raise CannotExport(
            "What is written is another document than that of the file (--to, or a log that "
            "is mended as the request it makes), so that there is no patch between them."
        )
    before: list[JsonValue] = list(log.conversations[0].own_documents)
    if len(before) == len(documents) == 1 and log.container != "jsonl":
        return as_json(patch(before[0], documents[0]))
    return as_json(patch(before, documents))


def _text(documents: list[JsonValue]) -> bytes:
    """One document with indents; several as JSON Lines."""
    if len(documents) == 1:
        return json_document.write(documents[0], indent=True) + b"\n"
    return b"".join(json_document.write(document) + b"\n" for document in documents)


def _report(repaired: list[Repaired], path: str | None) -> None:
    if path is not None:
        save(path, as_json([_record(number, one) for number, one in enumerate(repaired)]))
        return
    for one in repaired:
        print_lines(map(_change_line, one.changes), err=True)
        print_lines(map(_left_line, one.remaining), err=True)


def _record(number: int, repaired: Repaired) -> JsonObject:
    return {
        "conversation": number,
        "changes": [change.record() for change in repaired.changes],
        "id_map": [{**change.record()} for change in repaired.id_map],
        "left": [left.record() for left in repaired.remaining],
    }


def _left_line(left: RemainingFinding) -> str:
    place = left.source or left.finding.address
    return f"{place}: left: {left.finding.name}: {left.finding.message} {left.why}"


def _change_line(change: Change) -> str:
    sure = "" if change.certain else " (likely)"
    is_moved = change.kind in ("order", "group", "split") and change.target
    moved = f" -> {change.target}" if is_moved else ""
    values = ""
    if isinstance(change.before, str) or isinstance(change.after, str):
        values = f" {_short(change.before)} -> {_short(change.after)}:"
    return (
        f"{change.source or change.target}{moved}: {change.kind}{sure} "
        f"{change.rule}:{values} {change.why}"
    )


def _short(value: JsonValue) -> str:
    text = repr(value) if isinstance(value, str) else json_document.write(value).decode()
    return text if len(text) <= 80 else f"{text[:80]}…"
