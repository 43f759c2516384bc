"""The types of items that Foundry adds to Responses."""

from __future__ import annotations

from msgspec.structs import replace

from crosswire.address import Address
from crosswire.formats.azure_foundry import classic
from crosswire.formats.azure_foundry.names import NAME
from crosswire.formats.openai_responses.item_types import (
    CALLS,
    FIELDS_OF_RESULTS,
    NO_TOOLS,
    RESULTS,
    CallType,
    ResultType,
    first_of,
)
from crosswire.formats.openai_responses.variant import (
    RESPONSES,
    SHARED_ITEMS,
    SHARED_TOOLS,
    Variant,
)
from crosswire.model import JsonObject
from crosswire.model.builder import ConversationBuilder

_WITHOUT_NAME = (
    "azure_ai_search",
    "bing_custom_search",
    "bing_grounding",
    "browser_automation",
    "fabric_data_agent",
    "fabric_dataagent",
    "sharepoint_grounding",
)
_WITH_NAME = ("a2a", "azure_function", "openapi")
"""Kinds of tools of which there may be several: `name` says which one."""
_REMOTE = "remote_function"
"""Stands for any of the tools, and is named after it."""


_KINDS: dict[str, str | None] = {
    **{kind: kind for kind in _WITHOUT_NAME},
    **dict.fromkeys(_WITH_NAME),
}
"""Kind of tool -> its name, where it needs none."""
_TYPES = [
    (f"{kind}{ending}", kind) for kind in _KINDS for ending in ("_call", "_preview_call")
]

OWN_CALLS: dict[str, CallType] = {
    **{
        wire_type: CallType(("arguments",), "json text", _KINDS[kind], "server", family=kind)
        for wire_type, kind in _TYPES
    },
    f"{_REMOTE}_call": CallType(
        ("arguments",), "json text", by="server", named_by_itself=True
    ),
}
OWN_RESULTS: dict[str, ResultType] = {
    **{
        f"{wire_type}_output": ResultType(by="server", name=_KINDS[kind], family=kind)
        for wire_type, kind in _TYPES
    },
    f"{_REMOTE}_call_output": ResultType(by="server", named_by_itself=True),
    "structured_outputs": ResultType(by="server", id_fields=("id",), expects_call=False),
    "workflow_action": ResultType((), by="server", id_fields=("id",), expects_call=False),
    "oauth_consent_request": ResultType(
        (), by="server", id_fields=("id",), expects_call=False
    ),
}
OUTPUT_ONLY = frozenset({*OWN_CALLS, *OWN_RESULTS})
"""Types that Foundry writes and does not take back."""
TELLING = OUTPUT_ONLY | {"memory_search_call"}
"""Types that no other API has."""
OWN_TOOLS = frozenset(
    {
        *(f"{kind}{ending}" for kind in _KINDS for ending in ("", "_preview")),
        "capture_structured_outputs",
        "memory_search",
        "memory_search_preview",
    }
)


class FoundryVariant(Variant, frozen=True):
    """Responses as Foundry speaks it."""

    def call_type(self, item: JsonObject) -> CallType | None:
        """As in Responses; but a tool that has no `call_id`, and shows its result itself, is a
        hybrid."""
        call = super().call_type(item)
        if call is None or call.family is None or item.get("call_id") is not None:
            return call
        if first_of(item, FIELDS_OF_RESULTS) is None:
            return call
        name = call.name or (None if "name" in item else call.family)
        return replace(call, name=name, family=None, hybrid=True, gives=FIELDS_OF_RESULTS)

    def read_else(self, item: JsonObject, at: Address, into: ConversationBuilder) -> bool:
        """Runs and steps of agents of the older kind."""
        if not classic.is_classic(item):
            return False
        classic.read(item, at, into)
        return True


FOUNDRY = FoundryVariant(
    NAME,
    CALLS | OWN_CALLS,
    RESULTS | OWN_RESULTS,
    NO_TOOLS,
    kin=frozenset({RESPONSES.name}),
    takes=SHARED_ITEMS | {"memory_search_call"},
    tools=SHARED_TOOLS | OWN_TOOLS,
    never_null=frozenset({"error"}),
    settings=RESPONSES.strange_settings,
)
