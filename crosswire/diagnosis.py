"""Runs rules over a conversation, in one walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crosswire.loading import collector_paused
from crosswire.model import Conversation, Message, ToolCallPart, ToolResultPart
from crosswire.pairing import Pairing, pair
from crosswire.rule import Case, Diagnostic, Kind, Rule
from crosswire.rules import RULES


def diagnose(
    conversation: Conversation,
    pairing: Pairing | None = None,
    *,
    rules: Iterable[Rule] | None = None,
) -> list[Diagnostic]:
    """Every defect that the rules find, in the order of the upload.

    What a target would refuse is no defect of the log: see `crosswire/acceptance.py`.
    """
    with collector_paused():
        asked = RULES.values() if rules is None else rules
        defects = [rule for rule in asked if rule.kind is Kind.DEFECT and rule.is_about(conversation.format)]
        return walk(Case(conversation, pairing or pair(conversation)), defects)


def walk(case: Case, rules: Iterable[Rule]) -> list[Diagnostic]:
    """What some rules find in a conversation, all in one walk."""
    return _Walk(case, list(rules)).run()


class _Walk:
    def __init__(self, case: Case, rules: list[Rule]) -> None:
        self.case = case
        self.conversation, pairing = case.conversation, case.pairing
        self.pairs = pairing.pair_of
        self.unanswered = {alone.call.key: alone for alone in pairing.unanswered}
        self.orphans = {orphan.result.key: orphan for orphan in pairing.orphans}
        self.on_call = [check for rule in rules for check in rule.call_checks]
        self.on_result = [check for rule in rules for check in rule.result_checks]
        self.on_pair = [check for rule in rules for check in rule.pair_checks]
        self.on_unanswered = [check for rule in rules for check in rule.unanswered_checks]
        self.on_orphan = [check for rule in rules for check in rule.orphan_checks]
        self.on_faulty_id = [check for rule in rules for check in rule.faulty_id_checks]
        self.faulty_ids = self.case.evidence.faulty_ids if self.on_faulty_id else {}
        self.on_conversation = [check for rule in rules for check in rule.conversation_checks]

    def run(self) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for message in self.conversation.messages:
            found += self._message(message)
        own_walk = [d for check in self.on_conversation for d in check(self.conversation, self.case)]
        if own_walk:
            order: dict[str, int] = {}
            for message in self.conversation.messages:
                for key in (message.key, *(part.key for part in message.parts)):
                    order[key] = len(order)
            found = sorted(found + own_walk, key=lambda d: order.get(d.node, -1))
        return found

    def _message(self, message: Message) -> Iterator[Diagnostic]:
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                yield from self._call(part)
            elif isinstance(part, ToolResultPart):
                yield from self._result(part)
            faulty = self.faulty_ids.get(part.key)
            if faulty is not None:
                for check in self.on_faulty_id:
                    yield from check(faulty, self.case)

    def _call(self, call: ToolCallPart) -> Iterator[Diagnostic]:
        for check in self.on_call:
            yield from check(call, self.case)
        alone = self.unanswered.get(call.key)
        if alone is not None:
            for unanswered_check in self.on_unanswered:
                yield from unanswered_check(alone, self.case)

    def _result(self, result: ToolResultPart) -> Iterator[Diagnostic]:
        for check in self.on_result:
            yield from check(result, self.case)
        pair = self.pairs.get(result.key)
        if pair is not None:
            for pair_check in self.on_pair:
                yield from pair_check(pair, self.case)
        orphan = self.orphans.get(result.key)
        if orphan is not None:
            for orphan_check in self.on_orphan:
                yield from orphan_check(orphan, self.case)
