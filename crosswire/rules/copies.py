"""Copies of one part that do not agree, as findings at both places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from crosswire.address import Address
from crosswire.model import Conversation, Difference, Message, Part
from crosswire.rules.rule import Defect, LogRule, Severity

Words = Callable[[Difference, bool], str]
"""What is said of a difference where the conversation is read from, and at the copy (True)."""


def has_differences(conversation: Conversation) -> bool:
    return bool(conversation.differences)


def at_both(
    rule: LogRule,
    conversation: Conversation,
    found: Iterable[Difference],
    words: Words,
    severity: Callable[[Difference], Severity],
) -> Iterator[Defect]:
    """A finding at each of the two places, which names the other."""
    parts = {part.address: part for _, part in conversation.parts()}
    first = next(iter(conversation.messages), None)
    for one in found:
        part: Part | Message | None = parts.get(one.part, first)
        if part is None:
            continue
        places: tuple[tuple[Address, Address], ...] = (
            (one.here, one.there),
            (one.there, one.here),
        )
        for at_copy, (place, other) in enumerate(places):
            yield rule.at(
                part,
                words(one, bool(at_copy)),
                severity=severity(one),
                address=place,
                related=(("copy", other),),
            )
