"""The one model that every format is read into: a Conversation of Messages of parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.model.copies import Difference
from crosswire.model.entry import Entry
from crosswire.model.event import Event
from crosswire.model.node_key import (
    UNNAMED,
    NodeKey,
    content_key,
    declared_key,
    embedded_key,
    setting_key,
)
from crosswire.model.note import Note
from crosswire.model.parts import (
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    Role,
    SettingPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.source_map import Places
from crosswire.model.thread import ThreadEdge


class Message(Struct, gc=False):
    """One message, content or item of the wire, with its parts in order."""

    role: Role
    address: Address
    raw: JsonValue
    wire_format: str
    """The wire format whose words `raw` is written in; of a request, that it was sent in."""
    parts: list[Part] = msgspec.field(default_factory=list)
    key: NodeKey = UNNAMED
    field: str | None = None
    """The top-level field that holds it (`system`, `instructions`), where it is no element of
    messages."""
    group: str | None = None
    """Messages with one group were one message on the provider's wire (a log writes a line per
    block)."""
    item_id: str | None = None
    extras: JsonObject | None = None
    extras_at: dict[str, Address] | None = None
    """Where those extras stand that are no fields of `raw` (a log writes some around the
    message)."""
    timestamp: str | None = None
    """As logged, where the format has one."""
    timestamp_at: Address | None = None
    node: str | None = None
    """The id that the log gives it, where its messages name the one before them."""
    parent: str | None = None
    """The id of the message or line that it follows, as the log has it."""
    places: Places | None = None
    """Of a message that came as a stream: `raw` was put together, and addresses name the
    events."""
    in_words_of: str | None = None
    """The wire format whose words a message of a request is in, where that is not the one that
    the request was sent in."""

    def in_whole(self, address: Address) -> Address:
        """An address of this message or of what is in it, as if `raw` stood in one place."""
        return address if self.places is None else self.places.in_whole(address)


class Traits(Struct, frozen=True):
    """What pairing and rules must know of a format, so that they need not know the format."""

    results_share_a_message: bool = False
    """All results of a turn come in one message: one that is missing will not come later."""
    results_follow_calls: bool = True
    """The wire wants results directly after the turn that called."""
    turn_is_one_message: bool = False
    """A second assistant message begins another turn (elsewhere a turn may be written as
    several)."""
    ids_are_unique: bool = False
    """An id may occur once in a request, not only once in a turn."""
    results_are_logged: bool = True
    """Whether results are logged at all: where only calls are, by design, none is missing."""
    ids_are_natural: bool = True
    """The provider itself mints call ids (older Gemini did not)."""
    program: str = ""
    """Of a log: the program that wrote down what the provider of its wire format sent, with
    that provider's ids; empty where the ids are its own."""
    by_shape: bool = False
    """Nobody knows the format: what is what was guessed or told by a mapping, and whose words
    and ids these are is not known. No finding is sure, and no target is judged."""
    when_cut_short: str = ""
    """Of a log: what its program makes of a call whose turn was cut short, when it goes on; a
    sentence, empty where that is not known."""
    told_beside_results: str = ""
    """Of a log: the field beside a message that tells more of the one result in it."""


class EarlierAnswer(Struct, frozen=True):
    """What an answer before the last one says of itself, in a recording of requests."""

    message: int
    """The number of the message that it begins with."""
    settings: Sequence[SettingPart]


DigestSource: TypeAlias = Callable[[], str]
"""Gives the digest of an upload; a function, as few readings need it and it costs."""


def no_digest() -> str:
    """The digest of what is no upload: a rendering that is read back, a message of a test."""
    return ""


class Conversation(Struct, frozen=True, dict=True):
    """A conversation, with all that stood beside it; read once, and not changed afterwards."""

    format: str
    container: str
    wire_format: str
    """The wire format in whose words settings and tools are written."""
    shape: str
    """`request`, `response`, `exchange`, `messages` or `session`."""
    traits: Traits
    messages: Sequence[Message]
    settings_and_tools: Sequence[Part] = ()
    """Settings and tool declarations, in the order of the upload."""
    notes: Sequence[Note] = ()
    unread: Sequence[Note] = ()
    """Those of the notes that tell of something in the upload that was not read."""
    calls_may_be_elsewhere: bool = False
    """The request continues one stored at the provider (`previous_response_id`)."""
    title: str | None = None
    thread: str | None = None
    """Its id in the log: of the session, of the sub-agent, of a branch's first message."""
    started_from: ThreadEdge | None = None
    """The conversation that it is a branch or a sub-agent of, or goes on with."""
    starts: Sequence[ThreadEdge] = ()
    """Those that began in it."""
    events: Sequence[Event] = ()
    """What happened between the messages, in their order."""
    turn_ends: Sequence[Event] = ()
    """Where the log says that a turn ended; the detail of each says how."""
    earlier: Sequence[EarlierAnswer] = ()
    """What the answers before the last one cost, and when they were made; of one exchange
    that stands beside the messages."""
    differences: Sequence[Difference] = ()
    """What parts that stand in the log several times say otherwise at another place."""
    read_from: Entry | None = None
    """The places that it was read from; None where a log format picked them together."""
    stands_at: Sequence[Address] = ()
    """Where the first of its bodies or messages stand, also where it is put together."""
    server: str = ""
    """The host and the path that it was sent to, where these stand beside its document."""
    places: Places | None = None
    """Of an answer that came as a stream; see `Message.places`."""
    documents: Sequence[JsonValue] = ()
    """All documents of the upload; addresses count from here."""
    documents_before: int = 0
    """How many of them are those of files before its own."""
    documents_after: int = 0
    """How many of them are those of files behind it."""
    number: int = 0
    """Which conversation of the upload this is."""
    digest_of: DigestSource = no_digest

    @cached_property
    def digest(self) -> str:
        """sha256 of the upload in hex: the same upload gives the same made ids anywhere."""
        return self.digest_of()

    @property
    def own_documents(self) -> Sequence[JsonValue]:
        """The documents of the file that it stands in."""
        if not (self.documents_before or self.documents_after):
            return self.documents
        return self.documents[
            self.documents_before : len(self.documents) - self.documents_after
        ]

    @property
    def branches(self) -> list[ThreadEdge]:
        """Other branches that leave from its messages; each is a conversation of its own."""
        return [edge for edge in self.starts if edge.relation == "branch"]

    def parts(self) -> Iterator[tuple[Message, Part]]:
        """All parts of all messages, in order; contents of results are not listed apart."""
        for message in self.messages:
            for part in message.parts:
                yield message, part

    def calls(self) -> Iterator[ToolCallPart]:
        return iter(self._calls)

    def results(self) -> Iterator[ToolResultPart]:
        return iter(self._results)

    def ends(self) -> list[ToolCallPart | ToolResultPart]:
        """All calls, then all results."""
        return [*self._calls, *self._results]

    def ends_in_order(self) -> Iterator[ToolCallPart | ToolResultPart]:
        """All calls and results, as they follow one another."""
        return iter(self._ends)

    @cached_property
    def found_out(self) -> dict[object, Any]:
        """What was worked out about its tools once, for all that ask again: many targets are
        asked for one conversation, and most want the same of its schemas."""
        return {}

    # Everything that pairs, checks, plans ids or writes asks for these again.

    @cached_property
    def _parts(self) -> list[Part]:
        return [part for message in self.messages for part in message.parts]

    @cached_property
    def _ends(self) -> list[ToolCallPart | ToolResultPart]:
        return [
            part
            for part in self._parts
            if type(part) is ToolCallPart or type(part) is ToolResultPart
        ]

    @cached_property
    def _calls(self) -> list[ToolCallPart]:
        return [part for part in self._ends if type(part) is ToolCallPart]

    @cached_property
    def _results(self) -> list[ToolResultPart]:
        return [part for part in self._ends if type(part) is ToolResultPart]

    def kinds(self) -> frozenset[type[Part]]:
        """The classes of all parts, those that results hold among them."""
        return self._kinds

    @cached_property
    def _kinds(self) -> frozenset[type[Part]]:
        held = chain.from_iterable(result.content for result in self._results)
        return frozenset(map(type, chain(self._parts, held)))

    def tools(self) -> Iterator[ToolPart]:
        """All declared tools: those of the request, and those that its messages bring."""
        return iter(self._tools)

    def listed_tools(self) -> Iterator[ToolPart]:
        """The tools that stand beside the messages."""
        return (part for part in self.settings_and_tools if isinstance(part, ToolPart))

    @cached_property
    def _tools(self) -> list[ToolPart]:
        declaring = [part for part in self._parts if part.declares]
        return [*self.listed_tools(), *(tool for part in declaring for tool in part.declares)]

    def media(self) -> Iterator[MediaPart]:
        """All media: those of messages, then those of results."""
        return iter(self._media)

    @cached_property
    def _media(self) -> list[MediaPart]:
        results = [
            end.embedded if isinstance(end, ToolCallPart) else end for end in self._ends
        ]
        inside = [part for result in results if result is not None for part in result.content]
        return [part for part in (*self._parts, *inside) if isinstance(part, MediaPart)]

    def settings(self) -> Iterator[SettingPart]:
        return (part for part in self.settings_and_tools if isinstance(part, SettingPart))


def assign_keys(conversation: Conversation) -> None:
    """Name every node: `m3` a message, `m3.p1` a part, `m3.p1.c0` what a result holds,
    `m3.p1.t0` a tool that a block declares, `e2` the envelope."""
    for e, part in enumerate(conversation.settings_and_tools):
        part.key = setting_key(e)
    for m, message in enumerate(conversation.messages):
        # As `message_key` and `part_key` make them: two calls less for each message.
        key = message.key = NodeKey(f"m{m}")
        for p, part in enumerate(message.parts):
            part.key = NodeKey(f"{key}.p{p}")
            if type(part) is ToolCallPart and part.embedded is not None:
                part.embedded.key = embedded_key(part.key)
                _key_contents(part.embedded)
            elif type(part) is ToolResultPart:
                _key_contents(part)
            if part.declares:
                for t, tool in enumerate(part.declares):
                    tool.key = declared_key(part.key, t)


def _key_contents(result: ToolResultPart) -> None:
    for c, content in enumerate(result.content):
        content.key = content_key(result.key, c)
