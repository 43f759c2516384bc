"""The verdicts of `crosswire check`: what the targets that are asked would refuse, in words
and in JSON.

A verdict comes of all rules. Which of them are asked for decides only what findings are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.repairs.records import Wanted, every
from crosswire.repairs.states import VerdictStates
from crosswire.rules.rule import Refusal, Severity
from crosswire.rules.targets import TARGETS

_WORDS = {True: "accepted", False: "refused", None: "unsure"}


_HOW = {Severity.ERROR: "refuses", Severity.WARNING: "may refuse", Severity.INFO: "notes"}


def lines(states: VerdictStates, wanted: Wanted = every) -> Iterator[str]:
    """Who refuses, at which place and in its own words; then what comes of it, and what was
    not shown."""
    hidden = 0
    for found in states.logged.findings:
        if wanted(found):
            yield _line(states.target, found)
        elif found.severity is not Severity.INFO:
            hidden += 1
    logged, filled, repaired = (
        _WORDS[one.accepts] for one in (states.logged, states.filled, states.repaired)
    )
    told = (
        f"{states.target}: {logged} as logged, {filled} with ids filled in, {repaired} "
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
