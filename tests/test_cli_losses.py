"""What `crosswire convert` says of losses on standard error, and the catalogue of their codes."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.model.loss_codes import LOSS_CODES


def run(*arguments: str | Path, data: object = None) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], input=json.dumps(data))


def log(calls: int) -> dict[str, Any]:
    """As many calls with a failed result each, in Anthropic's words."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go on."}]
    for n in range(calls):
        use = {"type": "tool_use", "id": f"toolu_{n}", "name": "look.up", "input": {}}
        failed = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "no", "is_error": True}
        messages += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [failed]}]
    return {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages}


def test_repeats_are_counted_and_not_repeated() -> None:
    said = run("convert", "-", "--to", "openai-chat", "--ids", "native", data=log(412)).stderr
    assert "412 x dropped error-flag: is_error: A tool message has no error flag. First at 0:/mess" in said
    assert "824 x id rewritten: all ids were asked for in the target's own shape. First at 0:/mess" in said
    assert "tool name rewritten at 412 places: 'look.up' -> 'look_up_" in said
    assert said.count("\n") == 6
    assert said.endswith("crosswire: each of them, with its place: --losses FILE\n")


def test_a_few_are_said_one_by_one() -> None:
    said = run("convert", "-", "--to", "openai-chat", data=log(3)).stderr
    assert said.count("dropped error-flag: is_error: ") == 3
    assert " x " not in said
    assert "--losses" not in said


def test_the_file_has_every_loss_and_both_maps(tmp_path: Path) -> None:
    path = tmp_path / "losses.json"
    done = run("convert", "-", "--to", "openai-chat", "--ids", "native", "--losses", path, data=log(50))
    assert done.stderr == ""
    [report] = json.loads(path.read_text())
    assert sum(loss["code"] == "error-flag" for loss in report["losses"]) == 50
    assert len(report["id_map"]) == 100
    assert {"source", "target", "before", "after", "how", "why"} <= report["id_map"][0].keys()
    assert [change["before"] for change in report["name_map"]] == ["look.up"]


def test_different_things_of_a_group_are_named_the_most_frequent_first() -> None:
    body = log(0)
    body["messages"] += [
        {"role": "user", "content": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}]}
        for _ in range(3)
    ]
    texts = [{"type": "text", "text": "y", **extra} for extra in ({"a": 1}, {"b": 1}, {"c": 1}, {"d": 1})]
    body["messages"].append({"role": "user", "content": texts})
    said = run("convert", "-", "--to", "openai-chat", data=body).stderr
    assert "7 x dropped vendor-field: cache_control (3), a, b, c and 1 more: OpenAI Chat Comp" in said


def test_the_catalogue_lists_every_code_and_explains_one() -> None:
    listed = run("losses").stdout
    assert all(f"\n{code} " in f"\n{listed}" for code in LOSS_CODES)
    assert LOSS_CODES["vendor-field"].says in run("losses", "vendor-field").stdout
    unknown = run("losses", "no-such")
    assert unknown.exit_code == 2
    assert "There is no loss 'no-such'" in unknown.stderr


def test_what_reading_noted_is_said_once_and_is_in_the_file(tmp_path: Path) -> None:
    path, lines = tmp_path / "losses.json", tmp_path / "log.jsonl"
    body = json.dumps({"model": "gpt-4o", "messages": [{"role": "user", "content": "Go on."}]})
    lines.write_text(f"{body}\n{body}\n{body[:20]}")
    said = run("convert", lines, "--to", "openai-chat").stderr
    assert said.count(": note: ") == 1
    assert run("convert", lines, "--to", "openai-chat", "--losses", path).stderr == ""
    first, second = json.loads(path.read_text())
    assert [note["message"] in said for note in first["notes"]] == [True]
    assert second["notes"] == []


def test_a_stream_that_was_cut_is_said_when_it_is_converted(tmp_path: Path) -> None:
    chunk = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "model": "gpt-4o",
        "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Mi"}}],
    }
    stream = tmp_path / "answer.sse"
    stream.write_text(f"data: {json.dumps(chunk)}\n\n")
    assert ": note: " in run("convert", stream, "--to", "anthropic").stderr


# What the file cannot say of itself


def test_who_refuses_what_was_written_is_said_beside_it(tmp_path: Path) -> None:
    called = [*log(1)["messages"][:2], {"role": "user", "content": "Well?"}]
    done = run("convert", "-", "--to", "anthropic", data={**log(0), "messages": called})
    assert "anthropic refuses what was written: No result directly behind it" in done.stderr
    assert run("convert", "-", "--to", "anthropic", data=log(1)).stderr == ""
    told = tmp_path / "losses.json"
    run("convert", "-", "--to", "anthropic", "--losses", told, data={**log(0), "messages": called})
    assert json.loads(told.read_text())[0]["refused_by"] == ["anthropic"]


def test_a_model_is_named_only_where_the_target_wants_one_and_the_log_names_none() -> None:
    nameless = {"messages": log(0)["messages"]}

    def model(target: str, data: object) -> str | None:
        written = json.loads(run("convert", "-", "--to", target, "--model", "m-1", data=data).stdout)
        named: str | None = written.get("model")
        return named

    assert model("openai-chat", nameless) == "m-1"
    assert model("gemini", nameless) is None
    assert model("openai-chat", log(0)) == "claude-sonnet-4-5"
