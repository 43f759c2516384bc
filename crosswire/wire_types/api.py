"""The columns that all types of an interface share; a table has only what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict, Unpack

from msgspec import Struct

from crosswire.model import JsonObject
from crosswire.wire_types.since import SINCE
from crosswire.wire_types.wire_type import Category, Discriminator, Role, Survey, WireType


class Rest(TypedDict, total=False):
    """Columns that a row gives where it differs from the others of its interface; see
    `WireType`."""

    discriminator: Discriminator
    correlation_field: str | None
    item_id_field: str | None
    category: Category
    survey: Survey
    embeds: str | None
    paired_with: tuple[str, ...]
    edges: tuple[str, ...]
    variant_of: str
    beta: str
    note: str


class Api(Struct, frozen=True):
    """A provider's interface; its methods make rows for calls, outputs and hybrids."""

    provider: str
    name: str
    sdk: str
    """What the dotted names of its SDK types begin with."""
    prefix: str
    """What its slugs begin with."""
    ties: tuple[str, str]
    """The fields of calls and of outputs that tie them; a hybrid has none."""
    item_ids: tuple[str, str | None] = ("id", "id")
    """The fields of calls and of outputs that name the item itself."""
    embeds: str | None = None
    """Where an output usually holds the result."""
    format: str | None = None
    beta: str | None = None
    usual: Category = Category.NATURAL
    """The category of all but hybrids."""
    told_by: Literal["type", "key"] = "type"

    def call(
        self,
        slug: str,
        sdk_type: str,
        family: str,
        *,
        example: JsonObject,
        **rest: Unpack[Rest],
    ) -> WireType:
        rest = {"correlation_field": self.ties[0], "item_id_field": self.item_ids[0], **rest}
        return self._row(Role.CALL, slug, sdk_type, family, example, rest)

    def output(
        self,
        slug: str,
        sdk_type: str,
        family: str,
        *,
        example: JsonObject,
        **rest: Unpack[Rest],
    ) -> WireType:
        rest = {
            "correlation_field": self.ties[1],
            "item_id_field": self.item_ids[1],
            "embeds": self.embeds,
            **rest,
        }
        return self._row(Role.OUTPUT, slug, sdk_type, family, example, rest)

    def hybrid(
        self,
        slug: str,
        sdk_type: str,
        family: str,
        *,
        example: JsonObject,
        **rest: Unpack[Rest],
    ) -> WireType:
        rest = {
            "correlation_field": None,
            "item_id_field": self.item_ids[0],
            "category": Category.CONFLATED,
            **rest,
        }
        return self._row(Role.BOTH, slug, sdk_type, family, example, rest)

    def _row(
        self,
        role: Role,
        slug: str,
        sdk_type: str,
        family: str,
        example: JsonObject,
        rest: Rest,
    ) -> WireType:
        return WireType(
            slug=self.prefix + slug,
            provider=self.provider,
            api=self.name,
            sdk_type=self.sdk + sdk_type,
            discriminator=rest.get("discriminator") or self._discriminator(example),
            role=role,
            family=family,
            correlation_field=rest.get("correlation_field"),
            item_id_field=rest.get("item_id_field"),
            category=rest.get("category", self.usual),
            example=example,
            survey=rest.get("survey"),
            embeds=rest.get("embeds"),
            paired_with=self._slugs(rest.get("paired_with", ())),
            edges=rest.get("edges", ()),
            variant_of=self.prefix + rest["variant_of"] if "variant_of" in rest else None,
            beta=rest.get("beta", self.beta),
            since=SINCE.get(self.prefix + slug),
            note=rest.get("note", ""),
            format=self.format,
        )

    def _slugs(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.prefix + name for name in names)

    def _discriminator(self, example: JsonObject) -> Discriminator:
        """The word in an example that names its type."""
        if self.told_by == "key":
            return Discriminator("key", next(iter(example)))
        if "type" in example:
            return Discriminator("type", str(example["type"]))
        return Discriminator("role", str(example["role"]))


def listed(name: str, category: Category = Category.NATURAL) -> Survey:
    """What the survey lists under a name."""
    return Survey(name=name, category=category)


def variant(name: str) -> Survey:
    """A Resource or ItemParam variant: the survey counts such types, and leaves them out of
    its lists."""
    return Survey(name=name, category=Category.NATURAL, listed=False)
