"""The types of items that call a tool or bring a result: which fields say what, one line a type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from crosswire.model import JsonObject, JsonValue

Runner = Literal["client", "server"]


@dataclass(frozen=True, slots=True)
class CallType:
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


@dataclass(frozen=True, slots=True)
class ResultType:
    """An item that brings the result of a call."""

    gives: tuple[str, ...] = ("output",)
    content: Literal["parts", "data"] = "data"
    """Whether a list holds content parts (`input_text`) or plain JSON."""
    by: Runner = "client"
    id_fields: tuple[str, ...] = ("call_id",)
    """Fields that may name the call, the first that is there does."""
    required: bool = True


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
    "web_search_call": CallType(("action",), "value", "web_search", "server", True, ("sources",)),
    "file_search_call": CallType(("queries",), "value", "file_search", "server", True, ("results",)),
    "code_interpreter_call": CallType(
        ("code",), "free text", "code_interpreter", "server", True, ("outputs",)
    ),
    "image_generation_call": CallType(
        ("prompt",), "free text", "image_generation", "server", True, ("result", "error")
    ),
    "mcp_call": CallType(("arguments",), "json text", None, "server", True, ("output", "error")),
    "memory_search_call": CallType(("queries",), "value", "memory_search", "server", True, ("results",)),
    "x_search_call": CallType(("input", "action"), "json text", "x_search", "server", True, ("output",)),
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
    "mcp_approval_response": ResultType(("approve",), by="server", id_fields=("approval_request_id",)),
}
NO_TOOLS = frozenset(
    {
        "message",
        "reasoning",
        "mcp_list_tools",
        "item_reference",
        "compaction",
        "compaction_trigger",
        "configuration_update",
        "additional_tools",
    }
)
"""Types that stand between calls and results."""

_FIELDS_OF_ARGUMENTS = ("arguments", "input", "action", "queries", "code", "operation")
_FIELDS_OF_RESULTS = ("output", "outputs", "result", "results", "error")


def call_type(item: JsonObject) -> CallType | None:
    """How to read an item that calls; types that the table lacks are told by the end of their name.

    What Azure Foundry's own tools write has a `call_id` and its result in an item of its own; what
    has none is taken for a hybrid, as all such types so far were.
    """
    kind = item.get("type")
    if not isinstance(kind, str):
        return None
    known = CALLS.get(kind)
    if known is not None or not kind.endswith("_call"):
        return known
    name = None if isinstance(item.get("name"), str) else kind.removesuffix("_call")
    if item.get("call_id") is not None:
        return CallType(_FIELDS_OF_ARGUMENTS, "json text", name, by="server")
    return CallType(_FIELDS_OF_ARGUMENTS, "json text", name, "server", True, _FIELDS_OF_RESULTS)


def result_type(item: JsonObject) -> ResultType | None:
    """How to read an item that brings a result; see `call_type`."""
    kind = item.get("type")
    if not isinstance(kind, str):
        return None
    known = RESULTS.get(kind)
    if known is not None or not kind.endswith("_call_output"):
        return known
    return ResultType(_FIELDS_OF_RESULTS, by="server")


def is_item_type(kind: JsonValue) -> bool:
    """Whether a word is the type of an item of this format."""
    if not isinstance(kind, str):
        return False
    return kind in CALLS or kind in RESULTS or kind in NO_TOOLS or kind.endswith(("_call", "_call_output"))


def first_of(item: JsonObject, fields: tuple[str, ...]) -> str | None:
    """The first of some fields that an item has a value in."""
    for field in fields:
        if item.get(field) is not None:
            return field
    return None
