"""A rule is skipped for a conversation only where it would find nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import crosswire
import pytest
from crosswire.facts import checksum
from crosswire.ids.lookalikes import all_look_different, skeleton
from crosswire.ids.packed import may_be_packed, packed_into
from crosswire.model import Conversation
from crosswire.rules.rule import CheckingRule, RuleContext
from crosswire.tools.arguments import from_value
from crosswire.tools.schema_check import fits_plainly, mismatches
from tests.histories import call, calling, chat, result, said, user
from tests.selection import for_each, some_of

CASES = sorted((Path(__file__).parent / "cases").rglob("*.md"))
LOOKING = [rule for rule in crosswire.RULES.values() if rule.only_where]


def conversations(path: Path) -> Iterator[Conversation]:
    for block in re.findall(r"```json[^\n]*\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        try:
            yield from crosswire.load(block.encode()).conversations
        except crosswire.CrosswireError:
            continue  # an expectation, not an upload


def found_in(conversation: Conversation) -> list[object]:
    verdicts = crosswire.verdicts(conversation).values()
    return [crosswire.diagnose(conversation), *(verdict.findings for verdict in verdicts)]


@for_each("path", some_of(CASES, 4), ids=lambda path: path.stem)
def test_without_quick_looks_the_same_is_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = list(conversations(path))
    quick = [found_in(log) for log in logs]
    with monkeypatch.context() as patched:
        patched.setattr(CheckingRule, "may_find_some", lambda self, case: True)
        assert [found_in(log) for log in logs] == quick


def test_in_a_log_that_is_in_order_most_rules_need_not_run() -> None:
    log = chat(
        user(),
        calling(call("call_Ab3dEf6hIj9lMn2pQr5tUv8x")),
        result("call_Ab3dEf6hIj9lMn2pQr5tUv8x"),
        said(),
    )
    case = RuleContext(log, crosswire.pair(log))
    defects = [rule for rule in LOOKING if rule.kind.value == "defect"]
    assert defects
    assert [rule.name for rule in defects if rule.may_find_some(case)] == []


@for_each("ids", [["call_A", "call_a"], ["a", "a\u200b"], ["a", "b"], ["a", " a"], []])
def test_ids_look_different_as_their_skeletons_do(ids: list[str]) -> None:
    assert all_look_different(ids) is (len(set(map(skeleton, ids))) == len(ids))


@pytest.mark.parametrize("value", ["call_1__thought__CpcBAdHt", "x" * 150, "call_" + "a" * 24])
def test_an_id_that_carries_something_is_not_overlooked(value: str) -> None:
    assert may_be_packed(["call_1", value]) or packed_into(value) is None


@for_each("items", [None, {}, {"type": "string"}, {"$ref": "#/x"}, {"type": "integer"}, True])
@for_each("given", [[], ["a"], [1], [1, "a"], [{}], [1.0], [None]])
def test_what_fits_at_first_sight_has_no_mismatch(items: object, given: list[object]) -> None:
    listed = {"type": "array"} if items is None else {"type": "array", "items": items}
    schema = json.loads(json.dumps({"type": "object", "properties": {"a": listed}, "required": ["a"]}))
    arguments = json.loads(json.dumps({"a": given}))
    if fits_plainly(schema)(arguments):
        assert list(mismatches(arguments, schema)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [({"a": 1, "b": "x"}, {"b": "x", "a": 1.0}), ({"a": [1, "x"]}, {"a": [1.0, "x"]}), ({}, None)],
)
def test_equal_calls_are_found_however_their_arguments_are_written(one: object, other: object) -> None:
    log = chat(user(), calling(call("call_a"), call("call_b")), result("call_a"), result("call_b"), said())
    calls = list(log.calls())
    for each, value in zip(calls, (one, other), strict=True):
        each.arguments = from_value(value, each.address)  # type: ignore[arg-type]
    assert [len(group) for group in checksum.equal_calls(calls).values()] == [2]
