"""The calls of a stream of Chat Completions: which piece is of which, and what is wrong."""

from __future__ import annotations

import json

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty, text_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.pieces import Fields, Notes, below, number_of


class Calls:
    """The calls of one answer."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.calls: list[_Call] = []
        self.by_index: dict[int, _Call] = {}
        """The last one that began at an index."""
        self.by_id: dict[str, _Call] = {}

    def of(self, piece: JsonObject, at: Address) -> _Call | None:
        """The call that a piece goes on with; None where it begins one."""
        index = number_of(piece.get("index"))
        if index is None:
            return self._unnumbered(piece)
        known = self.by_index.get(index)
        named = self.by_id.get(text_or_empty(piece.get("id")))
        if known is not None:
            if named is not None and named is not known and named.index == index:
                return named  # of several calls at one index, the one that has the id
            return None if known.is_followed_by(piece) else known
        if named is None or _function(piece).get("name"):
            return None
        faults.index_changed(self.notes, index, at, named.at)
        return named

    def _unnumbered(self, piece: JsonObject) -> _Call | None:
        call_id = text_or_empty(piece.get("id"))
        if call_id in self.by_id:
            return self.by_id[call_id]
        last = self.calls[-1] if self.calls else None
        if _function(piece).get("name") or last is None:
            return None
        return None if call_id and last.fields.values.get("id") else last

    def begin(self, piece: JsonObject, at: Address) -> _Call:
        """A call that this piece is the first of."""
        index = number_of(piece.get("index"))
        call = _Call(piece, at, self.notes)
        self.calls.append(call)
        if index is None:
            faults.no_index(self.notes, "a call", at)
        else:
            if index in self.by_index:
                faults.shares_index(self.notes, (piece, at), self.by_index[index].at)
            self.by_index[index] = call
        call_id = piece.get("id")
        if isinstance(call_id, str) and call_id:
            self.by_id.setdefault(call_id, call)
        return call

    def finished(self, pointer: str, table: PlaceTable) -> list[JsonValue]:
        self._tell_gaps()
        return [call.finished(f"{pointer}/{i}", table) for i, call in enumerate(self.calls)]

    def _tell_gaps(self) -> None:
        expected = 0
        for index in sorted(self.by_index):
            if index > expected:
                at = below(self.by_index[index].at, "index")
                faults.index_left_out(self.notes, expected, index, at)
            expected = index + 1


class _Call:
    """One tool call."""

    def __init__(self, piece: JsonObject, at: Address, notes: Notes) -> None:
        self.at = at
        self.notes = notes
        self.index = number_of(piece.get("index"))
        self.whole = _whole_arguments(_function(piece))
        """The arguments of its first piece, where that is a call already, with a name."""
        self.fields = Fields(at)
        self.inside: dict[str, Fields] = {}
        self.ids: set[str] = set()
        self.last_words = ""
        """The last piece of its arguments that is not empty."""
        self.has_words = False
        """Whether earlier pieces had some of them."""
        self.pieces = 0
        self.is_split = False
        """Whether its name came in pieces, which is told once."""

    def is_followed_by(self, piece: JsonObject) -> bool:
        """Whether a piece at the same index begins another call."""
        function, before = _function(piece), self.fields.values.get("id")
        call_id = piece.get("id")
        if call_id and before and call_id != before:
            return bool(function.get("name")) and not self._is_open(function)
        whole = self.whole and _whole_arguments(function)
        return bool(whole) and (whole != self.whole or not call_id)

    def _is_open(self, function: JsonObject) -> bool:
        """Whether arguments of the same tool are still to come to their end."""
        goes_on = bool(self.last_words) and not self.last_words.rstrip().endswith("}")
        name = function.get("name")
        return goes_on and any(one.says("name", name) for one in self.inside.values())

    def says_again(self, piece: JsonObject) -> bool:
        """Whether a piece says the whole call once more."""
        return bool(self.whole) and self.whole == _whole_arguments(_function(piece))

    def add(self, piece: JsonObject, at: Address) -> None:
        self.pieces += 1
        self.has_words = bool(self.last_words)
        for name, value in piece.items():
            place = below(at, name)
            if name in ("function", "custom") and isinstance(value, dict):
                self._add_inside(name, value, place)
            elif name == "id":
                self._add_id(value, place)
            elif name != "index":
                self._add_field(name, value, place)

    def _add_id(self, value: JsonValue, at: Address) -> None:
        before = self.fields.values.get("id")
        self.fields.first("id", value, at)
        if not isinstance(value, str) or not value:
            return
        if before in (None, ""):
            if self.pieces > 1:
                faults.late_id(self.notes, value, at, self.at)
        elif value == before:
            if len(self.ids) == 1:
                faults.id_again(self.notes, at, self.at)
                self.ids.add("")  # it is told once
        elif value not in self.ids and len(self.ids) < faults.MAX_IDS:
            kept_at = self.fields.at["id"]
            faults.changed(self.notes, "id", value, at, before, kept_at, self.at)
        self.ids.add(value)

    def _add_field(self, name: str, value: JsonValue, at: Address) -> None:
        before = self.fields.values.get(name)
        if before not in (None, "") and value not in (None, "", before):
            kept_at = self.fields.at[name]
            faults.changed(self.notes, name, value, at, before, kept_at, self.at)
        self.fields.first(name, value, at)

    def _add_inside(self, kind: str, value: JsonObject, at: Address) -> None:
        fields = self.inside.setdefault(kind, Fields(at))
        for name, inner in value.items():
            place = below(at, name)
            if name == "name":
                self._add_name(fields, inner, place)
            elif name in ("arguments", "input"):
                fields.join(name, inner, place)
                self.last_words = text_or_empty(inner) or self.last_words
            else:
                fields.first(name, inner, place)

    def _add_name(self, fields: Fields, name: JsonValue, at: Address) -> None:
        """Some servers say the name again in each chunk, and some in pieces."""
        if fields.says("name", name):
            return
        if fields.lengths.get("name") and isinstance(name, str) and name:
            if self.has_words:
                before, kept_at = fields.text("name"), fields.at["name"]
                faults.changed(self.notes, "name", name, at, before, kept_at, self.at)
                return
            if not self.is_split:
                before = fields.text("name") or ""
                faults.split_name(self.notes, before, name, at, self.at)
            self.is_split = True
        fields.join("name", name, at)

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        value = self.fields.whole(pointer, table)
        if not any(fields.text("name") for fields in self.inside.values()):
            faults.start_missing(self.notes, "a call", self.at)
        for kind, fields in self.inside.items():
            value[kind] = fields.whole(f"{pointer}/{kind}", table)
        return value


def _function(piece: JsonObject) -> JsonObject:
    return object_or_empty(piece.get("function") or piece.get("custom"))


def _whole_arguments(function: JsonObject) -> str:
    """The arguments of a piece that is a call already; empty where it is none."""
    text = function.get("arguments")
    if not function.get("name") or not isinstance(text, str) or not text.startswith("{"):
        return ""
    try:
        return text if isinstance(json.loads(text), dict) else ""
    except (ValueError, RecursionError):
        return ""
