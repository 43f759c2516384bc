"""A mapping as JSON, and what is read by one."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from crosswire.errors import BadMapping
from crosswire.logs.by_shape import mapping_from, mapping_json, read_by
from crosswire.logs.by_shape.mapped import Mapped
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.by_shape.texts import Place, Texts
from crosswire.model import JsonObject, JsonValue, Message, TextPart, ToolCallPart, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder

ACME: JsonObject = {
    "crosswire_mapping": 1,
    "name": "acme",
    "title": "Acme agent sessions",
    "messages": ["/turns/*"],
    "role": ["author/kind", "role"],
    "roles": {"bot": "assistant", "human": "user"},
    "text": ["body", "parts/*/text"],
    "calls": [
        {"at": "parts/*", "where": {"type": ["use"]}, "name": "tool", "arguments": "input", "id": "use_id"}
    ],
    "results": [
        {"at": "parts/*", "where": {"type": ["came"]}, "id": "use_id", "output": "value", "error": "failed"}
    ],
    "id": "uuid",
    "parent": "before",
    "time": "ts",
    "thread": "session_id",
}
BARE: JsonObject = {"crosswire_mapping": 1, "messages": [""], "role": "who", "text": "says"}


def read(mapping: JsonObject, *documents: JsonValue) -> list[ConversationBuilder]:
    return read_by(mapping_from(mapping), documents, 0, "by-shape", Traits())


def with_calls(**fields: JsonValue) -> JsonObject:
    call: JsonObject = {"at": "calls/*", "name": "name", "arguments": "args", "id": "id"}
    return BARE | {"calls": [call]} | fields


def said(messages: Sequence[Message]) -> list[tuple[str, list[str]]]:
    return [(one.role, [_said(part) for part in one.parts]) for one in messages]


def _said(part: object) -> str:
    if isinstance(part, ToolCallPart):
        return f"call {part.name} {part.call_id.value} {json.dumps(part.arguments.value)}"
    if isinstance(part, ToolResultPart):
        return f"result {part.call_id.value}"
    return part.text if isinstance(part, TextPart) else type(part).__name__


def test_a_mapping_is_written_as_it_was_read() -> None:
    assert mapping_json(mapping_from(ACME)) == ACME
    everything = ACME | {
        "conversation": "",
        "messages": [{"at": "/a/**/b~1c", "where": {"kind": ["x", 1, None], "on": True}, "role": "user"}],
        "role": [""],
        "reasoning": "thought",
    }
    written = mapping_json(mapping_from(everything))
    assert written == everything
    order = "crosswire_mapping name title conversation messages role roles text reasoning calls results"
    assert list(written) == [*order.split(), "id", "parent", "time", "thread"]


@pytest.mark.parametrize(
    ("wrong", "place", "cure"),
    [
        ([], "its root", "write an object"),
        ({}, "/crosswire_mapping", "write 1"),
        ({"crosswire_mapping": True, "messages": [""]}, "/crosswire_mapping", "write 1"),
        ({"crosswire_mapping": 1}, "/messages", "/messages/*"),
        (BARE | {"mesages": []}, "/mesages", "'messages'"),
        (BARE | {"role": 1}, "/role", "write a text"),
        (BARE | {"text": ["a", {}]}, "/text/1", "write a text"),
        (BARE | {"text": "a/**"}, "/text", "name the steps"),
        (BARE | {"messages": "/**/a/**"}, "/messages", "once"),
        (BARE | {"text": "a/" * 50 + "a"}, "/text", "at most 40"),
        (BARE | {"roles": {"bot": "robot"}}, "/roles/bot", "assistant"),
        (BARE | {"calls": [{"at": "c/*", "nam": "x"}]}, "/calls/0/nam", "'name'"),
        (BARE | {"results": [{"where": {"type": "x"}}]}, "/results/0/where/type", "true for any"),
    ],
)
def test_a_wrong_mapping_is_refused_with_place_and_cure(wrong: JsonValue, place: str, cure: str) -> None:
    with pytest.raises(BadMapping) as refused:
        mapping_from(wrong)
    assert f"wrong at {place}: " in str(refused.value)
    assert cure in str(refused.value)


def test_patterns_lead_through_lists_objects_texts_and_depths() -> None:
    value: JsonValue = {"a": [{"b": '{"c": [1, 2]}'}, {"b": {"c": [3]}}], "x/y": 4, "*": 5}

    def found(text: str) -> list[tuple[JsonValue, str]]:
        places = Pattern.of(text).places(Place(value, "0:"), Texts())  # type: ignore[arg-type]  # an address
        return [(place.value, place.at) for place in places]

    assert found("a/*/b/c/*") == [(1, "0:/a/0/b!/c/0"), (2, "0:/a/0/b!/c/1"), (3, "0:/a/1/b/c/0")]
    assert found("**/c") == [([3], "0:/a/1/b/c")]
    assert found("a/1/b/c/0") == [(3, "0:/a/1/b/c/0")]
    assert found("x~1y") == [(4, "0:/x~1y")]
    assert found("~2") == [(5, "0:/*")]
    assert found("a/7") == found("nothing/*") == []
    assert Pattern.of("x~1y/~2/~0").text == "x~1y/~2/~0"


def test_a_session_is_read_with_its_parts_in_order_and_their_addresses() -> None:
    call: JsonObject = {"type": "use", "tool": "add", "use_id": "u1", "input": '{"a": 1}'}
    came: JsonObject = {
        "type": "came",
        "use_id": "u1",
        "value": [{"type": "text", "text": "2"}],
        "failed": "boom",
    }
    (one,) = read(
        ACME,
        {
            "turns": [
                {"author": {"kind": "human"}, "body": "Add.", "ts": "2026-01-01"},
                {"author": {"kind": "bot"}, "parts": [{"text": "Well."}, call, {"image": "x"}]},
                {"role": "env", "parts": [came], "more": "words of some other kind"},
            ]
        },
    )
    assert said(one.messages) == [
        ("user", ["Add."]),
        ("assistant", ["Well.", 'call add u1 {"a": 1}', "OpaquePart"]),
        ("tool", ["result u1"]),
    ]
    made, back = one.messages[1].parts[1], one.messages[2].parts[0]
    assert isinstance(made, ToolCallPart)
    assert isinstance(back, ToolResultPart)
    assert (made.address, made.arguments.address) == ("0:/turns/1/parts/1", "0:/turns/1/parts/1/input")
    assert back.is_error
    assert [part.address for part in back.content] == [
        "0:/turns/2/parts/0/value/0",
        "0:/turns/2/parts/0/failed",
    ]
    assert one.messages[0].timestamp == "2026-01-01"
    assert one.messages[2].extras == {"more": "words of some other kind"}


def test_call_and_result_in_one_object_become_what_was_said_and_what_came_back() -> None:
    step: JsonObject = {"at": "steps/*", "name": "tool", "arguments": "in", "id": "n"}
    back: JsonObject = {"at": "steps/*", "output": "out", "id": "n"}
    steps: JsonValue = [
        {"tool": "a", "in": {}, "out": "1", "n": 1},
        {"tool": "b", "in": {}, "out": "2", "n": 2},
        {"tool": "c", "in": {}},
    ]
    (one,) = read(BARE | {"calls": [step], "results": [back]}, {"who": "bot", "says": "Go.", "steps": steps})
    assert said(one.messages) == [
        ("assistant", ["Go.", "call a 1 {}", "call b 2 {}", "call c None {}"]),
        ("tool", ["result 1", "result 2"]),
    ]


def test_a_message_in_several_pieces_tells_its_further_fields_once() -> None:
    blocks: JsonValue = [{"tool": "a", "in": {}, "out": "1"}, {"words": "Done."}]
    mapping = BARE | {
        "text": "steps/*/words",
        "calls": [{"at": "steps/*", "name": "tool", "arguments": "in"}],
        "results": [{"at": "steps/*", "output": "out"}],
    }
    (one,) = read(mapping, {"who": "bot", "steps": blocks, "cost": 7})
    assert [(each.role, each.extras) for each in one.messages] == [
        ("assistant", {"cost": 7}), ("tool", None), ("assistant", None),
    ]  # fmt: skip


def test_an_id_is_read_as_it_stands_and_none_is_made() -> None:
    calls: JsonValue = [{"name": "f", "args": {}, "id": id} for id in ("x", "", None, 7, True)]
    (one,) = read(with_calls(), {"who": "bot", "calls": [*calls, {"name": "f", "args": {}}]})  # type: ignore[misc]
    ids = [part.call_id for part in one.messages[0].parts if isinstance(part, ToolCallPart)]
    assert [(id.value, id.state.value) for id in ids] == [
        ("x", "present"), (None, "empty"), (None, "no field"), ("7", "present"),
        (None, "not text"), (None, "no field"),
    ]  # fmt: skip
    assert not any(id.required for id in ids)


def test_arguments_that_are_no_json_are_free_text_unless_they_begin_as_json() -> None:
    given = ("ls -l", '{"cut": ', "", '{"a": 1}')
    calls: JsonValue = [{"name": "f", "args": text} for text in given]
    (one,) = read(with_calls(), {"who": "bot", "calls": calls})
    states = [part.arguments.state.value for part in one.messages[0].parts if isinstance(part, ToolCallPart)]
    assert states == ["free text", "invalid", "absent", "parsed"]


def test_each_list_is_a_conversation_and_lines_are_one_list() -> None:
    lists = BARE | {"messages": ["/chats/*/turns/*"]}
    chats: JsonValue = {"chats": [{"turns": [{"who": "user", "says": word}]} for word in ("one", "two")]}
    assert [said(one.messages) for one in read(lists, chats)] == [[("user", ["one"])], [("user", ["two"])]]
    lines: list[JsonValue] = [{"who": "user", "says": "one"}, {"who": "bot", "says": "two"}]
    assert [said(one.messages) for one in read(BARE, *lines)] == [[("user", ["one"]), ("assistant", ["two"])]]


def test_several_patterns_give_one_conversation_below_what_they_share() -> None:
    mapping = BARE | {"messages": ["/in/*", {"at": "/out", "role": "model"}]}
    lines: list[JsonValue] = [
        {"out": {"says": f"reply {n}"}, "in": [{"who": "user", "says": f"ask {n}"}]} for n in range(2)
    ]
    assert [said(one.messages) for one in read(mapping, *lines)] == [
        [("user", [f"ask {n}"]), ("assistant", [f"reply {n}"])] for n in range(2)
    ]
    whole: JsonObject = {"runs": lines}
    within = mapping | {"conversation": "/runs/*"}
    assert [said(one.messages) for one in read(within, whole)] == [
        [("user", [f"ask {n}"]), ("assistant", [f"reply {n}"])] for n in range(2)
    ]


def test_threads_and_parents_tell_conversations_apart() -> None:
    lines: list[JsonValue] = [{"who": "user", "says": word, "of": word[0]} for word in ("a1", "b1", "a2")]
    threads = [said(one.messages) for one in read(BARE | {"thread": "of"}, *lines)]
    assert threads == [[("user", ["a1"]), ("user", ["a2"])], [("user", ["b1"])]]
    tree: list[JsonValue] = [
        {"who": "user", "says": "ask", "n": "1"},
        {"who": "bot", "says": "wrong", "n": "2", "up": "1"},
        {"who": "bot", "says": "right", "n": "3", "up": "1"},
    ]
    active, left = read(BARE | {"id": "n", "parent": "up"}, *tree)
    assert [part for _, parts in said(active.messages) for part in parts] == ["ask", "right"]
    assert [part for _, parts in said(left.messages) for part in parts] == ["wrong"]
    assert left.started_from is not None
    assert left.started_from.relation == "branch"


def test_what_grows_under_one_id_is_counted_once_and_told() -> None:
    lines: list[JsonValue] = [
        {"who": "bot", "calls": [{"name": "f", "args": args, "id": "x"}]} for args in ("", '{"a', '{"a": 1}')
    ]
    (one,) = read(with_calls(), *lines)
    assert said(one.messages) == [("assistant", ['call f x {"a": 1}'])]
    assert [note.code for note in one.notes] == ["written-again"]
    other: JsonValue = {"who": "bot", "calls": [{"name": "f", "args": {"b": 2}, "id": "x"}]}
    (two,) = read(with_calls(), lines[2], other)
    assert [len(message.parts) for message in two.messages] == [1, 1]


def test_a_list_that_stands_in_a_longer_one_is_left_out_and_told() -> None:
    def turns(*words: str) -> JsonObject:
        return {"turns": [{"who": "user", "says": word} for word in words]}

    mapping = BARE | {"messages": ["/turns/*"]}
    (one,) = read(mapping, turns("a"), turns("a", "b"), turns("x", "a", "b", "c"))
    assert len(one.messages) == 4
    assert [note.code for note in one.notes] == ["history-repeated"]
    assert len(read(mapping, turns("a", "b"), turns("b", "a"))) == 2


def test_the_fields_with_which_all_ways_to_messages_begin_are_the_signs_of_a_mapping() -> None:
    def signs(*messages: str, **others: JsonValue) -> set[str]:
        return {*Mapped(mapping_from({"crosswire_mapping": 1, "messages": [*messages], **others})).SIGNS}

    assert signs("/turns/*", "/log/turns/*") == {"turns", "log"}
    assert signs("text", "body", conversation="/runs/*") == {"runs"}
    for anything in ("*", "**/turns/*", "0/turns", ""):
        assert signs("/turns/*", anything) == set()


def test_a_mapping_that_finds_nothing_reads_nothing() -> None:
    nothing: list[JsonValue] = [{"who": "user"}, [], "text", 7, None, {"who": {"says": []}}]
    for value in nothing:
        assert read(BARE, value) == []
