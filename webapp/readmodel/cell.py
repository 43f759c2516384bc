"""One part as a cell shows it: plain JSON values, described once and for all panes alike."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from crosswire.address import Address, document_of, is_within, last_key, root
from crosswire.logs import LOGS
from crosswire.model import (
    ArgumentsState,
    DataPart,
    IdChange,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from webapp.readmodel import wire
from webapp.readmodel.connectors import Strand
from webapp.readmodel.further import fields_of_message, further_fields, text_in_file
from webapp.readmodel.ids import IdChip, changed, id_chip
from webapp.readmodel.media_facts import MediaFacts, media_facts
from webapp.readmodel.outline import State
from webapp.readmodel.text import holdable, printable
from webapp.readmodel.type_names import KnownType, known_type


class LostThing(TypedDict):
    """Something that a rendering could not hold."""

    kind: str
    code: str
    what: str
    why: str
    fallback: str


class Tied(TypedDict):
    """The pairing of a call or a result in a pane; the fields of its row that are others
    there."""

    call: int | None
    """The number of the call, as in the upload."""
    end: str
    how: str
    state: State
    partner: int | None
    label: str
    became: Literal["", "answered", "answer", "alone"]
    """What is another thing than in the upload; empty where nothing is."""


About = Literal[
    "encrypted",
    "provider",
    "log",
    "base64",
    "file id",
    "no place",
    "not in a request",
    "nothing left",
]
"""What a cell says of its part: that it is encrypted for its provider; who said a setting;
that a medium is in the log, or named by an id; why nothing of the part is shown."""


class Cell(TypedDict):
    """What a pane shows of one part; which fields there are depends on its kind."""

    kind: str
    """The template in `parts/` that shows it."""
    relation: str
    """How it came from the part of the row: `same`, `merged`, `moved`, `changed`, `added`
    ..."""
    address: str
    wire: str
    """Its JSON on one line; see `wire.laid_out`."""
    role: NotRequired[str]
    starts_message: NotRequired[bool]
    lost: NotRequired[list[LostThing]]
    """The first ones, where they are very many."""
    lost_count: NotRequired[int]
    text: NotRequired[str]
    """As it stands in the log; what no page can hold, and what nobody would see, is marked
    when shown."""
    json: NotRequired[str]
    id: NotRequired[IdChip]
    item_id: NotRequired[str | None]
    name: NotRequired[str]
    wire_type: NotRequired[str]
    type: NotRequired[KnownType | None]
    """What the registry says of this wire type."""
    dialect: NotRequired[str]
    """The wire format in whose words it is written."""
    note: NotRequired[str]
    """A text of the log or of the core; what it is says `about`."""
    about: NotRequired[About]
    signature: NotRequired[str]
    """Of a thought: what proves it, or its ciphertext."""
    further: NotRequired[str]
    """Its fields that nothing else shows, as JSON on one line."""
    of_message: NotRequired[str]
    """The same of its message, in the first part of it."""
    media: NotRequired[MediaFacts | None]
    """Of a medium whose bytes the log has."""
    by_server: NotRequired[bool]
    is_error: NotRequired[bool]
    arguments: NotRequired[str]
    """State of a call's arguments."""
    content: NotRequired[list[Cell]]
    result: NotRequired[Cell | None]
    hybrid: NotRequired[bool]
    mended: NotRequired[list[str]]
    """What a repair did to it: kinds of changes, each once."""
    tied: NotRequired[Tied]
    """How call and result belong together in this pane, where that is otherwise than in the
    upload."""
    strands: NotRequired[list[Strand]]
    """In a pane that shows another payload than the upload: its own connectors."""


def describe_part(
    part: Part, message: Message | None, change: IdChange | None = None, line: JsonValue = None
) -> Cell:
    """A part of a message, or of the envelope where there is none; `line` is the log line
    around it."""
    if message is None:
        cell = _by_itself(part, "")
    else:
        cell = _described(part, message.wire_format)
        cell["role"] = _wire_role(message)
        cell["starts_message"] = part is message.parts[0]
        cell["wire"] = "\n".join([_wire_in_message(part, message, line), *_wire_apart(part)])
        if cell["starts_message"] and (fields := fields_of_message(message)):
            cell["of_message"] = fields
    if change is not None and "id" in cell:
        cell["id"]["change"] = changed(change)
    return cell


def describe_envelope(part: Part, format: str) -> Cell:
    """A setting or a tool of an upload; what a program's log says of itself, no provider
    said."""
    cell = describe_part(part, None)
    if isinstance(part, SettingPart) and part.of_response and format in LOGS:
        cell["about"] = "log"
    return cell


def describe_message(message: Message, line: JsonValue = None) -> Cell:
    """A message that holds no part."""
    cell = _cell("empty", message.address)
    cell["wire"] = wire.compact(message.raw if line is None else line)
    cell["role"], cell["starts_message"] = _wire_role(message), True
    if fields := fields_of_message(message):
        cell["of_message"] = fields
    return cell


def _cell(kind: str, address: Address) -> Cell:
    """Its JSON is put in by whoever knows what stands around it there."""
    return Cell(kind=kind, relation="same", address=printable(address), wire="")


def _ids(part: Part) -> list[Address]:
    """Where the ids stand that a part ties its call and result together with."""
    found = [part.call_id] if isinstance(part, (ToolCallPart, ToolResultPart)) else []
    if isinstance(part, ToolCallPart) and part.embedded is not None:
        found.append(part.embedded.call_id)
    return [one.address for one in found if one.value is not None and one.address is not None]


def _by_itself(part: Part, dialect: str) -> Cell:
    """A part with its own JSON, and nothing around it."""
    cell = _described(part, dialect)
    cell["wire"] = cell["wire"] or wire.compact(part.raw)
    return cell


def _described(part: Part, dialect: str) -> Cell:
    cell = _of_kind(part, dialect)
    if fields := further_fields(part):
        cell["further"] = fields
    return cell


def _of_kind(part: Part, dialect: str) -> Cell:
    match part:
        case ToolCallPart():
            return _call(part, dialect)
        case ToolResultPart():
            return _result(part, dialect)
        case MediaPart():
            return _media(part)
        case SettingPart():
            return _setting(part)
        case ToolPart():
            return _tool(part)
        case ReasoningPart():
            return _reasoning(part)
    return _plain(part)


def _plain(part: Part) -> Cell:
    match part:
        case TextPart(text=text):
            cell = _cell("text", part.address)
            cell["text"] = text
        case RefusalPart(text=text):
            cell = _cell("refusal", part.address)
            cell["text"] = text
        case DataPart(value=value):
            cell = _cell("data", part.address)
            cell["json"] = wire.compact(value)
        case OpaquePart(wire_type=wire_type, reason=reason):
            cell = _cell("opaque", part.address)
            cell["wire_type"], cell["note"] = printable(wire_type), printable(reason)
            cell["json"] = wire.compact(part.raw)
        case _:
            cell = _cell("data", part.address)
            cell["json"] = wire.compact(part.raw)
    return cell


def _reasoning(part: ReasoningPart) -> Cell:
    cell = _cell("reasoning", part.address)
    cell["text"] = part.text
    if part.redacted:
        cell["about"] = "encrypted"
    if part.signature is not None:
        cell["signature"] = part.signature
    return cell


def _media(part: MediaPart) -> Cell:
    """A medium in words; where it is a picture that a page may show, its facts say so."""
    cell = _cell("media", part.address)
    cell["name"] = holdable(part.name or "")
    cell["wire_type"] = printable(" · ".join(filter(None, [part.media, part.mime_type])))
    cell["media"] = facts = media_facts(part)
    if facts is not None:
        if facts["size"]:
            cell["about"] = "base64"
        cell["text"] = text_in_file(part)
    elif part.url:
        cell["note"] = part.url
    elif part.file_id:
        cell["note"], cell["about"] = part.file_id, "file id"
    return cell


def _setting(part: SettingPart) -> Cell:
    cell = _cell("setting", part.address)
    cell["wire"] = wire.compact(part.value, key=part.name)
    cell["name"], cell["json"] = holdable(part.name), wire.compact(part.value)
    if part.of_response:
        cell["about"] = "provider"
    return cell


def _tool(part: ToolPart) -> Cell:
    cell = _cell("tool", part.address)
    cell["name"], cell["text"] = holdable(part.name), part.description or ""
    cell["wire_type"] = printable(part.kind)
    cell["json"] = "" if part.schema is None else wire.compact(part.schema)
    return cell


def _call(part: ToolCallPart, dialect: str) -> Cell:
    cell = _cell("call", part.address)
    cell |= {
        "name": holdable(part.name),
        "id": id_chip(part.call_id),
        "item_id": _holdable_or_none(part.item_id),
        "wire_type": printable(part.wire_type),
        "type": known_type(part, dialect),
        "dialect": dialect,
        "by_server": part.executed_by == "server",
        "hybrid": part.hybrid,
        "arguments": part.arguments.state.value,
        "result": None if part.embedded is None else _embedded(part.embedded, dialect),
    }
    if part.arguments.state is ArgumentsState.PARSED:
        cell["json"] = wire.compact(part.arguments.value)
    else:
        cell["text"] = part.arguments.text or ""
    return cell


def _embedded(part: ToolResultPart, dialect: str) -> Cell:
    cell = _result(part, dialect)
    cell["wire"] = wire.compact(part.raw)
    return cell


def _result(part: ToolResultPart, dialect: str) -> Cell:
    cell = _cell("result", part.address)
    cell |= {
        "name": holdable(part.name or ""),
        "id": id_chip(part.call_id),
        "item_id": _holdable_or_none(part.item_id),
        "wire_type": printable(part.wire_type),
        "type": known_type(part, dialect),
        "dialect": dialect,
        "by_server": part.executed_by == "server",
        "is_error": part.is_error,
        "content": [_by_itself(content, dialect) for content in part.content],
    }
    return cell


def _holdable_or_none(text: str | None) -> str | None:
    return None if text is None else holdable(text)


def _wire_role(message: Message) -> str:
    """The word on the wire, where the message has one; else ours."""
    word = message.raw.get("role") if isinstance(message.raw, dict) else None
    return printable(word) if isinstance(word, str) else message.role


def _wire_apart(part: Part) -> list[str]:
    """The texts that a part's JSON only names, each led by its key."""
    return [wire.compact(text, key=last_key(at)) for at, text in part.apart]


def _wire_in_message(part: Part, message: Message, line: JsonValue) -> str:
    """The part's JSON; a message's first part brings what stands around the parts."""
    place, ids = message.in_whole(part.address), [message.in_whole(at) for at in _ids(part)]
    at = (
        message.in_whole(message.address)
        if line is None
        else root(document_of(message.address))
    )
    around = message.raw if line is None else line
    if len(message.parts) == 1 and is_within(place, at):
        return wire.compact(around, at=at, ids=ids)
    own = wire.compact(part.raw, at=place, ids=ids)
    if place == at or part is not message.parts[0]:
        return own
    below = {
        message.in_whole(other.address): f"part {n}"
        for n, other in enumerate(message.parts, start=1)
    }
    return f"{wire.compact(around, at=at, notes=below)}\n{own}"
