"""Two records are compared: what differs in structure is listed, a changed wording once."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bench.answers import main
from bench.answers_compared import Report, compared
from bench.answers_kept import TIMEOUT, Answer, Answers, Shape, read
from click.testing import CliRunner
from flask.testing import FlaskClient
from tests.recorded_answers import FILE
from tests.samples import REQUESTS
from tests.webapp.samples import chat

FINDINGS = [
    {"code": f"CW10{n}", "severity": "error", "address": f"0:/{n}", "message": f"Call 'a_{n}' has no id."}
    for n in range(4)
]


def answered(text: str, shape: Shape = "answer", exit: int | str = 0) -> Mapping[str, Answers]:
    return {"log.json": {"check FILE": [Answer("check", exit, {"stdout": (shape, text)})]}}


def of_findings(findings: list[dict[str, Any]]) -> Mapping[str, Answers]:
    return answered(json.dumps({"diagnostics": findings}))


def differing(report: Report) -> list[str]:
    return [line.split(" | ", 2)[2] for line in report.structural]


def test_a_changed_wording_is_listed_once_and_leaves_the_records_the_same() -> None:
    reworded = [one | {"message": one["message"].replace("has no", "lacks an")} for one in FINDINGS]
    report = compared(of_findings(FINDINGS), of_findings(reworded))
    [wording] = report.wordings.values()
    assert (wording.old, wording.new) == ("Call 'a_0' has no id.", "Call 'a_0' lacks an id.")
    assert (wording.count, wording.other_values) == (4, 0)
    assert report.is_same


def test_a_changed_code_and_a_missing_finding_are_listed_with_their_places() -> None:
    changed = [FINDINGS[0], *FINDINGS[2:]]
    changed[-1] = changed[-1] | {"code": "CW999"}
    report = compared(of_findings(FINDINGS), of_findings(changed))
    assert differing(report) == [
        f"stdout/diagnostics/1 | {json.dumps(FINDINGS[1])} -> (absent)",
        "stdout/diagnostics/3/code | CW103 -> CW999",
    ]
    assert not report.is_same


@pytest.mark.parametrize(
    ("old", "new"),
    [("Call 'a_1' has no id.", "Call 'a_2' has no id."), ("3 calls before it.", "4 calls before it.")],
)
def test_another_id_or_number_in_the_same_words_is_no_wording(old: str, new: str) -> None:
    report = compared(of_findings([{"message": old}]), of_findings([{"message": new}]))
    assert differing(report) == [f"stdout/diagnostics/0/message | {old} -> {new}"]
    assert not report.wordings


def test_a_rewording_with_another_id_is_marked() -> None:
    old, new = ([{"message": text}] for text in ("Call 'a_1' has no id.", "The call `a_2` has no id."))
    report = compared(of_findings(old), of_findings(new))
    assert [wording.other_values for wording in report.wordings.values()] == [1]


def test_other_quotes_are_a_wording() -> None:
    report = compared(of_findings([{"message": "No 'a_1'."}]), of_findings([{"message": "No `a_1`."}]))
    assert [wording.other_values for wording in report.wordings.values()] == [0]
    assert report.is_same


def test_a_text_with_other_line_ends_is_the_same() -> None:
    old, new = ([{"message": text}] for text in ("It has\nno id.", "It\nhas no id."))
    report = compared(of_findings(old), of_findings(new))
    assert (report.wordings, report.structural) == ({}, [])
    lines = compared(answered("It has\nno id.\n", "lines"), answered("It\nhas no id.\n", "lines"))
    assert (lines.wordings, lines.structural) == ({}, [])


def test_another_order_of_keys_in_an_answer_is_listed() -> None:
    differing_order = compared(answered('{"a": [], "b": 1}'), answered('{"b": 1, "a": []}'))
    assert differing(differing_order) == ['stdout, order of keys | ["a", "b"] -> ["b", "a"]']


def test_a_text_that_is_gone_is_structural() -> None:
    report = compared(of_findings([{"message": "It has no id."}]), of_findings([{"message": None}]))
    assert differing(report) == ["stdout/diagnostics/0/message | It has no id. -> null"]


def test_no_key_of_a_payload_is_a_text() -> None:
    old, new = ('{"content": [{"text": "Look here."}]}', '{"content": [{"text": "Look there."}]}')
    report = compared(answered(old, "payload"), answered(new, "payload"))
    assert differing(report) == ["stdout/content/0/text | Look here. -> Look there."]


@pytest.mark.parametrize(("old", "new"), [("[1,2]", "[1, 2]"), ('{"a":1,"b":2}', '{"b":2,"a":1}')])
def test_a_payload_in_other_bytes_differs(old: str, new: str) -> None:
    assert len(compared(answered(old, "payload"), answered(new, "payload")).structural) == 1


@pytest.mark.parametrize(("old", "new"), [("1", "1.0"), ("1", "true"), ('"1"', "1"), ("null", "0")])
def test_values_of_other_types_differ(old: str, new: str) -> None:
    assert len(compared(answered(f"[{old}]"), answered(f"[{new}]")).structural) == 1


def test_lines_for_people_are_compared_as_wordings_and_counted() -> None:
    report = compared(answered("One.\nTwo.\n", "lines"), answered("One.\nOther.\nThree.\n", "lines"))
    assert [(wording.old, wording.new) for wording in report.wordings.values()] == [("Two.", "Other.")]
    assert differing(report) == ["stdout/2 | (absent) -> Three."]


def test_exit_codes_and_missing_answers_are_listed_and_timeouts_are_not_compared() -> None:
    assert differing(compared(answered("[]", exit=0), answered("[]", exit=2))) == ["exit | 0 -> 2"]
    lacking = compared(answered("[]"), {})
    assert (dict(lacking.missing), lacking.is_same) == ({("before", "log.json"): 1}, False)
    late = compared(answered("", exit=TIMEOUT), answered("[]"))
    assert (late.timeouts, late.is_same) == (["log.json | check FILE"], True)
    assert not compared(answered("[]"), answered("", exit=TIMEOUT)).is_same


@pytest.mark.thorough
def test_two_records_of_the_command_line_are_the_same(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps(REQUESTS["openai-chat"]))
    assert run("record", tmp_path / "before", log) == 0
    assert run("record", tmp_path / "after", tmp_path / "before" / "inputs") == 0
    assert run("compare", tmp_path / "before", tmp_path / "after") == 0
    answers = read(tmp_path / "before")["log.json"]
    [checked] = answers["check FILE --format json"]
    assert json.loads(checked.parts["stdout"][1])["files"][0]["calls"] == 1
    [written] = answers["convert FILE --to gemini --ids fill --losses ../work/losses.json"]
    assert {name: shape for name, (shape, _) in written.parts.items()} == {
        "stdout": "payload",
        "stderr": "lines",
        "losses.json": "answer",
    }


def run(*words: object) -> int:
    return CliRunner().invoke(main, [str(word) for word in words]).exit_code


def test_two_runs_of_a_test_get_the_same_of_the_api_whatever_the_slugs(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recorded(name: str, answer: str) -> Path:
        monkeypatch.setenv(FILE, str(tmp_path / name))
        slug = client.post("/api/conversations", data=chat(answer=answer)).json["slug"]
        client.get(f"/api/conversations/{slug}")
        client.get(f"/api/conversations/{slug}/calls?limit=1")
        return tmp_path / name

    first, again, other = recorded("first", "Sun."), recorded("again", "Sun."), recorded("other", "Rain.")
    assert first.read_bytes() != again.read_bytes()
    assert run("compare", first, again) == 0
    differences = compared(read(first), read(other)).places
    assert differences == {f"GET /api/conversations/<token> body/{key}": 1 for key in ("size", "sha256")}


@pytest.mark.parametrize(
    ("media_type", "places", "wordings"), [("text/markdown", [], 1), ("text/x-python", ["file"], 0)]
)
def test_an_exported_transcript_has_wordings_and_an_exported_program_has_none(
    tmp_path: Path, media_type: str, places: list[str], wordings: int
) -> None:
    for name, text in ("old", "# Lost is this"), ("new", "# This is lost"):
        body = json.dumps({"media_type": media_type, "text": text})
        row = {"test": "t.py::t (call)", "method": "GET", "path": "/api/x", "status": 200, "body": body}
        (tmp_path / name).write_text(json.dumps(row) + "\n")
    report = compared(read(tmp_path / "old"), read(tmp_path / "new"))
    assert [place.split(" ")[2].rstrip(",") for place in report.places] == places
    assert len(report.wordings) == wordings


def test_cases_of_a_test_may_become_a_loop_in_another_order_or_be_left_out(tmp_path: Path) -> None:
    def recorded(name: str, *cases: tuple[str, int]) -> Mapping[str, Answers]:
        asked = {"method": "GET", "path": "/api/x", "status": 200}
        rows = [{"test": test, "body": json.dumps({"count": n}), **asked} for test, n in cases]
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        return read(tmp_path / name)

    cases = recorded("old", ("a.py::t[x::1] (call)", 1), ("a.py::t[y] (call)", 2), ("a.py::t[z] (call)", 3))
    loop = recorded("new", ("b/c.py::t (call)", 4), ("b/c.py::t (call)", 1))
    report = compared(cases, loop)
    assert differing(report) == ["body/count | 2 -> 4"]
    assert dict(report.missing) == {("before", "t"): 1}
