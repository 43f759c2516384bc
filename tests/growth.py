"""What costs are counted over: histories of any length, and the functions whose work outgrows them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import crosswire
from tests.histories import Json, call, calling, result, said, user

STEEPNESS = 1.5
"""How many times as fast as the log work may grow: lists that double, and a little sorting."""
FEW = 3_000
"""Lines that a function may run whatever the log is: of a look at so many values of it, say."""
EACH = 10
"""And for each message of the longer log, where its length is what the work may follow: some work is
done only from so many calls on."""

PICTURE = "data:image/png;base64,iVBORw0KGgo="
READ: Json = {
    "type": "function",
    "function": {
        "name": "read file",
        "description": "Reads.",
        "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
    },
}


def _sound(turn: int) -> list[Json]:
    id = f"call_{turn:024d}"
    return [user(f"Question {turn}"), calling(call(id)), result(id, f"line {turn}"), said(f"Answer {turn}")]


def _faulty(turn: int) -> list[Json]:
    """Each message has something wrong with it."""
    id = f"call_{turn}"
    return [
        {"role": "user", "content": [{"type": "text", "text": ""}, {"type": "image_url", "image_url": {}}]},
        {**calling(call(id, "read file", '{"a": ')), "content": "", "reasoning_content": "Hm."},
        result(f"lost_{turn}", f"{PICTURE} sk-ant-api03-{turn:095d}"),
        {**result(id, ""), "left": turn},
    ]


def _same_id(turn: int) -> list[Json]:
    return [user(f"Question {turn}"), calling(call("call_1")), result("call_1"), said()]


def _no_id(turn: int) -> list[Json]:
    return [user(f"Question {turn}"), calling(call(None)), result(None), result(None)]


def _turns(make: Callable[[int], list[Json]]) -> Callable[[int], list[Json]]:
    return lambda size: [message for turn in range(size // 4) for message in make(turn)]


def _of_one_message(size: int) -> list[Json]:
    ids = [f"call_{number}" for number in range(size // 2)]
    return [user(), calling(*map(call, ids)), *map(result, reversed(ids))]


def _unanswered(size: int) -> list[Json]:
    return [user(), calling(*(call(f"call_{number}") for number in range(size))), user()]


def _results_first(size: int) -> list[Json]:
    ids = [f"call_{number}" for number in range(size // 2)]
    return [user(), *map(result, ids), *(calling(call(id)) for id in ids)]


HISTORIES: dict[str, Callable[[int], list[Json]]] = {
    "faulty": _turns(_faulty),
    "sound": _turns(_sound),
    "one id for all": _turns(_same_id),
    "no ids": _turns(_no_id),
    "all calls in one message": _of_one_message,
    "calls without results": _unanswered,
    "results before their calls": _results_first,
}
"""A name -> the messages of a Chat Completions request of about so many calls, results and texts."""


def history(name: str, size: int, *, faulty_tools: int = 0, said: str = "") -> bytes:
    """A request with so many messages, or calls and results; and so many tools with a fault, or a text."""
    tools = [READ, *map(_faulty_tool, range(faulty_tools))]
    messages = HISTORIES[name](size) + ([user(said)] if said else [])
    return json.dumps({"model": "gpt-5.1", "tools": tools, "messages": messages}).encode()


def _faulty_tool(number: int) -> Json:
    schema = {"type": "object", "properties": {"a": {"type": "strin"}}}
    return {"type": "function", "function": {"name": f"tool_{number}", "parameters": schema}}


def in_words_of(format: str, name: str, size: int) -> bytes:
    """A history as a request in a wire format."""
    (conversation,) = crosswire.load(history(name, size)).conversations
    return json.dumps(crosswire.render(conversation, format, links=False).payload).encode()


class Growth:
    """What one thing costs with two logs, one longer than the other."""

    def __init__(self, short: int, long: int) -> None:
        self.long, self.ratio = long, long / short
        self.counts: list[Counter[CodeType]] = []

    def count(self, action: Callable[[], object]) -> None:
        """Count what it costs with the next of the two."""
        self.counts.append(lines_by_function(action))

    def rooms(self) -> set[str]:
        """The folders of the core whose functions were counted."""
        return {code.co_filename.split("/crosswire/")[-1].split("/")[0] for code in self.counts[-1]}

    def outgrowing(self) -> list[str]:
        few, many = self.counts
        return outgrowing(few, many, self.ratio, FEW + (EACH * self.long if self.ratio > 1 else 0))


def lines_by_function(
    action: Callable[[], object], within: str = "/crosswire/ /webapp/"
) -> Counter[CodeType]:
    """How many lines an action runs in each function of Crosswire, or of files elsewhere."""
    counts: Counter[CodeType] = Counter()
    is_own: dict[str, bool] = {}

    def entered(frame: FrameType, _event: str, _argument: object) -> Any:
        name = frame.f_code.co_filename
        if name not in is_own:
            is_own[name] = any(folder in name for folder in within.split())
        return counted if is_own[name] else None

    def counted(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            counts[frame.f_code] += 1
        return counted

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        action()
    finally:
        sys.settrace(before)
    return counts


def outgrowing(few: Counter[CodeType], many: Counter[CodeType], ratio: float, spare: int = FEW) -> list[str]:
    """The functions whose work grew faster than what they were given."""
    return [
        f"{code.co_filename}:{code.co_firstlineno} {code.co_qualname}: {few[code]} -> {count} lines"
        for code, count in many.items()
        if count > spare + STEEPNESS * ratio * few[code]
    ]
