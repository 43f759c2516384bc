"""Runs rules over a conversation, in one walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any, Generic

from msgspec.structs import replace

from crosswire.address import Address, is_within
from crosswire.collector import collector_paused
from crosswire.model import (
    Conversation,
    Part,
    ToolCallPart,
    ToolResultPart,
    told_copies,
)
from crosswire.model.node_key import NodeKey, message_of
from crosswire.pairing import Pairing, pair
from crosswire.rules.masked_ids import unsure_of_masks
from crosswire.rules.registry import RULES
from crosswire.rules.rule import (
    Check,
    CheckingRule,
    ContextT,
    Defect,
    FindingT,
    LogRule,
    Rule,
    RuleContext,
    Severity,
)


def diagnose(
    conversation: Conversation,
    pairing: Pairing | None = None,
    *,
    rules: Iterable[Rule] | None = None,
) -> list[Defect]:
    """Every defect that the rules find, in the order of the upload.

    What a target would refuse is no defect of the log: see
    `crosswire/rules/target_verdicts.py`.
    """
    asked = RULES.values() if rules is None else rules
    about_logs = (rule for rule in asked if isinstance(rule, LogRule))
    with collector_paused():
        context = RuleContext(conversation, pairing or pair(conversation))
        formats = conversation.format, conversation.wire_format
        found = walk(context, (r for r in about_logs if r.is_about(*formats)))
        found = _with_copies(found, conversation)
        return list(map(_softened, found)) if conversation.traits.by_shape else found


_OF_GUESSES = frozenset({"id_form", "identity", "order", "provenance"})
"""Families whose rules stand on what a guess of the format may have wrong: the order of turns,
what is missing because it stands elsewhere, whose ids these are."""


def _softened(defect: Defect) -> Defect:
    """A defect in a format that nobody knows: never an error, and a note where it stands on
    what was guessed."""
    of_guess = RULES[defect.code].family in _OF_GUESSES
    if of_guess:
        return replace(defect, severity=Severity.INFO)
    return replace(defect, severity=min(defect.severity, Severity.WARNING, key=_RANKS.index))


_RANKS = (Severity.INFO, Severity.WARNING, Severity.ERROR)


def _with_copies(found: list[Defect], conversation: Conversation) -> list[Defect]:
    """The same, each with the further places of the part that it is about; those of what came
    in events are its pieces."""
    if not found:
        return found
    copied = {
        part.key: part
        for message, part in conversation.parts()
        if part.also and message.places is None
    }
    return [
        replace(one, related=(*one.related, *_copies(copied[one.node], one)))
        if one.node in copied
        else one
        for one in found
    ]


def _copies(part: Part, found: Defect) -> Iterator[tuple[str, Address]]:
    told = [found.address, *(address for _, address in found.related)]
    return (
        ("also", at)
        for at in told_copies(part)
        if not any(is_within(address, at) for address in told)
    )


def walk(
    context: ContextT, rules: Iterable[CheckingRule[ContextT, FindingT]]
) -> list[FindingT]:
    """What some rules find in a conversation, all in one walk."""
    return _Walk(context, rules).run()


_OfNodes = Mapping[NodeKey, object]
_Checks = list[Check[Any, ContextT, FindingT]]


class _Walk(Generic[ContextT, FindingT]):
    def __init__(
        self, context: ContextT, rules: Iterable[CheckingRule[ContextT, FindingT]]
    ) -> None:
        self.context = context
        self.needed = [rule for rule in rules if rule.may_find_some(context)]
        pairing, on_faulty_ids = context.pairing, self._checks("on_faulty_ids")
        self.of_type: dict[type[Part], _Checks[ContextT, FindingT]] = {
            ToolCallPart: self._checks("on_call"),
            ToolResultPart: self._checks("on_result"),
        }
        subscribers: tuple[tuple[_OfNodes, _Checks[ContextT, FindingT]], ...] = (
            ({n.call.key: n for n in pairing.unanswered}, self._checks("on_unanswered")),
            ({n.result.key: n for n in pairing.pairs}, self._checks("on_pair")),
            ({n.result.key: n for n in pairing.orphans}, self._checks("on_orphan")),
            (context.evidence.faulty_ids if on_faulty_ids else {}, on_faulty_ids),
        )
        self.of_nodes = [(of, checks) for of, checks in subscribers if of and checks]
        """What is known of calls and results by their keys, with the checks that want it."""

    def _checks(self, name: str) -> _Checks[ContextT, FindingT]:
        """What the rules have subscribed under a name."""
        return [*chain.from_iterable(map(attrgetter(name), self.needed))]

    def run(self) -> list[FindingT]:
        context, conversation = self.context, self.context.conversation
        findings: list[FindingT] = []
        for part in conversation.ends_in_order():
            for check in self.of_type[type(part)]:
                findings += check(part, context)
            for of_node, checks in self.of_nodes:
                if part.key in of_node:
                    self._check(of_node[part.key], checks, findings)
        others: list[FindingT] = []
        self._check(conversation, self._checks("on_conversation"), others)
        found = self._in_order(findings + others) if others else findings
        return unsure_of_masks(found, conversation)

    def _check(
        self, thing: object, checks: _Checks[ContextT, FindingT], findings: list[FindingT]
    ) -> None:
        for check in checks:
            findings += check(thing, self.context)

    def _in_order(self, findings: list[FindingT]) -> list[FindingT]:
        keys = {message_of(finding.node) for finding in findings}
        order: dict[NodeKey, int] = {}
        for message in self.context.conversation.messages:
            if message.key in keys:
                for key in (message.key, *(part.key for part in message.parts)):
                    order[key] = len(order)
        return sorted(findings, key=lambda finding: order.get(finding.node, -1))
