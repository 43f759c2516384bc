"""A stream of generateContent: each event is a whole response that holds the next parts of
each candidate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.entry import Assembled
from crosswire.streams.partial_args import PartialCall, begins, continues
from crosswire.streams.pieces import END, Event, Fields, Notes, below, first_of_all, number_of

SPOKEN_BY: tuple[str, ...] = ("gemini",)

_PLAIN = frozenset({"text", "thought"})
"""The keys of a part that may go on in the next event."""


def recognise(event: JsonObject) -> bool:
    candidates = event.get("candidates")
    if isinstance(candidates, list):
        return all(isinstance(candidate, dict) for candidate in candidates)
    return "promptFeedback" in event or "usageMetadata" in event


def are_of_one_answer(events: list[JsonValue]) -> bool:
    """Whether responses outside of a stream are pieces of one: only the last says that it is
    the last."""
    bodies = [event for event in events if isinstance(event, dict) and recognise(event)]
    if len(bodies) < len(events) or len(bodies) < 2:
        return False
    ids = {body.get("responseId") for body in bodies}
    if len(ids) == 1 and ids != {None}:
        return True
    return ids == {None} and [_ends(body) for body in bodies] == [False] * (
        len(bodies) - 1
    ) + [True]


def assemble(events: Iterable[Event]) -> Iterator[Assembled]:
    """The responses of a capture, one after the other."""
    answer: _Answer | None = None
    for event, at in events:
        if answer is not None and (event == END or answer.is_followed_by(event)):
            yield answer.finished()
            answer = None
        if isinstance(event, dict):
            answer = answer or _Answer(at)
            answer.add(event, at)
    if answer is not None:
        yield answer.finished()


def _candidates(body: JsonObject) -> list[JsonValue]:
    found = body.get("candidates")
    return found if isinstance(found, list) else []


def _ends(body: JsonObject) -> bool:
    return any(isinstance(one, dict) and _finish(one) is not None for one in _candidates(body))


def _finish(candidate: JsonObject) -> JsonValue:
    return candidate.get("finishReason", candidate.get("finish_reason"))


class _Answer:
    """One response."""

    def __init__(self, at: Address) -> None:
        self.at = self.latest = at
        self.fields = Fields()
        self.candidates: dict[int, _Candidate] = {}
        self.candidates_at: Address | None = None
        self.notes = Notes()

    def is_followed_by(self, event: JsonValue) -> bool:
        """Whether an event belongs to another response: it says so, or this one has ended and
        it speaks."""
        if not isinstance(event, dict):
            return False
        before, now = self.fields.values.get("responseId"), event.get("responseId")
        if before and now:
            return before != now
        return any(self._has_another(one) for one in _candidates(event))

    def _has_another(self, candidate: JsonValue) -> bool:
        """Whether the candidate that this one would go on with has come to its end."""
        if not isinstance(candidate, dict) or candidate.get("content") is None:
            return False
        known = self.candidates.get(number_of(candidate.get("index")) or 0)
        return known is not None and known.has_ended()

    def _has_ended(self) -> bool:
        return bool(self.candidates) and all(
            one.has_ended() for one in self.candidates.values()
        )

    def add(self, event: JsonObject, at: Address) -> None:
        self.latest = at
        if event.get("error") is not None:
            self.notes.say(
                "stream-error",
                "The provider ended the stream with an error.",
                below(at, "error"),
            )
        first_of_all(self.fields, event, at, but=frozenset({"candidates"}))
        for i, candidate in enumerate(_candidates(event)):
            place = Address(f"{at}/candidates/{i}")
            if self.candidates_at is None:
                self.candidates_at = Address(f"{at}/candidates")
            if not isinstance(candidate, dict):
                self.notes.unread("A candidate is an object, and this is none", place)
                continue
            index = number_of(candidate.get("index")) or 0
            if index not in self.candidates:
                self.candidates[index] = _Candidate(place, self.notes)
            self.candidates[index].add(candidate, place)

    def finished(self) -> Assembled:
        if self.candidates and not self._has_ended():
            self.notes.cut(self.latest)
        if any(one.partial is not None for one in self.candidates.values()):
            self.notes.say(
                "call-cut", "A call whose arguments came in pieces has no end.", self.latest
            )
        table: dict[str, Address] = {"": self.at}
        self.fields.tell("", table)
        value = self.fields.value()
        if self.candidates_at is not None:
            table["/candidates"] = self.candidates_at
            value = {
                "candidates": [
                    self.candidates[index].finished(f"/candidates/{number}", table)
                    for number, index in enumerate(sorted(self.candidates))
                ],
                **value,
            }
        return Assembled(value, table, self.notes)


class _Candidate:
    """One of the alternative answers."""

    def __init__(self, at: Address, notes: Notes) -> None:
        self.at = at
        self.notes = notes
        self.fields = Fields()
        self.content = Fields()
        self.content_at: Address | None = None
        self.parts: list[_Part] = []
        self.parts_at: Address | None = None
        self.partial: PartialCall | None = None

    def has_ended(self) -> bool:
        return _finish(self.fields.values) is not None

    def add(self, candidate: JsonObject, at: Address) -> None:
        for name, value in candidate.items():
            if name == "content" and isinstance(value, dict):
                self._add_content(value, Address(f"{at}/content"))
            else:
                self.fields.last(name, value, below(at, name))

    def _add_content(self, content: JsonObject, at: Address) -> None:
        self.content_at = self.content_at or at
        for name, value in content.items():
            if name != "parts" or not isinstance(value, list):
                self.content.first(name, value, below(at, name))
                continue
            self.parts_at = self.parts_at or Address(f"{at}/parts")
            for i, part in enumerate(value):
                self._add_part(part, Address(f"{at}/parts/{i}"), goes_on=i == 0)

    def _add_part(self, part: JsonValue, at: Address, *, goes_on: bool) -> None:
        if self.partial is not None and continues(part):
            self.partial.add(part, at)
        elif begins(part):
            self.partial = PartialCall()
            self.partial.add(part, at)
            self.parts.append(_Part(part, at, self.partial))
        else:
            self._add_whole(part, at, goes_on=goes_on)
        if self.partial is not None and self.partial.is_complete:
            self.partial = None

    def _add_whole(self, part: JsonValue, at: Address, *, goes_on: bool) -> None:
        before = self.parts[-1] if self.parts and goes_on else None
        if before is not None and before.takes(part):
            before.add(part, at)
        else:
            self.parts.append(_Part(part, at))

    def finished(self, pointer: str, table: dict[str, Address]) -> JsonValue:
        table[pointer] = self.at
        self.fields.tell(pointer, table)
        value = self.fields.value()
        if self.content_at is None:
            return value
        inside = f"{pointer}/content"
        table[inside] = self.content_at
        self.content.tell(inside, table)
        content = self.content.value()
        if self.parts_at is not None:
            table[f"{inside}/parts"] = self.parts_at
            content["parts"] = [
                part.finished(f"{inside}/parts/{i}", table)
                for i, part in enumerate(self.parts)
            ]
        return {"content": content, **value}


class _Part:
    """One part: a text that may go on, a call that comes in pieces, or anything as it stands."""

    def __init__(
        self, part: JsonValue, at: Address, partial: PartialCall | None = None
    ) -> None:
        self.raw = part
        self.at = at
        self.partial = partial
        self.texts = [part["text"]] if _is_plain(part) and isinstance(part, dict) else []

    def takes(self, part: JsonValue) -> bool:
        """Whether a part of the next event is more of this text."""
        if not self.texts or not _is_plain(part) or not isinstance(part, dict):
            return False
        return isinstance(self.raw, dict) and bool(part.get("thought")) == bool(
            self.raw.get("thought")
        )

    def add(self, part: JsonValue, at: Address) -> None:
        if isinstance(part, dict):
            if not part["text"]:
                return
            if len(self.texts) == 1 and not self.texts[0]:
                self.at = at
            self.texts.append(part["text"])

    def finished(self, pointer: str, table: dict[str, Address]) -> JsonValue:
        table[pointer] = self.at
        if self.partial is not None:
            return self.partial.finished(pointer, table)
        if len(self.texts) > 1 and isinstance(self.raw, dict):
            return {**self.raw, "text": "".join(str(text) for text in self.texts)}
        return self.raw


def _is_plain(part: JsonValue) -> bool:
    return (
        isinstance(part, dict) and isinstance(part.get("text"), str) and part.keys() <= _PLAIN
    )
