"""Chat Completions as Mistral speaks it."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address
from crosswire.formats.mistral.names import NAME, TITLE
from crosswire.formats.openai_chat.variant import MEANINGS, PART_TYPES, SETTINGS, Variant
from crosswire.model import JsonObject, MediaPart, Part, ReasoningPart
from crosswire.model.builder import extras_of
from crosswire.model.json_values import text_field, text_or_none
from crosswire.model.loss import LossKind
from crosswire.model.media import held_in_url, url_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.settings import field
from crosswire.rendering.tool_forms import ToolForms

OWN_CHUNKS = frozenset({"document_url", "reference", "resource", "resource_link"})
"""Types of content parts that Chat Completions has not."""

_THINKING_KEYS = frozenset({"type", "thinking", "signature"})


class MistralVariant(Variant, frozen=True):
    """Mistral's chunks, together with the content parts of Chat Completions."""

    def read_part(self, part: JsonObject, at: Address) -> Part | None:
        kind = text_or_none(part.get("type"))
        reader = _READERS.get(kind) if kind is not None else None
        return None if reader is None else reader(part, at)

    def written_media(self, out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
        if part.media == "audio":
            given = part.data or part.url
            return None if given is None else {"type": "input_audio", "input_audio": given}
        return _document(part) if part.media == "file" else super().written_media(out, part)

    def say_media(self, out: RenderingBuilder, part: MediaPart, target: Address) -> None:
        if part.media == "audio" and part.mime_type is not None:
            why = f"A recording of Mistral has no field for its type, {part.mime_type}."
            out.lost(LossKind.CHANGED, part, "media-type", part.media, why, target=target)


def _document(part: MediaPart) -> JsonObject | None:
    """A PDF, or the URL of something that may be one."""
    url = url_of(part)
    unknown = part.mime_type is None and part.data is None
    if url is None or not (unknown or part.mime_type == "application/pdf"):
        return None
    written: JsonObject = {"type": "document_url", "document_url": url}
    return written if part.name is None else {**written, "document_name": part.name}


def _read_thinking(part: JsonObject, at: Address) -> Part | None:
    """What a model thought: chunks of text, and references among them, which are no text."""
    thought = part.get("thinking")
    if not isinstance(thought, (list, str)):
        return None
    chunks = [thought] if isinstance(thought, str) else thought
    texts = [c if isinstance(c, str) else text_field(c, "text") for c in chunks]
    extras = extras_of(part, _THINKING_KEYS) or {}
    if None in texts:
        extras["thinking"] = thought
    return ReasoningPart(
        address=at,
        raw=part,
        text="".join(filter(None, texts)),
        signature=text_or_none(part.get("signature")),
        extras=extras or None,
    )


def _read_document(part: JsonObject, at: Address) -> Part | None:
    url = part.get("document_url")
    if not isinstance(url, str):
        return None
    mime, data = held_in_url(url)
    return MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        given=data,
        url=url if data is None else None,
        name=text_or_none(part.get("document_name")),
        extras=extras_of(part, frozenset({"type", "document_url", "document_name"})),
    )


def _read_file(part: JsonObject, at: Address) -> Part | None:
    file_id = part.get("file_id")
    if not isinstance(file_id, str):
        return None
    extras = extras_of(part, frozenset({"type", "file_id"}))
    return MediaPart(address=at, raw=part, media="file", file_id=file_id, extras=extras)


def _read_sound(part: JsonObject, at: Address) -> Part | None:
    """Base64 text, or the URL of a sound."""
    given = part.get("input_audio")
    if not isinstance(given, str):
        return None
    mime, data = held_in_url(given)
    by_url = data is None and given.startswith(("https://", "http://"))
    return MediaPart(
        address=at,
        raw=part,
        media="audio",
        mime_type=mime,
        given=None if by_url else data or given,
        url=given if by_url else None,
        extras=extras_of(part, frozenset({"type", "input_audio"})),
    )


_READERS: dict[str, Callable[[JsonObject, Address], Part | None]] = {
    "thinking": _read_thinking,
    "document_url": _read_document,
    "file": _read_file,
    "input_audio": _read_sound,
}

MISTRAL = MistralVariant(
    NAME,
    TITLE,
    PART_TYPES | OWN_CHUNKS,
    {**MEANINGS, "random_seed": "seed", "top_k": "top_k"},
    words={"auto": "auto", "none": "none", "required": "required", "any": "required"},
    settings={
        **SETTINGS,
        "max_output_tokens": field("max_tokens"),
        "seed": field("random_seed"),
        "top_k": field("top_k"),
    },
    tools=ToolForms(
        TITLE,
        name_at=("function", "name"),
        schema_at=("function", "parameters"),
        says_strict=True,
    ),
    allowed_tools=False,
    developers=False,
    refusals=False,
    media_in_results=(
        "Only newer models of Mistral take media in a result; for others ask for them beside."
    ),
    names_results=True,
    answers_may_be_sent=True,
    thinks=True,
)
