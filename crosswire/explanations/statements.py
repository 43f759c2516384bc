"""What sentences say of calls, results, messages and their parts, in whatever words.

A sentence is known by what it says of which thing, and in which order; it has one word for
each thing (`sentences.py`). A sentence that says so little that two rules could be meant is
none of these. The tables stand in `statements_of_order.py` and `statements_of_form.py`,
what they are in Chinese in `in_chinese.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from crosswire.explanations.in_chinese import STATEMENTS as IN_CHINESE
from crosswire.explanations.sentences import Statement, sentences
from crosswire.explanations.statements_of_form import OF_FORM
from crosswire.explanations.statements_of_order import OF_ORDER

__all__ = ["STATEMENTS", "Statement", "statements_in"]

STATEMENTS = (*OF_ORDER, *OF_FORM)


def statements_in(message: str, leave: Callable[[str], bool]) -> list[Statement]:
    """What a plain message says of a history, the surest first; what further sentences say
    comes behind it, and last what they say of something that may be left out. A sentence that
    is to `leave`, which is about something surer, says nothing."""
    found = [
        (_first_in(sentence), " are optional " in sentence)
        for sentence in sentences(message)
        if not leave(sentence)
    ]
    said = [(is_optional, STATEMENTS.index(one), one) for one, is_optional in found if one]
    ranked = sorted(said, key=lambda each: each[:2])
    return list(dict.fromkeys(one for _, _, one in ranked))


def _first_in(sentence: str) -> Statement | None:
    is_other = not sentence.isascii()
    return next((one for one in STATEMENTS if _is_said(one, sentence, is_other)), None)


def _is_said(statement: Statement, sentence: str, is_other: bool) -> bool:
    if _pattern_of(statement).search(sentence):
        return True
    if not is_other or statement.says not in IN_CHINESE:
        return False
    return _chinese_of(statement).search(sentence) is not None


@cache
def _pattern_of(statement: Statement) -> re.Pattern[str]:
    return re.compile(statement.pattern)


@cache
def _chinese_of(statement: Statement) -> re.Pattern[str]:
    return re.compile(IN_CHINESE[statement.says])
