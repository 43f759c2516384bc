"""From bodies of Interactions to the model: settings, tools, the instruction, the steps."""

from __future__ import annotations

from functools import partial

from crosswire.address import Address, child
from crosswire.formats.gemini_interactions.names import CONFIG, CONTENT, INSTRUCTION
from crosswire.formats.gemini_interactions.reading_steps import read_content, read_message
from crosswire.formats.shared.reading import declare_tool, read_each, read_odd_tool, read_text
from crosswire.model import JsonObject, JsonValue, Role, SettingPart
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import (
    field_of,
    list_or_empty,
    objects_in,
    texts_in,
    type_of,
)
from crosswire.rendering.tool_choice import among

_MEANINGS = {
    "model": "model",
    "stream": "stream",
    "max_output_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "seed": "seed",
    "stop_sequences": "stop",
    "tool_choice": "tool_choice",
}
_MODES = {"auto": "auto", "any": "required", "none": "none", "validated": "auto"}
_BEFORE = "previous_interaction_id"
_ECHOED = frozenset(
    {"model", "agent", "tools", INSTRUCTION, CONFIG, _BEFORE, "agent_config"}
    | {"response_format", "response_modalities", "background", "store", "stream"}
)
"""Fields of a request that an answer says again."""
_TOOL_KEYS = frozenset({"type", "name", "description", "parameters"})
_STEPS = ("steps", "outputs")
"""Where an answer has what was said; the first versions said `outputs`."""


def read_request(body: JsonObject, at: Address, into: ConversationBuilder) -> None:
    """Read a request."""
    for name, value in _in_order(body):
        place = child(at, name)
        if name == "input":
            _read_input(value, place, into)
        else:
            _read_field(name, value, place, into)


def choices(body: JsonObject) -> int:
    return 1


def read_response(
    body: JsonObject, at: Address, choice: int, into: ConversationBuilder
) -> None:
    """Read an answer; what it says again of its request is not read twice."""
    asked = {part.name for part in into.settings_and_tools if isinstance(part, SettingPart)}
    asked |= {"tools", INSTRUCTION} if into.messages else set()
    for name, value in _in_order(body):
        place = child(at, name)
        if name in _STEPS and isinstance(value, list):
            _read_steps(value, place, into, "assistant")
        elif name == "input" and not into.messages:
            _read_input(value, place, into)
        elif name in _ECHOED and name not in asked:
            _read_field(name, value, place, into)
        else:
            into.setting(name, value, place, of_response=True)


def _in_order(body: JsonObject) -> list[tuple[str, JsonValue]]:
    """The fields that say something, the instruction before the steps, the input before the
    answer."""
    given = [(name, value) for name, value in body.items() if value is not None]
    first = (INSTRUCTION, "input")
    return sorted(given, key=lambda field: first.index(field[0]) if field[0] in first else 2)


def _read_input(value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """What is asked: a text, pieces of content, or steps."""
    pieces = objects_in(value)
    if isinstance(value, str) or (pieces and all(type_of(one) in CONTENT for one in pieces)):
        into.message("user", at, value, read_content(value, at))
    elif isinstance(value, list):
        _read_steps(value, at, into, "user")
    else:
        read_message(value, at, into)


def _read_steps(
    steps: list[JsonValue], at: Address, into: ConversationBuilder, role: Role
) -> None:
    read_each(steps, at, into, partial(read_message, role=role))


def _read_field(name: str, value: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """Read a field beside the steps."""
    into.calls_may_be_elsewhere |= name == _BEFORE
    if name == INSTRUCTION and isinstance(value, str):
        into.message("system", at, value, read_text(value, at)).field = name
    elif name == "tools" and isinstance(value, list) and value:
        read_each(value, at, into, _read_tool)
    elif name == CONFIG and isinstance(value, dict) and value:
        for inner, held in value.items():
            _read_setting(f"{name}/{inner}", inner, held, child(at, inner), into)
    else:
        _read_setting(name, name, value, at, into)


def _read_setting(
    path: str, name: str, value: JsonValue, at: Address, into: ConversationBuilder
) -> None:
    neutral = _tool_choice(value) if name == "tool_choice" else value
    meaning = None if neutral is None else _MEANINGS.get(name)
    into.setting(path, value, at, meaning=meaning, neutral=neutral)


def _tool_choice(value: JsonValue) -> JsonValue:
    """The choice of tools in its neutral form: a word, or one beside the names of tools."""
    allowed = field_of(value, "allowed_tools")
    word = value if allowed is None else field_of(allowed, "mode")
    mode = _MODES.get(word.lower()) if isinstance(word, str) else None
    if mode is None:
        return None
    names = texts_in(list_or_empty(field_of(allowed, "tools")))
    neutral: JsonObject = {"mode": mode}
    if names and mode != "none":
        neutral = among(mode, names)
    return {**neutral, "validated": True} if str(word).lower() == "validated" else neutral


def _read_tool(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    if not isinstance(tool, dict):
        read_odd_tool(tool, at, into)
        return
    kind = type_of(tool) or "function"
    extras = extras_of(tool, _TOOL_KEYS)
    declare_tool(
        into, at, tool, tool, schema="parameters", kind=kind, unnamed=kind, extras=extras
    )
