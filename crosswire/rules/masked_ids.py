"""Findings that stand on ids of which a log shows only masks: what was sent is not known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.node_key import NodeKey, message_of
from crosswire.rules.finding import Diagnostic, Severity, Subject
from crosswire.rules.parts import IS_MASKED, has_masked_id
from crosswire.rules.registry import RULES

FindingT = TypeVar("FindingT", bound=Diagnostic)
_End = ToolCallPart | ToolResultPart
_OF_ONE_ID = frozenset({Subject.DUPLICATE, Subject.CONFLATED_ID, Subject.FABRICATED_ID})
"""What hangs on the very id that is told."""
_OF_TIES = frozenset({Subject.MISSING_RESULT, Subject.ORPHAN_RESULT, Subject.MISMATCHED_IDS})
"""What hangs on which calls and results have the same id."""
_ARE_MASKED = (
    "Ids are masked here in the log, so that which result answers which call is not known."
)


def unsure_of_masks(findings: list[FindingT], conversation: Conversation) -> list[FindingT]:
    """The same, none of which is an error that a masked id may be to blame for. A result that
    is one too few stays: no id would make one of it."""
    of_ids = _OF_ONE_ID | _OF_TIES
    errors = [one for one in findings if one.severity is Severity.ERROR]
    if not any(RULES[one.code].subject in of_ids for one in errors):
        return findings
    masked = {end.key for end in conversation.ends_in_order() if has_masked_id(end)}
    if not masked:
        return findings
    tied = set(_tied_by_masks(conversation, masked))
    return [_weighed(one, masked, tied) for one in findings]


def _weighed(one: FindingT, masked: set[NodeKey], tied: set[NodeKey]) -> FindingT:
    if one.severity is not Severity.ERROR:
        return one
    subject = RULES[one.code].subject
    if subject in _OF_ONE_ID and one.node in masked:
        why = IS_MASKED
    elif subject in _OF_TIES and one.node in tied:
        why = _ARE_MASKED
    else:
        return one
    return replace(one, severity=Severity.WARNING, message=f"{one.message} {why}")


def _tied_by_masks(conversation: Conversation, masked: set[NodeKey]) -> Iterator[NodeKey]:
    """The calls and results, and their messages, of turns that have as many results as calls,
    and in which an id is masked."""
    for turn in _turns(conversation):
        calls = sum(isinstance(end, ToolCallPart) for end in turn)
        keys = {end.key for end in turn}
        if 2 * calls == len(turn) and not masked.isdisjoint(keys):
            yield from keys | {message_of(key) for key in keys}


def _turns(conversation: Conversation) -> Iterator[Sequence[_End]]:
    """The calls of the client's tools and the results behind them, up to the next call."""
    turn: list[_End] = []
    for end in conversation.ends_in_order():
        if end.executed_by != "client":
            continue
        if isinstance(end, ToolCallPart) and turn and isinstance(turn[-1], ToolResultPart):
            yield turn
            turn = []
        turn.append(end)
    yield turn
