"""Anthropic Messages: the tools that the provider runs, and the calls that its code makes."""

from __future__ import annotations

from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from crosswire.model import Conversation, DataPart, Edge, OpaquePart, TextPart, ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource, IdState
from crosswire.model.loss import LossKind
from crosswire.pairing import edges
from tests.coverage_check import unaccounted
from tests.sdk_types import check_anthropic
from tests.selection import for_each

Json = dict[str, Any]

RAN = {"stdout": "5\n", "stderr": "", "return_code": 0, "content": []}
PAGE = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "All of it."}}
HIT = {
    "type": "web_search_result",
    "url": "https://example.com/",
    "title": "T",
    "encrypted_content": "c2VjcmV0",
    "page_age": "April 30, 2026",
}
SERVER_TOOLS: dict[str, tuple[str, Any]] = {
    "web_search_tool_result": ("web_search", [HIT]),
    "web_fetch_tool_result": (
        "web_fetch",
        {"type": "web_fetch_result", "url": "https://example.com/", "content": PAGE},
    ),
    "code_execution_tool_result": ("code_execution", {"type": "code_execution_result", **RAN}),
    "bash_code_execution_tool_result": (
        "bash_code_execution",
        {"type": "bash_code_execution_result", **RAN},
    ),
    "text_editor_code_execution_tool_result": (
        "text_editor_code_execution",
        {"type": "text_editor_code_execution_create_result", "is_file_update": False},
    ),
    "tool_search_tool_result": (
        "tool_search_tool_regex",
        {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": "get_weather"}],
        },
    ),
    "advisor_tool_result": ("advisor", {"type": "advisor_result", "text": "Looks fine."}),
}
ERRORS = {
    "web_search_tool_result": "web_search_tool_result_error",
    "web_fetch_tool_result": "web_fetch_tool_result_error",
    "code_execution_tool_result": "code_execution_tool_result_error",
    "bash_code_execution_tool_result": "bash_code_execution_tool_result_error",
    "text_editor_code_execution_tool_result": "text_editor_code_execution_tool_result_error",
    "tool_search_tool_result": "tool_search_tool_result_error",
    "advisor_tool_result": "advisor_tool_result_error",
}
CODE: Json = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "code_execution",
    "input": {"code": "f()"},
}
CALLER = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
CALLED: Json = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}, "caller": CALLER}


def turns(*blocks: Json, then: list[Json] | None = None, **beside: Any) -> Json:
    messages: list[Json] = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": list(blocks)},
    ]
    return {"model": "claude-test", "max_tokens": 9, "messages": [*messages, *(then or [])], **beside}


def answer(id: str = "toolu_1", **fields: Any) -> Json:
    result = {"type": "tool_result", "tool_use_id": id, "content": "ok"}
    return {"role": "user", "content": [result | fields]}


def parsed(body: Any) -> Conversation:
    return crosswire.parse(body, "anthropic")[0]


def faults(conversation: Conversation) -> list[str]:
    """What is wrong with it; that made-up ids are easily guessed is a note."""
    return [found.name for found in crosswire.diagnose(conversation) if found.severity != "info"]


def written_as_it_came(body: Json) -> None:
    conversation = parsed(body)
    rendering = crosswire.render(conversation, "anthropic")
    assert rendering.payload == body
    assert rendering.losses == []
    for target in crosswire.FORMATS:
        assert unaccounted(conversation, crosswire.render(conversation, target)) == {}


class TestToolsOfTheProvider:
    @for_each("kind", SERVER_TOOLS)
    def test_a_result_answers_the_call_of_its_turn(self, kind: str) -> None:
        name, content = SERVER_TOOLS[kind]
        call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": name, "input": {}}
        result = {"type": kind, "tool_use_id": "srvtoolu_1", "content": content}
        body = turns(call, result, {"type": "text", "text": "Done."})
        conversation = parsed(body)
        (asked,), (found,) = conversation.calls(), conversation.results()
        assert crosswire.pair(conversation).counts()["by_id"] == 1
        assert (asked.executed_by, found.executed_by) == ("server", "server")
        assert (asked.wire_type, found.wire_type) == ("server_tool_use", kind)
        for part in (asked, found):
            assert (part.call_id.value, part.call_id.source) == ("srvtoolu_1", IdSource.CORRELATION)
        assert not found.is_error
        assert all(isinstance(part, DataPart) for part in found.content)
        assert [part.raw for part in found.content] == (content if isinstance(content, list) else [content])
        assert faults(conversation) == []
        written_as_it_came(body)

    @for_each("kind", ERRORS)
    def test_a_body_that_is_an_error_is_one(self, kind: str) -> None:
        failed = {"type": ERRORS[kind], "error_code": "unavailable"}
        body = turns({"type": kind, "tool_use_id": "srvtoolu_1", "content": failed})
        (found,) = parsed(body).results()
        assert found.is_error
        written_as_it_came(body)

    def test_a_tool_of_an_mcp_server_has_an_id_and_the_name_of_its_server(self) -> None:
        call = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "echo", "server_name": "s", "input": {}}
        content = [{"type": "text", "text": "Hello"}]
        result = {
            "type": "mcp_tool_result",
            "tool_use_id": "mcptoolu_1",
            "is_error": True,
            "content": content,
        }
        conversation = parsed(turns(call, result))
        (asked,), (found,) = conversation.calls(), conversation.results()
        assert asked.extras == {"server_name": "s"}
        assert asked.executed_by == found.executed_by == "server"
        assert found.is_error
        assert [type(part) for part in found.content] == [TextPart]
        assert crosswire.pair(conversation).counts()["by_id"] == 1
        written_as_it_came(turns(call, result))

    def test_a_result_may_come_after_the_results_of_what_its_code_called(self) -> None:
        ran = {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_1"}
        done = {
            "role": "assistant",
            "content": [{**ran, "content": {"type": "code_execution_result", **RAN}}],
        }
        conversation = parsed(turns(CODE, CALLED, then=[answer(), done]))
        counts = crosswire.pair(conversation).counts()
        assert (counts["by_id"], sum(counts.values())) == (2, 2)
        assert faults(conversation) == []

    @for_each(
        "block",
        [
            {"type": "mcp_tool_listing", "mcp_server_name": "s", "tools": []},
            {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "f"}},
            {"type": "tool_removal", "tool": {"type": "tool_reference", "name": "f"}},
            {"type": "compaction", "content": None},
            {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
            {"type": "container_upload", "file_id": "file_1"},
        ],
    )
    def test_what_is_no_call_and_no_result_is_kept_as_it_is(self, block: Json) -> None:
        body = turns(block)
        (part,) = parsed(body).messages[1].parts
        assert isinstance(part, OpaquePart)
        assert (part.raw, part.wire_type) == (block, block["type"])
        written_as_it_came(body)


class TestToolsets:
    def test_a_member_is_a_call_that_names_its_toolset(self) -> None:
        call = {
            "type": "tool_use",
            "id": "toolu_1",
            "caller": {"type": "direct"},
            "toolset_name": "browser",
            "name": "screenshot",
            "input": {},
        }
        state = {"type": "browser_state", "tabs": [{"tab_id": "t", "title": "E", "url": "u", "active": True}]}
        body = turns(call, then=[answer(toolset_name="browser", content=[state])])
        conversation = parsed(body)
        (asked,), (found,) = conversation.calls(), conversation.results()
        assert (asked.wire_type, asked.name, asked.executed_by) == ("tool_use", "screenshot", "client")
        assert asked.extras == {"caller": {"type": "direct"}, "toolset_name": "browser"}
        assert asked.edges == ()
        assert found.extras == {"toolset_name": "browser"}
        (shown,) = found.content
        assert isinstance(shown, DataPart)
        assert shown.value == state
        written_as_it_came(body)

    @pytest.mark.parametrize("kind", ["browser_state", "search_result", "tool_reference"])
    def test_a_structure_in_a_result_is_data_for_any_other_format(self, kind: str) -> None:
        conversation = parsed(turns(CALLED, then=[answer(content=[{"type": kind, "x": 1}])]))
        rendering = crosswire.render(conversation, "openai-chat")
        assert [loss.code for loss in rendering.losses if loss.what == "structured result"] == [
            "data-as-text"
        ]


class TestCallers:
    def test_the_code_that_called_is_an_edge_and_the_rest_of_the_caller_an_extra(self) -> None:
        body = turns(CODE, CALLED)
        asked = list(parsed(body).calls())[1]
        (edge,) = asked.edges
        assert edge == Edge("caller", "srvtoolu_1", edge.address)
        assert resolve(edge.address, [body], str) == "srvtoolu_1"
        assert asked.extras == {"caller": {"type": "code_execution_20260120"}}
        written_as_it_came(body)

    def test_a_caller_of_nothing_but_an_id_leaves_no_extra(self) -> None:
        asked = list(parsed(turns(CODE, {**CALLED, "caller": {"tool_id": "srvtoolu_1"}})).calls())[1]
        assert asked.extras is None

    def test_another_format_loses_the_tie_and_says_so_once(self) -> None:
        conversation = parsed(turns(CODE, CALLED))
        for target in ("openai-chat", "gemini"):
            losses = crosswire.render(conversation, target).losses
            assert [loss.source for loss in losses if loss.what == "caller"] == [
                "0:/messages/1/content/1/caller"
            ]

    def test_an_edge_follows_the_id_that_it_names(self) -> None:
        code, called = {**CODE, "id": "srvtoolu:1"}, {**CALLED, "caller": {**CALLER, "tool_id": "srvtoolu:1"}}
        conversation = parsed(turns(code, called))
        rendering = crosswire.render(conversation, "anthropic")
        (change,) = rendering.id_map
        written = rendering.payload["messages"][1]["content"]  # type: ignore[index,call-overload]
        assert change.written == written[0]["id"] == written[1]["caller"]["tool_id"]
        assert written[1]["caller"]["type"] == CALLER["type"]
        (again,) = crosswire.parse(rendering.payload, "anthropic")
        assert edges.dangling(again) == []
        assert unaccounted(conversation, rendering) == {}

    def test_an_edge_follows_between_the_lines_of_a_log_too(self) -> None:
        blocks = [{**CODE, "id": "srvtoolu:1"}, {**CALLED, "caller": {**CALLER, "tool_id": "srvtoolu:1"}}]
        lines = [{"role": "assistant", "id": "msg_1", "content": [block]} for block in blocks]
        payload = crosswire.render(parsed([{"role": "user", "content": "Go."}, *lines]), "anthropic").payload
        written = payload["messages"][1]["content"]  # type: ignore[index,call-overload]
        assert written[0]["id"] == written[1]["caller"]["tool_id"] != "srvtoolu:1"

    def test_an_edge_to_an_id_that_stays_is_left_alone(self) -> None:
        calls = [{**CALLED, "id": "toolu:1"}, {**CALLED, "id": "toolu_2"}]
        payload = crosswire.render(parsed(turns(CODE, *calls)), "anthropic").payload
        written = payload["messages"][1]["content"]  # type: ignore[index,call-overload]
        assert [block["caller"] for block in written[1:]] == [CALLER, CALLER]

    def test_the_container_of_a_response_is_given_back_by_its_id(self) -> None:
        container = {"id": "container_1", "expires_at": "2026-11-22T00:00:00Z"}
        response = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-test",
            "container": container,
            "content": [CODE, CALLED],
            "stop_reason": "tool_use",
        }
        conversation = parsed({"request": turns_alone(), "response": response})
        rendering = crosswire.render(conversation, "anthropic")
        assert isinstance(rendering.payload, dict)
        assert rendering.payload["container"] == "container_1"
        assert [loss.kind for loss in rendering.losses if loss.what == "container"] == [LossKind.CHANGED]
        assert check_anthropic(rendering.payload) == []
        assert unaccounted(conversation, rendering) == {}

    def test_the_container_that_a_request_names_stays(self) -> None:
        response = {"type": "message", "role": "assistant", "content": [CODE], "stop_reason": "tool_use"}
        exchange = {
            "request": {**turns_alone(), "container": "container_0"},
            "response": {**response, "container": {"id": "container_1"}},
        }
        rendering = crosswire.render(crosswire.parse(exchange)[0], "anthropic")
        assert rendering.payload["container"] == "container_0"  # type: ignore[index,call-overload]
        assert [loss.kind for loss in rendering.losses if loss.what == "container"] == [LossKind.DROPPED]


def turns_alone() -> Json:
    return {"model": "claude-test", "max_tokens": 9, "messages": [{"role": "user", "content": "Go."}]}


@for_each("field", ["id", "tool_use_id"])
@for_each(
    ("value", "state"),
    [(None, IdState.NULL), ("", IdState.EMPTY), (7, IdState.NOT_TEXT), (..., IdState.NO_FIELD)],
)
def test_the_ids_of_the_providers_tools_are_those_of_the_wire(field: str, value: Any, state: IdState) -> None:
    kind = "server_tool_use" if field == "id" else "bash_code_execution_tool_result"
    block = {"type": kind, "name": "f"} | ({} if value is ... else {field: value})
    (part,) = parsed(turns(block)).messages[1].parts
    assert isinstance(part, (ToolCallPart, ToolResultPart))
    assert (part.call_id.value, part.call_id.source, part.call_id.state) == (
        None,
        IdSource.CORRELATION,
        state,
    )
