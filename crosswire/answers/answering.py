"""From a conversation to its answer: findings, verdict and fix, tied together by cause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from crosswire.address import (
    Address,
    are_related,
    child,
    is_within,
    last_key,
    parent,
    position_of,
)
from crosswire.answers.by_hand import steps
from crosswire.answers.cause import Answer, Cause, Choice
from crosswire.answers.grouping import Places, grouped, is_about_a_pair, worst
from crosswire.answers.known import Known
from crosswire.answers.quoting import quoted
from crosswire.collector import collector_paused
from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.json_values import all_texts
from crosswire.repairs import BEST_LAST, Change, Missing, Repaired, best_repair
from crosswire.rules import (
    Diagnostic,
    Kind,
    Refusal,
    Severity,
    Verdict,
    own_target,
    verdict,
)

_Ends = dict[Address, ToolCallPart | ToolResultPart]
"""Calls and results by their addresses."""
_NEED_A_CHOICE = frozenset({"missing-result", "orphan-result"})
_CHOICES: tuple[Missing, ...] = ("mark", "drop")
"""The first keeps all that was logged."""


def answer(
    conversation: Conversation,
    target: str | None = None,
    *,
    missing: Missing | None = None,
    known: Known | None = None,
    logged: Verdict | None = None,
) -> Answer:
    """Say what is wrong with a conversation and what mends it.

    `target` is who is asked, the log's own provider unless it is given; `missing` is how
    halves of pairs that nobody logged are treated, and without it as makes the target take the
    log. `known` is what was worked out before, and `logged` what the target makes of the log,
    where that is known.
    Raises UnknownFormat where there is no such target. It costs some three verdicts and
    repairs.
    """
    asked = target or own_target(conversation)
    known = known or Known(conversation)
    with collector_paused():
        if logged is None and asked is not None:
            logged = verdict(conversation, asked, pairing=known.pairing)
        fixes = _Fixes(known, asked, logged)
        repaired, fixed = fixes.chosen(missing)
        found = Answer(
            asked,
            logged,
            fixed,
            repaired,
            missing or fixes.best,
            choices=fixes.choices,
        )
        _tell_causes(found, known)
    return found


def fix(
    conversation: Conversation, *, missing: Missing | None = None
) -> tuple[Repaired, Verdict | None]:
    """The fix that the answer hands over, and what the log's own provider makes of it, for
    whoever needs nothing else of the answer."""
    with collector_paused():
        return _Fixes(Known(conversation), own_target(conversation)).chosen(missing)


class _Fixes:
    """The fixes of a conversation, each made once."""

    def __init__(
        self, known: Known, target: str | None, logged: Verdict | None = None
    ) -> None:
        self._known, self._target, self._logged = known, target, logged
        self._made: dict[Missing, tuple[Repaired, Verdict | None]] = {}

    def fix(self, missing: Missing) -> tuple[Repaired, Verdict | None]:
        """The fix, and what the target makes of it."""
        if missing not in self._made:
            self._made[missing] = self._fixed(missing)
        return self._made[missing]

    def _fixed(self, missing: Missing) -> tuple[Repaired, Verdict | None]:
        known = self._known
        return best_repair(
            known.conversation,
            self._target,
            missing=missing,
            logged=self._logged,
            diagnosed=lambda: known.defects,
            plain=known.plain if missing == "leave" else None,
        )

    def chosen(self, missing: Missing | None) -> tuple[Repaired, Verdict | None]:
        """As somebody chose, or else the best."""
        return self.fix(missing or self.best)

    @cached_property
    def best(self) -> Missing:
        """The first of those that the target takes most surely."""
        ranked = sorted(self.choices, key=lambda one: -BEST_LAST.index(one.accepts))
        return ranked[0].missing if ranked else "leave"

    @cached_property
    def choices(self) -> list[Choice]:
        """The ways to treat what nobody logged that change something."""
        if not _needs_a_choice(self.fix("leave")[0]):
            return []
        changed = len(self.fix("leave")[0].changes)
        found = []
        for missing in _CHOICES:
            repaired, after = self.fix(missing)
            if len(repaired.changes) > changed:
                accepts = None if after is None else after.accepts
                found.append(Choice(missing, accepts, len(repaired.changes) - changed))
        return found


def _needs_a_choice(repaired: Repaired) -> bool:
    return any(left.finding.name in _NEED_A_CHOICE for left in repaired.remaining)


def _tell_causes(found: Answer, known: Known) -> None:
    conversation = known.conversation
    places = Places(conversation)
    refused = [] if found.logged is None else found.logged.findings
    findings = [*_not_notes(known.defects), *_not_notes(refused)]
    if not findings:
        return
    groups = grouped(findings, places, known.pairing)
    groups.sort(key=lambda group: (_order(group), places.number(group[0].address)))
    fixing = _Fixing(found.repaired, found.fixed, places, groups)
    parts: _Ends = {}
    parts |= {call.address: call for call in conversation.calls()}
    parts |= {result.address: result for result in conversation.results()}
    for group in groups:
        cause = _cause(group, fixing, places, parts)
        if cause.refusal is not None:
            part = parts.get(places.of(cause.refusal.address))
            cause.says = quoted(cause.refusal.ground.error_text, part, _sent_as(cause))
        is_doubt = cause.refusal is None and worst(group) > 0
        (found.doubts if is_doubt else found.causes).append(cause)


def _sent_as(cause: Cause) -> Address | None:
    """The place in what is sent of what a provider refuses: of a field that the log's own
    finding names, the field."""
    refusal = cause.refusal
    if refusal is None or refusal.payload is None:
        return None
    place, at = cause.lead.address, refusal.payload
    is_field = parent(place) == refusal.address and position_of(place) is None
    return child(at, last_key(place)) if is_field else at


def _not_notes(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [finding for finding in findings if finding.severity is not Severity.INFO]


def _order(group: Sequence[Diagnostic]) -> int:
    """Refused first, then what may be refused, then errors that nobody refuses."""
    refusals = [finding for finding in group if finding.kind is Kind.REFUSAL]
    return worst(refusals) if refusals else 2 + worst(group)


def _cause(
    group: Sequence[Diagnostic], fixing: _Fixing, places: Places, parts: _Ends
) -> Cause:
    lead = group[0]
    refusals = [finding for finding in group if isinstance(finding, Refusal)]
    here = places.of(lead.address)
    # What is said at the place of the cause itself comes before what is said elsewhere.
    refusals.sort(key=lambda one: (worst([one]), places.of(one.address) != here))
    cause = Cause(lead, list(group), next(iter(refusals), None))
    ends = {places.of(finding.address) for finding in group} & parts.keys()
    staying = fixing.tell(cause, {parts[place].call_id.value for place in ends})
    if staying is not None:
        cause.by_hand = steps(staying)
    return cause


class _Fixing:
    """What a fix changes and leaves, by place."""

    def __init__(
        self,
        repaired: Repaired,
        fixed: Verdict | None,
        places: Places,
        groups: Sequence[Sequence[Diagnostic]],
    ) -> None:
        self._places = places
        self._found: dict[Address, list[Diagnostic]] = defaultdict(list)
        """What was found in the log, by part or message."""
        for finding in chain.from_iterable(groups):
            self._found[places.of(finding.address)].append(finding)
        self._changes: dict[Address, list[Change]] = defaultdict(list)
        self._added: dict[str, list[Change]] = defaultdict(list)
        """Changes that stand at no place of the upload, by the rule that asks for them."""
        self._left: dict[tuple[str, Address], str] = {}
        """What stays: the code and the place of a finding -> why."""
        for change in repaired.changes:
            if change.source is None:
                self._added[change.rule].append(change)
            else:
                self._changes[self._slip_of(change, change.source)].append(change)
        for refusal in () if fixed is None else fixed.findings:
            origin = repaired.origins.get(refusal.node)
            self._leave(refusal, refusal.address if origin is None else origin, "")
        for left in repaired.remaining:
            if left.source is not None:
                self._leave(left.finding, left.source, left.why)

    def _slip_of(self, change: Change, source: Address) -> Address:
        """The place of the finding that a change mends, of several in one tool: at its place,
        or else one of its rule."""
        here = self._places.of(source)
        near = self._found.get(here, ())

        def fitness(finding: Diagnostic) -> tuple[bool, bool, int]:
            at, is_of_rule = finding.address, finding.name == change.rule
            distance = abs(len(source) - len(at))
            return is_of_rule and are_related(at, source), is_of_rule, -distance

        best = max(near, key=fitness, default=None)
        return here if best is None else self._places.of_slip(best.address)

    def _leave(self, finding: Diagnostic, origin: Address, why: str) -> None:
        """Note what stays of what stood somewhere in the log: of a slip in a tool of which
        several are told as one, all of them."""
        at = finding.address if is_within(finding.address, origin) else origin
        code, here, slip = finding.code, self._places.of(at), self._places.of_slip(at)
        told = [one.address for one in self._found.get(here, ()) if one.code == code]
        for place in [slip] if slip in told else [slip, *map(self._places.of_slip, told)]:
            self._left[code, place] = why

    def _moves_around(self, places: Iterable[Address]) -> list[Change]:
        """The moves of the messages that hold these parts."""
        holders = dict.fromkeys(map(self._places.holder, places))
        return [
            change
            for holder in holders
            if holder is not None
            for change in self._changes.get(holder, ())
            if change.kind == "order"
        ]

    def tell(self, cause: Cause, ids: set[str | None]) -> Diagnostic | None:
        """Add the changes at the places of a cause, or else those that its rules add; and what
        stays of it, of which the first is the answer. `ids` are those of its calls and
        results."""
        of_slip = self._places.of_slip
        at = {(one.code, of_slip(one.address)): one for one in cause.findings}
        here = dict.fromkeys(place for _, place in at)
        cause.changes = [change for place in here for change in self._changes.get(place, ())]
        if is_about_a_pair(cause.lead):
            cause.changes += self._moves_around(here)
        if not cause.changes:
            names = dict.fromkeys(finding.name for finding in cause.findings)
            added = [change for name in names for change in self._added.get(name, ())]
            own = [one for one in added if not ids.isdisjoint(all_texts(one.after))]
            cause.changes = own or added
        order = {one.name: number for number, one in enumerate(reversed(cause.findings))}
        cause.changes.sort(key=lambda change: -order.get(change.rule, -1))  # the lead's first
        staying = [key for key in at if key in self._left]
        cause.is_fixed = not staying
        cause.why_left = next(filter(None, map(self._left.__getitem__, staying)), "")
        return at[staying[0]] if staying else None
