"""What `crosswire check` found in a file, as lines for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.colours import Colours, Line
from crosswire.model import Conversation

if TYPE_CHECKING:
    from crosswire.explanations import Explanation


def lines_of(answer: Checked | Unreadable, colours: Colours) -> Iterator[Line]:
    """Notes and what cannot be read are for standard error."""
    if isinstance(answer, Unreadable):
        path = colours.paint(answer.path, "path", err=True)
        yield Line(f"{path}: {answer.error}", err=True)
        yield from map(Line, _explained(None, answer.explained))
        return
    for note in answer.notes:
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
    yield counted(answer, colours)


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


def counted(answer: Checked, colours: Colours) -> Line:
    """What was read, in numbers."""
    conversation = answer.conversation
    counts = [
        f"{answer.messages} messages",
        f"{answer.calls} calls",
        f"{answer.results} results",
        f"{len(answer.diagnostics)} findings",
    ]
    unread = len(conversation.unread)
    if unread:
        counts.append(f"{unread} {'place' if unread == 1 else 'places'} not read")
    kinds = Counter(event.kind for event in conversation.events)
    if kinds["seam"]:
        counts.append(f"{kinds['seam']} requests joined")
    if kinds["compaction"]:
        many = kinds["compaction"] > 1
        counts.append(f"{kinds['compaction']} {'compactions' if many else 'compaction'}")
    branches = len(conversation.branches)
    if branches:
        counts.append(f"{branches} other {'branch' if branches == 1 else 'branches'}")
    title = f" ({conversation.title})" if conversation.title else ""
    path = colours.paint(answer.path, "path")
    return Line(f"{path}{title}: {conversation.format}, {', '.join(counts)}")
