"""`crosswire extract` and `repair --patch`: what they write, what they say, and their exit codes."""

import json
from pathlib import Path

import crosswire
import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.histories import call, calling, result, said, user
from tests.samples import SESSION_LINES
from tests.test_json_patch import applied

BROKEN = [user("Hello."), said("Hi."), user(), calling(call("call_a")), result("call_b"), said()]


def run(*arguments: str, data: bytes = json.dumps(BROKEN).encode()) -> Result:
    return CliRunner().invoke(main, [*arguments], input=data)


def test_the_example_of_the_first_error_is_written_and_told() -> None:
    outcome = run("extract", "-")
    assert outcome.exit_code == 0
    (read,) = crosswire.load(outcome.stdout_bytes).conversations
    assert [one.code for one in crosswire.diagnose(read)][:1] == [outcome.stderr.split()[0]]
    assert f"{len(read.messages)} of 6 messages, texts blanked." in outcome.stderr


@pytest.mark.parametrize("rule", ["CW204", "mismatched-id"])
def test_a_rule_is_named_by_code_or_name(rule: str) -> None:
    outcome = run("extract", "-", "--rule", rule, "--at", "0:/4/tool_call_id")
    assert (outcome.exit_code, outcome.stderr.split()[0]) == (0, "CW204")


def test_what_is_not_there_is_told_with_the_file() -> None:
    outcome = run("extract", "-", "--rule", "CW311")
    assert outcome.exit_code == 2
    assert outcome.stderr == "crosswire: -: This log has no finding CW311.\n"
    assert run("extract", "-", data=json.dumps([user(), said()]).encode()).exit_code == 2


def test_the_patch_of_a_repair_applies_to_the_file(tmp_path: Path) -> None:
    place = tmp_path / "fix.patch.json"
    outcome = run("repair", "-", "--patch", str(place))
    operations = json.loads(place.read_bytes())
    assert operations == [{"op": "replace", "path": "/4/tool_call_id", "value": "call_a"}]
    assert applied(BROKEN, operations) == json.loads(outcome.stdout)


def test_the_patch_of_lines_is_one_of_their_array(tmp_path: Path) -> None:
    place = tmp_path / "fix.patch.json"
    lines = "\n".join(map(json.dumps, BROKEN)).encode()
    outcome = run("repair", "-", "--patch", str(place), data=lines)
    fixed = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert applied(BROKEN, json.loads(place.read_bytes())) == fixed


def test_between_two_formats_there_is_no_patch(tmp_path: Path) -> None:
    outcome = run("repair", "-", "--to", "anthropic", "--patch", str(tmp_path / "fix.json"))
    assert outcome.exit_code == 2
    assert "another document than that of the file" in outcome.stderr


def test_a_sound_session_has_an_empty_patch(tmp_path: Path) -> None:
    place = tmp_path / "fix.json"
    data = "".join(json.dumps(line) + "\n" for line in SESSION_LINES).encode()
    assert run("repair", "-", "--patch", str(place), data=data).exit_code == 0
    assert json.loads(place.read_bytes()) == []
