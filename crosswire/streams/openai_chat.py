"""A stream of Chat Completions: chunks, each with a delta for one or more choices.

A delta names the call that it continues by its index. Some servers leave the index out, count
every call as 0, or say id and name again in each chunk; that is read as long as one reading
alone makes sense.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.errors import BrokenStream
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, object_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams.pieces import (
    Alternatives,
    Event,
    Fields,
    Notes,
    answers,
    below,
    first_of_all,
    number_of,
)

SPOKEN_BY: tuple[str, ...] = ("openai-chat", "mistral")

_TEXTS = frozenset({"content", "refusal", "reasoning_content", "reasoning"})
_AUDIO_TEXTS = frozenset({"data", "transcript"})


def recognise(event: JsonObject) -> bool:
    if event.get("object") == "chat.completion.chunk":
        return True
    first = next(iter(list_or_empty(event.get("choices"))), None)
    return isinstance(object_or_empty(first).get("delta"), dict)


belongs = recognise


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer)


class _Answer:
    """One chat completion."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.alternatives = Alternatives(_Choice, "A choice")
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer: it has another id, and this one has come to
        its end."""
        before = self.fields.values.get("id")
        now = object_or_empty(event).get("id")
        named_anew = bool(before) and bool(now) and before != now
        return named_anew and self.alternatives.have_ended()

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        if event.get("error") is not None and "choices" not in event:
            self.notes.failed(below(at, "error"))
        first_of_all(self.fields, event, at, but=frozenset({"choices"}))
        choices = event.get("choices")
        if isinstance(choices, list):
            place = Address(f"{at}/choices")
            if not self.alternatives.by_index:
                self.alternatives.began = place
            self.alternatives.add(choices, place, self.notes)
        elif choices is not None:
            self.notes.unread(
                "Choices are a list, and these are none", choices, below(at, "choices")
            )

    def finished(self, *, ended: bool) -> Assembled:
        if not ended and not self.alternatives.have_ended():
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        value["choices"] = self.alternatives.finished("/choices", table)
        return Assembled(value, table, self.notes, self.notes.kept)


class _Choice:
    """An alternative answer."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.fields = Fields(at)
        self.message = Fields()
        self.legacy = Fields()
        self.audio = Fields()
        self.calls: list[_Call] = []
        self.by_index: dict[int, _Call] = {}
        self.by_id: dict[str, _Call] = {}
        self.calls_at: Address | None = None
        self.items: dict[str, Address] = {}
        """`name/position` -> the address of each item of a list."""
        self.notes = notes

    def has_ended(self) -> bool:
        return self.fields.values.get("finish_reason") is not None

    def add(self, choice: JsonObject, at: Address) -> None:
        for name, value in choice.items():
            if name == "delta" and isinstance(value, dict):
                self._add_delta(value, Address(f"{at}/delta"))
            elif name == "logprobs" and isinstance(value, dict):
                self._add_logprobs(value, Address(f"{at}/logprobs"))
            elif name != "delta":
                self.fields.last(name, value, below(at, name))
            elif value is not None:
                self.notes.unread(
                    "A delta is an object, and this is none", value, below(at, name)
                )

    def _add_logprobs(self, value: JsonObject, at: Address) -> None:
        """Each chunk has those of its own pieces."""
        if not isinstance(self.fields.values.get("logprobs"), dict):
            self.fields.values["logprobs"], self.fields.at["logprobs"] = {}, at
        known = object_or_empty(self.fields.values["logprobs"])
        for name, inner in value.items():
            before = known.get(name)
            if isinstance(before, list):
                before += list_or_empty(inner)
            elif before is None:
                known[name] = list(inner) if isinstance(inner, list) else inner

    def _add_delta(self, delta: JsonObject, at: Address) -> None:
        self.message.began = self.message.began or at
        for name, value in delta.items():
            place = below(at, name)
            if name == "tool_calls" and isinstance(value, list):
                self.calls_at = self.calls_at or (place if value else None)
                for i, piece in enumerate(value):
                    self._add_call(piece, Address(f"{place}/{i}"))
            elif name == "function_call" and isinstance(value, dict):
                self._add_legacy(value, place)
            elif name == "audio" and isinstance(value, dict):
                self._add_audio(value, place)
            elif isinstance(value, list):
                self._add_items(name, value, place)
            elif name in _TEXTS:
                self._add_text(name, value, place)
            elif name not in ("tool_calls", "function_call", "audio") or value is not None:
                self._add_other(name, value, place)

    def _add_other(self, name: str, value: JsonValue, at: Address) -> None:
        """A field that is said once; said again otherwise it may be a piece, and nothing tells
        so."""
        before = self.message.values.get(name)
        if before not in (None, "") and value not in (None, "", before):
            what = f"{name[:40]!r} was said before, and otherwise"
            self.notes.unread(what, {name: value}, at)
        self.message.first(name, value, at)

    def _add_text(self, name: str, value: JsonValue, at: Address) -> None:
        if isinstance(value, str) and isinstance(self.message.values.get(name), list):
            if value:  # after items of content, text is an item as well
                self._add_items(name, [{"type": "text", "text": value}], at, of_text=True)
            return
        self.message.join(name, value, at)

    def _add_items(
        self, name: str, items: list[JsonValue], at: Address, *, of_text: bool = False
    ) -> None:
        text = self.message.text(name)
        if text is not None:
            began = self.message.at[name]
            del self.message.values[name]
            self.message.texts.pop(name, None)
            if text:
                self._add_items(name, [{"type": "text", "text": text}], began, of_text=True)
        position = len(list_or_empty(self.message.values.get(name)))
        self.message.extend(name, items, at, self.items)
        if of_text:
            self.items[f"{name}/{position}"] = at

    def _add_legacy(self, piece: JsonObject, at: Address) -> None:
        self.legacy.began = self.legacy.began or at
        for name, value in piece.items():
            self.legacy.join(name, value, below(at, name))

    def _add_audio(self, piece: JsonObject, at: Address) -> None:
        if not self.audio.values:
            self.audio.began = at
        for name, value in piece.items():
            keep = self.audio.join if name in _AUDIO_TEXTS else self.audio.first
            keep(name, value, below(at, name))

    def _add_call(self, piece: JsonValue, at: Address) -> None:
        if not isinstance(piece, dict):
            self.notes.unread(
                "A piece of a tool call is an object, and this is none", piece, at
            )
            return
        index, call_id = number_of(piece.get("index")), piece.get("id")
        if index is None:
            call = self._unnumbered(piece, call_id, at)
        else:
            call = self._numbered(piece, index, call_id, at)
        if call is None:
            call = _Call(at, piece)
            self.calls.append(call)
            if index is not None:
                self.by_index[index] = call
        if isinstance(call_id, str) and call_id:
            self.by_id.setdefault(call_id, call)
        call.add(piece, at)

    def _unnumbered(self, piece: JsonObject, call_id: JsonValue, at: Address) -> _Call | None:
        """The call that a piece without an index continues; None where it begins one."""
        if isinstance(call_id, str) and call_id:
            return self.by_id.get(call_id)
        if _function(piece).get("name"):
            return None
        if not self.calls:
            raise BrokenStream("a piece of a tool call has neither index, id nor name.", at)
        return self.calls[-1]

    def _numbered(
        self, piece: JsonObject, index: int, call_id: JsonValue, at: Address
    ) -> _Call | None:
        """The call that a piece with an index continues; None where it begins one."""
        known = self.by_index.get(index)
        if known is None:
            return None
        function = _function(piece)
        before = known.fields.values.get("id")
        if call_id and before and call_id != before:
            if function.get("name"):
                return None
            raise BrokenStream(f"the call at index {index} has another id than before.", at)
        repeated = known.whole and not call_id and _is_whole(function)
        return None if repeated else known

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        value = self.fields.whole(pointer, table)
        inside = f"{pointer}/message"
        table[inside] = self.at
        message = self.message.whole(inside, table)
        table |= {f"{inside}/{name}": at for name, at in self.items.items()}
        if not message.get("role"):
            # Only an assistant answers; some servers leave the role out.
            message = {**message, "role": "assistant"}
        if self.audio.values:
            message["audio"] = self.audio.whole(f"{inside}/audio", table)
        if self.calls_at is not None:
            table[f"{inside}/tool_calls"] = self.calls_at
            message["tool_calls"] = [
                call.finished(f"{inside}/tool_calls/{i}", table)
                for i, call in enumerate(self.calls)
            ]
        if self.legacy.began is not None:
            message["function_call"] = self.legacy.whole(f"{inside}/function_call", table)
        return {**value, "message": message}


class _Call:
    """One tool call."""

    def __init__(self, at: Address, piece: JsonObject) -> None:
        self.whole = _is_whole(_function(piece))
        """Whether its first piece is a call already, with a name and whole arguments."""
        self.fields = Fields(at)
        self.inside: dict[str, Fields] = {}

    def add(self, piece: JsonObject, at: Address) -> None:
        for name, value in piece.items():
            if name in ("function", "custom") and isinstance(value, dict):
                self._add_inside(name, value, below(at, name))
            elif name != "index":
                self.fields.first(name, value, below(at, name))

    def _add_inside(self, kind: str, value: JsonObject, at: Address) -> None:
        fields = self.inside.setdefault(kind, Fields(at))
        for name, inner in value.items():
            place = below(at, name)
            if name not in ("arguments", "input", "name"):
                fields.first(name, inner, place)
            elif name != "name" or not fields.says(name, inner):
                # Some servers say the name again in each chunk.
                fields.join(name, inner, place)

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        value = self.fields.whole(pointer, table)
        for kind, fields in self.inside.items():
            value[kind] = fields.whole(f"{pointer}/{kind}", table)
        return value


def _function(piece: JsonObject) -> JsonObject:
    return object_or_empty(piece.get("function") or piece.get("custom"))


def _is_whole(function: JsonObject) -> bool:
    text = function.get("arguments")
    if not function.get("name") or not isinstance(text, str) or not text.startswith("{"):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
