"""`crosswire doctor`: the sessions that programs keep on this machine, and what is wrong."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from crosswire.cli.exit_codes import UNREADABLE
from crosswire.cli.options import format_option, settings_options
from crosswire.cli.output import print_json, print_lines, print_text
from crosswire.cli.session_rows import footer, heads, pending, record, row, rows_inside
from crosswire.configuration import Lookup
from crosswire.counting import counted
from crosswire.doctor import (
    PROGRAMS,
    Copy,
    Found,
    Known,
    Session,
    Summary,
    cache_folder,
    find,
    find_one,
    write_copy,
)
from crosswire.errors import did_you_mean

DAY = 86_400
USUAL_DAYS = 7
_SECONDS = {"h": 3_600, "d": DAY, "w": 7 * DAY}


class _Since(click.ParamType[float]):
    """A day, or an age: `2026-11-01`, `3d`."""

    name = "day or age"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        text = str(value)
        age = re.fullmatch(r"(\d{1,5})([hdw])", text, re.ASCII)
        if age is not None:
            return time.time() - int(age[1]) * _SECONDS[age[2]]
        try:
            return datetime.fromisoformat(text).timestamp()
        except (ValueError, OverflowError, OSError):
            self.fail("Give a day such as 2026-11-01, or an age such as 12h, 3d or 2w.")


@click.command()
@click.argument("wanted", required=False, metavar="[PROGRAM|FILE]")
@click.option("--latest", is_flag=True, help="Only the session that was written last.")
@click.option("--all", "everything", is_flag=True, help="All sessions, however old.")
@click.option(
    "--since",
    type=_Since(),
    metavar="DAY|AGE",
    help="Those written since a day (2026-11-01) or within an age (12h, 3d, 2w).",
)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look here: in another home, in the folder of PROGRAM, or in any folder of sessions.",
)
@click.option(
    "--repair",
    is_flag=True,
    help="Write a mended copy beside each session listed in which something can be mended.",
)
@click.option(
    "--open", "opened", is_flag=True, help="Show the list and sessions in a browser."
)
@click.option("--no-cache", is_flag=True, help="Read all again, and keep nothing of it.")
@settings_options
@format_option
def doctor(
    wanted: str | None,
    latest: bool,
    everything: bool,
    since: float | None,
    root: Path | None,
    repair: bool,
    opened: bool,
    no_cache: bool,
    lookup: Lookup,
    output: str,
) -> None:
    """List the sessions that programs keep on this machine, and what is wrong in each.

    Those of the last 7 days, of all programs or of one (claude-code, codex, pi, ...), or the
    one in FILE. The programs' files are only read. A session appears with its name, date and
    size at once, and with calls, results and problems as soon as it is read.

    What counts as wrong is said by the settings, as for `crosswire check`: those in the folder
    of a session, or above it (`crosswire.toml` in the home is about all of them).

    Exits with 0 where nothing is wrong, 1 where a session has errors, and otherwise with 2
    where there is none, or one could not be read.
    """
    if latest + everything + (since is not None) > 1:
        raise click.UsageError("Give one of --latest, --all and --since.")
    if opened and (repair or output == "json"):
        raise click.UsageError(
            "--open shows the list itself: leave out --repair and --format."
        )
    if repair and not (wanted or latest):
        raise click.UsageError("--repair writes files: name a PROGRAM or a FILE, or --latest.")
    if not (latest or everything) and since is None:
        since = time.time() - USUAL_DAYS * DAY
    found = _found(wanted, root, None if latest or everything else since, latest)
    known = Known(None if no_cache else cache_folder(), lookup)
    if opened:
        _serve(found, known)
        return
    _tell_left(found)
    told = _in_json if output == "json" else _in_text
    raise SystemExit(_exit_code(told(found, known, repair)))


def _found(wanted: str | None, root: Path | None, since: float | None, latest: bool) -> Found:
    if wanted is not None and wanted not in PROGRAMS:
        return Found([_one(wanted)])
    return find(wanted, root=root, since=since, most=1 if latest else None)


def _one(wanted: str) -> Session:
    """The session in a file; ends the command where there is none."""
    path = Path(wanted)
    if path.is_dir():
        raise click.UsageError(f"{wanted} is a folder: give --root {wanted}.")
    if not path.is_file() and "/" not in wanted and not path.suffix:
        meant = did_you_mean(wanted, PROGRAMS)
        raise click.UsageError(
            f"There is no program {wanted!r}.{meant} Known are: {', '.join(PROGRAMS)}."
        )
    try:
        return find_one(path)
    except OSError as error:
        print_text(f"crosswire: {wanted}: {error.strerror or error}", err=True)
        raise SystemExit(UNREADABLE) from error


def _tell_left(found: Found) -> None:
    """Say what could not be looked into, and where was looked when there is nothing."""
    print_lines((f"{path}: not read: {why}" for path, why in found.left.items()), err=True)
    if not found.sessions:
        looked = ", ".join(map(str, found.looked)) or "no folder of a program that is known"
        print_text(f"No sessions were found. Looked in: {looked}.", err=True)


def _in_text(found: Found, known: Known, repair: bool) -> list[Summary]:
    """Print each row as soon as it is known, the newest first; those that have to be read
    stand at first without what is in them."""
    numbered = list(enumerate(found.sessions, 1))
    if numbered:
        print_text(heads())
    for number, session in numbered:
        summary = known.summary(session)
        print_text(row(number, session, summary) if summary else pending(number, session))
        print_lines(rows_inside(summary) if summary else ())
    waiting = [(number, one) for number, one in numbered if one not in known]
    if waiting:
        print_text("\nRead:" if len(waiting) == len(numbered) else "\nRead now:")
    numbers = {session: number for number, session in numbered}
    all_read: list[tuple[Session, Summary]] = []
    unread = {session for _, session in waiting}
    for session, summary in known.read(found.sessions):
        all_read.append((session, summary))
        if session in unread:
            print_text(row(numbers[session], session, summary))
            print_lines(rows_inside(summary))
    if numbered:
        print_text(f"\n{footer(all_read)}")
    if repair:
        for session, copy in _copies(all_read, known):
            print_lines(_copy_lines(numbers[session], copy))
    return [summary for _, summary in all_read]


def _in_json(found: Found, known: Known, repair: bool) -> list[Summary]:
    all_read = list(known.read(found.sessions))
    copies = dict(_copies(all_read, known)) if repair else {}
    rows = [record(session, summary) for session, summary in all_read]
    for (session, _), one in zip(all_read, rows, strict=True):
        if session in copies:
            one["mended"] = _copy_record(copies[session])
    left = [{"path": str(path), "why": why} for path, why in found.left.items()]
    print_json({"sessions": rows, "left": left, "looked": list(map(str, found.looked))})
    return [summary for _, summary in all_read]


def _copies(
    all_read: Iterable[tuple[Session, Summary]], known: Known
) -> Iterator[tuple[Session, Copy]]:
    """A copy of each session in which something is wrong, or was not read."""
    for session, summary in all_read:
        if (summary.codes or summary.unread_places) and not session.is_mended:
            yield session, write_copy(session, known.settings_of(session).only)


def _copy_lines(number: int, copy: Copy) -> Iterator[str]:
    if copy.path is None:
        yield f"{number}: no copy: {copy.words}"
        return
    count = len(copy.changes)
    yield f"{number}: {copy.path}: {counted(count, 'change')}"
    if copy.lines_left_out:
        lines = ", ".join(map(str, copy.lines_left_out))
        yield f"   left out, as they are no JSON: lines {lines}"
    for change in copy.changes:
        yield f"   {change.source or change.target}: {change.kind} {change.rule}: {change.why}"
    yield f"   {copy.words}"


def _copy_record(copy: Copy) -> dict[str, Any]:
    return {
        "path": None if copy.path is None else str(copy.path),
        "words": copy.words,
        "changes": [change.record() for change in copy.changes],
        "lines_left_out": list(copy.lines_left_out),
    }


def _exit_code(read: list[Summary]) -> int:
    if any(summary.errors for summary in read):
        return 1
    was_read = any(summary.state == "read" for summary in read)
    missed = any(summary.state == "unread" for summary in read)
    return 0 if was_read and not missed else UNREADABLE


def _serve(found: Found, known: Known) -> None:
    """Start the server that offers this list, of the web app that is installed with it."""
    from crosswire.cli.others import entry_points_of, load

    serve = load(entry_points_of("crosswire.servers").get("doctor"), "--open")
    _tell_left(found)
    serve(found, known)
