"""From the model's parts to the parts of a content."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.loss import LossKind
from crosswire.media import summary_of
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    Part,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.pairing import Pairing
from crosswire.rendering import RenderingBuilder
from crosswire.writing import json_text, object_arguments, told_name

UNKNOWN_FUNCTION = "unknown_function"
_SAYS_OF_ITSELF = frozenset({"output", "error", "result", "content"})
"""Keys of a result's object that would be read as more than data."""


class PartWriter:
    """Writes one part at a time, each to the address that it is given."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.likely = calls_of_orphans(out.pairing)

    def write(self, part: Part, at: Address) -> JsonValue:
        if isinstance(part, ToolCallPart):
            return self._call(part, at)
        if isinstance(part, ToolResultPart):
            return self._result(part, at)
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return {"text": part.text}
        self.out.link(part, at, "changed")
        if isinstance(part, MediaPart):
            self._say_guessed_type(part, at)
            return media_part(part)
        if isinstance(part, RefusalPart):
            why = "Gemini has no refusals; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
            return {"text": part.text}
        why = "Gemini holds structures only in results; it is written as JSON text."
        self.out.lost(LossKind.CHANGED, part, "data-as-text", "structured content", why, target=at)
        return {"text": json_text(part.value if isinstance(part, DataPart) else part.raw)}

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/functionCall/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        args = object_arguments(self.out, call, Address(f"{at}/functionCall/args"))
        return {"functionCall": {**written, "name": told_name(call), "args": args}}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        inside = Address(f"{at}/functionResponse")
        call_id = self.out.id_for(result, Address(f"{inside}/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        written["name"] = self._name(result, Address(f"{inside}/name"))
        media = [
            part for part in result.content if isinstance(part, MediaPart) and media_part(part) is not None
        ]
        said = [part for part in result.content if part not in media]
        written["response"] = self._response(
            said, result.is_error, bool(media), Address(f"{inside}/response")
        )
        if media:
            written["parts"] = [
                self.write(part, Address(f"{inside}/parts/{i}")) for i, part in enumerate(media)
            ]
        return {"functionResponse": written}

    def _name(self, result: ToolResultPart, at: Address) -> str:
        """The name of the function, which the API requires and most formats leave to the id."""
        pair = self.out.pairing.pair_of.get(result.key)
        called = told_name(pair.call) if pair is not None else None
        own = result.name if result.retold_as is None else result.retold_as
        if called and own and called != own:
            why = f"It answers a call of {called!r}, and the API wants the same name."
            self.out.lost(LossKind.CHANGED, result, "result-name", own, why, target=at)
        likely = self.likely.get(result.key)
        name = called or own or (told_name(likely) if likely is not None else None)
        if name:
            return name
        why = "The API requires the name of the function, and nothing tells which call it answers."
        self.out.added(at, UNKNOWN_FUNCTION, why)
        return UNKNOWN_FUNCTION

    def _response(self, content: Sequence[Part], is_error: bool, has_media: bool, at: Address) -> JsonObject:
        """The object that a result is: `output` or `error` around a text, or the structure itself."""
        key = "error" if is_error else "output"
        place = Address(f"{at}/{key}")
        if not content:
            return {} if has_media and not is_error else {key: ""}
        if len(content) == 1 and isinstance(content[0], DataPart):
            value = content[0].value
            if isinstance(value, dict) and not is_error and _SAYS_OF_ITSELF.isdisjoint(value):
                self.out.link(content[0], at)
                return value
            self.out.link(content[0], place)
            return {key: value}
        texts = [self._result_text(part, place, single=len(content) == 1) for part in content]
        if len(texts) > 1:
            why = "A result holds one text; the parts are joined by line ends."
            self.out.lost(LossKind.CHANGED, content[0], "texts-joined", "texts", why, target=place)
        return {key: "\n".join(texts)}

    def _result_text(self, part: Part, at: Address, *, single: bool) -> str:
        if isinstance(part, (TextPart, RefusalPart)):
            self.out.link(part, at, "same" if single else "merged")
            return part.text
        self.out.link(part, at, "changed")
        if isinstance(part, MediaPart):
            summary = summary_of(part)
            why = "It is kept at another provider, whose ids mean nothing to Gemini."
            self.out.lost(
                LossKind.DROPPED, part, "media-in-result", part.media, why, target=at, fallback=summary
            )
            return summary
        if isinstance(part, DataPart):
            why = "Beside other content the structure is written as JSON text."
            self.out.lost(LossKind.CHANGED, part, "data-as-text", "structured result", why, target=at)
            return json_text(part.value)
        why = "Gemini has no such block; it is written as JSON text."
        self.out.lost(LossKind.CHANGED, part, "opaque", "block", why, target=at)
        return json_text(part.raw)

    def _say_guessed_type(self, part: MediaPart, at: Address) -> None:
        if part.mime_type is None and part.data is not None:
            why = "The API requires a type, and the upload has none."
            self.out.added(Address(f"{at}/inlineData/mimeType"), _BYTES, why)


_BYTES = "application/octet-stream"


def media_part(part: MediaPart) -> JsonObject | None:
    """A medium as Gemini takes it; None for one that another provider keeps."""
    if part.data is not None:
        blob: JsonObject = {"mimeType": part.mime_type or _BYTES, "data": part.data}
        return {"inlineData": blob if part.name is None else {**blob, "displayName": part.name}}
    if part.url is None:
        return None
    file: JsonObject = {"fileUri": part.url}
    if part.mime_type is not None:
        file = {"mimeType": part.mime_type, **file}
    return {"fileData": file if part.name is None else {**file, "displayName": part.name}}


def calls_of_orphans(pairing: Pairing) -> dict[str, ToolCallPart]:
    """For results that answer no call: the call that they most likely belong to."""
    found: dict[str, ToolCallPart] = {}
    for orphan in pairing.orphans:
        if orphan.likely_call is not None:
            found[orphan.result.key] = orphan.likely_call
        elif orphan.duplicate_of is not None:
            found[orphan.result.key] = orphan.duplicate_of.call
    return found
