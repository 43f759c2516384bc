"""Ids and names: absent, long, or with characters that not every provider takes."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject

_NAMING = "Ids and names"
_LONG_ID = "call_" + "x" * 75

ID_ABSENT = Feature(
    "call-without-id",
    "Call and result without an id",
    _NAMING,
    (
        Specimen(
            "gemini",
            "`id` may be absent; results are found by name and position",
            b.gemini(
                b.model(b.function_call(id=None)), b.gemini_user(b.function_response(id=None))
            ),
            ("/contents/1/parts/0", "/contents/2/parts/0"),
        ),
        Specimen(
            "ollama",
            "no ids in most versions; results name their tool",
            b.ollama(
                b.chat_call(id=None, arguments={"city": "Paris"}),
                {"role": "tool", "tool_name": b.NAME, "content": b.RESULT},
            ),
            ("/messages/1/tool_calls/0", "/messages/2"),
        ),
    ),
)


_Request = tuple[JsonObject, str]
"""A request body, and the place in it that a feature is about."""


def _feature(
    name: str, title: str, says: str, requests: dict[str, _Request], formats: tuple[str, ...]
) -> Feature:
    specimens = (
        Specimen(format, says, body, (place,))
        for format, (body, place) in requests.items()
        if format in formats
    )
    return Feature(name, title, _NAMING, tuple(specimens))


def _with_id(name: str, title: str, says: str, id: str, *formats: str) -> Feature:
    """A feature of any Chat log, in the formats that take such an id."""
    requests: dict[str, _Request] = {
        "openai-chat": (
            b.chat(b.chat_call(id=id), b.chat_result(id)),
            "/messages/1/tool_calls/0/id",
        ),
        "anthropic": (
            b.anthropic(b.assistant(b.tool_use(id)), b.user(b.tool_result(id=id))),
            "/messages/1/content/0/id",
        ),
        "gemini": (
            b.gemini(b.model(b.function_call(id)), b.gemini_user(b.function_response(id=id))),
            "/contents/1/parts/0/functionCall/id",
        ),
        "cohere": (
            b.cohere(b.chat_call(id=id), b.chat_result(id)),
            "/messages/1/tool_calls/0/id",
        ),
    }
    return _feature(name, title, says, requests, formats)


LONG_ID = _with_id(
    "long-id", "Id of 80 characters", "any length", _LONG_ID, "anthropic", "gemini", "cohere"
)
ODD_ID = _with_id(
    "id-with-other-characters",
    "Id with a dot and a colon",
    "any characters",
    "functions.get_weather:0",
    "openai-chat",
    "gemini",
    "cohere",
)


def _named(name: str, title: str, says: str, tool: str, *formats: str) -> Feature:
    """A feature of a call whose tool has the name `tool`, in the formats that take it."""
    requests: dict[str, _Request] = {
        "openai-responses": (
            b.responses(
                {**b.responses_call(), "name": tool},
                b.responses_result(),
                tools=[{**b.responses_tool(), "name": tool}],
            ),
            "/input/1",
        ),
        "gemini": (_gemini_with_tool(tool), "/contents/1/parts/0"),
        "ollama": (_ollama_with_tool(tool), "/messages/1/tool_calls/0"),
    }
    return _feature(name, title, says, requests, formats)


def _gemini_with_tool(tool: str) -> JsonObject:
    call: JsonObject = {"id": b.ID, "name": tool, "args": {"city": "Paris"}}
    response: JsonObject = {"id": b.ID, "name": tool, "response": {"output": "-"}}
    declared: JsonObject = {"name": tool, "description": "Tells the weather."}
    return b.gemini(
        b.model({"functionCall": call}),
        b.gemini_user({"functionResponse": response}),
        tools=[{"functionDeclarations": [declared]}],
    )


def _ollama_with_tool(tool: str) -> JsonObject:
    return b.ollama(
        b.chat_call(name=tool, arguments={"city": "Paris"}),
        {"role": "tool", "tool_call_id": b.ID, "tool_name": tool, "content": b.RESULT},
        tools=[b.chat_tool(tool)],
    )


DOTTED_NAME = _named(
    "tool-name-with-a-dot",
    "Tool's name with a dot",
    "dots and colons are allowed",
    "weather.get",
    "gemini",
    "ollama",
)
LONG_NAME = _named(
    "long-tool-name",
    "Tool's name of 100 characters",
    "128 characters are allowed",
    "get_weather_of_" + "x" * 85,
    "openai-responses",
    "ollama",
)

FEATURES = (
    ID_ABSENT,
    LONG_ID,
    ODD_ID,
    DOTTED_NAME,
    LONG_NAME,
)
