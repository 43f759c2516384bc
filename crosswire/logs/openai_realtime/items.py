"""The items of a conversation, put together from what events tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from crosswire.address import (
    Address,
    are_related,
    child,
    is_within,
    position_of,
    rebase,
)
from crosswire.logs.openai_realtime.names import DONE
from crosswire.logs.sessions.lines import Line
from crosswire.logs.shared.blocks import Media, Refusal, Text, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect_reading import put
from crosswire.model import JsonObject, Part, Role, TextPart, ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, objects_in, text_or_empty, type_of
from crosswire.tools import arguments

_KNOWN = frozenset({"id", "object", "status", "type", "phase", "response_id", "role"})
_SAID = Content(
    blocks={
        **dict.fromkeys(("input_text", "output_text", "text"), Text()),
        **dict.fromkeys(("input_audio", "output_audio", "audio"), Text(("transcript",))),
        "input_image": Media(url=("image_url",), kind="image"),
        "refusal": Refusal(),
    },
    known=_KNOWN | {"audio"},
)
_REMOTE = Result((), ("output", "error"), _SAID, error=("error",), by="server")
_ITEMS = Content(
    blocks={
        "function_call": Call(("call_id",), ("name",), ("arguments",), item=("id",)),
        "function_call_output": Result(("call_id",), ("output",), _SAID, item=("id",)),
        "mcp_call": Call(
            id=(),
            name=("name",),
            arguments=("arguments",),
            type="mcp_call",
            item=("id",),
            by="server",
            also=frozenset({"output", "error"}),
            holds=_REMOTE,
        ),
        "mcp_list_tools": aside,
    },
    known=_KNOWN,
    data=False,
)
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


class Item(Struct):
    """An item as far as it was told."""

    raw: JsonObject = field(default_factory=dict)
    at: Address = Address("")
    full: int = -1
    said: list[Line] = field(default_factory=list)
    """Events that say what it holds."""
    pieces: list[Line] = field(default_factory=list)
    """Events with a piece of that."""
    told: list[Line] = field(default_factory=list)
    """The item, each time that it was told."""

    def read(self, into: ConversationBuilder) -> None:
        """Read it as a message."""
        kind = type_of(self.raw) or "message"
        if kind == "message" or not self.raw:
            parts = _SAID(self.raw.get("content"), child(self.at, "content"))
            parts += self._beside(parts, into)
        else:
            parts = _ITEMS.block(self.raw, self.at)
            self._complete(parts, into)
        if not self.raw and parts:
            self.raw, self.at = self.said[0]
        role = _ROLES.get(text_or_empty(self.raw.get("role")), "assistant")
        if parts:
            put(parts, role, self.raw, self.at, into)
            into.set_aside += (event.raw for event in self.pieces)
            self._note_places(parts)
        into.set_aside += objects_in(self.raw.get("content"))

    def _note_places(self, parts: Iterable[Part]) -> None:
        """Note of each part the events that it was built from, and those that tell it."""
        for part in parts:
            part.also = [
                at
                for at in (*self._tellings(part), *self._pieces_of(part))
                if not are_related(at, part.address)
            ]

    def _tellings(self, part: Part) -> Iterator[Address]:
        """Where the item was told, each time with as much of its content."""
        position = self._position(part)
        for one in self.told if is_within(part.address, self.at) else ():
            if position is None or position < len(list_or_empty(one.raw.get("content"))):
                yield rebase(part.address, self.at, one.at)

    def _pieces_of(self, part: Part) -> Iterator[Address]:
        position = self._position(part)
        for event in (*self.pieces, *self.said):
            named = event.raw.get("content_index")
            if position is None or named is None or named == position:
                key = DONE.get(text_or_empty(event.raw.get("type")), "delta")
                yield child(event.at, key)

    def _position(self, part: Part) -> int | None:
        """Its place in the content of the item; None of what is all of the item, or is said
        by another event alone."""
        is_content = part.address != self.at and is_within(part.address, self.at)
        return position_of(part.address) if is_content else None

    def _beside(self, parts: list[Part], into: ConversationBuilder) -> list[Part]:
        """What other events say that it holds, and it does not say itself."""
        known = {part.text.strip() for part in parts if isinstance(part, TextPart)}
        found: list[Part] = []
        for event in self.said:
            key = DONE[text_or_empty(event.raw.get("type"))]
            text = text_or_empty(event.raw.get(key))
            if text.strip() and text.strip() not in known and key != "arguments":
                known.add(text.strip())
                place = child(event.at, key)
                found.append(TextPart(address=place, raw=text, text=text))
            else:
                into.set_aside.append(event.raw)
        return found

    def _complete(self, parts: list[Part], into: ConversationBuilder) -> None:
        """The arguments of a call, of which another event may say more."""
        calls = [part for part in parts if isinstance(part, ToolCallPart)]
        for event in self.said if calls else ():
            call, given = calls[0], event.raw.get("arguments")
            if given and not call.arguments.text:
                call.arguments = arguments.from_text(given, child(event.at, "arguments"))
                call.name = call.name or text_or_empty(event.raw.get("name"))
            elif given != call.arguments.text:
                continue  # told as not read
            into.set_aside.append(event.raw)
