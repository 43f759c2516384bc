"""What is said of a refused request: cause, place and cure, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.answers import Cause, answer, cause_texts, cure_in_short
from crosswire.errors import CrosswireError
from crosswire.explanations import Explanation, explain
from crosswire.model import Conversation
from crosswire.reading import Log, load
from crosswire.reading.provider_errors import words_of

LARGEST = 4_000_000
"""Bytes of an exchange that is looked at while the program waits."""
WIDEST = 300
_NO_CURE = "nothing is known that mends it"


def refusal_lines(line: bytes, status: int, path: str) -> Iterator[str]:
    """Three lines, the last with the command that opens the file."""
    command = f"crosswire check {path}"
    cause, place, cure = _told(line)
    yield f"crosswire: {status}: {_short(cause)}"
    yield f"  at {_short(place)}"
    yield f"  {_short(cure)}; all of it: {command}"


def _told(line: bytes) -> tuple[str, str, str]:
    if len(line) > LARGEST:
        return "too large to be looked at here", "a place that is not known yet", _NO_CURE
    try:
        log = load(line)
    except CrosswireError as error:
        return str(error), "no place: the request holds no conversation", _NO_CURE
    conversation = log.conversations[-1]
    return _of_conversation(conversation, log, line)


def _of_conversation(
    conversation: Conversation, log: Log, line: bytes
) -> tuple[str, str, str]:
    entry = conversation.read_from
    errors = entry.errors if entry is not None else []
    words = next((words_of(error) for error, _ in errors), "")
    explained = explain(conversation, words) if words else None
    cause = _cause(answer(conversation).causes, explained)
    if cause is not None:
        texts = cause_texts(cause, conversation, log, line)
        return texts.cause, texts.place, cure_in_short(cause) or _NO_CURE
    if explained is not None and explained.of_no_rule:
        known = explained.of_no_rule[0]
        return words, "no place: it is not about the history", known.meaning
    return f"the cause is not known: {words}", "a place that is not known", _NO_CURE


def _cause(causes: list[Cause], explained: Explanation | None) -> Cause | None:
    """The cause that the provider's words are about; None where they are about none of them,
    however much else is wrong."""
    if explained is None:
        return None
    meant = [*explained.findings, *explained.defects, *explained.elsewhere]
    for found in meant:
        for cause in causes:
            if any(_is_same(found, one) for one in cause.findings):
                return cause
    return None


def _is_same(one: object, other: object) -> bool:
    names = ("code", "address")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= WIDEST else f"{plain[: WIDEST - 1]}…"
