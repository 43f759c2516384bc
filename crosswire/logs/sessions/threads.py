"""The conversations of one log: the session's own, and those of its sub-agents."""

from __future__ import annotations

from crosswire.logs.sessions.thread import Thread
from crosswire.model import Message, ThreadEdge, ToolCallPart, Traits
from crosswire.model.builder import ConversationBuilder


class Threads:
    """Threads by their ids; the one without an id is the session's own."""

    def __init__(
        self, name: str, traits: Traits, bookkeeping: frozenset[str], wire: str | None = None
    ) -> None:
        self._make = name, traits, bookkeeping, wire
        self._own = Thread(*self._make)
        self._agents: dict[str, Thread] = {}

    def of(self, agent: str | None) -> Thread:
        """The thread of a sub-agent, which the id of the call that started it names; without
        one, the session's."""
        if not agent:
            return self._own
        if agent not in self._agents:
            self._agents[agent] = Thread(*self._make)
            self._agents[agent].into.thread = agent
        return self._agents[agent]

    def finish(self) -> list[ConversationBuilder]:
        """The session's own conversation first, then those of its sub-agents."""
        for agent in self._agents:
            self._tie(agent)
        found = self._own.finish()
        for thread in self._agents.values():
            here = thread.into.messages[0].address if thread.into.messages else None
            of = found[0].named_thread()
            thread.into.started_from = ThreadEdge("sub-agent", of, here=here)
            found += thread.finish()
        return found

    def _tie(self, agent: str) -> None:
        for thread in (self._own, *self._agents.values()):
            for call in _calls(thread.into.messages):
                if call.call_id.value == agent:
                    edge = ThreadEdge("sub-agent", agent, here=call.address, why="id")
                    thread.into.starts.append(edge)
                    return


def _calls(messages: list[Message]) -> list[ToolCallPart]:
    return [
        part
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCallPart)
    ]
