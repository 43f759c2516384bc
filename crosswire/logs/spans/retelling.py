"""Whether a value says nothing that the conversations do not say: what steps of a program were
given and gave is mostly that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crosswire.address import Address
from crosswire.logs.shared.keyed_blocks import ARGUMENTS, CALL_IDS
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.likeness import canonical
from crosswire.logs.spans.thread import Thread
from crosswire.model import JsonValue, Message, Part, TextPart, ToolCallPart, ToolResultPart

_SHORT = 10
"""Characters; a shorter text is no sentence."""


def set_retellings_aside(
    values: Iterable[tuple[JsonValue, Address]], threads: Sequence[Thread], opened: Opened
) -> None:
    """Tell coverage which of some values were read elsewhere, word for word."""
    words = set(_words_of(threads))
    for value, at in values:
        if all(one in words for one in _said_in(value)):
            opened.set_aside(value, at)


def _words_of(threads: Sequence[Thread]) -> Iterator[str]:
    for thread in threads:
        for message in thread.messages:
            yield from _of_message(message)


def _of_message(message: Message) -> Iterator[str]:
    yield from _texts(message.raw)
    for part in message.parts:
        yield from _of_part(part)


def _of_part(part: Part) -> Iterator[str]:
    yield from _texts(part.raw)
    if isinstance(part, TextPart):
        yield _plain(part.text)
    elif isinstance(part, ToolCallPart):
        yield part.call_id.value or ""
        yield canonical(part.arguments.text or part.arguments.value)
        yield from _texts(part.arguments.value)
    elif isinstance(part, ToolResultPart):
        for inner in part.content:
            yield from _of_part(inner)


def _texts(value: JsonValue) -> Iterator[str]:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield _plain(held)
            yield held
        elif isinstance(held, (dict, list)):
            waiting += held.values() if isinstance(held, dict) else held


def _said_in(value: JsonValue) -> Iterator[str]:
    """Sentences in a value, and the ids of calls."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            if len(held) >= _SHORT and " " in held:
                yield _plain(held)
        elif isinstance(held, list):
            waiting += held
        elif isinstance(held, dict):
            waiting += held.values()
            ids = [held[key] for key in CALL_IDS if isinstance(held.get(key), str)]
            if ids and any(key in held for key in ARGUMENTS):
                yield str(ids[0])


def _plain(text: str) -> str:
    if text.lstrip()[:1] in ("{", "["):
        return canonical(text)
    return " ".join(text.split())
