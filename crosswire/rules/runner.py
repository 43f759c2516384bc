"""Runs rules over a conversation, in one walk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import Generic

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.node_key import NodeKey, message_of
from crosswire.pairing import Pairing, pair
from crosswire.reading.loading import collector_paused
from crosswire.rules.evidence import FaultyId, IdFault
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
        return walk(context, (r for r in about_logs if r.is_about(conversation.format)))


def walk(
    context: ContextT, rules: Iterable[CheckingRule[ContextT, FindingT]]
) -> list[FindingT]:
    """What some rules find in a conversation, all in one walk."""
    return _Walk(context, rules).run()


class _Walk(Generic[ContextT, FindingT]):
    def __init__(
        self, context: ContextT, rules: Iterable[CheckingRule[ContextT, FindingT]]
    ) -> None:
        needed = [rule for rule in rules if rule.may_find_some(context)]
        self.context = context
        pairing = context.pairing
        self.pairs = pairing.pair_of
        self.unanswered = {alone.call.key: alone for alone in pairing.unanswered}
        self.orphans = {orphan.result.key: orphan for orphan in pairing.orphans}
        join = chain.from_iterable
        self.on_call = [*join(rule.on_call for rule in needed)]
        self.on_result = [*join(rule.on_result for rule in needed)]
        self.on_pair = [*join(rule.on_pair for rule in needed)]
        self.on_unanswered = [*join(rule.on_unanswered for rule in needed)]
        self.on_orphan = [*join(rule.on_orphan for rule in needed)]
        self.on_conversation = [*join(rule.on_conversation for rule in needed)]
        self.on_faulty_id: dict[IdFault, list[Check[FaultyId, ContextT, FindingT]]] = (
            defaultdict(list)
        )
        for rule in needed:
            for fault, checks in rule.faulty_id_checks.items():
                self.on_faulty_id[fault] += checks
        self.faulty_ids = context.evidence.faulty_ids if self.on_faulty_id else {}

    def run(self) -> list[FindingT]:
        findings: list[FindingT] = []
        faulty_ids = self.faulty_ids
        for message in self.context.conversation.messages:
            for part in message.parts:
                if isinstance(part, ToolCallPart):
                    self._call(part, findings)
                elif isinstance(part, ToolResultPart):
                    self._result(part, findings)
                if part.key in faulty_ids:
                    faulty = faulty_ids[part.key]
                    for check in self.on_faulty_id[faulty.fault]:
                        findings += check(faulty, self.context)
        of_walks = [
            check(self.context.conversation, self.context) for check in self.on_conversation
        ]
        others = list(chain.from_iterable(of_walks))
        return self._in_order(findings + others) if others else findings

    def _in_order(self, findings: list[FindingT]) -> list[FindingT]:
        keys = {message_of(finding.node) for finding in findings}
        order: dict[NodeKey, int] = {}
        for message in self.context.conversation.messages:
            if message.key in keys:
                for key in (message.key, *(part.key for part in message.parts)):
                    order[key] = len(order)
        return sorted(findings, key=lambda finding: order.get(finding.node, -1))

    def _call(self, call: ToolCallPart, findings: list[FindingT]) -> None:
        for check in self.on_call:
            findings += check(call, self.context)
        unanswered = self.unanswered.get(call.key)
        if unanswered is not None:
            for unanswered_check in self.on_unanswered:
                findings += unanswered_check(unanswered, self.context)

    def _result(self, result: ToolResultPart, findings: list[FindingT]) -> None:
        for check in self.on_result:
            findings += check(result, self.context)
        pair = self.pairs.get(result.key)
        if pair is not None:
            for pair_check in self.on_pair:
                findings += pair_check(pair, self.context)
        orphan = self.orphans.get(result.key)
        if orphan is not None:
            for orphan_check in self.on_orphan:
                findings += orphan_check(orphan, self.context)
