"""Calls without a result, for results that name none."""

from __future__ import annotations

from collections import defaultdict, deque

from crosswire.model import ToolCallPart
from crosswire.model.node_key import NodeKey


class OpenCalls:
    """Unanswered calls, the first of all or the first of a name; in constant time, as turns
    may be long."""

    def __init__(self, calls: list[ToolCallPart], taken: set[NodeKey]) -> None:
        self.taken = taken
        """Keys of calls that have been given away; several of these objects may share it."""
        self.calls = deque(calls)
        self.named: dict[str, deque[ToolCallPart]] = defaultdict(deque)
        for call in calls:
            self.named[call.name].append(call)

    def first(self, name: str | None = None) -> ToolCallPart | None:
        queue = self.calls if name is None else self.named.get(name)
        while queue and queue[0].key in self.taken:
            queue.popleft()
        return queue[0] if queue else None
