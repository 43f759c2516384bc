"""The verdicts of `crosswire check`: what the targets that are asked would refuse, in words
and in JSON.

A verdict comes of all rules. Which of them are asked for decides only what findings are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from crosswire.cli.findings import as_object
from crosswire.repairs.states import VerdictStates
from crosswire.rules.rule import Diagnostic, Refusal, Severity
from crosswire.rules.target_verdicts import Verdict
from crosswire.rules.targets import TARGETS

Wanted = Callable[[Diagnostic], bool]
"""Whether a finding is of a rule that was asked for."""

_WORDS = {True: "accepted", False: "refused", None: "unsure"}


_HOW = {Severity.ERROR: "refuses", Severity.WARNING: "may refuse", Severity.INFO: "notes"}


def every(_found: Diagnostic) -> bool:
    """Where no rule was asked for in particular, all are."""
    return True


def as_json(judgement: VerdictStates, wanted: Wanted = every) -> dict[str, Any]:
    """The verdict as logged, and beside it those of the two ways to help."""
    return {
        **_verdict(judgement.logged, wanted),
        "filled": _verdict(judgement.filled, wanted),
        "repaired": _verdict(judgement.repaired, wanted),
    }


def _verdict(found: Verdict, wanted: Wanted) -> dict[str, Any]:
    return {
        "accepts": found.accepts,
        "findings": [as_object(one) for one in found.findings if wanted(one)],
    }


def lines(judgement: VerdictStates, wanted: Wanted = every) -> Iterator[str]:
    """Who refuses, at which place and in its own words; then what comes of it, and what was
    not shown."""
    hidden = 0
    for found in judgement.logged.findings:
        if wanted(found):
            yield _line(judgement.target, found)
        elif found.severity is not Severity.INFO:
            hidden += 1
    logged, filled, repaired = (
        _WORDS[one.accepts] for one in (judgement.logged, judgement.filled, judgement.repaired)
    )
    told = (
        f"{judgement.target}: {logged} as logged, {filled} with ids filled in, {repaired} "
        "after repair"
    )
    yield f"{told} ({hidden} refusal{'s' if hidden > 1 else ''} not shown)" if hidden else told


def _line(target: str, found: Refusal) -> str:
    told = (
        f"{found.address}: {target} {_HOW[found.severity]}: {found.code} {found.name}: "
        f"{found.message}"
    )
    ground = found.ground
    if not ground.error_text:
        return told
    status = f" {ground.status}" if ground.status else ""
    return f"{told} {TARGETS[target].title} answers{status}: {ground.error_text}"
