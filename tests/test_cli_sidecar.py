"""`crosswire convert --hold` and `--held`: what they write, what they put back, and what they refuse."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.test_sidecar import ANTHROPIC


def run(*arguments: str | Path, data: object = None) -> Result:
    return CliRunner().invoke(main, ["convert", *map(str, arguments)], input=json.dumps(data))


@pytest.fixture
def held(tmp_path: Path) -> Path:
    return tmp_path / "held.json"


def test_a_file_comes_back_as_it_was_though_it_went_on(held: Path) -> None:
    there = json.loads(run("-", "--to", "openai-chat", "--hold", held, data=ANTHROPIC).stdout)
    answer = {"role": "assistant", "content": "There is honey.", "audio": {"id": "audio_1"}}
    there["messages"].append(answer)
    second = held.with_name("second.json")
    home = json.loads(run("-", "--to", "anthropic", "--held", held, "--hold", second, data=there).stdout)
    assert home["messages"][:-1] == ANTHROPIC["messages"]
    assert {**home, "messages": []} == {**ANTHROPIC, "messages": []}
    again = json.loads(run("-", "--to", "openai-chat", "--held", second, data=home).stdout)
    assert again["messages"][-1] == answer


def test_several_conversations_have_a_map_each(held: Path) -> None:
    lines = "\n".join(json.dumps({**ANTHROPIC, "max_tokens": n}) for n in (10, 20))
    there = CliRunner().invoke(main, ["convert", "-", "--to", "gemini", "--hold", str(held)], input=lines)
    assert len(json.loads(held.read_text())["conversations"]) == 2
    home = CliRunner().invoke(
        main, ["convert", "-", "--to", "anthropic", "--held", str(held)], input=there.stdout
    )
    assert [json.loads(line) for line in home.stdout.splitlines()] == [
        {**ANTHROPIC, "max_tokens": n} for n in (10, 20)
    ]


def test_what_does_not_stand_again_is_said(held: Path) -> None:
    there = json.loads(run("-", "--to", "openai-chat", "--hold", held, data=ANTHROPIC).stdout)
    for message in there["messages"]:
        message["content"] = "granted" if message["content"] == "denied" else message["content"]
    home = run("-", "--to", "anthropic", "--held", held, data=there)
    assert "changed-since: is_error: The message was changed or taken out since" in home.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "held.json"),
        ('{"messages": []}', "is no map of what was held"),
        ('{"crosswire": "held", "version": 7}', "of version 7"),
    ],
)
def test_what_is_no_map_is_refused_by_name(held: Path, text: str, why: str) -> None:
    held.write_text(text)
    outcome = run("-", "--to", "anthropic", "--held", held, data=ANTHROPIC)
    assert outcome.exit_code == 2
    assert str(held) in outcome.stderr
    assert why in outcome.stderr
    assert outcome.stdout == ""


def test_a_map_that_is_not_there_is_refused(held: Path) -> None:
    outcome = run("-", "--to", "anthropic", "--held", held, data=ANTHROPIC)
    assert outcome.exit_code == 2
    assert "No such file" in outcome.stderr


def test_a_map_of_another_file_is_refused(held: Path) -> None:
    run("-", "--to", "openai-chat", "--hold", held, data=ANTHROPIC)
    outcome = run(
        "-", "--to", "anthropic", "--held", held, data={"messages": [{"role": "tool", "content": "x"}]}
    )
    assert outcome.exit_code == 2
    assert "made for another payload" in outcome.stderr
