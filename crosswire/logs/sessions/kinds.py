"""The kinds of blocks in messages, with the names that a program gives their fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """A block of text; `text` names its field, as do the fields of the other classes."""

    text: str = "text"


@dataclass(frozen=True, slots=True)
class Thought:
    """A block of reasoning."""

    text: str = "thinking"
    signature: str = "signature"
    redacted: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call. `id` is empty where the program writes none."""

    id: str = "id"
    name: str = "name"
    arguments: str = "arguments"
    is_prose: bool = False
    """Whether arguments that are a text are none of JSON, by design."""
    may_lack_id: bool = False
    """Whether a call without the field is of a version that writes none."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result. `error` is true or names a failure where it is one; behind `!` it is false."""

    id: str = "id"
    content: str = "content"
    name: str = ""
    error: str = ""
    may_lack_id: bool = False


@dataclass(frozen=True, slots=True)
class Media:
    """An image, a sound, a file: its bytes, or where they are."""

    data: str = "data"
    mime: str = "mimeType"
    url: str = "url"
    name: str = "name|filename"
    media: Literal["image", "audio", "video", "file"] | None = None
    """Its kind, where the type of the block says it."""


Block: TypeAlias = Text | Thought | Call | Result | Media
