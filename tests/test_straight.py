"""Conversions that go straight from JSON to JSON: the same payload as by way of the model, always."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crosswire
from bench.made_up import chat_request
from crosswire import straight
from crosswire.containers import json_document
from crosswire.conversion import _by_model
from crosswire.errors import NotAConversation
from crosswire.plain import PlainFormat
from crosswire.straight import PLAIN

FORMATS = list(PLAIN)
WITHOUT_IDS = "gemini without ids"
PAIRS = [
    (source, target)
    for source in (*FORMATS, WITHOUT_IDS)
    for target in FORMATS
    if not source.startswith(target)
]


def request(format: str, messages: int = 40) -> dict[str, Any]:
    """A conversation with texts, several calls at once and their results, in plain turns."""
    chat: Any = chat_request(messages, seed=3)
    while chat["messages"][-1]["role"] != "assistant" or "tool_calls" in chat["messages"][-1]:
        chat["messages"].pop()
    if format == "openai-chat":
        return chat
    (conversation,) = crosswire.parse(chat, "openai-chat")
    payload: Any = crosswire.render(conversation, format).payload
    return payload


def without_ids(contents: dict[str, Any]) -> dict[str, Any]:
    """Gemini's own logs have no ids, and mostly several calls in a content."""
    for content in contents["contents"]:
        for part in content["parts"]:
            for end in part.values():
                if isinstance(end, dict):
                    del end["id"]
    return contents


REQUESTS = {format: json.dumps(request(format)) for format in FORMATS}
REQUESTS[WITHOUT_IDS] = json.dumps(without_ids(request("gemini")))


def both_ways(body: dict[str, Any], source: str, target: str, ids: Any = "fill") -> None:
    """Convert straight and by way of the model, and compare."""
    source = source.partition(" ")[0]
    before = copy.deepcopy(body)
    try:
        (conversation, *_) = crosswire.parse(body, source)
    except NotAConversation:
        with pytest.raises(NotAConversation):
            crosswire.convert_request(body, source, target, ids=ids)
        return
    expected = _by_model(conversation, target, ids)
    for found in (
        crosswire.convert_request(body, source, target, ids=ids),
        crosswire.render(conversation, target, ids=ids, links=False),
    ):
        assert json_document.write(found.payload) == json_document.write(expected.payload)
        assert found.id_map == expected.id_map
        assert [change.record() for change in found.name_map] == [c.record() for c in expected.name_map]
    assert body == before


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_plain_conversation_goes_straight(source: str, target: str) -> None:
    body = json.loads(REQUESTS[source])
    format = source.partition(" ")[0]
    (conversation,) = crosswire.parse(body, format)
    assert straight.from_request(body, format, target, "fill", _by_model) is not None
    assert straight.from_conversation(conversation, target, "fill", _by_model) is not None
    both_ways(body, source, target)
    both_ways(body, source, target, ids="keep")
    both_ways(body, source, target, ids="native")


def test_every_id_is_kept() -> None:
    body = json.loads(REQUESTS["openai-chat"])
    logged = [c["id"] for m in body["messages"] for c in m.get("tool_calls", ())]
    payload: Any = crosswire.convert_request(body, "openai-chat", "anthropic").payload
    blocks = [b for m in payload["messages"] if isinstance(m["content"], list) for b in m["content"]]
    assert [block["id"] for block in blocks if block["type"] == "tool_use"] == logged
    assert [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"] == logged


def test_calls_without_ids_get_one_for_each_pair() -> None:
    body = json.loads(REQUESTS[WITHOUT_IDS])
    converted = crosswire.convert_request(body, "gemini", "openai-chat")
    payload: Any = converted.payload
    made = [call["id"] for m in payload["messages"] for call in m.get("tool_calls", ())]
    assert [m["tool_call_id"] for m in payload["messages"] if m["role"] == "tool"] == made
    assert len(set(made)) == len(made) > 5
    assert [change.written for change in converted.id_map] == [*made, *made]


def test_calls_of_which_some_have_ids_are_left_to_the_model() -> None:
    body = json.loads(REQUESTS[WITHOUT_IDS])
    call = next(p["functionCall"] for c in body["contents"] for p in c["parts"] if "functionCall" in p)
    call["id"] = "call_1"
    assert straight.from_request(body, "gemini", "openai-chat", "fill", _by_model) is None
    both_ways(body, "gemini", "openai-chat")


ODD: list[Any] = [None, "", [], {}, 0, True, "x", "a b", "{", "call_0", {"type": "text", "text": "x"}]


def spoil(body: dict[str, Any], messages: str, seed: int) -> None:
    """Change something somewhere: a value, a key, the order, or what stands twice."""
    chance = random.Random(seed)
    places: list[tuple[Any, Any]] = []
    stack: list[Any] = [body[messages]]
    while stack:
        item = stack.pop()
        for key in list(item) if isinstance(item, dict) else range(len(item)):
            places.append((item, key))
            if isinstance(item[key], (dict, list)):
                stack.append(item[key])
    for _ in range(chance.randint(1, 2)):
        holder, key = chance.choice(places)
        if isinstance(holder, list) and key < len(holder):
            _spoil_list(holder, key, chance)
        elif isinstance(holder, dict):
            other, name = chance.choice(places)
            value = other[name] if isinstance(other, dict) and name in other else 1
            _spoil_object(holder, key, copy.deepcopy(value), chance)


def _spoil_list(holder: list[Any], key: int, chance: random.Random) -> None:
    place = chance.randrange(len(holder))
    match chance.randrange(4):
        case 0:
            holder.insert(place, copy.deepcopy(holder[key]))
        case 1:
            holder.pop(key)
        case 2:
            holder.insert(place, holder.pop(key))
        case _:
            holder[key] = chance.choice(ODD)


def _spoil_object(holder: dict[str, Any], key: str, other: Any, chance: random.Random) -> None:
    match chance.randrange(4):
        case 0:
            holder[key] = chance.choice(ODD)
        case 1:
            holder.pop(key, None)
        case 2:
            holder["cache_control"] = {"type": "ephemeral"}
        case _:
            holder[key] = other


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PAIRS), st.integers(0, 10**6), st.sampled_from(["fill", "keep"]))
def test_what_is_not_plain_comes_out_the_same(pair: tuple[str, str], seed: int, ids: str) -> None:
    source, target = pair
    body = json.loads(REQUESTS[source])
    messages = PLAIN[source.partition(" ")[0]].messages
    del body[messages][14:]
    spoil(body, messages, seed)
    both_ways(body, source, target, ids)


@pytest.mark.parametrize(
    "turns",
    [
        pytest.param([{"role": "assistant", "content": ""}], id="nothing said"),
        pytest.param([{"role": "system", "content": "Later."}], id="a later system message"),
        pytest.param(
            [{"role": "assistant", "content": "a", "tool_calls": []}, {"role": "user", "content": ""}],
            id="an empty word of the user",
        ),
        pytest.param([{"role": "tool", "tool_call_id": "c", "content": "Lost."}], id="an orphan"),
        pytest.param(
            [
                {"role": "tool", "tool_call_id": "c", "content": "Lost."},
                {"role": "assistant", "content": "a"},
            ],
            id="an orphan before the first turn",
        ),
    ],
)
def test_unusual_turns_are_left_to_the_model(turns: list[Any]) -> None:
    body: Any = {"model": "m", "messages": [{"role": "user", "content": "Hi"}, *turns]}
    for target in FORMATS[1:]:
        assert straight.from_request(body, "openai-chat", target, "fill", _by_model) is None
        both_ways(body, "openai-chat", target)


def test_a_format_is_read_as_it_is_written() -> None:
    for name, format in PLAIN.items():
        assert isinstance(format, PlainFormat)
        turns = format.read(json.loads(REQUESTS[name])[format.messages][2 if name == "openai-chat" else 1 :])
        assert turns
        written = format.write(turns)
        assert written is not None
        assert format.read(written) == turns
