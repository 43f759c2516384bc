"""Samples that stand in pieces: a small document that names the others, and the lists of what
they have in common, cut into files by number.

    samples/1_epoch_1/sample.json         {"id", "epoch", "message_refs": [[0, 3], [4, 6]]}
    samples/1_epoch_1/messages/0.json     [{"role"}, ...]; `events`, `calls`, `attachments` too
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue, Message
from crosswire.model.json_values import list_or_empty, object_or_empty

FOLDER = re.compile(r"(?:.*/)?(samples/[^/]+_epoch_\d+)/")
"""The folder of one sample, at the beginning of the path of a file of it."""
_REFERENCES = "message_refs"
Placed = tuple[JsonValue, Address]


class Pieces(Struct):
    """A sample with its lists."""

    sample: JsonObject
    at: Address
    messages: list[Placed] = field(default_factory=list)
    events: list[Placed] = field(default_factory=list)
    attachments: list[Placed] = field(default_factory=list)
    others: list[JsonValue] = field(default_factory=list)
    """Indexes, and what was sent to providers, which the messages and events say too."""

    def aside(self, told: Sequence[Message]) -> list[JsonValue]:
        """What says nothing else, or was tried and left: what events tell, and messages that
        the conversation does not name."""
        named = {id(message.raw) for message in told}
        left = [one for one, _ in self.messages if id(one) not in named]
        return [*self.others, *left, *(event for event, _ in self.events)]


def is_shell(value: JsonValue) -> bool:
    """Whether a value is a sample whose messages stand in other files."""
    sample = object_or_empty(value)
    return isinstance(sample.get(_REFERENCES), list) and "epoch" in sample


def pieces_of(documents: Sequence[JsonValue], first: int) -> Pieces | None:
    """The sample that some files make up together; None where they are none."""
    placed = [(value, root(number)) for number, value in enumerate(documents, first)]
    shells = [(value, at) for value, at in placed if is_shell(value)]
    if len(shells) != 1:
        return None
    found = Pieces(object_or_empty(shells[0][0]), shells[0][1])
    for value, at in placed:
        if value is not found.sample:
            _sort(value, at, found)
    uuids = [object_or_empty(event).get("uuid") for event, _ in found.events]
    index = [text for text, _ in found.attachments if text in uuids]
    found.attachments = [one for one in found.attachments if one[0] not in index]
    return found


def _sort(value: JsonValue, at: Address, into: Pieces) -> None:
    items = list_or_empty(value)
    listed = [(one, child(at, number)) for number, one in enumerate(items)]
    if items and all(isinstance(one, dict) and "event" in one for one in items):
        into.events += listed
    elif items and all(isinstance(one, dict) and "role" in one for one in items):
        into.messages += listed
    elif items and all(isinstance(one, str) for one in items):
        into.attachments += listed
        into.others.append(value)
    else:
        into.others.append(value)


def referred(references: JsonValue, most: int) -> Iterator[int]:
    """The numbers that references name: one by one, or by their beginning and end."""
    left = most
    for one in list_or_empty(references):
        pair = one if isinstance(one, list) and len(one) == 2 else [one, None]
        begin, end = pair
        if not isinstance(begin, int) or isinstance(begin, bool) or begin < 0:
            continue
        stop = end if isinstance(end, int) else begin + 1
        yield from range(begin, min(stop, begin + left))
        left -= max(0, min(stop - begin, left))
