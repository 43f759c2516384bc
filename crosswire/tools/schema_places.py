"""A JSON Schema walked once: the schemas in it, and where each keyword stands.

The walk is a loop and ends at bounds, so that no schema is too deep or too large for it; that
it ended there is told. It knows the keywords of every draft; where another spelling of them
counts, as in Gemini's own Schema, it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from itertools import chain

from crosswire.model import JsonObject, JsonValue

Path = tuple[str, ...]

MAX_DEPTH = 100
"""Schemas within schemas that are looked into."""
MAX_SCHEMAS = 20_000
"""Schemas of one tool that are looked at."""

OF_GEMINI = {
    "defs": "$defs",
    "additional_properties": "additionalProperties",
    "all_of": "allOf",
    "any_of": "anyOf",
    "max_items": "maxItems",
    "max_length": "maxLength",
    "max_properties": "maxProperties",
    "min_items": "minItems",
    "min_length": "minLength",
    "min_properties": "minProperties",
    "one_of": "oneOf",
    "prefix_items": "prefixItems",
    "property_ordering": "propertyOrdering",
    "ref": "$ref",
    "unique_items": "uniqueItems",
}
"""Keywords of Gemini's own Schema in further spellings, with that of JSON Schema."""

_BY_NAME = frozenset(
    {"properties", "$defs", "definitions", "patternProperties", "dependentSchemas"}
)
_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_ONE = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_HOLD_SCHEMAS = _BY_NAME | _LISTS | _ONE


class Keyword:
    """A keyword of a schema, where it stands, and what it says."""

    __slots__ = ("_at", "_key", "_places", "holder", "value")

    def __init__(self, places: SchemaPlaces, at: int, key: str) -> None:
        self._places, self._at, self._key = places, at, key
        self.holder = places.objects[at]
        """The schema that has it."""
        self.value: JsonValue = self.holder[key]

    @property
    def key(self) -> str:
        """As it is spelled there."""
        return self._key

    @property
    def schema_path(self) -> Path:
        """The place of its schema, below the whole."""
        return self._places.path_of(self._at)

    @property
    def path(self) -> Path:
        """Its own place."""
        return (*self.schema_path, self._key)


_Held = tuple[JsonValue, int, Path]
"""What stands in a schema's place: itself, the number of the schema around it, and the way
there from that one."""


class SchemaPlaces:
    """A schema with all that is in it, by place and by keyword.

    Most schemas have nothing wrong in them, so that a place is spelled out when it is asked
    for.
    """

    __slots__ = (
        "_booleans",
        "_by_keyword",
        "_spellings",
        "_strays",
        "_ways",
        "is_whole",
        "judged",
        "objects",
        "root",
    )

    def __init__(self, root: JsonValue, spellings: Mapping[str, str] = {}) -> None:
        self.root = root
        self._spellings = spellings
        self.objects: list[JsonObject] = []
        """The schemas that are objects, from the outermost inwards."""
        self._ways: list[tuple[int, Path]] = []
        """For each of them the one that it is in, and the way there."""
        self._by_keyword: dict[str, list[tuple[int, str]]] = {}
        self._strays: list[_Held] = []
        self._booleans: list[_Held] = []
        self.is_whole = True
        """Whether all of it was walked."""
        self.judged: dict[str, Sequence[tuple[str, Path, str]]] = {}
        """What was found out about it once, for those who ask again."""
        self._walk()

    @property
    def keywords(self) -> KeysView[str]:
        """All keywords that stand in it, by the spelling of JSON Schema."""
        return self._by_keyword.keys()

    def of(self, keyword: str) -> Iterator[Keyword]:
        """Where a keyword stands."""
        return (Keyword(self, at, key) for at, key in self._by_keyword.get(keyword, ()))

    def where(self, keyword: str, is_so: Callable[[JsonValue], bool]) -> Iterator[Keyword]:
        """Where a keyword stands and says something that is so."""
        objects, found = self.objects, self._by_keyword.get(keyword, ())
        return (Keyword(self, at, key) for at, key in found if is_so(objects[at][key]))

    def within(self, keyword: str, is_so: Callable[[JsonObject], bool]) -> Iterator[Keyword]:
        """Where a keyword stands in a schema of which something is so."""
        objects, found = self.objects, self._by_keyword.get(keyword, ())
        return (Keyword(self, at, key) for at, key in found if is_so(objects[at]))

    @property
    def schemas(self) -> Iterator[tuple[Path, JsonObject]]:
        """The schemas that are objects, each with its place."""
        return ((self.path_of(at), schema) for at, schema in enumerate(self.objects))

    @property
    def strays(self) -> Iterator[tuple[Path, JsonValue]]:
        """What stands in a schema's place and is neither an object nor true or false."""
        return self._placed(self._strays)

    @property
    def booleans(self) -> Iterator[tuple[Path, JsonValue]]:
        """The schemas that are true or false: anything, or nothing."""
        return self._placed(self._booleans)

    def _placed(self, held: list[_Held]) -> Iterator[tuple[Path, JsonValue]]:
        return (((*self.path_of(around), *way), value) for value, around, way in held)

    def path_of(self, at: int) -> Path:
        """The place of one of `objects`."""
        ways: list[Path] = []
        while at > 0:
            at, way = self._ways[at]
            ways.append(way)
        return tuple(chain.from_iterable(reversed(ways)))

    def _walk(self) -> None:
        depths: list[int] = []
        waiting: list[_Held] = [(self.root, 0, ())]
        while waiting:
            value, around, way = waiting.pop()
            if not isinstance(value, dict):
                others = self._booleans if isinstance(value, bool) else self._strays
                others.append((value, around, way))
                continue
            depth = depths[around] + 1 if depths else 0
            if depth > MAX_DEPTH or len(depths) >= MAX_SCHEMAS:
                self.is_whole = False
                continue
            depths.append(depth)
            self._ways.append((around, way))
            self.objects.append(value)
            waiting += reversed(self._note(value, len(depths) - 1))

    def _note(self, schema: JsonObject, at: int) -> list[_Held]:
        """Note the keywords of a schema; what stands in it in the places of schemas."""
        inner: list[_Held] = []
        spellings, by_keyword = self._spellings, self._by_keyword
        for key, value in schema.items():
            name = spellings.get(key, key) if spellings else key
            known = by_keyword.get(name)
            if known is None:
                by_keyword[name] = [(at, key)]
            else:
                known.append((at, key))
            if name in _HOLD_SCHEMAS:
                _add_held(inner, name, key, value, at)
        return inner


def _add_held(inner: list[_Held], name: str, key: str, value: JsonValue, at: int) -> None:
    """Add the schemas that the value of a keyword holds; of one with another form than its
    own, none."""
    if isinstance(value, dict) and name in _BY_NAME:
        inner += [(one, at, (key, field)) for field, one in value.items()]
    elif isinstance(value, list) and (name in _LISTS or name == "items"):
        inner += [(one, at, (key, str(i))) for i, one in enumerate(value)]
    elif name in _ONE:
        inner.append((value, at, (key,)))
