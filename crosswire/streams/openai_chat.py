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
from crosswire.streams.pieces import END, Event, Fields, Notes, below, first_of_all, number_of

SPOKEN_BY: tuple[str, ...] = ("openai-chat", "mistral")

_TEXTS = frozenset({"content", "refusal", "reasoning_content", "reasoning"})
_AUDIO_TEXTS = frozenset({"data", "transcript"})


def recognise(event: JsonObject) -> bool:
    if event.get("object") == "chat.completion.chunk":
        return True
    choices = event.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return isinstance(first, dict) and isinstance(first.get("delta"), dict)


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    answer: _Answer | None = None
    for event, at in events:
        if event == END or (answer is not None and answer.is_followed_by(event)):
            if answer is not None:
                yield answer.finished(said=event == END)
            answer = None
        if isinstance(event, dict):
            answer = answer or _Answer(at)
            answer.add(event, at)
    if answer is not None:
        yield answer.finished(said=False)


class _Answer:
    """One chat completion."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.choices: dict[int, _Choice] = {}
        self.choices_at: Address | None = None
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event begins another answer: it has another id, and this one has come to
        its end."""
        before = self.fields.values.get("id")
        now = event.get("id") if isinstance(event, dict) else None
        return bool(before) and bool(now) and before != now and self._has_ended()

    def _has_ended(self) -> bool:
        return bool(self.choices) and all(
            choice.has_ended() for choice in self.choices.values()
        )

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        if event.get("error") is not None and "choices" not in event:
            self.notes.say(
                "stream-error",
                "The provider ended the stream with an error.",
                below(at, "error"),
            )
        first_of_all(self.fields, event, at, but=frozenset({"choices"}))
        choices = event.get("choices")
        if not isinstance(choices, list):
            return
        if self.choices_at is None or not self.choices:
            self.choices_at = Address(f"{at}/choices")
        for i, choice in enumerate(choices):
            place = Address(f"{at}/choices/{i}")
            if not isinstance(choice, dict):
                self.notes.unread("A choice is an object, and this is none", place)
                continue
            index = number_of(choice.get("index")) or 0
            if index not in self.choices:
                self.choices[index] = _Choice(place, self.notes)
            self.choices[index].add(choice, place)

    def finished(self, *, said: bool) -> Assembled:
        if not self._has_ended() and not said:
            self.notes.cut(self.latest)
        table: dict[str, Address] = {"": self.at}
        self.fields.tell("", table)
        value = self.fields.value()
        choices: list[JsonValue] = []
        for number, index in enumerate(sorted(self.choices)):
            choices.append(self.choices[index].finished(f"/choices/{number}", table))
        if self.choices_at is not None:
            table["/choices"] = self.choices_at
        return Assembled({**value, "choices": choices}, table, self.notes)


class _Choice:
    """One of the alternative answers."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.delta_at: Address | None = None
        self.fields = Fields()
        self.message = Fields()
        self.legacy: Fields | None = None
        self.legacy_at = at
        self.audio = Fields()
        self.audio_at = at
        self.calls: list[_Call] = []
        self.by_index: dict[int, _Call] = {}
        self.by_id: dict[str, _Call] = {}
        self.calls_at: Address | None = None
        self.items: dict[str, Address] = {}
        """Where each item of a list stands, by `name/position`."""
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

    def _add_logprobs(self, value: JsonObject, at: Address) -> None:
        """Each chunk has those of its own pieces."""
        known = self.fields.values.get("logprobs")
        if not isinstance(known, dict):
            known = {}
            self.fields.values["logprobs"], self.fields.at["logprobs"] = known, at
        for name, inner in value.items():
            before = known.get(name)
            if isinstance(before, list) and isinstance(inner, list):
                before += inner
            elif before is None:
                known[name] = list(inner) if isinstance(inner, list) else inner

    def _add_delta(self, delta: JsonObject, at: Address) -> None:
        if self.delta_at is None:
            self.delta_at = at
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
            self.notes.unread(f"{name[:40]!r} was said before, and otherwise", at)
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
        position = (
            len(known) if isinstance(known := self.message.values.get(name), list) else 0
        )
        self.message.extend(name, items, at, self.items)
        if of_text:
            self.items[f"{name}/{position}"] = at

    def _add_legacy(self, piece: JsonObject, at: Address) -> None:
        if self.legacy is None:
            self.legacy, self.legacy_at = Fields(), at
        for name, value in piece.items():
            self.legacy.join(name, value, below(at, name))

    def _add_audio(self, piece: JsonObject, at: Address) -> None:
        if not self.audio.values:
            self.audio_at = at
        for name, value in piece.items():
            (self.audio.join if name in _AUDIO_TEXTS else self.audio.first)(
                name, value, below(at, name)
            )

    def _add_call(self, piece: JsonValue, at: Address) -> None:
        if not isinstance(piece, dict):
            self.notes.unread("A piece of a tool call is an object, and this is none", at)
            return
        index, own_id = number_of(piece.get("index")), piece.get("id")
        call = self._continued(piece, index, own_id, at)
        if call is None:
            call = _Call(at, piece)
            self.calls.append(call)
            if index is not None:
                self.by_index[index] = call
        if isinstance(own_id, str) and own_id:
            self.by_id.setdefault(own_id, call)
        call.add(piece, at)

    def _continued(
        self, piece: JsonObject, index: int | None, own_id: JsonValue, at: Address
    ) -> _Call | None:
        """The call that a piece continues; None where it begins one."""
        names = bool(_function(piece).get("name"))
        if index is None:
            if isinstance(own_id, str) and own_id:
                return self.by_id.get(own_id)
            if names:
                return None
            if not self.calls:
                raise BrokenStream(
                    "a piece of a tool call has neither index, id nor name.", at
                )
            return self.calls[-1]
        known = self.by_index.get(index)
        if known is None:
            return None
        before = known.fields.values.get("id")
        if own_id and before and own_id != before:
            if names:
                return None
            raise BrokenStream(f"the call at index {index} has another id than before.", at)
        repeated = names and known.whole and _is_whole(_function(piece))
        return None if repeated and not own_id else known

    def finished(self, pointer: str, table: dict[str, Address]) -> JsonValue:
        table[pointer] = self.at
        self.fields.tell(pointer, table)
        value = self.fields.value()
        inside = f"{pointer}/message"
        table[inside] = self.delta_at or self.at
        self.message.tell(inside, table)
        table |= {f"{inside}/{name}": at for name, at in self.items.items()}
        message: JsonObject = self.message.value()
        if not message.get("role"):
            # Whoever answers is the assistant; some servers leave it out.
            message = {**message, "role": "assistant"}
        if self.audio.values:
            message["audio"] = self.audio.value()
            table[f"{inside}/audio"] = self.audio_at
            self.audio.tell(f"{inside}/audio", table)
        if self.calls_at is not None:
            table[f"{inside}/tool_calls"] = self.calls_at
            message["tool_calls"] = [
                call.finished(f"{inside}/tool_calls/{i}", table)
                for i, call in enumerate(self.calls)
            ]
        if self.legacy is not None:
            message["function_call"] = self.legacy.value()
            table[f"{inside}/function_call"] = self.legacy_at
            self.legacy.tell(f"{inside}/function_call", table)
        return {**value, "message": message}


class _Call:
    """One tool call."""

    def __init__(self, at: Address, piece: JsonObject) -> None:
        self.at = at
        self.whole = _is_whole(_function(piece))
        """Whether its first piece is a call already, with a name and whole arguments."""
        self.fields = Fields()
        self.inside: dict[str, Fields] = {}
        self.inside_at: dict[str, Address] = {}

    def add(self, piece: JsonObject, at: Address) -> None:
        for name, value in piece.items():
            if name in ("function", "custom") and isinstance(value, dict):
                self._add_inside(name, value, below(at, name))
            elif name != "index":
                self.fields.first(name, value, below(at, name))

    def _add_inside(self, kind: str, value: JsonObject, at: Address) -> None:
        fields = self.inside.setdefault(kind, Fields())
        self.inside_at.setdefault(kind, at)
        for name, inner in value.items():
            if name in ("arguments", "input"):
                fields.join(name, inner, below(at, name))
            elif name == "name":
                if not fields.says(name, inner):  # some servers say it again in each chunk
                    fields.join(name, inner, below(at, name))
            else:
                fields.first(name, inner, below(at, name))

    def finished(self, pointer: str, table: dict[str, Address]) -> JsonValue:
        table[pointer] = self.at
        self.fields.tell(pointer, table)
        value = self.fields.value()
        for kind, fields in self.inside.items():
            table[f"{pointer}/{kind}"] = self.inside_at[kind]
            fields.tell(f"{pointer}/{kind}", table)
            value[kind] = fields.value()
        return value


def _function(piece: JsonObject) -> JsonObject:
    found = piece.get("function") or piece.get("custom")
    return found if isinstance(found, dict) else {}


def _is_whole(function: JsonObject) -> bool:
    text = function.get("arguments")
    if not function.get("name") or not isinstance(text, str) or not text.startswith("{"):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
