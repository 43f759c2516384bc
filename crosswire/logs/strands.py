"""Messages of a session of Strands Agents: Bedrock's, in an envelope each.

{"message": {"role": "assistant", "content": [{"toolUse": {...}}]}, "message_id": 1}

Each message is a file of its own: session_a/agents/agent_b/messages/message_1.json.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats import bedrock
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.dialect import LIKELY, SURE
from crosswire.logs.shared.finding import Finder, Run, sample_of
from crosswire.logs.shared.run_reading import note_others
from crosswire.model import JsonValue, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_none

NAME = "strands"
TITLE = "Strands Agents session"
WIRE_FORMAT = bedrock.NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True, program="Strands Agents")
SIGNS = frozenset({"message_id"})

FOLDER = re.compile(r"((?:[^/]+/)*agents/agent_[^/]+/messages)/message_\d+\.json$")
"""The folder of one agent's messages, of the path of a file of it."""
_ROLES = ("user", "assistant")
_AROUND = frozenset({"message_id", "redact_message", "created_at", "updated_at"})


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message in its envelope."""
    if not isinstance(value, dict) or "message_id" not in value:
        return False
    message = object_or_empty(value.get("message"))
    return message.get("role") in _ROLES and isinstance(message.get("content"), list)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    runs = sample_of(documents, is_message, fields=SIGNS)
    if not runs:
        return None
    why = "Envelopes with `message` beside `message_id`."
    level = min(run.level for run in runs)
    return Recognition("messages", SURE if level < 2 else LIKELY, why)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(run) for run in Finder(is_message).runs(documents, first)]


def _read(run: Run) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS, wire_format=WIRE_FORMAT)
    into.bookkeeping = _AROUND
    for name, value, at in run.beside:
        into.setting(name, value, at, of_response=True)
    for value, at in sorted(run.messages, key=_number):
        envelope = object_or_empty(value)
        bedrock.read_message(envelope["message"], child(at, "message"), into)
        message = into.messages[-1]
        message.timestamp = text_or_none(envelope.get("created_at"))
        message.timestamp_at = child(at, "created_at")
        instead = envelope.get("redact_message")
        if instead is not None:
            place = child(at, "redact_message")
            text = "This message was redacted: another one was sent in its place."
            into.note("redacted", text, place)
    note_others(run, into)
    return into


def _number(placed: tuple[JsonValue, Address]) -> int:
    """Of a message; files stand in the order of their names."""
    number = object_or_empty(placed[0]).get("message_id")
    return number if isinstance(number, int) else 0
