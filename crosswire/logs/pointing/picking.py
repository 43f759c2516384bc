"""Puts a place that somebody pointed at into a mapping, as the pattern for all places like it.

What stands beside it is taken along where only one thing can be meant: the arguments beside
the name of a call, an id that stands again elsewhere, and the result that has it.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.by_shape.checks import bad, pattern_at
from crosswire.logs.by_shape.names import PATHS, VERSION, VERSION_FIELD
from crosswire.logs.by_shape.patterns import Many, Pattern
from crosswire.logs.by_shape.texts import Texts
from crosswire.logs.pointing.beside import arguments_beside, output_beside, same_elsewhere
from crosswire.logs.pointing.inner_paths import FIELDS_TO_PICK, with_inner
from crosswire.logs.pointing.steps import Steps, Way, behind, to_element, way_to
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty

EMPTY: JsonObject = {VERSION_FIELD: VERSION}
"""A mapping that is just begun; it lacks `messages`, and nothing reads by it yet."""


def picked(
    mapping: JsonObject, field: str, at: str, documents: Sequence[JsonValue]
) -> JsonObject:
    """The mapping with what stands at an address as this field.

    Raises BadMapping where there is no such field, BadAddress where nothing stands there.
    """
    if field not in FIELDS_TO_PICK:
        raise bad(f"/{field[:80]}", "there is no such field", "take one of the list")
    return _Picking({**EMPTY, **mapping}, documents).pick(field, at)


class _Picking:
    def __init__(self, mapping: JsonObject, documents: Sequence[JsonValue]) -> None:
        self.mapping = mapping
        self.documents = documents
        self.texts = Texts()

    def pick(self, field: str, at: str) -> JsonObject:
        way = way_to(at, self.documents, self.texts)
        if field == "messages":
            self._set_messages(way)
        elif field in PATHS:
            self._set_path(field, self._in_message(way.steps))
        else:
            group, _, name = field.partition("/")
            self._set_inner(group, name, [self._in_message(way.steps)])
            if field == "calls/name":
                self._take_along(way)
        return self.mapping

    # Messages

    def _set_messages(self, way: Way) -> None:
        steps = way.steps
        if isinstance(way.value, list):
            steps = (*steps, Many.EACH)
        self.mapping["messages"] = [_from_root(self._element(steps))]

    def _element(self, steps: Steps) -> Steps:
        """The steps to a message: an element of the last list, else a line, else a field among
        its like."""
        element = to_element(steps)
        if element is not None:
            return element
        if len(self.documents) > 1 or not steps:
            return ()
        return (*steps[:-2], Many.EACH) if len(steps) > 1 else ()

    def _in_message(self, steps: Steps) -> Steps:
        """The steps from a message on; where no message is there, one is to be there."""
        known = [behind(pattern, steps) for pattern in self._messages]
        found = [rest for rest in known if rest is not None]
        if found:
            return min(found, key=len)
        element = self._element(steps)
        messages = list_or_empty(self.mapping.get("messages"))
        self.mapping["messages"] = [*messages, _from_root(element)]
        return steps[len(element) :]

    @property
    def _messages(self) -> list[Pattern]:
        given = self.mapping.get("messages")
        each = given if isinstance(given, list) else [given]
        texts = [
            one if isinstance(one, str) else object_or_empty(one).get("at") for one in each
        ]
        return [pattern_at(text, "/messages") for text in texts if isinstance(text, str)]

    # What stands in them

    def _set_path(self, field: str, steps: Steps) -> None:
        """Texts may stand in several places; of all else one is meant."""
        text = Pattern(steps).text
        given = self.mapping.get(field)
        before = given if isinstance(given, list) else [given] if given else []
        if field in ("text", "reasoning") and before:
            self.mapping[field] = [*before, text] if text not in before else given
        else:
            self.mapping[field] = text

    def _set_inner(self, group: str, name: str, patterns: Sequence[Steps]) -> None:
        self.mapping = with_inner(self.mapping, group, name, patterns)

    def _take_along(self, name: Way) -> None:
        """The arguments and the id beside the name of a call, and the result with that id."""
        call = object_or_empty(list_or_empty(self.mapping.get("calls"))[0])
        above = name.steps[:-1]
        if not call.get("arguments"):
            given = arguments_beside(name, self.texts)
            if given is not None:
                self._set_inner("calls", "arguments", [self._in_message((*above, given))])
        found = None if call.get("id") else same_elsewhere(name, self.documents, self.texts)
        if found is None:
            return
        key, there = found
        self._set_inner("calls", "id", [self._in_message((*above, key))])
        if self.mapping.get("results"):
            return
        result = way_to(there, self.documents, self.texts)
        self._set_inner("results", "id", [self._in_message(result.steps)])
        output = output_beside(result, self.texts)
        if output is not None:
            steps = (*result.steps[:-1], output)
            self._set_inner("results", "output", [self._in_message(steps)])


def _from_root(steps: Steps) -> str:
    return f"/{Pattern(steps).text}" if steps else ""
