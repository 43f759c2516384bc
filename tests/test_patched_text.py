"""A change is put into the text of a document, and all that does not change stays to the byte."""

import json
from difflib import SequenceMatcher
from typing import Any

import crosswire
import pytest
from crosswire.containers import read_json
from crosswire.errors import CannotExport
from crosswire.exports import patched_lines, patched_text
from hypothesis import given
from hypothesis import strategies as st
from tests.histories import call, calling, function_call, function_output, result, user
from tests.test_json_patch import JSON, same

LOOKS: dict[str, dict[str, Any]] = {
    "compact": {"separators": (",", ":")},
    "spaced": {},
    "indented": {"indent": 2},
    "tabs": {"indent": "\t"},
}


@given(JSON, JSON, st.sampled_from(sorted(LOOKS)))
def test_any_change_goes_into_any_text(before: Any, after: Any, looks: str) -> None:
    text = json.dumps(before, **LOOKS[looks]).encode()
    assert same(read_json(patched_text(text, before, after)), after)


@pytest.mark.parametrize("looks", LOOKS)
def test_a_repaired_id_changes_alone(looks: str) -> None:
    body = {"model": "gpt-5.1", "n": 1.50, "input": [user(), function_call("call_1", id="fc_1")]}
    body["input"].append(function_output("fc_1"))  # type: ignore[attr-defined]
    text = json.dumps(body, **LOOKS[looks]).encode()
    log = crosswire.load(text)
    repaired = crosswire.repair(log.conversations[0])
    changed = patched_text(text, log.documents[0], repaired.documents[0])
    opcodes = SequenceMatcher(None, text, changed, autojunk=False).get_opcodes()
    assert [(text[a:b], changed[c:d]) for tag, a, b, c, d in opcodes if tag != "equal"] in (
        [(b"fc", b"call")],
        [(b"f", b""), (b"", b"all")],
    )


def test_what_is_written_anew_looks_like_what_is_around_it() -> None:
    text = json.dumps({"messages": [user("a"), user("b")], "top": {}}, indent=4).encode()
    before = read_json(text)
    after = {"messages": [user("a"), {"role": "tool", "content": ["x"]}, user("b")], "top": {"k": [1]}}
    assert patched_text(text, before, after) == json.dumps(after, indent=4).encode()  # type: ignore[arg-type]


def test_a_moved_message_leaves_the_others_as_they_were() -> None:
    one = b'{"role": "user",   "content": "a"}'
    text = b'{"messages": [\n  ' + one + b',\n  {"role": "tool"},\n  {"role":"assistant"}\n]}'
    before: Any = read_json(text)
    after = {"messages": [before["messages"][0], before["messages"][2], before["messages"][1]]}
    changed = patched_text(text, before, after)
    assert read_json(changed) == after
    assert one in changed


def test_comments_and_trailing_commas_stay() -> None:
    text = b'{"a": 1, // why\n "b": [1, 2,],\n}'
    log_value = crosswire.containers.read_slice(text)
    changed = patched_text(text, log_value, {"a": 5, "b": [1, 2]})
    assert changed == b'{"a": 5, // why\n "b": [1, 2,],\n}'


def test_lines_that_do_not_change_stay_to_the_byte() -> None:
    kept = json.dumps({"messages": [user("ä"), calling(call("c1")), result("c1")]}).encode()
    wrong = json.dumps({"messages": [user(), calling(call("c2")), result("c2"), result("x")]}).encode()
    data = kept + b"\n\n" + wrong + b"\n" + kept
    log = crosswire.load(data)
    after = list(log.documents)
    after[1] = {**after[1], "model": "m"}  # type: ignore[dict-item]
    changed = patched_lines(data, log.documents, after, log.lines)
    lines, was = changed.split(b"\n"), data.split(b"\n")
    assert [lines[0], lines[1], lines[3]] == [was[0], was[1], was[3]]
    assert json.loads(lines[2]) == after[1]


def test_a_text_that_cannot_take_the_change_is_refused() -> None:
    with pytest.raises(CannotExport):
        patched_text(b"[1, 2]", {"a": 1}, {"a": 2})


def test_a_cut_last_line_that_is_left_out_leaves_the_line_end_before_it() -> None:
    """A program that goes on with the file would write into its last line otherwise."""
    data = b'{"a": 1}\n{"b": 2}\n{"c": '
    values = [{"a": 1}, {"b": 2}]
    assert patched_lines(data, values, values, [1, 2], without={3}) == b'{"a": 1}\n{"b": 2}\n'
