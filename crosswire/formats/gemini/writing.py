"""From the model to a generateContent request body: the envelope. The contents are `writing_contents`."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.formats.gemini.names import NAME
from crosswire.formats.gemini.own_envelope import own_settings, own_tools
from crosswire.formats.gemini.writing_contents import ContentsWriter
from crosswire.id_plan import IdRule
from crosswire.loss import LossKind
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.rendering import RenderingBuilder
from crosswire.writing import SettingWriter, foreign_settings

# Ids seen on the wire are eight characters, which is too few to be made from a hash for a long log.
ID_RULE = IdRule(required=False, native="{16}")


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    contents = ContentsWriter(out)
    contents.write()
    if contents.instruction is not None:
        payload["systemInstruction"] = contents.instruction
    payload["contents"] = contents.contents
    if out.conversation.dialect == NAME:
        own_tools(out, payload)
        own_settings(out, payload)
    else:
        _tools(out, payload)
        foreign_settings(out, payload, _WRITERS, in_url=_IN_URL)
    return payload


def _tool_choice(value: JsonValue) -> JsonValue:
    mode = value.get("mode") if isinstance(value, dict) else None
    if isinstance(value, dict) and mode == "named":
        return {"mode": "ANY", "allowedFunctionNames": [value.get("name")]}
    modes: dict[JsonValue, JsonValue] = {"auto": "AUTO", "none": "NONE", "required": "ANY"}
    return {"mode": modes.get(mode, "AUTO")}


def _configured(name: str) -> SettingWriter:
    return lambda value: (("generationConfig", name), value)


_WRITERS: dict[str, SettingWriter] = {
    "max_output_tokens": _configured("maxOutputTokens"),
    "temperature": _configured("temperature"),
    "top_p": _configured("topP"),
    "top_k": _configured("topK"),
    "stop": _configured("stopSequences"),
    "seed": _configured("seed"),
    "tool_choice": lambda value: (("toolConfig", "functionCallingConfig"), _tool_choice(value)),
}
_IN_URL = frozenset({"model", "stream"})


def _tools(out: RenderingBuilder, payload: JsonObject) -> None:
    declarations: list[JsonValue] = []
    for tool in out.conversation.tools():
        declarations.append(_declaration(out, tool, len(declarations)))
    if declarations:
        payload["tools"] = [{"functionDeclarations": declarations}]


def _declaration(out: RenderingBuilder, tool: ToolPart, position: int) -> JsonValue:
    target = Address(f"0:/tools/0/functionDeclarations/{position}")
    out.link(tool, target, "changed")
    declaration: JsonObject = {"name": tool.name}
    if tool.description is not None:
        declaration["description"] = tool.description
    if tool.kind == "custom":
        why = "Gemini has no tools that take free text; it is declared as a function of one text."
        out.lost(
            LossKind.CHANGED, tool, "custom-tool", tool.name, why, target=target, fallback='{"input": …}'
        )
        text: JsonObject = {"input": {"type": "string"}}
        declaration["parametersJsonSchema"] = {"type": "object", "properties": text, "required": ["input"]}
        return declaration
    if tool.kind != "function":
        why = "Gemini has no built-in tool of this type; it is declared as a function."
        out.lost(LossKind.CHANGED, tool, "built-in-tool", tool.kind, why, target=target)
    if isinstance(tool.schema, dict):
        declaration["parametersJsonSchema"] = tool.schema
    return declaration
