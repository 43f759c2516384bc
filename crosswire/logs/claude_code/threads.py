"""Which lines are one conversation: the session's own, and those of its sub-agents."""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.logs.claude_code import attachments
from crosswire.logs.claude_code.lines import Line
from crosswire.model.json_values import text_or_none


def threads_of(messages: list[Line], by_uuid: dict[str, Line]) -> dict[str, list[Line]]:
    """The session's own conversation first, then the sub-agents', in the order of the file."""
    threads: dict[str, list[Line]] = {}
    roots: dict[str, str] = {}
    for line in messages:
        key = _thread_of(line, by_uuid, roots) if line.is_of_sub_agent else ""
        threads.setdefault(key, []).append(line)
    ordered = sorted(threads.items(), key=lambda item: item[0] != "")
    return {
        key: thread
        for key, thread in ordered
        if not all(attachments.is_one(line.raw) for line in thread)
    }


def _thread_of(line: Line, by_uuid: Mapping[str, Line], roots: dict[str, str]) -> str:
    """A sub-agent's id; the id of the chain's first line in older versions, which have
    none; one for all lines that name neither."""
    agent = text_or_none(line.raw.get("agentId"))
    if agent is not None:
        return f"agent {agent}"
    if line.uuid is None:
        return "unlinked"
    chain: list[str] = []
    current: Line | None = line
    thread = f"chain {line.uuid}"
    while current is not None and current.is_of_sub_agent and current.uuid is not None:
        uuid = current.uuid
        if uuid in roots:
            thread = roots[uuid]
            break
        thread = roots[uuid] = f"chain {uuid}"  # also ends a ring of parents
        chain.append(uuid)
        current = by_uuid.get(current.parent or "")
    roots.update(dict.fromkeys(chain, thread))
    return thread


def id_of_thread(first: Line) -> str:
    """The log's own id of the conversation that begins with a line."""
    about = first.raw.get("agentId") if first.is_of_sub_agent else first.raw.get("sessionId")
    return text_or_none(about) or first.uuid or str(first.at)


def continues_another(
    first: Line, by_uuid: Mapping[str, Line], known: dict[str, bool]
) -> bool:
    """Whether the first message follows one that this file does not hold (resumed, forked,
    cut). `known` says so of lines that were passed before, so that no way is gone twice."""
    passed: list[str] = []
    parent, found = first.parent, False
    while parent is not None:
        if parent in known:
            found = known[parent]
            break
        known[parent] = False  # also ends a ring of parents
        passed.append(parent)
        if parent not in by_uuid:
            found = True
            break
        parent = by_uuid[parent].parent
    known.update(dict.fromkeys(passed, found))
    return found
