"""`crosswire repair`: what it writes, what it says, and its exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.histories import call, calling, result, said, user

CLEAN = b'[ {"role":"user", "content":"Go."},\r\n {"role": "assistant","content":"Done.", "n": 1.0} ]\r\n'
BROKEN = [user(), calling(call("call_a")), result("call_b"), said()]


def run(*arguments: str, data: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["repair", *arguments], input=data)


def test_a_clean_file_is_written_byte_for_byte() -> None:
    outcome = run("-", data=CLEAN)
    assert outcome.stdout_bytes == CLEAN
    assert outcome.stderr == ""
    assert outcome.exit_code == 0


def test_a_broken_file_is_written_repaired_and_each_change_is_said() -> None:
    outcome = run("-", data=json.dumps(BROKEN).encode())
    assert json.loads(outcome.stdout) == [*BROKEN[:2], result("call_a"), said()]
    assert "0:/2/tool_call_id: id mismatched-id: 'call_b' -> 'call_a':" in outcome.stderr
    assert outcome.stderr.endswith("\nopenai-chat: accepted after repair\n")
    assert outcome.exit_code == 0


def test_lines_stay_lines() -> None:
    lines = [json.dumps(message) for message in BROKEN]
    outcome = run("-", data="\n".join(lines).encode())
    assert [json.loads(line) for line in outcome.stdout.splitlines()][2] == result("call_a")


def test_what_is_left_is_said_with_its_reason() -> None:
    history = [user(), calling(call("call_a"), call("call_b")), result("call_a"), user()]
    outcome = run("-", data=json.dumps(history).encode())
    assert "left: missing-result" in outcome.stderr
    assert "It needs a choice" in outcome.stderr
    marked = run("-", "--missing", "mark", data=json.dumps(history).encode())
    assert "No result was recorded for this call." in marked.stdout


def test_changes_and_output_go_to_files(tmp_path: Path) -> None:
    output, changes = tmp_path / "out.json", tmp_path / "changes.json"
    outcome = run("-", "--output", str(output), "--changes", str(changes), data=json.dumps(BROKEN).encode())
    assert (outcome.stdout, outcome.stderr) == ("", "")
    assert json.loads(output.read_text())[2] == result("call_a")
    (report,) = json.loads(changes.read_text())
    (change,) = report["changes"]
    assert change["before"] == "call_b"
    assert report["id_map"][0]["by_crosswire"] is False
    assert report["left"] == []
    assert (report["verdict"]["target"], report["verdict"]["accepts"]) == ("openai-chat", True)


def test_only_some_rules_can_be_asked_for() -> None:
    text = json.dumps(BROKEN).encode()
    assert run("-", "--only", "CW211,empty-id", data=text).stdout_bytes == text
    assert json.loads(run("-", "--only", "CW204", data=text).stdout)[2] == result("call_a")
    refused = run("-", "--only", "CW000", data=text)
    assert refused.exit_code == 2
    assert "There is no rule CW000." in refused.stderr


def test_a_file_can_be_repaired_into_another_format() -> None:
    outcome = run("-", "--to", "anthropic", data=json.dumps(BROKEN).encode())
    assert json.loads(outcome.stdout)["messages"][2]["content"][0]["tool_use_id"] == "call_a"


def test_ids_that_the_files_own_format_refuses_are_rewritten_for_it() -> None:
    use = {"type": "tool_use", "id": "functions.add:0", "name": "add", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "functions.add:0", "content": "15"}
    turns = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1, "messages": [user(), *turns]}
    outcome = run("-", "--to", "anthropic", data=json.dumps(body).encode())
    _, called, answered = json.loads(outcome.stdout)["messages"]
    assert called["content"][0]["id"] == answered["content"][0]["tool_use_id"] != "functions.add:0"
    assert "id id-charset: 'functions.add:0' -> " in outcome.stderr
    assert run("-", "--to", "anthropic", data=outcome.stdout_bytes).stdout_bytes == outcome.stdout_bytes


def test_of_several_conversations_the_verdicts_are_counted() -> None:
    bodies = [{"model": "gpt-5", "messages": history} for history in (BROKEN, [*BROKEN[:2], user()])]
    outcome = run("-", data="\n".join(map(json.dumps, bodies)).encode())
    assert outcome.stderr.endswith("\nopenai-chat: 1 accepted, 1 refused after repair\n")


@pytest.mark.parametrize("data", [b"", b"{", b'{"a": 1}'])
def test_what_cannot_be_read_ends_with_code_2(data: bytes) -> None:
    assert run("-", data=data).exit_code == 2


def test_of_a_paste_the_log_alone_is_written_also_where_nothing_is_mended() -> None:
    log = {"messages": [{"role": "user", "content": "Hi."}]}
    answer = CliRunner().invoke(main, ["repair", "-"], input=f"body = {json.dumps(log)}\nsend(body)\n")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout) == log
