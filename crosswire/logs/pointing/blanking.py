"""Makes a sample that can be given away: documents without what anybody said in them, which a
mapping reads as it reads the real ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crosswire.address import Address, child, nested, root
from crosswire.containers import json_document
from crosswire.logs.by_shape.mapping import CallsAt, Mapping, ResultsAt
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.logs.pointing.marks import marks_of
from crosswire.model import JsonValue

MAX_ITEMS = 30
"""Elements of a list that are kept, and documents: a sample shows the shape."""
_KEPT = frozenset({"role", "calls/name", "results/name"})
_IDS = frozenset({"id", "parent", "thread", "calls/id", "results/id"})
_LETTER = re.compile(r"[^\W_]")
_PREFIX = re.compile(r"[A-Za-z]+[_-]")


def blanked(mapping: Mapping, documents: Sequence[JsonValue]) -> list[JsonValue]:
    """The documents with every letter and digit of a text as `x` and every number as 0.

    Keys stay, and what the mapping goes by: words for who speaks, what its conditions name,
    names of tools. Ids become others, equal ones the same.
    """
    first = [_cut(one) for one in documents[:MAX_ITEMS]]
    blanking = _Blanking(mapping, first)
    return [blanking.value(one, root(number)) for number, one in enumerate(first)]


def _cut(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _cut(one) for key, one in value.items()}
    return [_cut(one) for one in value[:MAX_ITEMS]] if isinstance(value, list) else value


class _Blanking:
    def __init__(self, mapping: Mapping, documents: Sequence[JsonValue]) -> None:
        self.names = marks_of(mapping, documents).at
        inside: list[CallsAt | ResultsAt] = [*mapping.calls, *mapping.results]
        wheres = [one for each in (*inside, *mapping.messages) for one in each.where]
        self.words = {value for one in wheres for value in one.values or ()}
        self.ids: dict[str, str] = {}
        self.texts = Texts()

    def value(self, value: JsonValue, at: Address) -> JsonValue:
        if isinstance(value, dict):
            return {key: self.value(one, child(at, key)) for key, one in value.items()}
        if isinstance(value, list):
            return [self.value(one, child(at, i)) for i, one in enumerate(value)]
        names = self.names.get(at, ())
        is_id = not _IDS.isdisjoint(names)
        if isinstance(value, str):
            return self._text(value, at, is_id=is_id, is_kept=not _KEPT.isdisjoint(names))
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return 0 if is_number and not is_id else value

    def _text(self, text: str, at: Address, *, is_id: bool, is_kept: bool) -> str:
        if is_id or text in self.ids:
            return self._id(text)
        if is_kept or text in self.words:
            return text
        inner, there, _ = self.texts.opened(Place(text, at))
        if there != at:
            return json_document.write(self.value(inner, nested(at))).decode()
        return _LETTER.sub("x", text)

    def _id(self, text: str) -> str:
        """Another id with the same beginning, such as `call_1`."""
        if text not in self.ids:
            begin = _PREFIX.match(text)
            self.ids[text] = f"{begin[0] if begin else 'id_'}{len(self.ids) + 1}"
        return self.ids[text]
