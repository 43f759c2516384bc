"""A -> X -> A with a sidecar: what X has no field for is restored, and what X added stays."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from crosswire.roundtrip.sidecar import read_file, write_file
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests import shared_corpus
from tests.coverage_check import leaked_signatures, unaccounted
from tests.selection import for_each, in_turns, some_of, tries
from tests.strategies import BODIES, SECRET

Json = dict[str, Any]

OWN = Path(__file__).parent / "corpus"
CORPUS = sorted(path for path in OWN.rglob("*.json") if path.parent.name not in crosswire.LOGS)
LARGEST_SHARED = 60_000
"""Bytes; the larger files say nothing more here, and take long."""
TARGETS = list(crosswire.FORMATS)
each_format = for_each("name", [name for name in BODIES if name in crosswire.FORMATS])
each_target = for_each("target", TARGETS)
examples = settings(
    max_examples=tries(4, thorough=15),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)

CONTAINERS = ("messages", "contents", "input")

ANTHROPIC: Json = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 1000,
    "thinking": {"type": "enabled", "budget_tokens": 1024},
    "metadata": {"user_id": "u1"},
    "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
    "tools": [{"name": "ls", "input_schema": {"type": "object"}, "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {"role": "user", "content": "What is in here?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "I should look.", "signature": SECRET},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}},
                {"type": "tool_use", "id": "toolu_2", "name": "ls", "input": {"path": "b"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": "denied"},
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_2",
                    "content": "milk",
                    "cache_control": {"type": "ephemeral"},
                },
            ],
        },
        {
            "role": "assistant",
            "content": [
                {
                    "type": "text",
                    "text": "There is milk.",
                    "citations": [
                        {
                            "type": "char_location",
                            "cited_text": "milk",
                            "document_index": 0,
                            "document_title": None,
                            "start_char_index": 0,
                            "end_char_index": 4,
                        }
                    ],
                }
            ],
        },
        {"role": "user", "content": "And in c?"},
    ],
}
RESPONSES: Json = {
    "model": "gpt-5",
    "include": ["reasoning.encrypted_content"],
    "input": [
        {"role": "user", "content": "Look."},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": SECRET},
        {
            "type": "function_call",
            "id": "fc_1",
            "status": "completed",
            "call_id": "call_1",
            "name": "ls",
            "arguments": "{}",
        },
        {"type": "function_call_output", "call_id": "call_1", "output": "milk"},
    ],
}
GEMINI: Json = {
    "contents": [
        {"role": "user", "parts": [{"text": "Look."}]},
        {
            "role": "model",
            "parts": [
                {"functionCall": {"name": "ls", "args": {"path": "a"}}, "thoughtSignature": SECRET},
                {"functionCall": {"name": "ls", "args": {"path": "b"}}},
            ],
        },
    ]
}


def there(
    body: Any, name: str, target: str, ids: Any = "fill"
) -> tuple[crosswire.Rendering, crosswire.Sidecar]:
    """A body written as another format, and its sidecar as it comes out of a file."""
    [conversation] = crosswire.parse(body, name)
    rendering = crosswire.render(conversation, target, ids=ids)
    [sidecar] = read_file(write_file([crosswire.build_sidecar(conversation, rendering)]))
    return rendering, sidecar


def back(payload: Any, source: str, target: str, sidecar: crosswire.Sidecar) -> crosswire.Rendering:
    [conversation] = crosswire.parse(json.loads(json.dumps(payload)), source)
    return crosswire.render_back(conversation, target, sidecar)[1]


def readable(payload: Any, name: str) -> bool:
    try:
        crosswire.parse(payload, name)
    except crosswire.NotAConversation:
        return False
    return True


# There and back


@for_each("path", CORPUS, ids=lambda path: "/".join(path.parts[-2:]))
@each_target
def test_a_conversation_of_the_corpus_comes_back_as_it_was(path, target):
    if target not in in_turns(TARGETS, CORPUS.index(path), 2):
        return
    for conversation in crosswire.load(path.read_bytes()).conversations:
        own = conversation.wire_format
        rendering = crosswire.render(conversation, target)
        [sidecar] = read_file(write_file([crosswire.build_sidecar(conversation, rendering)]))
        again = back(rendering.payload, target, own, sidecar)
        assert again.payload == crosswire.render(conversation, own).payload
        assert [loss for loss in again.losses if loss.code == "changed-since"] == []


@each_format
@given(st.data())
@examples
def test_what_went_to_another_format_comes_back_as_it_was(name, data):
    body, target = data.draw(BODIES[name]), data.draw(st.sampled_from(TARGETS))
    rendering, sidecar = there(body, name, target, data.draw(st.sampled_from(["keep", "fill", "native"])))
    assume(readable(rendering.payload, target))
    [conversation] = crosswire.parse(body, name)
    again = back(rendering.payload, target, name, sidecar)
    assert again.payload == crosswire.render(conversation, name).payload
    assert [loss for loss in again.losses if loss.code == "changed-since"] == []


@each_format
@given(st.data())
@examples
def test_the_map_is_beside_the_payload_and_never_in_it(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    for target in TARGETS:
        rendering = crosswire.render(conversation, target)
        before = copy.deepcopy(rendering.payload)
        crosswire.build_sidecar(conversation, rendering)
        assert rendering.payload == before
        if target != name:
            assert SECRET not in json.dumps(rendering.payload)
            assert leaked_signatures(conversation, rendering) == []


@each_format
@given(st.data())
@examples
def test_the_same_conversation_gives_the_same_map(name, data):
    body, target = data.draw(BODIES[name]), data.draw(st.sampled_from(TARGETS))
    first, second = (there(json.loads(json.dumps(body)), name, target)[1] for _ in range(2))
    assert write_file([first]) == write_file([second])


def shared_files() -> list[Path]:
    files = (path for path in sorted(shared_corpus.CORPUS.rglob("*")) if path.is_file())
    return some_of([path for path in files if path.stat().st_size <= LARGEST_SHARED], shared_corpus.STRIDE)


@shared_corpus.needs_corpus
@each_target
def test_conversations_of_the_shared_corpus_come_back_as_they_were(target):
    came_back = 0
    for number, path in enumerate(shared_files()):
        if target not in in_turns(TARGETS, number, 2):
            continue
        try:
            conversations = crosswire.load(path.read_bytes()).conversations
        except crosswire.CrosswireError:
            continue
        for conversation in conversations[:1]:
            own = conversation.wire_format
            rendering = crosswire.render(conversation, target)
            if own not in crosswire.FORMATS or not readable(rendering.payload, target):
                continue
            again = back(rendering.payload, target, own, crosswire.build_sidecar(conversation, rendering))
            assert again.payload == crosswire.render(conversation, own).payload, path
            came_back += 1
    assert came_back > tries(4, thorough=20)


# What went on in between

ANSWERS: dict[str, tuple[str, Json]] = {
    "openai-chat": ("messages", {"role": "assistant", "content": "Done.", "audio": {"id": "audio_1"}}),
    "openai-responses": (
        "input",
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Done.", "annotations": []}],
        },
    ),
    "anthropic": (
        "messages",
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "Done.", "cache_control": {"type": "ephemeral"}}],
        },
    ),
    "gemini": ("contents", {"role": "model", "parts": [{"text": "Done.", "thoughtSignature": "bW9yZQ=="}]}),
    "bedrock": (
        "messages",
        {"role": "assistant", "content": [{"text": "Done."}, {"cachePoint": {"type": "default"}}]},
    ),
}
"""An answer in the words of a format, with something that only this format has a field for."""
each_answer = for_each("target", list(ANSWERS))


@each_answer
@for_each(("name", "body"), [("anthropic", ANTHROPIC), ("openai-responses", RESPONSES), ("gemini", GEMINI)])
def test_turns_of_another_model_stay_in_its_words_over_there_and_back_again(name, body, target):
    if name == target:
        pytest.skip("it is the same model")
    container, answer = ANSWERS[target]
    rendering, sidecar = there(body, name, target)
    grown = json.loads(json.dumps(rendering.payload))
    grown[container].append(answer)

    [read] = crosswire.parse(grown, target)
    restored, home = crosswire.render_back(read, name, sidecar)
    before = crosswire.render(*crosswire.parse(body, name), name).payload
    own = ANSWERS[name][0] if name in ANSWERS else container
    length = len(before[own])
    assert home.payload[own][:length] == before[own]
    assert "Done." in json.dumps(home.payload[own][length:])
    assert unaccounted(restored, home) == {}

    second = crosswire.build_sidecar(restored, home)
    later = json.loads(json.dumps(home.payload))
    later[own].append(ANSWERS[name][1])
    [read_again] = crosswire.parse(later, name)
    there_again = crosswire.render_back(read_again, target, second)[1].payload
    assert answer in there_again[container]
    assert SECRET not in json.dumps(there_again)


def test_all_that_only_anthropic_has_a_field_for_stands_again():
    for target in TARGETS:
        rendering, sidecar = there(ANTHROPIC, "anthropic", target)
        assert back(rendering.payload, target, "anthropic", sidecar).payload == ANTHROPIC


def test_a_changed_message_stays_as_it_is_now_and_its_unchanged_parts_have_their_fields():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    edited = copy.deepcopy(rendering.payload)
    [denied] = [m for m in edited["messages"] if m.get("content") == "denied"]
    denied["content"] = "granted"
    again = back(edited, "openai-chat", "anthropic", sidecar)
    expected = copy.deepcopy(ANTHROPIC["messages"])
    expected[2]["content"][0] = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "granted"}
    assert again.payload["messages"] == expected
    lost = [(loss.code, loss.what) for loss in again.losses]
    assert lost == [("changed-since", "is_error")]


def test_reasoning_of_a_changed_message_is_not_restored_and_said_to_be_lost():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    edited = copy.deepcopy(rendering.payload)
    [spoken] = [m for m in edited["messages"] if m.get("content") == "I look."]
    spoken["content"] = "I do not look."
    [read] = crosswire.parse(edited, "openai-chat")
    restored, again = crosswire.render_back(read, "anthropic", sidecar)
    assert SECRET not in json.dumps(again.payload)
    [loss] = [loss for loss in again.losses if loss.code == "changed-since"]
    assert loss.what == "reasoning"
    assert resolve(loss.source, restored.documents, str) == ANTHROPIC["messages"][1]["content"][0]


def test_an_error_flag_of_an_unchanged_result_stands_beside_a_changed_one():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    edited = copy.deepcopy(rendering.payload)
    [milk] = [m for m in edited["messages"] if m.get("content") == "milk"]
    milk["content"] = "honey"
    results = back(edited, "openai-chat", "anthropic", sidecar).payload["messages"][2]["content"]
    assert [(result.get("is_error"), result["content"]) for result in results] == [
        (True, "denied"),
        (None, "honey"),
    ]


def test_a_message_put_in_between_stays_there():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    grown = copy.deepcopy(rendering.payload)
    grown["messages"].insert(-1, {"role": "user", "content": "Wait."})
    again = back(grown, "openai-chat", "anthropic", sidecar).payload["messages"]
    assert again[:4] == ANTHROPIC["messages"][:4]
    assert "Wait." in json.dumps(again[4])
    assert again[-1] == ANTHROPIC["messages"][-1]


def test_a_message_put_first_comes_after_the_system_prompt_and_before_all_else():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    grown = copy.deepcopy(rendering.payload)
    grown["messages"].insert(1, {"role": "user", "content": "First."})
    again = back(grown, "openai-chat", "anthropic", sidecar).payload
    assert again["system"] == ANTHROPIC["system"]
    assert "First." in json.dumps(again["messages"][0])


def test_messages_that_were_taken_out_do_not_come_back():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    shorter = copy.deepcopy(rendering.payload)
    shorter["messages"] = shorter["messages"][:2]
    again = back(shorter, "openai-chat", "anthropic", sidecar)
    assert again.payload["messages"] == ANTHROPIC["messages"][:1]
    assert {loss.what for loss in again.losses if loss.code == "changed-since"} == {
        "reasoning",
        "is_error",
        "cache_control",
        "citations",
    }


def test_messages_that_changed_places_come_back_in_their_new_order():
    body = {"max_tokens": 9, "messages": [{"role": "user", "content": text} for text in "abc"]}
    rendering, sidecar = there(body, "anthropic", "openai-responses")
    turned = copy.deepcopy(rendering.payload)
    turned["input"].reverse()
    again = back(turned, "openai-responses", "anthropic", sidecar)
    assert [message["content"] for message in again.payload["messages"]] == ["c", "b", "a"]


def test_of_equal_messages_each_gets_its_own_fields_again():
    texts = [
        {"type": "text", "text": "ok", "cache_control": {"type": "ephemeral", "ttl": ttl}}
        for ttl in ("5m", "1h")
    ]
    said = [{"role": role, "content": [text]} for text in texts for role in ("user", "assistant")]
    body = {"model": "claude-x", "max_tokens": 9, "messages": said}
    rendering, sidecar = there(body, "anthropic", "openai-chat")
    assert back(rendering.payload, "openai-chat", "anthropic", sidecar).payload == body


def test_a_changed_setting_is_carried_over_and_the_others_stand_again():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    edited = {**rendering.payload, "max_completion_tokens": 50}
    again = back(edited, "openai-chat", "anthropic", sidecar).payload
    assert again == {**ANTHROPIC, "max_tokens": 50}


def test_a_new_tool_is_declared_beside_those_that_stand_again():
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    new = {"type": "function", "function": {"name": "cat", "parameters": {"type": "object"}}}
    edited = {**rendering.payload, "tools": [*rendering.payload["tools"], new]}
    again = back(edited, "openai-chat", "anthropic", sidecar).payload
    assert again["tools"] == [*ANTHROPIC["tools"], {"name": "cat", "input_schema": {"type": "object"}}]


@each_format
@given(st.data())
@examples
def test_whatever_became_of_the_payload_all_of_it_is_accounted_for(name, data):
    body, target = data.draw(BODIES[name]), data.draw(st.sampled_from(TARGETS))
    rendering, sidecar = there(body, name, target)
    edited = copy.deepcopy(rendering.payload)
    for messages in [
        value for field, value in edited.items() if field in CONTAINERS and isinstance(value, list)
    ]:
        kept = data.draw(st.lists(st.sampled_from(range(len(messages))), max_size=8)) if messages else []
        messages[:] = [copy.deepcopy(messages[number]) for number in kept]
        for message in messages:
            if isinstance(message.get("content"), str) and data.draw(st.booleans()):
                message["content"] = "changed"
    assume(readable(edited, target))
    [read] = crosswire.parse(edited, target)
    try:
        restored, again = crosswire.render_back(read, name, sidecar)
    except crosswire.NotASidecar:
        return
    assert unaccounted(restored, again) == {}
    for loss in again.losses:
        if loss.source is not None:
            resolve(loss.source, restored.documents, json.loads)


# Ids and names


def test_a_later_result_answers_the_logged_id_again():
    odd = "call " + "x" * 70
    call = {"type": "function_call", "call_id": odd, "name": "ls", "arguments": "{}"}
    body = {"model": "gpt-5", "input": [{"role": "user", "content": "Look."}, call]}
    rendering, sidecar = there(body, "openai-responses", "anthropic")
    grown = copy.deepcopy(rendering.payload)
    written = grown["messages"][-1]["content"][-1]["id"]
    assert written != odd
    grown["messages"].append(
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": written, "content": "milk"}]}
    )
    [read] = crosswire.parse(grown, "anthropic")
    restored, _ = crosswire.render_back(read, "openai-responses", sidecar, ids="keep")
    assert [call.call_id.value for call in restored.calls()] == [odd]
    assert [result.call_id.value for result in restored.results()] == [odd]


def test_a_later_result_for_a_made_id_keeps_its_call():
    rendering, sidecar = there(GEMINI, "gemini", "openai-chat")
    grown = copy.deepcopy(rendering.payload)
    first, second = (call["id"] for call in grown["messages"][-1]["tool_calls"])
    grown["messages"].append({"role": "tool", "tool_call_id": second, "content": "milk"})
    [read] = crosswire.parse(grown, "openai-chat")
    restored, again = crosswire.render_back(read, "gemini", sidecar)
    calls = again.payload["contents"][1]["parts"]
    assert calls[0] == GEMINI["contents"][1]["parts"][0]
    assert calls[1]["functionCall"]["id"] == second != first
    assert again.payload["contents"][2]["parts"][0]["functionResponse"]["id"] == second
    assert unaccounted(restored, again) == {}


def test_a_later_call_of_a_renamed_tool_has_its_logged_name():
    name = "files.list everything!"
    body = {
        "contents": [{"role": "user", "parts": [{"text": "Look."}]}],
        "tools": [{"functionDeclarations": [{"name": name}]}],
    }
    rendering, sidecar = there(body, "gemini", "openai-chat")
    written = rendering.payload["tools"][0]["function"]["name"]
    assert written != name
    grown = copy.deepcopy(rendering.payload)
    function = {"name": written, "arguments": "{}"}
    call = {"id": "call_1", "type": "function", "function": function}
    grown["messages"].append({"role": "assistant", "content": None, "tool_calls": [call]})
    [read] = crosswire.parse(grown, "openai-chat")
    restored, _ = crosswire.render_back(read, "gemini", sidecar, ids="keep")
    assert [call.name for call in restored.calls()] == [name]


# Files that are none


def test_a_map_of_another_payload_is_refused():
    _, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    other, _ = there(GEMINI, "gemini", "openai-chat")
    with pytest.raises(crosswire.NotASidecar, match="made for another payload"):
        back(other.payload, "openai-chat", "anthropic", sidecar)


@for_each(
    ("change", "why"),
    [
        ({"crosswire": "losses"}, "does not begin with"),
        ({"version": 2}, "of version 2"),
        ({"conversations": []}, "holds no conversation"),
        ({"conversations": [{"bodies": 1}]}, "no map of what was held"),
        ({"conversations": "x"}, "holds no conversation"),
    ],
)
def test_what_is_no_map_is_refused_with_the_reason(change, why):
    _, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    broken = {**json.loads(write_file([sidecar])), **change}
    with pytest.raises(crosswire.NotASidecar, match=why):
        read_file(json.dumps(broken).encode())


def test_a_map_that_names_an_unknown_format_is_refused():
    _, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    value = json.loads(write_file([sidecar]))
    value["conversations"][0]["written_as"] = "smoke-signals"
    with pytest.raises(crosswire.NotASidecar, match="smoke-signals"):
        read_file(json.dumps(value).encode())


def test_a_map_whose_ids_stand_nowhere_is_refused():
    rendering, sidecar = there(GEMINI, "gemini", "openai-chat")
    grown = copy.deepcopy(rendering.payload)
    made = grown["messages"][-1]["tool_calls"][0]["id"]
    grown["messages"].append({"role": "tool", "tool_call_id": made, "content": "milk"})
    broken = json.loads(write_file([sidecar]))
    for one in broken["conversations"][0]["ids"]:
        one["was"] = "/bodies/gemini/contents/x/parts"
    [read] = read_file(json.dumps(broken).encode())
    with pytest.raises(crosswire.NotASidecar, match="place of an id"):
        back(grown, "openai-chat", "gemini", read)


@given(st.data())
@examples
def test_a_broken_map_never_breaks_more_than_the_conversion(data):
    rendering, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    value = json.loads(write_file([sidecar]))["conversations"][0]
    name = data.draw(st.sampled_from(list(value)))
    value[name] = data.draw(
        st.sampled_from([{}, [], None, "x", {"anthropic": {}}, {"anthropic": {"messages": 1}}])
    )
    try:
        found = crosswire.Sidecar.read(value)
        back(rendering.payload, "openai-chat", "anthropic", found)
    except crosswire.NotASidecar:
        pass


def test_convert_takes_one_map_for_each_conversation():
    _, sidecar = there(ANTHROPIC, "anthropic", "openai-chat")
    body = there(ANTHROPIC, "anthropic", "openai-chat")[0].payload
    [again] = crosswire.convert(json.dumps(body).encode(), "anthropic", sidecars=[sidecar])
    assert again.payload == ANTHROPIC
    with pytest.raises(crosswire.NotASidecar, match="holds 2 conversations, and this one has 1"):
        crosswire.convert(json.dumps(body).encode(), "anthropic", sidecars=[sidecar, sidecar])


def test_the_map_holds_only_the_messages_that_were_written_otherwise() -> None:
    call = {"id": None, "type": "function", "function": {"name": "add", "arguments": "{}"}}
    messages: list[Any] = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": None, "content": "A"},
        {"role": "assistant", "content": "done"},
    ]
    (conversation,) = crosswire.parse({"model": "m", "messages": messages}, "openai-chat")
    sidecar = crosswire.build_sidecar(conversation, crosswire.render(conversation, "openai-chat"))
    assert sidecar.bodies == {"openai-chat": {"messages": messages[1:3]}}
    assert list(sidecar.order)[1:3] == [f"/bodies/openai-chat/messages/{number}" for number in (0, 1)]
