"""Parts and results as programs keep them that talk to Gemini: its words, in lists of their
own."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import text, words
from crosswire.logs.sessions.kinds import Media
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolResultPart,
)
from crosswire.model.builder import opaque
from crosswire.model.call_id import read_call_id
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_none

_MEDIA = {
    "inlineData": Media(data="inlineData.data", mime="inlineData.mimeType", name=""),
    "fileData": Media(url="fileData.fileUri", mime="fileData.mimeType", name=""),
}
BLOCKS = Blocks(
    {},
    beside=words(
        "status timestamp resultDisplay displayName description result kind agentId "
        "renderOutputAsMarkdown resultDisplayType thoughtSignature displayResult"
    ),
)


def parts_of(content: JsonValue, at: Address) -> list[Part]:
    """The parts of a content: a text, or a list of texts and parts."""
    if isinstance(content, str):
        return [TextPart(address=at, raw=content, text=content)] if content else []
    if isinstance(content, dict):
        return [_part(content, at)]
    return [_part(one, child(at, i)) for i, one in enumerate(list_or_empty(content))]


def _part(raw: JsonValue, at: Address) -> Part:
    if isinstance(raw, str):
        return TextPart(address=at, raw=raw, text=raw)
    held = object_or_empty(raw)
    for kind, media in _MEDIA.items():
        if kind in held:
            return BLOCKS.media(held, at, media)
    said = text(held, "text")
    if said is None:
        return opaque(raw, at, "The program has no such part that is known.")
    if held.get("thought") is True:
        return ReasoningPart(address=at, raw=raw, text=said)
    return TextPart(address=at, raw=raw, text=said)


def response_of(call: JsonObject, at: Address) -> ToolResultPart | None:
    """The result that stands in a call; None where there is none."""
    held, place = call.get("result"), child(at, "result")
    if held is None or held == []:
        return None
    own, content = call.get("id"), list[Part]()
    id_at, present = child(at, "id"), "id" in call
    for i, one in enumerate(held if isinstance(held, list) else [held]):
        spot = child(place, i) if isinstance(held, list) else place
        answer = object_or_empty(object_or_empty(one).get("functionResponse"))
        if not answer:
            content += parts_of(one, spot)
            continue
        inside = child(spot, "functionResponse")
        if answer.get("id") is not None:
            own, id_at, present = answer["id"], child(inside, "id"), True
        content += _returned(answer, inside)
    return ToolResultPart(
        address=place,
        raw=held,
        call_id=read_call_id(own, address=id_at, present=present),
        name=text_or_none(call.get("name")),
        wire_type="functionResponse",
        content=content,
        is_error=call.get("status") in ("error", "cancelled"),
    )


def _returned(answer: JsonObject, at: Address) -> list[Part]:
    response, place = answer.get("response"), child(at, "response")
    fields = object_or_empty(response)
    parts: list[Part] = []
    for name in ("output", "error"):
        if fields.keys() == {name} and isinstance(fields[name], str):
            said = text_or_none(fields[name]) or ""
            parts = [TextPart(address=child(place, name), raw=said, text=said)]
    if not parts and response is not None:
        parts = [DataPart(address=place, raw=response, value=response)]
    return parts + parts_of(answer.get("parts"), child(at, "parts"))
