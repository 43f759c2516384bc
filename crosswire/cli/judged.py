"""The verdicts of `crosswire check`: what the targets that are asked would refuse, in words and in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from crosswire.acceptance import Verdict
from crosswire.cli.findings import as_object
from crosswire.judgement import Judgement, judgements
from crosswire.model import Conversation
from crosswire.rule import Diagnostic, Severity
from crosswire.targets import TARGETS

Wanted = Callable[[Diagnostic], bool]
"""Whether a finding is of a rule that was asked for."""

_WORDS = {True: "accepted", False: "refused", None: "unsure"}


def judged(conversation: Conversation, targets: Iterable[str], wanted: Wanted) -> list[Judgement]:
    """Ask some targets about a conversation; findings of rules that are not wanted decide nothing."""
    found = judgements(conversation, targets).values()
    return [
        Judgement(one.target, *(_only(state, wanted) for state in (one.logged, one.filled, one.repaired)))
        for one in found
    ]


def _only(found: Verdict, wanted: Wanted) -> Verdict:
    return replace(found, findings=[one for one in found.findings if wanted(one)])


def as_json(judgement: Judgement) -> dict[str, Any]:
    """The verdict as logged, and beside it those of the two ways to help."""
    return {
        **_verdict(judgement.logged),
        "filled": _verdict(judgement.filled),
        "repaired": _verdict(judgement.repaired),
    }


def _verdict(found: Verdict) -> dict[str, Any]:
    return {"accepts": found.accepts, "findings": [as_object(one) for one in found.findings]}


def lines(judgement: Judgement) -> Iterator[str]:
    """Who refuses, at which place and in its own words; then what comes of it."""
    for found in judgement.logged.findings:
        yield _line(judgement.target, found)
    logged, filled, repaired = (
        _WORDS[one.accepts] for one in (judgement.logged, judgement.filled, judgement.repaired)
    )
    yield f"{judgement.target}: {logged} as logged, {filled} with ids filled in, {repaired} after repair"


def _line(target: str, found: Diagnostic) -> str:
    how = "refuses" if found.severity is Severity.ERROR else "may refuse"
    told = f"{found.address}: {target} {how}: {found.code} {found.name}: {found.message}"
    ground = found.ground
    if ground is None or not ground.says:
        return told
    status = f" {ground.status}" if ground.status else ""
    return f"{told} {TARGETS[target].title} answers{status}: {ground.says}"
