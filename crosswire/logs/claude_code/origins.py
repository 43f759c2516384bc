"""Which call started a sub-agent, and which session another one was forked from.

The result of the call names the agent, and so do the lines on how it gets on. Where neither
does, the words that the agent was asked tell the call that has them, and that is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from crosswire.logs.claude_code.lines import Line
from crosswire.logs.claude_code.titles import prompt_of
from crosswire.model import ThreadEdge, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import text_field, text_or_none, value_at

AGENT_FILE = "agent-{}.jsonl"
"""The file of a sub-agent: beside that of its session, or in a folder `subagents`."""
_Read = Sequence[tuple[Sequence[Line], ConversationBuilder]]
"""Conversations with their lines."""
_Asked = dict[str, list[tuple[ConversationBuilder, ToolCallPart]]]


def set_origins(read: _Read, others: Iterable[Line]) -> None:
    """Tie sub-agents to the calls that started them, and forks to their session."""
    started = _tie_by_ids(read, others)
    asked = _calls_by_prompt(read)
    sessions = (one.named_thread() for lines, one in read if not lines[0].is_of_sub_agent)
    own = next(sessions, "")
    for lines, builder in read:
        first = lines[0]
        if builder.started_from is not None:
            continue
        if first.is_of_sub_agent:
            named = text_or_none(first.raw.get("sessionId"))
            builder.started_from = ThreadEdge(
                "sub-agent", named or own, here=first.place, path=_file_of(named)
            )
            if builder.thread not in started:
                _tie_by_prompt(builder, prompt_of(first).strip(), asked)
        else:
            _set_fork(lines, builder)


def _tie_by_ids(read: _Read, others: Iterable[Line]) -> set[str]:
    """Tie the agents that are named with a call; gives their ids."""
    calls = {
        call.call_id.value: (builder, call) for builder, call in reversed(list(_calls(read)))
    }
    started: set[str] = set()
    for agent, id in _named(read, others):
        builder, call = calls.get(id, (None, None))
        if builder is None or call is None or agent in started or builder.thread == agent:
            continue
        started.add(agent)
        path = AGENT_FILE.format(agent)
        edge = ThreadEdge("sub-agent", agent, here=call.address, why="id", path=path)
        builder.starts.append(edge)
    return started


def _calls(read: _Read) -> Iterator[tuple[ConversationBuilder, ToolCallPart]]:
    for _, builder in read:
        for message in builder.messages:
            for part in message.parts:
                if isinstance(part, ToolCallPart):
                    yield builder, part


def _named(read: _Read, others: Iterable[Line]) -> Iterator[tuple[str, str]]:
    """Ids of agents, each with the id of the call that started it."""
    for lines, builder in read:
        for line, message in zip(lines, builder.messages, strict=True):
            agent = text_or_none(value_at(line.raw, "toolUseResult", "agentId"))
            for part in message.parts if agent is not None else ():
                if isinstance(part, ToolResultPart) and part.call_id.value is not None:
                    yield agent or "", part.call_id.value
    for line in others:
        agent = text_or_none(value_at(line.raw, "data", "agentId"))
        call = text_or_none(line.raw.get("parentToolUseID"))
        if agent is not None and call is not None:
            yield agent, call


def _calls_by_prompt(read: _Read) -> _Asked:
    """The calls that no agent is tied to, by what they ask in words, the last first."""
    taken = {edge.here for _, builder in read for edge in builder.starts}
    asked: _Asked = defaultdict(list)
    for builder, call in reversed(list(_calls(read))):
        prompt = text_field(call.arguments.value, "prompt")
        if prompt and call.address not in taken:
            asked[prompt.strip()].append((builder, call))
    return asked


def _tie_by_prompt(agent: ConversationBuilder, prompt: str, asked: _Asked) -> None:
    same = asked.get(prompt)
    if same and same[-1][0] is not agent and agent.thread is not None:
        builder, call = same.pop()
        edge = ThreadEdge("sub-agent", agent.thread, here=call.address, why="prompt")
        builder.starts.append(edge)


def _set_fork(lines: Sequence[Line], builder: ConversationBuilder) -> None:
    """Each line that a fork took over names its session and its message; what comes behind the
    last of them is the fork's own."""
    copied = [(number, line) for number, line in enumerate(lines) if _forked(line, builder)]
    if copied:
        number, last = copied[-1]
        session = _forked(last, builder) or ""
        message = text_or_none(value_at(last.raw, "forkedFrom", "messageUuid"))
        builder.started_from = ThreadEdge(
            "fork",
            session,
            here=[*lines, last][number + 1].place,
            path=_file_of(session),
            message=message or "",
        )


def _file_of(session: str | None) -> str:
    return f"{session}.jsonl" if session else ""


def _forked(line: Line, builder: ConversationBuilder) -> str | None:
    """The other session that a line was taken over from."""
    session = text_or_none(value_at(line.raw, "forkedFrom", "sessionId"))
    return None if session == builder.thread else session
