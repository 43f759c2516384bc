"""Reads sessions, and the cases of sets of evaluations."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.adk.evaluations import is_turn, read_case
from crosswire.logs.adk.events import is_event, read_session
from crosswire.logs.adk.names import SIGNS
from crosswire.logs.adk.rows import sessions_in
from crosswire.logs.shared.dialect import LIKELY, SURE
from crosswire.logs.shared.finding import Finder, sample_of
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    runs = sample_of(documents, is_event, fields=SIGNS)
    if runs:
        why = "Events with `author` and `invocation_id`."
        level = min(run.level for run in runs)
        return Recognition("messages", SURE if level < 2 else LIKELY, why)
    if sample_of(documents, is_turn, fields=SIGNS):
        why = "Turns with `user_content` or `expected_tool_use`, as a set of evaluations has."
        return Recognition("messages", SURE, why)
    return None


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    runs = sessions_in(Finder(is_event).runs(documents, first))
    sessions = [read_session(run) for run in runs]
    return sessions or [read_case(run) for run in Finder(is_turn).runs(documents, first)]
