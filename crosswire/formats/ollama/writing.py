"""From the model to the body of /api/chat: settings and tools. The messages are
`writing_messages`."""

from __future__ import annotations

from crosswire.address import Address, child, root
from crosswire.formats.ollama.names import NAME
from crosswire.formats.ollama.writing_messages import MessagesWriter
from crosswire.formats.shared.writing import own_tools, put
from crosswire.model import JsonObject, SettingPart
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools
from crosswire.rendering.settings import SettingWriter, field, foreign_settings
from crosswire.rendering.tool_forms import Declaration, ToolForms


def render(out: RenderingBuilder) -> JsonObject:
    """Write the conversation as a request body."""
    payload: JsonObject = {}
    own = out.conversation.wire_format == NAME
    if own:
        _own_settings(out, payload)
    else:
        foreign_settings(out, payload, _WRITERS)
    payload["messages"] = MessagesWriter(out).write()
    if own:
        tools = own_tools(out)
    else:
        tools = foreign_tools(out, _TOOLS, _spelled, Address("0:/tools"), payload)
    if tools:
        payload["tools"] = tools
    return payload


def _own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    for setting in out.conversation.settings():
        if setting.of_response:
            why = "A request of Ollama has no field for it."
            out.dropped(setting, "of-response", setting.name, why)
            continue
        tokens = _tokens(setting)
        put(payload, tokens, setting.value)
        out.link(setting, child(root(), *tokens))


def _tokens(setting: SettingPart) -> tuple[str, ...]:
    """The place of a setting, from the path that it was read under."""
    first, slash, rest = setting.name.partition("/")
    return (first, rest) if slash and first == "options" else (setting.name,)


def _option(name: str) -> SettingWriter:
    return lambda value: (("options", name), value)


_WRITERS: dict[str, SettingWriter] = {
    "model": field("model"),
    "stream": field("stream"),
    "max_output_tokens": _option("num_predict"),
    "temperature": _option("temperature"),
    "top_p": _option("top_p"),
    "top_k": _option("top_k"),
    "seed": _option("seed"),
    "stop": _option("stop"),
}


_TOOLS = ToolForms(
    "Ollama",
    name_at=("function", "name"),
    schema_at=("function", "parameters"),
    needs_schema=False,
)


def _spelled(tool: Declaration) -> JsonObject:
    schema: JsonObject = {} if tool.schema is None else {"parameters": tool.schema}
    return {"type": "function", "function": tool.described() | schema}
