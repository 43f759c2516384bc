"""Streams whose events are lost, doubled, swapped or changed: all is read, nothing lost in silence."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import crosswire
from crosswire.model import ToolCallPart
from tests.selection import for_each, tries
from tests.streams import SAID, WAYS, WHOLE, WORDS, as_sse, nowhere


def _drop(events: list[Any], chance: random.Random) -> None:
    events.pop(chance.randrange(len(events)))


def _double(events: list[Any], chance: random.Random) -> None:
    number = chance.randrange(len(events))
    events.insert(number, events[number])


def _swap(events: list[Any], chance: random.Random) -> None:
    number = chance.randrange(len(events) - 1)
    events[number], events[number + 1] = events[number + 1], events[number]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


IDS = ("id", "call_id", "item_id", "toolUseId", "responseId")
INDEXES = ("index", "output_index", "content_index", "contentBlockIndex")


def _change(keys: tuple[str, ...], values: tuple[Any, ...]) -> Callable[[list[Any], random.Random], None]:
    def change(events: list[Any], chance: random.Random) -> None:
        held = [(one, key) for one in _objects(events) for key in keys if key in one]
        if held:
            one, key = chance.choice(held)
            value = chance.choice(values)
            one.pop(key) if value is None else one.update({key: value})

    return change


DAMAGES = (
    _drop,
    _double,
    _swap,
    _change(IDS, ("other", "", None, 7)),
    _change(INDEXES, (0, 1, 5, None, "x")),
    _change(("name",), ("", None, "other")),
)


def damaged(kind: str, number: int) -> list[Any]:
    chance = random.Random(f"{kind} {number}")
    events = copy.deepcopy(WHOLE[kind])
    for _ in range(chance.randint(1, 4)):
        chance.choice(DAMAGES)(events, chance)
    return events


def _told(log: crosswire.Log) -> str:
    """All that is shown of a log: what stands in its parts, and what was said about it."""
    held: list[Any] = []
    for conversation in log.conversations:
        held += [note.message for note in conversation.notes]
        held += [message.raw for message in conversation.messages]
        held += [part.raw for part in conversation.settings_and_tools]
        for _, part in conversation.parts():
            held.append(part.raw)
            if isinstance(part, ToolCallPart):
                held += [part.arguments.text, part.arguments.value]
    return json.dumps(held)


def _words_in(events: list[Any]) -> list[str]:
    text = json.dumps(events)
    return [word for word in (*WORDS, "other") if word in text]


@for_each("kind", WHOLE)
def test_a_damaged_stream_is_read_and_each_word_of_it_is_told_with_its_place(kind: str) -> None:
    for number in range(tries(30, thorough=3_000)):
        events = damaged(kind, number)
        log = crosswire.load(as_sse(events))
        told = _told(log)
        missing = [word for word in _words_in(events) if word not in told]
        assert missing == [], json.dumps(events)
        assert nowhere(log) == [], json.dumps(events)


@for_each("kind", WHOLE)
def test_a_damaged_stream_in_a_recording_is_the_one_answer_to_its_request(kind: str) -> None:
    for number in range(tries(8, thorough=1_000)):
        events = [event for event in damaged(kind, number) if event != "[DONE]"]
        if len(events) == 1:
            continue  # one object in a list is no stream of events
        for way in ("a recording", "a recording of a list"):
            log = crosswire.load(WAYS[way](kind, events))
            shapes = {one.shape for one in log.conversations[1:]}
            assert shapes == {"exchange"}, json.dumps(events)
            missing = [word for word in _words_in(events) if word not in _told(log)]
            assert missing == [], json.dumps(events)
            assert nowhere(log) == [], json.dumps(events)


@for_each("kind", WHOLE)
def test_a_whole_stream_has_no_fault(kind: str) -> None:
    [conversation] = crosswire.load(as_sse(WHOLE[kind])).conversations
    assert [(call.call_id.value, call.name) for call in conversation.calls()] == [
        ("id_one", "tool_one"),
        ("id_two", "tool_two"),
    ]
    assert [note.code for note in conversation.notes] == []
    assert SAID in _told(crosswire.load(as_sse(WHOLE[kind])))
