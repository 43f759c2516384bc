"""From the model's parts to the parts of a content."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crosswire.address import Address
from crosswire.formats.shared.writing import id_field, relation_of, shown_media, told_name
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
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss import LossKind
from crosswire.pairing import Pairing
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exported_name, json_text, object_arguments
from crosswire.rendering.result_media import CODE, ResultMedia

_FIRST_WITH_MEDIA = 3
"""The first generation of Gemini whose responses hold media."""
UNKNOWN_FUNCTION = "unknown_function"
_KEPT_ELSEWHERE = "It is kept at another provider, whose ids mean nothing to Gemini."
_LIKELY = (
    "The API requires the name of the function; it is that of the call most likely answered."
)
_UNKNOWN = (
    "The API requires the name of the function, and nothing tells which call it answers."
)
_SAYS_OF_ITSELF = frozenset({"output", "error", "result", "content"})
"""Keys of a result's object that would be read as more than data."""


class PartWriter:
    """Writes one part at a time, each to the address that it is given."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.likely = calls_of_orphans(out.pairing)
        self.holds_media = _holds_media(out)
        limit = (
            "The model that the log names is older than Gemini 3, whose responses hold "
            "media first."
        )
        behind = "in a part of its own behind the responses"
        self.media = ResultMedia(out, limit=limit, behind=behind)

    def write(self, part: Part, at: Address) -> JsonValue:
        if isinstance(part, TextPart):
            self.out.link(part, at)
            return {"text": part.text}
        if type(part) is ToolCallPart:
            return self._call(part, at)
        if type(part) is ToolResultPart:
            return self._result(part, at)
        self.out.link(part, at, "changed")
        if isinstance(part, MediaPart):
            self._say_guessed_type(part, at)
            return media_part(part)
        if isinstance(part, RefusalPart):
            why = "Gemini has no refusals; it is written as text."
            self.out.lost(LossKind.CHANGED, part, "refusal", "refusal", why, target=at)
            return {"text": part.text}
        why = "Gemini holds structures only in results; it is written as JSON text."
        code, what = "data-as-text", "structured content"
        self.out.lost(LossKind.CHANGED, part, code, what, why, target=at)
        return {"text": json_text(part.value if isinstance(part, DataPart) else part.raw)}

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        written = id_field(self.out, call, Address(f"{at}/functionCall"), "id")
        args = object_arguments(self.out, call, Address(f"{at}/functionCall/args"))
        name = self.out.name_for(exported_name(call), at, "functionCall", "name")
        return {"functionCall": {**written, "name": name, "args": args}}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        inside = Address(f"{at}/functionResponse")
        written = id_field(self.out, result, inside, "id")
        written["name"] = self._name(result, Address(f"{inside}/name"))
        media = self._media_inside(result, Address(f"{inside}/parts"))
        said = [part for part in result.content if part not in media]
        written["response"] = self._response(
            result, said, bool(media), Address(f"{inside}/response")
        )
        if media:
            parts_at = f"{inside}/parts"
            written["parts"] = [
                self.write(part, Address(f"{parts_at}/{i}")) for i, part in enumerate(media)
            ]
        return {"functionResponse": written}

    def _media_inside(self, result: ToolResultPart, at: Address) -> list[MediaPart]:
        """The media that stand in the response itself."""
        if not self.media.inside or self.holds_media is False:
            return []
        media = [part for part in result.content if type(part) is MediaPart]
        media = [part for part in media if media_part(part) is not None]
        if media and self.holds_media is None:
            why = (
                "Models before Gemini 3 take no medium in a response; for these ask for "
                "media beside it."
            )
            first, place = media[0], Address(f"{at}/0")
            self.out.lost(LossKind.CHANGED, first, CODE, first.media, why, target=place)
        return media

    def shown(self, content_at: Address, position: int) -> list[JsonValue]:
        """The media of the results written last, as parts from this position on."""
        if not self.media.waiting:
            return []
        parts_at = Address(f"{content_at}/parts")
        return shown_media(
            self.media, parts_at, position, lambda text: {"text": text}, self._shown_medium
        )

    def _shown_medium(self, _: ToolResultPart, part: MediaPart, at: Address) -> JsonValue:
        self.media.say_shown(part, at)
        self._say_guessed_type(part, at)
        return media_part(part)

    def _name(self, result: ToolResultPart, at: Address) -> str:
        """The name of the function, which the API requires; most formats leave it out."""
        pair = self.out.pairing.pair_of.get(result.key)
        told = told_name(result)
        called = told if pair is None else exported_name(pair.call) or told
        if called and told and called != told:
            why = f"It answers a call of {called!r}, and the API wants the same name."
            self.out.lost(LossKind.CHANGED, result, "result-name", told, why, target=at)
        if called:
            return self.out.name_for(called, at)
        likely = self.likely.get(result.key)
        if likely is None:
            self.out.added(at, UNKNOWN_FUNCTION, _UNKNOWN)
            return UNKNOWN_FUNCTION
        self.out.added(at, exported_name(likely), _LIKELY)
        return self.out.name_for(exported_name(likely), at)

    def _response(
        self, result: ToolResultPart, content: Sequence[Part], has_media: bool, at: Address
    ) -> JsonObject:
        """The object that a result is: `output` or `error` around a text, or the structure
        itself."""
        key = "error" if result.is_error else "output"
        place = Address(f"{at}/{key}")
        if not content:
            return {} if has_media and not result.is_error else {key: ""}
        content = self._without_shown(result, content)
        first = content[0]
        if len(content) == 1 and type(first) is DataPart:
            stands = not result.is_error and _is_plain_object(first.value)
            self.out.link(first, at if stands else place)
            return object_or_empty(first.value) if stands else {key: first.value}
        texts = [self._result_text(result, part, place, len(content)) for part in content]
        if len(texts) > 1:
            why = "A result holds one text; the parts are joined by line ends."
            self.out.lost(LossKind.CHANGED, first, "texts-joined", "texts", why, target=place)
        return {key: "\n".join(texts)}

    def _without_shown(
        self, result: ToolResultPart, content: Sequence[Part]
    ) -> Sequence[Part]:
        """A structure alone, where media that stood with it are shown behind the results: it
        stays one."""
        rest = [part for part in content if not self._is_shown(part)]
        if len(rest) != 1 or type(rest[0]) is not DataPart:
            return content
        for part in content:
            if isinstance(part, MediaPart):
                self.media.wait(result, part)
        return rest

    def _is_shown(self, part: Part) -> bool:
        """Whether it is a medium that stands behind the results."""
        if type(part) is not MediaPart:
            return False
        return self.media.goes_beside(media_part(part) is not None)

    def _result_text(
        self, result: ToolResultPart, part: Part, at: Address, number: int
    ) -> str:
        """The text of one of that `number` of pieces of a result."""
        if isinstance(part, (TextPart, RefusalPart)):
            self.out.link(part, at, relation_of(number))
            return part.text
        if isinstance(part, MediaPart):
            taken = media_part(part) is not None
            return self.media.text_for(
                result, part, at, beside=taken, why=None if taken else _KEPT_ELSEWHERE
            )
        self.out.link(part, at, "changed")
        if isinstance(part, DataPart):
            code, what, value = "data-as-text", "structured result", part.value
            why = "Beside other content the structure is written as JSON text."
        else:
            code, what, value = "opaque", "block", part.raw
            why = "Gemini has no such block; it is written as JSON text."
        self.out.lost(LossKind.CHANGED, part, code, what, why, target=at)
        return json_text(value)

    def _say_guessed_type(self, part: MediaPart, at: Address) -> None:
        if part.mime_type is None and part.given is not None:
            why = "The API requires a type, and the upload has none."
            self.out.added(Address(f"{at}/inlineData/mimeType"), _BYTES, why)
            if part.media != "file":
                why = "As the upload does not tell its type, it stands as a file of any kind."
                self.out.lost(LossKind.CHANGED, part, "media-type", part.media, why, target=at)


_BYTES = "application/octet-stream"
_GENERATION = re.compile(r"gemini-(\d+)")


def _holds_media(out: RenderingBuilder) -> bool | None:
    """Whether responses hold media for the model that the log names; None where it names none
    of Gemini."""
    for setting in out.conversation.settings():
        generation = _GENERATION.search(str(setting.neutral))
        if setting.meaning == "model" and generation is not None:
            return int(generation[1]) >= _FIRST_WITH_MEDIA
    return None


def _is_plain_object(value: JsonValue) -> bool:
    """Whether it is an object that may stand as a result without a key around it."""
    return isinstance(value, dict) and _SAYS_OF_ITSELF.isdisjoint(value)


def media_part(part: MediaPart) -> JsonObject | None:
    """A medium as Gemini takes it; None for one that another provider keeps."""
    named: JsonObject = {} if part.name is None else {"displayName": part.name}
    if part.given is not None:
        mime = part.mime_type or _BYTES
        return {"inlineData": {"mimeType": mime, "data": part.data, **named}}
    if part.url is None:
        return None
    typed: JsonObject = {} if part.mime_type is None else {"mimeType": part.mime_type}
    return {"fileData": {**typed, "fileUri": part.url, **named}}


def calls_of_orphans(pairing: Pairing) -> dict[str, ToolCallPart]:
    """For results that answer no call: the call that they most likely belong to."""
    calls: dict[str, ToolCallPart] = {}
    for orphan in pairing.orphans:
        if orphan.likely_call is not None:
            calls[orphan.result.key] = orphan.likely_call
        elif orphan.duplicate_of is not None:
            calls[orphan.result.key] = orphan.duplicate_of.call
    return calls
