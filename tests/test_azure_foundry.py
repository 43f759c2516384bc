"""Azure AI Foundry: Responses with its own items, and the run steps of its older agents."""

import json
from typing import Any

import crosswire
import pytest
from crosswire.formats import azure_foundry
from crosswire.model import (
    ArgumentsState,
    Conversation,
    DataPart,
    OpaquePart,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.call_id import IdSource, IdState
from crosswire.pairing import Fate, How
from tests.coverage_check import unaccounted
from tests.plain_values import content_of
from tests.sdk_types import CHECKS, check_azure_foundry
from tests.selection import for_each

Json = dict[str, Any]

HELLO: Json = {"role": "user", "content": "hi"}
ANSWER: Json = {"role": "assistant", "content": "done"}
AGENT: Json = {"type": "agent_reference", "name": "research", "version": "3"}
KINDS = (
    "a2a",
    "azure_ai_search",
    "azure_function",
    "bing_custom_search",
    "bing_grounding",
    "browser_automation",
    "fabric_data_agent",
    "fabric_dataagent",
    "openapi",
    "sharepoint_grounding",
)
SPELLINGS = [f"{kind}{ending}" for kind in KINDS for ending in ("", "_preview")]
each_spelling = for_each("spelling", SPELLINGS)


def read(value: object) -> Conversation:
    [conversation] = crosswire.parse(value, "azure-foundry")
    return conversation


def call(spelling: str, **fields: Any) -> Json:
    return {
        "type": f"{spelling}_call",
        "id": "it_1",
        "call_id": "call_1",
        "arguments": '{"query": "x"}',
        "status": "completed",
        **fields,
    }


def output(spelling: str, **fields: Any) -> Json:
    return {"type": f"{spelling}_call_output", "id": "it_2", "call_id": "call_1", "output": "ok", **fields}


def only_call(item: Json) -> ToolCallPart:
    [found] = read([item]).calls()
    return found


def only_result(item: Json) -> ToolResultPart:
    [found] = read([item]).results()
    return found


# Recognising


@for_each(
    ("value", "shape", "told_by"),
    [
        ({"input": [HELLO], "agent_reference": AGENT}, "request", "agent_reference"),
        ({"input": "hi", "agent": AGENT, "store": True}, "request", "agent"),
        ({"object": "response", "id": "caresp_1", "output": []}, "response", "id"),
        ({"object": "response", "output": [call("openapi")]}, "response", "openapi_call"),
        ({"object": "list", "data": [HELLO, call("bing_grounding")]}, "response", "bing_grounding_call"),
        ([HELLO, call("a2a_preview")], "messages", "a2a_preview_call"),
        ({"type": "workflow_action", "id": "x", "action_id": "a"}, "message", "workflow_action"),
        ({"type": "memory_search_call", "results": []}, "message", "memory_search_call"),
        ({"input": [HELLO], "tools": [{"type": "bing_grounding"}]}, "request", "bing_grounding"),
        (
            [HELLO, {"type": "message", "role": "assistant", "content": "x", "response_id": "caresp_1"}],
            "messages",
            "response_id",
        ),
        ({"object": "thread.run.step", "step_details": {"type": "tool_calls"}}, "message", "object"),
        ({"tool_outputs": [{"tool_call_id": "call_1", "output": "1"}]}, "message", "tool_outputs"),
        ({"id": "1", "type": "openapi", "openapi": {"name": "x"}}, "message", "openapi"),
    ],
)
def test_what_only_foundry_has_tells_and_the_reason_names_it(value, shape, told_by):
    recognition = azure_foundry.recognise(value)
    assert recognition.shape == shape
    assert recognition.confidence >= 0.9
    assert f"`{told_by}`" in recognition.reason
    best, *_ = crosswire.detect(json.dumps(value).encode())
    assert best.format == "azure-foundry"


@for_each(
    "value",
    [
        {"object": "response", "id": "resp_1", "output": [{"type": "web_search_call", "id": "ws_1"}]},
        {"model": "m", "input": [HELLO], "store": True},
        [HELLO, {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"}],
        {"type": "multi_agent_call", "call_id": "1", "action": "x", "agent": {"agent_name": "root"}},
        {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}", "created_by": "user"},
    ],
)
def test_plain_responses_stay_with_openai(value):
    best, *others = crosswire.detect(json.dumps(value).encode())
    assert best.format == "openai-responses"
    assert all(other.confidence <= 0.4 for other in others)


@for_each(
    "value",
    [
        [{"type": "function", "id": "call_1", "function": {"name": "f", "arguments": "{}"}}],
        {"messages": [HELLO], "agent_reference": AGENT},
        {"object": "agent", "id": "agent_1", "versions": {}},
        {"tool_outputs": ["text"]},
        {"object": "thread.run", "id": "run_1"},
        [],
    ],
)
def test_what_tells_nothing_of_foundry_is_left_alone(value):
    assert azure_foundry.recognise(value) is None


# Items of its own


@each_spelling
def test_a_call_and_its_output_meet_by_call_id(spelling):
    conversation = read([HELLO, call(spelling), output(spelling), ANSWER])
    [pair] = crosswire.pair(conversation).pairs
    assert pair.how is How.BY_ID
    assert pair.call.name == spelling.removesuffix("_preview")
    assert pair.call.arguments.value == {"query": "x"}
    assert (pair.call.call_id.source, pair.call.item_id) == (IdSource.CORRELATION, "it_1")
    assert pair.call.executed_by == pair.result.executed_by == "server"
    assert pair.result.content[0].text == "ok"


@for_each("kind", ["a2a", "azure_function", "openapi", "remote_function"])
def test_a_tool_of_which_there_may_be_several_is_called_by_its_name(kind):
    assert only_call(call(kind, name="weather_get")).name == "weather_get"
    assert only_result(output(kind, name="weather_get")).name == "weather_get"


@pytest.mark.parametrize(
    ("value", "expected"),
    [('{"a": 1}', '{"a": 1}'), ({"a": 1}, {"a": 1}), ([{"a": 1}, {"b": 2}], {"a": 1})],
)
def test_a_result_is_text_or_json(value, expected):
    first = only_result(output("azure_ai_search", output=value)).content[0]
    assert (first.value if isinstance(first, DataPart) else first.text) == expected


def test_an_output_that_failed_is_an_error():
    assert only_result(output("openapi", status="failed")).is_error
    assert not only_result(output("openapi", status="completed")).is_error


@for_each(
    ("target", "lost"),
    [
        ("anthropic", []),
        ("bedrock", []),
        ("gemini", []),
        ("openai-chat", ["error-flag"]),
        ("openai-responses", ["error-flag"]),
    ],
)
def test_that_an_output_failed_is_lost_only_where_the_target_has_no_flag(target, lost):
    conversation = read([HELLO, call("openapi", name="f"), output("openapi", name="f", status="failed")])
    losses = crosswire.render(conversation, target).losses
    assert [loss.code for loss in losses if loss.what == "status" or loss.code == "error-flag"] == lost


def test_what_an_error_says_is_lost_beside_the_flag():
    failed = output("openapi", name="f", status="failed", error="No such city.")
    losses = crosswire.render(read([HELLO, call("openapi", name="f"), failed]), "anthropic").losses
    assert [loss.what for loss in losses if loss.code == "vendor-field"] == ["error"]


def test_a_search_without_a_call_id_is_tied_by_position_and_gets_an_id_only_when_written():
    items = [HELLO, call("bing_grounding"), output("bing_grounding"), ANSWER]
    del items[1]["call_id"], items[2]["call_id"]
    conversation = read(items)
    [pair] = crosswire.pair(conversation).pairs
    assert pair.how is How.BY_POSITION
    assert pair.call.call_id.state is pair.result.call_id.state is IdState.NO_FIELD
    rendering = crosswire.render(conversation, "openai-responses")
    first, second = rendering.payload["input"][1:3]
    assert first["call_id"] == second["call_id"]
    assert {change.how for change in rendering.id_map} == {"made"}
    assert crosswire.render(conversation, "azure-foundry", ids="keep").payload["input"] == items


def test_outputs_without_ids_find_their_calls_by_the_tool():
    items = [call("bing_grounding"), call("sharepoint_grounding_preview")]
    items += [output("sharepoint_grounding_preview", output="s"), output("bing_grounding", output="b")]
    for item in items:
        del item["call_id"]
    pairs = crosswire.pair(read(items)).pairs
    assert [(pair.call.name, pair.result.content[0].text) for pair in pairs] == [
        ("bing_grounding", "b"),
        ("sharepoint_grounding", "s"),
    ]


def test_a_search_that_shows_its_result_itself_is_a_hybrid():
    item = call("bing_grounding", call_id=None, output={"hits": 1})
    conversation = read([item, ANSWER])
    [pair] = crosswire.pair(conversation).pairs
    assert (pair.how, pair.call.hybrid) == (How.EMBEDDED, True)
    assert (pair.call.call_id.value, pair.call.call_id.source) == ("it_1", IdSource.ITEM_ID)


@pytest.mark.parametrize(
    ("item", "told_of", "edges"),
    [
        (
            {
                "type": "workflow_action",
                "id": "wfa_1",
                "kind": "InvokeAzureAgent",
                "action_id": "b",
                "previous_action_id": "a",
                "parent_action_id": "p",
                "status": "completed",
            },
            {"kind": "InvokeAzureAgent", "action_id": "b"},
            [("previous_action_id", "a"), ("parent_action_id", "p")],
        ),
        (
            {"type": "oauth_consent_request", "id": "oc_1", "consent_link": "u", "server_label": "gh"},
            {"consent_link": "u", "server_label": "gh"},
            [],
        ),
        ({"type": "structured_outputs", "id": "so_1", "output": {"answer": 42}}, {"answer": 42}, []),
    ],
)
def test_a_report_answers_no_call_and_has_only_the_id_of_its_item(item, told_of, edges):
    conversation = read([HELLO, {**item, "agent_reference": AGENT, "response_id": "caresp_1"}, ANSWER])
    [report] = conversation.results()
    assert not report.expects_call
    assert (report.call_id.value, report.call_id.source) == (item["id"], IdSource.ITEM_ID)
    assert [part.value for part in report.content] == [told_of]
    assert [(edge.field, edge.value, edge.address) for edge in report.edges] == [
        (field, value, f"0:/1/{field}") for field, value in edges
    ]
    assert report.extras == {"agent_reference": AGENT, "response_id": "caresp_1"}
    pairing = crosswire.pair(conversation)
    assert not pairing.orphans
    assert not pairing.pairs


def test_a_memory_search_has_an_id_or_none_of_any_kind():
    memory = {"type": "memory_search_call", "results": [{"memory_item": {"memory_id": "m"}}]}
    bare, named = only_call(memory), only_call({**memory, "id": "ms_1"})
    assert (bare.call_id.source, bare.call_id.state) == (IdSource.NONE, IdState.NO_FIELD)
    assert (named.call_id.source, named.call_id.value) == (IdSource.ITEM_ID, "ms_1")
    assert bare.embedded.content[0].value == {"memory_item": {"memory_id": "m"}}
    assert only_call({"type": "memory_search_call", "memories": ["tea"]}).embedded is not None
    for policy in ("keep", "fill", "native"):
        assert crosswire.render(read([memory]), "azure-foundry", ids=policy).payload["input"] == [memory]


def test_a_response_says_again_which_agent_answered():
    body = {"object": "response", "id": "caresp_1", "agent_reference": AGENT, "output": [call("openapi")]}
    rendering = crosswire.render(read(body), "azure-foundry")
    assert rendering.payload == {"input": [call("openapi")], "agent_reference": AGENT}
    assert crosswire.detect(json.dumps(rendering.payload).encode())[0].format == "azure-foundry"


# To and from Responses


PLAIN: list[Json] = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
    {"type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "f", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "call_a", "output": "done"},
    {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []},
    {"type": "mcp_call", "id": "mcp_1", "server_label": "s", "name": "t", "arguments": "{}", "output": "x"},
    {"type": "program", "id": "prog_1", "call_id": "call_p", "code": "1", "fingerprint": "fp"},
    {"type": "program_output", "id": "progo_1", "call_id": "call_p", "result": "1", "status": "completed"},
]


@pytest.mark.parametrize(
    ("source", "target"), [("openai-responses", "azure-foundry"), ("azure-foundry", "openai-responses")]
)
def test_items_that_both_have_are_taken_over_word_for_word(source, target):
    [conversation] = crosswire.parse({"input": PLAIN, "store": False}, source)
    rendering = crosswire.render(conversation, target)
    assert rendering.payload == {"input": PLAIN, "store": False}
    assert rendering.losses == []
    assert rendering.id_map == []
    assert unaccounted(conversation, rendering) == {}
    assert CHECKS[target](rendering.payload) == []


def test_what_one_provider_stores_or_encrypts_does_not_reach_the_other():
    items = [
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "c2VjcmV0"},
        {"type": "item_reference", "id": "msg_1"},
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "c2VjcmV0"},
        HELLO,
    ]
    [conversation] = crosswire.parse({"input": items, "previous_response_id": "resp_1"}, "openai-responses")
    rendering = crosswire.render(conversation, "azure-foundry")
    assert rendering.payload == {"input": [HELLO]}
    assert [loss.code for loss in rendering.losses] == ["stored-elsewhere", "reasoning", "opaque", "opaque"]
    assert unaccounted(conversation, rendering) == {}


def test_what_foundry_adds_to_an_item_is_left_out_and_said_to_be():
    marks = {"agent_reference": AGENT, "response_id": "caresp_1"}
    conversation = read([{**item, **marks} for item in PLAIN])
    rendering = crosswire.render(conversation, "openai-responses")
    assert rendering.payload["input"] == PLAIN
    said = [(loss.kind, loss.what) for loss in rendering.losses if loss.code == "vendor-field"]
    assert said == [("dropped", "agent_reference"), ("dropped", "response_id")] * len(PLAIN)
    assert crosswire.render(conversation, "azure-foundry").losses == []


@each_spelling
@for_each("target", ["openai-chat", "openai-responses", "anthropic", "gemini"])
def test_a_call_of_its_own_tools_is_retold_as_that_of_a_function(spelling, target):
    conversation = read([HELLO, call(spelling), output(spelling, output={"hits": [1]}), ANSWER])
    rendering = crosswire.render(conversation, target)
    [again] = crosswire.parse(rendering.payload, target)
    [pair] = crosswire.pair(again).pairs
    assert (pair.how, pair.call.executed_by) == (How.BY_ID, "client")
    assert pair.call.name == spelling.removesuffix("_preview")
    assert pair.call.call_id.value == pair.result.call_id.value == "call_1"
    assert pair.call.arguments.value == {"query": "x"}
    assert [loss.kind for loss in rendering.losses if loss.code == "retold-as-function"] == ["changed"] * 2
    assert unaccounted(conversation, rendering) == {}
    assert CHECKS[target](rendering.payload) == []


def test_retelling_says_which_name_is_left_out():
    items = [call("openapi", name="weather_get"), output("openapi", name="weather_get"), ANSWER]
    rendering = crosswire.render(read(items), "openai-chat")
    [function] = rendering.payload["messages"][0]["tool_calls"]
    assert function["function"]["name"] == "openapi"
    assert any("weather_get" in loss.why for loss in rendering.losses)
    remote = [call("remote_function", name="azure_ai_search_call"), output("remote_function"), ANSWER]
    [function] = crosswire.render(read(remote), "openai-chat").payload["messages"][0]["tool_calls"]
    assert function["function"]["name"] == "azure_ai_search_call"


@for_each("target", ["openai-chat", "openai-responses", "anthropic", "gemini"])
@for_each(
    "item",
    [
        {"type": "workflow_action", "id": "wfa_1", "kind": "x", "action_id": "a"},
        {"type": "oauth_consent_request", "id": "oc_1", "consent_link": "u"},
        {"type": "structured_outputs", "id": "so_1", "output": {"a": 1}},
        {"type": "memory_search_call", "id": "ms_1", "results": [{"a": 1}]},
    ],
)
def test_what_no_other_provider_has_is_dropped_and_said_to_be(item, target):
    conversation = read([HELLO, item, ANSWER])
    rendering = crosswire.render(conversation, target)
    assert item["id"] not in json.dumps(rendering.payload)
    assert ("dropped", "server-tool") in [(loss.kind, loss.code) for loss in rendering.losses]
    assert rendering.id_map == []
    assert unaccounted(conversation, rendering) == {}


def test_a_search_of_foundry_s_is_left_out_beside_the_one_that_both_have():
    tools = [{"type": "bing_grounding", "bing_grounding": {}}, {"type": "web_search"}]
    rendering = crosswire.render(read({"input": [HELLO], "tools": tools}), "openai-responses")
    assert rendering.payload["tools"] == [tools[1]]
    assert ("dropped", "built-in-tool", "bing_grounding") in [
        (x.kind, x.code, x.what) for x in rendering.losses
    ]


def test_a_tool_of_foundry_s_is_declared_as_the_function_that_the_items_tell_of():
    tools = [{"type": "openapi", "openapi": {}}, {"type": "sharepoint_grounding"}]
    items = [HELLO, {"type": "sharepoint_grounding_call", "id": "sg_1", "call_id": "c1", "arguments": "{}"}]
    rendering = crosswire.render(read({"input": items, "tools": tools}), "openai-chat")
    assert [tool["function"]["name"] for tool in rendering.payload["tools"]] == ["sharepoint_grounding"]


def test_an_id_that_is_too_long_is_rewritten_at_both_ends():
    long = "c" * 65
    items = [call("openapi", call_id=long), output("openapi", call_id=long)]
    first, second = crosswire.render(read(items), "azure-foundry").payload["input"]
    assert first["call_id"] == second["call_id"] != long


# Agents of the older kind


def function(call_id: str, **fields: Any) -> Json:
    return {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}", **fields}}


def step(*calls: Json, **fields: Any) -> Json:
    return {
        "id": "step_1",
        "object": "thread.run.step",
        "run_id": "run_1",
        "type": "tool_calls",
        "step_details": {"type": "tool_calls", "tool_calls": list(calls)},
        **fields,
    }


def waiting(*calls: Json) -> Json:
    action = {"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": list(calls)}}
    return {"id": "run_1", "object": "thread.run", "status": "requires_action", "required_action": action}


def handed_in(**outputs: str) -> Json:
    return {"tool_outputs": [{"tool_call_id": key, "output": value} for key, value in outputs.items()]}


SEARCH: Json = {"id": "call_s", "type": "azure_ai_search", "azure_ai_search": {"input": "q", "output": "r"}}
CODE: Json = {
    "id": "call_c",
    "type": "code_interpreter",
    "code_interpreter": {"input": "1+1", "outputs": [{"type": "logs", "logs": "2"}]},
}
SPOKEN: Json = step(id="step_0", type="message_creation", step_details={"type": "message_creation"})
CLASSIC: list[Any] = [
    {
        "object": "list",
        "data": [step(function("call_1", output="1"), CODE, SEARCH), SPOKEN],
        "has_more": False,
    },
    step(function("call_1", output="1")),
    step(function("call_1", output=None)),
    waiting(function("call_1")),
    handed_in(call_1="1", call_2="2"),
    [waiting(function("call_1")), handed_in(call_1="1"), step(function("call_1", output="1"))],
    [function("call_1"), {"tool_call_id": "call_1", "output": "1"}, CODE],
    function("call_1"),
    {"tool_outputs": ["odd", {"output": 1}], "stream": True},
    step({"id": True, "type": "function", "function": "x"}),
    step("odd", {"type": 3}, {"id": "1", "type": "mcp", "name": "x", "arguments": "{}", "output": "y"}),
    {"object": "list", "data": [step(SEARCH), {"type": "message", **HELLO}]},
]


@for_each("value", CLASSIC)
@for_each("policy", ["keep", "fill", "native"])
def test_runs_and_steps_are_written_in_their_own_shape(value, policy):
    conversation = read(value)
    rendering = crosswire.render(conversation, "azure-foundry", ids=policy)
    [again] = crosswire.parse(rendering.payload, "azure-foundry")
    assert content_of(again) == content_of(conversation, rendering)
    assert unaccounted(conversation, rendering) == {}


@for_each("value", CLASSIC)
@for_each("target", ["openai-chat", "openai-responses", "anthropic", "gemini"])
def test_runs_and_steps_can_be_told_in_any_format(value, target):
    conversation = read(value)
    rendering = crosswire.render(conversation, target)
    assert unaccounted(conversation, rendering) == {}
    assert CHECKS[target](rendering.payload) == []


def test_one_thing_is_written_as_it_was():
    for value in (CLASSIC[1], CLASSIC[3], CLASSIC[4]):
        assert crosswire.render(read(value), "azure-foundry").payload == value


def test_a_function_in_a_step_is_answered_by_its_output():
    conversation = read(step(function("call_1", output="1"), function("call_2", output="2")))
    assert [message.role for message in conversation.messages] == ["assistant", "tool"]
    pairs = crosswire.pair(conversation).pairs
    assert [(pair.how, pair.call.call_id.value, pair.result.content[0].text) for pair in pairs] == [
        (How.BY_ID, "call_1", "1"),
        (How.BY_ID, "call_2", "2"),
    ]
    assert pairs[0].result.address == "0:/step_details/tool_calls/0/function/output"


def test_a_run_waits_for_what_is_handed_in():
    alone = crosswire.pair(read(waiting(function("call_1"))))
    assert [unanswered.fate for unanswered in alone.unanswered] == [Fate.PENDING]
    [pair] = crosswire.pair(read([waiting(function("call_1")), handed_in(call_1="1")])).pairs
    assert (pair.how, pair.result.address) == (How.BY_ID, "0:/1/tool_outputs/0")
    [orphan] = crosswire.pair(read(handed_in(call_1="1"))).orphans
    assert orphan.elsewhere


@for_each(
    ("item", "asked", "given"),
    [
        (CODE, None, "2"),
        (SEARCH, {"input": "q"}, "r"),
        ({"id": "1", "type": "file_search", "file_search": {"results": [{"score": 1}]}}, None, {"score": 1}),
        (
            {"id": "1", "type": "bing_grounding", "bing_grounding": {"requesturl": "https://example.com"}},
            {"requesturl": "https://example.com"},
            {"requesturl": "https://example.com"},
        ),
        ({"id": "1", "type": "openapi", "openapi": {"name": "x"}}, None, {"name": "x"}),
    ],
)
def test_a_step_s_own_tool_is_a_call_with_its_result_inside(item, asked, given):
    conversation = read(step(item))
    [found] = conversation.calls()
    assert found.hybrid
    assert (found.name, found.wire_type) == (item["type"], item["type"])
    assert (found.call_id.value, found.call_id.source) == (item["id"], IdSource.ITEM_ID)
    assert found.arguments.value == asked
    [content] = found.embedded.content
    assert (content.value if isinstance(content, DataPart) else content.text) == given
    assert crosswire.pair(conversation).pairs[0].how is How.EMBEDDED


def test_the_code_of_a_step_is_free_text():
    assert only_call(CODE).arguments.state is ArgumentsState.FREE_TEXT
    assert only_call(CODE).arguments.text == "1+1"


def test_steps_with_the_newest_first_keep_their_order_and_pair_right():
    data = [
        step(function("call_2", output="2"), id="step_2", created_at=20),
        step(function("call_1", output="1"), id="step_1", created_at=10),
    ]
    conversation = read({"object": "list", "data": data})
    pairs = crosswire.pair(conversation).pairs
    assert [(pair.call.call_id.value, pair.result.content[0].text) for pair in pairs] == [
        ("call_2", "2"),
        ("call_1", "1"),
    ]
    assert [note.code for note in conversation.notes] == ["newest-first"]
    assert not read({"object": "list", "data": data[::-1]}).notes
    assert not read({"object": "list", "data": data[:1]}).notes


def test_a_step_that_wrote_a_message_is_kept_as_it_is():
    [message] = read(SPOKEN).messages
    [part] = message.parts
    assert isinstance(part, OpaquePart)
    assert message.item_id == "step_0"


def test_lines_of_steps_are_one_conversation():
    lines = "\n".join(json.dumps(value) for value in (waiting(function("call_1")), handed_in(call_1="1")))
    [conversation] = crosswire.load(lines.encode()).conversations
    assert conversation.format == "azure-foundry"
    assert len(crosswire.pair(conversation).pairs) == 1


# What may be sent


def test_what_foundry_does_not_take_back_is_refused_by_it_and_by_the_rule():
    items = [call(spelling) for spelling in SPELLINGS] + [output(spelling) for spelling in SPELLINGS]
    items += [{"type": kind, "id": "x"} for kind in ("workflow_action", "structured_outputs")]
    for item in [*items, {"type": "oauth_consent_request", "id": "x", "consent_link": "u"}]:
        assert "not valid under any" in check_azure_foundry({"input": [item]})[-1]
        found = crosswire.verdict(read([HELLO, item, ANSWER]), "azure-foundry").findings
        assert [d.severity for d in found if d.name == "output-only-item"] == ["error"]


@for_each("item", [*PLAIN, {"type": "memory_search_call", "results": []}])
def test_what_foundry_takes_is_not_found_by_the_rule(item):
    assert check_azure_foundry({"input": [item]}) == []
    found = crosswire.verdict(read([HELLO, item]), "azure-foundry").findings
    assert [d for d in found if d.name == "output-only-item"] == []


def test_a_run_that_waits_is_no_item_with_an_odd_id() -> None:
    run = {
        "id": "run_1",
        "object": "thread.run",
        "status": "requires_action",
        "required_action": {
            "type": "submit_tool_outputs",
            "submit_tool_outputs": {
                "tool_calls": [
                    {"id": "call_a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
                ]
            },
        },
    }
    conversation = read_only(run)
    assert crosswire.verdict(conversation, "azure-foundry").findings == []


def test_a_step_that_calls_an_api_says_which_function_of_it() -> None:
    step = {
        "id": "call_oa",
        "type": "openapi",
        "function": {"name": "petstore", "arguments": '{"a": 1}', "output": "three pets"},
    }
    details = {"type": "tool_calls", "tool_calls": [step]}
    (call,) = read_only(
        {"id": "step_1", "object": "thread.run.step", "type": "tool_calls", "step_details": details}
    ).calls()
    assert (call.name, call.arguments.value) == ("petstore", {"a": 1})
    assert call.embedded is not None
    assert text_of(call.embedded.content) == "three pets"


def read_only(value: Json) -> Conversation:
    (conversation,) = crosswire.load(json.dumps(value).encode()).conversations
    assert conversation.format == "azure-foundry"
    return conversation
