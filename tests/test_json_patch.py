"""A JSON Patch makes exactly the fixed document, whatever was changed, and says no more than differs."""

import copy
import json
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.containers import read_json, write_json
from crosswire.errors import CannotExport
from crosswire.exports import patch
from hypothesis import given
from hypothesis import strategies as st
from tests.histories import call, calling, result, said, user
from tests.selection import for_each, some_of
from tests.test_cases import CASES, HISTORY

PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text('ab~/"', max_size=3)
JSON = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text("ab~/", max_size=2), inner, max_size=4)
    ),
    max_leaves=20,
)


def steps_of(path: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]


def applied(document: Any, operations: list[Any]) -> Any:
    """RFC 6902, as far as the patches use it."""
    document = copy.deepcopy(document)
    for operation in operations:
        steps = steps_of(operation["path"])
        if not steps:
            assert operation["op"] == "replace"
            document = copy.deepcopy(operation["value"])
            continue
        holder = document
        for step in steps[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        key: Any = int(steps[-1]) if isinstance(holder, list) else steps[-1]
        if operation["op"] == "remove":
            del holder[key]
        elif operation["op"] == "add" and isinstance(holder, list):
            assert key <= len(holder)
            holder.insert(key, copy.deepcopy(operation["value"]))
        else:
            is_there = key < len(holder) if isinstance(holder, list) else key in holder
            assert is_there == (operation["op"] == "replace")
            holder[key] = copy.deepcopy(operation["value"])
    return document


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is neither 1.0 nor true, and the order of fields is nothing."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(JSON, JSON)
def test_a_patch_makes_any_document_of_any_other(before: Any, after: Any) -> None:
    assert same(applied(before, patch(before, after)), after)


@given(st.lists(st.integers(0, 4), max_size=12), st.lists(st.integers(0, 4), max_size=12))
def test_lists_whose_elements_moved_come_out_in_order(before: list[int], after: list[int]) -> None:
    assert applied(before, patch(before, after)) == after  # type: ignore[arg-type]


@given(JSON)
def test_nothing_differs_from_itself(value: Any) -> None:
    assert patch(value, copy.deepcopy(value)) == []


@for_each("path", some_of(CASES, 4), ids=lambda path: path.stem)
@for_each("missing", ["leave", "drop", "mark"])
def test_the_patch_of_a_repair_makes_the_fixed_document(path: Path, missing: Any) -> None:
    ((format, history),) = HISTORY.findall(path.read_text())
    log = crosswire.load(history.encode(), format=format)
    repaired = crosswire.repair(log.conversations[0], missing=missing)
    if repaired.rendering is None:
        before, after = list(log.documents), list(repaired.documents)
        operations = read_json(write_json(patch(before, after)))  # type: ignore[arg-type]
        assert same(applied(before, operations), after)  # type: ignore[arg-type]


def test_one_changed_id_is_one_operation() -> None:
    messages = [user(), calling(call("call_1")), result("call_2", "15"), said()]
    after = copy.deepcopy(messages)
    after[2]["tool_call_id"] = "call_1"
    expected = [{"op": "replace", "path": "/2/tool_call_id", "value": "call_1"}]
    assert patch(messages, after) == expected  # type: ignore[arg-type]


def test_a_message_that_goes_is_one_operation() -> None:
    messages = [user(str(number)) for number in range(50)]
    assert patch(messages, [*messages[:20], *messages[21:]]) == [{"op": "remove", "path": "/20"}]  # type: ignore[arg-type]


def test_equal_keys_that_differ_are_refused_with_a_way_out() -> None:
    before, after = read_json(b'{"a": {"x": 1, "x": 2}}'), read_json(b'{"a": {"x": 3, "x": 2}}')
    with pytest.raises(CannotExport, match=r"/a has equal keys.*Take the fixed document"):
        patch(before, after)
