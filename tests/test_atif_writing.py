"""Trajectories for evaluations: what is written is read again with the same calls, results and ties."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.exports import atif
from crosswire.model import Conversation, ToolCallPart
from crosswire.pairing import pair
from tests import histories
from tests.histories import call, calling, result, said, user
from tests.samples import REQUESTS, SESSION_LINES
from tests.selection import for_each


def trajectory(conversation: Conversation) -> dict[str, Any]:
    [written] = atif.write_trajectories([conversation])
    value: dict[str, Any] = json.loads(written.data)
    return value


def ties(conversation: Conversation) -> list[tuple[str, object]]:
    return [(one.call.name, one.call.arguments.value) for one in pair(conversation).pairs]


@for_each("format", REQUESTS)
def test_calls_and_results_are_tied_again_as_in_the_log(format: str) -> None:
    [conversation, *_] = crosswire.parse(REQUESTS[format], format)
    [again] = crosswire.parse(trajectory(conversation))
    assert again.format == "atif"
    wrapped = [
        (name, value if isinstance(value, dict) else {"input": value}) for name, value in ties(conversation)
    ]
    assert [one for one in ties(again) if one[1] is not None] == [
        one for one in wrapped if one[1] != {"input": None}
    ]


def test_a_result_stands_in_the_step_of_its_call() -> None:
    calls = call("call_a"), call("call_b")
    conversation = histories.chat(user(), calling(*calls), result("call_b"), result("call_a"), said())
    _, step, last = trajectory(conversation)["steps"]
    assert [one["source_call_id"] for one in step["observation"]["results"]] == ["call_b", "call_a"]
    assert [one["step_id"] for one in (step, last)] == [2, 3]
    assert step["source"] == last["source"] == "agent"


def test_a_made_id_is_told_and_none_is_passed_off_as_logged() -> None:
    conversation = histories.chat(user(), calling(call("")), result(""), said())
    [written] = atif.write_trajectories([conversation])
    document = json.loads(written.data)
    [made] = {change.written for change in written.id_map}
    assert document["steps"][1]["tool_calls"][0]["tool_call_id"] == made
    assert {change.how for change in written.id_map} == {"made"}
    for change in written.id_map:
        assert change.target is not None
        assert crosswire.address.resolve(change.target, [document], str) == made


def test_a_result_without_a_call_is_kept_without_its_id_and_that_is_told() -> None:
    conversation = histories.chat(user(), result("call_gone"), user())
    [written] = atif.write_trajectories([conversation])
    steps = json.loads(written.data)["steps"]
    [observed] = [one for step in steps for one in step.get("observation", {}).get("results", ())]
    assert "source_call_id" not in observed
    assert "call id" in {loss.what for loss in written.losses}


def test_what_a_step_has_no_field_for_is_listed_with_its_place() -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    body = {"model": "m", "temperature": 0.5, "messages": [{"role": "user", "content": [picture]}]}
    [conversation] = crosswire.parse(body, "openai-chat")
    [written] = atif.write_trajectories([conversation])
    lost = {(loss.what, loss.source) for loss in written.losses if loss.source is not None}
    assert lost == {("temperature", "0:/temperature"), ("media", "0:/messages/0/content/0")}
    assert json.loads(written.data)["agent"]["model_name"] == "m"


def test_a_sub_agent_stands_in_the_document_of_the_agent_that_began_it(tmp_path: Path) -> None:
    task = {"type": "tool_use", "id": "toolu_task", "name": "Task", "input": {"prompt": "Look it up."}}
    main_lines = copy.deepcopy(SESSION_LINES)
    main_lines[1]["message"]["content"] = [task]
    main_lines[2]["message"]["content"] = [
        {"type": "tool_result", "tool_use_id": "toolu_task", "content": "Found."}
    ]
    main_lines[2]["toolUseResult"] = {"agentId": "a1"}
    inner = [
        {**line, "isSidechain": True, "agentId": "a1", "uuid": f"s{number}", "parentUuid": before}
        for number, (line, before) in enumerate(zip(SESSION_LINES[:3], [None, "s0", "s1"], strict=True))
    ]
    log = crosswire.load("\n".join(map(json.dumps, [*main_lines, *inner])).encode())
    assert len(log.conversations) == 2
    [written] = atif.write_trajectories(log.conversations)
    document = json.loads(written.data)
    [below] = document["subagent_trajectories"]
    assert below["trajectory_id"] == "a1"
    observed = [one for step in document["steps"] for one in step.get("observation", {}).get("results", ())]
    assert [one["subagent_trajectory_ref"] for one in observed] == [[{"trajectory_id": "a1"}]]
    again = crosswire.load(written.data)
    assert [len(list(one.calls())) for one in again.conversations] == [1, 1]
    assert again.conversations[1].started_from is not None


def test_the_command_line_writes_it_and_its_losses(tmp_path: Path) -> None:
    file, losses = tmp_path / "log.json", tmp_path / "losses.json"
    messages = [user(), calling(call("call_a")), result("call_a"), said()]
    file.write_text(json.dumps({"model": "m", "temperature": 1, "messages": messages}))
    done = CliRunner().invoke(main, ["convert", str(file), "--to", "atif", "--losses", str(losses)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["schema_version"] == "ATIF-v1.7"
    [told] = json.loads(losses.read_text())
    assert [loss["what"] for loss in told["losses"] if loss["kind"] == "dropped"] == ["temperature"]


@pytest.mark.parametrize("more", [["--as", "curl"], ["--hold", "held.json"]])
def test_a_trajectory_has_no_other_shape_and_no_way_back(tmp_path: Path, more: list[str]) -> None:
    file = tmp_path / "log.json"
    file.write_text(json.dumps({"model": "m", "messages": [user()]}))
    done = CliRunner().invoke(main, ["convert", str(file), "--to", "atif", *more])
    assert done.exit_code == 2
    assert "no other shape" in done.stderr


def test_a_result_within_its_call_is_an_observation() -> None:
    item = {
        "type": "mcp_call",
        "id": "mcp_1",
        "name": "look",
        "server_label": "s",
        "arguments": "{}",
        "output": "21",
    }
    [conversation] = crosswire.parse({"model": "m", "input": [user(), item]}, "openai-responses")
    assert any(isinstance(part, ToolCallPart) and part.embedded for _, part in conversation.parts())
    [_, step] = trajectory(conversation)["steps"]
    assert step["observation"]["results"][0]["content"] == "21"


def test_fields_and_tools_that_only_a_provider_knows_are_listed_as_lost() -> None:
    body = {
        "model": "m",
        "max_tokens": 9,
        "tools": [{"type": "web_search_20250305", "name": "web_search"}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi", "cache_control": {}}]}],
    }
    [conversation] = crosswire.parse(body, "anthropic")
    [written] = atif.write_trajectories([conversation])
    told = {(loss.code, loss.source) for loss in written.losses}
    assert ("vendor-field", "0:/messages/0/content/0/cache_control") in told
    assert ("built-in-tool", "0:/tools/0") in told
    assert "tool_definitions" not in json.loads(written.data)["agent"]
