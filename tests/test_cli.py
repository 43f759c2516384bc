"""The command line: answers, exit codes, and what goes to which stream."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import click
import crosswire
import pytest
from click.testing import CliRunner, Result
from crosswire.cli import OWN_COMMANDS, main
from crosswire.cli.verdicts import verdict_lines
from crosswire.repairs.states import verdict_states
from crosswire.rules.docs import by_family, examples
from crosswire.rules.rule import ProviderRule, Severity
from msgspec import structs
from tests.histories import call, calling, result, said, user
from tests.samples import REQUESTS, SESSION_LINES
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent
CLEAN = [user(), calling(call("call_1")), result("call_1"), said()]
BROKEN = [
    user(),
    calling(call("call_1")),
    result("call_2"),
    user(),
    calling(call(None)),
    result(None),
    said(),
]
PENDING = [user(), calling(call("call_1"))]
VERDICT = ["accepts", "findings", "undecided", "not_judged", "stands_on"]
TWO = {
    "choices": [{"index": i, "message": said(f"Answer {i}.")} for i in range(2)],
    "object": "chat.completion",
}


def run(*arguments: str | Path, stdin: Any = None) -> Result:
    text = stdin if isinstance(stdin, (bytes, str)) or stdin is None else json.dumps(stdin)
    return CliRunner().invoke(
        main, [str(argument) for argument in arguments], input=text, catch_exceptions=False
    )


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, value in (("clean", CLEAN), ("broken", BROKEN), ("pending", PENDING), ("two", TWO)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    (tmp_path / "lines.jsonl").write_text("\n".join(json.dumps({"messages": m}) for m in (CLEAN, BROKEN)))
    (tmp_path / "no.txt").write_text("hello")
    (tmp_path / "other.json").write_text('{"level": "info"}')
    return tmp_path


def checked(*arguments: str | Path, stdin: Any = None) -> list[dict[str, Any]]:
    answer = json.loads(run("check", *arguments, "--format", "json", stdin=stdin).stdout)
    assert list(answer) == ["files"]
    found: list[dict[str, Any]] = answer["files"]
    return found


# check: exit codes


@for_each(
    ("name", "options", "code"),
    [
        ("clean.json", [], 0),
        ("broken.json", [], 1),
        ("pending.json", [], 0),
        ("pending.json", ["--fail-on", "info"], 1),
        ("clean.json", ["--fail-on", "info"], 0),
        ("broken.json", ["--fail-on", "never"], 0),
        ("lines.jsonl", [], 1),
        ("no.txt", [], 2),
        ("other.json", [], 2),
        ("missing.json", [], 2),
        ("no.txt", ["--fail-on", "never"], 2),
    ],
)
@for_each("output", ["text", "json", "sarif"])
def test_the_exit_code_says_what_was_found(
    files: Path, name: str, options: list[str], code: int, output: str
) -> None:
    assert run("check", files / name, "--format", output, *options).exit_code == code


def test_a_file_that_cannot_be_read_outweighs_findings(files: Path) -> None:
    assert run("check", files / "broken.json", files / "no.txt", files / "clean.json").exit_code == 2


def test_a_folder_and_a_missing_file_are_named_with_the_reason(files: Path) -> None:
    (empty := files / "empty").mkdir()
    for path, reason in (
        (empty, "no file in this folder"),
        (files / "missing.json", "No such file or directory"),
    ):
        done = run("check", path)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"{path}: " in done.stderr
        assert reason in done.stderr


@for_each(
    "arguments",
    [["check"], ["check", "-", "--format", "xml"], ["check", "-", "--target", "x"], ["nothing"], ["--no"]],
)
def test_wrong_usage_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments, stdin=CLEAN).exit_code == 2


# check: the JSON, which is documented and stable


def test_the_json_of_a_conversation_has_the_documented_fields(files: Path) -> None:
    path = files / "broken.json"
    (answer,) = checked(path)
    diagnostics = answer.pop("diagnostics")
    answer.pop("verdicts")
    assert answer == {
        "path": str(path),
        "document": 0,
        "title": None,
        "format": "openai-chat",
        "container": "json",
        "messages": 7,
        "calls": 2,
        "results": 2,
        "pairing": {
            "by_id": 0,
            "by_position": 1,
            "by_name": 0,
            "embedded": 0,
            "pending": 0,
            "missing": 1,
            "orphan": 1,
            "ambiguous": 0,
        },
        "notes": [],
    }
    assert "mismatched-id" in [found["name"] for found in diagnostics]
    for found in diagnostics:
        assert list(found) == [
            *("code", "name", "severity", "kind", "address", "message", "targets", "related")
        ]
        assert re.fullmatch(r"CW\d{3}", found["code"])
        assert found["severity"] in ("error", "warning", "info")
        assert found["kind"] == "defect"
        assert (
            crosswire.address.resolve(found["address"], [BROKEN], json.loads) is not None or found["address"]
        )
        assert isinstance(found["targets"], list)
        for related in found["related"]:
            assert list(related) == ["what", "address"]


def test_there_is_one_element_for_each_conversation(files: Path) -> None:
    answers = checked(files / "lines.jsonl", files / "two.json")
    assert [(answer["document"], answer["container"], answer["messages"]) for answer in answers] == [
        (0, "jsonl", 4),
        (1, "jsonl", 7),
        (0, "json", 1),
        (1, "json", 1),
    ]
    assert [bool(answer["diagnostics"]) for answer in answers] == [False, True, False, False]


def test_a_file_that_cannot_be_read_has_an_error_instead(files: Path) -> None:
    answers = checked(files / "no.txt", files / "clean.json", files / "missing.json", files / "other.json")
    assert [list(answer) for answer in (answers[0], answers[2], answers[3])] == [["path", "error"]] * 3
    assert "Not JSON" in answers[0]["error"]
    assert "No such file" in answers[2]["error"]
    assert "an object with the keys 'level'" in answers[3]["error"]
    assert answers[1]["format"] == "openai-chat"


@pytest.mark.parametrize("command", ["check", "convert --to gemini", "repair", "explain --error x"])
def test_what_no_format_fits_may_be_read_as_the_one_that_is_named(files: Path, command: str) -> None:
    name, *options = command.split()
    refused = run(name, files / "other.json", *options)
    assert refused.exit_code == 2
    assert "give --from." in refused.output
    assert "give --from." not in run(name, files / "other.json", *options, "--from", "anthropic").output
    for data in ("7", "{}", "[]", '{"messages": []}'):
        answer = run(name, "-", *options, stdin=data)
        assert (answer.exit_code, "--from" in answer.output) == (2, False)
        assert run(name, "-", *options, "--from", "anthropic", stdin=data).exit_code == 2


def test_standard_input_is_a_dash() -> None:
    (answer,) = checked("-", stdin=CLEAN)
    assert (answer["path"], answer["messages"]) == ("-", 4)
    assert run("check", "-", stdin=BROKEN).exit_code == 1


def test_an_empty_standard_input_is_an_empty_upload() -> None:
    assert "empty" in checked("-", stdin=b"")[0]["error"]


def test_what_the_container_noted_is_said_once(files: Path) -> None:
    body = json.dumps({"messages": CLEAN})
    answers = checked("-", stdin=f'\ufeff{body}\n{body}\n{{"messages": [')
    assert [[note["code"] for note in answer["notes"]] for answer in answers] == [
        ["byte-order-mark", "cut-line"],
        [],
    ]
    told = run("check", "-", stdin=f'{body}\n{body}\n{{"messages": [')
    assert "note: Line 3, the last one, was cut off" in told.stderr
    assert told.exit_code == 0


# check: which rules


def names_of(*options: str) -> set[str]:
    (answer,) = checked("-", *options, stdin=BROKEN)
    return {found["name"] for found in answer["diagnostics"]}


def test_rules_are_selected_and_ignored_by_code_family_and_name() -> None:
    everything = names_of()
    code = crosswire.rules.RULES_BY_NAME["mismatched-id"].code
    assert {"mismatched-id", "absent-id"} <= everything
    for wanted in ("mismatched-id", code, code.lower(), "Mismatched-ID"):
        assert names_of("--select", wanted) == {"mismatched-id"}
        assert names_of("--ignore", wanted) == everything - {"mismatched-id"}
    assert names_of("--select", "mismatched-id, absent-id") == {"mismatched-id", "absent-id"}
    assert "mismatched-id" in names_of("--select", code[:3])
    assert names_of("--select", "CW") == everything
    assert names_of("--select", "CW", "--ignore", "CW") == set()


def test_what_is_not_selected_does_not_fail() -> None:
    assert run("check", "-", "--select", "id-too-long", stdin=BROKEN).exit_code == 0
    assert run("check", "-", "--ignore", "CW", "--fail-on", "info", stdin=BROKEN).exit_code == 0


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_rule_that_is_none_is_an_error_and_not_silence(option: str) -> None:
    done = run("check", "-", option, "mismatched-id,mising-result", stdin=BROKEN)
    assert done.exit_code == 2
    assert "'mising-result'" in done.stderr


# check: targets


LONG_ID = "call_" + "y" * 80
LONG = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 1,
    "messages": [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": LONG_ID, "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": LONG_ID, "content": "x"}]},
    ],
    "tools": [{"name": "f", "input_schema": {"type": "object"}}],
}
"""OpenAI refuses its id, Anthropic takes it."""
UNSURE = [user(), calling(call("c" * 50)), result("c" * 50), said()]
"""OpenAI took ids of 40 characters once."""


def test_refusals_stand_under_verdicts_and_never_among_diagnostics() -> None:
    (answer,) = checked("-", stdin=LONG)
    assert answer["diagnostics"] == []
    assert tuple(answer["verdicts"]) == crosswire.FIRST_TARGETS
    assert answer["verdicts"]["anthropic"]["accepts"] is True
    refused = answer["verdicts"]["openai-chat"]
    assert list(refused) == [*VERDICT, "filled", "repaired"]
    assert refused["accepts"] is False
    assert [found["name"] for found in refused["findings"]] == ["id-too-long"]
    assert refused["filled"]["accepts"] is True
    assert refused["filled"]["findings"] == refused["undecided"] == []
    assert list(refused["repaired"]) == VERDICT


def test_a_refusal_says_what_it_goes_by_and_where_it_stands_in_what_would_be_sent() -> None:
    (answer,) = checked("-", "--target", "openai-chat", stdin=LONG)
    assert list(answer["verdicts"]) == ["openai-chat"]
    (found,) = answer["verdicts"]["openai-chat"]["findings"]
    assert list(found) == [
        *("code", "name", "severity", "kind", "address", "message", "targets", "related"),
        *("payload", "error", "ground", "confidence"),
    ]
    assert (found["kind"], found["targets"], found["confidence"]) == ("refusal", ["openai-chat"], "high")
    assert found["address"] == "0:/messages/1/content/0/id"
    assert found["payload"] == "0:/messages/1/tool_calls/0/id"
    assert found["ground"] == "chat-id-max-length"
    assert "string too long" in found["error"]


def test_verdicts_are_what_the_library_gives() -> None:
    for value in (CLEAN, BROKEN, PENDING, LONG):
        (conversation,) = crosswire.load(json.dumps(value).encode()).conversations
        (answer,) = checked("-", stdin=value)
        for target, one in crosswire.verdicts(conversation).items():
            told = answer["verdicts"][target]
            assert told["accepts"] == one.accepts
            assert [found["address"] for found in told["findings"]] == [f.address for f in one.findings]
        for target, one in crosswire.verdicts(conversation, ids="fill").items():
            assert answer["verdicts"][target]["filled"]["accepts"] == one.accepts


def test_verdicts_can_be_left_out() -> None:
    (answer,) = checked("-", "--no-verdicts", stdin=LONG)
    assert "verdicts" not in answer
    done = run("check", "-", "--no-verdicts", "--target", "gemini", stdin=LONG)
    assert done.exit_code == 2
    assert "contradict" in done.stderr


@for_each(
    ("value", "options", "code"),
    [
        (LONG, [], 0),
        (LONG, ["--target", "anthropic"], 0),
        (LONG, ["--target", "openai-chat"], 1),
        (LONG, ["--target", "anthropic", "--target", "openai-responses"], 1),
        (LONG, ["--target", "openai-chat", "--ignore", "id-too-long"], 1),
        (LONG, ["--target", "openai-chat", "--select", "CW101"], 1),
        (LONG, ["--target", "anthropic", "--select", "CW101"], 0),
        (UNSURE, ["--target", "openai-chat", "--fail-on", "warning", "--ignore", "CW"], 1),
        (LONG, ["--target", "openai-chat", "--fail-on", "never"], 0),
        (UNSURE, ["--target", "openai-chat"], 3),
        (UNSURE, ["--target", "openai-chat", "--allow-unsure"], 0),
        (UNSURE, ["--target", "openai-chat", "--fail-on", "never"], 0),
        (UNSURE, [], 0),
        (BROKEN, ["--target", "openai-chat", "--allow-unsure"], 1),
        (UNSURE, ["--target", "openai-chat", "--fail-on", "warning"], 1),
        (UNSURE, ["--target", "anthropic", "--fail-on", "warning"], 0),
        (BROKEN, ["--target", "gemini"], 1),
    ],
)
@for_each("output", ["text", "json", "sarif"])
def test_a_target_that_is_named_decides_the_exit_code(
    value: Any, options: list[str], code: int, output: str
) -> None:
    assert run("check", "-", "--format", output, *options, stdin=value).exit_code == code


def test_the_text_says_who_refuses_where_and_in_which_words() -> None:
    done = run("check", "-", "--target", "openai-chat", "--target", "anthropic", stdin=LONG)
    code = crosswire.rules.RULES_BY_NAME["id-too-long"].code
    refused, chat, anthropic, counts = done.stdout.splitlines()
    assert refused.startswith(f"-: 0:/messages/1/content/0/id: openai-chat refuses: {code} id-too-long: ")
    assert "OpenAI Chat Completions answers 400: Invalid" in refused
    assert re.fullmatch(
        r"-: openai-chat: refused as logged, accepted with ids filled in, \w+ after repair", chat
    )
    assert anthropic.startswith("-: anthropic: accepted as logged, ")
    assert counts.endswith("0 findings")
    assert "may refuse" in run("check", "-", "--target", "openai-chat", stdin=UNSURE).stdout


@pytest.mark.parametrize("options", [["--select", "absent-id"], ["--ignore", "id-too-long"]])
def test_a_filter_hides_refusals_and_leaves_the_verdict(options: list[str]) -> None:
    (everything,) = checked("-", stdin=LONG)
    (answer,) = checked("-", *options, stdin=LONG)
    for target, whole in everything["verdicts"].items():
        told = answer["verdicts"][target]
        for shown, all_of_it in ((told, whole), *((told[how], whole[how]) for how in ("filled", "repaired"))):
            assert shown["accepts"] is all_of_it["accepts"]
            assert "id-too-long" not in {found["name"] for found in shown["findings"]}
    assert answer["verdicts"]["openai-chat"]["accepts"] is False


def test_the_text_says_how_many_refusals_a_filter_hides() -> None:
    def verdict_line(value: Any, *options: str) -> str:
        shown = run("check", "-", "--target", "openai-chat", *options, stdin=value).stdout.splitlines()
        (line,) = [line for line in shown if " as logged" in line]
        return line

    assert "refused as logged" in verdict_line(LONG, "--select", "CW101")
    assert verdict_line(LONG, "--select", "CW101").endswith(" after repair (1 refusal not shown)")
    assert "unsure as logged" in verdict_line(UNSURE, "--ignore", "CW")
    assert verdict_line(UNSURE, "--ignore", "CW").endswith(" after repair (1 refusal not shown)")
    (answer,) = checked("-", "--target", "openai-chat", stdin=BROKEN)
    findings = answer["verdicts"]["openai-chat"]["findings"]
    number = sum(found["severity"] != "info" for found in findings)
    assert number > 1
    assert verdict_line(BROKEN, "--ignore", "CW").endswith(f" after repair ({number} refusals not shown)")
    for options in ([], ["--select", "id-too-long"], ["--ignore", "CW101"]):
        assert "not shown" not in verdict_line(LONG, *options)


def test_what_is_only_said_of_a_target_is_no_refusal() -> None:
    (conversation,) = crosswire.load(json.dumps(LONG).encode()).conversations
    one = verdict_states(conversation, ["openai-chat"])["openai-chat"]
    (found,) = one.logged.findings
    noted = structs.replace(
        one, logged=structs.replace(one.logged, findings=[structs.replace(found, severity=Severity.INFO)])
    )
    line, outcome = verdict_lines(noted)
    assert f"openai-chat notes: {found.code} " in line
    assert "refuse" not in line
    assert "openai-chat: accepted as logged" in outcome
    assert "not shown" not in list(verdict_lines(noted, lambda _: False))[-1]


def test_sarif_holds_refusals_of_named_targets_alone() -> None:
    def results(*options: str) -> list[dict[str, Any]]:
        report = json.loads(run("check", "-", "--format", "sarif", *options, stdin=LONG).stdout)
        found: list[dict[str, Any]] = report["runs"][0]["results"]
        return found

    assert results() == []
    assert results("--target", "openai-chat", "--ignore", "id-too-long") == []
    (refused,) = results("--target", "openai-chat", "--target", "anthropic")
    assert refused["properties"] == {"kind": "refusal", "targets": ["openai-chat"]}


def test_a_format_can_be_insisted_on() -> None:
    value = [{"role": "user", "content": "Hello."}]
    assert checked("-", "--from", "anthropic", stdin=value)[0]["format"] == "anthropic"
    assert "There is no format 'bedrok'" in checked("-", "--from", "bedrok", stdin=value)[0]["error"]


# check: text and SARIF


def test_the_text_names_file_address_severity_code_and_rule(files: Path) -> None:
    done = run("check", files / "broken.json")
    lines = done.stdout.splitlines()
    code = crosswire.rules.RULES_BY_NAME["mismatched-id"].code
    assert any(
        line.startswith(f"{files / 'broken.json'}: 0:/2") and f": error {code} mismatched-id: " in line
        for line in lines
    )
    assert lines[-1].startswith(f"{files / 'broken.json'}: openai-chat, 7 messages, 2 calls, 2 results, ")
    assert lines[-1].endswith(f" {len(lines) - 1} findings")


def test_sarif_holds_every_finding_with_a_declared_rule(files: Path) -> None:
    odd = files / "a b#é.json"
    odd.write_text(json.dumps(BROKEN))
    report = json.loads(run("check", odd, files / "no.txt", "--format", "sarif").stdout)
    assert report["version"] == "2.1.0"
    (one,) = report["runs"]
    declared = {rule["id"]: rule for rule in one["tool"]["driver"]["rules"]}
    assert list(declared) == list(crosswire.RULES)
    for rule in declared.values():
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert len(one["results"]) == len(checked(odd)[0]["diagnostics"]) > 0
    for found in one["results"]:
        assert found["ruleId"] in declared
        assert found["level"] in ("error", "warning", "note")
        assert found["message"]["text"]
        (place,) = found["locations"]
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.endswith("a%20b%23%C3%A9.json")
        assert place["logicalLocations"][0]["fullyQualifiedName"].startswith("0:/")
    (invocation,) = one["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "no.txt: Not JSON" in invocation["toolExecutionNotifications"][0]["message"]["text"]


# Text that no encoding takes


def test_lone_surrogates_in_a_log_break_no_answer(tmp_path: Path) -> None:
    data = json.dumps(
        {
            "half \ud83d": 1,
            "messages": [user("\ud83d"), calling(call("\ud83d")), result("\ude42"), said("\ud83d")],
        }
    )
    for command in ("check", "detect"):
        for output in ("text", "json") if command == "detect" else ("text", "json", "sarif"):
            assert run(command, "-", "--format", output, stdin=data).exit_code in (0, 1)
    losses = tmp_path / "losses.json"
    for target in crosswire.FORMATS:
        done = run("convert", "-", "--to", target, "--losses", losses, stdin=data)
        assert done.exit_code == 0
        assert "\\ud83d" in done.stdout
        json.loads(losses.read_text())
        assert run("convert", "-", "--to", target, stdin=data).exit_code == 0


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no file names that are not UTF-8.")
def test_a_file_name_that_is_not_utf8_is_escaped(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.json"
    Path(os.fsdecode(path)).write_text(json.dumps(BROKEN))
    for output in ("text", "json", "sarif"):
        done = run("check", os.fsdecode(path), "--format", output)
        assert done.exit_code == 1
        assert "caf" in done.stdout


# detect


def test_detect_names_format_shape_and_reason(files: Path) -> None:
    path = files / "gemini.json"
    path.write_text(json.dumps(REQUESTS["gemini"]))
    done = run("detect", path)
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{path}: gemini (request in json, confidence 0.9")
    assert "`functionDeclarations`" in done.stdout


def test_the_json_of_detect_has_the_documented_fields(files: Path) -> None:
    done = run("detect", files / "clean.json", files / "no.txt", files / "other.json", "--format", "json")
    assert done.exit_code == 2
    answers = json.loads(done.stdout)["files"]
    first = answers[0]
    assert list(first) == ["path", "format", "title", "container", "shape", "confidence", "reason", "others"]
    assert (first["format"], first["title"]) == ("openai-chat", "OpenAI Chat Completions")
    assert [list(answer) for answer in answers[1:]] == [["path", "error"]] * 2


def test_detect_lists_what_else_would_fit() -> None:
    done = run("detect", "-", "--format", "json", stdin=[user("Hello.")])
    (answer,) = json.loads(done.stdout)["files"]
    assert "anthropic" in [other["format"] for other in answer["others"]]


# convert


@for_each("target", list(crosswire.FORMATS))
def test_convert_writes_the_rendering_and_nothing_else_to_standard_output(target: str) -> None:
    for value in (CLEAN, BROKEN, REQUESTS["anthropic"]):
        done = run("convert", "-", "--to", target, stdin=value)
        assert done.exit_code == 0
        (conversation,) = crosswire.load(json.dumps(value).encode()).conversations
        assert json.loads(done.stdout) == crosswire.render(conversation, target).payload
        assert done.stdout_bytes.endswith(b"}\n")
        assert done.stdout_bytes == run("convert", "-", "--to", target, stdin=value).stdout_bytes


def test_a_conversion_can_be_converted_again() -> None:
    first = run("convert", "-", "--to", "gemini", stdin=CLEAN)
    again = run("convert", "-", "--to", "openai-chat", stdin=first.stdout)
    assert [message["role"] for message in json.loads(again.stdout)["messages"]] == [
        *("user", "assistant", "tool", "assistant")
    ]


def test_losses_and_made_ids_go_to_standard_error() -> None:
    done = run("convert", "-", "--to", "anthropic", stdin={"messages": BROKEN, "logit_bias": {"1": 1}})
    assert "0:/logit_bias: dropped setting: logit_bias: " in done.stderr
    assert re.search(
        r"^0:/messages/4/tool_calls/0/id: id made: None -> 'cw_\w+': ", done.stderr, re.MULTILINE
    )


def test_a_dash_is_standard_output_for_each_thing_that_is_written(files: Path) -> None:
    body = files / "body.json"
    done = run("convert", "-", "--to", "anthropic", "--losses", "-", "--output", body, stdin=BROKEN)
    (report,) = json.loads(done.stdout)
    assert report["target"] == "anthropic"
    done = run("convert", "-", "--to", "anthropic", "--output", "-", "--hold", files / "map", stdin=BROKEN)
    assert json.loads(done.stdout) == json.loads(body.read_text())
    for command in ("repair", "secrets --mask"):
        done, plain = (run(*command.split(), "-", *to, stdin=BROKEN) for to in (["--output", "-"], []))
        assert done.stdout == plain.stdout != ""
    (mended,) = json.loads(run("repair", "-", "--output", body, "--changes", "-", stdin=BROKEN).stdout)
    assert mended["changes"]
    assert not Path("-").exists()


def test_losses_and_made_ids_go_to_a_file_when_asked(files: Path) -> None:
    done = run("convert", "-", "--to", "anthropic", "--losses", files / "losses.json", stdin=BROKEN)
    assert done.stderr == ""
    (report,) = json.loads((files / "losses.json").read_text())
    assert list(report) == [
        *("conversation", "target", "ids", "media", "notes", "refused_by"),
        *("losses", "id_map", "name_map"),
    ]
    assert (report["conversation"], report["target"], report["ids"]) == (0, "anthropic", "fill")
    assert [change["how"] for change in report["id_map"]] == ["made", "made"]
    assert all((change["before"], change["by_crosswire"]) == (None, True) for change in report["id_map"])
    assert all(
        {"kind", "code", "what", "why", "source", "target"} <= loss.keys() for loss in report["losses"]
    )


def test_the_output_goes_to_a_file_when_asked(files: Path) -> None:
    done = run("convert", files / "clean.json", "--to", "gemini", "--output", files / "out.json")
    assert (done.exit_code, done.stdout) == (0, "")
    assert (files / "out.json").read_bytes() == run(
        "convert", files / "clean.json", "--to", "gemini"
    ).stdout_bytes


def test_a_place_that_cannot_be_written_is_said(files: Path) -> None:
    for option in ("--output", "--losses"):
        done = run("convert", files / "clean.json", "--to", "gemini", option, files / "no" / "where.json")
        assert done.exit_code == 2
        assert "No such file or directory" in done.stderr


@pytest.mark.parametrize(("ids", "shape"), [("keep", "call_1"), ("fill", "call_1"), ("native", r"toolu_\w+")])
def test_the_id_policy_is_an_option(ids: str, shape: str) -> None:
    done = run("convert", "-", "--to", "anthropic", "--ids", ids, stdin=CLEAN)
    (block,) = json.loads(done.stdout)["messages"][1]["content"]
    assert re.fullmatch(shape, block["id"])


def test_several_conversations_are_written_as_json_lines(files: Path) -> None:
    done = run("convert", files / "lines.jsonl", "--to", "openai-responses")
    lines = done.stdout_bytes.splitlines()
    assert len(lines) == 2
    assert all("input" in json.loads(line) for line in lines)
    again = crosswire.load(done.stdout_bytes)
    assert (again.container, again.format, len(again.conversations)) == ("jsonl", "openai-responses", 2)


def test_a_session_is_converted_too() -> None:
    lines = "\n".join(json.dumps(line) for line in SESSION_LINES)
    done = run("convert", "-", "--to", "openai-chat", stdin=lines)
    assert [message["role"] for message in json.loads(done.stdout)["messages"]] == [
        "user",
        "assistant",
        "tool",
    ]


@pytest.mark.parametrize("name", ["missing.json", "no.txt", "other.json"])
def test_convert_of_what_cannot_be_read_exits_with_2(files: Path, name: str) -> None:
    done = run("convert", files / name, "--to", "gemini")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"crosswire: {files / name}: ")


# Catalogues


def test_rules_lists_every_rule_under_its_family() -> None:
    text = run("rules").stdout
    listed = re.findall(r"^CW\d{3}", text, re.MULTILINE)
    assert sorted(listed) == list(crosswire.RULES)
    titles = [block.splitlines()[0] for block in text.split("\n\n")]
    assert titles == list(by_family())
    for block in text.rstrip().split("\n\n"):
        title, *lines = block.splitlines()
        assert {line.split()[0] for line in lines} == {rule.code for rule in by_family()[title]}


@for_each("rule", crosswire.RULES.values(), ids=lambda rule: rule.name)
def test_rules_shows_all_that_is_known_of_one(rule: crosswire.Rule) -> None:
    text = run("rules", rule.code).stdout
    assert text.startswith(f"{rule.code} {rule.name} ({rule.kind}, {rule.severity}; ")
    plain = " ".join(text.split())
    for heading in ("What it checks", "Why it matters", "Example", "Source"):
        assert f"## {heading} " in plain
    for example in examples(rule.doc):
        assert example.text in text
    grounds = rule.grounds if isinstance(rule, ProviderRule) else ()
    for ground in grounds:
        assert ground.key in plain
        for told in (ground.error_text, ground.source, ground.since or "", ground.until or ""):
            assert " ".join(told.split()) in plain
        for target in ground.targets:
            assert crosswire.TARGETS[target].title in plain
    assert ("## Who refuses it" in text) == bool(grounds)


def test_rules_as_json_have_every_ground_with_its_evidence() -> None:
    rules = {rule["code"]: rule for rule in json.loads(run("rules", "--format", "json").stdout)["rules"]}
    assert rules.keys() == crosswire.RULES.keys()
    for rule in crosswire.RULES.values():
        grounds = rule.grounds if isinstance(rule, ProviderRule) else ()
        told = rules[rule.code]["grounds"]
        assert [(one["words"], tuple(one["targets"])) for one in told] == [
            (ground.error_text, ground.targets) for ground in grounds
        ]
        assert all(one["source"] and one["confidence"] in ("high", "medium", "low") for one in told)
    [of_vertex] = rules["CW335"]["grounds"]
    assert (of_vertex["since"], of_vertex["until"]) == ("2025-07", "2026-06")
    assert of_vertex["providers"] == ["Gemini on Vertex AI"]


def test_one_rule_as_json_has_its_documentation_too() -> None:
    told = json.loads(run("rules", "CW335", "--format", "json").stdout)
    assert [piece["kind"] for piece in told["sections"]["Example"]] == ["example", "text", "example"]


def test_rules_finds_one_by_code_or_name() -> None:
    rule = crosswire.rules.RULES_BY_NAME["missing-result"]
    for name in (rule.code, rule.code.lower(), "missing-result", "Missing-Result"):
        assert run("rules", name).stdout.startswith(f"{rule.code} missing-result (defect, error; ")
    done = run("rules", "CW999")
    assert done.exit_code == 2
    assert "CW999" in done.stderr


def test_formats_lists_every_format_and_log() -> None:
    lines = run("formats").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*crosswire.FORMATS, *crosswire.LOGS]


def test_help_names_every_command() -> None:
    text = run("--help").stdout
    for command in ("check", "convert", "detect", "explain", "formats", "rules"):
        assert re.search(rf"^  {command} ", text, re.MULTILINE)


def test_the_module_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "crosswire", "check", "-"],
        cwd=ROOT,
        input=json.dumps(CLEAN),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "-: openai-chat, 4 messages, 1 call, 1 result, 0 findings\n"


def test_the_program_runs_what_was_registered_for_its_end() -> None:
    code = "import atexit, sys; from crosswire.cli.program import run; atexit.register(print, 'the end')"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; sys.argv[1:] = ['catalogue', '--no-such']; run()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "the end\n")
    assert "No such option" in done.stderr


def test_the_version_is_told_even_from_a_checkout() -> None:
    done = run("--version")
    assert done.exit_code == 0
    assert done.stdout.startswith("crosswire")


SAID = "No tool call found for function call output with call_id fc_68f1c0a2c9e081a0."
REFUSED = f"openai.BadRequestError: Error code: 400 - {{'error': {{'message': '{SAID}'}}}}"


@pytest.mark.parametrize("error", [SAID, REFUSED, json.dumps({"error": {"message": SAID, "code": 400}})])
def test_an_error_alone_is_explained_and_asks_for_the_request(error: str) -> None:
    answer = run("check", "-", stdin=error)
    assert answer.exit_code == 2
    assert "an error alone, without a log" in answer.stderr
    assert answer.stdout.startswith(
        "`fc_68f1c0a2c9e081a0` is the id of an item (a function call), not of a call."
    )
    assert "CW712 unexpected-result" in answer.stdout
    [record] = json.loads(run("check", "-", "--format", "json", stdin=error).stdout)["files"]
    assert record["explained"][0]["hints"][0]["value"] == "fc_68f1c0a2c9e081a0"
    explained = run("explain", "-", stdin=error)
    assert explained.exit_code == 0
    assert explained.stdout == answer.stdout


@pytest.mark.parametrize("error", [SAID, REFUSED])
def test_an_error_beside_a_log_is_explained_for_the_log(error: str) -> None:
    request = {
        "model": "gpt-5",
        "input": [
            {
                "type": "function_call",
                "id": "fc_68f1c0a2c9e081a0",
                "call_id": "call_a1",
                "name": "f",
                "arguments": "{}",
            },
            {"type": "function_call_output", "call_id": "fc_68f1c0a2c9e081a0", "output": "x"},
        ],
    }
    paste = f"It fails:\n\n{error}\n\n```json\n{json.dumps(request, indent=2)}\n```\n"
    answer = run("check", "-", stdin=paste)
    assert answer.exit_code == 1
    assert "-: error: CW712 unexpected-result" in answer.stdout
    assert "Read the JSON of a fenced block, lines 6 to " in answer.stderr
    [record] = checked("-", stdin=paste)
    assert [one["code"] for one in record["explained"][0]["recognised"]] == ["CW712"]
    explained = run("explain", "-", stdin=paste)
    assert "0:/input/1" in explained.stdout


def test_a_log_without_an_error_has_nothing_to_explain() -> None:
    paste = f"body = {json.dumps({'messages': CLEAN})}\nsend(body)"
    assert "explained" not in checked("-", stdin=paste)[0]
    answer = run("explain", "-", stdin=paste)
    assert answer.exit_code == 2
    assert "No error stands beside the log: give it with --error." in answer.stderr


# Commands of packages that are not installed


@pytest.mark.parametrize("arguments", [["serve", "--port", "80"], ["put", "file"], ["doctor", "--open"]])
def test_a_command_of_the_app_says_what_to_install_where_the_app_is_missing(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(_entry: EntryPoint) -> None:
        raise ModuleNotFoundError("No module named 'flask'", name="flask")

    monkeypatch.setattr(EntryPoint, "load", missing)
    monkeypatch.setenv("HOME", str(tmp_path))
    done = run(*arguments)
    what = "--open" if "--open" in arguments else f"`crosswire {arguments[0]}`"
    assert done.exit_code == 2
    assert done.stderr == f"Error: {what} needs the web app: pip install 'crosswire[web]'.\n"
    assert "pip install 'crosswire[web]'" in run("--help").stdout


def test_a_module_of_ours_that_is_missing_is_a_fault_and_no_matter_of_installing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(_entry: EntryPoint) -> None:
        raise ModuleNotFoundError("No module named 'webapp.gone'", name="webapp.gone")

    monkeypatch.setattr(EntryPoint, "load", missing)
    with pytest.raises(ModuleNotFoundError):
        run("serve")


def test_each_command_is_called_what_it_is_listed_as() -> None:
    context = click.Context(main, info_name="crosswire")
    called = {name: main.get_command(context, name) for name in OWN_COMMANDS}
    assert {name: command.name for name, command in called.items() if command} == {n: n for n in OWN_COMMANDS}
