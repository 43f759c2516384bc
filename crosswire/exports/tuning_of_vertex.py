"""Lines of training data for Gemini on Vertex AI: contents with text, files by URI, calls,
responses."""

from __future__ import annotations

from typing import cast

from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject, JsonValue

_FIELDS = ("systemInstruction", "contents", "tools")
_PARTS = ("text", "fileData", "functionCall", "functionResponse")
_BY_URI = "A line takes files by their URI (`fileData`), and these are bytes."


def write(shaping: Reshaping) -> JsonObject:
    payload = shaping.export.payload
    for name in payload:
        if name not in _FIELDS:
            shaping.remove(name)
    contents = payload["contents"]
    for n, content in enumerate(contents if isinstance(contents, list) else ()):
        parts = content.get("parts") if isinstance(content, dict) else None
        kept = False
        for p, part in enumerate(parts if isinstance(parts, list) else ()):
            kept |= _part(shaping, n, p, part)
        if not kept:
            shaping.remove("contents", n)
    return cast("JsonObject", shaping.value())


def _part(shaping: Reshaping, n: int, p: int, part: JsonValue) -> bool:
    """Whether the part stays."""
    place = ("contents", n, "parts", p)
    if (
        not isinstance(part, dict)
        or part.get("thought")
        or not any(name in part for name in _PARTS)
    ):
        media = isinstance(part, dict) and "inlineData" in part
        shaping.remove(*place, why=_BY_URI if media else None)
        return False
    if "thoughtSignature" in part:
        shaping.remove(*place, "thoughtSignature", code="signature")
    _response_parts(shaping, place, part.get("functionResponse"))
    return True


def _response_parts(
    shaping: Reshaping, place: tuple[str | int, ...], response: JsonValue
) -> None:
    """Media inside a response are bytes as well."""
    parts = response.get("parts") if isinstance(response, dict) else None
    for p, part in enumerate(parts if isinstance(parts, list) else ()):
        if isinstance(part, dict) and "inlineData" in part:
            shaping.remove(*place, "functionResponse", "parts", p, why=_BY_URI)
