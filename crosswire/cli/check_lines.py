"""What `crosswire check` found in a file, as lines for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.colours import Colours, Line
from crosswire.counting import counted
from crosswire.model import Conversation, Note

if TYPE_CHECKING:
    from crosswire.explanations import Explanation


def lines_of(answer: Checked | Unreadable, colours: Colours) -> Iterator[Line]:
    """Notes and what cannot be read are for standard error."""
    if isinstance(answer, Unreadable):
        path = colours.paint(answer.path, "path", err=True)
        yield Line(f"{path}: {answer.error}", err=True)
        yield from map(Line, _explained(None, answer.explained))
        return
    for note in notes_beside_findings(answer):
        place = f" {answer.placed(note.address)}:" if note.address else ""
        path = colours.paint(answer.path, "path", err=True)
        yield Line(f"{path}:{place} note: {note.message}", err=True)
    path = colours.paint(answer.path, "path")
    for line in _explained(answer.conversation, answer.explained):
        yield Line(f"{path}: error: {line}")
    for finding in answer.diagnostics:
        kind = colours.paint(f"{finding.severity} {finding.code}", finding.severity)
        place = answer.placed(finding.address)
        yield Line(f"{path}: {place}: {kind} {finding.name}: {finding.message}")
    for line in _judged(answer):
        yield Line(f"{path}: {line}")
    yield counts_line(answer, colours)


def notes_beside_findings(answer: Checked) -> list[Note]:
    """The notes that no finding says again: a fault of a stream is both."""
    told = {(found.address, found.message) for found in answer.shown()}
    return [note for note in answer.notes if (note.address, note.message) not in told]


# What few files need is imported where it is needed.


def _explained(
    conversation: Conversation | None, answers: Iterable[Explanation]
) -> Iterator[str]:
    for one in answers:
        from crosswire.cli.explain import lines_of

        yield from lines_of(conversation, one)


def _judged(answer: Checked) -> Iterator[str]:
    for states in answer.verdicts:
        from crosswire.cli.verdicts import verdict_lines

        yield from verdict_lines(states, answer.settings.shows)


def counts_line(answer: Checked, colours: Colours) -> Line:
    """What was read, in numbers."""
    conversation = answer.conversation
    counts = [
        counted(answer.messages, "message"),
        counted(answer.calls, "call"),
        counted(answer.results, "result"),
        counted(len(answer.diagnostics), "finding"),
    ]
    unread = len(conversation.unread)
    if unread:
        counts.append(f"{counted(unread, 'place')} not read")
    kinds = Counter(event.kind for event in conversation.events)
    if kinds["seam"]:
        counts.append(f"{counted(kinds['seam'], 'request')} joined")
    if kinds["compaction"]:
        counts.append(counted(kinds["compaction"], "compaction"))
    branches = len(conversation.branches)
    if branches:
        counts.append(counted(branches, "other branch", "other branches"))
    title = f" ({conversation.title})" if conversation.title else ""
    path = colours.paint(answer.path, "path")
    return Line(f"{path}{title}: {conversation.format}, {', '.join(counts)}")
