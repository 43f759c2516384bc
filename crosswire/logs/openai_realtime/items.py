"""The items of a conversation, put together from what events tell of them."""

from __future__ import annotations

from msgspec import Struct, field

from crosswire.address import Address, child
from crosswire.logs.openai_realtime.names import DONE
from crosswire.logs.sessions.lines import Line
from crosswire.logs.shared.blocks import Media, Refusal, Text, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect_reading import put
from crosswire.model import JsonObject, JsonValue, Part, Role, TextPart, ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import objects_in, text_or_empty, type_of
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
    pieces: list[JsonValue] = field(default_factory=list)
    """Events with a piece of that."""

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
            into.set_aside += self.pieces
        into.set_aside += objects_in(self.raw.get("content"))

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
