"""Declarations and choices of tools in every pair of formats: what is carried, fitted, lost."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.conversion import render
from crosswire.model import JsonObject
from crosswire.model.loss import Rendering
from crosswire.rendering.tool_choice import ChoiceForms, among, named, written_choice
from crosswire.tools.schemas import OF_ANTHROPIC, OF_OPENAI, fitted, strict_fault
from tests.coverage_check import uncovered_parts, unreached_leaves
from tests.sdk_types import CHECKS
from tests.selection import for_each

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "mode": {"enum": ["r", "w"]}},
    "required": ["path", "mode"],
    "additionalProperties": False,
}
OPEN: JsonObject = {"type": "object", "properties": {"path": {"type": "string"}}}
SAID = {
    "openai-chat": {"messages": [{"role": "user", "content": "hi"}], "model": "gpt-5"},
    "openai-responses": {"input": [{"type": "message", "role": "user", "content": "hi"}], "model": "gpt-5"},
    "azure-foundry": {"input": [{"type": "message", "role": "user", "content": "hi"}], "model": "m"},
    "anthropic": {"messages": [{"role": "user", "content": "hi"}], "model": "claude-x", "max_tokens": 9},
    "gemini": {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]},
    "gemini-interactions": {
        "input": [{"type": "user_input", "content": [{"type": "text", "text": "hi"}]}],
        "model": "gemini-3-flash-preview",
    },
    "bedrock": {"messages": [{"role": "user", "content": [{"text": "hi"}]}]},
    "mistral": {"messages": [{"role": "user", "content": "hi"}], "model": "mistral-large"},
    "cohere": {"messages": [{"role": "user", "content": "hi"}], "model": "command-a"},
    "ollama": {"messages": [{"role": "user", "content": "hi"}], "model": "llama3"},
}
FUNCTION = {"name": "read", "description": "Reads a file.", "parameters": SCHEMA}
_CHAT = [{"type": "function", "function": FUNCTION}]
DECLARED: dict[str, JsonObject] = {
    "openai-chat": {"tools": [{"type": "function", "function": {**FUNCTION, "strict": True}}]},
    "openai-responses": {"tools": [{"type": "function", **FUNCTION, "strict": True}]},
    "azure-foundry": {"tools": [{"type": "function", **FUNCTION, "strict": True}]},
    "anthropic": {
        "tools": [{"name": "read", "description": "Reads a file.", "input_schema": SCHEMA, "strict": True}]
    },
    "gemini": {
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "read", "description": "Reads a file.", "parametersJsonSchema": SCHEMA}
                ]
            }
        ]
    },
    "bedrock": {
        "toolConfig": {
            "tools": [
                {
                    "toolSpec": {
                        "name": "read",
                        "description": "Reads a file.",
                        "inputSchema": {"json": SCHEMA},
                        "strict": True,
                    }
                }
            ]
        }
    },
    "gemini-interactions": {"tools": [{"type": "function", **FUNCTION}]},
    "mistral": {"tools": [{"type": "function", "function": {**FUNCTION, "strict": True}}]},
    "cohere": {"tools": _CHAT},
    "ollama": {"tools": _CHAT},
}
NO_STRICT = ("gemini", "gemini-interactions", "cohere", "ollama")
PAIRS = [(a, b) for a in crosswire.FORMATS for b in crosswire.FORMATS]


def read(format: str, body: Any) -> crosswire.Conversation:
    said = SAID[format]
    [conversation] = crosswire.load(json.dumps({**said, **body}).encode(), format=format).conversations
    return conversation


def again(rendering: Rendering) -> crosswire.Conversation:
    data = json.dumps(rendering.payload).encode()
    [conversation] = crosswire.load(data, format=rendering.target).conversations
    return conversation


def codes(rendering: Rendering) -> list[str]:
    return [loss.code for loss in rendering.losses]


def from_chat(tools: Any, target: str, **body: Any) -> Rendering:
    return render(read("openai-chat", {"tools": tools, **body}), target)


def function(name: str, **more: Any) -> JsonObject:
    return {"type": "function", "function": {"name": name, **more}}


@for_each(("source", "target"), PAIRS)
def test_name_description_and_schema_are_carried_in_every_pair(source, target):
    conversation = read(source, DECLARED[source])
    rendering = render(conversation, target)
    [tool] = again(rendering).tools()
    assert (tool.name, tool.description, tool.schema) == ("read", "Reads a file.", SCHEMA)
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []
    assert unreached_leaves(rendering, conversation) == []
    assert uncovered_parts(conversation, rendering) == []


@for_each("target", crosswire.FORMATS)
def test_strict_is_carried_or_said_to_be_lost(target):
    rendering = render(read("openai-chat", DECLARED["openai-chat"]), target)
    [tool] = again(rendering).tools()
    if target in NO_STRICT:
        assert [loss.what for loss in rendering.losses if loss.code == "vendor-field"] == ["strict"]
    else:
        assert (tool.extras or {}).get("strict") is True


@for_each("target", ["openai-responses", "anthropic", "bedrock", "azure-foundry"])
def test_a_schema_that_cannot_be_enforced_is_not_declared_strict(target):
    rendering = from_chat([function("f", parameters=OPEN, strict=True)], target)
    [tool] = again(rendering).tools()
    assert (tool.extras or {}).get("strict") is False
    [loss] = [loss for loss in rendering.losses if loss.code == "strict"]
    assert (loss.kind, loss.source) == ("changed", "0:/tools/0/function/parameters")


def test_what_openai_wants_of_a_strict_schema_is_told_with_its_place():
    rule = OF_OPENAI.strict
    assert rule is not None
    optional: JsonObject = {**SCHEMA, "required": ["path"]}
    assert strict_fault(SCHEMA, rule) is None
    assert strict_fault(optional, rule) == (("properties", "mode"), "has a field 'mode' that is not required")
    nested: JsonObject = {**SCHEMA, "properties": {"path": {"type": "object"}, "mode": {}}}
    assert strict_fault(nested, rule) == (
        ("properties", "path"),
        "has an object that does not say `additionalProperties: false`",
    )
    assert (strict_fault({**SCHEMA, "allOf": []}, rule) or ((),))[0] == ("allOf",)


def test_anthropic_takes_optional_fields_in_a_strict_schema_and_no_limits():
    rule = OF_ANTHROPIC.strict
    assert rule is not None
    assert strict_fault({**SCHEMA, "required": []}, rule) is None
    limited: JsonObject = {**SCHEMA, "properties": {"n": {"type": "integer", "minimum": 1}}}
    assert strict_fault(limited, rule) == (("properties", "n", "minimum"), "has 'minimum'")


# Schemas


@for_each("schema", [None, True, False, "text", {"properties": {}}, {"type": ["object", "null"]}])
@for_each("target", ["anthropic", "bedrock", "openai-responses", "mistral"])
def test_whatever_was_declared_an_object_stands_on_top(schema, target):
    rendering = from_chat([function("f") if schema is None else function("f", parameters=schema)], target)
    [tool] = again(rendering).tools()
    assert isinstance(tool.schema, dict)
    assert tool.schema["type"] == "object"
    assert "schema" in codes(rendering)
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []


def test_a_schema_that_is_no_object_stands_in_the_field_that_its_arguments_get():
    schema, [change] = fitted({"type": "string"}, OF_ANTHROPIC)
    assert schema == {"type": "object", "properties": {"_raw": {"type": "string"}}, "required": ["_raw"]}
    assert change.kind == "changed"


def test_types_that_a_program_logged_in_capitals_are_written_small():
    """Gemini's own declarations have them, and traces of its programs repeat them."""
    loud: JsonObject = {
        "type": "OBJECT",
        "properties": {"a": {"type": "ARRAY", "items": {"type": "STRING"}}, "type": {"enum": ["OBJECT"]}},
    }
    rendering = from_chat([function("f", parameters=loud)], "mistral")
    [tool] = again(rendering).tools()
    assert tool.schema == {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"type": "string"}}, "type": {"enum": ["OBJECT"]}},
    }
    at = "0:/tools/0/function/parameters"
    changed = [(loss.kind, loss.source) for loss in rendering.losses if loss.code == "schema"]
    places = ["type", "properties/a/type", "properties/a/items/type"]
    assert changed == [("changed", f"{at}/{place}") for place in places]


def test_alternatives_on_top_become_fields_of_one_object():
    one = {"type": "object", "properties": {"a": {"type": "string"}, "x": {}}, "required": ["a", "x"]}
    other = {"type": "object", "properties": {"b": {"type": "integer"}, "x": {}}, "required": ["b", "x"]}
    source = {"type": "object", "oneOf": [one, {"$ref": "#/$defs/B"}], "$defs": {"B": other}}
    rendering = from_chat([function("f", parameters=source)], "anthropic")
    [tool] = again(rendering).tools()
    assert isinstance(tool.schema, dict)
    assert tool.schema["properties"] == {"a": {"type": "string"}, "x": {}, "b": {"type": "integer"}}
    assert tool.schema["required"] == ["x"]
    assert "oneOf" not in tool.schema
    [loss] = [loss for loss in rendering.losses if loss.code == "schema"]
    assert (loss.what, loss.source) == ("oneOf", "0:/tools/0/function/parameters/oneOf")


def test_of_all_of_everything_is_required():
    schema, _ = fitted(
        {
            "type": "object",
            "allOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["b"]},
            ],
        },
        OF_ANTHROPIC,
    )
    assert schema["required"] == ["a", "b"]
    assert schema["properties"] == {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "b": {}}


def test_alternatives_deeper_in_stay():
    deep: JsonObject = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    }
    assert fitted(deep, OF_OPENAI) == (deep, [])
    assert fitted(deep, OF_OPENAI)[0] is deep


def test_a_list_for_openai_says_what_is_in_it():
    rendering = render(
        read(
            "anthropic",
            {"tools": [{"name": "f", "input_schema": {**OPEN, "properties": {"a": {"type": "array"}}}}]},
        ),
        "openai-chat",
    )
    [tool] = again(rendering).tools()
    assert tool.schema == {"type": "object", "properties": {"a": {"type": "array", "items": {}}}}
    [loss] = [loss for loss in rendering.losses if loss.code == "schema"]
    assert (loss.kind, loss.target) == ("added", "0:/tools/0/function/parameters/properties/a/items")


def test_gemini_s_own_schema_is_read_as_json_schema():
    own = {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": True}}, "required": ["a"]}
    body = {"tools": [{"functionDeclarations": [{"name": "f", "parameters": own}]}]}
    [tool] = again(render(read("gemini", body), "anthropic")).tools()
    assert tool.schema == {
        "type": "object",
        "properties": {"a": {"type": ["string", "null"]}},
        "required": ["a"],
    }


# Tools that take free text

GRAMMAR = {"syntax": "lark", "definition": "start: /[a-z]+/"}
CUSTOM_CHAT = {
    "type": "custom",
    "custom": {"name": "sql", "description": "Asks.", "format": {"type": "grammar", "grammar": GRAMMAR}},
}
CUSTOM_RESPONSES = {
    "type": "custom",
    "name": "sql",
    "description": "Asks.",
    "format": {"type": "grammar", **GRAMMAR},
}


def test_a_grammar_is_carried_between_openai_s_apis():
    there = from_chat([CUSTOM_CHAT], "openai-responses")
    assert there.payload["tools"] == [CUSTOM_RESPONSES]  # type: ignore[index, call-overload]
    back = render(read("openai-responses", {"tools": [CUSTOM_RESPONSES]}), "openai-chat")
    assert back.payload["tools"] == [CUSTOM_CHAT]  # type: ignore[index, call-overload]
    assert CHECKS["openai-chat"](back.payload) == []  # type: ignore[arg-type]
    assert codes(there) == []


@for_each("target", ["anthropic", "gemini", "gemini-interactions", "bedrock", "mistral", "cohere", "ollama"])
def test_elsewhere_free_text_is_a_field_that_tells_of_the_grammar(target):
    rendering = from_chat([CUSTOM_CHAT], target)
    [tool] = again(rendering).tools()
    assert isinstance(tool.schema, dict)
    field: Any = tool.schema["properties"]
    assert field["input"]["type"] == "string"
    assert GRAMMAR["definition"] in field["input"]["description"]
    assert {"custom-tool", "grammar"} <= set(codes(rendering))


@for_each(
    "grammar",
    [{}, {"syntax": "lark"}, {**GRAMMAR, "start": "top"}, {**GRAMMAR, "definition": 1}, "start: /a/"],
)
@for_each("target", ["openai-responses", "anthropic"])
def test_a_grammar_with_less_or_more_than_one_has_is_told_as_lost(target, grammar):
    odd = {"type": "custom", "custom": {"name": "sql", "format": {"type": "grammar", "grammar": grammar}}}
    rendering = from_chat([odd], target)
    lost = [loss for loss in rendering.losses if loss.what == "format"]
    assert [loss.source for loss in lost] == ["0:/tools/0/custom/format"]


# Namespaces

NAMESPACE = {
    "type": "namespace",
    "name": "files",
    "description": "Files.",
    "tools": [
        {"type": "function", "name": "read", "parameters": SCHEMA, "strict": True},
        {"type": "function", "name": "wr.ite", "parameters": SCHEMA},
    ],
}


@for_each("target", [name for name in crosswire.FORMATS if name != "openai-responses"])
def test_tools_of_a_namespace_are_declared_one_by_one_elsewhere(target):
    conversation = read("openai-responses", {"tools": [NAMESPACE]})
    rendering = render(conversation, target)
    if target == "azure-foundry":
        assert [tool.kind for tool in again(rendering).tools()] == ["namespace"]
    else:
        first, second = again(rendering).tools()
        assert (first.name, first.schema) == ("read", SCHEMA)
        assert crosswire.FORMATS[target].NAME_RULE.refusal(second.name) is None
        assert "namespace" in codes(rendering)
    assert unreached_leaves(rendering, conversation) == []
    assert uncovered_parts(conversation, rendering) == []
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []


def test_a_namespace_of_one_s_own_stays_with_the_names_that_are_taken():
    rendering = render(read("openai-responses", {"tools": [NAMESPACE]}), "openai-responses")
    payload: Any = rendering.payload
    first, second = payload["tools"][0]["tools"]
    assert first == NAMESPACE["tools"][0]
    assert second["name"] == rendering.name_map[0].written != "wr.ite"


# The older spelling of Chat Completions


def test_older_functions_and_their_choice_are_carried():
    body = {"functions": [FUNCTION], "function_call": {"name": "read"}}
    rendering = render(read("openai-chat", body), "anthropic")
    payload: Any = rendering.payload
    assert payload["tools"][0]["input_schema"] == SCHEMA
    assert payload["tool_choice"] == {"type": "tool", "name": "read"}
    own: Any = render(read("openai-chat", body), "openai-chat").payload
    assert (own["functions"], own["function_call"]) == ([FUNCTION], {"name": "read"})


# The choice of tools

TWO = [function("a", parameters=SCHEMA), function("b", parameters=SCHEMA)]
ALLOWED = {
    "type": "allowed_tools",
    "allowed_tools": {"mode": "required", "tools": [function("a"), function("b")]},
}
CHOICES: dict[str, Any] = {
    "auto": "auto",
    "none": "none",
    "required": "required",
    "named": function("a"),
    "allowed": ALLOWED,
}
EXPECTED: dict[str, dict[str, Any]] = {
    "openai-responses": {
        "auto": "auto",
        "none": "none",
        "required": "required",
        "named": {"type": "function", "name": "a"},
        "allowed": {
            "type": "allowed_tools",
            "mode": "required",
            "tools": [{"type": "function", "name": "a"}, {"type": "function", "name": "b"}],
        },
    },
    "anthropic": {
        "auto": {"type": "auto"},
        "none": {"type": "none"},
        "required": {"type": "any"},
        "named": {"type": "tool", "name": "a"},
        "allowed": {"type": "any"},
    },
    "gemini": {
        "auto": {"mode": "AUTO"},
        "none": {"mode": "NONE"},
        "required": {"mode": "ANY"},
        "named": {"mode": "ANY", "allowedFunctionNames": ["a"]},
        "allowed": {"mode": "ANY", "allowedFunctionNames": ["a", "b"]},
    },
    "gemini-interactions": {
        "auto": "auto",
        "none": "none",
        "required": "any",
        "named": {"allowed_tools": {"mode": "any", "tools": ["a"]}},
        "allowed": {"allowed_tools": {"mode": "any", "tools": ["a", "b"]}},
    },
    "bedrock": {
        "auto": {"auto": {}},
        "none": None,
        "required": {"any": {}},
        "named": {"tool": {"name": "a"}},
        "allowed": {"any": {}},
    },
    "mistral": {"auto": "auto", "none": "none", "required": "any", "named": function("a"), "allowed": "any"},
    "cohere": {
        "auto": None,
        "none": "NONE",
        "required": "REQUIRED",
        "named": "REQUIRED",
        "allowed": "REQUIRED",
    },
    "ollama": dict.fromkeys(CHOICES),
}
EXPECTED["azure-foundry"] = EXPECTED["openai-responses"]
PLACES = {
    "gemini": ("toolConfig", "functionCallingConfig"),
    "gemini-interactions": ("generation_config", "tool_choice"),
    "bedrock": ("toolConfig", "toolChoice"),
}
LESS = {
    ("anthropic", "allowed"),
    ("bedrock", "allowed"),
    ("mistral", "allowed"),
    ("cohere", "allowed"),
    ("cohere", "named"),
}


@for_each("choice", CHOICES)
@for_each("target", EXPECTED)
def test_a_choice_is_written_in_the_target_s_words(target, choice):
    rendering = from_chat(TWO, target, tool_choice=CHOICES[choice])
    value: Any = rendering.payload
    for token in PLACES.get(target, ("tool_choice",)):
        value = (value or {}).get(token)
    assert value == EXPECTED[target][choice]
    if target in CHECKS:
        assert CHECKS[target](rendering.payload) == []
    told = [loss.kind for loss in rendering.losses if loss.what == "tool_choice"]
    if (target, choice) in LESS:
        assert told == ["changed"]
    else:
        assert told == (["dropped"] if value is None else [])


@for_each("choice", CHOICES)
@for_each("source", ["openai-responses", "gemini", "anthropic", "mistral", "bedrock"])
def test_a_choice_comes_back_from_each_format(source, choice):
    if (source, choice) in LESS or EXPECTED[source][choice] is None:
        return
    there = from_chat(TWO, source, tool_choice=CHOICES[choice])
    back: Any = render(again(there), "openai-chat").payload
    assert back["tool_choice"] == CHOICES[choice]


def test_gemini_lists_what_may_be_called_where_none_must_be():
    allowed = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [function("a")]}}
    payload: Any = from_chat(TWO, "gemini", tool_choice=allowed).payload
    calling = {"mode": "VALIDATED", "allowedFunctionNames": ["a"]}
    assert payload["toolConfig"] == {"functionCallingConfig": calling}


def test_that_calls_are_held_against_their_schema_is_said_to_be_lost():
    calling = {"mode": "VALIDATED", "allowedFunctionNames": ["read"]}
    body = {**DECLARED["gemini"], "toolConfig": {"functionCallingConfig": calling}}
    rendering = render(read("gemini", body), "openai-chat")
    [loss] = [loss for loss in rendering.losses if loss.code == "tool-choice"]
    assert "schema" in loss.why
    assert rendering.payload["tool_choice"]["type"] == "allowed_tools"  # type: ignore[index, call-overload]


def test_anthropic_keeps_the_switch_for_parallel_calls_beside_the_choice():
    rendering = from_chat(TWO, "anthropic", tool_choice="required", parallel_tool_calls=False)
    payload: Any = rendering.payload
    assert payload["tool_choice"] == {"type": "any", "disable_parallel_tool_use": True}


def test_the_only_tool_of_cohere_is_named_by_requiring_one():
    rendering = from_chat(TWO[:1], "cohere", tool_choice=function("a"))
    assert rendering.payload["tool_choice"] == "REQUIRED"  # type: ignore[index, call-overload]
    assert "tool-choice" not in codes(rendering)


def test_a_choice_without_tools_to_choose_from_is_left_out():
    body = {"tools": [{"type": "file_search", "vector_store_ids": ["vs_1"]}], "tool_choice": "required"}
    rendering = render(read("openai-responses", body), "openai-chat")
    assert "tool_choice" not in rendering.payload  # type: ignore[operator]
    assert {"setting", "built-in-tool"} <= set(codes(rendering))


def test_a_choice_of_one_that_must_be_called_names_it():
    assert among("required", ["a"]) == named("a")
    assert among("auto", ["a"]) == {"mode": "auto", "names": ["a"]}


def test_a_choice_that_is_none_is_not_written():
    assert written_choice("auto", ChoiceForms({"auto": "auto"}), str) is None
    assert written_choice({"mode": "named"}, ChoiceForms({"auto": "auto"}), str) is None


def test_a_schema_that_is_no_object_is_refused_in_other_words_than_none_at_all() -> None:
    def words(**declared: object) -> list[str]:
        body = {
            "model": "claude-sonnet-4-5",
            "max_tokens": 9,
            "messages": [{"role": "user", "content": "Hi."}],
        }
        [asked] = crosswire.parse({**body, "tools": [{"name": "f", **declared}]}, "anthropic")
        return [one.ground.error_text for one in crosswire.verdict(asked, "anthropic").findings]

    assert words() == ["tools.….custom.input_schema: Field required"]
    assert words(input_schema=True) == [
        "tools.….custom.input_schema: Input does not match the expected shape."
    ]
