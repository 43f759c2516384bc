"""The parts of a conversation as they are compared, each with a digest of its meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.facts import checksum
from crosswire.model import (
    Conversation,
    DataPart,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.node_key import NodeKey, part_key, part_of
from crosswire.pairing import Pairing

_KINDS: dict[type[Part], str] = {
    TextPart: "text",
    ToolCallPart: "call",
    ToolResultPart: "result",
    ReasoningPart: "reasoning",
    MediaPart: "media",
    DataPart: "data",
    RefusalPart: "refusal",
    SettingPart: "setting",
    ToolPart: "tool",
}


class Unit(Struct, eq=False):
    """A part of a conversation, or a message without parts, that may have a counterpart."""

    number: int
    """Counts settings and tools, then the parts of messages, from 0."""
    row: int
    """The row on pages: 0 for all settings and tools, then one for each part."""
    kind: str
    """`text`, `call`, `result`, `setting` ..., or `empty` for a message without parts."""
    address: Address
    node: NodeKey
    """Key of the part or message."""
    part: Part | None
    message: Message | None
    meaning: bytes = b""
    """A digest of role, kind and content, without ids."""
    tool: str = ""
    """For a result: the name of the called tool, where that is known."""
    place: bytes = b""
    """The meaning; for a result, with the meaning of its call."""

    @property
    def role(self) -> str:
        return self.message.role if self.message is not None else ""

    @property
    def name(self) -> str:
        """The name of a tool or a setting."""
        part = self.part
        if isinstance(part, (ToolCallPart, ToolPart, SettingPart)):
            return part.name
        return (part.name or "") if isinstance(part, ToolResultPart) else ""

    def record(self) -> dict[str, JsonValue]:
        return {
            "address": self.address,
            "kind": self.kind,
            "role": self.role or None,
            "name": self.name or None,
        }


class Side(Struct):
    """A conversation that is compared, in units."""

    conversation: Conversation
    pairing: Pairing
    beside: list[Unit] = field(default_factory=list)
    """Settings and declarations of tools."""
    inside: list[Unit] = field(default_factory=list)
    """The parts of the messages, in order."""
    by_node: dict[NodeKey, Unit] = field(default_factory=dict)

    @property
    def units(self) -> list[Unit]:
        return self.beside + self.inside

    def partner(self, unit: Unit) -> Unit | None:
        """The other end of the pair that a call or a result is in."""
        pair = self.pairing.pair_of.get(unit.node)
        if pair is None:
            return None
        return self.by_node.get(pair.result.key if pair.call is unit.part else pair.call.key)

    def unit_of(self, node: NodeKey) -> Unit | None:
        """The unit that a node is, or lies in (`m3.p1` for `m3.p1.c0`); a message's is its
        first."""
        own = part_of(node)
        return self.by_node.get(own) or self.by_node.get(part_key(own, 0))


def side_of(conversation: Conversation, pairing: Pairing) -> Side:
    side = Side(conversation, pairing)
    side.beside = [
        Unit(number, 0, _kind(part), part.address, part.key, part, None, _meaning(part, ""))
        for number, part in enumerate(conversation.settings_and_tools)
    ]
    side.inside = list(_inside(conversation, len(side.beside)))
    side.by_node = {unit.node: unit for unit in side.units}
    for unit in side.units:
        unit.place = unit.meaning
    for pair in pairing.pairs:
        call, result = side.by_node.get(pair.call.key), side.by_node.get(pair.result.key)
        if call is not None and result is not None:
            result.place, result.tool = result.meaning + call.meaning, pair.call.name
    return side


def _inside(conversation: Conversation, number: int) -> Iterator[Unit]:
    row = 1
    for message in conversation.messages:
        for part in message.parts:
            meaning = _meaning(part, message.role)
            yield Unit(
                number, row, _kind(part), part.address, part.key, part, message, meaning
            )
            number, row = number + 1, row + 1
        if not message.parts:
            meaning = _digest("empty", message.role)
            yield Unit(
                number, row, "empty", message.address, message.key, None, message, meaning
            )
            number, row = number + 1, row + 1


def _kind(part: Part) -> str:
    return _KINDS.get(type(part), "opaque")


def _meaning(part: Part, role: str) -> bytes:
    """The digest of a part; the role counts only for what is no call and no result."""
    kind = _kind(part)
    if isinstance(part, ToolCallPart):
        embedded = b"" if part.embedded is None else contents_of(part.embedded)
        return _digest(kind, call_key(part), embedded)
    if isinstance(part, ToolResultPart):
        return _digest(kind, contents_of(part))
    return _digest(kind, role, *_said(part))


def call_key(call: ToolCallPart) -> str:
    """Equal for calls of one tool with equal arguments."""
    sum_of_call = checksum.of(call)
    if sum_of_call is not None:
        return f"{sum_of_call.algorithm}:{sum_of_call.hex}"
    return _digest(call.name, written(call.arguments.value), call.arguments.text or "").hex()


def contents_of(result: ToolResultPart) -> bytes:
    """Equal for results with equal contents."""
    return _digest(*(_digest(_kind(part), *_said(part)) for part in result.content))


def _said(part: Part) -> tuple[str | bytes, ...]:
    match part:
        case TextPart() | RefusalPart():
            return (part.text,)
        case ReasoningPart():
            return part.text, "redacted" if part.redacted else ""
        case MediaPart():
            said = (part.media, part.mime_type, part.data, part.url, part.file_id, part.name)
            return tuple("" if one is None else f"={one}" for one in said)
        case DataPart():
            return (written(part.value),)
        case SettingPart():
            return setting_key(part), written(setting_value(part))
        case ToolPart():
            return part.kind, part.name, part.description or "", written(part.schema)
    return getattr(part, "wire_type", ""), written(part.raw)


def setting_key(part: SettingPart) -> str:
    """The meaning of a setting where formats share it, else its name."""
    said_by = "<" if part.of_response else ">"
    return f"{said_by}={part.meaning}" if part.meaning else f"{said_by}{part.name}"


def setting_value(part: SettingPart) -> JsonValue:
    return part.value if part.meaning is None or part.neutral is None else part.neutral


def written(value: JsonValue) -> bytes:
    """A value's canonical JSON; plain JSON where a value has no canonical form."""
    canonical = checksum.canonical(value)
    return json_document.write(value) if canonical is None else canonical


def _digest(*pieces: str | bytes) -> bytes:
    whole = hashlib.blake2b(digest_size=16)
    for piece in pieces:
        data = piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece
        whole.update(b"%d:" % len(data))
        whole.update(data)
    return whole.digest()
