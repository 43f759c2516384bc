"""Regular expressions in schemas, as engines of providers take them.

Schemas are written in JavaScript's dialect, and a provider compiles them in its own: what the
one allows and another refuses is told here, by looks alone and in one pass over each.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from re import _parser  # type: ignore[attr-defined]  # the typeshed leaves it out

from crosswire.model.json_values import object_or_empty
from crosswire.tools.schema_places import Path, SchemaPlaces

_LOOKS_AROUND = ("(?=", "(?!", "(?<=", "(?<!")


def patterns(places: SchemaPlaces) -> Iterator[tuple[Path, str]]:
    """The regular expressions in a schema: what a text must match, and names of fields."""
    if places.keywords.isdisjoint(("pattern", "patternProperties")):
        return iter(())
    if _FOUND not in places.judged:
        places.judged[_FOUND] = list(_patterns(places))
    return ((path, pattern) for _, path, pattern in places.judged[_FOUND])


_FOUND = "patterns"


def _patterns(places: SchemaPlaces) -> Iterator[tuple[str, Path, str]]:
    for word in places.of("pattern"):
        if isinstance(word.value, str):
            yield "pattern", word.path, word.value
    for word in places.of("patternProperties"):
        for name in object_or_empty(word.value):
            yield "name", (*word.path, name), name


def is_refused_by_python(pattern: str) -> bool:
    """Whether Python's `re` cannot read it, as it knows no `\\p{L}` and no `(?<name>)`."""
    return (_is_refused if len(pattern) > _LONGEST_KEPT else _is_refused_once)(pattern)


def _is_refused(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _parser.parse(pattern)  # compiled, a class of all characters takes milliseconds
    except re.error:
        return True
    except (RecursionError, OverflowError):
        return False
    return False


_LONGEST_KEPT = 300
_is_refused_once = lru_cache(1_000)(_is_refused)
"""The same tools are declared again and again."""


def looks_around(pattern: str) -> bool:
    """Whether it looks ahead or behind: `(?=`, `(?!`, `(?<=`, `(?<!`."""
    return "(?" in pattern and any(
        pattern.startswith(_LOOKS_AROUND, at) for at in _outside_classes(pattern)
    )


def _outside_classes(pattern: str) -> Iterator[int]:
    """The places of characters that are neither escaped nor in a class."""
    at, in_class = 0, False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 2
            continue
        if in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
        else:
            yield at
        at += 1


def leaves_a_class_open(pattern: str) -> bool:
    """Whether a `[` in a class, which begins one in it for Rust, leaves one without an end."""
    at = depth = 0
    while at < len(pattern):
        char = pattern[at]
        at += 2 if char == "\\" else 1
        depth += (char == "[") - (char == "]" and depth > 0)
    return depth > 0


def escapes(pattern: str) -> Iterator[str]:
    """The characters behind its backslashes."""
    at = pattern.find("\\")
    while 0 <= at < len(pattern) - 1:
        yield pattern[at + 1]
        at = pattern.find("\\", at + 2)


def is_anchored(pattern: str) -> bool:
    """Whether it says what the whole text is, not what stands somewhere in it."""
    return pattern.startswith("^") and pattern.endswith("$")
