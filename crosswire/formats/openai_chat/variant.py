"""What differs between the APIs that speak Chat Completions: content parts, settings, and what
they lack."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from crosswire.address import Address
from crosswire.formats.openai_chat.names import NAME
from crosswire.formats.openai_chat.writing_media import say_media, written_media
from crosswire.model import DataPart, JsonObject, MediaPart, Message, Part
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.settings import SettingWriter, field
from crosswire.rendering.tool_forms import ToolForms
from crosswire.tools.schemas import OF_OPENAI


class Variant(Struct, frozen=True):
    """One API that speaks Chat Completions."""

    name: str
    title: str
    """As in sentences: "Chat Completions has no ..."."""
    part_types: frozenset[str]
    """Types of content parts."""
    meanings: Mapping[str, str]
    """A field of a request -> what it means."""
    words: Mapping[str, str]
    """A word of `tool_choice` -> the mode that it means."""
    settings: Mapping[str, SettingWriter]
    """A meaning -> how its field is written."""
    tools: ToolForms
    """How it declares tools."""
    named_tools: bool = True
    """Whether a choice may name the one tool that must be called."""
    allowed_tools: bool = True
    """Whether a choice may list the tools that may be called."""
    developers: bool = True
    """Whether there is a role for developers, apart from the system's."""
    refusals: bool = True
    """Whether an assistant's message has a field for a refusal."""
    media_in_results: str | None = None
    """Which models take media in a tool message, as a sentence; None where none does."""
    names_results: bool = False
    """Whether a tool message may say the tool's name."""
    answers_may_be_sent: bool = False
    """Whether a message of a response may stand in a request as it is, null fields and all."""
    plan: str | None = None
    """The field for the text of a message with calls, where `content` must not hold it."""
    thinks: bool = False
    """Whether there is a block for what a model thought."""

    def read_part(self, part: JsonObject, at: Address) -> Part | None:
        """Read a content part that only this variant has; None for any other."""
        return None

    def written_media(self, out: RenderingBuilder, part: MediaPart) -> JsonObject | None:
        """A medium as a content part; None for what the variant does not take."""
        return written_media(out, part)

    def say_media(self, out: RenderingBuilder, part: MediaPart, target: Address) -> None:
        """Report in what the content part of a medium, at `target`, differs from the log."""
        say_media(out, part, target)

    def complete(self, message: Message, raw: JsonObject) -> None:
        """Add to a message what plain Chat Completions has no field for."""

    def written_data(self, part: DataPart) -> JsonObject | None:
        """A structured result as a content part; None where results hold only text."""
        return None

    @property
    def custom_tools(self) -> bool:
        """Whether a tool may take free text."""
        return self.tools.custom


PART_TYPES = frozenset(
    {"text", "image_url", "input_audio", "file", "refusal", "thinking", "video_url"}
)
MEANINGS = {
    "model": "model",
    "max_completion_tokens": "max_output_tokens",
    "max_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "seed": "seed",
    "stop": "stop",
    "stream": "stream",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
    "function_call": "tool_choice",
}
SETTINGS = {
    "model": field("model"),
    "max_output_tokens": field("max_completion_tokens"),
    "temperature": field("temperature"),
    "top_p": field("top_p"),
    "stop": field("stop"),
    "seed": field("seed"),
    "stream": field("stream"),
    "parallel_tool_calls": field("parallel_tool_calls"),
}

CHAT = Variant(
    NAME,
    "Chat Completions",
    PART_TYPES,
    MEANINGS,
    words={"auto": "auto", "none": "none", "required": "required"},
    settings=SETTINGS,
    tools=ToolForms(
        "Chat Completions",
        name_at=("function", "name"),
        schema_at=("function", "parameters"),
        schemas=OF_OPENAI,
        needs_schema=False,
        says_strict=True,
        custom=True,
    ),
)
