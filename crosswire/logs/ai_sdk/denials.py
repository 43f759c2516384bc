"""What the user did not allow, as events; and outputs that a tool gave before its last one."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.logs.shared.finding import Placed
from crosswire.model import Event, JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty


def note_preliminary(output: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Say that an output is one that its tool gave while it ran, where no later one came."""
    if output.get("preliminary") is True:
        text = (
            "This output is preliminary: the tool gave it while it ran, and no last one came."
        )
        into.note("preliminary-output", text, at)


def note_denied_parts(step: Sequence[Placed], into: ConversationBuilder) -> None:
    for value, at in step:
        note_preliminary(object_or_empty(value), at, into)
        approval = object_or_empty(object_or_empty(value).get("approval"))
        if approval.get("approved") is False:
            _note_denial(approval, child(at, "approval"), len(into.messages) - 1, into)


def note_denials(parts: Sequence[JsonValue], at: Address, into: ConversationBuilder) -> None:
    for i, part in enumerate(parts):
        raw = object_or_empty(part)
        if raw.get("type") == "tool-approval-response" and raw.get("approved") is False:
            _note_denial(raw, child(at, "content", i), len(into.messages) - 1, into)


def _note_denial(
    said: JsonObject, at: Address, before: int, into: ConversationBuilder
) -> None:
    into.events.append(Event("denied", at, before, str(said.get("reason") or "")))
