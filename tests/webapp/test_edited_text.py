"""A text that is edited: what of it stays to the byte, what is wrong with it, and how a fix goes into it."""

import json
from pathlib import Path
from typing import Any

import pytest
from crosswire.containers import read_json
from crosswire.errors import CannotExport
from hypothesis import given
from hypothesis import strategies as st
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.test_json_patch import JSON
from tests.webapp.samples import chat
from webapp.readmodel.checked import checked_text, fixed_text
from webapp.readmodel.edited import NotEditable, editable

GENKIT = Path(__file__).parents[1] / "corpus/genkit"
BROKEN: dict[str, Any] = {
    "model": "gpt-5.1",
    "input": [user("Add."), function_call("call_1", id="fc_1"), function_output("fc_1"), user("And?")],
}


@given(st.text(alphabet='ab\r\n\ufeff{}"é', max_size=40))
def test_a_text_that_nobody_touched_gives_its_bytes(text: str) -> None:
    data = text.encode()
    shown = editable(data, may_lay_out=True)
    assert shown.bytes_of(shown.text) == data
    assert shown.bytes_of(shown.text.replace("\n", "\r\n")) == data  # as a form sends it


@given(JSON, st.sampled_from([(",", ":"), (", ", ": ")]))
def test_one_line_of_json_is_laid_out_and_written_back_as_it_was(value: Any, marks: tuple[str, str]) -> None:
    text = json.dumps([value, "x" * 80, {"n": 1.50}], separators=marks)
    shown = editable(text.encode(), may_lay_out=True)
    assert "\n" in shown.text
    assert shown.style
    edited = shown.text.replace('"n": 1.5', '"n": 2')
    assert shown.bytes_of(edited) == text.replace(f'"n"{marks[1]}1.5', f'"n"{marks[1]}2').encode()


def test_lines_that_stay_keep_their_line_ends() -> None:
    data = b'\xef\xbb\xbf{\r\n"a": 1,\n"b": 2,\r\n"c": 3\r\n}'
    shown = editable(data, may_lay_out=True)
    assert shown.text.startswith("{")
    edited = shown.bytes_of(shown.text.replace('"b": 2,', '"b": 4,\n"d": 5,'))
    assert edited == data.replace(b'"b": 2,', b'"b": 4,\r\n"d": 5,')


@pytest.mark.parametrize("data", [b'{"a": "\xff"}', b'{"a": "\0"}'])
def test_what_a_text_field_cannot_hold_is_not_edited(data: bytes) -> None:
    with pytest.raises(NotEditable):
        editable(data, may_lay_out=True)


def test_a_broken_text_tells_its_line_and_what_should_stand_there() -> None:
    told = checked_text(b'{"a": 1,\n "b": [1,2\n "c": 3}', None)
    assert told.line == 3
    assert "a comma or ']' should stand here" in told.fault
    assert "column 5" in told.fault
    assert not told.judged


def test_documents_of_no_format_are_not_judged() -> None:
    told = checked_text(b'{"a": [1, 2]}', None)
    assert told.fault
    assert not told.judged
    assert not told.title


def test_findings_have_their_line_and_their_provider() -> None:
    data = json.dumps(BROKEN, indent=1).encode()
    told = checked_text(data, None)
    [problem] = told.problems
    assert problem.line == data.splitlines().index(b'   "call_id": "fc_1",') + 1
    assert problem.severity == "error"
    assert "fc_1" in problem.message
    assert [one.word for one in told.judged] == ["refused"]
    assert problem.fix


def test_a_sound_text_passes() -> None:
    told = checked_text(chat(), None)
    assert [one.word for one in told.judged] == ["accepted"]
    assert not told.problems


def test_a_fix_changes_only_its_finding() -> None:
    more = [function_call("call_2", id="fc_2"), function_output("fc_2")]
    two = {**BROKEN, "input": [*BROKEN["input"][:3], *more, user("And?")]}
    data = json.dumps(two, indent=1).encode()
    first, second = (one for one in checked_text(data, None).problems if one.fix)
    fixed = fixed_text(data, None, first.fix)
    assert fixed == data.replace(b'"call_id": "fc_1"', b'"call_id": "call_1"')
    [left] = (one for one in checked_text(fixed, None).problems if one.fix)
    assert left.line == second.line


def test_a_fix_in_one_line_of_many_leaves_the_others() -> None:
    data = b"\n".join([json.dumps(BROKEN).encode()] * 3)
    told = checked_text(data, None)
    fixed = fixed_text(data, None, told.problems[1].fix)
    assert [one.count(b"fc_1") for one in fixed.splitlines()] == [2, 1, 2]


def test_an_order_is_fixed_in_place() -> None:
    body = {"model": "gpt-4o", "messages": [user(), calling(call("c1")), user("Wait."), result("c1"), said()]}
    data = json.dumps(body, indent=2).encode()
    told = checked_text(data, None)
    fixable = [one for one in told.problems if one.fix]
    assert fixable
    fixed = fixed_text(data, None, fixable[0].fix)
    roles = [one["role"] for one in read_json(fixed)["messages"]]  # type: ignore[index,call-overload]
    assert roles == ["user", "assistant", "tool", "user", "assistant"]


def test_a_finding_that_is_gone_is_not_fixed() -> None:
    data = json.dumps(BROKEN).encode()
    key = checked_text(data, None).problems[0].fix
    with pytest.raises(CannotExport):
        fixed_text(data.replace(b'"call_id": "fc_1"', b'"call_id": "call_1"'), None, key)


def test_what_was_cut_off_is_told() -> None:
    told = checked_text(b'{"model":"x","messages":[{"role":"user","content":"hi"}', None)
    assert any("cut off" in note for note in told.notes)


def test_a_fix_that_needs_others_at_its_place_takes_them_along() -> None:
    data = (GENKIT / "result_as_tool_name_and_id.json").read_bytes()
    fixable = [one for one in checked_text(data, None).problems if one.fix]
    assert fixable
    for one in fixable:
        left = checked_text(fixed_text(data, None, one.fix), None).problems
        assert one.fix not in [other.fix for other in left]
