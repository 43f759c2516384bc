"""From the model's parts to the parts of a content."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crosswire.address import Address
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
from crosswire.model.loss import LossKind
from crosswire.pairing import Pairing
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exported_name, json_text, object_arguments
from crosswire.rendering.result_media import CODE, ResultMedia

_FIRST_WITH_MEDIA = 3
"""The first generation of Gemini whose responses hold media."""
UNKNOWN_FUNCTION = "unknown_function"
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
        self.out.lost(
            LossKind.CHANGED, part, "data-as-text", "structured content", why, target=at
        )
        return {"text": json_text(part.value if isinstance(part, DataPart) else part.raw)}

    def _call(self, call: ToolCallPart, at: Address) -> JsonValue:
        self.out.link(call, at, "changed")
        call_id = self.out.id_for(call, Address(f"{at}/functionCall/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        args = object_arguments(self.out, call, Address(f"{at}/functionCall/args"))
        name = self.out.name_for(exported_name(call), at, "functionCall", "name")
        return {"functionCall": {**written, "name": name, "args": args}}

    def _result(self, result: ToolResultPart, at: Address) -> JsonValue:
        self.out.link(result, at, "changed")
        inside = Address(f"{at}/functionResponse")
        call_id = self.out.id_for(result, Address(f"{inside}/id"))
        written: JsonObject = {} if call_id is None else {"id": call_id}
        written["name"] = self._name(result, Address(f"{inside}/name"))
        media = self._media_inside(result, Address(f"{inside}/parts"))
        said = [part for part in result.content if part not in media]
        written["response"] = self._response(
            result, said, bool(media), Address(f"{inside}/response")
        )
        if media:
            written["parts"] = [
                self.write(part, Address(f"{inside}/parts/{i}"))
                for i, part in enumerate(media)
            ]
        return {"functionResponse": written}

    def _media_inside(self, result: ToolResultPart, at: Address) -> list[MediaPart]:
        """The media that stand in the response itself."""
        if not self.media.inside or self.holds_media is False:
            return []
        media = [part for part in _media_of(result) if media_part(part) is not None]
        if media and self.holds_media is None:
            why = (
                "Models before Gemini 3 take no medium in a response; for these ask for "
                "media beside it."
            )
            self.out.lost(
                LossKind.CHANGED,
                media[0],
                CODE,
                media[0].media,
                why,
                target=Address(f"{at}/0"),
            )
        return media

    def shown(self, content_at: Address, position: int) -> list[JsonValue]:
        """The media of the results written last, as parts from this position of a content on."""
        written: list[JsonValue] = []
        for shown in self.media.take():
            at = Address(f"{content_at}/parts/{position + len(written)}")
            self.media.say_label(at, shown.label)
            written.append({"text": shown.label})
            for part in shown.parts:
                at = Address(f"{content_at}/parts/{position + len(written)}")
                self.media.say_shown(part, at)
                self._say_guessed_type(part, at)
                written.append(media_part(part))
        return written

    def _name(self, result: ToolResultPart, at: Address) -> str:
        """The name of the function, which the API requires and most formats leave to the id."""
        pair = self.out.pairing.pair_of.get(result.key)
        called = exported_name(pair.call) if pair is not None else None
        own = (
            result.name
            if result.function_name_for_export is None
            else result.function_name_for_export
        )
        if called and own and called != own:
            why = f"It answers a call of {called!r}, and the API wants the same name."
            self.out.lost(LossKind.CHANGED, result, "result-name", own, why, target=at)
        likely = self.likely.get(result.key)
        name = called or own
        if name:
            return self.out.name_for(name, at)
        if likely is not None:
            why = (
                "The API requires the name of the function; it is that of the call most "
                "likely answered."
            )
            self.out.added(at, exported_name(likely), why)
            return self.out.name_for(exported_name(likely), at)
        why = (
            "The API requires the name of the function, and nothing tells which call it "
            "answers."
        )
        self.out.added(at, UNKNOWN_FUNCTION, why)
        return UNKNOWN_FUNCTION

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
        if len(content) == 1 and isinstance(content[0], DataPart):
            value = content[0].value
            if (
                isinstance(value, dict)
                and not result.is_error
                and _SAYS_OF_ITSELF.isdisjoint(value)
            ):
                self.out.link(content[0], at)
                return value
            self.out.link(content[0], place)
            return {key: value}
        texts = [
            self._result_text(result, part, place, single=len(content) == 1)
            for part in content
        ]
        if len(texts) > 1:
            why = "A result holds one text; the parts are joined by line ends."
            self.out.lost(
                LossKind.CHANGED, content[0], "texts-joined", "texts", why, target=place
            )
        return {key: "\n".join(texts)}

    def _without_shown(
        self, result: ToolResultPart, content: Sequence[Part]
    ) -> Sequence[Part]:
        """A structure alone, where media that stood with it are shown behind the results: it
        stays one."""
        rest = [part for part in content if not isinstance(part, MediaPart)]
        media = [part for part in content if isinstance(part, MediaPart)]
        if len(rest) != 1 or not isinstance(rest[0], DataPart):
            return content
        if not all(self.media.goes_beside(media_part(part) is not None) for part in media):
            return content
        for part in media:
            self.media.wait(result, part)
        return rest

    def _result_text(
        self, result: ToolResultPart, part: Part, at: Address, *, single: bool
    ) -> str:
        if isinstance(part, (TextPart, RefusalPart)):
            self.out.link(part, at, "same" if single else "merged")
            return part.text
        if isinstance(part, MediaPart):
            taken = media_part(part) is not None
            why = (
                None
                if taken
                else "It is kept at another provider, whose ids mean nothing to Gemini."
            )
            return self.media.text_for(result, part, at, beside=taken, why=why)
        self.out.link(part, at, "changed")
        if isinstance(part, DataPart):
            why = "Beside other content the structure is written as JSON text."
            self.out.lost(
                LossKind.CHANGED, part, "data-as-text", "structured result", why, target=at
            )
            return json_text(part.value)
        why = "Gemini has no such block; it is written as JSON text."
        self.out.lost(LossKind.CHANGED, part, "opaque", "block", why, target=at)
        return json_text(part.raw)

    def _say_guessed_type(self, part: MediaPart, at: Address) -> None:
        if part.mime_type is None and part.data is not None:
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
        found = (
            _GENERATION.search(str(setting.neutral)) if setting.meaning == "model" else None
        )
        if found is not None:
            return int(found[1]) >= _FIRST_WITH_MEDIA
    return None


def _media_of(result: ToolResultPart) -> list[MediaPart]:
    return [part for part in result.content if isinstance(part, MediaPart)]


def media_part(part: MediaPart) -> JsonObject | None:
    """A medium as Gemini takes it; None for one that another provider keeps."""
    if part.data is not None:
        blob: JsonObject = {"mimeType": part.mime_type or _BYTES, "data": part.data}
        return {
            "inlineData": blob if part.name is None else {**blob, "displayName": part.name}
        }
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
