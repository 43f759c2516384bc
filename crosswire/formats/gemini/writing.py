"""From the model to a generateContent request body: the envelope. The contents are
`writing_contents`."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini.names import NAME
from crosswire.formats.gemini.own_envelope import own_settings, own_tools
from crosswire.formats.gemini.writing_contents import ContentsWriter
from crosswire.model import JsonObject, JsonValue
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import (
    Declaration,
    ToolForms,
    built_in,
    choice_writer,
    declaration,
    foreign_declarations,
    is_declared,
    say_built_in,
)
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.settings import SettingWriter, foreign_settings
from crosswire.rendering.tool_choice import ChoiceForms

# Ids seen on the wire are eight characters, which is too few to be made from a hash for a long
# log.
ID_RULE = IdRule(required=False, native="{16}")


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    contents = ContentsWriter(out)
    contents.write()
    if contents.instruction is not None:
        payload["systemInstruction"] = contents.instruction
    payload["contents"] = contents.contents
    if out.conversation.wire_format == NAME:
        own_tools(out, payload)
        own_settings(out, payload)
    else:
        _tools(out, payload)
        choice = {
            "tool_choice": choice_writer(out, _CHOICES, "toolConfig", "functionCallingConfig")
        }
        foreign_settings(out, payload, _WRITERS | choice, in_url=_IN_URL)
    return payload


def _configured(name: str) -> SettingWriter:
    return lambda value: (("generationConfig", name), value)


_WRITERS: dict[str, SettingWriter] = {
    "max_output_tokens": _configured("maxOutputTokens"),
    "temperature": _configured("temperature"),
    "top_p": _configured("topP"),
    "top_k": _configured("topK"),
    "stop": _configured("stopSequences"),
    "seed": _configured("seed"),
}
_IN_URL = frozenset({"model", "stream"})


def _choice(mode: str, names: list[str]) -> JsonValue:
    """`VALIDATED` leaves the model free to say something instead, and `AUTO` takes no list of
    names."""
    allowed = list[JsonValue](names)
    return {
        "mode": "ANY" if mode == "required" else "VALIDATED",
        "allowedFunctionNames": allowed,
    }


_CHOICES = ChoiceForms(
    {"auto": {"mode": "AUTO"}, "none": {"mode": "NONE"}, "required": {"mode": "ANY"}},
    allowed=_choice,
)
_TOOLS = ToolForms(
    "Gemini", name_at=("name",), schema_at=("parametersJsonSchema",), needs_schema=False
)


def _tools(out: RenderingBuilder, payload: JsonObject) -> None:
    """One element with all functions, and one for each built-in tool."""
    tools = list(foreign_declarations(out, _TOOLS))
    declared = [tool for tool in tools if is_declared(out, tool)]
    elements: list[JsonValue] = []
    if declared:
        at = Address("0:/tools/0/functionDeclarations")
        functions = [
            _spelled(declaration(out, tool, Address(f"{at}/{i}"), _TOOLS))
            for i, tool in enumerate(declared)
        ]
        elements.append({"functionDeclarations": list[JsonValue](functions)})
    for tool in tools:
        found = None if is_declared(out, tool) else built_in(out, tool, _TOOLS)
        if found is not None:
            say_built_in(out, tool, found, Address(f"0:/tools/{len(elements)}"))
            elements.append(found.value)
    if elements:
        payload["tools"] = elements


def _spelled(tool: Declaration) -> JsonObject:
    return tool.described() | (
        {} if tool.schema is None else {"parametersJsonSchema": tool.schema}
    )
