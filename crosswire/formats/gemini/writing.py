"""From the model to a generateContent request body. The contents are `writing_contents`."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini.names import NAME
from crosswire.formats.gemini.writing_contents import ContentsWriter
from crosswire.formats.gemini.writing_own_settings_and_tools import own_settings, own_tools
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.built_in_tools import built_in_or_dropped, link_built_in
from crosswire.rendering.declarations import declaration, foreign_declarations, is_declared
from crosswire.rendering.settings import SettingWriter, foreign_settings
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration, ToolForms


# Ids seen on the wire are eight characters, which is too few to be made from a hash for a long
# log.
def render(out: RenderingBuilder) -> JsonObject:
    """Write the conversation as a request body."""
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
    word = "ANY" if mode == "required" else "VALIDATED"
    return {"mode": word, "allowedFunctionNames": list[JsonValue](names)}


_CHOICES = ChoiceForms(
    {"auto": {"mode": "AUTO"}, "none": {"mode": "NONE"}, "required": {"mode": "ANY"}},
    allowed=_choice,
)
_TOOLS = ToolForms(
    "Gemini", name_at=("name",), schema_at=("parametersJsonSchema",), needs_schema=False
)


_FUNCTIONS = Address("0:/tools/0/functionDeclarations")


def _tools(out: RenderingBuilder, payload: JsonObject) -> None:
    """One element with all functions, and one for each built-in tool."""
    functions: list[ToolPart] = []
    others: list[ToolPart] = []
    for tool in foreign_declarations(out, _TOOLS):
        (functions if is_declared(out, tool) else others).append(tool)
    declared: list[JsonValue] = [
        _spelled(declaration(out, tool, Address(f"{_FUNCTIONS}/{i}"), _TOOLS))
        for i, tool in enumerate(functions)
    ]
    elements: list[JsonValue] = [{"functionDeclarations": declared}] if declared else []
    for tool in others:
        form = built_in_or_dropped(out, tool, _TOOLS)
        if form is not None:
            link_built_in(out, tool, form, Address(f"0:/tools/{len(elements)}"))
            elements.append(form.value)
    if elements:
        payload["tools"] = elements


def _spelled(tool: Declaration) -> JsonObject:
    schema: JsonObject = {} if tool.schema is None else {"parametersJsonSchema": tool.schema}
    return tool.described() | schema
