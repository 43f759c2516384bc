"""From parts of the model to what stands inside an item."""

from __future__ import annotations

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.shared.writing import lost_as, shown_media
from crosswire.model import (
    JsonObject,
    JsonValue,
    MediaPart,
    Message,
    Part,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.media import url_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function, result_text
from crosswire.rendering.result_media import ResultMedia

_REASONS = {
    "server-tool": "Another provider ran the tool; Responses knows only its own.",
    "reasoning": "Responses takes back only what its own models thought.",
    "media": "Responses has no place for this medium here.",
    "opaque": "Responses has no such block.",
}
"""Why a part has no place, by the code of its loss."""


def has_place(out: RenderingBuilder, part: Part, message: Message) -> bool:
    """Whether a part of another variant's message becomes an item, or stands in one."""
    if type(part) is ToolCallPart or type(part) is ToolResultPart:
        return exportable_as_function(part)
    if isinstance(part, (TextPart, RefusalPart)):
        return True
    if not isinstance(part, MediaPart) or message.role == "assistant":
        return False
    return written_media(out, part) is not None


def why_no_place(part: Part) -> tuple[str, str, str]:
    """Code, name and reason of a part that has no place."""
    code, name = lost_as(part)
    return code, name, _REASONS[code]


def detail_of(part: MediaPart) -> tuple[MediaPart, str]:
    """How closely an image is to be looked at, and the part without that extra."""
    extras = dict(part.extras or {})
    detail = extras.pop("detail", None)
    if part.media != "image" or detail not in ("low", "high", "auto"):
        return part, "auto"
    return replace(part, extras=extras or None), str(detail)


def written_media(
    out: RenderingBuilder, part: MediaPart, *, detail: str = "auto"
) -> JsonObject | None:
    """An image or a file as a content part; None for what the format does not take."""
    url = url_of(part)
    file_id = part.file_id if _same_provider(out, part) else None
    if part.media not in ("image", "file") or (url is None and file_id is None):
        return None
    if part.media == "image":
        image: JsonObject = {"type": "input_image", "detail": detail}
        return image | ({"file_id": file_id} if url is None else {"image_url": url})
    file: JsonObject = {"type": "input_file"}
    if part.given is not None:
        return file | {"filename": part.name or "file", "file_data": url}
    return file | ({"file_id": file_id} if url is None else {"file_url": url})


def _same_provider(out: RenderingBuilder, part: Part) -> bool:
    """Whether a file's id means something to the target: both are APIs of one provider."""
    return out.wire_format_of(part).partition("-")[0] == out.target.partition("-")[0]


class ResultWriter:
    """Writes what functions gave, and what of it is to stand behind them."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.media = ResultMedia(
            out,
            limit="The output of a function holds text, images and files.",
            behind="in a message of the user behind the outputs",
        )

    def content(self, result: ToolResultPart, at: Address) -> JsonValue:
        """Text where there is one text, else a list of parts; to stand at `at`."""
        parts = result.content
        if not parts:
            return ""
        if len(parts) == 1 and type(parts[0]) is not MediaPart:
            return self._text(parts[0], at)
        return [self._part(result, part, Address(f"{at}/{i}")) for i, part in enumerate(parts)]

    def _part(self, result: ToolResultPart, part: Part, at: Address) -> JsonValue:
        if not isinstance(part, MediaPart):
            return text_part(self._text(part, at))
        medium, written = self._written(part)
        if written is not None and self.media.inside:
            self.out.link(medium, at)
            return written
        return text_part(self.media.text_for(result, part, at, beside=written is not None))

    def _text(self, part: Part, at: Address) -> str:
        place, holds = "The output of a function", "text, images and files"
        return result_text(self.out, part, at, place=place, holds=holds)

    def _written(self, part: MediaPart) -> tuple[MediaPart, JsonObject | None]:
        """A medium without the field that is written with it, and as a content part."""
        medium, detail = detail_of(part)
        return medium, written_media(self.out, part, detail=detail)

    def shown(self, at: Address) -> JsonObject:
        """A message of the user with the media of the outputs before it."""
        self.media.say_message(at)
        place = Address(f"{at}/content")
        content = shown_media(self.media, place, 0, text_part, self._shown_medium)
        return {"role": "user", "content": content}

    def _shown_medium(self, _: ToolResultPart, part: MediaPart, at: Address) -> JsonValue:
        medium, written = self._written(part)
        self.media.say_shown(medium, at)
        return written


def text_part(text: str) -> JsonObject:
    """A text as a content part."""
    return {"type": "input_text", "text": text}
