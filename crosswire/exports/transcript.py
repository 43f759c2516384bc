"""A conversation as people read it: the source of the Markdown and the HTML page.

It shows the log as it is. Ids are shown as they were logged; a missing id is shown as absent,
and an id that a rendering made is shown next to it, as made.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.containers import json_document
from crosswire.counting import counted
from crosswire.exports.export import Export
from crosswire.ids.invisible import TURNING
from crosswire.model import (
    ArgumentsState,
    DataPart,
    JsonValue,
    MediaPart,
    Message,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.call_id import CallId, IdSource, IdState
from crosswire.model.loss import IdChange
from crosswire.pairing import Fate, How
from crosswire.rules.rule import Diagnostic
from crosswire.tools.arguments import as_text

Kind = Literal["text", "reasoning", "media", "data", "call", "result", "refusal", "opaque"]

_UNPRINTABLE = re.compile(rf"[\ud800-\udfff\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{TURNING}]")


def printable(text: str) -> str:
    """The text with invisible characters, and those that no page can hold, written as JSON
    escapes."""
    text = text.replace("\r\n", "\n")
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def one_line(text: str) -> str:
    """A text on one line, with its line ends to be seen."""
    return printable(text.replace("\n", "\\n").replace("\t", " "))


class ShownId(Struct, frozen=True):
    """The id of a call or a result."""

    logged: str | None
    words: str
    """Its source, or why there is none."""
    made: IdChange | None = None
    """What the rendering wrote in its place."""


class Block(Struct, frozen=True):
    """A text that is shown as it is."""

    text: str
    language: Literal["json", "text"] = "text"


class Piece(Struct):
    """A part of a message."""

    kind: Kind
    heading: str
    """The heading, in our words; `name` has the words of the log."""
    address: Address
    name: str = ""
    number: int | None = None
    """Of a call, from 1; of a result, that of its call."""
    id: ShownId | None = None
    tie: str = ""
    """Which result or call belongs to it, and how that is known."""
    blocks: list[Block] = field(default_factory=list)
    inside: list[Piece] = field(default_factory=list)
    media: MediaPart | None = None
    findings: list[Diagnostic] = field(default_factory=list)


class Turn(Struct):
    """A message."""

    role: str
    address: Address
    timestamp: str | None
    pieces: list[Piece]
    findings: list[Diagnostic]


def turns(export: Export) -> Iterator[Turn]:
    """The messages, in their order."""
    yield from map(_Pieces(export).turn, export.conversation.messages)


def settings(export: Export) -> list[tuple[str, str]]:
    """Names and values of the settings."""
    return [(part.name, as_json(part.value)) for part in export.conversation.settings()]


def tools(export: Export) -> list[ToolPart]:
    return list(export.conversation.tools())


def as_json(value: JsonValue) -> str:
    return json_document.write(value, indent=True).decode()


def title_of(export: Export) -> str:
    return one_line(export.name or export.conversation.title or "A logged conversation")


_HOW = {
    How.BY_ID: "by id",
    How.BY_POSITION: "by position",
    How.BY_NAME: "by name",
    How.EMBEDDED: "in the same item",
}
_FATES = {
    Fate.PENDING: "no result yet: the log ends here",
    Fate.MISSING: "no result in this log",
    Fate.AMBIGUOUS: "results came that may be its own, and nothing tells which",
}
_ABSENT = {
    IdState.NULL: "null on the wire",
    IdState.EMPTY: "empty on the wire",
    IdState.NOT_TEXT: "no text on the wire",
    IdState.NO_FIELD: "no id on the wire",
}


class _Pieces:
    """Makes turns and pieces of one export, with ids, pairs and findings."""

    def __init__(self, export: Export) -> None:
        self.pairing = export.pairing
        self.number_of = {
            call.key: n for n, call in enumerate(export.conversation.calls(), start=1)
        }
        self.fate_of = {alone.call.key: alone.fate for alone in self.pairing.unanswered}
        self.made = {change.node: change for change in export.rendering.id_map}
        self.findings: dict[str, list[Diagnostic]] = defaultdict(list)
        for finding in export.findings:
            self.findings[finding.node].append(finding)

    def turn(self, message: Message) -> Turn:
        return Turn(
            message.role,
            message.address,
            message.timestamp,
            [self.piece(part) for part in message.parts],
            self.findings.get(message.key, []),
        )

    def piece(self, part: Part) -> Piece:
        piece = self._without_findings(part)
        piece.findings = self.findings.get(part.key, [])
        return piece

    def _without_findings(self, part: Part) -> Piece:
        match part:
            case TextPart():
                return Piece("text", "", part.address, blocks=[Block(part.text)])
            case ReasoningPart():
                return _reasoning(part)
            case ToolCallPart():
                return self._call(part)
            case ToolResultPart():
                return self._result(part)
            case MediaPart():
                return Piece(
                    "media", _media_words(part), part.address, name=_source(part), media=part
                )
            case DataPart():
                return Piece(
                    "data", "Data", part.address, blocks=[Block(as_json(part.value), "json")]
                )
            case RefusalPart():
                return Piece("refusal", "Refusal", part.address, blocks=[Block(part.text)])
        name = part.wire_type if isinstance(part, OpaquePart) else ""
        blocks = [Block(as_json(part.raw), "json")]
        return Piece("opaque", "Kept as it is", part.address, name=name, blocks=blocks)

    def _call(self, call: ToolCallPart) -> Piece:
        pair = self.pairing.pair_of.get(call.key)
        if pair is not None:
            tie = f"answered {_HOW[pair.how]}"
        else:
            fate = self.fate_of.get(call.key)
            tie = "its result is not shown" if fate is None else _FATES[fate]
        of_json = call.arguments.state is ArgumentsState.PARSED
        text = as_json(call.arguments.value) if of_json else as_text(call.arguments)
        blocks = [Block(text, "json" if of_json else "text")] if text else []
        shown = Piece(
            "call", "Call", call.address, call.name, self.number_of[call.key], blocks=blocks
        )
        shown.id, shown.tie = self._id(call), tie
        if call.arguments.state is ArgumentsState.INVALID:
            shown.tie += "; its arguments are no JSON"
        if call.embedded is not None:
            shown.inside = [self._result(call.embedded)]
        return shown

    def _result(self, result: ToolResultPart) -> Piece:
        pair = self.pairing.pair_of.get(result.key)
        heading = "Result, an error" if result.is_error else "Result"
        shown = Piece("result", heading, result.address, result.name or "")
        if pair is not None:
            shown.number = self.number_of.get(pair.call.key)
            shown.name = pair.call.name
            shown.tie = f"answers call {shown.number}, {_HOW[pair.how]}"
        else:
            shown.tie = (
                "answers no call of this log" if result.expects_call else "nobody asked for it"
            )
        shown.id = self._id(result)
        shown.inside = [self.piece(content) for content in result.content]
        return shown

    def _id(self, part: ToolCallPart | ToolResultPart) -> ShownId:
        return ShownId(part.call_id.value, _id_words(part.call_id), self.made.get(part.key))


def _id_words(call_id: CallId) -> str:
    if call_id.value is None:
        return _ABSENT.get(call_id.state, "no id on the wire")
    return (
        "the item's own id, as logged" if call_id.source is IdSource.ITEM_ID else "as logged"
    )


def _reasoning(part: ReasoningPart) -> Piece:
    blocks = [Block(part.text)] if part.text else []
    heading = "Reasoning" if blocks else f"Reasoning, {_hidden(part)}"
    return Piece("reasoning", heading, part.address, blocks=blocks)


def _hidden(part: ReasoningPart) -> str:
    """Why a reasoning shows no text."""
    if part.redacted:
        return "withheld by its provider"
    return "encrypted" if part.signature else "empty"


def _media_words(part: MediaPart) -> str:
    kind = part.media.capitalize()
    size = None if part.data is None else counted(len(part.data) * 3 // 4, "byte")
    return kind if size is None else f"{kind}, {size}"


def _source(part: MediaPart) -> str:
    url = part.url if part.data is None else ""
    return " ".join(filter(None, (part.mime_type, part.name, url, part.file_id)))
