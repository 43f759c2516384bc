"""What the examples of the rules about content do not show: their limits, and what they leave alone."""

from __future__ import annotations

import base64
import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.rules.as_sent import refusals
from crosswire.rules.rule import TargetContext
from crosswire.rules.runner import walk
from crosswire.tools.schema_check import mismatches
from msgspec import structs
from tests.histories import (
    Json,
    answers,
    anthropic,
    call,
    calling,
    chat,
    findings,
    function_call,
    function_output,
    gemini,
    model,
    names,
    only,
    responses,
    result,
    said,
    the_finding,
    user,
)
from tests.measured import within
from tests.selection import for_each

SCHEMA: Json = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def refused(conversation: Conversation, target: str) -> list[tuple[str, str]]:
    """Names and severities of what rules about content say."""
    found = crosswire.verdict(conversation, target).findings
    return [(one.name, one.severity.value) for one in found if one.code[:4] in ("CW41", "CW42", "CW43")]


def declaring(schema: Any, *messages: Json, name: str = "add") -> Conversation:
    tool = {"type": "function", "function": {"name": name, "parameters": schema}}
    return only({"model": "gpt-5", "tools": [tool], "messages": list(messages)}, "openai-chat")


def test_a_long_description_is_refused_no_longer() -> None:
    function = {"name": "add", "parameters": SCHEMA, "description": "d" * 15_664}
    tool = {"type": "function", "function": function}
    conversation = only({"model": "gpt-5", "tools": [tool], "messages": [user()]}, "openai-chat")
    assert refused(conversation, "openai-chat") == []


def block(role: str, *content: Json) -> Json:
    return {"role": role, "content": list(content)}


def use(**more: Any) -> Json:
    return {"type": "tool_use", "id": "toolu_a", "name": "add", "input": {}, **more}


ANSWER = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "15"}


# Names


@for_each(
    ("name", "refusing"),
    [
        ("read_file-2", []),
        ("files.read", ["openai-chat", "openai-responses", "azure-foundry", "bedrock", "mistral"]),
        ("n" * 64, []),
        ("n" * 65, ["openai-chat", "bedrock", "mistral"]),
        ("n" * 128, ["openai-chat", "bedrock", "mistral"]),
        ("n" * 129, ["openai-chat", "openai-responses", "azure-foundry", "bedrock", "mistral"]),
        ("n" * 201, ["openai-chat", "openai-responses", "anthropic", "azure-foundry", "bedrock", "mistral"]),
    ],
)
def test_a_name_in_the_history_is_refused_by_those_who_check_it(name: str, refusing: list[str]) -> None:
    conversation = chat(calling(call("call_a", name)), result("call_a"), said())
    fault = ("tool-name-pattern", "error")
    assert [target for target in crosswire.TARGETS if fault in refused(conversation, target)] == refusing


@for_each(
    ("name", "target", "severity"),
    [
        ("files.read", "anthropic", "error"),
        ("n" * 129, "anthropic", "error"),
        ("files.read:all", "gemini", None),
        ("2d", "vertex", "error"),
        ("n" * 65, "gemini", "warning"),
        ("n" * 129, "gemini", "error"),
    ],
)
def test_a_declared_name_is_refused_by_its_own_limits(name: str, target: str, severity: str | None) -> None:
    found = refused(declaring(SCHEMA, user(), name=name), target)
    assert found == ([("tool-name-pattern", severity)] if severity else [])


def test_a_pending_call_is_never_refused_for_its_form() -> None:
    conversation = chat(user(), calling(call("call_a", "a name", arguments={})))  # type: ignore[arg-type]
    assert refused(conversation, "openai-chat") == []


@for_each("answers", [[], [result("call_a")]])
def test_a_call_without_a_name_is_refused_whether_a_result_may_come_or_not(answers: list[Json]) -> None:
    conversation = chat(user(), calling(call("call_a", "")), *answers)
    refusing = [
        target
        for target in crosswire.TARGETS
        if ("tool-name-pattern", "error") in refused(conversation, target)
    ]
    assert refusing == ["openai-chat", "openai-responses", "anthropic", "azure-foundry", "bedrock", "mistral"]


# Lists and lengths


def test_129_calls_at_once_are_one_too_many() -> None:
    calls = [call(f"call_{i}", arguments=json.dumps({"a": i})) for i in range(129)]
    conversation = chat(user(), calling(*calls), *(result(f"call_{i}") for i in range(129)), said())
    assert refused(conversation, "openai-chat") == [("list-length", "error")]
    assert refused(conversation, "openai-responses") == []
    fewer = chat(user(), calling(*calls[:128]), *(result(f"call_{i}") for i in range(128)), said())
    assert refused(fewer, "openai-chat") == []


def test_100001_messages_are_one_too_many_for_anthropic() -> None:
    (rule,) = [rule for rule in refusals("anthropic") if rule.name == "list-length"]
    one = anthropic(user())
    pairing = crosswire.pair(one)
    enough = structs.replace(one, messages=one.messages * 100_000)
    assert walk(TargetContext(enough, pairing, "anthropic"), [rule]) == []
    too_many = structs.replace(one, messages=one.messages * 100_001)
    (found,) = walk(TargetContext(too_many, pairing, "anthropic"), [rule])
    assert found.ground.key == "ant-message-cap"
    assert "100,001" in found.message


def test_an_output_of_more_than_ten_million_characters_is_refused() -> None:
    for length, found in ((10_485_760, []), (10_485_761, [("result-form", "error")])):
        conversation = responses(user(), function_call("a"), function_output("a", "x" * length))
        assert refused(conversation, "openai-responses") == found


# Messages


@pytest.mark.parametrize("field", [{"refusal": "No."}, {"audio": {"id": "audio_1"}}, {"function_call": {}}])
def test_content_may_be_null_where_something_stands_for_it(field: Json) -> None:
    message = {"role": "assistant", "content": None, **field}
    found = refused(chat(user(), message, user()), "openai-chat")
    assert ("content-null", "error") not in found


def test_an_answer_of_reasoning_alone_has_no_content() -> None:
    message = {"role": "assistant", "content": None, "reasoning_content": "Hm."}
    assert refused(chat(user(), message, user()), "openai-chat") == [("content-null", "error")]


@for_each("content", [None, 5, True, {}, {"type": "text", "text": "15"}])
@for_each("role", ["user", "assistant"])
def test_content_is_a_text_or_a_list_for_anthropic(role: str, content: Any) -> None:
    message = {"role": role, "content": content}
    for history in ([user(), message], [message, user()]):
        verdict = crosswire.verdict(anthropic(*history), "anthropic")
        (found,) = [one for one in verdict.findings if one.code.startswith("CW42")]
        assert (found.name, found.severity.value) == ("content-null", "error")
        assert found.ground is not None
        assert "valid list" in found.ground.error_text


def test_a_message_of_anthropic_says_its_content_and_a_role_that_there_is() -> None:
    verdict = crosswire.verdict(anthropic(user(), {"role": "user"}), "anthropic")
    assert [one.ground.error_text for one in verdict.findings if one.ground] == [
        "messages.….content: Field required"
    ]
    for role in ({"role": "zz"}, {"role": None}, {"role": 5}, {}):
        message = {"content": "Whose?", **role}
        found = crosswire.verdict(anthropic(user(), message), "anthropic").findings
        assert [one.name for one in found] == ["unknown-role"]
    for content in ("", []):
        ended = anthropic(user(), {"role": "assistant", "content": content})
        assert ("content-null", "error") not in refused(ended, "anthropic")


@for_each("target", ["openai-chat", "mistral"])
def test_a_role_that_chat_does_not_have_is_refused(target: str) -> None:
    messages = [{"role": "user", "content": "Go on."}, {"role": "observer", "content": "I look on."}]
    [conversation] = crosswire.parse({"model": "m", "messages": messages}, target)
    found = crosswire.verdict(conversation, target).findings
    assert "unknown-role" in [one.name for one in found]
    [conversation] = crosswire.parse({"model": "m", "messages": messages[:1]}, target)
    assert crosswire.verdict(conversation, target).accepts is True


def test_blank_text_beside_other_text_is_taken_by_anthropic() -> None:
    blank, full = {"type": "text", "text": "\n"}, {"type": "text", "text": "Go on."}
    assert refused(anthropic(block("user", blank, full)), "anthropic") == []
    assert refused(anthropic(block("user", blank, blank)), "anthropic") == [("empty-text", "error")]
    image = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    assert refused(anthropic(block("user", blank, image)), "anthropic") == []


def test_an_empty_text_inside_a_result_is_refused_and_an_empty_result_is_not() -> None:
    empty = {**ANSWER, "content": [{"type": "text", "text": ""}]}
    assert refused(anthropic(user(), block("assistant", use()), block("user", empty)), "anthropic") == [
        ("empty-text", "error")
    ]
    for content in ("", []):
        nothing = {**ANSWER, "content": content}
        conversation = anthropic(user(), block("assistant", use()), block("user", nothing))
        assert refused(conversation, "anthropic") == []


def test_thinking_takes_no_mark_for_the_cache() -> None:
    thinking = {
        "type": "thinking",
        "thinking": "Hm.",
        "signature": "EqQB",
        "cache_control": {"type": "ephemeral"},
    }
    conversation = anthropic(user(), block("assistant", thinking, use()), block("user", ANSWER))
    assert ("cache-breakpoints", "error") in refused(conversation, "anthropic")


def test_the_form_of_an_old_models_turn_is_asked_of_that_model_alone() -> None:
    turn = {**calling(call("a1b2c3d4e")), "content": "Let me see."}
    for name, found in (
        ("open-mistral-7b", [("content-beside-calls", "warning")]),
        ("mistral-large-2512", []),
    ):
        body = {"model": name, "messages": [user(), turn, result("a1b2c3d4e", name="add"), user()]}
        assert refused(only(body, "mistral"), "mistral") == found


def test_media_in_a_response_are_taken_by_gemini_3() -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    contents = [model({"name": "add"}), answers({"name": "add", "parts": [picture]})]
    for name, found in (
        ("gemini-2.5-pro", [("media-in-response", "warning")]),
        ("gemini-3-pro", []),
    ):
        conversation = only(
            {"model": name, "contents": [{"role": "user", "parts": [{"text": "?"}]}, *contents]}
        )
        assert refused(conversation, "gemini") == found


# What is declared


@for_each(
    "more",
    [
        {"tools": [{"type": "function", "name": "multiply"}, {"type": "tool_search"}]},
        {"tools": [{"type": "function", "name": "multiply"}], "prompt": {"id": "pmpt_1"}},
        {"tools": [{"type": "namespace", "name": "math", "tools": [{"type": "function", "name": "add"}]}]},
        {"tools": [{"type": "web_search"}]},
        {"tools": []},
        {},
    ],
)
def test_a_tool_that_may_be_declared_elsewhere_is_not_asked_for(more: Json) -> None:
    assert names(responses(user(), function_call("a"), function_output("a"), **more)) == []


def test_a_tool_of_the_provider_needs_no_declaration() -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_a", "name": "web_search", "input": {"query": "q"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_a", "content": []}
    body = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 1,
        "tools": [{"name": "add", "input_schema": {"type": "object"}}],
        "messages": [user(), block("assistant", search, found), user()],
    }
    assert names(only(body, "anthropic")) == []


def test_calls_to_one_missing_tool_are_said_once() -> None:
    again = calling(call("call_b", "Multiply", '{"a": 1}'))
    conversation = declaring(
        SCHEMA,
        calling(call("call_a", "Multiply")),
        result("call_a"),
        again,
        result("call_b"),
        name="multiply",
    )
    found = the_finding(conversation)
    assert (found.name, found.address) == ("undeclared-tool", "0:/messages/0/tool_calls/0")
    assert found.message == "This and 1 more call are to Multiply, which is not declared. multiply is."


@for_each(
    ("arguments", "schema"),
    [
        ({"a": 1}, SCHEMA),
        ({"a": 1.0}, SCHEMA),
        ({"a": None}, {"properties": {"a": {"type": "string", "nullable": True}}}),
        ({"a": None}, {"properties": {"a": {"type": ["string", "null"]}}}),
        ({"b": 1}, {"type": "object"}),
        ({"b": 1}, {"type": "object", "properties": {}}),
        ({"b": 1}, {"properties": {"a": {}}, "additionalProperties": True}),
        ({"b": 1}, {"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}),
        ({"b": 1}, {"properties": {"a": {}}, "patternProperties": {"^b": {}}, "additionalProperties": False}),
        ({"b": 1}, {"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}]}),
        ({"b": 1}, {"$ref": "#/$defs/x", "properties": {"a": {}}, "required": ["a"]}),
        ({"a": 1}, {"properties": {"a": {"$ref": "#/$defs/x", "type": "string"}}}),
        ({"a": 1}, {"properties": {"a": {"type": "any"}}}),
        ({"a": {"c": 1}}, {"properties": {"a": {"type": "object", "properties": {"b": {}}}}}),
        ({"a": 1}, True),
        ({"a": 1}, {"properties": [], "required": "a", "type": 3}),
    ],
)
def test_what_a_schema_does_not_plainly_forbid_fits(arguments: Json, schema: Any) -> None:
    assert list(mismatches(arguments, schema)) == []


@for_each(
    ("arguments", "schema", "told"),
    [
        ({}, SCHEMA, ("missing", "a")),
        ({"a": 1, "b": 2}, SCHEMA, ("unknown", "b")),
        ({"a": True}, SCHEMA, ("type", "a")),
        ({"a": 1.5}, SCHEMA, ("type", "a")),
        ({"a": None}, SCHEMA, ("type", "a")),
        ({"b": 1}, {"additionalProperties": False}, ("unknown", "b")),
        ({"a": ["x", 1]}, {"properties": {"a": {"items": {"type": "string"}}}}, ("type", "a[1]")),
        (
            {"a": {"c": 1}},
            {"properties": {"a": {"properties": {"b": {}}, "additionalProperties": False}}},
            ("unknown", "a.c"),
        ),
        ({}, {"anyOf": [], "required": ["a"]}, ("missing", "a")),
    ],
)
def test_what_a_schema_forbids_is_told_by_its_path(
    arguments: Json, schema: Any, told: tuple[str, str]
) -> None:
    assert [(one.what, one.path) for one in mismatches(arguments, schema)] == [told]


def test_a_schema_without_end_costs_little() -> None:
    deep: Any = {"type": "integer"}
    for _ in range(200):
        deep = {"type": "object", "properties": {"a": deep}}
    wide = {"properties": {f"p{i}": {} for i in range(20_000)}, "required": [f"p{i}" for i in range(20_000)]}
    value: Any = "x"
    for _ in range(200):
        value = {"a": value}
    with within(5):
        assert list(mismatches(value, deep)) == []
        calls = [calling(call(f"call_{i}", arguments='{"p0": 1}')) for i in range(500)]
        crosswire.diagnose(declaring(wide, *calls))


def test_a_broken_declaration_breaks_no_rule() -> None:
    for tool in (
        None,
        "add",
        [],
        {},
        {"function": []},
        {"type": 3, "function": {"name": {}}},
        {"name": "add"},
    ):
        body = {
            "model": "m",
            "tools": [tool],
            "messages": [user(), calling(call("call_a")), result("call_a")],
        }
        conversation = only(body, "openai-chat")
        crosswire.diagnose(conversation)
        crosswire.verdicts(conversation)


# Binary data


PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20).decode()


@for_each(
    "text",
    [
        PICTURE,
        f"data:image/png;base64,{PICTURE}",
        f'{{"type": "image", "data": "{PICTURE}"}}',
        "x" * 50_000 + f" {PICTURE} " + "x" * 50_000,
        "\x89PNG\r\n\x1a\n" + "\x00\x01\ufffd" * 50,
    ],
    ids=["bare", "url", "in JSON", "in a long text", "bytes"],
)
def test_binary_data_in_the_text_of_a_result_is_found(text: str) -> None:
    conversation = chat(calling(call("call_a")), result("call_a", text), said())
    assert names(conversation) == ["binary-in-text-result"]


@for_each(
    "text",
    [
        "iVBORw0KGgo=",
        "The file begins with iVBORw0KGgo, as each PNG does.",
        "<html>" + "<p>Text</p>" * 400 + f'<img src="data:image/png;base64,{PICTURE[:600]}">',
        base64.b64encode(b"some text that a tool encoded, for a reason" * 20).decode(),
        "\x1b[31mred\x1b[0m\b\b\n" * 100,
        "a\x00b\x00" + "path/to/a/file\x00" * 10,
        "/9j/k",
    ],
)
def test_text_that_is_text_is_left_alone(text: str) -> None:
    assert names(chat(calling(call("call_a")), result("call_a", text), said())) == []


def test_a_picture_that_the_format_has_a_place_for_is_left_alone() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": PICTURE}
    seen = {**ANSWER, "content": [{"type": "image", "source": source}]}
    assert names(anthropic(user(), block("assistant", use()), block("user", seen))) == []
    beside = {"inlineData": {"mimeType": "image/png", "data": PICTURE}}
    both = answers({"name": "add"})
    both["parts"].append(beside)
    assert names(gemini(model({"name": "add"}), both)) == []


# In another's words


def test_what_each_format_has_itself_is_not_foreign() -> None:
    old = {"role": "assistant", "content": None, "function_call": {"name": "add", "arguments": "{}"}}
    assert names(chat(user(), old, {"role": "function", "name": "add", "content": "15"}, said())) == []
    custom = {"type": "custom", "custom": {"name": "patch"}}
    legacy = {"name": "add", "parameters": SCHEMA}
    body = {"model": "m", "tools": [custom], "functions": [legacy], "messages": [user(), said()]}
    assert names(only(body, "openai-chat")) == []
    contents = {"role": "function", "parts": [{"functionResponse": {"name": "add", "response": {"a": 1}}}]}
    assert names(gemini(model({"name": "add"}), contents)) == []


@pytest.mark.parametrize(
    ("content", "whose"),
    [
        ({"functionCall": {"name": "add", "args": {}}}, "Gemini"),
        ({"toolUse": {"toolUseId": "a", "name": "add", "input": {}}}, "Bedrock Converse"),
        ({"type": "function_call", "call_id": "a", "name": "add", "arguments": "{}"}, "the Responses API"),
    ],
)
def test_a_call_of_another_api_among_blocks_is_named_for_what_it_is(content: Json, whose: str) -> None:
    told = findings(anthropic(user(), block("assistant", content), user()))
    [found] = [one for one in told if one.name == "foreign-container"]
    assert found.address == "0:/messages/1/content/0"
    assert whose in found.message


def test_calls_of_chat_completions_are_foreign_to_anthropic_and_gemini() -> None:
    assert "foreign-container" in names(anthropic(user(), calling(call("call_a")), user()))
    assert "foreign-container" in names(
        gemini({"role": "user", "parts": [{"text": "?"}]}, result("call_a"), model({"name": "add"}))
    )


@pytest.mark.parametrize("message", [{"role": "user"}, {"role": "user", "content": None}, {"type": "text"}])
def test_a_message_without_content_is_told_once_to_anthropic(message: Json) -> None:
    found = refused(anthropic(user(), said(), message, user()), "anthropic")
    assert found == [("content-null", "error")]


@pytest.mark.parametrize("content", ["", []])
def test_a_message_of_an_empty_content_is_an_empty_one_to_anthropic(content: Any) -> None:
    message = {"role": "user", "content": content}
    assert refused(anthropic(user(), said(), message, user()), "anthropic") == [("empty-text", "error")]


def test_the_character_that_a_name_may_not_have_is_named() -> None:
    conversation = chat(calling(call("call_a", "files/read")), result("call_a"), said())
    (found,) = crosswire.verdict(conversation, "openai-chat").findings
    assert found.message == "A call names its tool 'files/read'; '/' may not stand in it."


def test_only_of_a_request_is_the_last_message_one_to_go_on_from() -> None:
    said_last = {"role": "assistant", "content": [{"type": "text", "text": "So be it. "}]}
    asked = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [user()]}
    answer = {"type": "message", "model": "claude-sonnet-4-5", "stop_reason": "end_turn", **said_last}
    for log, expected in (
        ({**asked, "messages": [user(), said_last]}, [("trailing-whitespace", "error")]),
        ({"request": asked, "response": answer}, []),
    ):
        assert refused(only(log, "anthropic"), "anthropic") == expected
