"""Takes lists out that hold nothing, where the log's own provider refuses an empty one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from crosswire.address import Address, child
from crosswire.model import Conversation
from crosswire.model.json_values import field_of
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.rules.content import list_length

_REASON = "The list is empty, which says the same as no list."


def drop_empty_lists(context: RepairContext) -> Iterator[ProposedChange]:
    """Empty lists of calls in a message, and an empty list of tools."""
    names = list_length.never_empty(context.conversation.format)
    remove = context.working_copy.remove_field
    for place in _empty_lists(context.conversation, names):
        rule = list_length.rule.name
        yield ProposedChange(rule, "dropped", _REASON, (), partial(remove, place))


def _empty_lists(conversation: Conversation, names: frozenset[str]) -> Iterator[Address]:
    for message in conversation.messages if "tool_calls" in names else ():
        if field_of(message.raw, "tool_calls") == []:
            yield child(message.address, "tool_calls")
    for setting in conversation.settings() if "tools" in names else ():
        if setting.name == "tools" and setting.value == []:
            yield setting.address
