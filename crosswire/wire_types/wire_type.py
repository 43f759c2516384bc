"""An entry of the registry: one type of tool call or result on the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from crosswire.model import JsonObject


class Role(StrEnum):
    CALL = "call"
    OUTPUT = "output"
    BOTH = "call+output"
    """A hybrid: one item asks and answers."""


class Category(StrEnum):
    """The worth of the id that ties a result to its call; the words of the survey."""

    NATURAL = "natural"
    """The wire has such an id, and always fills it."""
    NULLABLE = "nullable"
    """The wire has a field for it, which may be null or absent."""
    CONFLATED = "conflated"
    """The wire has only the id of the item itself, which adapters use instead."""
    SYNTHETIC = "synthetic"
    """The wire may have one; an SDK ignores it and makes its own."""
    FABRICATED = "fabricated"
    """The wire has no id of any kind, so that any id shown for one was made up."""


class Discriminator(Struct, frozen=True):
    """How to know the type of an item: the value of its `type` or `role`, or a key that it
    has."""

    kind: Literal["type", "role", "key", "container"]
    value: str


class Survey(Struct, frozen=True, kw_only=True):
    """The entry of a type in the survey with which this project began."""

    name: str
    """The name that it gives the type."""
    category: Category
    listed: bool = True
    """False for a Resource or ItemParam variant, which it counts and does not list."""


class WireType(Struct, frozen=True, kw_only=True):
    """One type of item that calls a tool or brings a result."""

    slug: str
    """Its name in URLs: `openai.mcp_call`."""
    provider: str
    """`openai`, `anthropic`, `gemini`, `azure-foundry`, `bedrock`, `mistral`, `cohere` or
    `ollama`."""
    api: str
    """The provider's interface that it belongs to: `openai-responses`, `gemini-interactions`
    ..."""
    sdk_type: str
    """The dotted name of the type in the provider's SDK."""
    discriminator: Discriminator
    role: Role
    family: str
    """The kind of tool: `function`, `web-search`, `mcp` ..."""
    correlation_field: str | None
    """The field that ties a result to its call; None where there is none."""
    item_id_field: str | None
    """The field that names the item itself."""
    category: Category
    """Of today; `survey.category` is that of the survey."""
    example: JsonObject
    """A made-up item, as small as the SDK's type allows."""
    survey: Survey | None = None
    """None for types that are newer than the survey, or that it left out."""
    embeds: str | None = None
    """Where a hybrid, or an output, holds its result."""
    paired_with: tuple[str, ...] = ()
    """Slugs of the types that answer it, or that it answers."""
    edges: tuple[str, ...] = ()
    """Fields that tie it to yet another item (`caller`, `approval_request_id`)."""
    variant_of: str | None = None
    """The slug of the type that it repeats at another border of the same interface."""
    beta: str | None = None
    """The beta that a client has to ask for."""
    since: str | None = None
    """Since when the SDK has had it, e.g. `openai 1.66.0 (2025-03-11)`; None: not known."""
    note: str = ""
    """A remark, in a sentence."""
    format: str | None = None
    """The wire format by which Crosswire reads it; None where it is known and not read."""
