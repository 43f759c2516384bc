"""A stream of Chat Completions: chunks, each with a delta for one or more choices.

A delta names the call that it continues by its index. Some servers leave the index out, count
every call as 0, change the id, or say id and name again in each chunk: the likeliest reading
is taken, and what is wrong is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import list_or_empty, object_or_empty
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.chat_calls import Calls
from crosswire.streams.pieces import (
    Alternatives,
    Event,
    Fields,
    Notes,
    answers,
    below,
    first_of_all,
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


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The answers of a capture, one after the other."""
    return answers(events, _Answer, as_one=as_one)


class _Answer:
    """One chat completion."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.other_ids: list[str] = []
        """Ids that later events say."""
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
        self._compare_id(event.get("id"), below(at, "id"))
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

    def _compare_id(self, value: JsonValue, at: Address) -> None:
        """Some servers send each chunk with another id."""
        kept = self.fields.values.get("id")
        if not kept or not isinstance(value, str) or value in ("", kept, *self.other_ids):
            return
        if len(self.other_ids) < faults.MAX_IDS:
            self.other_ids.append(value)
            kept_at = self.fields.at["id"]
            faults.changed(self.notes, "id", value, at, kept, kept_at, self.at, "answer")

    def finished(self, *, ended: bool) -> Assembled:
        if not ended and not self.alternatives.have_ended():
            self.notes.cut(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        value["choices"] = self.alternatives.finished("/choices", table)
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)


class _Choice:
    """An alternative answer."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.fields = Fields(at)
        self.message = Fields()
        self.legacy = Fields()
        self.audio = Fields()
        self.calls = Calls(notes)
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
        call = self.calls.of(piece, at)
        if call is None:
            call = self.calls.begin(piece, at)
        elif call.says_again(piece):
            faults.doubled(self.notes, at, call.at)
            return
        call.add(piece, at)

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
            message["tool_calls"] = self.calls.finished(f"{inside}/tool_calls", table)
        if self.legacy.began is not None:
            message["function_call"] = self.legacy.whole(f"{inside}/function_call", table)
        return {**value, "message": message}
