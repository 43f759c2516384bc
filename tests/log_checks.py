"""What the tests of log formats ask of the small logs in tests/corpus/<format> and of recorded ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import crosswire
from crosswire.model import ToolCallPart, ToolResultPart
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS
from tests.selection import in_turns

OWN = Path(__file__).parent / "corpus"
Said = list[tuple[object, ...]]


@cache
def own(path: str) -> crosswire.Log:
    return crosswire.load((OWN / path).read_bytes(), name=path)


def counts(log: crosswire.Log) -> tuple[int, int, int]:
    """Conversations, calls and results, embedded ones too."""
    calls = [call for one in log.conversations for call in one.calls()]
    results = sum(len(list(one.results())) for one in log.conversations)
    embedded = sum(call.embedded is not None for call in calls)
    return len(log.conversations), len(calls), results + embedded


def said(conversation: crosswire.Conversation) -> Said:
    """All that a conversation says, without places."""
    return [_said(message.role, part) for message, part in conversation.parts()]


def _said(role: str, part: object) -> tuple[object, ...]:
    if isinstance(part, ToolCallPart):
        return "call", part.call_id.value, part.name, part.arguments.value
    if isinstance(part, ToolResultPart):
        return "result", part.call_id.value, part.is_error
    return role, getattr(part, "text", None)


def errors(log: crosswire.Log) -> set[str]:
    """The codes of the findings that are errors."""
    found = (one for conversation in log.conversations for one in crosswire.diagnose(conversation))
    return {one.code for one in found if one.severity.value == "error"}


PLACEHOLDERS = (
    "One word stands for ids, names and texts alike, in lines that no program wrote in this order: which "
    "result answers which call is not in it at any line."
)


def has_placeholders(log: crosswire.Log) -> bool:
    """Whether one and the same word is the id of a call, the name of its tool and the text of a result."""
    for one in log.conversations:
        texts = {getattr(said, "text", None) for result in one.results() for said in result.content}
        if any(call.call_id.value and call.call_id.value == call.name in texts for call in one.calls()):
            return True
    return False


def unread(log: crosswire.Log) -> list[str]:
    return [note.message for conversation in log.conversations for note in conversation.unread]


def cases(paths: list[str]) -> list[tuple[str, str]]:
    """Each file with some formats to write it in; with `--thorough` with all."""
    formats = tuple(crosswire.FORMATS)
    return [(path, target) for n, path in enumerate(paths) for target in in_turns(formats, n, 3)]


def lost_in_silence(log: crosswire.Log, target: str) -> list[object]:
    """What a target's payload leaves out without a loss, and what the provider's types refuse."""
    found: list[object] = []
    for conversation in log.conversations:
        rendering = crosswire.render(conversation, target)
        payload: Any = rendering.payload
        found += [unaccounted(conversation, rendering) or None, CHECKS[target](payload) or None]
    return [one for one in found if one is not None]


def without_places(log: crosswire.Log, data: bytes) -> set[str]:
    """The addresses of parts that lead nowhere in the upload."""
    addresses = {part.address for one in log.conversations for _, part in one.parts()}
    return set(addresses) - set(log.spans(data, addresses))


def drifted(path: str) -> bytes:
    """A log with 20 fields that nobody knows in each of its objects that have several, and 20 unknown
    lines where it has lines."""
    text = (OWN / path).read_text()
    is_lines = path.endswith("l")
    lines = [json.loads(line) for line in text.splitlines()] if is_lines else [json.loads(text)]
    for line in lines:
        for number in range(20):
            _drift(line, number)
    if is_lines:
        lines += [{"kind": f"heartbeat-{number}", "n": number} for number in range(20)]
    return "\n".join(json.dumps(line) for line in lines).encode()


_NOT_WITHIN = ("attributes", "arguments", "args", "input", "parameters", "params", "mapping", "kwargs")


def _drift(value: Any, number: int) -> None:
    if isinstance(value, dict):
        if len(value) > 3:
            value[f"later_{number}"] = number
        for key, inner in list(value.items()):
            if key not in _NOT_WITHIN:
                _drift(inner, number)
    elif isinstance(value, list):
        for inner in value:
            _drift(inner, number)


def beginnings(path: str) -> Iterator[bytes]:
    """A log of lines as far as it had come, behind its first line."""
    data = (OWN / path).read_bytes()
    first = data.index(b"\n") + 1
    for end in range(first, len(data), max(1, len(data) // 7)):
        yield data[:end]


_ODD: tuple[Any, ...] = (None, 7, "x", [], {}, True, [[]], {"a": None}, "{", '[{"role": 1}]', -1.5, 10**30)


def mutated(path: str, seed: int) -> bytes:
    """A log with values of other types in some places, and some that are gone, twice there or shuffled."""
    text = (OWN / path).read_text()
    chance = Random(seed)
    lines = text.splitlines() if path.endswith("l") else [text]
    return "\n".join(json.dumps(_mutated(json.loads(line), chance)) for line in lines).encode()


def _mutated(value: Any, chance: Random) -> Any:
    if chance.random() < 0.02:
        return chance.choice(_ODD)
    if isinstance(value, dict):
        return {key: _mutated(one, chance) for key, one in value.items() if chance.random() > 0.02}
    if isinstance(value, list):
        kept = [_mutated(one, chance) for one in value if chance.random() > 0.02]
        if chance.random() < 0.03:
            chance.shuffle(kept)
        return kept * (2 if chance.random() < 0.03 else 1)
    return value


def survives(data: bytes) -> None:
    """Read a log, however wrong it is, find what is wrong with it and write it."""
    with suppress(crosswire.CrosswireError):
        for number, conversation in enumerate(crosswire.load(data).conversations):
            crosswire.diagnose(conversation)
            crosswire.render(conversation, [*crosswire.FORMATS][number % len(crosswire.FORMATS)])
