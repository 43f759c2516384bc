"""How much of what is defective a repair makes acceptable to each target; `--accept` writes the report.

Judged are the defective histories of the battery, and the case files all of whose defects are of rules
that are marked repairable. Most are fragments: they declare no tools, begin with the model or end
with it. What a target refuses about that is no work for a repair, and is not counted against it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, JsonValue
from crosswire.repairs import Repaired
from crosswire.rules.rule import Diagnostic, Kind, Severity
from tests.battery import BATTERY, ROOT, SOURCES
from tests.histories import user
from tests.sdk_types import CHECKS
from tests.selection import NEEDS_PACKAGES, for_each
from tests.test_cases import CASES, HISTORY

HAS_MISTRAL_COMMON = find_spec("mistral_common") is not None
TABLE = ROOT / "docs" / "reports" / "repair.md"
TARGETS = crosswire.FIRST_TARGETS
SHARE = 0.95

NOT_THERE = {
    "no-tools-declared": "the history declares no tools",
    "ends-with-assistant": "the history ends with the model",
}
"""Refusals of a fragment as such, by rule."""
AT_THE_START = {"starts-with-user", "gemini-turn-order", "role-order"}
"""The same, where they are about the first message that is no system prompt: the history begins there."""

CURRENT = ("v11", "v13")
"""Rules of mistral-common; older ones refuse content beside calls, whichever log it is in."""

REASONS: dict[str, str] = {
    "ant-input-object": "The input is a list; nothing tells which parameters its values are for.",
    "32_mistral_counts": "Two calls with one id and one result: nothing tells which of them it answers.",
    "75_trace_lost_the_ids": "Two calls of one tool, one result, no ids: nothing tells which it answers.",
    "items_among_chat_messages": "There is a list of another API too; nothing tells which was meant.",
    "blocks_of_anthropic_in_contents": "So it is here, and its blocks stand in messages of another API.",
    "57_ids_made_afresh": "The signature in the log is no base64; nothing tells what it was.",
}
"""What stays refused by some target, and why no repair is honest."""

pytestmark = pytest.mark.skipif(
    not BATTERY.is_dir(), reason="The battery is not here: there is no folder ../shared/battery."
)


@dataclass(slots=True)
class Outcome:
    """What became of one history."""

    name: str
    repaired: Repaired
    refused: dict[str, list[str]] = field(default_factory=dict)
    """Target -> why it would still refuse it."""
    as_it_is: set[str] = field(default_factory=set)
    """The targets that would refuse the fragment as such, if nothing else."""


def defects(conversation: Conversation) -> list[Diagnostic]:
    return [
        found
        for found in crosswire.diagnose(conversation)
        if found.kind is Kind.DEFECT and found.severity is not Severity.INFO
    ]


def is_repairable(conversation: Conversation) -> bool:
    """Whether something is wrong, and a repair is promised for all that is wrong at error level."""
    found = defects(conversation)
    errors = [one for one in found if one.severity is Severity.ERROR]
    return any(crosswire.RULES[one.code].repairable for one in found) and all(
        crosswire.RULES[one.code].repairable for one in errors
    )


@cache
def defective() -> dict[str, Conversation]:
    found: dict[str, Conversation] = {}
    key = json.loads((BATTERY / "expected.json").read_text())
    for source, format in SOURCES.items():
        for name, history in json.loads((BATTERY / f"{source}.json").read_text()).items():
            if key[source][name]["defects"] or key[source][name].get("refusals"):
                found[f"battery: {source}/{name}"] = crosswire.parse(history, format)[0]
    for path in CASES:
        ((format, history),) = HISTORY.findall(path.read_text())
        (conversation,) = crosswire.load(history.encode(), format=format).conversations
        if is_repairable(conversation):
            found[path.stem] = conversation
    return found


@cache
def outcomes() -> list[Outcome]:
    return [judged(name, conversation) for name, conversation in defective().items()]


def judged(name: str, conversation: Conversation) -> Outcome:
    outcome = Outcome(name, crosswire.repair(conversation, missing="drop"))
    for target in TARGETS:
        why = refusals(outcome.repaired.conversation, target)
        if why:
            outcome.refused[target] = why
        elif crosswire.verdict(outcome.repaired.conversation, target, ids="fill").accepts is False:
            outcome.as_it_is.add(target)
    return outcome


@cache
def left_aside() -> list[tuple[Outcome, set[str]]]:
    """The case files with an error that no repair is promised for, with its rules."""
    found = []
    for path in CASES:
        ((format, history),) = HISTORY.findall(path.read_text())
        (conversation,) = crosswire.load(history.encode(), format=format).conversations
        errors = [one for one in defects(conversation) if one.severity is Severity.ERROR]
        if errors and not is_repairable(conversation):
            rules = {one.name for one in errors if not crosswire.RULES[one.code].repairable}
            found.append((judged(path.stem, conversation), rules))
    return found


def refusals(conversation: Conversation, target: str) -> list[str]:
    """Why a target would refuse it, by our own verdict, the types of its SDK and its own validator."""
    found = crosswire.verdict(conversation, target, ids="fill").findings
    sure = [one for one in found if one.severity is Severity.ERROR and not of_a_fragment(one, conversation)]
    format = crosswire.TARGETS[target].format
    payload = crosswire.render(conversation, format, ids="fill").payload
    wrong = CHECKS[format](payload) if format in CHECKS else []  # type: ignore[arg-type]
    found_out = [*(one.name for one in sure), *("types of the SDK" for _ in wrong)]
    if format == "mistral" and any(mistral_refuses(payload, conversation)):
        found_out.append("mistral-common")
    return list(dict.fromkeys(found_out))


def mistral_refuses(payload: JsonValue, conversation: Conversation) -> Iterator[bool]:
    """Whether mistral-common, where it is installed, refuses what would be sent next.

    A fragment is completed at both ends.
    """
    if not HAS_MISTRAL_COMMON:
        return iter(())
    from tests.mistral_validator import next_request, refusal

    assert isinstance(payload, dict)
    messages: Any = payload["messages"]
    first = next((i for i, message in enumerate(messages) if message["role"] != "system"), None)
    if first is not None and messages[first]["role"] == "assistant":
        messages = [*messages[:first], user(), *messages[first:]]
    log = {key: value for key, value in payload.items() if key != "model"}
    sent = next_request({**log, "messages": messages}, conversation)
    return (refusal(sent, version) is not None for version in CURRENT)


def of_a_fragment(found: Diagnostic, conversation: Conversation) -> bool:
    if found.name in NOT_THERE:
        return True
    first = next((m for m in conversation.messages if m.role not in ("system", "developer")), None)
    return found.name in AT_THE_START and first is not None and found.address.startswith(first.address)


@for_each("target", TARGETS)
def test_a_repair_makes_nearly_all_defective_histories_acceptable(target: str) -> None:
    refused = [one.name for one in outcomes() if target in one.refused]
    assert len(refused) <= (1 - SHARE) * len(outcomes()), refused


def test_what_stays_refused_is_known_with_its_reason() -> None:
    assert {one.name for one in outcomes() if one.refused} == set(REASONS)


def test_repairs_change_the_upload_of_none_and_end_for_all() -> None:
    for one in outcomes():
        again = crosswire.repair(one.repaired.conversation, missing="drop")
        assert not again.changes, one.name


def test_clean_histories_of_the_battery_stay_as_they_are() -> None:
    key = json.loads((BATTERY / "expected.json").read_text())
    for source, format in SOURCES.items():
        for name, history in json.loads((BATTERY / f"{source}.json").read_text()).items():
            if not key[source][name]["defects"] and not key[source][name].get("refusals"):
                repaired = crosswire.repair(crosswire.parse(history, format)[0], missing="drop")
                assert not repaired.changes, name


INTRODUCTION = """\
# What a repair achieves

{all} defective histories (those of the battery, and the case files all of whose errors are of rules that
a repair is promised for), repaired with `--missing drop` and written in each target's format with ids
filled in. Accepted is what our own verdict does not refuse, the types of the provider's SDK take and,
for Mistral, the validator of mistral-common takes.
Most histories are fragments; what a target refuses about that (no tools declared, the model speaks
first or last) is not counted against a repair: the last column counts it too. Left aside are {aside} case
files with an error that no repair is promised for; with them, the share is that of the column "of all".
By rule they are: {rules}.
`--missing drop` is a choice: without it, what was not recorded stays as it is, and is refused.
`./dev test --thorough tests/test_repair_battery.py --accept` writes this anew.

| target | accepted as logged | accepted after repair | share | of all | accepted, fragments counted |
|---|---|---|---|---|---|
"""


def table() -> str:
    rows = []
    for target in TARGETS:
        before = sum(not refusals(conversation, target) for conversation in defective().values())
        after = sum(target not in one.refused for one in outcomes())
        share = f"{100 * after / len(outcomes()):.1f} %"
        strict = sum(target not in one.refused and target not in one.as_it_is for one in outcomes())
        whole = f"{strict} of {len(outcomes())}, {100 * strict / len(outcomes()):.1f} %"
        every = [*outcomes(), *(outcome for outcome, _ in left_aside())]
        of_all = f"{100 * sum(target not in one.refused for one in every) / len(every):.1f} %"
        rows.append(f"| {target} | {before} | {after} of {len(outcomes())} | {share} | {of_all} | {whole} |")
    rest = [
        f"| {one.name} | {told(one)} | {REASONS.get(one.name, '')} |" for one in outcomes() if one.refused
    ]
    head = ["", "What stays refused, and why:", "", "| history | refused by | why |", "|---|---|---|"]
    counts = Counter(name for _, names in left_aside() for name in names)
    rules = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
    introduction = INTRODUCTION.format(all=len(outcomes()), aside=len(left_aside()), rules=rules)
    return introduction + "\n".join([*rows, *head, *rest]) + "\n"


def told(outcome: Outcome) -> str:
    by_reason: dict[str, list[str]] = {}
    for target, why in outcome.refused.items():
        by_reason.setdefault(", ".join(why), []).append(target)
    return "; ".join(f"{', '.join(targets)} ({why})" for why, targets in by_reason.items())


def test_the_table_in_the_documentation_is_up_to_date(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--accept"):
        pytest.importorskip("mistral_common", reason=NEEDS_PACKAGES)
        TABLE.write_text(table())
    assert compared(TABLE.read_text()) == compared(table()), "Run this test with --accept."


def compared(text: str) -> list[str]:
    """What the table says of Mistral goes by mistral-common too."""
    return [line for line in text.splitlines() if HAS_MISTRAL_COMMON or "mistral" not in line]
