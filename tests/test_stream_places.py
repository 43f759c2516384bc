"""Everything that is told of an answer put together from events points at one of those events."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import crosswire
from crosswire.address import Address, document_of
from crosswire.model import Part, ToolCallPart
from tests.selection import for_each, some_of
from tests.streams import KINDS, WAYS, WHOLE, as_sse, nowhere

SAID = "Something that somebody said and no format knows."
CALL = {"name": "look", "arguments": {"at": 1}}


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


def _with_more(events: list[Any], held: Any) -> Iterator[list[Any]]:
    """The stream with a field more, in one object of it after another."""
    for number in range(sum(1 for _ in _objects(events))):
        changed = copy.deepcopy(events)
        list(_objects(changed))[number]["beside"] = held
        yield changed


@for_each(("kind", "way"), [(kind, way) for kind in KINDS for way in WAYS])
def test_every_place_that_is_told_stands_in_the_upload(kind: str, way: str) -> None:
    for held in (SAID, CALL):
        for events in some_of(_with_more(KINDS[kind], held), 12):
            try:
                log = crosswire.load(WAYS[way](kind, events))
            except crosswire.CrosswireError:
                continue
            assert nowhere(log) == [], json.dumps(events)


EVENT = re.compile(r"(?:0:/(?:1/response(?:!|/body)/)?(?=\d))?(\d+)")
"""The number of the event that an address stands in, in whichever way the stream is held."""


def _streamed(log: crosswire.Log) -> list[Part]:
    """The parts that came in events."""
    both = (both for conversation in log.conversations for both in conversation.parts())
    return [part for message, part in both if message.places is not None]


def _words(parts: list[Part]) -> list[Any]:
    """What parts say."""
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    said = [[getattr(part, name, None) for name in ("text", "name", "signature")] for part in parts]
    return [said, [(call.call_id.value, call.arguments.value) for call in calls]]


def _event(at: Address) -> int:
    found = EVENT.match(at)
    assert found is not None
    return int(found[1])


@for_each(("kind", "way"), [(kind, way) for kind in KINDS for way in WAYS])
def test_an_event_that_no_part_names_says_nothing_of_any(kind: str, way: str) -> None:
    events = KINDS[kind]
    parts = _streamed(crosswire.load(WAYS[way](kind, events)))
    named = {_event(at) for part in parts for at in (part.address, *part.also)}
    for number in set(range(len(events))) - named:
        less = crosswire.load(WAYS[way](kind, events[:number] + events[number + 1 :]))
        assert _words(_streamed(less)) == _words(parts), events[number]


@for_each("kind", KINDS)
def test_a_part_names_each_of_its_events_once_and_in_their_order(kind: str) -> None:
    log = crosswire.load(as_sse(KINDS[kind]))
    named = [list(map(document_of, (part.address, *part.also))) for part in _streamed(log)]
    assert all(len(set(one)) == len(one) and one[1:] == sorted(one[1:]) for one in named)


@for_each(("kind", "held"), [(kind, held) for kind in WHOLE for held in (SAID, CALL)])
def test_nothing_in_any_object_of_an_event_is_passed_over_in_silence(kind: str, held: Any) -> None:
    for events in _with_more(WHOLE[kind], held):
        log = crosswire.load(as_sse(events))
        raws = [message.raw for one in log.conversations for message in one.messages]
        raws += [part.raw for one in log.conversations for part in one.settings_and_tools]
        raws += [part.raw for one in log.conversations for _, part in one.parts()]
        told = [note.address for one in log.conversations for note in one.unread if note.address is not None]
        is_kept = json.dumps(held) in json.dumps(raws)
        assert is_kept or any("/beside" in address for address in told), json.dumps(events)


CHAT: list[Any] = [
    {"id": "c1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "a"}}]},
    {
        "id": "c1",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {"thoughts": SAID}, "finish_reason": "stop"}],
    },
]


@for_each(
    ("way", "address"),
    [
        ("an event stream", "1:/choices/0/delta/thoughts"),
        ("a list", "0:/1/choices/0/delta/thoughts"),
        ("a recording", "0:/1/response!/1/choices/0/delta/thoughts"),
        ("a recording of a list", "0:/1/response/body/1/choices/0/delta/thoughts"),
    ],
)
def test_what_was_not_read_of_an_answer_is_told_at_its_event(way: str, address: str) -> None:
    log = crosswire.load(WAYS[way]("openai-chat", CHAT))
    assert [note.address for note in log.conversations[-1].unread] == [address]
    assert [note for one in log.conversations[:-1] for note in one.unread] == []


def test_what_was_not_read_is_told_in_the_answer_that_it_stands_in() -> None:
    data = as_sse([CHAT[0], {**CHAT[1], "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}])
    second = [{**event, "id": "c2"} for event in CHAT]
    log = crosswire.load(data + as_sse(second))
    assert [[note.address for note in one.unread] for one in log.conversations] == [
        [],
        ["3:/choices/0/delta/thoughts"],
    ]


def test_what_was_not_read_is_told_in_the_alternative_that_it_stands_in() -> None:
    beside: dict[str, Any] = {
        "index": 1,
        "delta": {"content": "b", "thoughts": SAID},
        "finish_reason": "stop",
    }
    events = [CHAT[0], {**CHAT[0], "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}, beside]}]
    log = crosswire.load(as_sse(events))
    assert [[note.address for note in one.unread] for one in log.conversations] == [
        [],
        ["1:/choices/1/delta/thoughts"],
    ]
