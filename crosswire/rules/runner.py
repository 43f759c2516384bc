"""Runs rules over a conversation, in one walk."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.node_key import message_of
from crosswire.pairing import Pairing, pair
from crosswire.reading.loading import collector_paused
from crosswire.rules.registry import RULES
from crosswire.rules.rule import Diagnostic, Kind, Rule, RuleContext


def diagnose(
    conversation: Conversation,
    pairing: Pairing | None = None,
    *,
    rules: Iterable[Rule] | None = None,
) -> list[Diagnostic]:
    """Every defect that the rules find, in the order of the upload.

    What a target would refuse is no defect of the log: see
    `crosswire/rules/target_verdicts.py`.
    """
    with collector_paused():
        asked = RULES.values() if rules is None else rules
        defects = [
            rule
            for rule in asked
            if rule.kind is Kind.DEFECT and rule.is_about(conversation.format)
        ]
        return walk(RuleContext(conversation, pairing or pair(conversation)), defects)


def walk(context: RuleContext, rules: Iterable[Rule]) -> list[Diagnostic]:
    """What some rules find in a conversation, all in one walk."""
    return _Walk(context, list(rules)).run()


class _Walk:
    def __init__(self, context: RuleContext, rules: list[Rule]) -> None:
        rules = [rule for rule in rules if rule.may_find_some(context)]
        self.context = context
        self.conversation, pairing = context.conversation, context.pairing
        self.pairs = pairing.pair_of
        self.unanswered = {alone.call.key: alone for alone in pairing.unanswered}
        self.orphans = {orphan.result.key: orphan for orphan in pairing.orphans}
        self.on_call = [check for rule in rules for check in rule.call_checks]
        self.on_result = [check for rule in rules for check in rule.result_checks]
        self.on_pair = [check for rule in rules for check in rule.pair_checks]
        self.on_unanswered = [check for rule in rules for check in rule.unanswered_checks]
        self.on_orphan = [check for rule in rules for check in rule.orphan_checks]
        self.on_faulty_id = [check for rule in rules for check in rule.faulty_id_checks]
        self.faulty_ids = self.context.evidence.faulty_ids if self.on_faulty_id else {}
        self.on_conversation = [check for rule in rules for check in rule.conversation_checks]

    def run(self) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        faulty_ids = self.faulty_ids
        for message in self.conversation.messages:
            for part in message.parts:
                if isinstance(part, ToolCallPart):
                    self._call(part, found)
                elif isinstance(part, ToolResultPart):
                    self._result(part, found)
                if part.key in faulty_ids:
                    faulty = faulty_ids[part.key]
                    for check in self.on_faulty_id:
                        found += check(faulty, self.context)
        own_walk = [
            d for check in self.on_conversation for d in check(self.conversation, self.context)
        ]
        return self._in_order(found + own_walk) if own_walk else found

    def _in_order(self, found: list[Diagnostic]) -> list[Diagnostic]:
        order: dict[str, int] = {}
        nodes = {message_of(one.node) for one in found}
        for message in self.conversation.messages:
            for key in (
                (message.key, *(part.key for part in message.parts))
                if message.key in nodes
                else ()
            ):
                order[key] = len(order)
        return sorted(found, key=lambda d: order.get(d.node, -1))

    def _call(self, call: ToolCallPart, found: list[Diagnostic]) -> None:
        for check in self.on_call:
            found += check(call, self.context)
        if call.key in self.unanswered:
            alone = self.unanswered[call.key]
            for unanswered_check in self.on_unanswered:
                found += unanswered_check(alone, self.context)

    def _result(self, result: ToolResultPart, found: list[Diagnostic]) -> None:
        for check in self.on_result:
            found += check(result, self.context)
        if self.on_pair and result.key in self.pairs:
            pair = self.pairs[result.key]
            for pair_check in self.on_pair:
                found += pair_check(pair, self.context)
        if result.key in self.orphans:
            orphan = self.orphans[result.key]
            for orphan_check in self.on_orphan:
                found += orphan_check(orphan, self.context)
