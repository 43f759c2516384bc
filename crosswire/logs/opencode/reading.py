"""Reads the sessions of OpenCode: a message for each step of the model, then its results."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import child
from crosswire.counting import counted
from crosswire.logs.opencode.gathering import Gathered
from crosswire.logs.opencode.names import BLOCKS, NAME, NAMED, SILENT, STEPS, TRAITS
from crosswire.logs.opencode.results import result_of
from crosswire.logs.opencode.whole import read_whole
from crosswire.logs.sessions.fields import text
from crosswire.logs.sessions.lines import Line, lines_of
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, ThreadEdge, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_none, type_of, value_at
from crosswire.model.parts import Role

_ABOUT = ("id", "version", "directory", "projectID", "project_id")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    found = Gathered()
    for line in lines_of(documents, first):
        found.add(line)
    found.put_retold_aside()
    threads: dict[str, Thread] = {}
    for id in found.in_order():
        if id in found.infos or found.parts.get(id):
            _read_message(id, found, threads)
    for line in found.whole:
        id = text_or_none(line.raw.get("session_id")) or ""
        read_whole(line, threads.setdefault(id, _thread(id, found)))
    if not threads and found.sessions:
        threads = {id: _thread(id, found) for id in found.sessions}
    _put_aside(found, threads)
    return [builder for thread in threads.values() for builder in thread.finish()]


def _thread(id: str, found: Gathered) -> Thread:
    thread = Thread(NAME, TRAITS, NAMED)
    thread.into.thread = id or None
    line = found.sessions.get(id)
    if line is not None:
        thread.settings(line, _ABOUT)
        thread.into.set_aside.append(line.raw)
        thread.into.title = text_or_none(line.raw.get("title")) or None
        parent = text(line.raw, "parentID|parent_id")
        if parent:
            at = child(line.at, "parentID" if "parentID" in line.raw else "parent_id")
            thread.into.started_from = ThreadEdge("sub-agent", parent, here=at)
    return thread


def _put_aside(found: Gathered, threads: dict[str, Thread]) -> None:
    home = next(iter(threads.values()), None)
    if home is None:
        return
    home.into.set_aside += [line.raw for line in (*found.older, *found.removed)]
    if found.removed:
        states = counted(len(found.removed), "state")
        text = f"Removed later on: {states} of messages or parts."
        home.into.note("removed", text, found.removed[0].at)
    for line in found.others:
        home.aside(line.raw.get("type"), line, known="properties" in line.raw)


def _read_message(id: str, found: Gathered, threads: dict[str, Thread]) -> None:
    info = found.infos.get(id)
    parts = found.parts.get(id, {})
    first = next(iter(parts.values()), info)
    session = text_or_none(first.raw.get("sessionID")) if first is not None else None
    if info is not None:
        session = text_or_none(info.raw.get("sessionID")) or session
    key = session or (next(iter(found.sessions), "") if len(found.sessions) == 1 else "")
    thread = threads.setdefault(key, _thread(key, found))
    message = _Message(info, thread)
    for part_id, line in parts.items():
        message.add(line, found.deltas.get(part_id, ""))
    message.flush()
    if info is not None:
        thread.into.set_aside.append(info.raw)
        if value_at(info.raw, "error", "name") == "MessageAbortedError":
            thread.event("interrupt", child(info.at, "error"))
        elif value_at(info.raw, "time", "completed") is not None:
            thread.end_turn(info.at)


class _Message:
    """A message while its parts are read, step by step."""

    def __init__(self, info: Line | None, thread: Thread) -> None:
        self.info, self.thread = info, thread
        self.is_users = info is not None and info.raw.get("role") == "user"
        if info is None:
            text = "No message stands here for its parts; they were read as the model's."
            if not any(note.message == text for note in thread.into.notes):
                thread.into.note("message-not-here", text)
        self.first: Line | None = None
        self.parts: list[Part] = []
        self.results: list[tuple[Line, ToolResultPart]] = []
        if info is not None:
            thread.model(info, "modelID|model.modelID")

    def add(self, line: Line, behind: str) -> None:
        kind = type_of(line.raw)
        if kind in STEPS or (self.results and kind != "tool"):
            self.flush()
        if kind in SILENT:
            if kind == "retry":
                self.thread.event("retry", line.at)
            self.thread.into.set_aside.append(line.raw)
            return
        if behind:
            self.thread.into.set_aside.append(line.raw)
            whole = (text(line.raw, "text") or "") + behind
            line = Line({**line.raw, "text": whole}, line.at)
        part = BLOCKS.part(line.raw, line.at)
        self.first = self.first or line
        self.parts.append(part)
        if kind == "tool":
            self._take_result(line)

    def _take_result(self, line: Line) -> None:
        state = Line(object_or_empty(line.raw.get("state")), child(line.at, "state"))
        agent = value_at(state.raw, "metadata", "sessionId")
        if isinstance(agent, str):
            edge = ThreadEdge("sub-agent", agent, here=line.at, why="id")
            self.thread.into.starts.append(edge)
        result = result_of(line, state)
        if result is not None:
            self.results.append((state, result))

    def flush(self) -> None:
        """End a step: what the model said, then the results of its calls."""
        if self.first is not None:
            is_summary = self.info is not None and self.info.raw.get("summary") is True
            if is_summary:
                self.thread.compaction(self.first.at, summary=True)
            role: Role = "user" if self.is_users else "assistant"
            message = self.thread.say(role, self.first, self.parts)
            if self.info is not None:
                self.thread.stamp(message, self.info, "time.created")
        for state, result in self.results:
            self.thread.stamp(self.thread.say("tool", state, [result]), state, "time.end")
        self.first, self.parts, self.results = None, [], []
