"""Whether a target would take a conversation: its verdict, with the findings that decide.

The rules look at what would be sent: the conversation as the target's format writes it, read
back in that format and paired in its scope. Refusals are looked for there, and each is told at
the place in the upload that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.collector import collector_paused
from crosswire.errors import UnknownFormat
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.rendering.id_plan import IdPolicy
from crosswire.rules.as_sent import Asked, Sent, Written, as_sent
from crosswire.rules.named_servers import format_for, unknown_host
from crosswire.rules.not_judged import (
    NO_LOG_SHOWS,
    READ_BY_SHAPE,
    NotJudged,
    never_judged,
    undecided,
)
from crosswire.rules.profile_verdicts import (
    not_known_server,
    not_known_to_take,
    upstream_of,
    what_a_yes_stands_on,
)
from crosswire.rules.registry import RULES
from crosswire.rules.rule import Refusal, Severity, Subject
from crosswire.rules.target import Target
from crosswire.rules.targets import FIRST_TARGETS, TARGETS, first_of_format


class Verdict(Struct, frozen=True):
    """What a target makes of a conversation."""

    target: str
    ids: IdPolicy
    """How ids were written; see `crosswire/rendering/id_plan.py`."""
    findings: list[Refusal] = field(default_factory=list)
    """In the order of the upload; those that are sure are errors, the others warnings."""
    undecided: list[NotJudged] = field(default_factory=list)
    """What may be refused and no rule judges: why the answer cannot be yes."""
    not_judged: Sequence[NotJudged] = NO_LOG_SHOWS
    """What no log shows; it changes no answer."""
    stands_on: Sequence[str] = ()
    """What a yes stands on, where that is what the server is known to take: documents,
    recorded answers, its own source."""
    written: Written | None = None
    """How much of what was judged is not as logged; None where that was not counted."""

    @property
    def accepts(self) -> bool | None:
        """Whether it takes the conversation; None where nothing surely says no, and something
        may be refused or was not looked at."""
        severities = {finding.severity for finding in self.findings}
        if Severity.ERROR in severities:
            return False
        return None if Severity.WARNING in severities or self.undecided else True


def verdict(
    conversation: Conversation,
    target: str,
    *,
    ids: IdPolicy = "keep",
    pairing: Pairing | None = None,
    format: str | None = None,
) -> Verdict:
    """What one target makes of a conversation; raises UnknownFormat where there is no such
    target. `format` is as for `verdicts`.

    It costs one rendering, one reading of it and one walk.
    """
    return verdicts(conversation, [target], ids=ids, pairing=pairing, format=format)[target]


def verdicts(
    conversation: Conversation,
    targets: Iterable[str] | None = None,
    *,
    ids: IdPolicy = "keep",
    pairing: Pairing | None = None,
    counted: bool = False,
    format: str | None = None,
) -> dict[str, Verdict]:
    """The verdict of each of the first targets, or of these; those that would get the same
    share one rendering. `counted` counts what is lost on the way too, which takes longer.
    `format` is the wire format that the conversation is written in for those that take it;
    without it, see `format_for`."""
    names = FIRST_TARGETS if targets is None else targets
    found = verdicts_in_turn(
        conversation, names, (ids,), pairing=pairing, counted=counted, format=format
    )
    return {one[ids].target: one[ids] for one in found}


def verdicts_in_turn(
    conversation: Conversation,
    targets: Iterable[str],
    policies: Sequence[IdPolicy],
    *,
    pairing: Pairing | None = None,
    counted: bool = False,
    format: str | None = None,
) -> Iterator[dict[IdPolicy, Verdict]]:
    """The same for several ways to write ids, `keep` first: where a further one changes
    nothing, no target is sent anything else. `counted` is for the last. One target after the
    other, in their order, each as soon as it is known."""
    names = list(dict.fromkeys(targets))
    for name in names:
        if name not in TARGETS:
            known = ", ".join(TARGETS)
            raise UnknownFormat(f"There is no target {name!r}. These are: {known}.")
    if conversation.traits.by_shape:
        for name in names:
            yield {ids: Verdict(name, ids, undecided=[READ_BY_SHAPE]) for ids in policies}
        return
    wires = {name: _wire_of(TARGETS[name], conversation, format) for name in names}
    relayed = {name: upstream_of(TARGETS[name], conversation) for name in names}
    behind = {
        name: (to, format_for(TARGETS[to], conversation)) for name, to in relayed.items() if to
    }
    with collector_paused():
        asked = Asked(conversation, pairing or pair(conversation), counted=counted)
    judging = _Judging(asked, {*wires.items(), *behind.values()}, policies)
    for name, wire in wires.items():
        found = judging.of(name, wire)
        if name in behind:
            upstream = judging.of(*behind[name])
            found = {
                ids: _with_upstream(one, upstream[ids], conversation)
                for ids, one in found.items()
            }
        yield found


def _wire_of(target: Target, conversation: Conversation, asked: str | None) -> str:
    """The wire format that the conversation is written in for a target."""
    if asked is not None and asked in target.formats:
        return asked
    return format_for(target, conversation)


_Judged = dict[tuple[str, str], Verdict]
"""Target and wire format -> verdict."""


class _Judging:
    """The verdicts of targets, each in a wire format; one format after the other, as what is
    sent takes memory."""

    def __init__(
        self, asked: Asked, pairs: Iterable[tuple[str, str]], policies: Sequence[IdPolicy]
    ) -> None:
        self._asked, self._policies = asked, policies
        self._names: dict[str, list[str]] = {}
        for name, wire in pairs:
            self._names.setdefault(wire, []).append(name)
        self._judged: dict[IdPolicy, _Judged] = {ids: {} for ids in policies}

    def of(self, name: str, wire: str) -> dict[IdPolicy, Verdict]:
        """What one target says, by how ids are written."""
        if wire in self._names:  # not looked at yet
            with collector_paused():
                names = self._names.pop(wire)
                for ids, found in _judged_in(self._asked, wire, names, self._policies):
                    self._judged[ids] |= found
        return {ids: found[name, wire] for ids, found in self._judged.items()}


def _judged_in(
    asked: Asked, wire: str, names: Sequence[str], policies: Sequence[IdPolicy]
) -> Iterator[tuple[IdPolicy, _Judged]]:
    """Those in one wire format; what is sent goes with the end of this."""
    as_logged: Sent | None = None
    for ids in policies:
        sent = as_sent(asked, wire, ids, as_logged)
        is_last = ids == policies[-1]
        yield (
            ids,
            {(name, wire): _verdict(asked, sent, name, wire, ids, is_last) for name in names},
        )
        as_logged = sent if ids == "keep" else None


def _verdict(
    asked: Asked, sent: Sent | None, name: str, wire: str, ids: IdPolicy, is_last: bool
) -> Verdict:
    if sent is None:
        never = never_judged(wire, asked.model, answers_stored=False)
        return Verdict(name, ids, [], undecided(asked.conversation, None), never)
    never = never_judged(
        wire,
        asked.model,
        answers_stored=sent.answers_stored,
        odd_schema=sent.odd_schema(TARGETS[name]),
    )
    left_out = sent.left_out if name == asked.own else []
    open_points = [*sent.undecided, *sent.of_answer(name), *left_out]
    points = [*open_points, *_not_known(sent, name)]
    stands_on = () if points else what_a_yes_stands_on(TARGETS[name], sent)
    written = sent.written if is_last else None
    return Verdict(name, ids, sent.findings(name), points, never, stands_on, written)


def _not_known(sent: Sent, name: str) -> list[NotJudged]:
    """Why a target that is a profile does not surely take what it does not refuse."""
    target = TARGETS[name]
    if target.takes is None:
        return []
    first = first_of_format(sent.conversation.format)
    others = [] if first is None else sent.findings(first)
    return not_known_to_take(target, sent, sent.findings(name), others)


def _with_upstream(verdict: Verdict, upstream: Verdict, conversation: Conversation) -> Verdict:
    """The verdict of a relay, with what the provider behind it makes of the conversation."""
    formats = {format_for(TARGETS[one.target], conversation) for one in (verdict, upstream)}
    relay = TARGETS[verdict.target]
    relayed = [_relayed(one, relay, len(formats) > 1) for one in upstream.findings]
    known = {(one.code, one.address) for one in verdict.findings}
    more = [one for one in relayed if (one.code, one.address) not in known]
    own = verdict.undecided
    if not relay.is_known:
        host = unknown_host(conversation)
        own = [not_known_server(host, TARGETS[upstream.target], upstream.accepts)]
    told = {(one.code, one.address) for one in own}
    points = [one for one in upstream.undecided if (one.code, one.address) not in told]
    return replace(
        verdict,
        findings=[*verdict.findings, *more],
        undecided=[*own, *points],
        stands_on=(*verdict.stands_on, *upstream.stands_on),
    )


_TIES = (Subject.MISSING_RESULT, Subject.ORPHAN_RESULT)
"""What no translation into another format mends."""


def _relayed(found: Refusal, relay: Target, is_translated: bool) -> Refusal:
    """A refusal by a provider behind a relay: not sure where the relay translates, except of
    calls and results that are not there, nor where nobody knows the server."""
    payload = None if is_translated else found.payload
    is_tie = RULES[found.code].subject in _TIES
    is_sure = relay.is_known and (is_tie or not is_translated)
    severity = found.severity if is_sure else min(found.severity, Severity.WARNING, key=_RANK)
    return replace(found, targets=(relay.name,), payload=payload, severity=severity)


_RANK = (Severity.INFO, Severity.WARNING, Severity.ERROR).index
