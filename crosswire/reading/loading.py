"""From bytes to conversations: open the container, find the format, read."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import msgspec

from crosswire.containers import Opened, json_document, open_upload
from crosswire.containers.opened import MAX_NOTES, shortened
from crosswire.errors import NotAConversation, UnknownFormat
from crosswire.formats.protocol import WireFormat
from crosswire.model import Conversation, JsonValue, Note
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.model.source_map import Places
from crosswire.reading import unsupported_formats, upload_limits
from crosswire.reading.detection import Candidate, Detection, candidates, forced, known_formats
from crosswire.reading.mixed_formats import mixed, read_segments
from crosswire.streams.readdressing import keep_broken_arguments, readdress


@dataclass(slots=True)
class Log:
    """An upload, read: its documents and the conversations in them."""

    name: str | None
    container: str
    detection: Detection
    documents: list[JsonValue]
    lines: list[int] | None
    """JSON Lines and event streams: the 1-based line of each document."""
    conversations: list[Conversation]
    notes: list[Note]
    digest_of: Callable[[], str]

    @property
    def digest(self) -> str:
        """sha256 of the bytes, in hex."""
        return self.digest_of()

    @property
    def format(self) -> str:
        return self.detection.format


def load(
    data: bytes,
    *,
    name: str | None = None,
    format: str | None = None,
    max_conversations: int | None = None,
) -> Log:
    """Read an upload; `format` overrules what would be detected.

    Raises UnreadableUpload where the bytes hold no document, NotAConversation where no format
    knows the document, UnknownFormat where `format` is none, TooManyConversations where there
    are more than `max_conversations`.
    """
    _check(format)
    with collector_paused():
        if max_conversations is not None:
            upload_limits.refuse_lines(data, max_conversations)
        opened = open_upload(data)
        if max_conversations is not None:
            upload_limits.refuse_items(opened, max_conversations)
        digest_of = cache(lambda: hashlib.sha256(data).hexdigest())
        chosen, conversations = _read(opened, format, digest_of)
    what = f"Nothing of {chosen.detection.title} stands here; it was left out."
    skipped = [Note("skipped-document", what, at) for at in chosen.skipped[: MAX_NOTES + 1]]
    return Log(
        name,
        opened.container,
        chosen.detection,
        opened.documents,
        opened.lines,
        conversations,
        shortened(skipped + opened.notes),
        digest_of,
    )


def detect(data: bytes) -> list[Detection]:
    """The formats that fit an upload, the likeliest first; raises UnreadableUpload."""
    with collector_paused():
        return [candidate.detection for candidate in _candidates(open_upload(data))]


def why_none_fits(data: bytes) -> str:
    """A sentence on an upload that no format fits; raises UnreadableUpload."""
    with collector_paused():
        return _no_conversation(open_upload(data), None)


def parse(value: JsonValue, format: str | None = None) -> list[Conversation]:
    """Read a JSON value that is in memory already; see `load`."""
    _check(format)
    with collector_paused():
        json_document.refuse_too_deep(value)
        return _read(Opened("json", [value]), format, cache(lambda: digest_of_value(value)))[1]


def digest_of_value(value: JsonValue) -> str:
    """The digest of a value in memory, from the bytes that cost least to make."""
    try:
        data = msgspec.msgpack.encode(value)
    except (
        TypeError,
        ValueError,
        OverflowError,
        RecursionError,
    ):  # numbers and texts that JSON alone holds
        data = json_document.write(value)
    return hashlib.sha256(data).hexdigest()


def read_back(payload: JsonValue, format: str) -> Conversation:
    """Read a body that was just written, without its digest, which no rendering needs.

    Raises NotAConversation where there is nothing in it.
    """
    with collector_paused():
        return _read(Opened("json", [payload]), format, str)[1][0]


def _check(format: str | None) -> None:
    if format is not None and format not in known_formats():
        raise UnknownFormat(
            f"There is no format {format!r}. Known are: {', '.join(known_formats())}."
        )


@contextmanager
def collector_paused() -> Iterator[None]:
    """Without the cyclic collector: over 100,000 messages it is the largest single cost of
    reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # Straight to the oldest generation, or the first thing it did would be to go
            # through all of it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _read(
    opened: Opened, format: str | None, digest_of: Callable[[], str]
) -> tuple[Candidate, list[Conversation]]:
    """By the format that was asked for, or else the likeliest; raises NotAConversation."""
    chosen = (
        next(iter(_candidates(opened)), None) if format is None else forced(opened, format)
    )
    if chosen is None:
        message = _no_conversation(opened, format)
        raise NotAConversation(message, may_be_named=format is None and _may_be_named(opened))
    read = [
        (builder, shape)
        for builder, shape in _builders(chosen, opened)
        if builder.messages or builder.settings_and_tools
    ]
    if not read:
        raise NotAConversation(_no_conversation(opened, format))
    return chosen, [
        builder.finish(
            container=opened.container,
            shape=shape,
            documents=opened.documents,
            number=number,
            digest_of=digest_of,
        )
        for number, (builder, shape) in enumerate(read)
    ]


def _builders(chosen: Candidate, opened: Opened) -> Iterator[tuple[ConversationBuilder, str]]:
    """The conversations that a format has read, each with its shape."""
    if chosen.log is not None:
        for builder in chosen.log.read_documents(opened.documents):
            yield builder, "session"
    if chosen.wire is not None:
        for entry in chosen.entries:
            yield read_entry(chosen.wire, entry), entry.shape


def _candidates(opened: Opened) -> list[Candidate]:
    """The formats that fit, likeliest first; else that of messages in several formats."""
    found = candidates(opened)
    several = None if found else mixed(opened)
    return found if several is None else [several]


def read_entry(wire: WireFormat, entry: Entry) -> ConversationBuilder:
    """Read the conversation at one place."""
    into = ConversationBuilder(wire.NAME, wire.TRAITS)
    into.title = entry.title
    into.read_from = entry
    if entry.request is not None:
        wire.read_request(*entry.request, into)
    if entry.response is not None:
        body, at = entry.response
        wire.read_response(body, at, entry.choice, into)
    for value, at in entry.messages:
        wire.read_message(value, at, into)
    if entry.request is None or entry.several:
        # A request was sent as it stands, and what is foreign in it is wrong there: the rules
        # say so.
        read_segments(wire, into)
    if entry.stream is not None:
        # Its words are not all in one place, so that a repair starts from the request that it
        # makes.
        into.read_from = None
        keep_broken_arguments(into, entry.stream)
        readdress(into, Places(entry.stream.root, entry.stream.table))
        into.notes += entry.stream.notes
    if entry.unread is not None:
        half, place = entry.unread
        into.note(
            f"{half}-not-read",
            f"What stands here is no {half} of {wire.TITLE}; it was left out.",
            place,
        )
    return into


_LANGUAGES = {"python": "a Python literal", "sse": "an event stream"}


def _no_conversation(opened: Opened, format: str | None) -> str:
    what = _describe(opened.documents, "events" if opened.container == "sse" else "lines")
    language = _LANGUAGES.get(opened.container, "JSON")
    empty = _empty_container(opened.documents[0])
    if empty is not None:
        return (
            f"This reads as {language} ({what}), but its {empty!r} are empty: there is no "
            "conversation in it."
        )
    wanted = f"as {format}" if format else "as a conversation of any known format"
    unread = unsupported_formats.describe(opened.documents)
    hint = unread or f"Known formats: {', '.join(known_formats())}."
    return f"This reads as {language} ({what}), but not {wanted}. {hint}"


def _may_be_named(opened: Opened) -> bool:
    """Whether a format that somebody insists on finds something to read in it."""
    first = opened.documents[0]
    if (
        opened.container == "sse"
        or unsupported_formats.describe(opened.documents)
        or _empty_container(first)
    ):
        return False
    return isinstance(first, (dict, list)) and bool(first)


def _empty_container(document: JsonValue) -> str | None:
    """The field of a request that should hold messages, and holds none."""
    if not isinstance(document, dict):
        return None
    return next(
        (name for name in ("messages", "contents", "input") if document.get(name) == []), None
    )


def _describe(documents: Sequence[JsonValue], many: str) -> str:
    first = documents[0]
    if isinstance(first, dict):
        keys = ", ".join(repr(key[:40]) for key in list(first)[:6])
        text = f"an object with the keys {keys}" if first else "an empty object"
    elif isinstance(first, list):
        text = f"an array of {len(first)}"
    else:
        text = "a plain value"
    return text if len(documents) == 1 else f"{len(documents)} {many}, the first {text}"
