"""Puts patterns into a mapping: fields of messages, and those within calls and results."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.by_shape.checks import bad, shallow_at
from crosswire.logs.by_shape.names import OF_CALLS, OF_RESULTS, PATHS
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.pointing.steps import Steps
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty

FIELDS_TO_PICK = (
    "messages",
    *PATHS,
    *(f"calls/{name}" for name in OF_CALLS[2:]),
    *(f"results/{name}" for name in OF_RESULTS[2:]),
)
"""What somebody can point at, or write down by hand."""


def with_path(mapping: JsonObject, field: str, texts: Sequence[str]) -> JsonObject:
    """The mapping with these patterns, from a message on, as a field; none takes it out.

    A field within calls and results is that of the first one. Raises BadMapping.
    """
    if field not in FIELDS_TO_PICK or field == "messages":
        raise bad(f"/{field[:80]}", "there is no such field", "take one of the list")
    patterns = [shallow_at(text, f"/{field}").steps for text in texts]
    group, _, name = field.partition("/")
    if not name:
        return _without_nothing({**mapping, field: _texts(patterns)})
    if patterns:
        return with_inner(mapping, group, name, patterns)
    known = list_or_empty(mapping.get(group))
    before = object_or_empty(known[0] if known else None)
    first = {key: one for key, one in before.items() if key != name}
    rest = [first] if first.keys() - {"at", "where"} else []
    return _without_nothing({**mapping, group: [*rest, *known[1:]]})


def with_inner(
    mapping: JsonObject, group: str, name: str, patterns: Sequence[Steps]
) -> JsonObject:
    """Paths within the first call or result, which begins where all its paths do."""
    known = list_or_empty(mapping.get(group))
    one = dict(object_or_empty(known[0])) if known else {}
    at = Pattern.of(str(one["at"])).steps if "at" in one else patterns[0][:-1]
    begin = at
    for steps in patterns:
        begin = _shared(begin, steps)
    further = at[len(begin) :]
    one["at"] = Pattern(begin).text
    for path in (key for key in one if key not in ("at", "where", name)):
        one[path] = _below(one[path], further)
    where = object_or_empty(one.get("where"))
    if where:
        one["where"] = {_further(key, further): value for key, value in where.items()}
    one[name] = _texts([steps[len(begin) :] for steps in patterns])
    return {**mapping, group: [one, *known[1:]]}


def _texts(patterns: Sequence[Steps]) -> JsonValue:
    """One pattern as a text, several as a list."""
    texts: list[JsonValue] = [Pattern(steps).text for steps in patterns]
    return texts[0] if len(texts) == 1 else texts


def _without_nothing(mapping: JsonObject) -> JsonObject:
    return {key: value for key, value in mapping.items() if value not in ([], "")}


def _shared(one: Steps, other: Steps) -> Steps:
    """The steps that both begin with; of a value the last step stays its own."""
    number = 0
    while number < min(len(one), len(other) - 1) and one[number] == other[number]:
        number += 1
    return one[:number]


def _below(path: JsonValue, steps: Steps) -> JsonValue:
    """Patterns that begin some steps further up."""
    if isinstance(path, list):
        return [_below(one, steps) for one in path]
    return _further(path, steps) if isinstance(path, str) else path


def _further(path: str, steps: Steps) -> str:
    return Pattern((*steps, *Pattern.of(path).steps)).text if steps else path
