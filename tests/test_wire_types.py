"""The registry of wire types: its rows, and how a row is found."""

import json
from collections import Counter
from pathlib import Path

import crosswire
import pytest
from crosswire import wire_types
from crosswire.wire_types import APIS, BY_SLUG, WIRE_TYPES, specimens
from crosswire.wire_types.wire_type import Category, Role, WireType
from tests.selection import for_each

ROOT = Path(__file__).parent.parent
RECORDS = ROOT.parent / "shared" / "data" / "wire_types.json"


def test_there_are_146_types_and_how_many_of_each_category():
    counts = Counter(row.category for row in WIRE_TYPES)
    assert counts == {"natural": 95, "nullable": 21, "conflated": 27, "fabricated": 3}
    assert counts.total() == 146


# The data that it was checked with


@pytest.fixture(scope="module")
def records() -> dict[str, dict]:
    if not RECORDS.exists():
        pytest.skip("the measured records are not at hand (../shared/data)")
    return {record["slug"]: record for record in json.loads(RECORDS.read_text())["types"]}


BETTER = {"gemini.interactions.tool_search_call"}
"""Examples that the SDK took only because it lets undeclared keys pass."""

NO_PAIR = {
    "openai.mcp_call": "An approval ties to the run by an edge.",
    "openai.mcp_approval_request": "An approval ties to the run by an edge.",
    "azure.memory_search_call.param": "It holds its own results; the stored form does not answer it.",
}


MEASURED = [row for row in WIRE_TYPES if row.provider != "ollama"]
"""The records end before Ollama."""


def test_the_registry_has_the_types_of_the_measured_records(records):
    assert {row.slug for row in MEASURED} == set(records)


@for_each("row", MEASURED, ids=lambda row: row.slug)
def test_a_row_agrees_with_its_measured_record(row, records):
    record = records[row.slug]
    survey = row.survey
    assert {
        "provider": row.provider,
        "api": row.api,
        "sdk_type": row.sdk_type,
        "discriminator": {"kind": row.discriminator.kind, "value": row.discriminator.value},
        "role": row.role,
        "family": row.family,
        "correlation_field": row.correlation_field,
        "item_id_field": row.item_id_field,
        "category": row.category,
        "seed_category": survey and survey.category,
        "seed_name": survey and survey.name,
        "in_seed": "no" if survey is None else "listed" if survey.listed else "variant",
    } == {
        "api": record["api"].partition(" (")[0],
        **{
            name: record[name]
            for name in (
                "provider",
                "sdk_type",
                "discriminator",
                "role",
                "family",
                "correlation_field",
                "item_id_field",
                "category",
                "seed_category",
                "seed_name",
                "in_seed",
            )
        },
    }
    assert ("(beta" in record["api"]) == (row.beta is not None)
    if row.slug not in BETTER:
        assert row.example == record["example"]


@for_each("row", MEASURED, ids=lambda row: row.slug)
def test_a_row_pairs_and_embeds_as_its_measured_record_says(row, records):
    record = records[row.slug]
    named = tuple(slug for slug in record["paired_with"] if slug in BY_SLUG)
    if row.variant_of is not None:
        assert named == (row.variant_of,)
        assert row.paired_with == BY_SLUG[row.variant_of].paired_with
    elif row.slug not in NO_PAIR:
        assert row.paired_with == named
    if record["result_field"] is not None:
        assert row.embeds is not None
        assert row.embeds.startswith(record["result_field"]) or record["result_field"].startswith(row.embeds)


# The rows among themselves


def test_slugs_are_unique_and_begin_with_their_provider():
    assert len(BY_SLUG) == len(WIRE_TYPES)
    assert {row.slug.partition(".")[0] for row in WIRE_TYPES if row.provider == "azure-foundry"} == {"azure"}
    assert all(
        row.slug.startswith(f"{row.provider}.") for row in WIRE_TYPES if row.provider != "azure-foundry"
    )


@for_each("row", WIRE_TYPES, ids=lambda row: row.slug)
def test_pairs_join_a_call_with_an_output_of_the_same_interface_and_both_say_so(row):
    for slug in row.paired_with:
        other = BY_SLUG[slug]
        assert {row.role, other.role} == {Role.CALL, Role.OUTPUT}
        assert row.api == other.api
        back = {back for one in (other, *_variants_of(other)) for back in one.paired_with}
        assert row.slug in back or row.variant_of in back or _same_word(row, back)


def _variants_of(row: WireType) -> list[WireType]:
    return [other for other in WIRE_TYPES if other.variant_of == row.slug]


def _same_word(row: WireType, slugs: set[str]) -> bool:
    """`tool_result` answers each kind of `tool_use`, and names the main one."""
    return any(BY_SLUG[slug].discriminator == row.discriminator for slug in slugs)


def test_the_category_follows_from_the_fields_that_there_are():
    for row in WIRE_TYPES:
        if row.category in (Category.NATURAL, Category.NULLABLE):
            assert row.correlation_field is not None, row.slug
        if row.category is Category.FABRICATED:
            assert row.correlation_field is None, row.slug
            assert row.item_id_field is None, row.slug
        if row.category is Category.CONFLATED:
            assert row.item_id_field is not None, row.slug


def test_every_row_that_names_a_format_names_one_that_crosswire_reads():
    assert {row.format for row in WIRE_TYPES} - {None} == {
        "openai-chat",
        "openai-responses",
        "anthropic",
        "gemini",
        "gemini-interactions",
        "azure-foundry",
        "bedrock",
        "mistral",
        "cohere",
        "ollama",
    }
    assert {api: row.format for api in APIS for row in WIRE_TYPES if row.api == api} == {
        "openai-chat": "openai-chat",
        "openai-responses": "openai-responses",
        "openai-agents-sessions": None,
        "openai-realtime": None,
        "anthropic-messages": "anthropic",
        "gemini-generateContent": "gemini",
        "gemini-live": None,
        "gemini-interactions": "gemini-interactions",
        "azure-foundry-responses": "azure-foundry",
        "azure-agents-classic": "azure-foundry",
        "bedrock-converse": "bedrock",
        "mistral-chat": "mistral",
        "cohere-v2-chat": "cohere",
        "ollama-chat": "ollama",
    }
    assert {row.format for row in WIRE_TYPES} - {None} <= {*crosswire.FORMATS, *crosswire.LOGS}


# Finding


@for_each(
    ("dialect", "word", "slug"),
    [
        ("openai-chat", "function", "openai.chat.tool_call.function"),
        ("openai-chat", "custom", "openai.chat.tool_call.custom"),
        ("openai-chat", "tool", "openai.chat.tool_message"),
        ("openai-chat", "function_call", "openai.chat.function_call.legacy"),
        ("openai-responses", "function_call", "openai.function_call"),
        ("openai-responses", "tool_search_output", "openai.tool_search_output"),
        ("openai-responses", "memory_search_call", "azure.memory_search_call.resource"),
        ("azure-foundry", "function_call", "azure.output_item.function_call"),
        ("azure-foundry", "web_search_call", "openai.web_search_call"),
        ("azure-foundry", "a2a_preview_call", "azure.a2a_call"),
        ("azure-foundry", "a2a_call_output", "azure.a2a_call_output"),
        ("azure-foundry", "code_interpreter", "azure.classic.run_step.code_interpreter"),
        ("azure-foundry", "tool_output", "azure.classic.tool_output"),
        ("azure-foundry", "function", "azure.classic.run_step.function"),
        ("anthropic", "tool_use", "anthropic.tool_use"),
        ("anthropic", "tool_result", "anthropic.tool_result"),
        ("gemini", "toolCall", "gemini.toolCall"),
        ("bedrock", "toolUse", "bedrock.toolUse"),
        ("bedrock", "toolResult", "bedrock.toolResult"),
        ("mistral", "function", "mistral.tool_call"),
        ("mistral", "tool", "mistral.tool_message"),
        ("cohere", "function", "cohere.tool_call"),
        ("cohere", "tool", "cohere.tool_message"),
        ("ollama", "function", "ollama.tool_call"),
        ("ollama", "tool", "ollama.tool_message"),
    ],
)
def test_a_type_is_found_by_the_word_of_its_format(dialect, word, slug):
    assert wire_types.find(dialect, word).slug == slug


@for_each(
    ("dialect", "word"),
    [("openai-chat", "tool_use"), ("gemini", "function_result"), ("nowhere", "function"), ("anthropic", "")],
)
def test_a_word_that_a_format_does_not_have_finds_nothing(dialect, word):
    assert wire_types.find(dialect, word) is None


def test_a_role_tells_what_a_call_and_an_output_share():
    assert (
        wire_types.find("openai-chat", "function", role=Role.OUTPUT).slug
        == "openai.chat.function_message.legacy"
    )


READ = [row for row in WIRE_TYPES if row.format is not None]


@for_each("row", READ, ids=lambda row: row.slug)
def test_every_type_that_is_read_is_found_by_its_word(row):
    found = wire_types.find(row.format, row.discriminator.value, role=row.role)
    assert found.discriminator == row.discriminator
    assert found.variant_of is None


@for_each(
    "slug",
    [
        "anthropic.tool_use",
        "anthropic.toolset_tool_use.browser",
        "anthropic.toolset_tool_use.computer",
        "anthropic.tool_use.programmatic",
        "anthropic.tool_result",
        "anthropic.tool_result.toolset",
        "azure.memory_search_call.param",
        "azure.memory_search_call.resource",
        "openai.chat.tool_call.function",
        "openai.chat.function_message.legacy",
    ],
)
def test_an_item_tells_which_of_the_types_that_share_its_word_it_is(slug):
    row = BY_SLUG[slug]
    [conversation] = crosswire.parse(specimens.alone(row), row.format)
    [(message, part)] = conversation.parts()
    assert wire_types.of(part, message.wire_format) is row
