"""What the user did not allow, as events; outputs that a tool gave before its last one; and
answers that broke off."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.logs.shared.finding import Placed
from crosswire.model import Event, JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, objects_in

_STREAMING = ("input-streaming", "partial-call")
"""States of a call whose input had not all come."""


def end_if_cut(
    message: JsonObject, at: Address, into: ConversationBuilder, *, is_last: bool
) -> None:
    """Note that a message broke off in a call, where another one follows; the SDK leaves such
    a call out."""
    parts = objects_in(message.get("parts"))
    parts += [object_or_empty(part.get("toolInvocation")) for part in parts]
    if not is_last and any(part.get("state") in _STREAMING for part in parts):
        into.end_turn(at, "cut short")


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
