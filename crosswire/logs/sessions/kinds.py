"""The kinds of blocks in messages, with the names that a program gives their fields."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct


class Text(Struct, frozen=True):
    """A block of text; `text` names its field, as do the fields of the other classes."""

    text: str = "text"


class Thought(Struct, frozen=True):
    """A block of reasoning."""

    text: str = "thinking"
    signature: str = "signature"
    redacted: str = ""


class Call(Struct, frozen=True):
    """A call. `id` is empty where the program writes none."""

    id: str = "id"
    name: str = "name"
    arguments: str = "arguments"
    is_prose: bool = False
    """Whether arguments that are a text are none of JSON, by design."""
    may_lack_id: bool = False
    """Whether a call without the field is of a version that writes none."""


class Result(Struct, frozen=True):
    """A result. `error` is true or names a failure where it is one; behind `!` it is false."""

    id: str = "id"
    content: str = "content"
    name: str = ""
    error: str = ""
    may_lack_id: bool = False


class Media(Struct, frozen=True):
    """An image, a sound, a file: its bytes, or where they are."""

    data: str = "data"
    mime: str = "mimeType"
    url: str = "url"
    name: str = "name|filename"
    media: Literal["image", "audio", "video", "file"] | None = None
    """Its kind, where the type of the block says it."""


Block: TypeAlias = Text | Thought | Call | Result | Media
