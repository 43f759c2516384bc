"""Logs with messages in several formats, of an agent that changed its model midway.

Each message is read by its own format, where one message alone is enough to know it; so every
segment keeps what only its format has a field for. A request that fits one format is no such
log: it was sent as it is. A foreign message in it is read all the same, stays one of the
format that it was sent in, and is a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from crosswire.address import Address, root
from crosswire.containers.opened import Opened
from crosswire.formats import FORMATS
from crosswire.formats.protocol import BodyFormat, Recognition, WireFormat
from crosswire.model import JsonValue, Message, OpaquePart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.reading.detection import Candidate, Detection, found_already
from crosswire.reading.exchanges import Found

_SURE = 0.6
"""Confidence of more than "it fits, and so may others"; see `Recognition.confidence`."""
_KIN = (
    frozenset({"openai-chat", "mistral", "cohere", "ollama"}),
    frozenset({"openai-responses", "azure-foundry"}),
)
"""Formats that read each other's messages, so that a word of only one of them proves
little."""
_CONTAINERS = ("messages", "contents", "input")


def read_segments(wire: BodyFormat, into: ConversationBuilder) -> None:
    """Read again what the format did not understand and another one is sure of."""
    found: dict[str, Address] = {}
    for other, message in _read_again(wire, into):
        if other is not None:
            found.setdefault(other.TITLE, message.address)
    for title, address in found.items():
        what = (
            f"Here begin messages of {title} among those of {wire.TITLE}; each is read by "
            "its own format."
        )
        into.note("mixed-formats", what, address)


def read_foreign_messages(wire: BodyFormat, into: ConversationBuilder) -> None:
    """Read the messages of a request again that are in the words of another format; they were
    sent as they stand, so that they stay messages of the request's format."""
    for other, message in _read_again(wire, into):
        if other is not None:
            message.wire_format, message.in_words_of = wire.NAME, other.NAME


def _read_again(
    wire: BodyFormat, into: ConversationBuilder
) -> list[tuple[WireFormat | None, Message]]:
    """All messages anew, each with the other format that has read it, if any."""
    if not any(map(_is_strange, into.messages)):
        return []
    read: list[tuple[WireFormat | None, Message]] = []
    for message in into.messages:
        other = _format_of(message, wire) if _is_strange(message) else None
        if other is None:
            read.append((None, message))
            continue
        again = ConversationBuilder(other.NAME, other.TRAITS)
        other.read_message(message.raw, message.address, again)
        read += [(other, one) for one in again.messages or [message]]
    into.messages = [message for _, message in read]
    return read


def _is_strange(message: Message) -> bool:
    """Whether its format made little of it: a block that no part fits, another role, a list
    beside its content, or nothing at all."""
    if message.field is not None or not isinstance(message.raw, dict):
        return False
    if message.role == "other" or not message.parts:
        return True
    if message.extras and _has_lists_beside(message.extras):
        return True
    # Not `any`, as each message is asked, of what is written for each target too.
    for part in message.parts:  # noqa: SIM110
        if type(part) is OpaquePart:
            return True
    return False


def _has_lists_beside(extras: Mapping[str, JsonValue]) -> bool:
    """Whether there is a list that its format has no word for: perhaps another's calls."""
    return any(isinstance(one, list) and one for one in extras.values())


def _format_of(message: Message, wire: BodyFormat) -> WireFormat | None:
    """The one format that is sure of this message, which its neighbours' is not."""
    found = _sure_format(message.raw)
    return found if found is not None and not _are_kin(found, wire) else None


def _are_kin(one: BodyFormat, other: BodyFormat) -> bool:
    return one is other or any({one.NAME, other.NAME} <= kin for kin in _KIN)


def _sure_format(value: JsonValue) -> WireFormat | None:
    """The format that is surest of a message; None where several are as sure, or none is."""
    return _surest(_answers(value))


def _answers(value: JsonValue) -> list[tuple[Recognition, WireFormat]]:
    """Of all formats that take the value for theirs."""
    answers = ((format.recognise(value), format) for format in FORMATS.values())
    return [(answer, format) for answer, format in answers if answer is not None]


def _surest(answers: list[tuple[Recognition, WireFormat]]) -> WireFormat | None:
    known = [
        (answer.confidence, format) for answer, format in answers if answer.shape == "message"
    ]
    best = max((confidence for confidence, _ in known), default=0.0)
    sure = [format for confidence, format in known if confidence == best]
    return sure[0] if best >= _SURE and len(sure) == 1 else None


# Where no format fits the whole


def mixed(opened: Opened) -> Candidate | None:
    """How to read an upload with messages in several formats, where no format fits all."""
    parts = _messages(opened.documents, opened.first)
    if parts is None:
        return None
    entry, messages = parts
    sure: Counter[str] = Counter()
    for message in messages:
        answers = _answers(message)
        if not answers:
            return None
        surest = _surest(answers)
        sure.update([surest.NAME] if surest else [])
    if len(sure) < 2:
        return None
    for name, _ in sure.most_common():
        wire = FORMATS[name]
        read = [message for message in _read_as(wire, entry).messages if message.field is None]
        if len(read) >= len(messages):
            titles = ", ".join(FORMATS[other].TITLE for other in sure)
            reason = f"Messages of several formats stand in one list: {titles}."
            detection = Detection(name, wire.TITLE, opened.container, entry.shape, 0.5, reason)
            found = Found(Recognition("messages", 0.5, reason), [entry])
            return found_already(detection, wire, found)
    return None


def _messages(
    documents: Sequence[JsonValue], number: int
) -> tuple[Entry, list[JsonValue]] | None:
    """The messages of a list, of the lines of a file, or of a request body."""
    first = documents[0]
    if len(documents) > 1:
        lines = list(documents)
        places = [(line, root(i)) for i, line in enumerate(lines, number)]
        return Entry("messages", messages=places, several=True), lines
    if isinstance(first, list):
        places = [(value, Address(f"{root(number)}/{i}")) for i, value in enumerate(first)]
        return Entry("messages", messages=places, several=True), first
    held = [first.get(name) for name in _CONTAINERS] if isinstance(first, dict) else []
    lists = [one for one in held if isinstance(one, list)]
    if not isinstance(first, dict) or len(lists) != 1:
        return None
    return Entry("request", request=(first, root(number)), several=True), lists[0]


def _read_as(wire: WireFormat, entry: Entry) -> ConversationBuilder:
    """The conversation of an entry as one format reads it."""
    into = ConversationBuilder(wire.NAME, wire.TRAITS)
    if entry.request is not None:
        wire.read_request(*entry.request, into)
    for value, at in entry.messages:
        wire.read_message(value, at, into)
    return into
