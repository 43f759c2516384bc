"""Crosswire beside the other converters on the battery: no wrong cell that the log does not force."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import crosswire
import pytest
from crosswire.model import Part
from crosswire.model.loss import LossKind
from tests.battery import ROOT, SOURCES, TABLE, each_history, histories, key, needs_battery, peers
from tests.battery_cells import WAYS, Cell, Way, calls_and_results, cells, counted, pairs
from tests.battery_tables import FORCED, STRICTER
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS
from tests.selection import for_each

pytestmark = needs_battery

ROLES = ("call", "result")
each_way = for_each("way", WAYS)
each_target = for_each("target", list(SOURCES))


def column(target: str, way: Way) -> Iterator[Cell]:
    return (ways[way] for (_, _, to), ways in cells().items() if to == target)


@each_target
def test_a_wrong_cell_of_a_conversion_is_forced_by_what_is_wrong_with_the_log(target: str) -> None:
    for cell in column(target, "faithful"):
        if cell.wrong and cell.where not in STRICTER:
            known = key()[cell.source][cell.name]
            planted = known["defects"] + known.get("refusals", {}).get(SOURCES[target], [])
            rule, _ = FORCED[cell.source, cell.name]
            assert rule in planted, cell.where
            assert rule in {found.name for found in found_in(cell)}, cell.where


def found_in(cell: Cell) -> Iterator[crosswire.Diagnostic]:
    yield from crosswire.diagnose(cell.conversation)
    yield from cell.verdict.findings


@each_target
def test_after_a_repair_no_cell_is_wrong(target: str) -> None:
    wrong = {cell.where: cell.wrong for cell in column(target, "repaired") if cell.wrong}
    assert {where: codes for where, codes in wrong.items() if where not in STRICTER} == {}


def test_no_right_cell_is_explained_away() -> None:
    wrong = {where for where, ways in cells().items() if ways["faithful"].wrong}
    assert set(STRICTER) <= wrong
    assert {where[:2] for where in wrong - set(STRICTER)} == set(FORCED)


@pytest.mark.parametrize("where", list(STRICTER), ids="-".join)
def test_where_the_scorer_is_stricter_the_providers_types_and_our_verdict_take_it(where: Any) -> None:
    cell = cells()[where]["faithful"]
    assert cell.verdict.accepts is True
    assert CHECKS[SOURCES[cell.target]](cell.rendering.payload) == []  # type: ignore[arg-type]


@each_way
@each_target
def test_as_many_calls_and_results_come_out_as_went_in_or_a_loss_says_so(target: str, way: Way) -> None:
    for cell in column(target, way):
        said = [part for part in calls_and_results(cell.conversation) if is_said_to_be_lost(part, cell)]
        gone = Counter(type(part).__name__ for part in said if part.key not in placed(cell))
        assert counted(cell.again) + gone == counted(cell.conversation), cell.where


def is_said_to_be_lost(part: Part, cell: Cell) -> bool:
    return any(
        loss.kind in (LossKind.DROPPED, LossKind.CHANGED)
        and loss.source is not None
        and (loss.source + "/").startswith(part.address + "/")
        for loss in cell.rendering.losses
    )


def placed(cell: Cell) -> dict[str | None, str]:
    """Key of a call or a result -> where it stands as one; a text may stand for others."""
    return {
        link.node: link.target
        for link in cell.rendering.links
        if link.role in ROLES and link.target is not None
    }


@each_way
@each_target
def test_each_result_answers_the_call_that_it_answered(target: str, way: Way) -> None:
    for cell in column(target, way):
        at = placed(cell)
        before = {(at.get(call.key), at.get(result.key)) for call, result in pairs(cell.conversation)}
        after = {(call.address, result.address) for call, result in pairs(cell.again)}
        assert before - {(None, None)} == after, cell.where


@each_way
@each_target
def test_every_id_stands_in_what_was_written_or_it_is_said_what_became_of_it(target: str, way: Way) -> None:
    for cell in column(target, way):
        written = set(re.findall(r'"([^"\\]*)"', json.dumps(cell.rendering.payload)))
        mapped = {change.node for change in cell.rendering.id_map}
        for part in calls_and_results(cell.conversation):
            told = is_said_to_be_lost(part, cell)
            call_id = part.call_id.value
            assert not call_id or call_id in written or part.key in mapped or told, (cell.where, call_id)
            assert not part.item_id or part.item_id in written or told, (cell.where, part.item_id)


@each_way
@each_target
def test_every_part_and_every_value_is_accounted_for(target: str, way: Way) -> None:
    found = {cell.where: unaccounted(cell.conversation, cell.rendering) for cell in column(target, way)}
    assert {where: what for where, what in found.items() if what} == {}


@each_history
def test_a_repair_says_each_call_and_result_that_it_leaves_out(source: str, name: str) -> None:
    ways = cells()[source, name, "chat"]
    repaired = ways["repaired"].repaired
    kept = set(repaired.origins.values())
    dropped = [change for change in repaired.changes if change.kind == "dropped"]
    assert all(change.source is not None and change.why for change in dropped)
    for part in calls_and_results(ways["faithful"].conversation):
        said = any(f"{part.address}/".startswith(f"{change.source}/") for change in dropped)
        assert said or part.address in kept, part.address


def test_the_matrix_of_the_battery_is_read_whole() -> None:
    assert set(peers()) == set(cells())
    assert len(cells()) == len(histories()) * len(SOURCES)
    signs = {cell.split()[0][:1] for found in peers().values() for cell in found.values()}
    assert signs == {"o", "!", "✗", "–"}


def test_the_scorer_finds_what_is_wrong() -> None:
    """Were it read wrongly, each cell might be right."""
    found = {where: ways["faithful"].wrong for where, ways in cells().items()}
    assert found["chat", "missing_result", "anthropic"] == ["unanswered_or_not_leading"]
    assert found["gemini", "count_mismatch", "gemini"] == ["count_mismatch"]
    assert found["responses", "id_as_call_id", "responses"] == ["no_output", "orphan_output"]


def test_each_test_that_the_documentation_names_is_there() -> None:
    named = re.findall(r"`(test_\w+)::(test_\w+)`", TABLE.read_text())
    assert len(named) > 20
    sources = {module: (ROOT / "tests" / f"{module}.py").read_text() for module, _ in named}
    assert [name for module, name in named if f"def {name}(" not in sources[module]] == []
