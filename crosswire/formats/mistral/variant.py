"""Chat Completions as Mistral speaks it."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.mistral.names import NAME, TITLE
from crosswire.formats.openai_chat.variant import MEANINGS, PART_TYPES, SETTINGS, Variant
from crosswire.model import JsonObject, JsonValue, MediaPart, Part, ReasoningPart
from crosswire.model.builder import extras_of
from crosswire.model.loss import LossKind
from crosswire.model.media import split_data_url, url_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import ToolForms
from crosswire.rendering.settings import field

OWN_CHUNKS = frozenset({"document_url", "reference", "resource", "resource_link"})
"""Types of content parts that Chat Completions has not."""

_THINKING_KEYS = frozenset({"type", "thinking", "signature"})


class MistralVariant(Variant):
    """Mistral's chunks, beside the content parts of Chat Completions."""

    def read_part(self, part: JsonObject, at: Address) -> Part | None:
        kind = part.get("type")
        if kind == "thinking":
            return _read_thinking(part, at)
        if kind == "document_url" and isinstance(part.get("document_url"), str):
            return _read_document(part, str(part["document_url"]), at)
        if kind == "file" and isinstance(part.get("file_id"), str):
            extras = extras_of(part, frozenset({"type", "file_id"}))
            return MediaPart(
                address=at, raw=part, media="file", file_id=str(part["file_id"]), extras=extras
            )
        if kind == "input_audio" and isinstance(part.get("input_audio"), str):
            return _read_sound(part, str(part["input_audio"]), at)
        return None

    def written_media(self, out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
        if part.media == "audio":
            given = part.data or part.url
            return None if given is None else {"type": "input_audio", "input_audio": given}
        url = url_of(part)
        if part.media == "file":
            return None if url is None or not _is_document(part) else _document(part, url)
        return Variant.written_media(self, out, part)

    def say_media(self, out: RenderingBuilder, part: MediaPart, target: Address) -> None:
        if part.media == "audio" and part.mime_type is not None:
            why = f"A recording of Mistral has no field for its type, {part.mime_type}."
            out.lost(LossKind.CHANGED, part, "media-type", part.media, why, target=target)


def _is_document(part: MediaPart) -> bool:
    return part.mime_type in (None, "application/pdf") and (
        part.data is None or part.mime_type is not None
    )


def _document(part: MediaPart, url: str) -> JsonObject:
    written: JsonObject = {"type": "document_url", "document_url": url}
    return written if part.name is None else {**written, "document_name": part.name}


def _read_thinking(part: JsonObject, at: Address) -> Part | None:
    """What a model thought: chunks of text, and references among them, which are no text."""
    thought, signature = part.get("thinking"), part.get("signature")
    if not isinstance(thought, (list, str)):
        return None
    chunks: list[JsonValue] = thought if isinstance(thought, list) else [thought]
    texts = [chunk.get("text") if isinstance(chunk, dict) else chunk for chunk in chunks]
    extras = extras_of(part, _THINKING_KEYS) or {}
    if not all(isinstance(text, str) for text in texts):
        extras["thinking"] = thought
    return ReasoningPart(
        address=at,
        raw=part,
        text="".join(text for text in texts if isinstance(text, str)),
        signature=signature if isinstance(signature, str) else None,
        extras=extras or None,
    )


def _read_document(part: JsonObject, url: str, at: Address) -> Part:
    mime, data = split_data_url(url)
    name = part.get("document_name")
    return MediaPart(
        address=at,
        raw=part,
        media="file",
        mime_type=mime,
        data=data,
        url=url if data is None else None,
        name=name if isinstance(name, str) else None,
        extras=extras_of(part, frozenset({"type", "document_url", "document_name"})),
    )


def _read_sound(part: JsonObject, given: str, at: Address) -> Part:
    """Base64 text, or the URL of a sound."""
    mime, data = split_data_url(given)
    by_url = data is None and given.startswith(("https://", "http://"))
    return MediaPart(
        address=at,
        raw=part,
        media="audio",
        mime_type=mime,
        data=None if by_url else data or given,
        url=given if by_url else None,
        extras=extras_of(part, frozenset({"type", "input_audio"})),
    )


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
