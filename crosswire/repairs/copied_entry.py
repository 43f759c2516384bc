"""The places of a conversation in a wire format, copied for a repair: bodies and messages."""

from __future__ import annotations

from functools import cache, partial

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats import FORMATS
from crosswire.model import Conversation, JsonObject, JsonValue
from crosswire.model.entry import Entry
from crosswire.reading.choosing import read_entry
from crosswire.repairs.message_list import ALL_DOCUMENTS, list_address, message_addresses
from crosswire.repairs.splicing import digest_of, spliced
from crosswire.repairs.tracked import TrackedObject, Tracker, plain, plain_object


class CopiedEntry:
    """What a conversation was read from, in tracked containers, and how it is read again."""

    def __init__(self, source: Conversation, entry: Entry, tracker: Tracker) -> None:
        self._source, self._entry, self._tracker = source, entry, tracker
        self._wire = FORMATS[source.format]
        self._request = self._body(entry.request)
        self._response = self._body(entry.response)
        self.list_address = list_address(source, entry)
        values = [value for value, _ in entry.messages]
        origins = [address for _, address in entry.messages]
        self.elements = tracker.list_of(values, origins, self.list_address)

    def _body(
        self, body: tuple[JsonObject, Address] | None
    ) -> tuple[TrackedObject, Address] | None:
        return None if body is None else (self._tracker.object(*body), body[1])

    def roots(self) -> list[tuple[JsonValue, Address]]:
        """The values that it is read from, with the addresses that they will have."""
        return _values(self._now())

    def read(self) -> Conversation:
        """The conversation as it stands now."""
        return self._conversation(self._now())

    def finished(self) -> Conversation:
        """The conversation in plain containers, among all documents of the upload."""
        entry = self._now()
        entry.request, entry.response = _plain_body(entry.request), _plain_body(entry.response)
        entry.messages = [(plain(value), address) for value, address in entry.messages]
        documents = spliced(self._source, entry, self.list_address)
        return replace(
            self._conversation(entry),
            documents=documents,
            read_from=replace(entry, errors=[]),  # they were sent for what was logged
            digest_of=cache(partial(digest_of, documents)),
        )

    def _now(self) -> Entry:
        read, values = self._entry, self.elements
        first = self._source.documents_before
        addresses = message_addresses(len(values), self.list_address, read, first)
        return Entry(
            read.shape,
            self._request,
            self._response,
            read.choice,
            list(zip(values, addresses, strict=True)),
            read.title,
            read.unread,
            errors=read.errors,
        )

    def _conversation(self, entry: Entry) -> Conversation:
        source = self._source
        return read_entry(self._wire, entry).finish(
            container=source.container,
            shape=source.shape,
            documents=source.documents,
            others=(source.documents_before, source.documents_after),
            number=source.number,
            digest_of=lambda: source.digest,
            calls_may_be_elsewhere=source.calls_may_be_elsewhere,
            unread=source.unread,
            server=source.server,
            differences=source.differences,
        )

    def ids_in_use(self) -> set[str]:
        ids = (end.call_id.value for end in self.read().ends())
        return {id for id in ids if id is not None}

    def origins_of_documents(self) -> list[Address | None] | None:
        """Where each document of the file came from; None where they stand as they stood."""
        is_list = self.list_address == ALL_DOCUMENTS
        return list(self.elements.element_origins) if is_list else None


def _plain_body(body: tuple[JsonObject, Address] | None) -> tuple[JsonObject, Address] | None:
    return None if body is None else (plain_object(body[0]), body[1])


def _values(entry: Entry) -> list[tuple[JsonValue, Address]]:
    bodies = [body for body in (entry.request, entry.response) if body is not None]
    return [*bodies, *entry.messages]
