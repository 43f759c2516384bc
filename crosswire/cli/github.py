"""Findings as workflow commands, which GitHub shows at the lines of a change.

Source: docs.github.com, "Workflow commands for GitHub Actions":
`::error file=,line=,title=::`, with `%`, line ends, and in properties `:` and `,` escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from crosswire.address import Address
from crosswire.cli.check_lines import counts_line, notes_beside_findings
from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.colours import PLAIN, Line
from crosswire.rules.rule import Diagnostic

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def lines_of(answer: Checked | Unreadable) -> Iterator[Line]:
    """A command for each finding, each refusal of a target and each note; then the counts."""
    if isinstance(answer, Unreadable):
        yield _command("error", answer.path, None, "not read", answer.error)
        return
    for note in notes_beside_findings(answer):
        place = answer.placed(note.address)
        told = f"{place}: {note.message}" if place else note.message
        yield _command("notice", _file(answer, note.address), None, note.code, told)
    shown = answer.shown()
    lines = answer.lines([found.address for found in shown])
    for found in shown:
        line = lines.get(found.address, answer.origin_of(found.address).line)
        yield _finding(answer, found, line)
    for states in answer.verdicts:
        for point in states.logged.undecided:
            title = f"{states.target} is unsure"
            file = _file(answer, point.address)
            yield _command("notice", file, None, title, point.message)
    yield Line(_data(counts_line(answer, PLAIN).text))


def _finding(answer: Checked, found: Diagnostic, line: int | None) -> Line:
    who = f"{', '.join(found.targets)}: " if found.targets else ""
    return _command(
        _COMMANDS[found.severity],
        _file(answer, found.address),
        line,
        f"{found.code} {found.name}",
        f"{answer.placed(found.address)}: {who}{found.message}",
    )


def _file(answer: Checked, place: Address | None) -> str:
    """The file that a place is in: of a folder one within it."""
    path = Path(answer.path)
    return str(path / answer.origin_of(place).path) if path.is_dir() else answer.path


def _command(name: str, path: str, line: int | None, title: str, message: str) -> Line:
    properties = {
        "file": path,
        **({} if line is None else {"line": str(line)}),
        "title": title,
    }
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return Line(f"::{name} {told}::{_data(message)}")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
