"""The file of a program's log, copied for a repair: all lines of it, or its one document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from msgspec.structs import replace

from crosswire.address import Address, document_of, resolve, root
from crosswire.containers import json_document
from crosswire.errors import BadAddress, UnreadableUpload
from crosswire.logs import LOGS
from crosswire.logs.shared.own_results import OwnResults
from crosswire.model import Conversation, JsonValue, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.repairs.message_list import ALL_DOCUMENTS
from crosswire.repairs.splicing import digest_of
from crosswire.repairs.tracked import Tracker, plain


class CopiedFile:
    """The documents of a file that a log format reads, in tracked containers."""

    def __init__(self, source: Conversation, tracker: Tracker) -> None:
        self._source = source
        self._log = LOGS[source.format]
        own = source.own_documents
        self._first = source.documents_before
        is_lines = len(own) > 1 or source.container == "jsonl"
        self.list_address = ALL_DOCUMENTS if is_lines else None
        origins = [root(number) for number in range(self._first, self._first + len(own))]
        self.elements = tracker.list_of(own, origins, self.list_address)
        self._number = _same(source, self._log.read_documents(own, self._first))

    def roots(self) -> list[tuple[JsonValue, Address]]:
        numbered = enumerate(self.elements, self._first)
        return [(value, root(number)) for number, value in numbered]

    def read(self) -> Conversation:
        return self._read(self.elements, self._source.documents)

    def _read(self, own: Sequence[JsonValue], documents: Sequence[JsonValue]) -> Conversation:
        source = self._source
        builders = self._log.read_documents(own, self._first)
        builder = builders[min(self._number, len(builders) - 1)]
        read = builder.finish(
            container=source.container,
            shape=source.shape,
            documents=documents,
            others=(self._first, source.documents_after),
            number=source.number,
            digest_of=lambda: source.digest,
            calls_may_be_elsewhere=source.calls_may_be_elsewhere,
            unread=source.unread,
            server=source.server,
        )
        return replace(read, started_from=source.started_from, starts=source.starts)

    def finished(self) -> Conversation:
        source, values = self._source, self.elements
        origins = values.element_origins
        own = [_kept(*one, source) for one in zip(values, origins, strict=True)]
        before, after = self._first, len(source.documents) - source.documents_after
        documents = [*source.documents[:before], *own, *source.documents[after:]]
        digest = cache(partial(digest_of, documents))
        return replace(self._read(own, documents), digest_of=digest)

    def ids_in_use(self) -> set[str]:
        builders = self._log.read_documents(self.elements, self._first)
        messages = (message for builder in builders for message in builder.messages)
        parts = (part for message in messages for part in message.parts)
        ends = (part for part in parts if isinstance(part, (ToolCallPart, ToolResultPart)))
        return {end.call_id.value for end in ends if end.call_id.value is not None}

    def origins_of_documents(self) -> list[Address | None] | None:
        return None if self.list_address is None else list(self.elements.element_origins)


def _kept(value: JsonValue, origin: Address | None, source: Conversation) -> JsonValue:
    """A document in plain containers; the very one of the upload where nothing changed."""
    now = plain(value)
    before = None if origin is None else source.documents[document_of(origin)]
    is_same = json_document.write(now) == json_document.write(before)
    return before if is_same else now


def stands_in_file(conversation: Conversation) -> bool:
    """Whether a log can be mended where it stands: its calls and results are values of its
    documents, and not put together from several places or taken out of a text."""
    if conversation.format not in LOGS or conversation.traits.by_shape:
        return False
    own = getattr(LOGS[conversation.format], "RESULTS", None)
    in_pieces = isinstance(own, OwnResults) and own.is_put_together
    ends = [*conversation.messages, *conversation.ends()]
    return bool(ends) and all(
        _stands(node.address, node.raw, conversation, in_pieces=in_pieces) for node in ends
    )


def _stands(
    address: Address, raw: JsonValue, conversation: Conversation, *, in_pieces: bool
) -> bool:
    try:
        value = resolve(address, conversation.documents, _no_text)
    except (BadAddress, UnreadableUpload):
        return False
    return in_pieces or value is raw or (not isinstance(raw, (dict, list)) and value == raw)


def _no_text(_text: object) -> object:
    raise UnreadableUpload("A value inside of a text is none of the documents.")


def reread_log(
    conversation: Conversation, documents: Sequence[JsonValue], number: int
) -> Conversation | None:
    """A log's conversation, the one with this number in its file, in a later state of its
    documents; None where the file has no such conversation any more."""
    first, behind = conversation.documents_before, conversation.documents_after
    own = documents[first : len(documents) - behind]
    builders = LOGS[conversation.format].read_documents(own, first)
    if number >= len(builders) or builders[number].thread != conversation.thread:
        return None
    return builders[number].finish(
        container=conversation.container,
        shape=conversation.shape,
        documents=documents,
        others=(first, behind),
        number=conversation.number,
        digest_of=conversation.digest_of,
        calls_may_be_elsewhere=conversation.calls_may_be_elsewhere,
        unread=conversation.unread,
        server=conversation.server,
    )


def _same(source: Conversation, builders: Sequence[ConversationBuilder]) -> int:
    """Which of the conversations of the file a conversation is."""
    place = [message.address for message in source.messages]
    for number, builder in enumerate(builders):
        if [message.address for message in builder.messages] == place:
            return number
    return 0
