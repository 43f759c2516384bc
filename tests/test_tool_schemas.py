"""Schemas of tools: what each target refuses of them, how they are mended, what is not judged."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import crosswire
import jsonschema_rs
import pytest
from crosswire.rules.declared_schemas import declared_schemas
from crosswire.rules.rule import Severity
from crosswire.rules.source_mapper import LogNodes, SourceMapper
from crosswire.tools.schema_mending import mended
from crosswire.tools.schema_places import MAX_DEPTH, SchemaPlaces
from crosswire.tools.schema_strict import OF_ANTHROPIC, unenforced
from crosswire.tools.schema_validity import KEYWORDS, faults
from crosswire.tools.schemas import OF_OPENAI, fitted
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.selection import for_each, tries
from tests.shared_corpus import CORPUS, MISSING

Json = dict[str, Any]
OF_SCHEMAS = "tool-declaration-"
SAID = {"role": "user", "content": "Go on."}


def chat(schema: Any, **more: Any) -> Json:
    function = {"name": "f", "parameters": schema, **more}
    return {"model": "gpt-4.1", "messages": [SAID], "tools": [{"type": "function", "function": function}]}


def responses(schema: Any, **more: Any) -> Json:
    tool = {"type": "function", "name": "f", "parameters": schema, **more}
    return {"model": "gpt-4.1", "input": [SAID], "tools": [tool]}


def anthropic(schema: Any, **more: Any) -> Json:
    tool = {"name": "f", "input_schema": schema, **more}
    return {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [SAID], "tools": [tool]}


def bedrock(schema: Any, model: str = "eu.anthropic.claude-sonnet-4-5-v1:0") -> Json:
    tools = [{"toolSpec": {"name": "f", "inputSchema": {"json": schema}}}]
    said = {"role": "user", "content": [{"text": "Go on."}]}
    return {"modelId": model, "messages": [said], "toolConfig": {"tools": tools}}


def gemini(schema: Any, field: str = "parameters") -> Json:
    said = {"role": "user", "parts": [{"text": "Go on."}]}
    return {"contents": [said], "tools": [{"functionDeclarations": [{"name": "f", field: schema}]}]}


BODIES = {
    "openai-chat": chat,
    "openai-responses": responses,
    "azure-foundry": responses,
    "anthropic": anthropic,
    "bedrock": bedrock,
    "gemini": gemini,
    "vertex": gemini,
    "mistral": chat,
    "deepseek": chat,
    "groq": chat,
    "kimi": chat,
}


def read(body: Json, target: str) -> crosswire.Conversation:
    format = crosswire.TARGETS[target].format
    [conversation] = crosswire.load(json.dumps(body).encode(), format=format).conversations
    return conversation


def judged(target: str, body: Json) -> tuple[bool | None, list[tuple[str, str]]]:
    """The answer, and the rules on schemas with their places."""
    verdict = crosswire.verdict(read(body, target), target)
    found = [one for one in verdict.findings if one.name.startswith(OF_SCHEMAS)]
    return verdict.accepts, [(one.name.removeprefix(OF_SCHEMAS), str(one.address)) for one in found]


def holding(field: Any, **more: Any) -> Json:
    return {"type": "object", "properties": {"a": field}, **more}


CLOSED: Json = {"additionalProperties": False, "required": ["a"]}
TEXT: Json = {"type": "string"}
FEW: Json = {"type": "object", "properties": {}}

REFUSED: list[tuple[str, Json, str, str]] = [
    ("anthropic", {"properties": {}}, "root", ""),
    ("anthropic", {"type": ["object", "null"], "properties": {}}, "root", "/type"),
    ("anthropic", holding(TEXT, allOf=[{"required": ["a"]}]), "root", "/allOf"),
    ("anthropic", holding("number"), "invalid", "/properties/a"),
    ("anthropic", holding({"type": "banana"}), "invalid", "/properties/a/type"),
    ("anthropic", holding({"type": "string", "required": True}), "invalid", "/properties/a/required"),
    ("anthropic", holding({"type": "array", "items": [TEXT]}), "invalid", "/properties/a/items"),
    ("anthropic", holding({"type": "number", "minimum": "1"}), "invalid", "/properties/a/minimum"),
    ("anthropic", holding(TEXT, required=["a", "a"]), "invalid", "/required"),
    (
        "anthropic",
        holding({"anyOf": [{"type": "array", "items": "text"}]}),
        "invalid",
        "/properties/a/anyOf/0/items",
    ),
    ("anthropic", {"type": "object", "properties": {"a b": TEXT}}, "properties", "/properties/a b"),
    ("bedrock", {"properties": {}}, "root", ""),
    ("bedrock", holding({"type": "string", "required": True}), "invalid", "/properties/a/required"),
    ("bedrock", {"type": "object", "properties": {"$top": TEXT}}, "properties", "/properties/$top"),
    ("openai-chat", {"type": "string"}, "root", "/type"),
    ("openai-chat", {"type": "object"}, "root", ""),
    ("openai-responses", holding(TEXT, anyOf=[{"required": ["a"]}]), "root", "/anyOf"),
    ("azure-foundry", holding(TEXT, enum=[{}]), "root", "/enum"),
    ("openai-chat", holding({"type": ["array", "null"]}), "items", "/properties/a"),
    ("azure-foundry", holding({"items": {"type": "array"}, "type": "array"}), "items", "/properties/a/items"),
    ("openai-chat", holding({"type": "any"}), "invalid", "/properties/a/type"),
    ("openai-chat", holding(TEXT, required=None), "invalid", "/required"),
    ("openai-responses", holding([]), "invalid", "/properties/a"),
    ("gemini", holding({"const": "x", "type": "STRING"}), "keyword", "/properties/a/const"),
    ("gemini", holding(TEXT, additionalProperties=False), "keyword", "/additionalProperties"),
    ("vertex", holding({"$ref": "#/$defs/A"}, **{"$defs": {"A": TEXT}}), "keyword", "/$defs"),
    ("gemini", holding({"type": ["string", "null"]}), "value", "/properties/a/type"),
    ("vertex", holding({"type": "INTEGER", "enum": [1]}), "value", "/properties/a/enum"),
    ("gemini", holding({"type": "file"}), "value", "/properties/a/type"),
    ("vertex", holding({"anyOf": [TEXT], "type": "string"}), "value", "/properties/a"),
    ("vertex", {"properties": {"a": TEXT}}, "root", ""),
    ("gemini", holding({"type": "ARRAY"}), "items", "/properties/a"),
    ("gemini", holding(TEXT, required=["b"]), "properties", "/required"),
    ("gemini", holding({"type": "STRING", "enum": ["a", ""]}), "value", "/properties/a/enum"),
    ("openai-chat", holding({"pattern": r"^\p{L}*$"}), "pattern", "/properties/a/pattern"),
    ("openai-responses", holding({"pattern": r"(?<y>\d)"}), "pattern", "/properties/a/pattern"),
    (
        "azure-foundry",
        holding({"patternProperties": {r"\z": TEXT}}),
        "pattern",
        r"/properties/a/patternProperties/\z",
    ),
    ("gemini", holding({"type": "STRING", "items": TEXT}), "value", "/properties/a/items"),
    ("deepseek", {}, "root", ""),
    ("deepseek", {"type": "string"}, "root", "/type"),
    ("groq", holding({"type": "object", "required": []}), "properties", "/properties/a/required"),
    ("deepseek", holding({"pattern": "^[a-z[]*$"}), "pattern", "/properties/a/pattern"),
    ("kimi", {"properties": {}}, "root", ""),
    ("kimi", holding(TEXT, required=["b"]), "properties", "/required"),
    ("kimi", holding({"enum": ["x"]}), "properties", "/properties/a"),
    ("kimi", holding({"type": "array", "items": False}), "invalid", "/properties/a/items"),
    ("kimi", holding(TEXT, required=None), "invalid", "/required"),
    ("kimi", holding({"$ref": "#/definitions/A"}, definitions={"A": TEXT}), "value", "/properties/a/$ref"),
]


@for_each(("target", "schema", "rule", "path"), REFUSED)
def test_what_a_target_refuses_is_found_at_its_keyword(target, schema, rule, path):
    accepts, found = judged(target, BODIES[target](schema))
    at = {
        **dict.fromkeys(("openai-chat", "deepseek", "groq", "kimi"), "0:/tools/0/function/parameters"),
        "anthropic": "0:/tools/0/input_schema",
        "bedrock": "0:/toolConfig/tools/0/toolSpec/inputSchema/json",
        "gemini": "0:/tools/0/functionDeclarations/0/parameters",
        "vertex": "0:/tools/0/functionDeclarations/0/parameters",
    }.get(target, "0:/tools/0/parameters")
    assert accepts is False
    assert (rule, f"{at}{path}") in found


TAKEN: list[tuple[str, Json]] = [
    *((target, FEW) for target in BODIES),
    *((target, holding(TEXT, required=["a"])) for target in BODIES),
    ("anthropic", {"type": "object"}),
    ("anthropic", holding({"anyOf": [TEXT, {"type": "null"}]}, if_={"x": 1})),
    ("anthropic", holding({"type": "array"})),
    ("anthropic", {"type": "object", "properties": {"a": {"type": "object", "properties": {"b c": TEXT}}}}),
    ("openai-chat", holding({"type": "object"})),
    ("openai-chat", holding({"not": {}, "oneOf": [TEXT]}, strict=True)),
    ("openai-responses", holding({"type": "string", "minLength": 1, "format": "uri"})),
    ("bedrock", holding({"anyOf": [TEXT]}, title="T", additionalProperties=False)),
    ("gemini", {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": True, "title": "A"}}}),
    ("vertex", holding(TEXT, additionalProperties=False)),
    ("mistral", holding({"type": "array", "items": [TEXT]})),
    ("gemini", holding({"type": 5, "items": {"type": "STRING"}})),
    (
        "vertex",
        {"type": "OBJECT", "properties": {"a": {"ref": "#/defs/A", "default": "x"}}, "defs": {"A": TEXT}},
    ),
    ("openai-chat", holding({"type": "string", "pattern": r"^(?:a|[(?=]|\(?!)\d*$"})),
    ("anthropic", holding({"type": "string", "pattern": r"^(?!_)[^\p{Cc}]+$"})),
    ("deepseek", holding({"type": "string", "pattern": r"^[a-z\[]+[b[c]]$"})),
    ("groq", holding({"anyOf": [{"required": ["a"]}]}, required=[])),
    ("kimi", holding({"$ref": "#/$defs/A~1B"}, **{"$defs": {"A/B": {"type": "integer", "enum": [1]}}})),
]


@for_each(("target", "schema"), TAKEN)
def test_what_a_target_takes_is_accepted(target, schema):
    assert judged(target, BODIES[target](schema)) == (True, [])


@for_each(
    ("target", "schema"),
    [
        ("gemini", holding({"type": "OBJECT", "properties": {}})),
        ("gemini", holding({"description": "Anything."})),
        ("gemini", holding({"type": "STRING", "format": "uri"})),
        ("gemini", holding({"oneOf": [TEXT]})),
        ("vertex", holding({"anyOf": [TEXT], "description": "D."})),
        ("openai-chat", holding({"type": "number", "minimum": "1"})),
        ("openai-responses", holding({"type": "string", "pattern": r"^(?=.*\S).+$"})),
        ("kimi", holding({"anyOf": [TEXT], "type": "string"})),
        ("mistral", holding({"type": "integer", "minimum": 0, "exclusiveMinimum": True})),
        ("vertex", holding({"ref": "#/defs/A", "title": "A"}, defs={"A": TEXT})),
        ("kimi", holding({"type": "string", "enum": ["a", 1]})),
    ],
)
def test_where_reports_differ_the_answer_is_open(target, schema):
    accepts, found = judged(target, BODIES[target](schema))
    assert accepts is None
    assert found


def test_what_takes_json_schema_is_not_held_to_gemini_s_own_words():
    schema = holding({"const": 1}, **{"$schema": "https://json-schema.org/draft/2020-12/schema"})
    assert judged("gemini", gemini(schema, "parametersJsonSchema")) == (True, [])


def test_types_of_gemini_may_be_numbers_as_protobuf_writes_them():
    schema = {"type": 6, "properties": {"a": {"type": 5, "items": {"type": 1}}}}
    assert judged("vertex", gemini(schema)) == (True, [])
    assert judged("vertex", gemini({"type": 1}))[0] is False
    assert judged("gemini", gemini({"type": 6, "properties": {"a": {"type": 5}}}))[0] is False


def test_only_the_models_of_claude_bring_anthropic_s_check_to_bedrock():
    schema = {"type": "object", "properties": {"a b": TEXT}}
    assert judged("bedrock", bedrock(schema, "mistral.mistral-large-2407-v1:0")) == (True, [])
    assert judged("bedrock", bedrock(schema))[0] is False


# Strict tools


@for_each(
    ("target", "schema", "accepts"),
    [
        ("openai-chat", holding(TEXT, **CLOSED), True),
        ("openai-chat", holding(TEXT, additionalProperties=False, required=[]), False),
        ("openai-responses", holding(TEXT, required=["a"]), False),
        ("openai-chat", holding({"oneOf": [TEXT], "type": "string"}, **CLOSED), False),
        ("openai-chat", holding({"description": "D."}, **CLOSED), False),
        (
            "openai-chat",
            holding({"$ref": "#/$defs/A", "description": "D."}, **CLOSED, **{"$defs": {"A": TEXT}}),
            False,
        ),
        ("openai-chat", holding({"$ref": "#/$defs/A"}, **CLOSED, **{"$defs": {"A": TEXT}}), True),
        ("openai-chat", holding({"type": "string", "minLength": 1}, **CLOSED), None),
        ("openai-chat", holding({"type": "string", "default": "x"}, **CLOSED), True),
        ("openai-chat", holding(TEXT, additionalProperties=False, required=["a", "b"]), False),
        ("openai-chat", holding({"type": "string", "format": "email"}, **CLOSED), True),
        ("anthropic", holding(TEXT, additionalProperties=False), True),
        ("anthropic", holding(TEXT), False),
        ("anthropic", holding({"type": "integer", "minimum": 1}, **CLOSED), False),
        ("anthropic", holding({"type": "array", "items": TEXT, "minItems": 2}, **CLOSED), False),
        ("anthropic", holding({"$ref": "#"}, **CLOSED), False),
        ("anthropic", holding(True, **CLOSED), False),
    ],
)
def test_a_strict_tool_is_judged_by_what_its_provider_enforces(target, schema, accepts):
    assert judged(target, BODIES[target](schema, strict=True))[0] is accepts
    assert judged(target, BODIES[target](schema))[0] is True


def test_a_strict_tool_of_openai_may_not_look_around():
    schema = holding({"type": "string", "pattern": r"^(?!\.).+@.+$"}, **CLOSED)
    assert judged("openai-chat", chat(schema, strict=True))[0] is False
    assert judged("openai-chat", chat(schema))[0] is None


def test_references_that_come_back_are_found_and_others_are_not():
    tree = {
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Leaf"}}}, "Leaf": {}},
        "properties": {"a": {"$ref": "#/$defs/Node"}, "b": {"$ref": "#/$defs/Leaf"}},
    }
    kinds = {one.kind for one in unenforced(SchemaPlaces(tree), OF_ANTHROPIC)}
    assert "circular" not in kinds
    tree["$defs"]["Leaf"] = {"items": {"$ref": "#/$defs/Node"}}
    [found] = [one for one in unenforced(SchemaPlaces(tree), OF_ANTHROPIC) if one.kind == "circular"]
    assert found.path == ("$defs", "Node", "properties", "next", "$ref")


@for_each(
    ("number", "field", "said"),
    [
        (25, TEXT, "25 optional fields"),
        (24, TEXT, None),
        (17, {"type": ["string", "null"]}, "17 fields of several types"),
        (16, {"anyOf": [TEXT, {"type": "null"}]}, None),
    ],
)
def test_strict_fields_of_all_tools_count_together(number, field, said):
    tools = [
        {
            "name": f"f{n}",
            "strict": True,
            "input_schema": {"type": "object", "additionalProperties": False, "properties": {"a": field}},
        }
        for n in range(number)
    ]
    body = anthropic(FEW) | {"tools": tools}
    found = crosswire.verdict(read(body, "anthropic"), "anthropic").findings
    told = [one.message for one in found if one.ground.key != "ant-strict-tools"]
    assert [said in message for message in told] == ([True] if said else [])
    assert any(one.ground.key == "ant-strict-tools" for one in found) is (number > 20)


def test_levels_are_counted_and_the_names_of_fields_are_none():
    def nested(levels: int) -> Json:
        schema: Json = {"type": "string"}
        for _ in range(levels):
            schema = {"type": "object", "properties": {"properties": schema}, "additionalProperties": False}
            schema["required"] = ["properties"]
        return schema

    assert judged("openai-chat", chat(nested(10), strict=True)) == (True, [])
    assert judged("openai-chat", chat(nested(11), strict=True))[0] is False


def test_a_response_that_repeats_its_tools_refuses_none_of_them():
    tool = {"type": "function", "name": "f", "parameters": holding(TEXT), "strict": True}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]}
    body = {"id": "resp_0a", "object": "response", "model": "gpt-4.1", "output": [said], "tools": [tool]}
    verdict = crosswire.verdict(read(body, "openai-responses"), "openai-responses")
    assert {one.severity for one in verdict.findings if one.name.startswith(OF_SCHEMAS)} == {"warning"}


# Validity


WORDS = st.sampled_from(["object", "array", "string", "integer", "null", "any", "Number", ""])
ODD = st.sampled_from([None, True, False, 0, -1, 1.0, 1.5, "1", "x", [], ["a", "a"], ["a"], {}])
NAMES = st.sampled_from(["a", "b"])
CHECKED = sorted(KEYWORDS - {"$id", "$anchor", "$ref", "$schema", "pattern", "patternProperties"})


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    held = inner | ODD
    some = st.lists(held, max_size=2)
    right = {
        "properties": st.dictionaries(NAMES, held, max_size=2),
        "items": held | some,
        "anyOf": some,
        "type": WORDS | st.lists(WORDS, max_size=2),
        "required": ODD | st.lists(NAMES, max_size=2),
    }
    any_keyword = st.dictionaries(st.sampled_from(CHECKED), ODD, max_size=2)
    return st.builds(lambda a, b: a | b, st.fixed_dictionaries({}, optional=right), any_keyword)


SCHEMAS = st.recursive(schemas(st.just({})), schemas, max_leaves=6)
checked = settings(max_examples=tries(40, thorough=600), deadline=None, derandomize=True)


@checked
@given(SCHEMAS)
def test_a_schema_is_valid_where_its_meta_schema_says_so(schema):
    is_valid = jsonschema_rs.meta.is_valid(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    )
    assert (not faults(SchemaPlaces(schema))) is is_valid


@checked
@given(SCHEMAS)
def test_a_mended_schema_is_valid_and_needs_no_more(schema):
    written, changes = fitted(schema, OF_OPENAI)
    assert faults(SchemaPlaces(written)) == []
    assert fitted(written, OF_OPENAI) == (written, [])
    assert (written == schema) is (not changes)


@for_each(
    ("before", "after", "certain"),
    [
        (holding("number"), holding({"type": "number"}), True),
        (holding({"type": "int"}), holding({"type": "integer"}), True),
        (holding({"type": "any"}), holding({}), True),
        (holding({"type": "file"}), holding({}), False),
        (holding({"type": "string", "required": True}), holding(TEXT, required=["a"]), True),
        (
            holding({"items": [TEXT], "additionalItems": False}),
            holding({"prefixItems": [TEXT], "items": False}),
            True,
        ),
        (holding({"minimum": 1, "exclusiveMinimum": True}), holding({"exclusiveMinimum": 1}), True),
        (holding({"minLength": "3"}), holding({"minLength": 3}), True),
        (holding(TEXT, required=["a", "a"]), holding(TEXT, required=["a"]), True),
        (holding({"minLength": "few"}), holding({}), False),
        (holding(7), holding({}), False),
    ],
)
def test_a_slip_is_written_as_what_was_meant(before, after, certain):
    places, mends = mended(SchemaPlaces(before))
    assert places.root == after
    assert all(mend.certain for mend in mends) is certain


# Conversion


ODDITIES: list[Json] = [
    {"type": "object"},
    {"anyOf": [holding(TEXT), holding({"type": "integer"})]},
    holding({"type": "array", "items": [TEXT, {"type": "integer"}]}),
    holding({"type": "string", "required": True}),
    holding("number"),
    holding({"type": "ARRAY"}),
    holding({"const": "x"}, **{"$schema": "http://json-schema.org/draft-07/schema#"}),
    {"$ref": "#/$defs/A", "$defs": {"A": holding(TEXT)}},
    {"type": "string"},
    holding({"type": "string", "pattern": r"^(?!\.)\p{L}*$"}, patternProperties={"(?<a>x)": TEXT}),
]


@for_each("target", crosswire.TARGETS)
def test_what_is_written_for_another_target_has_no_refused_schema(target):
    for schema in ODDITIES:
        for source in ("mistral", "anthropic"):
            found = crosswire.verdict(read(BODIES[source](schema), source), target).findings
            odd = [one for one in found if one.name.startswith(OF_SCHEMAS) and one.severity is Severity.ERROR]
            assert source in crosswire.TARGETS[target].formats or odd == [], (target, schema)


def test_each_change_of_a_schema_is_a_loss_with_its_place():
    conversation = read(anthropic(holding({"type": "string", "required": True})), "anthropic")
    rendering = crosswire.render(conversation, "openai-chat")
    [loss] = [loss for loss in rendering.losses if loss.code == "schema"]
    assert (loss.kind, loss.source) == ("moved", "0:/tools/0/input_schema/properties/a/required")


def test_a_pattern_that_a_target_cannot_compile_is_left_out_and_told():
    conversation = read(anthropic(holding({"type": "string", "pattern": r"^\p{L}*$"})), "anthropic")
    rendering = crosswire.render(conversation, "openai-chat")
    [loss] = [loss for loss in rendering.losses if loss.code == "schema"]
    assert (loss.kind, loss.source) == ("dropped", "0:/tools/0/input_schema/properties/a/pattern")
    assert rendering.payload["tools"][0]["function"]["parameters"] == holding(TEXT)
    assert crosswire.verdict(conversation, "openai-chat").accepts is True


# Repair


def mended_tool(target: str, body: Json) -> tuple[Any, list[tuple[str, str]], bool | None]:
    """The declaration after a repair, the changes by rule, and the answer of its provider."""
    repaired = crosswire.repair(read(body, target))
    [tool] = repaired.conversation.tools()
    changes = [(one.rule.removeprefix(OF_SCHEMAS), one.kind) for one in repaired.changes]
    return tool.raw, changes, crosswire.verdict(repaired.conversation, target).accepts


@for_each(
    ("target", "before", "after", "rule"),
    [
        ("anthropic", {"properties": {"a": TEXT}}, holding(TEXT), "root"),
        (
            "anthropic",
            holding({"type": "string", "required": True}),
            holding(TEXT, required=["a"]),
            "invalid",
        ),
        ("openai-chat", {}, FEW, "root"),
        ("openai-responses", {"type": "object"}, FEW, "root"),
        ("openai-chat", None, FEW, "missing"),
        ("openai-responses", holding({"type": "array"}), holding({"type": "array", "items": {}}), "items"),
        ("gemini", {**FEW, "$schema": "http://json-schema.org/draft-07/schema#"}, FEW, "keyword"),
        ("gemini", holding({"const": "x"}), holding({"enum": ["x"], "type": "STRING"}), "keyword"),
        (
            "gemini",
            holding({"type": ["string", "null"]}),
            holding({"type": "string", "nullable": True}),
            "value",
        ),
    ],
)
def test_what_is_certain_about_a_schema_is_mended_where_it_stands(target, before, after, rule):
    tool, changes, accepts = mended_tool(target, BODIES[target](before))
    assert after in (
        tool.get("input_schema"),
        tool.get("parameters"),
        tool.get("function", {}).get("parameters"),
    )
    assert {name for name, _ in changes} == {rule}
    assert {kind for _, kind in changes} == {"schema"}
    assert accepts is True


def test_a_tool_of_bedrock_s_without_a_schema_gets_that_of_no_arguments():
    body = bedrock(FEW)
    del body["toolConfig"]["tools"][0]["toolSpec"]["inputSchema"]
    tool, changes, accepts = mended_tool("bedrock", body)
    assert tool["toolSpec"]["inputSchema"] == {"json": FEW}
    assert (changes, accepts) == ([("missing", "schema")], True)


@for_each(
    ("target", "schema"),
    [
        ("anthropic", holding(TEXT, anyOf=[{"required": ["a"]}])),
        ("anthropic", holding({"type": "banana"})),
        ("anthropic", {"type": "object", "properties": {"a b": TEXT}}),
        ("gemini", holding({"type": "INTEGER", "enum": [1]})),
        ("mistral", holding({"type": "array"})),
    ],
)
def test_what_is_not_certain_about_a_schema_stays(target, schema):
    _, changes, accepts = mended_tool(target, BODIES[target](schema))
    assert changes == []
    repaired = crosswire.repair(read(BODIES[target](schema), target), target=crosswire.TARGETS[target].format)
    assert repaired.changes == []
    assert [left.why for left in repaired.remaining] or accepts is True


def test_a_schema_that_a_provider_takes_is_not_touched():
    for target, schema in TAKEN:
        assert mended_tool(target, BODIES[target](schema))[1] == []


# What is not judged


def test_keywords_of_which_nothing_is_known_are_listed_and_leave_the_answer():
    verdict = crosswire.verdict(read(chat(holding({"x-order": 1})), "mistral"), "mistral")
    [point] = [point for point in verdict.not_judged if point.code == "tool-schema"]
    assert "`x-order`" in point.message
    assert point.address == "0:/tools/0"
    assert verdict.accepts is True
    plain = crosswire.verdict(read(chat(holding(TEXT)), "mistral"), "mistral")
    assert "tool-schema" not in {point.code for point in plain.not_judged}


def test_a_schema_without_end_is_not_judged():
    schema: Json = {"type": "string"}
    for _ in range(MAX_DEPTH + 1):
        schema = {"type": "object", "properties": {"a": schema}}
    verdict = crosswire.verdict(read(chat(schema), "openai-chat"), "openai-chat")
    assert [point.code for point in verdict.undecided] == ["tool-schema"]
    assert verdict.accepts is None


# What providers took


def recorded() -> Iterator[Json]:
    for path in sorted((CORPUS / "recorded-exchanges").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.mark.thorough
@pytest.mark.skipif(not (CORPUS / "recorded-exchanges").is_dir(), reason=MISSING)
def test_no_schema_is_refused_that_its_provider_took():
    refused = []
    for exchange in recorded():
        target, body = exchange["provider"], exchange["request"]
        if target in crosswire.TARGETS and exchange["status"] == 200 and isinstance(body, dict):
            found = crosswire.verdict(read(body, target), target).findings
            refused += [(exchange["source"], one) for one in found if one.name.startswith(OF_SCHEMAS)]
    assert refused == []


@pytest.mark.parametrize("target", ["openai-chat", "openai-responses", "gemini", "bedrock"])
def test_a_place_in_a_written_schema_leads_to_the_keyword_in_the_log(target: str) -> None:
    rows = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema = {"type": "object", "properties": {"rows": rows}}
    tools = [{"name": "other"}, {"name": "add", "input_schema": schema}]
    for tool in tools:
        tool.setdefault("input_schema", {"type": "object"})
    asked = [{"role": "user", "content": "x"}]
    body = {"model": "m", "max_tokens": 9, "tools": tools, "messages": asked}
    (conversation,) = crosswire.parse(body, "anthropic")
    written = crosswire.render(conversation, target)
    sent = crosswire.parse(written.payload, target)[0]
    mapper = SourceMapper(LogNodes(conversation), written, sent)
    (_, declared) = declared_schemas(sent, {})
    path = ("properties", "rows", "properties", "a")
    place = "0:/tools/1/input_schema/properties/rows/properties/a"
    assert mapper.source(declared.address((*path, "type")))[1] == f"{place}/type"
    assert mapper.source(declared.address((*path, "added")))[1] == place
