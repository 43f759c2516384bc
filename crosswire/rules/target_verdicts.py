"""Whether a target would take a conversation: its verdict, with the findings that decide.

The rules look at what would be sent: the conversation as the target's format writes it, read
back in that format and paired in its scope. Refusals are looked for there, and each is told at
the place in the upload that it comes from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.conversion import render
from crosswire.errors import NotAConversation, UnknownFormat
from crosswire.model import Conversation, Message, OpaquePart, Part, ToolResultPart
from crosswire.model.loss import Loss, LossKind, Rendering
from crosswire.model.node_key import NodeKey
from crosswire.pairing import Fate, Pairing, pair
from crosswire.reading.loading import collector_paused, read_back
from crosswire.rendering.id_plan import IdPolicy
from crosswire.rules.declared_schemas import Walked, declared_schemas
from crosswire.rules.named_servers import format_for
from crosswire.rules.not_judged import (
    NO_LOG_SHOWS,
    READ_BY_SHAPE,
    NotJudged,
    halved_part,
    left_out,
    logged_error,
    never_judged,
    odd_schema,
    undecided,
    unknown_blocks,
)
from crosswire.rules.parts import answers, of_type
from crosswire.rules.profile_verdicts import not_known_to_take, upstream_of
from crosswire.rules.registry import PROVIDER_RULES, RULES
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.runner import walk
from crosswire.rules.source_mapper import SourceMapper
from crosswire.rules.targets import FIRST_TARGETS, TARGETS, first_of_format


class LossCount(Struct, frozen=True):
    """How many losses of one kind and code there are."""

    kind: LossKind
    code: str
    what: str
    """What the first of them is about."""
    count: int


class Written(Struct, frozen=True):
    """What becomes of a conversation where it is written for a target, counted."""

    losses: tuple[LossCount, ...]
    """In the order in which their kinds and codes first occur."""
    ids: int
    """Call ids that are not those of the log."""
    names: int
    """Tools that have another name."""


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


def refusals(target: str) -> list[ProviderRule[Ground]]:
    """The rules by which a target may refuse a conversation."""
    return [rule for rule in PROVIDER_RULES if rule.grounds_of(target)]


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
    names = list(FIRST_TARGETS if targets is None else targets)
    for name in names:
        if name not in TARGETS:
            known = ", ".join(TARGETS)
            raise UnknownFormat(f"There is no target {name!r}. These are: {known}.")
    by_target: dict[str, Verdict] = {}
    if conversation.traits.by_shape:
        return {name: Verdict(name, ids, undecided=[READ_BY_SHAPE]) for name in names}
    model = model_of(conversation)
    with collector_paused():
        pairing = pairing or pair(conversation)
        unknown = unknown_blocks(conversation)
        halved = halved_part(conversation)
        walked: Walked = {}
        for wire, of_format in _by_format(names, conversation, format).items():
            sent = _sent(
                conversation, wire, ids, pairing, unknown, halved, walked, counted=counted
            )
            open_points = undecided(conversation, None) if sent is None else sent.undecided
            stored = sent is not None and sent.answers_stored
            odd = None if sent is None else sent.odd_schema
            never = never_judged(wire, model, answers_stored=stored, odd_schema=odd)
            for name in of_format:
                findings = [] if sent is None else _findings(sent, name)
                written = None if sent is None else sent.written
                points = [*open_points, *_not_known(sent, name, findings)]
                by_target[name] = Verdict(name, ids, findings, points, never, written)
    for name in names:
        relayed = upstream_of(TARGETS[name], conversation)
        if relayed is not None:
            of_upstream = verdict(conversation, relayed, ids=ids, pairing=pairing)
            by_target[name] = _with_upstream(by_target[name], of_upstream, conversation)
    return {name: by_target[name] for name in names}


def _by_format(
    names: Iterable[str], conversation: Conversation, asked: str | None
) -> dict[str, list[str]]:
    """The targets, by the wire format that the conversation is written in for them."""
    by_format: dict[str, list[str]] = {}
    for name in names:
        target = TARGETS[name]
        takes_it = asked is not None and asked in target.formats
        wire = asked if asked and takes_it else format_for(target, conversation)
        by_format.setdefault(wire, []).append(name)
    return by_format


def _not_known(sent: _Sent | None, name: str, findings: Sequence[Refusal]) -> list[NotJudged]:
    """Why a target that is a profile does not surely take what it does not refuse."""
    target = TARGETS[name]
    if target.takes is None or sent is None:
        return []
    first = first_of_format(sent.mapper.sent.format)
    others = [] if first is None else _findings(sent, first)
    return not_known_to_take(target, sent.mapper, findings, others)


def _with_upstream(verdict: Verdict, upstream: Verdict, conversation: Conversation) -> Verdict:
    """The verdict of a relay, with what the provider behind it makes of the conversation."""
    formats = {format_for(TARGETS[one.target], conversation) for one in (verdict, upstream)}
    relayed = [_relayed(one, verdict.target, len(formats) > 1) for one in upstream.findings]
    known = {(one.code, one.address) for one in verdict.findings}
    more = [one for one in relayed if (one.code, one.address) not in known]
    told = {(one.code, one.address) for one in verdict.undecided}
    points = [one for one in upstream.undecided if (one.code, one.address) not in told]
    return replace(
        verdict,
        findings=[*verdict.findings, *more],
        undecided=[*verdict.undecided, *points],
    )


_TIES = (Subject.MISSING_RESULT, Subject.ORPHAN_RESULT)
"""What no translation into another format mends."""


def _relayed(found: Refusal, relay: str, is_translated: bool) -> Refusal:
    """A refusal by a provider behind a relay: not sure where the relay translates, except of
    calls and results that are not there."""
    if not is_translated:
        return replace(found, targets=(relay,))
    is_sure = RULES[found.code].subject in _TIES
    severity = found.severity if is_sure else min(found.severity, Severity.WARNING, key=_RANK)
    return replace(found, targets=(relay,), payload=None, severity=severity)


_RANK = (Severity.INFO, Severity.WARNING, Severity.ERROR).index


class _Sent(Struct):
    """What would be sent in a format, with what only the log tells about it."""

    mapper: SourceMapper
    context: partial[TargetContext]
    """Wants the target."""
    undecided: list[NotJudged]
    """See `Verdict.undecided`."""
    answers_stored: bool
    """Whether it answers calls that only the provider can have, by what it has stored."""
    odd_schema: NotJudged | None
    """What is not known of the schemas of its tools."""
    written: Written | None
    """See `Verdict.written`."""


def _sent(
    conversation: Conversation,
    format: str,
    ids: IdPolicy,
    pairing: Pairing,
    unknown: Sequence[OpaquePart],
    halved: Part | None,
    walked: Walked,
    *,
    counted: bool,
) -> _Sent | None:
    """None where nothing of a conversation has a place in the format."""
    waiting = _waiting(conversation, pairing)
    alone = _without_their_calls(conversation, pairing)
    split = _split(conversation) if ids == "keep" else set()
    empty = _empty(conversation, format) if ids == "keep" else []
    written = render(
        conversation, format, ids=ids, pairing=pairing, losses=counted or bool(unknown)
    )
    as_it_was = _is_as_it_was(conversation, written)
    try:
        sent = conversation if as_it_was else read_back(written.payload, format)
    except NotAConversation:
        return None
    sent_pairing = pairing if as_it_was else pair(sent)
    mapper = SourceMapper(conversation, written, sent)
    schemas = declared_schemas(sent, walked)
    context = partial(
        TargetContext,
        sent,
        sent_pairing,
        model=model_of(conversation),
        log_shape=conversation.shape,
        pending=mapper.written_from(sent.calls(), waiting) & _pending(sent_pairing),
        outside=mapper.written_from(sent.results(), alone),
        split=mapper.written_from(sent.results(), split),
        empty=mapper.left_out(empty),
        schemas=schemas,
        logged=_logged(conversation, format) if ids == "keep" else (),
    )
    left = left_out(unknown, written.losses)
    open_points = undecided(conversation, sent, left, halved, schemas)
    if format == conversation.format and not written.id_map:
        open_points += logged_error(conversation)
    counts = _counted(written) if counted else None
    odd = odd_schema(conversation, format, schemas)
    stored = _answers_stored(sent, sent_pairing)
    return _Sent(mapper, context, open_points, stored, odd, counts)


def _answers_stored(sent: Conversation, pairing: Pairing) -> bool:
    return sent.calls_may_be_elsewhere and any(one.elsewhere for one in pairing.orphans)


def _counted(rendering: Rendering) -> Written:
    """The counts alone: a long log has as many losses as parts."""
    counts: Counter[tuple[LossKind, str]] = Counter()
    firsts: dict[tuple[LossKind, str], Loss] = {}
    for loss in rendering.losses:
        counts[loss.kind, loss.code] += 1
        firsts.setdefault((loss.kind, loss.code), loss)
    losses = tuple(LossCount(*key, firsts[key].what, count) for key, count in counts.items())
    return Written(losses, len(rendering.id_map), len(rendering.name_map))


def _is_as_it_was(conversation: Conversation, rendering: Rendering) -> bool:
    """Whether the upload is that very request, so that reading it back would give the same."""
    kind = conversation.shape, conversation.container, conversation.number
    is_one_request = kind == ("request", "json", 0) and conversation.format == rendering.target
    return is_one_request and [*conversation.own_documents] == [rendering.payload]


def _findings(sent: _Sent, target: str) -> list[Refusal]:
    context = sent.context(target=target)
    refused = walk(context, refusals(target))
    return [sent.mapper.at_source(refusal, target) for refusal in refused]


def model_of(conversation: Conversation) -> str | None:
    """The model that a conversation names, in its request or, without one, its response."""
    models = (s.value for s in conversation.settings() if s.meaning == "model")
    return next((model for model in models if isinstance(model, str)), None)


def _waiting(conversation: Conversation, pairing: Pairing) -> set[NodeKey]:
    """The calls after which the log ends, where no results came behind them: those that came
    are the turn in which theirs should be."""
    pending = _pending(pairing)
    waiting: set[NodeKey] = set()
    for message in reversed(conversation.messages) if pending else ():
        if answers(message):
            break
        waiting |= pending & {part.key for part in message.parts}
    return waiting


def _pending(pairing: Pairing) -> set[NodeKey]:
    """The calls whose results may still come."""
    return {alone.call.key for alone in pairing.unanswered if alone.fate is Fate.PENDING}


def _without_their_calls(conversation: Conversation, pairing: Pairing) -> set[NodeKey]:
    """The results whose calls stand in another log, where this is a piece of one and no
    request."""
    if conversation.shape in ("request", "exchange"):
        return set()
    return {orphan.result.key for orphan in pairing.orphans if orphan.elsewhere}


def _split(conversation: Conversation) -> set[NodeKey]:
    """The results that the log has in a further message of results, where its format has one
    for them all.

    A rendering joins them: they are split as logged, and no longer once they are written anew.
    """
    if not conversation.traits.results_share_a_message:
        return set()
    return {
        result.key
        for before, message in pairwise(conversation.messages)
        if before.role != "assistant" and of_type(before.parts, ToolResultPart)
        for result in of_type(message.parts, ToolResultPart)
    }


def _logged(conversation: Conversation, format: str) -> tuple[Message, ...]:
    """The messages of a request that was logged in the target's own format."""
    if conversation.shape != "request" or conversation.format != format:
        return ()
    return tuple(message for message in conversation.messages if message.field is None)


def _empty(conversation: Conversation, format: str) -> list[Message]:
    """The messages of the target's own format that hold nothing, except the last one.

    A rendering leaves them out: they are sent as logged, and no longer once they are written
    anew.
    """
    before_the_last = conversation.messages[:-1]
    return [
        message
        for message in before_the_last
        if not message.parts and message.wire_format == format
    ]
