"""How the list of sessions is written: a row each, in text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crosswire.cli.output import one_line
from crosswire.counting import counted
from crosswire.doctor import Inside, Session, Summary

_NOT_YET = "…"
_PROGRAM, _NAME = 22, 40
_HEADS = ("#", "written", "program", "size", "calls", "results", "session", "problems")


def heads() -> str:
    """The line above the rows."""
    return _line(_HEADS)


def pending(number: int, session: Session) -> str:
    """A row of what is known before a session is read."""
    cells = _beginning(number, session, session.program)
    name = one_line(_named(session.name, session), _NAME)
    return _line((*cells, _NOT_YET, _NOT_YET, name, _NOT_YET))


def row(number: int, session: Session, summary: Summary) -> str:
    """A whole row."""
    cells = _beginning(number, session, session.program or summary.format_title or "unknown")
    counts = ("", "")
    if summary.state == "read":
        counts = (str(summary.calls), str(summary.results))
    title = summary.title or session.name
    return _line((*cells, *counts, one_line(_named(title, session), _NAME), problems(summary)))


def rows_inside(summary: Summary) -> Iterator[str]:
    """A row for each session in a database, below that of its file."""
    for one in summary.inside:
        written = "" if one.written is None else _moment(one.written)
        told = ("", written, "", "", str(one.calls), str(one.results))
        problems = _found(one.severities, one.codes)
        yield _line((*told, one_line(f"- {one.title or one.session}", _NAME), problems))


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _beginning(number: int, session: Session, program: str) -> tuple[str, ...]:
    written = _moment(session.changed)
    return str(number), written, one_line(program or _NOT_YET, _PROGRAM), _size(session.size)


def _named(title: str, session: Session) -> str:
    project = Path(session.project).name if session.project else ""
    return f"{project}: {title}" if project else title


def _line(cells: Sequence[str]) -> str:
    number, written, program, size, calls, results, name, last = cells
    return (
        f"{number:>4}  {written:<16}  {program:<{_PROGRAM}}  {size:>8}  {calls:>6}  "
        f"{results:>7}  {name:<{_NAME}}  {last}"
    ).rstrip()


def problems(summary: Summary) -> str:
    """What is wrong with a session, in words."""
    if summary.state != "read":
        kind = "no conversation" if summary.state == "empty" else "not read"
        return one_line(f"{kind}: {summary.reason}", 400)
    words = _found(summary.severities, summary.codes)
    if summary.unread_places:
        words += f", {_counted(summary.unread_places, 'place')} not read"
    if summary.conversations > 1:
        words += f", in {summary.conversations:,} conversations"
    return words


def _found(severities: Mapping[str, int], codes: Mapping[str, int]) -> str:
    told = [_counted(severities.get(word, 0), word) for word in ("error", "warning")]
    words = ", ".join(filter(None, told)) or "none"
    return f"{words} ({', '.join(codes)})" if codes else words


def _counted(count: int, word: str) -> str:
    return counted(count, word) if count else ""


def _size(count: int) -> str:
    if count < 1_000:
        return f"{count} B"
    for unit in ("KB", "MB"):
        count_in = count / (1_000 if unit == "KB" else 1_000_000)
        if count_in < 999.5:
            break
    return f"{count_in:,.1f} {unit}" if count_in < 10 else f"{count_in:,.0f} {unit}"


def footer(all_read: Sequence[tuple[Session, Summary]]) -> str:
    """All of it in a sentence."""
    size = _size(sum(session.size for session, _ in all_read))
    read = [summary for _, summary in all_read]
    told = [
        (sum(one.errors > 0 for one in read), "with errors"),
        (sum(bool(one.codes) and not one.errors for one in read), "with warnings alone"),
        (sum(one.is_sound for one in read), "with nothing wrong"),
        (sum(bool(one.unread_places) for one in read), "in which something was not read"),
        (sum(one.state == "empty" for one in read), "without a conversation"),
        (sum(one.state == "unread" for one in read), "not read"),
    ]
    words = ", ".join(f"{count:,} {what}" for count, what in told if count)
    return f"{_counted(len(read), 'session')}, {size}: {words}."


def record(session: Session, summary: Summary) -> dict[str, Any]:
    """A row as JSON; the keys are documented and stable."""
    return {
        "path": str(session.path),
        "program": session.place.program if session.place else None,
        "program_title": session.program or summary.format_title,
        "session": session.id,
        "project": session.project or None,
        "title": summary.title or None,
        "written": _utc(session.changed),
        "size": session.size,
        "state": summary.state,
        "why": summary.why or None,
        "format": summary.format or None,
        "conversations": summary.conversations,
        "messages": summary.messages,
        "calls": summary.calls,
        "results": summary.results,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "codes": summary.codes,
        "unread_places": summary.unread_places,
        "inside": [_inside(one) for one in summary.inside],
    }


def _inside(one: Inside) -> dict[str, Any]:
    return {
        "session": one.session or None,
        "title": one.title or None,
        "written": None if one.written is None else _utc(one.written),
        "messages": one.messages,
        "calls": one.calls,
        "results": one.results,
        "errors": one.severities.get("error", 0),
        "warnings": one.severities.get("warning", 0),
        "codes": one.codes,
    }


def _utc(seconds: float) -> str:
    written = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    return written.replace("+00:00", "Z")
