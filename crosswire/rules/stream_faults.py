"""What the reader of a stream told of its events, as findings."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import is_within
from crosswire.model import Conversation, Message, Part, StreamFault
from crosswire.rules.rule import Defect, LogRule, Related


def stream_faults(
    rule: LogRule, conversation: Conversation, *, contradicting: bool
) -> Iterator[Defect]:
    """A finding for each of them, at its event."""
    for fault in conversation.notes:
        if not isinstance(fault, StreamFault) or fault.contradicts is not contradicting:
            continue
        part = _part_of(fault, conversation)
        if part is not None:
            related: Related = () if fault.other is None else (("said before", fault.other),)
            yield rule.at(part, fault.message, address=fault.address, related=related)


def has_stream_faults(conversation: Conversation) -> bool:
    return any(isinstance(note, StreamFault) for note in conversation.notes)


def _part_of(fault: StreamFault, conversation: Conversation) -> Part | Message | None:
    """What a fault is about, or else the answer that it is in."""
    about = fault.about or ""
    near = (part for _, part in conversation.parts() if is_within(part.address, about))
    answers = (message for message in reversed(conversation.messages))
    return next(near, None) or next(answers, None)
