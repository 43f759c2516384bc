"""One small conversation with all that a log of tool calls has, and where each format writes
it."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from crosswire.capabilities import bodies as b
from crosswire.conversion import render
from crosswire.model import JsonObject
from crosswire.model.loss import Rendering
from crosswire.reading.loading import parse

EXAMPLE: JsonObject = {
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": b.QUESTION},
        b.chat_call(),
        b.chat_result(),
        {"role": "assistant", "content": "It rains, at 18 degrees."},
    ],
    "tools": [b.chat_tool()],
}
"""In Chat Completions, which every format can hold without a loss of words."""


class Places(Struct, frozen=True):
    """Where a format writes things, as paths in its request; `[]` is any element."""

    system: str
    messages: str
    tools: str
    schema: str
    name: str
    call_id: str
    arguments: str
    result: str
    result_id: str
    """The field that names the call of a result."""


_CHAT = Places(
    system="messages[].content",
    messages="messages[]",
    tools="tools[].function",
    schema="tools[].function.parameters",
    name="messages[].tool_calls[].function.name",
    call_id="messages[].tool_calls[].id",
    arguments="messages[].tool_calls[].function.arguments",
    result="messages[].content",
    result_id="messages[].tool_call_id",
)
_RESPONSES = Places(
    system="instructions",
    messages="input[]",
    tools="tools[]",
    schema="tools[].parameters",
    name="input[].name",
    call_id="input[].call_id",
    arguments="input[].arguments",
    result="input[].output",
    result_id="input[].call_id",
)

PLACES: dict[str, Places] = {
    "openai-chat": _CHAT,
    "openai-responses": _RESPONSES,
    "anthropic": Places(
        system="system",
        messages="messages[]",
        tools="tools[]",
        schema="tools[].input_schema",
        name="messages[].content[].name",
        call_id="messages[].content[].id",
        arguments="messages[].content[].input",
        result="messages[].content[].content",
        result_id="messages[].content[].tool_use_id",
    ),
    "gemini": Places(
        system="systemInstruction",
        messages="contents[]",
        tools="tools[].functionDeclarations[]",
        schema="tools[].functionDeclarations[].parametersJsonSchema",
        name="contents[].parts[].functionCall.name",
        call_id="contents[].parts[].functionCall.id",
        arguments="contents[].parts[].functionCall.args",
        result="contents[].parts[].functionResponse.response",
        result_id="contents[].parts[].functionResponse.id",
    ),
    "gemini-interactions": Places(
        system="system_instruction",
        messages="input[]",
        tools="tools[]",
        schema="tools[].parameters",
        name="input[].name",
        call_id="input[].id",
        arguments="input[].arguments",
        result="input[].result",
        result_id="input[].call_id",
    ),
    "azure-foundry": _RESPONSES,
    "bedrock": Places(
        system="system[].text",
        messages="messages[]",
        tools="toolConfig.tools[].toolSpec",
        schema="toolConfig.tools[].toolSpec.inputSchema.json",
        name="messages[].content[].toolUse.name",
        call_id="messages[].content[].toolUse.toolUseId",
        arguments="messages[].content[].toolUse.input",
        result="messages[].content[].toolResult.content",
        result_id="messages[].content[].toolResult.toolUseId",
    ),
    "mistral": _CHAT,
    "cohere": _CHAT,
    "ollama": _CHAT,
}
"""By format; a test looks each of them up in the example."""


@cache
def rendered(format: str) -> Rendering:
    """The example as a format writes it."""
    return render(parse(EXAMPLE, "openai-chat")[0], format)


def arguments_are(format: str) -> str:
    """Whether arguments are JSON text or an object."""
    return "an object" if format in _OBJECTS else "JSON text"


_OBJECTS = frozenset({"anthropic", "gemini", "gemini-interactions", "bedrock", "ollama"})
