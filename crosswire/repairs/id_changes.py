"""Which call ids a repair changed, and where the new ones come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.model.loss import IdChange
from crosswire.repairs.change import Repaired
from crosswire.repairs.working_copy import Trace

_NO_REASONS: Mapping[str, str] = {}


def id_changes(
    conversation: Conversation,
    repaired: Repaired,
    trace: Trace,
    reasons: Mapping[str, str] = _NO_REASONS,
) -> list[IdChange]:
    """Every call id that is another now, by the part that has it.

    `trace` leads from the conversation to the upload. `reasons` has those of ids that were
    written before the repair.
    """
    logged = {trace(end.address): end for end in conversation.ends()}
    logged_ids = {end.call_id.value for end in logged.values()}
    reasons_at = {change.target: change.why for change in repaired.changes}
    changes: list[IdChange] = []
    for end in repaired.conversation.ends():
        before, written = logged.get(repaired.origins.get(end.key)), end.call_id.value
        if before is None or written is None or before.call_id.value == written:
            continue
        place = end.call_id.address
        changes.append(
            IdChange(
                end.key,
                trace(before.call_id.address or before.address),
                before.call_id.logged,
                written,
                _how(before, was_logged=written in logged_ids),
                reasons_at.get(place) or reasons.get(written, ""),
                place,
            )
        )
    return changes


def _how(
    before: ToolCallPart | ToolResultPart, *, was_logged: bool
) -> Literal["made", "rewritten", "from its result", "from its call"]:
    """Whose an id is: one that did not stand in the upload is Crosswire's."""
    if was_logged:
        return "from its call" if isinstance(before, ToolResultPart) else "from its result"
    return "made" if before.call_id.value is None else "rewritten"
