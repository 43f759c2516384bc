"""`crosswire repair`: a file whose faults are mended where that is certain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from crosswire.address import Address, document_of
from crosswire.cli.many import into_option, one_of, write_each
from crosswire.cli.options import listed, settings_options, source_option
from crosswire.cli.output import as_json, print_lines, print_text, save, write_output
from crosswire.cli.sources import expanded
from crosswire.cli.uploads import StopIfUnreadable, load_bytes, read_bytes
from crosswire.cli.verdicts import outcome_lines
from crosswire.configuration import Lookup
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
    MendedFile,
    Missing,
    RemainingFinding,
    Repaired,
    mend,
    outcome_record,
    repair,
)
from crosswire.rules import RULES, RULES_BY_NAME

COMPRESSED = (".gz", ".zst", ".xz", ".bz2")


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
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--to",
    "target",
    type=click.Choice(list(FORMATS)),
    help="Write it in this format, for its provider.",
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
@into_option
@settings_options
def repair_command(
    files: tuple[str, ...],
    output: str | None,
    changes: str | None,
    patch_path: str | None,
    into: Path | None,
    **options: Any,
) -> None:
    """Mend ids, order and arguments in FILE where that is certain (`-` is standard input).

    Several files, or patterns in quotes, go into the folder of --into.

    What the settings hide by `select` and `ignore` is not mended; --only stands in place of
    that.

    Without --to it is a repair to the log's own format and provider. What is changed, what is
    left and why, and whether that provider takes the outcome, is written to standard error, or
    to the file of --changes. What is written is the file that was given: the same bytes, but
    for what is named as changed; of a database a new one, with the rows that are named changed
    or taken out; of an archive the file that changes, and where several do the archive with
    them; of a paste, its log; of a stream or a recording, the request.
    """
    if patch_path == "-" and output in (None, "-"):
        raise click.UsageError("Only one of --patch and --output can be standard output.")
    wish = _Wish(**options)
    paths = expanded(files)
    file = one_of(paths, into, output=output, changes=changes, patch_path=patch_path)
    if file is not None:
        _mend_one(file, wish, output, changes, patch_path)
    elif into is not None:
        write_each(paths, into, _unpacked_name, lambda one, place: _mend_one(one, wish, place))


def _unpacked_name(path: Path) -> Path:
    """The name without the ending of a compressed file, as it comes unpacked."""
    return path.with_suffix("") if path.suffix in COMPRESSED else path


class _Wish(Struct, frozen=True):
    """What is to be mended, and for whom."""

    target: str | None
    missing: Missing
    source: Asked
    lookup: Lookup
    only: list[str] | None

    def only_of(self, file: str) -> list[str] | None:
        """The rules whose findings are mended; None where that is all."""
        return self.only or self.lookup.settings_of(file).only


def _mend_one(
    file: str,
    wish: _Wish,
    output: str | None,
    changes: str | None = None,
    patch_path: str | None = None,
) -> None:
    only = wish.only_of(file)
    with StopIfUnreadable(file):
        data = read_bytes(file)
        log = load_bytes(data, file, wish.source)
        mended = mend(log, data, only=only, missing=wish.missing)
        if wish.target is not None:
            mended = _mended_for(wish.target, log, mended, only, wish.missing)
        if patch_path is not None:
            save(patch_path, _patch(log, mended, wish.target))
    if mended.is_database and output and Path(output).resolve() == Path(file).resolve():
        raise click.UsageError("A database is never written over: give another name.")
    write_output(mended.data, output)
    _report(log, mended, changes)


def _mended_for(
    target: str, log: Log, mended: MendedFile, only: list[str] | None, missing: Missing
) -> MendedFile:
    """The conversations in another format, or with what this target alone refuses mended; the
    file as it is where there is nothing to do."""
    repaired = [
        repair(one, only=only, missing=missing, target=target) for one in log.conversations
    ]
    if target == log.format and not any(one.changes for one in repaired):
        return mended
    payloads = [one.payload for one in repaired]
    return MendedFile(_text(payloads), repaired, payloads, is_own=False)


def _patch(log: Log, mended: MendedFile, target: str | None) -> bytes:
    if mended.files:
        raise CannotExport("Several files of it change, so that there is no one patch.")
    if target is not None or any(one.rendering is not None for one in mended.repaired):
        raise CannotExport(
            "What is written is another document than that of the file (--to, or a log that "
            "is mended as the request it makes), so that there is no patch between them."
        )
    before = list(log.conversations[0].own_documents)
    after = list(mended.documents)
    if len(before) == len(after) == 1 and log.container != "jsonl":
        return as_json(patch(before[0], after[0]))
    return as_json(patch(before, after))


def _text(documents: list[JsonValue]) -> bytes:
    """One document with indents; several as JSON Lines."""
    if len(documents) == 1:
        return json_document.write(documents[0], indent=True) + b"\n"
    return b"".join(json_document.write(document) + b"\n" for document in documents)


def _report(log: Log, mended: MendedFile, path: str | None) -> None:
    if path is not None:
        records = [_record(log, number, one) for number, one in enumerate(mended.repaired)]
        save(path, as_json(records))
        return
    if mended.unpacked is not None and not mended.is_database:
        name = mended.unpacked or "The file"
        print_text(f"{name}: written: It comes unpacked, as UTF-8.", err=True)
    for file in mended.files or [mended]:
        where = f"{file.unpacked} " if mended.files else ""
        said = "dropped: It is no JSON, and no program reads it."
        print_lines((f"{where}line {line}: {said}" for line in file.lines_left_out), err=True)
    for one in mended.repaired:
        print_lines((_change_line(log, change) for change in one.changes), err=True)
        print_lines((_left_line(log, left) for left in one.remaining), err=True)
    told = [one.verdict for one in mended.repaired if one.changes or not _is_taken(one)]
    print_lines(outcome_lines(told), err=True)


def _is_taken(repaired: Repaired) -> bool:
    return repaired.verdict is not None and repaired.verdict.accepts is True


def _record(log: Log, number: int, repaired: Repaired) -> JsonObject:
    return {
        "conversation": number,
        "changes": [
            {**change.record(), **_origin(log, change.source)} for change in repaired.changes
        ],
        "id_map": [{**change.record()} for change in repaired.id_map],
        "left": [left.record() for left in repaired.remaining],
        "verdict": outcome_record(repaired.verdict),
    }


def _origin(log: Log, source: Address | None) -> JsonObject:
    """Of a packed upload: the file, line or row that a change is in."""
    if source is None or not log.files:
        return {}
    return {"origin": log.origin_of(document_of(source)).in_words}


def _placed(log: Log, source: Address | None, else_at: Address | None) -> str:
    """A place in the upload, with the file or row that it is in, or one in what is written."""
    told = (*_origin(log, source).values(), source or else_at)
    return ": ".join(map(str, told))


def _left_line(log: Log, left: RemainingFinding) -> str:
    place = _placed(log, left.source, left.finding.address)
    return f"{place}: left: {left.finding.name}: {left.finding.message} {left.why}"


def _change_line(log: Log, change: Change) -> str:
    sure = "" if change.certain else " (likely)"
    is_moved = change.kind in ("order", "group", "split") and change.target
    moved = f" -> {change.target}" if is_moved else ""
    values = ""
    if isinstance(change.before, str) or isinstance(change.after, str):
        values = f" {_short(change.before)} -> {_short(change.after)}:"
    return (
        f"{_placed(log, change.source, change.target)}{moved}: {change.kind}{sure} "
        f"{change.rule}:{values} {change.why}"
    )


def _short(value: JsonValue) -> str:
    text = repr(value) if isinstance(value, str) else json_document.write(value).decode()
    return text if len(text) <= 80 else f"{text[:80]}…"
