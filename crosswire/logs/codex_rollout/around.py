"""The header of a rollout, and its events: most repeat what items say."""

from __future__ import annotations

from crosswire.address import child
from crosswire.logs.codex_rollout.history import History
from crosswire.logs.codex_rollout.names import ABOUT, NAME
from crosswire.logs.sessions.fields import field, text, word
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.model import ReasoningPart, Relation, TextPart, ThreadEdge, ToolCallPart
from crosswire.model.json_values import is_number, text_or_none

_ORIGINS: dict[str, Relation] = {
    "source.subagent.thread_spawn.parent_thread_id|source.subagent.parent_thread_id": (
        "sub-agent"
    ),
    "forked_from_id": "fork",
    "history_base.thread_id|history_base.rollout_id": "continuation",
}
"""Fields of the header that name another thread -> what this one is to it."""
FILE = "rollout-*-{}.jsonl"
"""The file of a thread; its time stands where the asterisk is."""
_SAID = {"user_message": "message", "agent_message": "message", "agent_reasoning": "text"}
"""Events that tell a message, for files without items -> the field of their text."""


def read_meta(line: Line, thread: Thread) -> None:
    """The header; a second one, of the session that was forked, changes nothing."""
    into = thread.into
    if into.thread is None:
        into.thread = text_or_none(line.raw.get("id"))
        thread.settings(line, ABOUT)
        into.started_from = _origin(line)
        joins = into.started_from is not None and into.started_from.joins_sessions
        into.calls_may_be_elsewhere |= joins
        prompt = field(line.raw, line.at, "base_instructions.text|instructions")
        if isinstance(prompt.value, str) and prompt.value:
            part = TextPart(address=prompt.at, raw=prompt.value, text=prompt.value)
            into.message("system", prompt.at, prompt.value, [part]).field = "instructions"
    into.set_aside.append(line.raw)


def _origin(line: Line) -> ThreadEdge | None:
    """Which thread this one began in, as its header says."""
    for names, relation in _ORIGINS.items():
        named = field(line.raw, line.at, names)
        if isinstance(named.value, str):
            path = FILE.format(named.value)
            return ThreadEdge(relation, named.value, here=named.at, path=path)
    return None


def read_event(line: Line, thread: Thread, history: History) -> None:
    """What an event tells that no item does."""
    kind = word(line.raw, "type")
    if kind in ("task_started", "turn_started"):
        history.turn()
    elif kind in ("task_complete", "turn_complete"):
        thread.end_turn(line.at)
    elif kind == "thread_rolled_back":
        turns = line.raw.get("num_turns")
        history.roll_back(int(turns) if is_number(turns) else 1)
    elif kind == "turn_aborted":
        thread.event("interrupt", line.at, line.raw.get("reason"))
    elif kind == "thread_name_updated":
        thread.into.title = text(line.raw, "thread_name|name") or thread.into.title
    elif kind == "guardian_assessment" and line.raw.get("status") == "denied":
        thread.event("denied", line.at)
    elif kind == "collab_agent_spawn_end":
        _tie_agent(line, thread)


def _tie_agent(line: Line, thread: Thread) -> None:
    """The call that started another agent's thread."""
    agent, id = text(line.raw, "new_thread_id"), text(line.raw, "call_id")
    for message in reversed(thread.into.messages):
        for part in message.parts:
            if isinstance(part, ToolCallPart) and part.call_id.value == id and agent and id:
                path = FILE.format(agent)
                edge = ThreadEdge("sub-agent", agent, part.address, why="id", path=path)
                thread.into.starts.append(edge)
                return


def told_by_events(line: Line, thread: Thread) -> bool:
    """Read a message that an event tells, of a file without items."""
    kind = str(line.raw.get("type"))
    said = text_or_none(line.raw.get(_SAID.get(kind, "")))
    if said is None:
        return False
    at = child(line.at, _SAID[kind])
    if kind == "agent_reasoning":
        thought = ReasoningPart(address=at, raw=said, text=said)
        thread.say("assistant", line, [thought]).wire_format = NAME
    else:
        part = TextPart(address=at, raw=said, text=said)
        role = "user" if kind == "user_message" else "assistant"
        thread.say("user" if role == "user" else "assistant", line, [part]).wire_format = NAME
    return True
