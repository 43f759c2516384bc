"""From spans to conversations: each agent's spans are one, and what hangs together goes on."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.spans.likeness import Key, keys_of
from crosswire.logs.spans.nesting import Group, Nesting
from crosswire.logs.spans.span import Span, in_order
from crosswire.logs.spans.thread import Thread
from crosswire.logs.spans.tool_runs import ToolRuns
from crosswire.model import ToolCallPart

NEAR = 50
"""Conversations of one agent or trace that are looked at, the last ones; those that go on or
call by ids are found among all."""


class Joiner:
    """Puts the spans of a log together."""

    def __init__(self, spans: Sequence[Span], own: str) -> None:
        self.own = own
        self.spans = in_order(list(spans))
        self.nesting = Nesting(self.spans)
        self.threads: list[Thread] = []
        self.groups: dict[Group, list[Thread]] = {}
        self.answers: dict[Key, Thread] = {}
        """The keys of answers -> the conversation that has them."""
        self.traces: dict[str, dict[int, Thread]] = {}
        self.runs: dict[int, ToolRuns] = {}
        self.home: dict[int, Thread] = {}
        """Which span -> the conversation that it is read in."""

    def join(self) -> list[Thread]:
        """All conversations, in the order in which they began."""
        self.nesting.demote_models()
        of = {kind: [s for s in self.spans if s.kind == kind] for kind in _KINDS}
        for span in of["model"]:
            if span.says_anything:
                self._add_model(span)
        for span in (*of["tool"], *of["other"]):
            if span.call is not None:
                self._add_tool(span)
        for runs in self.runs.values():
            runs.settle()
        around = self.nesting.threads_below(self.threads)
        for span in (*of["agent"], *of["other"]):
            if span.says_anything and id(span) not in self.home:
                self._add_around(span, around.get(id(span), []))
        return [thread for thread in self.threads if thread.messages]

    def _new(self, group: Group) -> Thread:
        is_first = group not in self.groups
        thread = Thread(self.own, id=(group[1] or None) if is_first else None)
        self.threads.append(thread)
        self.groups.setdefault(group, []).append(thread)
        return thread

    def _add_model(self, span: Span) -> None:
        keys = {key for message in span.input for key in keys_of(message)}
        group = self.nesting.group_of(span)
        own = reversed(self.groups.get(group, [])[-NEAR:])
        thread = next((one for one in own if one.goes_on_with(span, keys)), None)
        thread = thread or self._that_goes_on(span, keys) or self._new(group)
        thread.add_model(span)
        self._settle_in(span, thread)
        self.answers |= dict.fromkeys(thread.last, thread)

    def _settle_in(self, span: Span, thread: Thread) -> None:
        self.home[id(span)] = thread
        if span.trace is not None:
            self.traces.setdefault(span.trace, {})[id(thread)] = thread

    def _that_goes_on(self, span: Span, keys: set[Key]) -> Thread | None:
        """A conversation of another agent or trace that a span takes up: it tells all of it
        again."""
        for key in keys:
            thread = self.answers.get(key)
            if thread is not None and thread.is_retold_by(span.input):
                return thread
        return None

    # Tools

    def _add_tool(self, span: Span) -> None:
        """Of a span that nobody calls a tool's, only what a call is known of."""
        group = self.nesting.group_of(span)
        near = (self.groups.get(group, []) or self._in_trace(span))[-NEAR:]
        id = "" if span.call is None else span.call.call_id.text
        named = self.answers.get(("call", id))
        near = near if named is None or named.spans[0].trace != span.trace else [named, *near]
        known = next((one for one in near if self._runs_of(one).call_of(span)), None)
        if span.kind == "tool":
            thread = known or (near[-1] if near else self._new(group))
        elif known is not None and not span.output:
            thread = known
        else:
            return
        self._settle_in(span, thread)
        self._runs_of(thread).add(span)

    def _runs_of(self, thread: Thread) -> ToolRuns:
        if id(thread) not in self.runs:
            self.runs[id(thread)] = ToolRuns(thread)
        return self.runs[id(thread)]

    def _in_trace(self, span: Span) -> list[Thread]:
        return list(self.traces.get(span.trace or "", {}).values())

    # What stands around

    def _add_around(self, span: Span, below: list[Thread]) -> None:
        """What an agent, or a step of a program, tells once more of what it held."""
        group: Group = ("agent", span.id or "")
        near = (self.groups.get(group) or below or self._in_trace(span))[-NEAR:]
        best = max(near, key=lambda thread: thread.shares(span), default=None)
        if best is not None and best.shares(span):
            is_agent = span.kind == "agent" and not span.retells
            for told in (span.input, span.history, span.output):
                if told and (is_agent or best.is_retold_by(told)):
                    best.add_retelling(told)
            for message in span.told:
                if best.knows([message]):
                    best.note_places(message)
                    best.repeats.append(message)
        elif not near and not span.retells:
            self._add_model(span)

    # Which began in which

    def started_in(self, thread: Thread) -> tuple[Thread, ToolCallPart] | None:
        """The conversation in which one began, with the call that did it."""
        first = thread.spans[0] if thread.spans else None
        for above in self.nesting.above(first) if first is not None else ():
            home = self.home.get(id(above))
            if home is not None and home is not thread and above.call is not None:
                found = self._runs_of(home).by_id.get(above.call.call_id.text)
                return home, above.call if found is None else found[1]
        return None


_KINDS = ("model", "tool", "agent", "other")
