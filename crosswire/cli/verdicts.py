"""The verdicts of `crosswire check` as lines: what each target would refuse.

All rules decide a verdict; the rules that a user selects decide only which findings are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from crosswire.repairs.records import Wanted, every
from crosswire.repairs.states import VerdictStates
from crosswire.rules.rule import Refusal, Severity
from crosswire.rules.target_verdicts import Verdict
from crosswire.rules.targets import said_by

_WORDS = {True: "accepted", False: "refused", None: "unsure"}


_HOW = {Severity.ERROR: "refuses", Severity.WARNING: "may refuse", Severity.INFO: "notes"}


def verdict_lines(states: VerdictStates, wanted: Wanted = every) -> Iterator[str]:
    """A line for each refusal that is shown, in the target's own words; then the verdict."""
    shown = list(filter(wanted, states.logged.findings))
    yield from (_line(states.target, refusal) for refusal in shown)
    hidden = sum(
        refusal.severity is not Severity.INFO and not wanted(refusal)
        for refusal in states.logged.findings
    )
    for point in states.logged.undecided:
        place = "" if point.address is None else f"{point.address}: "
        yield f"{place}{states.target} is unsure: {point.message}"
    for point in states.logged.not_judged if states.logged.accepts else ():
        if point.is_of_this:
            place = "" if point.address is None else f"{point.address}: "
            yield f"{place}{states.target}, not judged: {point.message}"
    if states.logged.accepts and states.logged.stands_on:
        yield f"{states.target} is known to take it: {'; '.join(states.logged.stands_on)}"
    logged, filled, repaired = (
        _WORDS[verdict.accepts] for verdict in (states.logged, states.filled, states.repaired)
    )
    not_shown = f" ({hidden} refusal{'s' if hidden > 1 else ''} not shown)" if hidden else ""
    yield (
        f"{states.target}: {logged} as logged, {filled} with ids filled in, {repaired} "
        f"after repair{not_shown}"
    )


def outcome_lines(verdicts: Iterable[Verdict | None]) -> Iterator[str]:
    """What their providers make of repaired conversations: a line for one, a count of several
    of one provider."""
    by_target: dict[str, list[Verdict]] = {}
    for one in filter(None, verdicts):
        by_target.setdefault(one.target, []).append(one)
    for target, found in by_target.items():
        counts = Counter(_WORDS[one.accepts] for one in found)
        told = ", ".join(f"{number} {word}" for word, number in counts.items())
        why = ""
        if len(found) == 1:
            told = _WORDS[found[0].accepts]
            open_points = found[0].undecided if found[0].accepts is None else ()
            why = "".join(f" {point.message}" for point in open_points[:1])
        yield f"{target}: {told} after repair{why and ':'}{why}"


def _line(target: str, refusal: Refusal) -> str:
    rule = f"{refusal.code} {refusal.name}"
    verb = _HOW[refusal.severity]
    line = f"{refusal.address}: {target} {verb}: {rule}: {refusal.message}"
    ground = refusal.ground
    if not ground.error_text:
        return line
    status = f" {ground.status}" if ground.status else ""
    return f"{line} {said_by(refusal)} answers{status}: {ground.error_text}"
