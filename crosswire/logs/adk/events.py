"""The events of a session: each has a content of Gemini's, and who wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import gemini
from crosswire.logs.adk.event_logs import read_event_logs
from crosswire.logs.adk.names import ABOUT, EVENT_LOGS, NAME, OF_SESSION, TRAITS, WIRE_FORMAT
from crosswire.logs.adk.turns import Turns
from crosswire.logs.shared.fields import field_in, text_in
from crosswire.logs.shared.finding import Placed, Run
from crosswire.logs.shared.run_reading import note_others
from crosswire.model import Event, JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import is_number, object_or_empty, text_or_none

_COMPACTION = ("actions.compaction", "compaction")
_SUMMARY = ("compacted_content", "compactedContent")
_READ = ABOUT | {"content", "error_message", "errorMessage"}


def is_event(value: JsonValue) -> bool:
    """Whether a value is an event of a session."""
    if not isinstance(value, dict) or not isinstance(value.get("author"), str):
        return False
    named = any(isinstance(value.get(n), str) for n in ("invocation_id", "invocationId"))
    return named and isinstance(value.get("content", {}), (dict, type(None)))


def begin() -> ConversationBuilder:
    """A conversation without messages yet."""
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = ABOUT | OF_SESSION
    return into


def read_session(run: Run) -> ConversationBuilder:
    into = begin()
    for name, value, at in run.beside:
        if name not in OF_SESSION | {EVENT_LOGS}:
            into.setting(name, value, at, of_response=True)
    holder = object_or_empty(run.holder)  # of a row of a table, which names its session
    into.thread = text_or_none(holder.get("session_id")) or text_or_none(holder.get("id"))
    read_events(run.messages, into)
    for name, value, at in run.beside:
        if name == EVENT_LOGS:
            read_event_logs(value, at, into)
    note_others(run, into)
    return into


def read_events(events: Sequence[Placed], into: ConversationBuilder) -> None:
    """The events as messages; pieces of one that came as a stream stand in its last again."""
    whole = {_turn(value) for value, _ in events if not _is_piece(value)}
    turns = Turns(into)
    for value, at in events:
        event = object_or_empty(value)
        if _is_piece(value) and _turn(value) in whole:
            into.set_aside.append(value)
            continue
        _read_event(event, at, into, turns)
        turns.complete(event, at)


def _is_piece(value: JsonValue) -> bool:
    return object_or_empty(value).get("partial") is True


def _turn(value: JsonValue) -> tuple[JsonValue, JsonValue]:
    event = object_or_empty(value)
    return text_in(event, ("invocation_id", "invocationId")), text_or_none(event.get("author"))


def _read_event(
    event: JsonObject, at: Address, into: ConversationBuilder, turns: Turns
) -> None:
    _note(event, at, into)
    content = event.get("content")
    if not isinstance(content, dict) or not content:
        return
    gemini.read_message(content, child(at, "content"), into)
    message = into.messages[-1]
    if event["author"] == "user" and message.role == "other":
        message.role = "user"
    extras = extras_of(event, _READ) or {}
    message.extras = {**(message.extras or {}), **extras} or None
    message.extras_at = dict.fromkeys(extras, at)
    moment = event.get("timestamp")
    if is_number(moment) or isinstance(moment, str):
        message.timestamp, message.timestamp_at = str(moment), child(at, "timestamp")
    turns.tell(event, at, message)


def _note(event: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """What happened beside what was said."""
    before = len(into.messages)
    said = field_in(event, at, ("error_message", "errorMessage"))
    if event.get("interrupted") is True:
        into.events.append(Event("interrupt", child(at, "interrupted"), before))
    if said is not None:
        into.setting("error", said.value, said.at, of_response=True)
    compaction = field_in(event, at, _COMPACTION)
    if compaction is None or not isinstance(compaction.value, dict):
        return
    summary = field_in(compaction.value, compaction.at, _SUMMARY)
    place = None if summary is None else summary.at
    into.events.append(Event("compaction", compaction.at, before, replaced_by=place))
    if summary is not None:
        gemini.read_message(summary.value, summary.at, into)
