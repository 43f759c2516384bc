"""A conversation as it would be sent to the targets of a format, and what these make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise

from msgspec import Struct

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.conversion import is_written_as_logged, render
from crosswire.errors import NotAConversation
from crosswire.model import Conversation, Message, ToolResultPart
from crosswire.model.loss import Loss, LossKind, Rendering
from crosswire.model.node_key import NodeKey
from crosswire.pairing import Fate, Pairing, pair
from crosswire.reading.loading import read_back
from crosswire.rendering.id_plan import IdPolicy
from crosswire.rules.answer_schema import answer_schema
from crosswire.rules.content.foreign_container import foreign_words
from crosswire.rules.declared_schemas import Walked, declared_schemas
from crosswire.rules.finding import Refusal
from crosswire.rules.named_servers import model_in_address, named_server
from crosswire.rules.not_judged import (
    NotJudged,
    halved_part,
    left_out,
    logged_error,
    no_place,
    odd_schema,
    undecided,
    unknown_blocks,
)
from crosswire.rules.parts import answers, of_type
from crosswire.rules.registry import PROVIDER_RULES
from crosswire.rules.rule import Ground, ProviderRule, TargetContext
from crosswire.rules.runner import walk
from crosswire.rules.source_mapper import LogNodes, SourceMapper
from crosswire.rules.target import Target
from crosswire.rules.targets import TARGETS
from crosswire.rules.uses import Use, uses


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


class Asked:
    """A conversation that targets are asked about, with what the verdicts of all of them want
    to know of it."""

    def __init__(self, conversation: Conversation, pairing: Pairing, *, counted: bool) -> None:
        self.conversation, self.pairing, self.counted = conversation, pairing, counted
        self.model = model_of(conversation)
        self.own = named_server(conversation)
        """The target whose server the log names."""
        self.dialect = _dialect(conversation, self.own)
        """The format that stands for another one in which that server was asked; empty where
        it was asked in a format of its own."""
        self.unknown = unknown_blocks(conversation)
        self.halved = halved_part(conversation)
        self.waiting = _waiting(conversation, pairing)
        self.alone = _without_their_calls(conversation, pairing)
        self.walked: Walked = {}
        self.nodes = LogNodes(conversation)


class Sent:
    """What would be sent in a format, with what only the log tells about it."""

    def __init__(self, asked: Asked, written: Rendering, sent: Conversation) -> None:
        log, format = asked.conversation, written.target
        self.conversation = sent
        self.mapper = SourceMapper(asked.nodes, written, sent)
        self._context = _context(asked, self.mapper, written)
        schemas = self._context.schemas
        left = left_out(asked.unknown, written.losses)
        self.undecided = undecided(log, sent, left, asked.halved, schemas)
        """See `Verdict.undecided`."""
        if format == log.format and not written.id_map:
            self.undecided += logged_error(log)
        if format == log.wire_format:
            self.undecided += self._foreign_words()
        is_dialect = format == asked.dialect
        told = self.undecided
        self.left_out = no_place(log, written.losses, told) if is_dialect else []
        """What the log's own server was sent and is not judged."""
        self.written = _counted(written) if asked.counted else None
        """See `Verdict.written`."""
        self._findings: dict[str, list[Refusal]] = {}

    @cached_property
    def uses(self) -> dict[Use, Address]:
        """What it uses beside texts by turns, each with the first place of it."""
        context = self._context
        is_request = context.log_shape == "request"
        return uses(self.conversation, context.schemas, is_request=is_request)

    @property
    def answers_stored(self) -> bool:
        """Whether it answers calls that only the provider can have, by what it has stored."""
        orphans = self._context.pairing.orphans
        return self.conversation.calls_may_be_elsewhere and any(o.elsewhere for o in orphans)

    def _foreign_words(self) -> list[NotJudged]:
        """The first thing in it that is in the words of another API, as it was logged."""
        return [
            NotJudged("foreign-words", found.message, self.mapper.source(found.address)[1])
            for found in islice(foreign_words(self.conversation), 1)
        ]

    def odd_schema(self, target: Target) -> NotJudged | None:
        """What is not known of the schemas of its tools, where a target may refuse them and is
        not known to."""
        taken = (target.takes or {}).get(self.conversation.format)
        if taken is not None and taken.uses:
            return None  # these are among the uses that it is known to take, or leave it open
        log, schemas = self.mapper.conversation, self._context.schemas
        is_first = target.takes is None
        return odd_schema(log, self.conversation.format, schemas, is_first=is_first)

    def of_answer(self, target: str) -> list[NotJudged]:
        """Why the target may refuse the schema that it asks the answer to keep to, at its
        place in the log."""
        return [
            NotJudged("answer-schema", message, self.mapper.source(place)[1])
            for place, message in answer_schema(self.conversation, target)
        ]

    def written_anew(self) -> Sent:
        """The same with nothing in it as it was logged, which matters to some rules."""
        context = self._context
        if not (context.split or context.empty or context.logged):
            return self
        anew = copy(self)
        anew._context = replace(context, split=frozenset(), empty=(), logged=())
        anew._findings = {}
        return anew

    def findings(self, target: str) -> list[Refusal]:
        """What a target refuses, at the places of the log that it comes from."""
        if target not in self._findings:
            self._context.target = target
            refused = walk(self._context, refusals(target))
            self._findings[target] = [self.mapper.at_source(one, target) for one in refused]
        return self._findings[target]


def as_sent(
    asked: Asked, format: str, ids: IdPolicy, as_logged: Sent | None = None
) -> Sent | None:
    """A conversation as it would be sent in a format; None where nothing of it has a place
    there. `as_logged` is the same with the ids of the log: where none is to be changed, it is
    not written and read again."""
    log = asked.conversation
    if as_logged is not None and is_written_as_logged(log, format, ids):
        return as_logged.written_anew()
    losses = asked.counted or bool(asked.unknown) or format == asked.dialect
    written = render(log, format, ids=ids, pairing=asked.pairing, losses=losses)
    try:
        sent = log if _is_as_it_was(log, written) else read_back(written.payload, format)
    except NotAConversation:
        return None
    return Sent(asked, written, sent)


def _dialect(conversation: Conversation, own: str | None) -> str:
    target = TARGETS.get(own or "")
    if target is None or conversation.wire_format in target.formats:
        return ""
    return target.format


def _context(asked: Asked, mapper: SourceMapper, written: Rendering) -> TargetContext:
    """What the rules of all targets look at, whose indexes are built once; it names the target
    that is asked when that is asked."""
    log, sent, format = asked.conversation, mapper.sent, written.target
    pairing = asked.pairing if sent is log else pair(sent)
    as_logged = written.policy == "keep"
    return TargetContext(
        sent,
        pairing,
        target="",
        model=asked.model,
        log_shape=log.shape,
        pending=mapper.written_from(sent.calls(), asked.waiting) & _pending(pairing),
        outside=mapper.written_from(sent.results(), asked.alone),
        split=mapper.written_from(sent.results(), _split(log) if as_logged else set()),
        empty=mapper.left_out(_empty(log, format) if as_logged else []),
        schemas=declared_schemas(sent, asked.walked),
        logged=_logged(log, format) if as_logged else (),
    )


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


@cache
def refusals(target: str) -> Sequence[ProviderRule[Ground]]:
    """The rules by which a target may refuse a conversation."""
    return [rule for rule in PROVIDER_RULES if rule.grounds_of(target)]


def model_of(conversation: Conversation) -> str | None:
    """The model that a conversation names, in its request or, without one, its response, or
    else in the address that it was sent to."""
    models = (s.value for s in conversation.settings() if s.meaning == "model")
    named = next((model for model in models if isinstance(model, str)), None)
    return named or model_in_address(conversation)


def _waiting(conversation: Conversation, pairing: Pairing) -> set[NodeKey]:
    """The calls after which the log ends, where no results came behind them: those that came
    are the turn in which theirs should be."""
    pending = _pending(pairing) | _told_behind(conversation, pairing)
    waiting: set[NodeKey] = set()
    for message in reversed(conversation.messages) if pending else ():
        if answers(message):
            break
        waiting |= pending & {part.key for part in message.parts}
    return waiting


def _pending(pairing: Pairing) -> set[NodeKey]:
    """The calls whose results may still come."""
    return {alone.call.key for alone in pairing.unanswered if alone.fate is Fate.PENDING}


def _told_behind(conversation: Conversation, pairing: Pairing) -> set[NodeKey]:
    """The calls of a request behind which only the model said something: whether that stands
    in the same message hangs on the format that it is sent in."""
    if conversation.turn_ends:
        return set()
    return {
        alone.call.key
        for alone in pairing.unanswered
        if alone.turn_end == "reported over" and not alone.goes_on
    }


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
