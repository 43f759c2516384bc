"""What a target makes of a conversation, in JSON whose fields are documented and stable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crosswire.repairs.states import VerdictStates
from crosswire.rules.finding_records import finding_record
from crosswire.rules.rule import Diagnostic
from crosswire.rules.target_verdicts import Verdict

Wanted = Callable[[Diagnostic], bool]
"""Whether a finding is of a rule that was asked for."""


def every(_finding: Diagnostic) -> bool:
    """A filter that lets every finding through."""
    return True


def verdict_record(states: VerdictStates, wanted: Wanted = every) -> dict[str, Any]:
    """The verdict as logged, with those after filling ids and after a repair."""
    return {
        **_verdict(states.logged, wanted),
        "filled": _verdict(states.filled, wanted),
        "repaired": _verdict(states.repaired, wanted),
    }


def outcome_record(verdict: Verdict | None) -> dict[str, Any] | None:
    """What the provider makes of a repaired conversation; null where none was asked."""
    return None if verdict is None else {"target": verdict.target, **_verdict(verdict, every)}


def _verdict(verdict: Verdict, wanted: Wanted) -> dict[str, Any]:
    return {
        "accepts": verdict.accepts,
        "findings": [*map(finding_record, filter(wanted, verdict.findings))],
        "undecided": [point.record() for point in verdict.undecided],
        "not_judged": [point.record() for point in verdict.not_judged],
        "stands_on": [*verdict.stands_on] if verdict.accepts else [],
    }
