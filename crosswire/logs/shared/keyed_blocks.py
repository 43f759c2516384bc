"""Blocks of a message by the keys that they have, for the many programs that write the same
few things in words of their own: a text, a thought, a call, a result, a medium."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.address import Address, child
from crosswire.logs.shared.keyed_media import read_media
from crosswire.model import (
    Arguments,
    ArgumentsState,
    CallId,
    DataPart,
    JsonObject,
    JsonValue,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import extras_of, opaque
from crosswire.model.call_id import no_call_id, read_call_id
from crosswire.model.json_values import text_or_empty, text_or_none, type_of
from crosswire.tools import arguments

TEXTS = ("text", "content", "value")
THOUGHTS = ("thinking", "reasoning", "reasoning_content", "content", "text")
CALL_IDS = (
    "tool_call_id",
    "toolCallId",
    "call_id",
    "callId",
    "toolUseId",
    "tool_use_id",
    "id",
)
NAMES = ("name", "toolName", "tool_name", "function_name", "tool", "function")
OF_SERVER = "server_tool_call"
ARGUMENTS = ("arguments", "args", "input", "parameters", "tool_input", OF_SERVER)
OUTPUTS = (
    *("response", "result", "output", "content", "value", "tool_call_response"),
    "server_tool_call_response",
)
ERRORS = ("is_error", "isError", "isException", "error")
_WORDS_OF_CALLS = ("tool_call", "tooluse", "tool_use", "toolcall", "function_call")
_WORDS_OF_RESULTS = ("result", "response", "output")
_HOLDERS_OF_CALLS = (
    "functionCall",
    "function_call",
    "tool_call",
    "toolUse",
    OF_SERVER,
)
_HOLDERS_OF_RESULTS = ("functionResponse", "function_response", "toolResult")
_REASON = "No word of the model fits this block."


def read_blocks(value: JsonValue, at: Address) -> list[Part]:
    """What a message says: a text, one block, or a list of them."""
    if value is None or value == "":
        return []
    if isinstance(value, list):
        places = ((one, Address(f"{at}/{i}")) for i, one in enumerate(value))
        return [part for one, place in places for part in read_blocks(one, place)]
    if isinstance(value, str):
        return [TextPart(address=at, raw=value, text=value)]
    return [_read_block(value, at)] if isinstance(value, dict) else [data(value, at)]


def data(value: JsonValue, at: Address) -> Part:
    return DataPart(address=at, raw=value, value=value)


def _read_block(block: JsonObject, at: Address) -> Part:
    kind = (type_of(block) or "").lower().replace("-", "_")
    if is_result(block, kind):
        return read_result(*_inside(block, at, _HOLDERS_OF_RESULTS), kind or "result")
    if is_call(block, kind):
        return read_call(*_inside(block, at, _HOLDERS_OF_CALLS), kind or "call")
    if kind in ("thinking", "reasoning", "reasoning_content", "redacted_thinking"):
        return _read_thought(block, at)
    key = next((key for key in TEXTS if isinstance(block.get(key), str)), None)
    if key is not None and (kind in ("", "text", "output_text", "input_text")):
        extras = extras_of(block, frozenset({"type", key}))
        return TextPart(address=at, raw=block, text=str(block[key]), extras=extras)
    return read_media(block, at) or opaque(block, at, _REASON)


def is_call(block: JsonObject, kind: str = "") -> bool:
    """Whether a block is a call, by its type or by the field that holds it."""
    if any(isinstance(block.get(key), dict) for key in _HOLDERS_OF_CALLS):
        return True
    if kind:
        return kind.replace("_", "").endswith(("toolcall", "tooluse", "functioncall"))
    return _has(block, NAMES) and _has(block, ARGUMENTS)


def is_result(block: JsonObject, kind: str = "") -> bool:
    """Whether a block is a result."""
    if any(isinstance(block.get(key), dict) for key in _HOLDERS_OF_RESULTS):
        return True
    about = any(word in kind for word in ("tool", "function"))
    return about and kind.endswith(_WORDS_OF_RESULTS)


def _has(block: JsonObject, keys: Iterable[str]) -> bool:
    return any(key in block for key in keys)


def _inside(
    block: JsonObject, at: Address, keys: tuple[str, ...]
) -> tuple[JsonObject, Address]:
    for key in keys:
        inner = block.get(key)
        if isinstance(inner, dict) and len(block) <= 3:
            return inner, child(at, key)
    return block, at


def read_call(block: JsonObject, at: Address, kind: str) -> ToolCallPart:
    """A call, whatever its fields are named."""
    holder, place = block, at
    if isinstance(block.get("function"), dict):
        inner = block["function"]
        holder, place = (inner if isinstance(inner, dict) else {}), child(at, "function")
    name = _key(holder, NAMES)
    given = _key(holder, ARGUMENTS)
    known = {"type", "function", _key(block, CALL_IDS) or "", name or "", given or ""}
    return ToolCallPart(
        address=at,
        raw=block,
        call_id=call_id_of(block, at),
        name=text_or_empty(holder.get(name or "")),
        arguments=arguments.from_text(holder.get(given or ""), child(place, given or "")),
        wire_type=kind,
        executed_by="server" if kind.startswith("server") else "client",
        extras=extras_of(block, frozenset(known)),
    )


def read_result(block: JsonObject, at: Address, kind: str) -> ToolResultPart:
    """A result, whatever its fields are named."""
    key, name = _key(block, OUTPUTS), _key(block, NAMES)
    known = {"type", "role", *ERRORS, _key(block, CALL_IDS) or "", key or "", name or ""}
    output = block.get(key or "")
    failed = any(block.get(error) is True for error in ERRORS) or _is_error(output)
    return ToolResultPart(
        address=at,
        raw=block,
        call_id=call_id_of(block, at),
        wire_type=kind,
        content=content_of(output, child(at, key or "")),
        name=text_or_none(block.get(name or "")),
        is_error=failed,
        executed_by="server" if kind.startswith("server") else "client",
        extras=extras_of(block, frozenset(known)),
    )


def content_of(output: JsonValue, at: Address) -> list[Part]:
    """What a tool gave: texts and media where it gave blocks, else its value."""
    if isinstance(output, dict) and type_of(output) in ("text", "json", "error-text"):
        return content_of(output.get("value", output.get("text")), child(at, "value"))
    blocks = output if isinstance(output, list) else []
    if blocks and all(type_of(block) is not None for block in blocks):
        return read_blocks(output, at)
    if isinstance(output, (dict, list)):
        return [data(output, at)]
    return read_blocks(output, at) if output is not None else []


def arguments_of_run(value: JsonValue, at: Address) -> Arguments:
    """What a program says that a tool ran with; in Python's words it is no broken JSON."""
    given = arguments.from_text(value, at)
    return arguments.free_text(value, at) if given.state is ArgumentsState.INVALID else given


def call_id_of(block: JsonObject, at: Address) -> CallId:
    """The id that ties a call to its result; absent where no field has one."""
    key = _key(block, CALL_IDS)
    if key is None:
        return no_call_id()
    value = block[key]
    return read_call_id(value, address=child(at, key), required=False)


def _key(block: JsonObject, keys: Iterable[str]) -> str | None:
    """The first of these keys that holds anything, else the first that is there."""
    there = [key for key in keys if key in block]
    return next((key for key in there if block[key] is not None), next(iter(there), None))


def _is_error(output: JsonValue) -> bool:
    return (type_of(output) or "").startswith("error")


def _read_thought(block: JsonObject, at: Address) -> Part:
    key = next((key for key in THOUGHTS if isinstance(block.get(key), str)), "")
    return ReasoningPart(
        address=at,
        raw=block,
        text=text_or_empty(block.get(key)),
        signature=text_or_none(block.get("signature", block.get("data"))),
        extras=extras_of(block, frozenset({"type", "signature", "data", key})),
    )
