"""Whether a target would take a conversation: its verdict, with the findings that decide.

What is judged is what would be sent: the conversation as the target's format writes it, read
back in the target's own words and paired in its scope. There the refusals are looked for, and
each is told at the place in the upload that it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from crosswire.address import Address, ancestry, rebase, resolve
from crosswire.cached_property import cached_property
from crosswire.conversion import render
from crosswire.errors import BadAddress, NotAConversation, UnknownFormat
from crosswire.formats import FORMATS
from crosswire.model import Conversation, Message, Part, ToolCallPart, ToolResultPart
from crosswire.model.loss import Rendering
from crosswire.model.node_key import UNNAMED, NodeKey, is_part, message_of
from crosswire.pairing import Fate, Pairing, pair
from crosswire.reading.loading import collector_paused, read_back
from crosswire.rendering.id_plan import IdPolicy
from crosswire.rules.registry import RULES
from crosswire.rules.rule import Diagnostic, Kind, Rule, RuleContext, Severity
from crosswire.rules.runner import walk
from crosswire.rules.targets import TARGETS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a target makes of a conversation."""

    target: str
    ids: IdPolicy
    """How ids were written; see `crosswire/rendering/id_plan.py`."""
    findings: list[Diagnostic] = field(default_factory=list)
    """Refusals, in the order of the upload; those that are sure are errors, the others
    warnings."""

    @property
    def accepts(self) -> bool | None:
        """Whether it takes the conversation; None where nothing sure says no and something
        unsure does."""
        severities = {found.severity for found in self.findings}
        if Severity.ERROR in severities:
            return False
        return None if Severity.WARNING in severities else True


def refusals(target: str) -> list[Rule]:
    """The rules by which a target may refuse a conversation."""
    return [
        rule
        for rule in RULES.values()
        if rule.kind is Kind.REFUSAL and rule.grounds_of(target)
    ]


def verdict(
    conversation: Conversation,
    target: str,
    *,
    ids: IdPolicy = "keep",
    pairing: Pairing | None = None,
) -> Verdict:
    """What one target makes of a conversation; raises UnknownFormat where there is no such
    target.

    It costs one rendering, one reading of it and one walk.
    """
    _check(target)
    with collector_paused():
        pairing = pairing or pair(conversation)
        sent = _sent(conversation, TARGETS[target].format, ids, pairing)
        return Verdict(
            target, ids, _findings(conversation, sent, target) if sent is not None else []
        )


def verdicts(
    conversation: Conversation,
    targets: Iterable[str] | None = None,
    *,
    ids: IdPolicy = "keep",
    pairing: Pairing | None = None,
) -> dict[str, Verdict]:
    """The verdict of each target, or of these; what two of them would get alike is written
    once."""
    asked = (
        [name for name, one in TARGETS.items() if one.format in FORMATS]
        if targets is None
        else targets
    )
    pairing = pairing or pair(conversation)
    found: dict[str, Verdict] = {}
    last: tuple[str, _Sent | None] | None = None
    with collector_paused():
        for name in asked:
            _check(name)
            format = TARGETS[name].format
            if last is None or last[0] != format:
                last = format, _sent(conversation, format, ids, pairing)
            sent = last[1]
            found[name] = Verdict(
                name, ids, _findings(conversation, sent, name) if sent is not None else []
            )
    return found


def _check(target: str) -> None:
    if target not in TARGETS:
        raise UnknownFormat(f"There is no target {target!r}. These are: {', '.join(TARGETS)}.")


@dataclass(slots=True)
class _Sent:
    """What would be sent in a format, read back, and what the log says beside it."""

    conversation: Conversation
    pairing: Pairing
    told: Telling
    pending: frozenset[NodeKey]
    outside: frozenset[NodeKey]
    split: frozenset[NodeKey]
    empty: tuple[Message, ...]


def _sent(
    conversation: Conversation, format: str, ids: IdPolicy, pairing: Pairing
) -> _Sent | None:
    """None where nothing of a conversation has a place in the format."""
    write = partial(render, conversation, format, ids=ids, pairing=pairing)
    waiting, alone = _waiting(pairing), _without_their_calls(conversation, pairing)
    split = _split(conversation) if ids == "keep" else set()
    empty = _empty(conversation, format) if ids == "keep" else []
    written = write(links=bool(waiting or alone or split or empty))
    if _is_as_it_was(conversation, written):
        sent, paired = conversation, pairing
    else:
        try:
            sent = read_back(written.payload, format)
        except NotAConversation:
            return None
        paired = pair(sent)
    told = Telling(conversation, (lambda: written) if written.links else write, sent)
    return _Sent(
        sent,
        paired,
        told,
        pending=told.written_from(sent.calls(), waiting),
        outside=told.written_from(sent.results(), alone),
        split=told.written_from(sent.results(), split),
        empty=told.left_out(empty),
    )


def _is_as_it_was(conversation: Conversation, rendering: Rendering) -> bool:
    """Whether the upload is that very request, so that reading it back would give the same."""
    if conversation.format != rendering.target or conversation.shape != "request":
        return False
    whole = conversation.container == "json" and len(conversation.documents) == 1
    return (
        whole and conversation.number == 0 and conversation.documents[0] == rendering.payload
    )


def _findings(conversation: Conversation, sent: _Sent, target: str) -> list[Diagnostic]:
    context = RuleContext(
        sent.conversation,
        sent.pairing,
        target,
        model=model_of(conversation),
        shape=conversation.shape,
        pending=sent.pending,
        outside=sent.outside,
        empty=sent.empty,
        split=sent.split,
    )
    return [sent.told.at_source(one, target) for one in walk(context, refusals(target))]


def model_of(conversation: Conversation) -> str | None:
    """The model that a conversation names, in its request or, without one, its response."""
    named = (
        setting.value for setting in conversation.settings() if setting.meaning == "model"
    )
    return next((value for value in named if isinstance(value, str)), None)


def _waiting(pairing: Pairing) -> set[NodeKey]:
    """The calls after which the log ends."""
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
    found: set[NodeKey] = set()
    if not conversation.traits.results_share_a_message:
        return found
    for before, message in pairwise(conversation.messages):
        if before.role != "assistant" and any(
            isinstance(part, ToolResultPart) for part in before.parts
        ):
            found.update(
                part.key for part in message.parts if isinstance(part, ToolResultPart)
            )
    return found


def _empty(conversation: Conversation, format: str) -> list[Message]:
    """The messages in the target's own words that hold nothing, what stands last aside.

    A rendering leaves them out: they are sent as logged, and no longer once they are written
    anew.
    """
    before_the_last = conversation.messages[:-1]
    return [
        message
        for message in before_the_last
        if not message.parts and message.wire_format == format
    ]


class Telling:
    """Tells a finding in what would be sent as one in the upload, by the links of the
    rendering.

    Most conversations need little of it, so that each index is built when it is first asked
    for, and the links are written when something is found: one that is taken as it is costs
    none.
    """

    def __init__(
        self, conversation: Conversation, write: Callable[[], Rendering], sent: Conversation
    ) -> None:
        self.conversation, self.write, self.sent = conversation, write, sent
        self.documents = conversation.documents

    @cached_property
    def rendering(self) -> Rendering:
        """What would be sent, with its links."""
        return self.write()

    @cached_property
    def sources(self) -> dict[Address, NodeKey]:
        """A place of the payload -> the node that was written there."""
        found: dict[Address, NodeKey] = {}
        for link in self.rendering.links:
            if link.target is None or link.node is None:
                continue
            known = found.setdefault(link.target, link.node)
            if is_part(link.node) and not is_part(known):
                found[link.target] = link.node  # a part says more than the message around it
        return found

    @cached_property
    def parts(self) -> dict[NodeKey, Part]:
        """Key of a part -> the part, what results hold and the envelope included."""
        found: dict[NodeKey, Part] = {}
        waiting = [
            *self.conversation.settings_and_tools,
            *(part for _, part in self.conversation.parts()),
        ]
        while waiting:
            part = waiting.pop()
            found[part.key] = part
            if isinstance(part, ToolResultPart):
                waiting += part.content
        return found

    @cached_property
    def nodes(self) -> dict[NodeKey, Address]:
        """Key of a node -> its place in the upload."""
        found = {message.key: message.address for message in self.conversation.messages}
        return found | {key: part.address for key, part in self.parts.items()}

    @cached_property
    def own(self) -> set[NodeKey]:
        """Keys of the messages and parts that were in the target's words before."""
        messages, links = self.conversation.messages, self.rendering.links
        own = {
            message.key for message in messages if message.wire_format == self.rendering.target
        }
        return own | {link.node for link in links if link.role == "whole" and link.node}

    @cached_property
    def ids(self) -> set[Address]:
        """The places of the payload where ids of calls and results stand."""
        return {part.call_id.address for part in self.sent.ends() if part.call_id.address}

    def written_from(self, sent: Iterable[Part], nodes: set[NodeKey]) -> frozenset[NodeKey]:
        """Keys of the parts that were written from some nodes of the log."""
        if not nodes:
            return frozenset()
        return frozenset(part.key for part in sent if self._node(part.address)[0] in nodes)

    def left_out(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Those of some messages that have no place in the payload."""
        if not messages:
            return ()
        written = {link.node for link in self.rendering.links if link.target is not None}
        return tuple(message for message in messages if message.key not in written)

    def at_source(self, found: Diagnostic, target: str) -> Diagnostic:
        if found.of_log:
            return replace(found, targets=(target,))
        node, address = self.source(found.address)
        return replace(
            found,
            address=address,
            payload=found.address,
            node=node,
            targets=(target,),
            related=tuple((word, self.source(place)[1]) for word, place in found.related),
        )

    def source(self, place: Address) -> tuple[NodeKey, Address]:
        """The node that a place of the payload was written from, and its place in the upload."""
        node, at = self._node(place)
        return (node, self._narrowed(node, place, at)) if node else (UNNAMED, Address("0:"))

    def _node(self, place: Address) -> tuple[NodeKey, Address]:
        """The node that a place was written from, and the place where that was written."""
        for at in ancestry(place):
            node = self.sources.get(at)
            if node is not None and node in self.nodes:
                return node, at
        return UNNAMED, place

    def _narrowed(self, node: NodeKey, place: Address, at: Address) -> Address:
        """The same field in the upload, where it is told; `at` is where the node was written."""
        part = self.parts.get(node)
        if isinstance(part, (ToolCallPart, ToolResultPart)) and place in self.ids:
            return part.call_id.address or part.address
        if place != at and message_of(node) in self.own:  # written as it stands
            same = rebase(place, at, self.nodes[node])
            with suppress(BadAddress):
                resolve(same, self.documents, json.loads)
                return same
        return self.nodes[node]
