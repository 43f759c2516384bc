"""Which calls of a session have ended: an agent speaks again when its tools have, while other
agents may wait for theirs."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.logs.shared.fields import Names, field_in
from crosswire.model import JsonObject, JsonValue, Message, TextPart, ToolCallPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty

_LONG: Names = ("long_running_tool_ids", "longRunningToolIds")
_COMPLETE: Names = ("turn_complete", "turnComplete")


class Turns:
    """Who has called since a turn ended."""

    def __init__(self, into: ConversationBuilder) -> None:
        self.into = into
        self._called: set[tuple[str, str]] = set()
        """Agents, each with the branch that it works in."""

    def tell(self, event: JsonObject, at: Address, message: Message) -> None:
        """An event was read as this message."""
        who = str(event.get("author")), str(event.get("branch"))
        calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
        if calls:
            self._called.add(who)
            _keep_waiting(event, at, calls)
        elif self._called == {who} and _speaks(event, message):
            self._called.clear()
            self.into.end_turn(at)

    def complete(self, event: JsonObject, at: Address) -> None:
        """An event of a live session may say that its turn is complete; tools that do not
        block may give something all the same."""
        told = field_in(event, at, _COMPLETE)
        if told is not None and told.value is True:
            self.into.end_turn(told.at, "reported over")


def _speaks(event: JsonObject, message: Message) -> bool:
    """Whether an agent says something that is whole, and not while somebody speaks to it."""
    is_live = any(name in event for name in _COMPLETE) or event.get("partial") is True
    said = any(isinstance(part, TextPart) and part.text for part in message.parts)
    return said and not is_live and message.role == "assistant"


def _keep_waiting(event: JsonObject, at: Address, calls: list[ToolCallPart]) -> None:
    """Tools that run for long, or ask somebody, give a result in another turn."""
    long = field_in(event, at, _LONG)
    ids: list[JsonValue] = [] if long is None else list_or_empty(long.value)
    for call in calls:
        if call.call_id.value in ids:
            call.open = "waiting"
