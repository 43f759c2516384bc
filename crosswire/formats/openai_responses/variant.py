"""What differs between the APIs that speak Responses: their items, and what they take of each
other."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from crosswire.address import Address
from crosswire.formats.openai_responses.item_types import (
    CALLS,
    FIELDS_OF_ARGUMENTS,
    FIELDS_OF_RESULTS,
    NO_TOOLS,
    RESULTS,
    CallType,
    ResultType,
)
from crosswire.formats.openai_responses.names import NAME
from crosswire.model import JsonObject, JsonValue
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import type_of


class Variant(Struct, frozen=True):
    """One API that speaks Responses."""

    name: str
    calls: Mapping[str, CallType]
    results: Mapping[str, ResultType]
    others: frozenset[str]
    """Types that stand between calls and results."""
    kin: frozenset[str]
    """The other variants, by name."""
    takes: frozenset[str]
    """Types of items that are taken over from kin as they stand."""
    tools: frozenset[str]
    """Kinds of tools that are taken over from kin as they stand."""
    strange_fields: frozenset[str] = frozenset()
    """Fields that kin's items have and this variant's have not."""
    strange_settings: frozenset[str] = frozenset()
    """Fields that kin's requests have and this variant's have not."""
    never_null: frozenset[str] = frozenset()
    """Fields of items that are left out rather than null."""
    settings: frozenset[str] = frozenset()
    """Fields of a request that only this variant has, and says again in a response."""

    def call_type(self, item: JsonObject) -> CallType | None:
        """How to read an item that calls; types that the table lacks are told by the end of
        their name.

        What has a `call_id` has its result in an item of its own; what has none is taken for a
        hybrid, as all such types so far were.
        """
        kind = item.get("type")
        if not isinstance(kind, str):
            return None
        known = self.calls.get(kind)
        if known is not None or not kind.endswith("_call"):
            return known
        name = None if isinstance(item.get("name"), str) else kind.removesuffix("_call")
        hybrid = item.get("call_id") is None
        gives = FIELDS_OF_RESULTS if hybrid else ()
        return CallType(FIELDS_OF_ARGUMENTS, "json text", name, "server", hybrid, gives)

    def result_type(self, item: JsonObject) -> ResultType | None:
        """How to read an item that brings a result; see `call_type`."""
        kind = item.get("type")
        if not isinstance(kind, str):
            return None
        known = self.results.get(kind)
        if known is not None or not kind.endswith("_call_output"):
            return known
        return ResultType(FIELDS_OF_RESULTS, by="server")

    def read_else(self, item: JsonObject, at: Address, into: ConversationBuilder) -> bool:
        """Read what is no item of Responses but of this variant; False where it is none."""
        return False

    def knows(self, kind: JsonValue) -> bool:
        """Whether a word is the type of an item of this variant."""
        if not isinstance(kind, str):
            return False
        return kind in self.calls or kind in self.results or kind in self.others

    def may_know(self, kind: JsonValue) -> bool:
        """Whether a word is, or could well be, the type of an item. In Open Responses a server
        puts its name before its own types (`acme:search`)."""
        if not isinstance(kind, str):
            return False
        server, colon, own = kind.partition(":")
        named_alike = kind.endswith(("_call", "_call_output"))
        return named_alike or bool(server and colon and own) or self.knows(kind)


SHARED_ITEMS = frozenset({"message", "additional_tools", *CALLS, *RESULTS}) - {
    "memory_search_call",
    "x_search_call",
    "multi_agent_call",
    "multi_agent_call_output",
}
"""Types that every variant takes in a request and that mean the same in all.

Reasoning, compactions and references to stored items are left out: only who made them can read
them.
"""
SHARED_TOOLS = frozenset(
    {
        "apply_patch",
        "code_interpreter",
        "computer",
        "computer_use_preview",
        "custom",
        "file_search",
        "function",
        "image_generation",
        "local_shell",
        "mcp",
        "namespace",
        "programmatic_tool_calling",
        "shell",
        "tool_search",
        "web_search",
        "web_search_preview",
    }
)

RESPONSES = Variant(
    NAME,
    CALLS,
    RESULTS,
    NO_TOOLS,
    kin=frozenset({"azure-foundry"}),
    takes=SHARED_ITEMS,
    tools=SHARED_TOOLS,
    strange_fields=frozenset({"agent_reference", "response_id"}),
    strange_settings=frozenset(
        {"agent", "agent_reference", "agent_session_id", "structured_inputs"}
    ),
)


def kind_of(item: JsonValue) -> str | None:
    """The type of an item, which is a message where only a role is given; else None."""
    if isinstance(item, dict) and "role" in item and "type" not in item:
        return "message"
    return type_of(item)
