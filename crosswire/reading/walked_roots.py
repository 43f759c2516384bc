"""Where the walk over what was read begins: documents, JSON in texts, answers that came in
events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from crosswire.address import Address
from crosswire.address import root as root_of
from crosswire.model import JsonValue
from crosswire.model.entry import Entry
from crosswire.model.source_map import Places


class Root(Struct, frozen=True):
    """A document, JSON that was written in a text, or an answer that came in events."""

    value: JsonValue
    at: Address
    places: Places | None = None
    """Where the pieces of such an answer stand."""
    passed_over: Sequence[tuple[JsonValue, Address, str]] = ()
    """Fields of its events that are none of the answer."""


def roots_of(
    documents: Sequence[JsonValue], entries: Sequence[Entry], first: int
) -> list[Root]:
    """Where to begin: answers that were put together from events stand for those events."""
    apart = [root for entry in entries for root in _roots_apart(entry)]
    roots = {(id(root.value), root.at): root for root in apart}
    if not entries or not all(entry.is_bare_stream for entry in entries):
        whole = (Root(one, root_of(i)) for i, one in enumerate(documents, first))
        return [*whole, *roots.values()]
    return list(roots.values())


def _roots_apart(entry: Entry) -> Iterator[Root]:
    """The halves of an exchange that are no values within a document."""
    if entry.request is not None and entry.request[1].endswith("!"):
        yield Root(*entry.request)
    if entry.stream is not None:
        yield Root(
            entry.stream.value,
            entry.stream.root,
            Places(entry.stream.root, entry.stream.table),
            entry.stream.passed_over,
        )
    elif entry.response is not None and entry.response[1].endswith("!"):
        yield Root(*entry.response)
