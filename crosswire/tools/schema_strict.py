"""Whether a provider can enforce a schema that a declaration calls `strict`, and why not.

What is enforced becomes a grammar, so that providers ask more of it than of other schemas:
objects that name all their fields, and only keywords that a grammar can say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import (
    is_number,
    list_or_empty,
    object_or_empty,
    text_or_none,
    texts_in,
)
from crosswire.tools.schema_places import Path, SchemaPlaces


class StrictRule(Struct, frozen=True):
    """What a provider asks of a schema that it is to enforce."""

    all_required: bool
    """Whether each field of an object must be required, and nothing else."""
    refused: frozenset[str]
    """Keywords that may not stand anywhere."""
    doubtful: frozenset[str]
    """Keywords that it does not document, or that only some reports say it refuses."""
    says_types: bool = False
    """Whether each schema must have a type, a reference or alternatives."""
    lone_references: bool = False
    """Whether nothing may stand beside a reference."""
    may_recur: bool = True
    """Whether a schema may refer to what it stands in."""
    formats: frozenset[str] | None = None
    """The formats of texts that it knows; None: it takes any."""
    most_items_at_least: int | None = None
    """The largest `minItems`; None: any."""
    takes_booleans: bool = True
    """Whether a field may have true as its schema, for anything."""


class Unenforced(NamedTuple):
    """One reason why a schema cannot be enforced."""

    kind: str
    """`open`, `required`, `extra`, `keyword`, `doubtful`, `type`, `beside-reference`,
    `circular`, `format` or `boolean`."""
    path: Path
    reason: str
    """As the end of a sentence whose subject is the schema."""


_COMPOSED = frozenset(
    {
        "allOf",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "if",
        "not",
        "oneOf",
        "patternProperties",
        "then",
    }
)
_RARE = frozenset(
    {
        "contains",
        "maxContains",
        "minContains",
        "prefixItems",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_FORMATS = frozenset(
    {"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"}
)
OF_OPENAI = StrictRule(
    all_required=True,
    refused=_COMPOSED | {"uniqueItems"},
    doubtful=_RARE | {"maxLength", "maxProperties", "minLength", "minProperties"},
    says_types=True,
    lone_references=True,
    formats=_FORMATS,
)
OF_ANTHROPIC = StrictRule(
    all_required=False,
    refused=frozenset(
        {
            "exclusiveMaximum",
            "exclusiveMinimum",
            "maxItems",
            "maxLength",
            "maximum",
            "minLength",
            "minimum",
            "multipleOf",
            "uniqueItems",
        }
    ),
    doubtful=_RARE | (_COMPOSED - {"allOf"}) | {"maxProperties", "minProperties"},
    may_recur=False,
    formats=_FORMATS | {"uri"},
    most_items_at_least=1,
    takes_booleans=False,
)


def unenforced(places: SchemaPlaces, rule: StrictRule) -> Iterator[Unenforced]:
    """Why a provider does not enforce a schema; nothing where it does."""
    yield from _keywords(places, "keyword", rule.refused)
    for path, schema in places.schemas:
        if _is_of_objects(schema):
            yield from _of_objects(path, schema, rule)
    yield from _keywords(places, "doubtful", rule.doubtful)
    yield from _untyped(places) if rule.says_types else ()
    yield from _beside_references(places) if rule.lone_references else ()
    yield from _circular(places) if not rule.may_recur else ()
    yield from _values(places, rule)
    yield from _booleans(places) if not rule.takes_booleans else ()


def _keywords(places: SchemaPlaces, kind: str, names: frozenset[str]) -> Iterator[Unenforced]:
    for name in filter(names.__contains__, places.keywords):
        for word in places.of(name):
            yield Unenforced(kind, word.path, f"has {name!r}")


def _is_of_objects(schema: JsonObject) -> bool:
    kind = schema.get("type")
    return kind == "object" or "object" in list_or_empty(kind) or "properties" in schema


def _of_objects(path: Path, schema: JsonObject, rule: StrictRule) -> Iterator[Unenforced]:
    if schema.get("additionalProperties") is not False:
        reason = "has an object that does not say `additionalProperties: false`"
        yield Unenforced("open", path, reason)
    if rule.all_required:
        fields = object_or_empty(schema.get("properties"))
        required = texts_in(schema.get("required"))
        known = {*required}
        for name in [name for name in fields if name not in known]:
            at = (*path, "properties", name)
            yield Unenforced("required", at, f"has a field {name!r} that is not required")
        for name in [name for name in required if name not in fields]:
            reason = f"requires a field {name!r} that it does not have"
            yield Unenforced("extra", (*path, "required"), reason)


_SAY_A_TYPE = frozenset({"$ref", "anyOf", "enum", "type"})


def _untyped(places: SchemaPlaces) -> Iterator[Unenforced]:
    for path, schema in places.schemas:
        if path and _SAY_A_TYPE.isdisjoint(schema):
            yield Unenforced("type", path, "has a place that says no type")


def _beside_references(places: SchemaPlaces) -> Iterator[Unenforced]:
    for word in places.of("$ref"):
        for other in [key for key in word.holder if key != "$ref"][:1]:
            reason = f"has {other!r} beside a reference"
            yield Unenforced("beside-reference", (*word.schema_path, other), reason)


def _values(places: SchemaPlaces, rule: StrictRule) -> Iterator[Unenforced]:
    for word in places.of("format"):
        name = text_or_none(word.value)
        if name is not None and rule.formats is not None and name not in rule.formats:
            yield Unenforced("format", word.path, f"has the format {name[:40]!r}")
    for word in places.of("minItems"):
        most = rule.most_items_at_least
        if most is not None and is_number(word.value) and word.value > most:
            yield Unenforced("keyword", word.path, f"has a 'minItems' above {most}")


def _booleans(places: SchemaPlaces) -> Iterator[Unenforced]:
    for path, value in places.booleans:
        if path[-2:-1] == ("properties",):
            word = "true" if value else "false"
            yield Unenforced("boolean", path, f"has {word} in the place of a field's schema")


# References that come back


def _circular(places: SchemaPlaces) -> Iterator[Unenforced]:
    """The first reference by which a schema stands in itself."""
    references = {
        word.path: target
        for word in places.of("$ref")
        if (target := _target(word.value)) is not None
    }
    leads_to: dict[Path, set[Path]] = {target: set() for target in references.values()}
    for path, target in references.items():
        for around in _around(path):
            if around in leads_to:
                leads_to[around].add(target)
    circling = _without_ends(leads_to)
    for path, target in references.items():
        if target in circling and not circling.isdisjoint(_around(path)):
            yield Unenforced("circular", path, "refers to what it stands in")
            return


def _target(reference: JsonValue) -> Path | None:
    """The place that a reference within the schema names."""
    text = text_or_none(reference)
    if text is None or not text.startswith("#"):
        return None
    tokens = text[1:].split("/")[1:]
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


def _around(path: Path) -> Iterator[Path]:
    """The places that a place lies in."""
    return (path[:length] for length in range(len(path)))


def _without_ends(leads_to: dict[Path, set[Path]]) -> set[Path]:
    """The places from which one can go on for ever."""
    come_from: dict[Path, list[Path]] = {}
    for place, targets in leads_to.items():
        for target in targets:
            come_from.setdefault(target, []).append(place)
    ways_on = {place: len(targets) for place, targets in leads_to.items()}
    ends = [place for place, ways in ways_on.items() if not ways]
    while ends:
        for place in come_from.get(ends.pop(), ()):
            ways_on[place] -= 1
            if not ways_on[place]:
                ends.append(place)
    return {place for place, ways in ways_on.items() if ways}
