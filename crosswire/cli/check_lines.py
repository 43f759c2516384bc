"""What `crosswire check` found in a file, as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.colours import Colours, Line
from crosswire.cli.explain import lines_of as lines_of_explanation
from crosswire.cli.verdicts import verdict_lines


def lines_of(answer: Checked | Unreadable, colours: Colours) -> Iterator[Line]:
    """Notes and what cannot be read are for standard error."""
    if isinstance(answer, Unreadable):
        path = colours.paint(answer.path, "path", err=True)
        yield Line(f"{path}: {answer.error}", err=True)
        for one in answer.explained:
            yield from map(Line, lines_of_explanation(None, one))
        return
    for note in answer.notes:
        place = f" {answer.placed(note.address)}:" if note.address else ""
        path = colours.paint(answer.path, "path", err=True)
        yield Line(f"{path}:{place} note: {note.message}", err=True)
    path = colours.paint(answer.path, "path")
    for one in answer.explained:
        for line in lines_of_explanation(answer.conversation, one):
            yield Line(f"{path}: error: {line}")
    for finding in answer.diagnostics:
        kind = colours.paint(f"{finding.severity} {finding.code}", finding.severity)
        place = answer.placed(finding.address)
        yield Line(f"{path}: {place}: {kind} {finding.name}: {finding.message}")
    for states in answer.verdicts:
        for line in verdict_lines(states, answer.settings.shows):
            yield Line(f"{path}: {line}")
    yield counted(answer, colours)


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
    requests = sum(event.kind == "seam" for event in conversation.events)
    if requests:
        counts.append(f"{requests} requests joined")
    branches = len(conversation.branches)
    if branches:
        counts.append(f"{branches} other {'branch' if branches == 1 else 'branches'}")
    title = f" ({conversation.title})" if conversation.title else ""
    path = colours.paint(answer.path, "path")
    return Line(f"{path}{title}: {conversation.format}, {', '.join(counts)}")
