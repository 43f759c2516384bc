"""Second ties: who called from code, who approved, what came before; told at both ends."""

from __future__ import annotations

from typing import Any

import crosswire
import pytest
from crosswire.address import Address
from crosswire.model import Conversation, Edge, Part, ToolCallPart, ToolResultPart, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.pairing import edges
from crosswire.tools.arguments import from_value
from tests.measured import work_of
from tests.selection import for_each, tries

CODE = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution", "input": {"code": "f()"}}
CALLER = {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}


def anthropic(*blocks: Any) -> Conversation:
    return crosswire.parse([{"role": "assistant", "content": list(blocks)}], "anthropic")[0]


def called(id: str, caller: Any = CALLER) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": "f", "input": {}, "caller": caller}


def phrases(conversation: Conversation) -> dict[str, list[str]]:
    return {key: [tie.phrase for tie in ties] for key, ties in edges.resolve(conversation).items()}


def call(name: str, id: str | None, wire_type: str, *named: tuple[str, str], **fields: Any) -> ToolCallPart:
    return ToolCallPart(
        address=Address(f"0:/{id}"),
        raw={},
        call_id=no_call_id() if id is None else read_call_id(id, address=Address(f"0:/{id}/id")),
        name=name,
        arguments=from_value({}, Address(f"0:/{id}/arguments")),
        wire_type=wire_type,
        edges=edges_of(id, named),
        **fields,
    )


def result(
    wire_type: str, id: str | None, raw: Any, *named: tuple[str, str], **fields: Any
) -> ToolResultPart:
    return ToolResultPart(
        address=Address(f"0:/{id}/result"),
        raw=raw,
        call_id=no_call_id() if id is None else read_call_id(id, address=Address(f"0:/{id}/result/id")),
        wire_type=wire_type,
        edges=edges_of(id, named),
        **fields,
    )


def edges_of(id: str | None, named: tuple[tuple[str, str], ...]) -> tuple[Edge, ...]:
    return tuple(Edge(field, value, Address(f"0:/{id}/{field}")) for field, value in named)


def conversation(*parts: Part) -> Conversation:
    into = ConversationBuilder("openai-responses", Traits())
    into.message("assistant", Address("0:/output"), [], list(parts))
    return into.finish(container="json", shape="request", documents=[[]])


def step(action: str, *named: tuple[str, str]) -> ToolResultPart:
    raw = {"type": "workflow_action", "action_id": action}
    return result("workflow_action", None, raw, *named, item_id=f"wfa_{action}", expects_call=False)


class TestCallers:
    def test_both_ends_of_a_call_from_code_know_each_other(self) -> None:
        found = edges.resolve(anthropic(CODE, called("toolu_1")))
        (calling,), (naming,) = found["m0.p0"], found["m0.p1"]
        assert naming.phrase == "called from code_execution srvtoolu_1"
        assert calling.phrase == "calls f toolu_1"
        assert naming.other is calling.part
        assert calling.other is naming.part
        assert (naming.names_it, calling.names_it) == (True, False)
        assert naming.edge == Edge("caller", "srvtoolu_1", Address("0:/0/content/1/caller/tool_id"))

    def test_many_calls_may_come_from_one_program(self) -> None:
        found = edges.resolve(anthropic(CODE, called("toolu_1"), called("toolu_2"), called("toolu_3")))
        assert [tie.phrase for tie in found["m0.p0"]] == [f"calls f toolu_{n}" for n in (1, 2, 3)]

    def test_a_caller_that_no_item_is_stays_open_and_says_so(self) -> None:
        log = anthropic(called("toolu_1"))
        assert phrases(log) == {"m0.p0": ["called from srvtoolu_1, which is not in this log"]}
        assert [tie.part.key for tie in edges.dangling(log)] == ["m0.p0"]

    def test_an_item_that_names_itself_has_one_tie(self) -> None:
        log = anthropic(called("toolu_1", {"type": "code_execution_20250825", "tool_id": "toolu_1"}))
        assert phrases(log) == {"m0.p0": ["called from itself"]}

    @for_each(
        "caller",
        [
            *(None, "srvtoolu_1", 7, [], {"type": "direct"}, {"caller": {"tool_id": "srvtoolu_1"}}),
            *({"tool_id": None}, {"tool_id": ""}, {"tool_id": 7}, {"tool_id": ["srvtoolu_1"]}),
        ],
    )
    def test_a_caller_that_names_no_id_makes_no_tie(self, caller: Any) -> None:
        log = anthropic(CODE, called("toolu_1", caller))
        assert edges.resolve(log) == {}
        kept = (log.messages[0].parts[1].extras or {}).get("caller")
        assert kept == caller

    def test_an_id_that_comes_again_is_the_last_one_before_the_call(self) -> None:
        log = anthropic(CODE, called("toolu_1"), {**CODE, "name": "again"}, called("toolu_2"))
        assert phrases(log)["m0.p1"] == ["called from code_execution srvtoolu_1"]
        assert phrases(log)["m0.p3"] == ["called from again srvtoolu_1"]

    def test_a_caller_may_stand_after_what_it_called(self) -> None:
        assert phrases(anthropic(called("toolu_1"), CODE))["m0.p0"] == [
            "called from code_execution srvtoolu_1"
        ]

    def test_a_result_that_repeats_the_caller_of_its_call_is_not_told_twice(self) -> None:
        search = {**called("srvtoolu_2"), "type": "server_tool_use", "name": "web_search"}
        hits = {
            "type": "web_search_tool_result",
            "tool_use_id": "srvtoolu_2",
            "content": [],
            "caller": CALLER,
        }
        assert phrases(anthropic(CODE, search, hits)) == {
            "m0.p0": ["calls web_search srvtoolu_2"],
            "m0.p1": ["called from code_execution srvtoolu_1"],
            "m0.p2": ["called from code_execution srvtoolu_1"],
        }

    def test_a_very_long_id_is_cut_in_the_phrase(self) -> None:
        (tie,) = edges.dangling(anthropic(called("toolu_1", {"tool_id": "x" * 10_000})))
        assert len(tie.phrase) < 120
        assert tie.edge.value == "x" * 10_000


class TestApprovals:
    def asked(self, answer: Any) -> dict[str, list[str]]:
        asks = call("roll", "mcpr_1", "mcp_approval_request", item_id="mcpr_1", executed_by="server")
        reply = result("mcp_approval_response", "mcpr_1", {"approve": answer})
        run = call("roll", "mcp_1", "mcp_call", ("approval_request_id", "mcpr_1"), hybrid=True)
        return phrases(conversation(asks, reply, run))

    def test_a_call_is_tied_to_the_request_and_to_its_answer(self) -> None:
        assert self.asked(True) == {
            "m0.p0": ["asks for approval of roll mcp_1"],
            "m0.p1": ["approval of roll mcp_1"],
            "m0.p2": [
                "approval asked for by mcp_approval_request mcpr_1",
                "approved by mcp_approval_response mcpr_1",
            ],
        }

    def test_a_refusal_is_called_one_and_no_answer_is_called_yes(self) -> None:
        assert self.asked(False)["m0.p1"] == ["refusal of roll mcp_1"]
        assert self.asked("true")["m0.p1"] == ["answer of roll mcp_1"]

    def test_a_request_that_is_known_by_its_item_id_alone_is_found(self) -> None:
        asks = call("roll", None, "mcp_approval_request", item_id="mcpr_1")
        run = call("roll", "mcp_1", "mcp_call", ("approval_request_id", "mcpr_1"), hybrid=True)
        (tie,) = edges.resolve(conversation(asks, run))["m0.p1"]
        assert tie.other is asks


class TestWorkflows:
    def test_steps_are_tied_by_the_ids_of_their_actions(self) -> None:
        first, inner = step("a"), step("b", ("previous_action_id", "a"), ("parent_action_id", "a"))
        assert phrases(conversation(first, inner)) == {
            "m0.p0": ["before workflow_action b", "has the part workflow_action b"],
            "m0.p1": ["after workflow_action a", "part of workflow_action a"],
        }

    def test_an_action_is_not_looked_for_among_the_calls(self) -> None:
        log = conversation(call("f", "a", "function_call"), step("b", ("previous_action_id", "a")))
        assert phrases(log) == {"m0.p1": ["after a, which is not in this log"]}

    @for_each("action", [None, 7, "", [], {}])
    def test_a_step_without_an_id_of_its_own_is_no_target(self, action: Any) -> None:
        nameless = step("a")
        nameless.raw = {"action_id": action}
        (tie,) = edges.resolve(conversation(nameless, step("b", ("previous_action_id", "a"))))["m0.p1"]
        assert tie.other is None


def test_a_log_of_responses_has_its_callers_and_its_approvals() -> None:
    program = {"type": "program", "caller_id": "call_p"}
    items = [
        {"type": "message", "role": "user", "content": "Roll."},
        {"type": "program", "call_id": "call_p", "code": "f()", "fingerprint": "x"},
        {"type": "function_call", "call_id": "call_f", "name": "f", "arguments": "{}", "caller": program},
        {
            "type": "mcp_approval_request",
            "id": "mcpr_1",
            "name": "roll",
            "server_label": "d",
            "arguments": "{}",
        },
        {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": False},
        {
            "type": "mcp_call",
            "id": "mcp_1",
            "name": "roll",
            "arguments": "{}",
            "approval_request_id": "mcpr_1",
        },
    ]
    (log,) = crosswire.parse({"model": "m", "input": items}, "openai-responses")
    assert phrases(log) == {
        "m1.p0": ["calls f call_f"],
        "m2.p0": ["called from program call_p"],
        "m3.p0": ["asks for approval of roll mcp_1"],
        "m4.p0": ["refusal of roll mcp_1"],
        "m5.p0": [
            "approval asked for by mcp_approval_request mcpr_1",
            "refused by mcp_approval_response mcpr_1",
        ],
    }


def test_a_field_that_nobody_knew_of_is_named() -> None:
    log = conversation(call("f", "1", "x"), call("g", "2", "x", ("spawned_by", "1")))
    assert phrases(log) == {
        "m0.p0": ["is the spawned_by of g 2"],
        "m0.p1": ["names, as its spawned_by, f 1"],
    }


def test_without_edges_nothing_is_indexed(monkeypatch: pytest.MonkeyPatch) -> None:
    log = anthropic(CODE, called("toolu_1", {"type": "direct"}))
    monkeypatch.setattr(edges, "_Resolver", None)
    assert edges.resolve(log) == {}


def test_the_time_grows_with_the_log_and_not_with_its_square() -> None:
    def work(count: int) -> float:
        log = anthropic(*[CODE] * count, *[called(f"toolu_{n}") for n in range(count)])
        assert sum(map(len, edges.resolve(log).values())) == 2 * count
        return work_of(lambda: edges.resolve(log))

    size = tries(50, thorough=500)
    assert work(16 * size) < 64 * work(size)  # 16 where it is linear, 256 where it is not
