"""A stream of generateContent: each event is a whole response that holds the next parts of
each candidate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.model.json_values import objects_in
from crosswire.model.source_map import PlaceTable
from crosswire.streams import faults
from crosswire.streams.partial_args import PartialCall, begins, continues
from crosswire.streams.pieces import (
    Alternatives,
    Event,
    Fields,
    Notes,
    answers,
    below,
    first_of_all,
)

SPOKEN_BY: tuple[str, ...] = ("gemini",)

_PLAIN = frozenset({"text", "thought"})
"""The keys of a part that may go on in the next event."""


def recognise(event: JsonObject) -> bool:
    candidates = event.get("candidates")
    if isinstance(candidates, list):
        return all(isinstance(candidate, dict) for candidate in candidates)
    return "promptFeedback" in event or "usageMetadata" in event


belongs = recognise


def are_of_one_answer(events: list[JsonValue]) -> bool:
    """Whether responses outside of a stream are pieces of one: only the last has an end
    reason."""
    bodies = [event for event in events if isinstance(event, dict) and recognise(event)]
    if len(bodies) < len(events) or len(bodies) < 2:
        return False
    first, *others = [body.get("responseId") for body in bodies]
    if any(one is not None for one in (first, *others)):
        return all(one == first for one in others)
    *before, last = map(_ends, bodies)
    return last and not any(before)


def assemble(events: Iterable[Event], *, as_one: bool = False) -> Iterator[Assembled]:
    """The responses of a capture, one after the other."""
    return answers(events, _Answer, as_one=as_one)


def _ends(body: JsonObject) -> bool:
    candidates = objects_in(body.get("candidates"))
    return any(_finish(candidate) is not None for candidate in candidates)


def _finish(candidate: JsonObject) -> JsonValue:
    return candidate.get("finishReason", candidate.get("finish_reason"))


class _Answer:
    """One response."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.alternatives = Alternatives(_Candidate, "A candidate")
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event belongs to another response: it names another, or goes on where
        this one has ended."""
        if not isinstance(event, dict):
            return False
        before, now = self.fields.values.get("responseId"), event.get("responseId")
        if before and now:
            return before != now
        return any(map(self._has_another, objects_in(event.get("candidates"))))

    def _has_another(self, candidate: JsonObject) -> bool:
        """Whether the candidate that this one would go on with has come to its end."""
        known = self.alternatives.known(candidate)
        speaks = candidate.get("content") is not None
        return speaks and known is not None and known.has_ended()

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        before, now = self.fields.values.get("responseId"), event.get("responseId")
        if before and now and before != now:
            kept_at, place = self.fields.at["responseId"], below(at, "responseId")
            faults.changed(self.notes, "id", now, place, before, kept_at, self.at, "answer")
        if event.get("error") is not None:
            self.notes.failed(below(at, "error"))
        first_of_all(self.fields, event, at, but=frozenset({"candidates"}))
        candidates = event.get("candidates")
        place = Address(f"{at}/candidates")
        if isinstance(candidates, list):
            self.alternatives.began = self.alternatives.began or (
                place if candidates else None
            )
            self.alternatives.add(candidates, place, self.notes)
        elif candidates is not None:
            self.notes.unread("Candidates are a list, and these are none", candidates, place)

    def finished(self, *, ended: bool) -> Assembled:
        alternatives = self.alternatives
        if alternatives.by_index and not alternatives.have_ended():
            self.notes.cut(self.latest)
        for one in alternatives.by_index.values():
            one.tell_end(self.latest)
        table = PlaceTable(self.at)
        value = self.fields.whole("", table)
        if alternatives.began is not None:
            value = {"candidates": alternatives.finished("/candidates", table), **value}
        notes = self.notes
        return Assembled(value, table, notes, notes.kept, notes.passed_over)


class _Candidate:
    """An alternative answer."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.fields = Fields(at)
        self.content = Fields()
        self.parts: list[_Part] = []
        self.parts_at: Address | None = None
        self.partial: PartialCall | None = None
        self.notes = notes

    def has_ended(self) -> bool:
        return _finish(self.fields.values) is not None

    def add(self, candidate: JsonObject, at: Address) -> None:
        for name, value in candidate.items():
            if name == "content" and isinstance(value, dict):
                self._add_content(value, Address(f"{at}/content"))
            else:
                self.fields.last(name, value, below(at, name))

    def _add_content(self, content: JsonObject, at: Address) -> None:
        self.content.began = self.content.began or at
        for name, value in content.items():
            if name != "parts" or not isinstance(value, list):
                self.content.first(name, value, below(at, name))
                continue
            self.parts_at = self.parts_at or Address(f"{at}/parts")
            for i, part in enumerate(value):
                self._add_part(part, Address(f"{at}/parts/{i}"), goes_on=i == 0)

    def _add_part(self, part: JsonValue, at: Address, *, goes_on: bool) -> None:
        if self.partial is not None and self.partial.goes_on_with(part):
            self.partial.add(part, at)
        elif self.partial is not None and self.partial.says_again(part):
            faults.doubled(self.notes, at, self.partial.at)
        elif begins(part):
            self._begin_call(part, at)
        elif continues(part):
            self._end_call(part, at)
        else:
            self._add_whole(part, at, goes_on=goes_on)
        if self.partial is not None and self.partial.is_complete:
            self.partial = None

    def _begin_call(self, part: JsonValue, at: Address) -> None:
        if self.partial is not None:
            self._tell_cut(at)
        self.partial = PartialCall(self.notes, at)
        self.partial.add(part, at)
        self.parts.append(_Part(part, at, self.partial))
        if continues(part):
            faults.start_missing(self.notes, "a call", at)

    def _end_call(self, part: JsonValue, at: Address) -> None:
        """The end of a call that is not open: of none, or of one that has ended already."""
        if self.parts and self.parts[-1].partial is not None and _is_empty_call(part):
            faults.doubled(self.notes, at, self.parts[-1].at)
        else:
            self.notes.unread("It is a piece of a call that never began", part, at)

    def tell_end(self, at: Address) -> None:
        """Tell a call that is open at the end of all."""
        if self.partial is not None:
            self._tell_cut(at)

    def _tell_cut(self, at: Address) -> None:
        message = "A call whose arguments came in pieces has no end."
        self.notes.say("call-cut", message, at)

    def _add_whole(self, part: JsonValue, at: Address, *, goes_on: bool) -> None:
        if goes_on and self.parts and _is_plain(part) and self.parts[-1].takes(part):
            self.parts[-1].add(part, at)
        else:
            self.parts.append(_Part(part, at))

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        value = self.fields.whole(pointer, table)
        if self.content.began is None:
            return value
        inside = f"{pointer}/content"
        content = self.content.whole(inside, table)
        if self.parts_at is not None:
            table[f"{inside}/parts"] = self.parts_at
            content["parts"] = [
                part.finished(f"{inside}/parts/{i}", table)
                for i, part in enumerate(self.parts)
            ]
        return {"content": content, **value}


class _Part:
    """One part: a text that may go on, a call in pieces, or anything else as it stands."""

    def __init__(
        self, part: JsonValue, at: Address, partial: PartialCall | None = None
    ) -> None:
        self.raw = part
        self.at = at
        self.partial = partial
        self.texts = [part["text"]] if _is_plain(part) else []
        self.pieces: list[Address] = []
        """Where more of its text stands."""

    def takes(self, part: JsonObject) -> bool:
        """Whether a text of the next event is more of this one."""
        if not self.texts or not isinstance(self.raw, dict):
            return False
        return bool(part.get("thought")) == bool(self.raw.get("thought"))

    def add(self, part: JsonObject, at: Address) -> None:
        if not part["text"]:
            return
        if self.texts == [""]:
            self.at = at
        self.texts.append(part["text"])
        self.pieces.append(at)

    def finished(self, pointer: str, table: PlaceTable) -> JsonValue:
        table[pointer] = self.at
        table.came_in(pointer, self.pieces)
        if self.partial is not None:
            return self.partial.finished(pointer, table)
        if len(self.texts) > 1 and isinstance(self.raw, dict):
            return {**self.raw, "text": "".join(map(str, self.texts))}
        return self.raw


def _is_empty_call(part: JsonValue) -> bool:
    """Whether it says only that a call has ended."""
    held = list(part.values()) if isinstance(part, dict) else []
    return len(held) == 1 and not held[0]


def _is_plain(part: JsonValue) -> TypeGuard[JsonObject]:
    """Whether it is a text that may go on."""
    return (
        isinstance(part, dict)
        and isinstance(part.get("text"), str)
        and _PLAIN.issuperset(part)
    )
