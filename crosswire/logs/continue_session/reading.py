"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from crosswire.address import child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.continue_session.names import NAME, TRAITS
from crosswire.logs.continue_session.parts import call_in, is_over, parts_of, result_in
from crosswire.logs.sessions.fields import text, word, words
from crosswire.logs.sessions.lines import Line
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonValue, Part, TextPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.copies import stands_also_at
from crosswire.model.json_values import object_or_empty, objects_in, text_or_none
from crosswire.model.parts import Role

_ROLES: dict[str, Role] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "thinking": "assistant",
    "tool": "tool",
}
_OWN = words("contextItems toolCallStates editorState promptLogs appliedRules")
_NAMED = _OWN | words(
    "sessionId title workspaceDirectory history mode chatModelTitle usage message reasoning "
    "conversationSummary isGatheringContext role content signature redactedThinking "
    "toolCalls toolCallId name "
    "description uri id icon editing editable status hidden"
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    session = object_or_empty(documents[0]) if len(documents) == 1 else {}
    steps = list(islice(objects_in(session.get("history")), 60))
    spoken = [object_or_empty(step.get("message")) for step in steps]
    known = bool(spoken) and all(word(one, "role") in _ROLES for one in spoken)
    own = "sessionId" in session or any(_OWN & step.keys() for step in steps)
    why = "A `history` of messages with `contextItems` and `toolCallStates` beside them."
    return Recognition("messages", 0.95, why) if known and own else None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    session = Line(object_or_empty(documents[0]), root(first))
    thread = Thread(NAME, TRAITS, _NAMED)
    thread.into.thread = text_or_none(session.raw.get("sessionId"))
    thread.into.title = text_or_none(session.raw.get("title"))
    thread.settings(session, ("sessionId", "workspaceDirectory", "mode", "chatModelTitle"))
    steps = list(session.objects("history"))
    said = [step.inside("message") for step in steps]
    answered = {_call_of(one) for one in said if word(one.raw, "role") == "tool"} - {""}
    repeated: list[Line] = []
    for step in steps:
        states = list(step.objects("toolCallStates"))
        repeated += [one for one in states if _call_of(one) in answered]
        _read_message(step, states, thread)
        own = [one for one in states if _call_of(one) not in answered]
        _read_states(own, step, thread, is_last=step is steps[-1])
        summary = text(step.raw, "conversationSummary")
        if summary:
            thread.compaction(child(step.at, "conversationSummary"), summary)
    _note_repeated(repeated, thread.into)
    return thread.finish()


def _read_message(step: Line, states: Sequence[Line], thread: Thread) -> None:
    """A message; the states of its calls have these again."""
    message = step.inside("message")
    role = _ROLES.get(word(message.raw, "role"), "other")
    calls = [call_in(line) for line in message.objects("toolCalls")]
    thread.say(role, message, [*parts_of(step, message, role), *calls], known=_NAMED)
    copies = [one.inside("toolCall") for one in states]
    thread.into.written_again(calls, [call_in(copy) for copy in copies if copy.raw])


def _call_of(line: Line) -> str:
    return word(line.raw, "toolCallId")


def _read_states(states: Sequence[Line], step: Line, thread: Thread, *, is_last: bool) -> None:
    """The results that stand in the states alone are a message of the tools."""
    results: list[Part] = [result_in(one) for one in states if is_over(one)]
    if results:
        held, at = step.raw.get("toolCallStates"), child(step.at, "toolCallStates")
        thread.into.message("tool", at, held, results)
    for one in states:
        if word(one.raw, "status") == "canceled":
            thread.event("denied", one.at)
        if not is_over(one):
            thread.into.set_aside.append(one.raw)
            if not is_last:
                thread.end_turn(one.at, "cut short")


def _note_repeated(states: Sequence[Line], into: ConversationBuilder) -> None:
    """A state has in pieces what the message has joined."""
    parts = (part for message in into.messages for part in message.parts)
    results = {part.call_id.value: part for part in parts if isinstance(part, ToolResultPart)}
    for state in states:
        kept, copy = results[_call_of(state)], result_in(state)
        whole = "".join(one.text for one in kept.content if isinstance(one, TextPart))
        pieces = [one.text for one in copy.content if isinstance(one, TextPart)]
        if all(piece in whole for piece in pieces):
            stands_also_at(kept, state.at)
        else:
            into.written_again([kept], [copy])
        into.set_aside.append(state.raw)
