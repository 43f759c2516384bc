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


def every(_found: Diagnostic) -> bool:
    """Where no rule was asked for in particular, all are."""
    return True


def verdict_record(states: VerdictStates, wanted: Wanted = every) -> dict[str, Any]:
    """The verdict as logged, and beside it those of the two ways to help."""
    return {
        **_verdict(states.logged, wanted),
        "filled": _verdict(states.filled, wanted),
        "repaired": _verdict(states.repaired, wanted),
    }


def _verdict(found: Verdict, wanted: Wanted) -> dict[str, Any]:
    return {
        "accepts": found.accepts,
        "findings": [finding_record(one) for one in found.findings if wanted(one)],
    }
