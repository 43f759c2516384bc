"""The answers of the model as they are drawn: when each was awaited, what it cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypedDict

from crosswire.facts import NEVER, Clock, Times, Tokens, usage_of
from crosswire.model import Conversation, Message
from webapp.readmodel.outline import Row
from webapp.readmodel.text import printable


class Turn(TypedDict):
    """What the model said and called at once, without what answers it."""

    number: int
    """Counts the answers of the model from 1."""
    row: int
    last_row: int
    address: str
    says: str
    """Its first words."""
    started: float | None
    """When the model began, or when the message before it was there."""
    ended: float | None
    input: int | None
    output: int | None


def turns(
    conversation: Conversation, clock: Clock, rows: Sequence[Row]
) -> tuple[list[Turn], dict[int, Turn]]:
    """The turns in order, and the number of each of their messages -> its turn."""
    costs = _costs(conversation)
    rows_of = {
        number: list(some)
        for number, some in groupby(rows, key=lambda row: row["message"])
        if number is not None
    }
    found: list[Turn] = []
    turn_of: dict[int, Turn] = {}
    for began, some in _answers(conversation, clock):
        times = [_times(message, clock) for _, message in some]
        shown = [row for number, _ in some for row in rows_of[number]]
        ends = [at.at for one in times if (at := one.ended or one.began) is not None]
        own = times[0].began.at if times[0].began and times[0].ended else None
        ended = max(ends, default=None)
        started = began if own is None else own
        tokens = next(
            filter(None, (costs.get(one.key) for _, one in reversed(some))), Tokens()
        )
        turn = Turn(
            number=len(found) + 1,
            row=shown[0]["number"],
            last_row=shown[-1]["number"],
            address=printable(some[0][1].address),
            says=next((row["label"] for row in shown if row["kind"] == "text"), ""),
            started=started if started is None or ended is None else min(started, ended),
            ended=ended,
            input=tokens.input,
            output=tokens.output,
        )
        found.append(turn)
        turn_of |= dict.fromkeys((number for number, _ in some), turn)
    return found, turn_of


def _answers(
    conversation: Conversation, clock: Clock
) -> Iterator[tuple[float | None, list[tuple[int, Message]]]]:
    """The messages of each answer, and the last moment that is known before them."""
    last: float | None = None
    numbered = enumerate(conversation.messages, start=1)
    for role, group in groupby(numbered, key=lambda one: _answer_key(*one)):
        some = list(group)
        if role is not None:
            yield last, some
        for _, message in some:
            at = _times(message, clock)
            last = moment.at if (moment := at.ended or at.began) is not None else last


def _answer_key(number: int, message: Message) -> str | int | None:
    """What the lines of one answer share; None for who is no model."""
    if message.role != "assistant":
        return None
    return message.group or number


def _times(message: Message, clock: Clock) -> Times:
    own = clock.own_of(message)
    return clock.of_answer(message) if own is NEVER else own


def _costs(conversation: Conversation) -> dict[str, Tokens]:
    """Key of a message -> what it cost; of the last answer the counts stand beside it."""
    each = usage_of(conversation)
    found = {one.message: one.tokens for one in each if one.message is not None}
    beside = [one.tokens for one in each if one.message is None]
    answers = [one for one in conversation.messages if one.role == "assistant"]
    if len(beside) == 1 and answers and (not found or conversation.earlier):
        found[answers[-1].key] = beside[0]
    return found
