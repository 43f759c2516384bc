"""Ties the spans of tools to the calls that models made, and adds what nobody told."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from crosswire.logs.spans.likeness import said_by, told_arguments
from crosswire.logs.spans.span import Span
from crosswire.logs.spans.thread import Thread, stands_at
from crosswire.model import Message, ToolCallPart, ToolResultPart
from crosswire.model.call_id import no_call_id

_Call: TypeAlias = tuple[Message, ToolCallPart]
_Result: TypeAlias = tuple[Message, ToolResultPart]
_Found = TypeVar("_Found", _Call, _Result)
_Queues: TypeAlias = defaultdict[tuple[str, ...], deque[_Found]]


class ToolRuns:
    """The calls and results of one conversation, to be found by id, name and words."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.by_id: dict[str, _Call] = {}
        """The last call with each id."""
        self.calls: _Queues[_Call] = defaultdict(deque)
        """By id, by name, and by name and arguments; those without an id once more apart."""
        self.results: _Queues[_Result] = defaultdict(deque)
        """By id; those without one by the name of the tool and by what they say."""
        self.behind: dict[int, list[Message]] = defaultdict(list)
        """Which message -> the results that stand behind it."""
        self.ran: set[int] = set()
        """Calls and results that a tool's span was found to be about; the thread keeps them
        alive."""
        for message in thread.messages:
            self._file(message)

    def _file(self, message: Message) -> None:
        for part in message.parts:
            if isinstance(part, ToolCallPart):
                for key in _keys(part):
                    self.calls[key].append((message, part))
                if part.call_id.value is not None:
                    self.calls["id", part.call_id.value].append((message, part))
                    self.by_id[part.call_id.value] = message, part
            elif isinstance(part, ToolResultPart):
                if part.call_id.value is not None:
                    self.results["id", part.call_id.value].append((message, part))
                else:
                    self.results["name", part.name or ""].append((message, part))
                    self.results["said", said_by(part)].append((message, part))

    def _free(self, queues: _Queues[_Found], *key: str) -> _Found | None:
        """The first of some that no tool's span is about yet."""
        queue = queues.get(key)
        while queue:
            if id(queue[0][1]) not in self.ran:
                return queue[0]
            queue.popleft()
        return None

    def call_of(self, span: Span) -> _Call | None:
        """The call that a tool ran for: by its id, else one that no other ran for, first those
        with the same arguments."""
        call = span.call
        if call is None:
            return None
        id = call.call_id.value
        if id is not None and id in self.by_id:
            return self._free(self.calls, "id", id) or self.by_id[id]
        which = "any" if id is None else "nameless"
        alike = self._free(self.calls, which, call.name, told_arguments(call))
        return alike or self._free(self.calls, which, call.name)

    def add(self, span: Span) -> None:
        """Add what a tool's span says: a result that nobody told, and a call where there was
        none."""
        self.thread.spans.append(span)
        found = self.call_of(span)
        if found is None:
            self._append(span)
            return
        message, call = found
        stands_at(call, span.at)
        if id(call) in self.ran:
            return  # another span tells of the same run
        self.ran.add(id(call))
        told = self._told(call, span.result)
        if told is not None:
            self.ran.add(id(told[1]))
            if span.result is not None:
                stands_at(told[1], span.result.address)
            self._complete(told, span.result)
        elif span.result is not None:
            self._put(span.result, call, message, span)

    def _told(self, call: ToolCallPart, result: ToolResultPart | None) -> _Result | None:
        """The result of a call that stands here already."""
        if call.call_id.value is not None:
            told = self._free(self.results, "id", call.call_id.value)
            if told is not None:
                return told
        named = self._free(self.results, "name", call.name)
        if named is not None or result is None:
            return named
        return self._free(self.results, "said", said_by(result))

    def _complete(self, told: _Result, result: ToolResultPart | None) -> None:
        """Take a result that has its id for one that was told without it."""
        message, part = told
        if result is not None and result.is_error and message.wire_format == self.thread.own:
            part.is_error = True
        if result is None or part.call_id.value is not None or len(message.parts) != 1:
            return
        if result.call_id.value is not None and result.call_id.value in self.by_id:
            own = self.thread.own
            again = Message(message.role, message.address, message.raw, own)
            self.thread.repeats.append(again)
            message.address, message.raw, message.extras = result.address, result.raw, None
            message.wire_format, message.parts = own, [result]
            stands_at(result, part.address)

    def _put(
        self, result: ToolResultPart, call: ToolCallPart, message: Message, span: Span
    ) -> None:
        if call.call_id.value is None:
            result.call_id = no_call_id()
        self.ran.add(id(result))
        self.behind[id(message)].append(self._message("tool", result, span))

    def _append(self, span: Span) -> None:
        if span.call is not None:
            message = self._message("assistant", span.call, span)
            self.thread.append(message)
            self._file(message)
            self.ran.add(id(span.call))
            if span.result is not None:
                self.behind[id(message)].append(self._message("tool", span.result, span))

    def _message(self, role: str, part: ToolCallPart | ToolResultPart, span: Span) -> Message:
        message = Message("tool", part.address, part.raw, self.thread.own, [part])
        message.role = "tool" if role == "tool" else "assistant"
        message.timestamp, message.timestamp_at = span.time, span.time_at
        return message

    def settle(self) -> None:
        """Put the results behind their calls, and behind the results that stand there."""
        if not self.behind:
            return
        whole: list[Message] = []
        waiting: list[Message] = []
        for message in self.thread.messages:
            if waiting and message.role != "tool" and not _calls(message):
                whole += waiting
                waiting = []
            whole.append(message)
            waiting += self.behind.get(id(message), ())
        self.thread.replace([*whole, *waiting])


def _calls(message: Message) -> bool:
    return any(isinstance(part, ToolCallPart) for part in message.parts)


def _keys(call: ToolCallPart) -> Iterator[tuple[str, ...]]:
    for which in ("any",) if call.call_id.value is not None else ("any", "nameless"):
        yield which, call.name
        yield which, call.name, told_arguments(call)
