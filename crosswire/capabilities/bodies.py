"""Requests around what a specimen shows: a question, a call of `get_weather`, its result."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.model import JsonObject, JsonValue

ID = "a1B2c3D4e"
"""Of a shape that every format takes."""
NAME = "get_weather"
QUESTION = "How is the weather in Paris?"
RESULT = "18 degrees, rain"
IMAGE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4"
    "nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC"
)
"""A picture of one pixel."""
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
"""A recording of no length."""
DOCUMENT = "JVBERi0xLjQKJSVFT0YK"
"""A document without pages."""

_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}
_TELLS = "Tells the weather of a city."


def chat(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of Chat Completions: the question, then `more`."""
    return {
        "model": settings.pop("model", "gpt-5"),
        "messages": [{"role": "user", "content": QUESTION}, *more],
        **settings,
    }


def spoken(text: str, **more: JsonValue) -> JsonObject:
    """A message of the assistant with a text and further fields."""
    return {"role": "assistant", "content": text, **more}


def chat_call(
    id: str | None = ID,
    name: str = NAME,
    arguments: JsonValue = '{"city":"Paris"}',
    **more: JsonValue,
) -> JsonObject:
    call: JsonObject = {"type": "function", "function": {"name": name, "arguments": arguments}}
    if id is not None:
        call = {"id": id, **call}
    return {"role": "assistant", "content": None, "tool_calls": [call], **more}


def chat_result(id: str = ID, content: JsonValue = RESULT, **more: JsonValue) -> JsonObject:
    return {"role": "tool", "tool_call_id": id, "content": content, **more}


def chat_tool(name: str = NAME) -> JsonObject:
    return {
        "type": "function",
        "function": {"name": name, "description": _TELLS, "parameters": _SCHEMA},
    }


def responses(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of the Responses API: the question, then `more`."""
    return {
        "model": settings.pop("model", "gpt-5"),
        "input": [{"type": "message", "role": "user", "content": QUESTION}, *more],
        **settings,
    }


def responses_call(id: str = ID) -> JsonObject:
    return {
        "type": "function_call",
        "call_id": id,
        "name": NAME,
        "arguments": '{"city":"Paris"}',
    }


def responses_result(
    id: str = ID, output: JsonValue = RESULT, **more: JsonValue
) -> JsonObject:
    return {"type": "function_call_output", "call_id": id, "output": output, **more}


def responses_tool() -> JsonObject:
    return {
        "type": "function",
        "name": NAME,
        "description": _TELLS,
        "parameters": _SCHEMA,
        "strict": False,
    }


def said(*parts: JsonValue) -> JsonObject:
    """A message of the model in the Responses API."""
    return {"type": "message", "role": "assistant", "content": list(parts)}


def foundry(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of the same API at Azure Foundry, which names its agent."""
    agent: JsonObject = {"type": "agent_reference", "name": "weather"}
    return responses(*more, **{"agent_reference": agent, **settings})


def anthropic(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of the Messages API: the question, then `more`."""
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 1024,
        **settings,
        "messages": [{"role": "user", "content": [{"type": "text", "text": QUESTION}]}, *more],
    }


def tool_use(id: str = ID) -> JsonObject:
    return {"type": "tool_use", "id": id, "name": NAME, "input": {"city": "Paris"}}


def tool_result(content: JsonValue = RESULT, id: str = ID, **more: JsonValue) -> JsonObject:
    return {"type": "tool_result", "tool_use_id": id, "content": content, **more}


def anthropic_tool() -> JsonObject:
    return {"name": NAME, "description": _TELLS, "input_schema": _SCHEMA}


def assistant(*blocks: JsonValue) -> JsonObject:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: JsonValue) -> JsonObject:
    return {"role": "user", "content": list(blocks)}


def gemini(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of generateContent: the question, then `more`."""
    return {**settings, "contents": [{"role": "user", "parts": [{"text": QUESTION}]}, *more]}


def model(*parts: JsonValue) -> JsonObject:
    return {"role": "model", "parts": list(parts)}


def gemini_user(*parts: JsonValue) -> JsonObject:
    return {"role": "user", "parts": list(parts)}


def function_call(id: str | None = ID, **more: JsonValue) -> JsonObject:
    call: JsonObject = {"name": NAME, "args": {"city": "Paris"}}
    return {"functionCall": call if id is None else {"id": id, **call}, **more}


def function_response(
    response: JsonValue = None, id: str | None = ID, **more: JsonValue
) -> JsonObject:
    answer: JsonObject = {"name": NAME, "response": response or {"output": RESULT}, **more}
    return {"functionResponse": answer if id is None else {"id": id, **answer}}


def gemini_tool() -> JsonObject:
    return {
        "functionDeclarations": [
            {"name": NAME, "description": _TELLS, "parametersJsonSchema": _SCHEMA}
        ]
    }


def interactions(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of Gemini's Interactions: the question, then `more`."""
    return {
        "model": "gemini-3-flash-preview",
        **settings,
        "input": [asked({"type": "text", "text": QUESTION}), *more],
    }


def asked(*content: JsonValue) -> JsonObject:
    """A step of the user in Interactions."""
    return {"type": "user_input", "content": list(content)}


def put_out(text: str, **more: JsonValue) -> JsonObject:
    """A step of the model in Interactions, with a text."""
    return {"type": "model_output", "content": [{"type": "text", "text": text, **more}]}


def step_call(id: str = ID, arguments: JsonValue = None) -> JsonObject:
    given: JsonValue = {"city": "Paris"} if arguments is None else arguments
    return {"type": "function_call", "id": id, "name": NAME, "arguments": given}


def step_result(result: JsonValue = RESULT, id: str = ID, **more: JsonValue) -> JsonObject:
    return {"type": "function_result", "call_id": id, "name": NAME, "result": result, **more}


def step_tool() -> JsonObject:
    return {"type": "function", "name": NAME, "description": _TELLS, "parameters": _SCHEMA}


def bedrock(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    """A request of Converse: the question, then `more`."""
    return {
        "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
        **settings,
        "messages": [{"role": "user", "content": [{"text": QUESTION}]}, *more],
    }


def converse_call() -> JsonObject:
    return {"toolUse": {"toolUseId": ID, "name": NAME, "input": {"city": "Paris"}}}


def converse_result(*content: JsonValue, **more: JsonValue) -> JsonObject:
    return {
        "toolResult": {"toolUseId": ID, "content": list(content) or [{"text": RESULT}], **more}
    }


def converse_tools(**more: JsonValue) -> JsonObject:
    spec: JsonObject = {"name": NAME, "description": _TELLS, "inputSchema": {"json": _SCHEMA}}
    return {"tools": [{"toolSpec": spec}], **more}


def mistral(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    return chat(*more, model="mistral-large-latest", **settings)


def cohere(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    return chat(*more, model="command-a-03-2025", **settings)


def ollama(*more: JsonValue, **settings: JsonValue) -> JsonObject:
    return chat(*more, model="qwen3:8b", **settings)


Body = Callable[..., JsonObject]
"""Makes a request of one format."""
LIKE_RESPONSES: tuple[tuple[str, Body], ...] = (
    ("openai-responses", responses),
    ("azure-foundry", foundry),
)
"""The formats whose requests are written as those of Responses."""
