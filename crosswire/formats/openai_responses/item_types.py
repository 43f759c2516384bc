"""The types of items that call a tool or bring a result: which fields say what, one line a
type."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crosswire.model import JsonObject

Runner = Literal["client", "server"]


class CallType(Struct, frozen=True):
    """An item that asks for a tool to be run; a hybrid one also says what came of it."""

    asks: tuple[str, ...]
    """Fields that may hold the arguments, the first that is there does."""
    form: Literal["json text", "value", "free text"]
    name: str | None = None
    """The tool's name where the type fixes it; None: the field `name` says it."""
    by: Runner = "client"
    hybrid: bool = False
    gives: tuple[str, ...] = ()
    """Fields of a hybrid item that may hold its result."""
    name_in: str = "name"
    family: str | None = None
    """The kind of tool, where other formats may tell of it as a function of that name."""
    named_by_itself: bool = False
    """Other formats may tell of it as a function of the name that the item has."""
    may_lack_id: bool = False
    """One of its forms has no id of any kind."""


class ResultType(Struct, frozen=True):
    """An item that brings the result of a call."""

    gives: tuple[str, ...] = ("output",)
    content: Literal["parts", "data"] = "data"
    """Whether a list holds content parts (`input_text`) or plain JSON."""
    by: Runner = "client"
    id_fields: tuple[str, ...] = ("call_id",)
    """Fields that may name the call, the first that is there does."""
    required: bool = True
    name: str | None = None
    """The tool's name where the type fixes it; None: the field `name_in` may say it."""
    name_in: str = "name"
    family: str | None = None
    named_by_itself: bool = False
    """Both as in `CallType`."""
    expects_call: bool = True
    """False for a report that no call asked for; all of the item is what it tells."""


CALLS: dict[str, CallType] = {
    "function_call": CallType(("arguments",), "json text"),
    "custom_tool_call": CallType(("input",), "free text"),
    "computer_call": CallType(("action", "actions"), "value", "computer"),
    "local_shell_call": CallType(("action",), "value", "local_shell"),
    "shell_call": CallType(("action",), "value", "shell"),
    "apply_patch_call": CallType(("operation",), "value", "apply_patch"),
    "tool_search_call": CallType(("arguments",), "value", "tool_search"),
    "program": CallType(("code",), "free text", "program", by="server"),
    "mcp_approval_request": CallType(("arguments",), "json text", by="server"),
    "web_search_call": CallType(
        ("action",), "value", "web_search", "server", True, ("sources",)
    ),
    "file_search_call": CallType(
        ("queries",), "value", "file_search", "server", True, ("results",)
    ),
    "code_interpreter_call": CallType(
        ("code",), "free text", "code_interpreter", "server", True, ("outputs",)
    ),
    "image_generation_call": CallType(
        ("prompt",), "free text", "image_generation", "server", True, ("result", "error")
    ),
    "mcp_call": CallType(
        ("arguments",), "json text", None, "server", True, ("output", "error")
    ),
    "mcp_list_tools": CallType(
        (), "value", "mcp_list_tools", "server", True, ("error", "tools")
    ),
    "multi_agent_call": CallType(("arguments",), "json text", by="server", name_in="action"),
    "memory_search_call": CallType(
        ("queries",),
        "value",
        "memory_search",
        "server",
        True,
        ("results", "memories"),
        may_lack_id=True,
    ),
    "x_search_call": CallType(
        ("input", "action"), "json text", "x_search", "server", True, ("output",)
    ),
}
RESULTS: dict[str, ResultType] = {
    "function_call_output": ResultType(content="parts"),
    "custom_tool_call_output": ResultType(content="parts"),
    "computer_call_output": ResultType(content="parts"),
    "local_shell_call_output": ResultType(id_fields=("call_id", "id")),
    "shell_call_output": ResultType(),
    "apply_patch_call_output": ResultType(),
    "tool_search_output": ResultType(("tools",), required=False),
    "program_output": ResultType(("result",), by="server"),
    "multi_agent_call_output": ResultType(content="parts", by="server", name_in="action"),
    "mcp_approval_response": ResultType(
        ("approve",), by="server", id_fields=("approval_request_id",)
    ),
}
NO_TOOLS = frozenset(
    {
        "message",
        "reasoning",
        "item_reference",
        "compaction",
        "compaction_trigger",
        "configuration_update",
        "additional_tools",
    }
)
"""Types that stand between calls and results."""

FIELDS_OF_ARGUMENTS = ("arguments", "input", "action", "queries", "code", "operation")
FIELDS_OF_RESULTS = ("output", "outputs", "result", "results", "error")


def first_of(item: JsonObject, fields: tuple[str, ...]) -> str | None:
    """The first of some fields that an item has a value in."""
    for field in fields:
        if item.get(field) is not None:
            return field
    return None
