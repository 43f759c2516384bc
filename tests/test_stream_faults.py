"""What the events of a stream get wrong is a finding at the event, and the answer is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import crosswire
from crosswire.model import Arguments, Conversation
from tests.battery import BATTERY, needs_battery
from tests.selection import for_each
from tests.streams import WHOLE, as_sse
from tests.test_streams import END, block, chunk, delta, piece, start, stop

Json = dict[str, Any]
Call = tuple[str | None, str, str]


def read(events: Sequence[Any]) -> Conversation:
    [conversation] = crosswire.load(as_sse(list(events))).conversations
    return conversation


def calls(conversation: Conversation) -> list[Call]:
    return [(one.call_id.value, one.name, _words(one.arguments)) for one in conversation.calls()]


def _words(given: Arguments) -> str:
    return given.text or json.dumps(given.value, separators=(",", ":"))


def faults(conversation: Conversation) -> list[tuple[str, str, str]]:
    """Severity, event and field of each finding about the events."""
    found = [one for one in crosswire.diagnose(conversation) if one.code in ("CW842", "CW843")]
    return [(one.severity.value, *_event_and_field(one.address)) for one in found]


def _event_and_field(address: str) -> tuple[str, str]:
    return address.partition(":")[0], address.rpartition("/")[2]


def chat(*pieces: Json) -> list[Json]:
    return [*map(chunk, pieces), chunk({}, finish="tool_calls")]


A, B = ("call_1", "look", '{"at":1}'), ("call_2", "find", '{"in":2}')


@for_each(
    ("pieces", "expected", "told"),
    [
        ([piece(0, A[2], id="call_1", name="look"), piece(1, B[2], id="call_2", name="find")], [A, B], []),
        (
            [piece(0, A[2], id="call_1", name="look"), piece(0, B[2], id="call_2", name="find")],
            [A, B],
            [("warning", "1", "index")],
        ),
        (
            [
                piece(0, id="call_1", name="look"),
                piece(0, id="call_2", name="find"),
                piece(0, '{"at"', id="call_1"),
                piece(0, B[2], id="call_2"),
                piece(0, ":1}", id="call_1"),
            ],
            [A, B],
            [("info", "2", "id"), ("warning", "1", "index"), ("info", "3", "id")],
        ),
        (
            [piece(None, A[2], id="call_1", name="look"), piece(None, B[2], id="call_2", name="find")],
            [A, B],
            [("info", "0", "0"), ("info", "1", "0")],
        ),
        (
            [piece(0, id="call_1", name="look"), piece(0, A[2], id="call_9")],
            [A],
            [("warning", "1", "id")],
        ),
        ([piece(0, id="call_1", name="look"), piece(0, A[2], id="call_1")], [A], [("info", "1", "id")]),
        ([piece(0, id="", name="look"), piece(0, A[2], id="call_1")], [A], [("info", "1", "id")]),
        ([piece(0, name="look"), piece(0, A[2], id="call_1")], [A], [("info", "1", "id")]),
        ([piece(2, A[2], id="call_1", name="look")], [A], [("info", "0", "index")]),
        ([piece(0, id="call_1", name="lo"), piece(0, A[2], name="ok")], [A], [("info", "1", "name")]),
        (
            [piece(0, '{"at"', id="call_1", name="look"), piece(0, ":1}", name="find")],
            [A],
            [("warning", "1", "name")],
        ),
        ([piece(0, A[2], id="call_1", name="look")] * 2, [A], [("info", "1", "0")]),
        ([piece(0, A[2])], [(None, "", A[2])], [("warning", "0", "0")]),
        (
            [piece(0, id="call_1", name="look"), piece(1, A[2], id="call_1")],
            [A],
            [("warning", "1", "index"), ("info", "1", "id")],
        ),
        (
            [piece(0, '{"at"', id="call_1", name="look"), piece(0, ":1}", id="call_9", name="look")],
            [A],
            [("warning", "1", "id")],
        ),
    ],
)
def test_a_chat_stream_that_is_sent_wrong_is_read_and_the_fault_told_at_its_event(
    pieces: list[Json], expected: list[Call], told: list[tuple[str, str, str]]
) -> None:
    conversation = read(chat(*pieces))
    assert calls(conversation) == expected
    assert faults(conversation) == told


def test_an_id_that_changes_is_told_with_both_and_none_is_made() -> None:
    conversation = read(chat(piece(0, id="call_1", name="look"), piece(0, A[2], id="call_9")))
    [found] = [one for one in crosswire.diagnose(conversation) if one.code == "CW842"]
    assert "'call_1'" in found.message
    assert "'call_9'" in found.message
    assert found.address == "1:/choices/0/delta/tool_calls/0/id"
    assert [address for _, address in found.related] == ["0:/choices/0/delta/tool_calls/0/id"]
    assert found.node == next(conversation.calls()).key


def use(index: int, name: str = "look", call_id: str = "call_1") -> Json:
    return block(index, {"type": "tool_use", "id": call_id, "name": name, "input": {}})


def given(index: int, text: str = A[2]) -> Json:
    return delta(index, "input_json", partial_json=text)


@for_each(
    ("events", "expected", "told"),
    [
        ([use(0), given(0), stop(0)], [A], []),
        ([use(1), given(1), stop(1)], [A], [("info", "1", "index")]),
        (
            [use(0), given(0), stop(0), use(0, "find", "call_2"), given(0, B[2]), stop(0)],
            [A, B],
            [("warning", "4", "index")],
        ),
        ([use(0), use(0), given(0), stop(0)], [A], [("info", "2", "")]),
        ([given(0), stop(0)], [(None, "", A[2])], [("warning", "1", "delta")]),
        ([given(0), use(0), stop(0)], [A], [("info", "2", "")]),
        ([use(0), stop(0), given(0)], [A], [("info", "3", "")]),
        (
            [block(0, {"type": "text", "text": "Hi"}), given(0)],
            [(None, "", A[2])],
            [("warning", "2", "index"), ("warning", "2", "delta")],
        ),
        (
            [use(0), {"type": "content_block_delta", "delta": given(0)["delta"]}, stop(0)],
            [A],
            [("info", "2", "")],
        ),
    ],
)
def test_a_stream_of_anthropic_that_is_sent_wrong_is_read_and_the_fault_told_at_its_event(
    events: list[Json], expected: list[Call], told: list[tuple[str, str, str]]
) -> None:
    conversation = read([start(), *events, *END])
    assert calls(conversation) == expected
    assert faults(conversation) == [
        (severity, event, field or f"{event}:") for severity, event, field in told
    ]


# The others, each from a stream that is right


def changed(kind: str, number: int, *path: str | int, value: Any) -> list[Any]:
    """A stream of which one field of one event is another one, or is gone where that is None."""
    events: list[Any] = json.loads(json.dumps(WHOLE[kind]))
    held = events[number]
    for key in path[:-1]:
        held = held[key]
    if value is None:
        del held[path[-1]]
    else:
        held[path[-1]] = value
    return events


def without(kind: str, *numbers: int) -> list[Any]:
    return [event for number, event in enumerate(WHOLE[kind]) if number not in numbers]


def again(kind: str, number: int) -> list[Any]:
    return [*WHOLE[kind][: number + 1], *WHOLE[kind][number:]]


FIRST, SECOND = ("id_one", "tool_one", '{"word":"first"}'), ("id_two", "tool_two", '{"word":"second"}')
TWO = [FIRST, SECOND]


@for_each(
    ("events", "expected", "told"),
    [
        # Responses: 4 begins a call, 5 to 8 are its pieces, 9 ends it
        (again("openai-responses", 4), TWO, [("info", "5", "5:")]),
        (without("openai-responses", 4), TWO, []),
        (without("openai-responses", 4, 9), TWO, []),
        (
            without("openai-responses", 4, 9, len(WHOLE["openai-responses"]) - 1),
            [(None, "", FIRST[2]), SECOND],
            [("warning", "4", "4:")],
        ),
        (
            changed("openai-responses", 9, "item", "call_id", value="other"),
            [("other", *FIRST[1:]), SECOND],
            [("warning", "4", "call_id"), ("warning", "13", "call_id")],
        ),
        (
            changed("openai-responses", 6, "item_id", value="other"),
            TWO,
            [("warning", "6", "item_id")],
        ),
        (changed("openai-responses", 9, "item", "call_id", value=None), TWO, [("info", "9", "item")]),
        (changed("openai-responses", 6, "output_index", value=None), TWO, [("info", "6", "6:")]),
        (
            changed("openai-responses", 6, "output_index", value=2),
            TWO,
            [("warning", "6", "output_index")],
        ),
        # Bedrock: 2 begins a call, 3 to 6 are its pieces, 8 begins the other
        (again("bedrock", 2), TWO, [("info", "3", "contentBlockStart")]),
        (without("bedrock", 2), [(None, "", FIRST[2]), SECOND], [("warning", "2", "delta")]),
        (
            changed("bedrock", 8, "contentBlockStart", "contentBlockIndex", value=1),
            [FIRST, ("id_two", "tool_two", "{}"), (None, "", SECOND[2])],
            [("warning", "8", "contentBlockIndex"), ("warning", "9", "delta")],
        ),
        # Cohere: 2 begins a call, 3 to 6 are its pieces, 8 begins the other
        (again("cohere", 2), TWO, [("info", "3", "3:")]),
        (without("cohere", 2), [(None, "", FIRST[2]), SECOND], [("warning", "2", "tool_calls")]),
        (changed("cohere", 4, "index", value=None), TWO, [("info", "4", "4:")]),
        # Gemini: 1 begins a call, 2 is a piece, 3 its end
        (again("gemini in pieces", 1), TWO, [("info", "2", "0")]),
        (without("gemini in pieces", 1), [(None, "", FIRST[2]), SECOND], [("warning", "1", "0")]),
    ],
)
def test_each_kind_of_stream_that_is_sent_wrong_is_read_and_the_fault_told_at_its_event(
    events: list[Any], expected: list[Call], told: list[tuple[str, str, str]]
) -> None:
    conversation = read(events)
    assert calls(conversation) == expected
    assert faults(conversation) == told


# The battery

BOTH = [("call_a", "f", '{"x":1}'), ("call_b", "g", '{"y":2}')]
ONE = [("call_a", "f", '{"x":1}')]
STREAMS: dict[str, tuple[list[Call], str]] = {
    "normal_parallel": ([ONE[0], ("call_b", "g", "{}")], ""),
    "interleaved": (BOTH, ""),
    "all_index0_two_ids": (BOTH, "1"),
    "no_index": (BOTH, "01"),
    "id_changes": (ONE, "1"),
    "id_repeated_each_chunk": (ONE, "1"),
    "no_id_ever": ([(None, "f", '{"x":1}')], "0"),
    "empty_id_then_real": (ONE, "1"),
    "id_only_later": (ONE, "1"),
    "index_gap": (ONE, "0"),
    "name_split": ([("call_a", "get_weather", '{"x":1}')], "1"),
    "truncated": ([("call_a", "f", '{"x":')], "0"),
}
"""Its calls, and the events at which a fault is told."""


@needs_battery
@for_each("name", STREAMS)
def test_each_stream_of_the_battery_has_its_calls_and_its_fault_at_the_event(name: str) -> None:
    events = json.loads((BATTERY / "streams.json").read_text())[name]
    expected, events_of_it = STREAMS[name]
    conversation = read(events)
    assert calls(conversation) == expected
    found = [one for one in crosswire.diagnose(conversation) if one.name != "pending-call"]
    at = [_event_and_field(one.address)[0] for one in found]
    at += [_event_and_field(note.address)[0] for note in conversation.notes if note.address is not None]
    assert set(at) == set(events_of_it)
