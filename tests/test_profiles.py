"""The servers beside the first targets: what each refuses, what it is known to take, and which logs
name it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.model import Conversation
from crosswire.rules import PROVIDER_RULES, RULES_BY_NAME
from crosswire.rules.profiles import PROFILES
from crosswire.rules.target import Target
from tests.histories import Json, call, calling, function_call, function_output, only, result, said, user
from tests.selection import for_each

SHARED = Path(__file__).resolve().parents[2] / "shared"
HISTORIES = SHARED / "data" / "refused_histories.json"
RECORDED = SHARED / "corpus" / "recorded-exchanges"

ADD: Json = {
    "type": "function",
    "function": {"name": "add", "parameters": {"type": "object", "properties": {"a": {"type": "number"}}}},
}
HALF = '{"a": 7, "b":'


def chat(model: str, *messages: Json, **more: Any) -> Conversation:
    return only({"model": model, "messages": list(messages), **more}, "openai-chat")


def called(id: str = "call_1", arguments: str = '{"a": 7}', **more: Any) -> Json:
    return {**calling(call(id, arguments=arguments)), "content": "", **more}


def declared(**function: Any) -> Json:
    return {"type": "function", "function": {"name": "now", **function}}


def ollama(arguments: Any) -> Conversation:
    calls = [{"function": {"name": "add", "arguments": arguments}}]
    given = {"role": "tool", "tool_name": "add", "content": "15"}
    messages = [user(), {"role": "assistant", "content": "", "tool_calls": calls}, given]
    return only({"model": "qwen3", "options": {}, "messages": messages}, "ollama")


def schema_for_ollama(parameters: Json) -> Conversation:
    return chat("qwen3:8b", user(), tools=[declared(parameters=parameters)])


def cohere(call_id: str, **more: Any) -> Conversation:
    plan = {"role": "assistant", "tool_plan": "I add.", "tool_calls": [call("add_x1")]}
    messages = [user(), plan, result(call_id)]
    return only({"model": "command-a-03-2025", "messages": messages, **more}, "cohere")


def responses(*items: Json) -> Conversation:
    return only({"model": "deepseek-v4-flash", "input": list(items)}, "openai-responses")


FIRST = {"role": "developer", "content": "Be short."}
SYSTEM = {"role": "system", "content": "Be short."}
WORD = {"type": "text", "text": "Look."}
NO_WORD = {"type": "text", "text": ""}
IMAGE = {"type": "image_url", "image_url": {"url": "x:y"}}
TOLD = {"role": "assistant", "content": "I look."}
PICTURE = {
    "role": "tool",
    "tool_call_id": "call_1",
    "content": [{"type": "image_url", "image_url": {"url": "x:y"}}],
}

REFUSED: list[tuple[str, str, bool | None, Conversation]] = [
    # a target, a rule, the verdict, a history
    (
        "deepseek",
        "reasoning-content-missing",
        False,
        chat("deepseek-v4-pro", user(), called(), result("call_1")),
    ),
    ("deepseek", "unanswered-call", False, chat("deepseek-chat", user(), called(), user())),
    ("deepseek", "unexpected-result", False, chat("deepseek-chat", user(), said(), result("call_9"))),
    ("deepseek", "unknown-role", False, chat("deepseek-chat", FIRST, user())),
    ("deepseek", "tool-declaration", False, chat("deepseek-chat", user(), tools=[declared(parameters=None)])),
    ("deepseek", "content-null", False, chat("deepseek-chat", user(), {"role": "user"}, said(), user())),
    ("deepseek", "result-form", None, chat("deepseek-chat", user(), called(), PICTURE)),
    (
        "deepseek",
        "unanswered-call",
        False,
        responses(user(), function_call("c1"), TOLD, function_output("c1"), user()),
    ),
    (
        "groq",
        "unknown-field",
        False,
        chat("llama-3.3-70b-versatile", user(), {**said(), "annotations": []}, user()),
    ),
    ("groq", "unknown-field", False, chat("m", {**user(), "tool_calls": None})),
    ("groq", "id-required", False, chat("m", user(), called(), {"role": "tool", "content": "15"})),
    ("xai", "empty-message", False, chat("grok-4", user(), {"role": "assistant", "content": ""}, user())),
    ("kimi", "reasoning-content-missing", False, chat("kimi-k2.5", user(), called("add:0"), result("add:0"))),
    (
        "kimi",
        "empty-message",
        False,
        chat("kimi-latest", user(), {"role": "assistant", "content": ""}, user()),
    ),
    ("kimi", "unexpected-result", False, chat("kimi-latest", user(), called("add:0"), result("add:1"))),
    ("minimax", "tool-declaration", False, chat("MiniMax-M2.5", user(), tools=[declared()])),
    (
        "minimax",
        "arguments-unreadable",
        False,
        chat("MiniMax-M3", user(), called(arguments='"{}"'), result("call_1")),
    ),
    ("minimax", "unexpected-result", False, chat("MiniMax-M3", user(), said(), result("call_9"))),
    ("minimax", "role-order", False, chat("MiniMax-M2.5", SYSTEM, SYSTEM, user())),
    ("minimax", "role-order", None, chat("MiniMax-M2.5", user(), SYSTEM, user())),
    ("glm", "unknown-role", False, chat("glm-5", FIRST, user())),
    ("glm", "empty-text", False, chat("glm-4.5", {"role": "user", "content": [WORD, NO_WORD]})),
    ("glm", "content-part-type", None, chat("glm-5.2", {"role": "user", "content": [WORD, IMAGE]})),
    ("qwen", "unanswered-call", False, chat("qwen3-max", user(), called(), user())),
    (
        "qwen",
        "arguments-unreadable",
        False,
        chat("qwen3-max", user(), called(arguments=HALF), result("call_1")),
    ),
    ("xiaomi", "reasoning-content-missing", False, chat("mimo-v2.5-pro", user(), called(), result("call_1"))),
    (
        "xiaomi",
        "empty-message",
        False,
        chat("mimo-v2-flash", user(), {"role": "assistant", "content": ""}, user()),
    ),
    ("xiaomi", "result-form", False, chat("mimo-v2-flash", user(), called(), PICTURE)),
    ("xiaomi", "content-null", None, chat("mimo-v2-flash", user(), calling(call("c1")), result("c1"))),
    ("perplexity", "roles-alternate", False, chat("sonar-pro", user(), said(), user(), user())),
    ("perplexity", "roles-alternate", False, chat("sonar-pro", user(), {"role": "system", "content": "x"})),
    ("perplexity", "ends-with-assistant", None, chat("sonar-pro", user(), said())),
    ("cohere", "unexpected-result", False, cohere("add_y2")),
    ("cohere", "tool-declaration", False, cohere("add_x1", tools=[declared(strict=True)])),
    ("ollama", "tool-declaration", False, schema_for_ollama({"required": {"circle": ["radius"]}})),
    ("ollama", "tool-declaration", False, schema_for_ollama({"properties": {"a": True}})),
    (
        "ollama",
        "tool-declaration",
        False,
        schema_for_ollama({"properties": {"a": {"properties": []}}, "required": ["a"]}),
    ),
    ("ollama", "input-not-object", False, ollama('{"a": 7}')),
    (
        "ollama",
        "arguments-unreadable",
        False,
        chat("qwen3:8b", user(), called(arguments=HALF), result("call_1")),
    ),
    (
        "ollama",
        "arguments-unreadable",
        False,
        chat("qwen3:8b", user(), called(arguments=""), result("call_1")),
    ),
    (
        "ollama",
        "content-null",
        False,
        chat("qwen3:8b", user(), {"role": "assistant", "content": None}, user()),
    ),
    ("ollama", "content-null", None, chat("qwen3:8b", user(), calling(call("c1")), result("c1"))),
    (
        "vllm",
        "nine-characters",
        False,
        chat("mistralai/Mistral-7B-Instruct-v0.3", user(), called(), result("call_1")),
    ),
    (
        "vllm",
        "arguments-unreadable",
        None,
        chat("Qwen/Qwen3-8B", user(), called(arguments=HALF), result("call_1")),
    ),
    ("llama.cpp", "arguments-unreadable", False, chat("x", user(), called(arguments=HALF), result("call_1"))),
    ("llama.cpp", "content-null", False, chat("x", user(), {"role": "assistant"}, user())),
    (
        "vllm",
        "content-part-type",
        None,
        chat("x", {"role": "user", "content": [{"type": "file", "file": {"file_id": "file-1"}}]}),
    ),
    ("llama.cpp", "ends-with-assistant", False, chat("x", user(), said(), said())),
    ("llama.cpp", "roles-alternate", False, chat("devstral-small-2", user(), user())),
    (
        "llama.cpp",
        "channel-marks",
        False,
        chat("gpt-oss-20b", user(), said("<|channel|>final<|message|>x"), user()),
    ),
    (
        "llama.cpp",
        "content-beside-calls",
        None,
        chat("gpt-oss", user(), called(content="a", thinking="b"), result("call_1")),
    ),
    ("lmstudio", "roles-alternate", False, chat("mistralai/ministral-3-3b", user(), said(), said(), user())),
    ("lmstudio", "unknown-role", False, chat("qwen3-8b", FIRST, user())),
    (
        "lmstudio",
        "tool-declaration-root",
        False,
        chat("qwen3-8b", user(), tools=[declared(parameters={"type": "object"})]),
    ),
]


@for_each(("target", "rule", "verdict", "conversation"), REFUSED, ids=lambda case: f"{case[0]} {case[1]}")
def test_a_server_refuses_what_it_is_known_to_refuse(
    target: str, rule: str, verdict: bool | None, conversation: Conversation
) -> None:
    found = crosswire.verdict(conversation, target)
    assert rule in {one.name for one in found.findings}
    assert found.accepts is verdict
    assert {one.targets for one in found.findings} == {(target,)}


def test_every_server_has_a_refusal_of_its_own_here() -> None:
    assert {target for target, *_ in REFUSED} == {one.name for one in PROFILES if not one.upstreams}


def anthropic_minimax(*blocks: Json) -> Conversation:
    use = {"type": "tool_use", "id": "call_function_x_1", "name": "add", "input": {"a": 7}}
    given = {"type": "tool_result", "tool_use_id": "call_function_x_1", "content": "15"}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Add."}, *blocks]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "ab"}, use]},
        {"role": "user", "content": [given]},
    ]
    tools = [{"name": "add", "input_schema": {"type": "object", "properties": {"a": {"type": "number"}}}}]
    body = {"model": "MiniMax-M2.5", "max_tokens": 9, "messages": messages, "tools": tools}
    return only(body, "anthropic")


PLAIN_USE = (SYSTEM, user(), called(), result("call_1"), said(), user())
TAKEN: list[tuple[str, Conversation]] = [
    ("deepseek", chat("deepseek-chat", user(), called(), result("call_1"), said(), user(), tools=[ADD])),
    (
        "deepseek",
        chat("deepseek-v4-pro", user(), called(reasoning_content="Hm."), result("call_1"), tools=[ADD]),
    ),
    ("groq", chat("m", user(), called(), result("call_1"), said(), user(), tools=[ADD])),
    ("kimi", chat("kimi-k2.5", user(), called(reasoning_content=""), result("call_1"))),
    ("openrouter", chat("openai/gpt-5", user(), called(), result("call_1"), tools=[ADD])),
    ("cohere", cohere("add_x1")),
    ("ollama", ollama({"a": 7})),
    ("ollama", chat("qwen3:8b", user(), called(reasoning="Hm."), result("call_1"))),
    ("glm", chat("glm-4.6", *PLAIN_USE, tools=[ADD])),
    ("minimax", chat("MiniMax-M2.5", *PLAIN_USE, tools=[ADD])),
    ("minimax", chat("MiniMax-M3", SYSTEM, SYSTEM, user(), calling(call("c1")), result("c1"))),
    ("minimax", anthropic_minimax()),
    ("qwen", chat("qwen3-coder-plus", *PLAIN_USE, tools=[ADD])),
    ("xiaomi", chat("mimo-v2.5-pro", user(), called(reasoning_content="Hm."), result("call_1"), tools=[ADD])),
    ("perplexity", chat("sonar-pro", SYSTEM, user(), said(), user())),
    ("lmstudio", chat("qwen2.5-7b-instruct", *PLAIN_USE, tools=[ADD])),
]


@for_each(("target", "conversation"), TAKEN, ids=lambda case: case[0])
def test_a_server_takes_what_was_recorded_or_documented_there(
    target: str, conversation: Conversation
) -> None:
    found = crosswire.verdict(conversation, target)
    assert (found.accepts, found.findings, found.undecided) == (True, [], [])
    taken = (crosswire.TARGETS[target].takes or {})[conversation.format]
    assert found.stands_on[0] == taken.source
    assert len(found.stands_on) == len(set(found.stands_on))


BEYOND: list[tuple[str, str, Conversation]] = [
    # a target, what it is not known to take there, a history
    ("glm", "media", chat("glm-4.6v", {"role": "user", "content": [IMAGE]})),
    ("glm", "a choice of tools other than auto", chat("glm-5", user(), tools=[ADD], tool_choice="required")),
    (
        "glm",
        "calls of tools in a request that declares none",
        chat("glm-5", user(), called(), result("call_1")),
    ),
    ("glm", "a message of the system behind others", chat("glm-5", user(), said(), SYSTEM, user())),
    (
        "glm",
        "a form that the answer is to have",
        chat("glm-5", user(), response_format={"type": "json_object"}),
    ),
    (
        "glm",
        "words in the schema of a tool that not every provider takes",
        chat("glm-5", user(), tools=[declared(parameters={"type": "object", "$schema": "x:y"})]),
    ),
    ("minimax", "calls beside which the content is null", chat("MiniMax-M2.5", user(), calling(call("c1")))),
    ("minimax", "arguments that are no JSON object", chat("MiniMax-M2.5", user(), called(arguments="[]"))),
    (
        "minimax",
        "further fields of blocks and calls",
        anthropic_minimax({"type": "text", "text": "Now.", "cache_control": {"type": "ephemeral"}}),
    ),
    ("xiaomi", "media in a result", chat("mimo-v2-flash", user(), called(), PICTURE, tools=[ADD])),
    ("perplexity", "the field tool_calls", chat("sonar-pro", user(), called(), result("call_1"))),
    ("lmstudio", "messages of one role behind each other", chat("qwen2.5-7b-instruct", user(), user())),
    ("lmstudio", "a message without text", chat("qwen2.5-7b-instruct", user(), said(""), user())),
    ("qwen", "a message of the model at the end of a request", chat("qwen3-max", user(), said())),
    ("qwen", "other models", chat("deepseek-v3.2", user())),
    ("lmstudio", "other models", chat("gpt-5", user())),
]


@for_each(("target", "what", "conversation"), BEYOND, ids=lambda case: f"{case[0]} {case[1]}")
def test_what_is_beyond_the_known_is_no_yes_and_is_named(
    target: str, what: str, conversation: Conversation
) -> None:
    found = crosswire.verdict(conversation, target)
    assert found.accepts is not True
    assert any(what in point.message for point in found.undecided), found.undecided
    assert not found.stands_on


@for_each("model", ["claude-sonnet-4-5", "openai/gpt-5", "gemini-3-pro", ""])
def test_what_another_maker_s_model_was_sent_goes_to_a_model_that_is_known(model: str) -> None:
    body = {"model": model, "messages": list(PLAIN_USE), "tools": [ADD]}
    found = crosswire.verdict(only({k: v for k, v in body.items() if v}, "openai-chat"), "glm")
    assert (found.accepts, found.undecided) == (True, [])
    assert "with a model by the name (?i)glm" in found.stands_on[0]


@pytest.mark.parametrize("target", ["glm", "minimax", "qwen", "vllm", "llama.cpp", "lmstudio"])
def test_of_a_server_without_such_evidence_a_plain_history_is_no_yes(target: str) -> None:
    found = crosswire.verdict(chat("m", user(), said(), user()), target)
    assert (found.accepts, found.findings) == (None, [])
    assert [one.code for one in found.undecided] == ["no-known-refusal"]
    assert crosswire.TARGETS[target].title in found.undecided[0].message


@pytest.mark.parametrize("target", ["vllm", "llama.cpp"])
def test_a_server_with_templates_says_yes_for_a_model_whose_template_is_known(target: str) -> None:
    history = (user(), called(), result("call_1"), said(), user())
    known = crosswire.verdict(chat("Qwen/Qwen2.5-7B-Instruct", *history, tools=[ADD]), target)
    assert (known.accepts, known.findings, known.undecided) == (True, [], [])
    other = crosswire.verdict(chat("meta-llama/Llama-3.1-8B-Instruct", *history, tools=[ADD]), target)
    assert other.accepts is None
    assert "template of this model" in other.undecided[0].message
    image = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    seen = chat("Qwen/Qwen2.5-7B-Instruct", {"role": "user", "content": [image]})
    assert crosswire.verdict(seen, target).accepts is None


def test_a_field_that_nobody_recorded_and_a_format_without_records_are_no_yes() -> None:
    strange = crosswire.verdict(chat("deepseek-chat", {**user(), "mood": "good"}), "deepseek")
    assert [(one.code, one.address) for one in strange.undecided] == [
        ("no-known-refusal", "0:/messages/0/mood")
    ]
    body = {"model": "deepseek-chat", "max_tokens": 9, "messages": [user()]}
    other = crosswire.verdict(only(body, "anthropic"), "deepseek")
    assert [one.code for one in other.undecided] == ["no-known-refusal"]


def test_what_only_the_format_s_own_provider_refuses_is_told_and_no_refusal() -> None:
    found = crosswire.verdict(chat("m", user(), called(), user(), tools=[ADD]), "groq")
    (point,) = found.undecided
    assert (found.accepts, found.findings, point.code) == (None, [], "no-known-refusal")
    assert point.address == "0:/messages/1/tool_calls/0"
    assert "unanswered-call" in point.message


def test_a_rule_of_one_format_is_silent_in_another() -> None:
    history = [user(), function_call("c1", arguments="{"), function_output("c1"), user()]
    found = crosswire.verdict(responses(*history), "deepseek")
    assert found.findings == []


@for_each("format", crosswire.FORMATS)
def test_every_target_is_asked_of_a_faulty_history_in_every_format(format: str) -> None:
    empty, asked = {"type": "text", "text": ""}, {"type": "tool_use", "id": "", "name": "a b", "input": {}}
    answered = {"type": "tool_result", "tool_use_id": "toolu_9", "content": [empty]}
    thought = {"type": "thinking", "thinking": "", "signature": ""}
    history = [
        {"role": role, "content": content}
        for role, content in (
            ("assistant", [thought, empty, asked]),
            ("user", [answered, empty]),
            ("user", ""),
            ("assistant", [empty]),
        )
    ]
    log = only({"model": "m", "max_tokens": 1, "messages": history}, "anthropic")
    written = only(crosswire.render(log, format).payload, format)
    assert set(crosswire.verdicts(written, crosswire.TARGETS)) == set(crosswire.TARGETS)


# Relays


@for_each("model", ["openai/gpt-5", "anthropic/claude-haiku-4.5"])
def test_a_target_is_told_the_same_among_all_others_as_alone(model: str) -> None:
    log = chat(model, user(), called(arguments=HALF), said(), called("call_2"), result("call_3"), tools=[ADD])
    together = crosswire.verdicts(log, crosswire.TARGETS)
    assert together == {name: crosswire.verdict(log, name) for name in crosswire.TARGETS}
    assert together["openai-chat"].findings


def test_a_relay_is_judged_by_the_provider_that_the_model_names() -> None:
    unanswered = chat("anthropic/claude-sonnet-4.5", user(), called("toolu_1"), user())
    found = crosswire.verdict(unanswered, "openrouter")
    assert [(one.name, one.severity, one.targets) for one in found.findings] == [
        ("unanswered-call", "error", ("openrouter",))
    ]
    assert "tool_use" in found.findings[0].ground.error_text
    odd = chat("anthropic/claude-sonnet-4.5", user(), called("functions.add:0"), result("functions.add:0"))
    assert {(one.name, one.severity) for one in crosswire.verdict(odd, "openrouter").findings} == {
        ("id-charset", "warning")
    }


def test_a_relay_is_judged_by_the_provider_that_its_answer_names() -> None:
    answer = {
        "id": "gen-1780944556-mYx",
        "provider": "Minimax",
        "choices": [{"index": 0, "message": said(), "finish_reason": "stop"}],
    }
    exchange = {
        "request": {
            "model": "minimax/minimax-m2",
            "messages": [user(), called(arguments=HALF), result("call_1")],
        },
        "response": answer,
    }
    conversation = only(exchange)
    assert crosswire.own_target(conversation) == "openrouter"
    assert "arguments-unreadable" in {
        one.name for one in crosswire.verdict(conversation, "openrouter").findings
    }


# Whose log it is

PLAIN: Json = {"model": "m", "messages": [user()]}
OF_OLLAMA: Json = [
    user(),
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"function": {"name": "add", "arguments": {"a": 7}}}],
    },
    {"role": "tool", "tool_name": "add", "content": "8"},
]
NAMED: list[tuple[str | None, Json]] = [
    ("deepseek", {"model": "deepseek-chat", "messages": [user()]}),
    ("kimi", {"model": "kimi-k2-0905-preview", "messages": [user()]}),
    ("glm", {"model": "glm-4.6", "messages": [user()]}),
    ("minimax", {"model": "MiniMax-M2", "messages": [user()]}),
    ("qwen", {"model": "qwen3-coder-plus", "messages": [user()]}),
    ("xiaomi", {"model": "mimo-v2-flash", "messages": [user()]}),
    ("perplexity", {"model": "sonar", "messages": [user()]}),
    ("xai", {"model": "grok-4-fast", "messages": [user()]}),
    ("ollama", {"model": "llama3.2:3b", "messages": [user()]}),
    ("openrouter", {"model": "anthropic/claude-haiku-4.5", "messages": [user()]}),
    ("openai-chat", {"model": "gpt-5", "messages": [user()]}),
    ("openai-chat", {"model": "my-finetune", "messages": [user()]}),
    ("anthropic", {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [user()]}),
    ("glm", {"model": "glm-4.6", "max_tokens": 9, "system": "x", "messages": [user()]}),
    (
        "groq",
        {
            "url": "https://api.groq.com/openai/v1/chat/completions",
            "request": {"model": "m", "messages": [user()]},
        },
    ),
    (
        "lmstudio",
        {
            "request": {
                "url": "http://localhost:1234/v1/chat/completions",
                "body": {"model": "m", "messages": [user()]},
            }
        },
    ),
    (
        "openai-chat",
        {"base_url": "https://api.openai.com/v1", "request": {"model": "sonar", "messages": [user()]}},
    ),
    (
        "unknown-server",
        {"base_url": "https://api.groq.com.example.org/", "request": {"model": "m", "messages": [user()]}},
    ),
    (
        "unknown-server",
        {
            "url": "https://models.example.org/v1/chat/completions",
            "request": {"model": "deepseek-v4-pro", "messages": [user()]},
        },
    ),
    (
        "deepseek",
        {
            "url": "http://127.0.0.1:4000/v1/chat/completions",
            "request": {"model": "deepseek-v4-pro", "messages": [user()]},
        },
    ),
    ("kimi", {"custom_llm_provider": "moonshot", "request": {"model": "m", "messages": [user()]}}),
    (
        "minimax",
        {"model": "m", "messages": [user(), called("call_function_a1b2_1"), result("call_function_a1b2_1")]},
    ),
    ("unknown-server", {"request": {"url": "http://10.0.0.7:9000/v1/chat/completions", "body": PLAIN}}),
    ("unknown-server", {"request": {"url": "<BASE_URL>/v1/chat/completions", "body": PLAIN}}),
    ("unknown-server", {"url": "https://llm.<REGION>.example.org/v1/chat", "request": PLAIN}),
    ("unknown-server", {"provider": "openai", "base_url": "https://llm.example.org", "request": PLAIN}),
    ("unknown-server", {"server.address": "llm.example.org", "request": PLAIN}),
    ("openai-chat", {"url": "https://news.example.org/today", "request": PLAIN}),
    ("openai-chat", {"host": "desk.example.org", "endpoint": "chat/completions", "request": PLAIN}),
    ("ollama", {"url": "http://localhost/api/chat", "request": {"model": "m", "messages": OF_OLLAMA}}),
    (
        "vertex",
        {
            "url": "https://aiplatform.googleapis.com/v1/x",
            "request": {"contents": [{"role": "user", "parts": [{"text": "x"}]}]},
        },
    ),
]


@for_each(("target", "log"), NAMED, ids=lambda case: json.dumps(case[1])[:70])
def test_a_log_is_that_of_the_server_that_it_names(target: str | None, log: Json) -> None:
    assert crosswire.own_target(only(log)) == target


ENDS = [
    (target.name, end.replace("*", "one-region"), format)
    for target in crosswire.TARGETS.values()
    for end in target.signs.hosts
    for format in (*target.formats, *target.also)
    if format != "azure-foundry"  # a plain request of it reads as Responses
]


@for_each(("target", "host", "format"), ENDS, ids=lambda case: "-".join(case))
def test_a_log_at_a_host_is_that_of_its_server(target: str, host: str, format: str) -> None:
    payload = crosswire.render(chat("m", user()), format).payload
    conversation = only({"url": f"https://{host}/v1/x?key=k", "request": payload}, format)
    assert crosswire.own_target(conversation) == target


SENT_TO_GROQ = [
    "curl -x http://localhost:8080 -s 'https://api.groq.com/openai/v1/x?key=k' -H 'A: b' -d 'BODY'",
    "curl --url=https://me:pass@api.groq.com/openai/v1/x --json 'BODY'",
    "curl -X POST api.groq.com/openai/v1/x --data-raw 'BODY'",
    "POST https://api.groq.com/openai/v1/x\nA: b\n\nBODY",
    "POST /openai/v1/x HTTP/1.1\nHost: api.groq.com\n\nBODY",
    'r = requests.post("https://api.groq.com/openai/v1/x", json=BODY)',
    'fetch("https://api.groq.com/openai/v1/x?key=k", {method: "POST", body: JSON.stringify(BODY)})',
    "DEBUG Request options: {'url': '/x', 'json_data': BODY}\n"
    'INFO HTTP Request: POST https://api.groq.com/openai/v1/x "HTTP/1.1 400 Bad Request"',
]


@for_each("text", SENT_TO_GROQ, ids=lambda text: text[:30])
def test_a_paste_is_that_of_the_server_that_it_was_sent_to(text: str) -> None:
    body = json.dumps({"model": "m", "messages": [user()]})
    pasted = text.replace("BODY", body)
    [conversation] = crosswire.load(pasted.encode()).conversations
    assert crosswire.own_target(conversation) == "groq"
    assert "pass" not in conversation.server
    assert "key" not in conversation.server
    assert crosswire.own_target(crosswire.repair(conversation).conversation) == "groq"


def test_a_recorded_stream_is_that_of_the_server_that_it_came_from() -> None:
    chunk = {"id": "c", "object": "chat.completion.chunk", "model": "m"}
    delta = {"index": 0, "delta": {"role": "assistant", "content": "x"}, "finish_reason": "stop"}
    stream = f"data: {json.dumps({**chunk, 'choices': [delta]})}\n\ndata: [DONE]\n\n"
    request = {
        "method": "POST",
        "url": "https://api.groq.com/openai/v1/x",
        "postData": {"text": json.dumps({"model": "m", "messages": [user()]})},
    }
    answer = {"status": 200, "content": {"mimeType": "text/event-stream", "text": stream}}
    har = {"log": {"entries": [{"request": request, "response": answer}]}}
    assert crosswire.own_target(only(har)) == "groq"


def test_the_server_of_a_paste_is_the_one_that_it_is_sent_to() -> None:
    body = json.dumps({"model": "m", "messages": [user()]})
    text = f"curl --referer https://api.groq.com/ https://llm.example.org/v1/x -d '{body}'"
    [conversation] = crosswire.load(text.encode()).conversations
    assert conversation.server == "llm.example.org/v1/x"
    assert crosswire.own_target(conversation) == "unknown-server"


def test_an_answer_is_that_of_the_server_that_its_request_went_to() -> None:
    body = json.dumps(PLAIN)
    choice = {"index": 0, "message": {**said(), "tool_calls": []}, "finish_reason": "stop"}
    answer = json.dumps({"id": "c", "object": "chat.completion", "model": "m", "choices": [choice]})
    text = f"POST /v1/chat HTTP/1.1\nHost: llm.example.org\n\n{body}HTTP/2.0 200 OK\nVia: a\n\n{answer}"
    told = crosswire.load(text.encode()).conversations
    assert [crosswire.own_target(one) for one in told] == ["unknown-server"] * len(told)
    assert told


# A server that nobody knows

LOST = {"model": "m", "tools": [], "messages": [user(), result("call_1")]}
"""OpenAI takes neither an empty list of tools nor a result without its call."""


def sent_to_an_unknown_server(body: Json) -> Conversation:
    return sent("https://llm.example.org/v1/chat", body)


@for_each(
    ("body", "says"),
    [
        (PLAIN, "By the rules of OpenAI Chat Completions, whose format this is, it would be accepted."),
        (LOST, "be refused."),
    ],
    ids=lambda case: case[1],
)
def test_of_a_server_that_nobody_knows_nothing_is_sure(body: Json, says: str) -> None:
    found = crosswire.verdict(sent_to_an_unknown_server(body), "unknown-server")
    assert found.accepts is None
    assert found.undecided[0].code == "unknown-server"
    assert "the server llm.example.org" in found.undecided[0].message
    assert found.undecided[0].message.endswith(says)


def test_what_the_maker_refuses_is_told_of_an_unknown_server_as_no_refusal() -> None:
    found = crosswire.verdict(sent_to_an_unknown_server(LOST), "unknown-server")
    assert {(one.name, one.severity, one.targets) for one in found.findings} == {
        (name, "warning", ("unknown-server",)) for name in ("list-length", "unexpected-result")
    }
    assert crosswire.verdict(sent_to_an_unknown_server(LOST), "openai-chat").accepts is False
    assert "orphan-result" in {one.name for one in crosswire.diagnose(sent_to_an_unknown_server(LOST))}


def test_every_output_says_that_a_server_is_not_known(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"request": {"url": "https://llm.example.org/v1/chat", "body": LOST}}))
    words = "Crosswire does not know the server llm.example.org"

    def told(*asked: str) -> str:
        return CliRunner().invoke(main, [*asked, str(log)]).output

    assert told("check", "--format", "json").index(words) < told("check", "--format", "json").index(
        "anthropic"
    )
    for form in ("text", "github", "sarif"):
        assert words in told("check", "--target", "unknown-server", "--format", form)
    assert "OpenAI Chat Completions answers" in told("check", "--target", "unknown-server")
    assert words in told("repair")
    assert CliRunner().invoke(main, ["check", str(log), "--target", "unknown-server"]).exit_code == 1


def test_an_unknown_server_alone_leaves_the_exit_code_unsure(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"base_url": "https://llm.example.org", "request": PLAIN}))
    assert CliRunner().invoke(main, ["check", str(log), "--target", "unknown-server"]).exit_code == 3


def sent(url: str, body: Json) -> Conversation:
    return only({"request": {"method": "POST", "url": url, "body": body}})


@for_each(
    "more",
    [
        {"tools": [{"type": "web_search"}]},
        {
            "messages": [
                user(),
                {"role": "user", "content": [{"type": "input_audio", "input_audio": "//FgQBjf"}]},
            ]
        },
    ],
    ids=lambda more: next(iter(more)),
)
def test_what_a_server_was_sent_in_a_dialect_and_is_not_judged_is_no_yes(more: Json) -> None:
    asked = sent("https://api.mistral.ai/v1/chat/completions", {**PLAIN, **more})
    found = crosswire.verdict(asked, "mistral")
    assert (found.accepts, len(found.undecided)) == (None, 1)
    assert "left out" in found.undecided[0].message


@for_each(("id", "accepts"), [("call_REDACTED_1", None), ("call_12", False)], ids=lambda case: case[0])
def test_the_form_of_a_masked_id_is_no_sure_refusal(id: str, accepts: bool | None) -> None:
    body = {"model": "mistral-large-latest", "messages": [user(), called(id), result(id)], "tools": [ADD]}
    found = crosswire.verdict(sent("https://api.mistral.ai/v1/chat/completions", body), "mistral")
    assert found.accepts is accepts
    assert {("mask" in one.message) for one in found.findings} == {accepts is None}


@for_each(
    ("model", "accepts"),
    [("us.anthropic.claude-sonnet-4-5-v1%3A0", True), ("us.amazon.nova-pro-v1%3A0", False)],
    ids=lambda case: case[0],
)
def test_the_model_is_known_from_the_address_where_the_body_has_none(model: str, accepts: bool) -> None:
    words = [("assistant", "Hello."), ("user", "Bye.")]
    body = {"messages": [{"role": role, "content": [{"text": text}]} for role, text in words]}
    url = f"https://bedrock-runtime.us-east-1.amazonaws.com/model/{model}/converse"
    assert crosswire.verdict(sent(url, body), "bedrock").accepts is accepts
    assert crosswire.verdict(only(body), "bedrock").accepts is None


def test_the_fields_of_an_answer_name_its_server() -> None:
    choice = {"index": 0, "message": said(), "finish_reason": "stop"}
    for field, target in (
        ({"x_groq": {"id": "req_1"}}, "groq"),
        ({"system_fingerprint": "fp_ollama"}, "ollama"),
    ):
        body = {"id": "c", "object": "chat.completion", "model": "m", "choices": [choice], **field}
        assert crosswire.own_target(only(body)) == target


def test_the_server_that_a_log_names_is_asked_for_its_answer() -> None:
    told = crosswire.answer(chat("deepseek-v4-pro", user(), called(), result("call_1")))
    assert told.target == "deepseek"
    assert told.logged is not None
    assert not told.logged.accepts
    assert "reasoning_content" in told.causes[0].says


def test_the_command_line_asks_the_server_that_a_log_names_first(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"model": "glm-5", "messages": [FIRST, user()]}))
    answer = CliRunner().invoke(main, ["check", str(log), "--format", "json"])
    told = json.loads(answer.stdout)["files"][0]["verdicts"]
    assert tuple(told) == ("glm", *crosswire.FIRST_TARGETS)
    named = CliRunner().invoke(main, ["check", str(log), "--target", "llama.cpp", "--target", "glm"])
    assert "llama.cpp is unsure" in named.stdout
    assert "glm: refused as logged" in named.stdout
    assert named.exit_code == 1


def test_without_names_the_first_targets_are_asked() -> None:
    assert tuple(crosswire.verdicts(chat("m", user()))) == crosswire.FIRST_TARGETS


# Profiles as data


@for_each("profile", PROFILES, ids=lambda one: one.name)
def test_a_profile_names_rules_and_targets_that_are_there(profile: Target) -> None:
    assert profile.takes is not None, "a yes of a profile stands on what is known to be taken"
    assert set(profile.takes) <= set(profile.formats)
    assert {*profile.formats} <= {*crosswire.FORMATS}
    assert {shared.rule for shared in profile.shares} | {*profile.grounds} <= RULES_BY_NAME.keys()
    assert {one.target for one in profile.upstreams} <= crosswire.TARGETS.keys()
    for grounds in profile.grounds.values():
        assert all(not ground.targets for ground in grounds)
        assert all(ground.format in ("", *profile.formats) for ground in grounds)


def test_the_words_that_a_server_has_of_its_own_are_those_of_its_ground() -> None:
    rule = next(rule for rule in PROVIDER_RULES if rule.name == "unanswered-call")
    (own,) = rule.grounds_for("deepseek", "openai-chat")
    assert own.targets == ("deepseek",)
    assert "insufficient tool messages" in own.error_text
    assert "OpenAI" not in own.source


# The optional corpus

DOUBTED = {"ollama-content-null": "Ollama's own source takes null beside calls: the verdict is unsure"}
"""A history whose verdict is another one than was noted, and why."""


def noted() -> Iterator[tuple[str, str, bool | None, Json]]:
    if HISTORIES.exists():
        for row in json.loads(HISTORIES.read_text()):
            for target, verdict in row["expect"].items():
                if target not in crosswire.FIRST_TARGETS:
                    yield row["id"], target, verdict, row["document"]


@for_each(("name", "target", "verdict", "document"), lambda: list(noted()), ids=lambda case: case[0])
def test_the_histories_that_servers_refused_are_judged_as_is_known(
    name: str, target: str, verdict: bool | None, document: Json
) -> None:
    found = crosswire.verdict(only(document), target)
    assert found.accepts is (None if name in DOUBTED else verdict)
    assert found.findings


HOSTS = {
    "api.deepseek.com": "deepseek",
    "api.groq.com": "groq",
    "api.x.ai": "xai",
    "openrouter.ai": "openrouter",
    "ollama.com": "ollama",
    "<OLLAMA_API_BASE>": "ollama",
    "127.0.0.1:11434": "ollama",
    "api.cohere.com/v2": "cohere",
}


def recorded() -> Iterator[tuple[str, str, int, Json]]:
    """Target, source, status and body of the requests to servers that have a profile."""
    for path in sorted(RECORDED.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                begun = (name for host, name in HOSTS.items() if row["api"].startswith(host))
                target = next(begun, None)
                if target is not None:
                    yield target, row["source"], row["status"], row["request"]


@pytest.mark.thorough
@pytest.mark.skipif(not RECORDED.is_dir(), reason="There is no ../shared/corpus with recorded exchanges.")
def test_no_server_refuses_a_request_that_it_was_recorded_to_take() -> None:
    taken = [row for row in recorded() if row[2] == 200]
    assert len(taken) > 200
    refused = [
        (target, source, [one.name for one in found.findings])
        for target, source, _, body in taken
        for found in [crosswire.verdict(only(body), target)]
        if found.accepts is False
    ]
    assert refused == []


MASKED: list[tuple[str, list[Json], bool | None]] = [
    # an openai-chat history, and what OpenAI makes of it
    (
        "one text for all",
        [user(), calling(call("***"), call("***")), result("***"), result("***"), user()],
        None,
    ),
    ("a text each", [user(), calling(call("[REDACTED 1]")), result("[REDACTED 2]"), user()], None),
    ("the call alone", [user(), calling(call("call_xxx")), result("call_7Q"), user()], None),
    ("the result alone", [user(), calling(call("call_7Q")), result("call_7…"), user()], None),
    ("no mask", [user(), calling(call("call_xxl")), result("call_7Q"), user()], False),
    ("another pair", [user(), calling(call("***")), result("***"), calling(call("a1")), result("b2")], False),
    ("a result too few", [user(), calling(call("<id 1>"), call("<id 2>")), result("<id 1>"), user()], False),
]


@for_each(("case", "messages", "accepts"), MASKED, ids=lambda case: case[0])
def test_what_masked_ids_tie_together_is_not_known(
    case: str, messages: list[Json], accepts: bool | None
) -> None:
    log = chat("gpt-5", *messages, tools=[ADD])
    found = crosswire.verdict(log, "openai-chat")
    assert found.accepts is accepts
    told = [*found.findings, *crosswire.diagnose(log)]
    assert any("mask" in one.message for one in told) is (accepts is None)
    assert any(one.severity == "error" for one in crosswire.diagnose(log)) is (accepts is False)
