"""Every type that the registry says is read: its example is read as what it is, and written as it was."""

import json
from typing import Any

import crosswire
import pytest
from crosswire import wire_types
from crosswire.formats import FORMATS
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource, IdState
from crosswire.model.loss import LossKind
from crosswire.pairing import How
from crosswire.wire_types import BY_SLUG, WIRE_TYPES, specimens
from crosswire.wire_types.wire_type import Category, Role, WireType
from tests.selection import for_each

READ = [row for row in WIRE_TYPES if row.format is not None]
CLASSIC = [row for row in READ if row.api == "azure-agents-classic"]
HYBRIDS = [row for row in READ if row.role is Role.BOTH]
REPORTS = {"azure.workflow_action", "azure.oauth_consent_request", "azure.structured_outputs"}
"""Outputs that no call asked for; each is known by its item id."""

GOES_WITHOUT_SAYING = {
    "openai.custom_tool_call.resource": {"status"},
    "openai.custom_tool_call_output.resource": {"status"},
    "openai.shell_call": {"environment"},
}
"""Fields of stored items that say nothing (completed, null) and that a request has no place for."""


def _of_one_form(call: WireType, output: WireType) -> WireType:
    """The variant of a call that is of the same form as an output, where there is one."""
    form = output.slug.rpartition(".")[2]
    return BY_SLUG.get(f"{call.slug}.{form}", call)


PAIRS = [
    (_of_one_form(BY_SLUG[slug], row), row)
    for row in READ
    if row.role is Role.OUTPUT
    for slug in row.paired_with
]


def read(value: Any, format: str | None = None) -> Conversation:
    [conversation] = crosswire.load(json.dumps(value).encode(), format=format).conversations
    return conversation


def parts_of(conversation: Conversation) -> list[ToolCallPart | ToolResultPart]:
    return [part for _, part in conversation.parts() if isinstance(part, ToolCallPart | ToolResultPart)]


def only(row: WireType) -> tuple[Conversation, ToolCallPart | ToolResultPart]:
    conversation = read(specimens.alone(row), row.format)
    [part] = parts_of(conversation)
    return conversation, part


def contains(value: Any, wanted: Any) -> bool:
    """Whether a JSON value stands in another, with all its fields and no more."""
    if value == wanted:
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(contains(one, wanted) for one in inner)


def test_what_is_not_read_has_no_specimen():
    assert all((specimens.alone(row) is None) == (row.format is None) for row in WIRE_TYPES)


@for_each("row", READ, ids=lambda row: row.slug)
def test_an_example_is_read_in_its_role(row):
    _, part = only(row)
    if row.role is Role.OUTPUT:
        assert isinstance(part, ToolResultPart)
        assert part.expects_call == (row.slug not in REPORTS)
    else:
        assert isinstance(part, ToolCallPart)
        assert part.hybrid == (row.role is Role.BOTH or row.embeds is not None)


@for_each("row", READ, ids=lambda row: row.slug)
def test_what_was_read_is_found_in_the_registry(row):
    conversation, part = only(row)
    found = wire_types.of(part, conversation.messages[-1].wire_format)
    assert found is not None
    assert found.family == row.family or row.slug == "anthropic.tool_result.toolset"
    assert found.role is row.role
    assert found.discriminator == row.discriminator


@for_each("row", READ, ids=lambda row: row.slug)
def test_the_id_comes_from_the_field_that_the_category_says(row):
    _, part = only(row)
    inner = specimens.inner(row)
    if row.category is Category.FABRICATED:
        assert (part.call_id.source, part.call_id.state) == (IdSource.NONE, IdState.NO_FIELD)
    elif row.category is Category.CONFLATED and row.slug != "openai.local_shell_call_output":
        assert (part.call_id.source, part.call_id.value) == (IdSource.ITEM_ID, inner[row.item_id_field])
    else:
        given = inner.get(row.correlation_field)
        assert part.call_id.value == given
        assert part.call_id.source is IdSource.CORRELATION
        assert (part.call_id.state is IdState.PRESENT) == (given is not None)


def test_local_shell_output_without_a_call_id_is_known_by_its_id_and_pairs_by_it():
    call, output = BY_SLUG["openai.local_shell_call"], BY_SLUG["openai.local_shell_call_output"]
    example = {name: value for name, value in output.example.items() if name != "call_id"}
    conversation = read([call.example, example], "openai-responses")
    [pair] = crosswire.pair(conversation).pairs
    assert (pair.result.call_id.source, pair.result.call_id.value) == (IdSource.ITEM_ID, "call_ls1")
    assert pair.how is How.BY_ID


# Where detection can tell a type of Foundry from the same of OpenAI
OF_BOTH = {
    "azure.output_item.program",
    "azure.output_item.program_output",
    "azure.output_item.function_call",
    "azure.output_item.function_call_output",
}


@for_each("row", READ, ids=lambda row: row.slug)
def test_detection_finds_the_format_of_an_example(row):
    found = crosswire.detect(json.dumps(specimens.alone(row)).encode())
    wanted = "openai-responses" if row.slug in OF_BOTH else row.format
    assert found[0].format == wanted
    assert found[0].confidence >= 0.9
    [part], [forced] = parts_of(read(specimens.alone(row))), parts_of(read(specimens.alone(row), row.format))
    assert (type(part), part.wire_type, part.call_id) == (type(forced), forced.wire_type, forced.call_id)


@for_each("row", [row for row in READ if row.format in FORMATS], ids=lambda row: row.slug)
def test_an_example_is_written_again_as_it_was(row):
    conversation, _ = only(row)
    rendering = crosswire.render(conversation, row.format, ids="keep")
    silent = GOES_WITHOUT_SAYING.get(row.slug, set())
    example = {name: value for name, value in row.example.items() if name not in silent}
    assert contains(rendering.payload, example), rendering.payload
    assert [loss for loss in rendering.losses if loss.kind is not LossKind.ADDED] == []


@for_each(("call", "output"), PAIRS, ids=[f"{call.slug}-{output.slug}" for call, output in PAIRS])
def test_a_call_and_its_output_are_a_pair(call, output):
    conversation = read(specimens.together(call, output), call.format)
    pairing = crosswire.pair(conversation)
    [pair] = pairing.pairs
    assert (pair.call.wire_type, pair.result.wire_type) == tuple(
        part.wire_type for part in parts_of(conversation)
    )
    with_ids = pair.call.call_id.value is not None
    assert (pair.how is How.BY_ID) == with_ids
    assert not pairing.orphans
    assert not pairing.unanswered


@for_each("row", HYBRIDS, ids=lambda row: row.slug)
def test_a_hybrid_is_a_call_with_its_result_inside(row):
    conversation, part = only(row)
    pairing = crosswire.pair(conversation)
    assert not pairing.unanswered
    assert not pairing.orphans
    shown = any(_at(row.example, path) for path in row.embeds.split(" | "))
    if shown:
        [pair] = pairing.pairs
        assert pair.how is How.EMBEDDED
        assert pair.result is part.embedded
    else:
        assert pairing.unshown == [part] or part.embedded is not None


def _at(item: Any, path: str) -> Any:
    for step in path.split("."):
        item = item.get(step) if isinstance(item, dict) else None
    return item


@pytest.mark.parametrize("slug", sorted(REPORTS))
def test_a_report_is_neither_pair_nor_orphan(slug):
    conversation, _ = only(BY_SLUG[slug])
    pairing = crosswire.pair(conversation)
    assert (pairing.pairs, pairing.orphans, pairing.unanswered) == ([], [], [])


@for_each(
    ("slug", "fields"),
    [
        ("openai.mcp_call", {"approval_request_id": "mcpr_1"}),
        ("azure.workflow_action", {"previous_action_id": "action-0", "parent_action_id": "action-9"}),
        ("anthropic.tool_use.programmatic", {}),
        ("openai.function_call", {"caller": {"type": "program", "caller_id": "call_p1"}}),
    ],
)
def test_a_second_tie_is_an_edge(slug, fields):
    row = BY_SLUG[slug]
    changed = {**row.example, **fields}
    upload = specimens.alone(row)
    text = json.dumps(upload).replace(json.dumps(row.example), json.dumps(changed))
    [part] = parts_of(read(json.loads(text), row.format))
    assert {edge.field for edge in part.edges} == set(row.edges)


def test_a_run_of_an_mcp_tool_names_the_approval_that_came_before():
    approval, run = BY_SLUG["openai.mcp_approval_request"], BY_SLUG["openai.mcp_call"]
    conversation = read(
        [approval.example, {**run.example, "approval_request_id": "mcpr_1"}], "openai-responses"
    )
    [_, ran] = parts_of(conversation)
    assert [(edge.field, edge.value) for edge in ran.edges] == [("approval_request_id", "mcpr_1")]
