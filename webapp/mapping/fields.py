"""The fields of a mapping as the page shows them: a plain question each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from crosswire.errors import CrosswireError
from crosswire.logs import with_path
from crosswire.model import JsonObject, JsonValue

EACH_LINE = "each line"
"""How the empty pattern of messages is written in its field."""


@dataclass(frozen=True, slots=True)
class Field:
    """One question that the page asks."""

    name: str
    """As the mapping has it; `calls/name` is that of the first call."""
    question: str
    mark: str
    """The word that stands beside a place of the document which it is."""


FIELDS = (
    Field("messages", "Messages are here", "message"),
    Field("role", "Who speaks", "role"),
    Field("text", "What is said", "text"),
    Field("calls/name", "A call: name of the tool", "tool"),
    Field("calls/arguments", "A call: its arguments", "arguments"),
    Field("calls/id", "A call: its id", "call id"),
    Field("results/id", "A result: id of its call", "id of its call"),
    Field("results/output", "A result: what came back", "result"),
)
MORE = (
    Field("results/error", "A result: says that it failed", "error"),
    Field("results/name", "A result: name of the tool", "tool"),
    Field("reasoning", "What is thought", "reasoning"),
    Field("thread", "Which conversation it is of", "thread"),
    Field("id", "Id of a message", "id"),
    Field("parent", "Id of the message before", "before"),
    Field("time", "When", "time"),
)
QUESTIONS = {field.name: field for field in (*FIELDS, *MORE)}
_NEEDED = ("role", "text", "calls/name", "calls/arguments", "results/output")
"""What somebody is asked for next, where it is empty."""


def shown(mapping: JsonObject, name: str) -> str:
    """What a mapping has for a field, as one line of text."""
    group, _, inner = name.partition("/")
    if name == "messages":
        given = mapping.get("messages")
        each = given if isinstance(given, list) else [given]
        return _line([_root_words(_place_of(one)) for one in each if one is not None])
    if not inner:
        return _line(_patterns(mapping.get(name)))
    first = _first(mapping.get(group))
    if inner not in first:
        return ""
    at = str(first.get("at", ""))
    return _line(["/".join(filter(None, (at, one))) for one in _patterns(first[inner])])


def changed(mapping: JsonObject, name: str, line: str) -> JsonObject:
    """The mapping with another line in a field; raises CrosswireError where it cannot be."""
    texts = _texts(line)
    if name == "messages":
        return _with_messages(mapping, texts)
    return with_path(mapping, name, texts)


def next_field(mapping: JsonObject, after: str) -> str:
    """The question that is asked next: the first that is needed and has no answer."""
    empty = [name for name in _NEEDED if not shown(mapping, name)]
    return empty[0] if empty else after


def _with_messages(mapping: JsonObject, texts: Sequence[str]) -> JsonObject:
    """Places of messages; what was said of one beside its place stays with it."""
    given = mapping.get("messages")
    known = {_place_of(one): one for one in (given if isinstance(given, list) else [given])}
    places = ["" if text == EACH_LINE else text for text in texts]
    return {**mapping, "messages": [known.get(place, place) for place in places]}


def _first(given: JsonValue) -> JsonObject:
    """The first call or result of a mapping."""
    first = given[0] if isinstance(given, list) and given else None
    return first if isinstance(first, dict) else {}


def _place_of(one: JsonValue) -> str:
    if isinstance(one, dict):
        return str(one.get("at", ""))
    return one if isinstance(one, str) else ""


def _root_words(place: str) -> str:
    return place or EACH_LINE


def _patterns(value: JsonValue) -> list[str]:
    each = value if isinstance(value, list) else [] if value is None else [value]
    return [one for one in each if isinstance(one, str)]


def _line(texts: Sequence[str]) -> str:
    """Several patterns with commas between them; as JSON where one has a comma itself."""
    if any("," in text or text != text.strip() for text in texts):
        return json.dumps(texts, ensure_ascii=False)
    return ", ".join(texts)


def _texts(line: str) -> list[str]:
    line = line.strip()
    if line.startswith("["):
        try:
            given = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CrosswireError(f"This is no JSON list of patterns: {error}.") from error
        if isinstance(given, list) and all(isinstance(one, str) for one in given):
            return given
        raise CrosswireError("Write a pattern, several with commas, or a JSON list of texts.")
    return [text for text in (one.strip() for one in line.split(",")) if text]
