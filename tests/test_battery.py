"""48 histories with planted defects, and what Crosswire says of each; `--accept` writes the report."""

from __future__ import annotations

from collections.abc import Iterator

import crosswire
import pytest
from crosswire.model import Conversation, JsonValue, ToolCallPart, ToolResultPart
from crosswire.rules.rule import Kind, Severity
from tests.battery import SOURCES, TABLE, each_history, histories, needs_battery, read
from tests.battery_tables import comparison
from tests.selection import for_each

KNOWN = {rule.name for rule in crosswire.RULES.values()}

pytestmark = needs_battery


def defects(conversation: Conversation) -> set[str]:
    return {
        found.name
        for found in crosswire.diagnose(conversation)
        if found.kind is Kind.DEFECT and found.severity is not Severity.INFO
    }


def expected(names: list[str]) -> set[str]:
    """Without the defects whose rules are still to come."""
    return KNOWN.intersection(names)


@each_history
def test_every_planted_defect_is_named_and_nothing_else_is(source: str, name: str) -> None:
    history, planted = histories()[source, name]
    conversation = read(history)
    assert conversation.format == SOURCES[source]
    assert defects(conversation) == expected(planted)


@each_history
def test_a_clean_history_has_nothing_at_error_level(source: str, name: str) -> None:
    history, planted = histories()[source, name]
    if not planted:
        severities = {found.severity for found in crosswire.diagnose(read(history))}
        assert Severity.ERROR not in severities


@each_history
def test_no_part_is_lost_on_reading(source: str, name: str) -> None:
    history, _ = histories()[source, name]
    conversation = read(history)
    assert isinstance(history, list)
    assert [message.raw for message in conversation.messages] == history
    held = set(texts_in([part.raw for _, part in conversation.parts()]))
    words = {str(message.get(key)) for message in history for key in ("role", "type", "id", "status")}
    assert set(texts_in(history)) <= held | words


def texts_in(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from texts_in(element)
    elif isinstance(value, dict):
        for element in value.values():
            yield from texts_in(element)


@each_history
@for_each("target", list(crosswire.FORMATS))
def test_every_part_has_a_place_in_each_rendering_or_a_loss(source: str, name: str, target: str) -> None:
    history, _ = histories()[source, name]
    conversation = read(history)
    rendering = crosswire.render(conversation, target)
    linked = {link.node for link in rendering.links}
    assert {part.key for _, part in conversation.parts()} <= linked


@each_history
def test_the_findings_stay_the_same_after_a_way_through_its_own_format(source: str, name: str) -> None:
    history, _ = histories()[source, name]
    conversation = read(history)
    rendering = crosswire.render(conversation, SOURCES[source], ids="keep")
    (again,) = crosswire.parse(rendering.payload, SOURCES[source])
    assert defects(again) == defects(conversation)
    assert shape(again) == shape(conversation)


def shape(conversation: Conversation) -> list[tuple[str, str, str | None]]:
    """The calls and results, with their names and ids."""
    return [
        (type(part).__name__, part.name or "", part.call_id.value)
        for _, part in conversation.parts()
        if isinstance(part, (ToolCallPart, ToolResultPart))
    ]


def table() -> str:
    rows = ["| history | planted | found | refusals expected |", "|---|---|---|---|"]
    for (source, name), (history, planted) in histories().items():
        found = defects(read(history))
        told = ", ".join(sorted(found)) or "nothing"
        wanted = ", ".join(n if n in KNOWN else f"{n} (no rule yet)" for n in planted) or "nothing"
        verdict = "" if found == expected(planted) else " ✗"
        rows.append(f"| {source} / {name} | {wanted} | {told}{verdict} | {refusals(read(history))} |")
    right = sum("✗" not in row for row in rows[2:])
    introduction = INTRODUCTION.format(right=right, all=len(rows) - 2)
    return introduction + "\n".join(rows) + "\n\n" + comparison()


def refusals(conversation: Conversation) -> str:
    """The refusals by name, each with the targets that would refuse."""
    found: dict[str, list[str]] = {}
    for target in crosswire.FORMATS:
        if target in crosswire.TARGETS:
            for refusal in crosswire.verdict(conversation, target, format=target).findings:
                found.setdefault(refusal.name, []).append(target)
    return "; ".join(f"{name} by {', '.join(dict.fromkeys(targets))}" for name, targets in found.items())


INTRODUCTION = """\
# The battery

{all} small histories in four formats, most with one planted defect, some with something that only
looks like one. The table says what was planted and what Crosswire finds at error or warning level;
it agrees with the key in {right} of {all}. `./dev test tests/test_battery.py --accept` writes it anew.

"""


def test_the_table_in_the_documentation_is_up_to_date(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--accept"):
        TABLE.write_text(table())
    assert TABLE.read_text() == table(), "Run this test with --accept."
