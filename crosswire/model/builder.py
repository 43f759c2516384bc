"""Collects what a format reads into a Conversation."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.model.conversation import (
    Conversation,
    DigestSource,
    EarlierAnswer,
    Message,
    Traits,
    assign_keys,
    no_digest,
)
from crosswire.model.copies import Difference, copied_onto, twins
from crosswire.model.entry import Entry
from crosswire.model.event import Event, TurnEnd, each_once
from crosswire.model.json_values import field_of
from crosswire.model.note import Note
from crosswire.model.parts import (
    JsonObject,
    JsonValue,
    OpaquePart,
    Part,
    Role,
    SettingPart,
    ToolPart,
)
from crosswire.model.source_map import Places
from crosswire.model.thread import ThreadEdge

_FIRST_PLACES = 4
"""Of those where a conversation stands: enough to look around them."""


class ConversationBuilder:
    """What the `read_*` functions of a format write to."""

    def __init__(self, format: str, traits: Traits, *, wire_format: str | None = None) -> None:
        self.format = format
        self.traits = traits
        self.wire_format = wire_format or format
        self.messages: list[Message] = []
        self.settings_and_tools: list[Part] = []
        self.notes: list[Note] = []
        self.calls_may_be_elsewhere = False
        self.title: str | None = None
        self.thread: str | None = None
        self.started_from: ThreadEdge | None = None
        self.starts: list[ThreadEdge] = []
        self.events: list[Event] = []
        self.earlier: list[EarlierAnswer] = []
        self.differences: list[Difference] = []
        self.recorded: Entry | None = None
        """The request, the answer or both that it was read from, in a wire format."""
        self.asked = 0
        """How many of its messages the request has; the others are the answer's."""
        self.read_from: Entry | None = None
        self.stands_at: list[Address] = []
        """Where its bodies and messages stand; of an answer that came in events, these."""
        self.places: Places | None = None
        self.bookkeeping: frozenset[str] = frozenset()
        """Fields of messages and around them that the reader of a log knows to say nothing of
        the conversation."""
        self.set_aside: list[JsonValue] = []
        """Documents that the reader knows to hold no message."""
        self.texts_set_aside: list[tuple[str, Address]] = []
        """Texts that the reader knows to hold none, or to repeat one."""
        self.opened: list[tuple[JsonValue, Address, Places | None]] = []
        """Values that the reader took out of a text, or out of another notation of JSON, which
        knows where their pieces stand."""
        self.unread: list[Note] = []
        """What stands in the upload and was not read; filled after all was read."""

    def message(
        self, role: Role, address: Address, raw: JsonValue, parts: list[Part]
    ) -> Message:
        """Append a message; the caller sets its rarer fields on what comes back."""
        message = Message(role, address, raw, self.wire_format, parts)
        self.messages.append(message)
        return message

    def named_thread(self) -> str:
        """What others name the conversation by: the log's own id, or, where that has none, the
        place where it begins, which is its id from then on."""
        if not self.thread and self.messages:
            self.thread = str(self.messages[0].address)
        return self.thread or ""

    def end_turn(self, at: Address, how: TurnEnd = "over") -> None:
        """Note that the log says, behind the messages so far, that a turn of its program
        ended."""
        self.events.append(Event("turn ended", at, len(self.messages), how))

    def written_again(self, utterance: Sequence[Part], copies: Sequence[Part]) -> list[Part]:
        """Note that parts of one utterance stand in the log once more; gives those of the
        copies that are none of its parts, which stay parts of their own."""
        tied, others = twins(utterance, copies)
        for kept, copy in tied:
            self.differences += copied_onto(kept, copy)
        return others

    def setting(
        self,
        name: str,
        value: JsonValue,
        address: Address,
        *,
        meaning: str | None = None,
        neutral: JsonValue = None,
        of_response: bool = False,
    ) -> None:
        """Append a field beside the messages; `neutral` is needed where it differs from the
        value."""
        self.settings_and_tools.append(
            SettingPart(
                name=name,
                value=value,
                address=address,
                raw=value,
                meaning=meaning,
                neutral=value if neutral is None else neutral,
                of_response=of_response,
            )
        )

    def tool(
        self,
        name: str,
        address: Address,
        raw: JsonValue,
        *,
        description: str | None = None,
        schema: JsonValue = None,
        kind: str = "function",
        extras: JsonObject | None = None,
    ) -> None:
        self.settings_and_tools.append(
            ToolPart(
                name=name,
                address=address,
                raw=raw,
                description=description,
                schema=schema,
                kind=kind,
                extras=extras,
            )
        )

    def note(self, code: str, message: str, address: Address | None = None) -> None:
        self.notes.append(Note(code, message, address))

    def finish(
        self,
        *,
        container: str,
        shape: str,
        documents: Sequence[JsonValue],
        others: tuple[int, int] = (0, 0),
        number: int = 0,
        calls_may_be_elsewhere: bool = False,
        digest_of: DigestSource = no_digest,
        unread: Sequence[Note] = (),
        differences: Sequence[Difference] = (),
        server: str = "",
    ) -> Conversation:
        """The conversation; `others` are the numbers of documents of files before and behind
        its own, `unread` and `differences` those of one that this one was made from."""
        unread = [*self.unread, *unread]
        conversation = Conversation(
            format=self.format,
            container=container,
            wire_format=self.wire_format,
            shape=shape,
            traits=self.traits,
            messages=self.messages,
            settings_and_tools=self.settings_and_tools,
            notes=[*self.notes, *unread],
            unread=unread,
            calls_may_be_elsewhere=self.calls_may_be_elsewhere or calls_may_be_elsewhere,
            title=self.title,
            thread=self.thread,
            started_from=self.started_from,
            starts=self.starts,
            events=each_once(one for one in self.events if one.kind != "turn ended"),
            turn_ends=[event for event in self.events if event.kind == "turn ended"],
            earlier=self.earlier,
            differences=[*self.differences, *differences],
            read_from=self.read_from,
            stands_at=self.stands_at[:_FIRST_PLACES],
            server=server,
            places=self.places,
            documents=documents,
            documents_before=others[0],
            documents_after=others[1],
            number=number,
            digest_of=digest_of,
        )
        assign_keys(conversation)
        return conversation


def opaque(raw: JsonValue, address: Address, reason: str) -> OpaquePart:
    """A block that no word of the model fits, kept as it is."""
    wire_type = field_of(raw, "type")
    return OpaquePart(
        address=address,
        raw=raw,
        wire_type=wire_type if isinstance(wire_type, str) else type(raw).__name__,
        reason=reason,
    )


def extras_of(raw: JsonObject, known: frozenset[str]) -> JsonObject | None:
    """The fields of an object that the model has no word for; a null says nothing and is left
    out."""
    if raw.keys() <= known:
        return None
    return {
        key: value for key, value in raw.items() if key not in known and value is not None
    } or None
