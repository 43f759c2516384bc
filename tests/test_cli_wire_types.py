"""`crosswire wire-types`: the table, one type in full, and the JSON that programs rely on."""

import json

from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.wire_types import WIRE_TYPES
from tests.selection import for_each


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["wire-types", *arguments], catch_exceptions=False)


def slugs(*arguments: str) -> list[str]:
    return [row["slug"] for row in json.loads(run(*arguments, "--format", "json").stdout)["wire_types"]]


def test_the_table_has_a_line_for_each_type_below_its_heading() -> None:
    said = run()
    assert said.exit_code == 0
    heading, *lines = said.stdout.splitlines()
    assert heading.split()[:2] == ["wire", "type"]
    assert [line.split()[0] for line in lines] == [row.slug for row in WIRE_TYPES]


def test_the_columns_are_aligned() -> None:
    heading, *lines = run().stdout.splitlines()
    start = heading.index("role")
    assert all(line[start - 2 : start] == "  " and line[start] != " " for line in lines)


@for_each(
    ("arguments", "count"),
    [
        (["--provider", "gemini"], 28),
        (["--category", "fabricated"], 3),
        (["--role", "call+output", "--provider", "openai", "--family", "mcp"], 3),
        (["--family", "web-search", "--role", "output"], 1),
    ],
)
def test_filters_narrow_the_list_together(arguments: list[str], count: int) -> None:
    assert len(slugs(*arguments)) == count
    assert len(run(*arguments).stdout.splitlines()) == count + 1


def test_filters_that_nothing_passes_say_so() -> None:
    said = run("--provider", "cohere", "--family", "mcp")
    assert (said.exit_code, said.stdout) == (0, "No type has all of this.\n")
    assert slugs("--provider", "cohere", "--family", "mcp") == []


@for_each("name", ["provider", "family", "role", "category"])
def test_an_unknown_value_of_a_filter_is_a_usage_error_that_lists_the_known_ones(name: str) -> None:
    said = run(f"--{name}", "nosuch")
    assert said.exit_code == 2
    assert f"There is no {name} 'nosuch'. Known are: " in said.stderr
    for row in WIRE_TYPES:
        assert str(getattr(row, name)) in said.stderr


def test_one_type_is_shown_in_full_with_its_example() -> None:
    said = run("openai.mcp_call")
    assert said.exit_code == 0
    for line in (
        "  SDK type    openai.types.responses.response_input_item_param.McpCall",
        "  told by     type mcp_call",
        "  category    conflated",
        "  survey      MCPToolCall, conflated",
        "  result in   output | error",
        "  other ties  approval_request_id",
        '  "id": "mcp_123",',
    ):
        assert line in said.stdout.splitlines()
    assert said.stdout.endswith("\n}\n")


@for_each("row", WIRE_TYPES, ids=lambda row: row.slug)
def test_every_type_can_be_shown(row) -> None:
    said = run(row.slug)
    assert said.exit_code == 0
    assert said.stdout.startswith(f"{row.slug}\n")
    assert (row.format or "known, not read") in said.stdout


def test_a_type_that_is_not_known_is_a_usage_error_that_names_those_alike() -> None:
    said = run("mcp_list")
    assert said.exit_code == 2
    assert "There is no wire type 'mcp_list'. Alike are: openai.mcp_list_tools." in said.stderr
    assert "`crosswire wire-types` lists them." in run("quux").stderr


def test_filters_beside_one_type_are_a_usage_error() -> None:
    assert run("openai.mcp_call", "--role", "call").exit_code == 2


def test_the_json_has_the_documented_keys() -> None:
    [row] = json.loads(run("anthropic.mcp_tool_result", "--format", "json").stdout)["wire_types"]
    assert row == {
        "slug": "anthropic.mcp_tool_result",
        "provider": "anthropic",
        "api": "anthropic-messages",
        "beta": "mcp-client",
        "sdk_type": "anthropic.types.beta.BetaRequestMCPToolResultBlockParam",
        "discriminator": {"kind": "type", "value": "mcp_tool_result"},
        "role": "output",
        "family": "mcp",
        "correlation_field": "tool_use_id",
        "item_id_field": None,
        "category": "natural",
        "survey": {"name": "ResponseMCPToolResultBlock", "category": "natural", "listed": True},
        "embeds": "content",
        "paired_with": ["anthropic.mcp_tool_use"],
        "edges": [],
        "variant_of": None,
        "format": "anthropic",
        "since": "anthropic 0.52.0 (2025-05-22)",
        "note": "",
        "example": {
            "type": "mcp_tool_result",
            "tool_use_id": "mcptoolu_014Q35RayjACSWkSj4X2yov1",
            "is_error": False,
            "content": [{"type": "text", "text": "Hello"}],
        },
    }
