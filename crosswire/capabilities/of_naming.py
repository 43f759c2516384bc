"""Ids and names: without one, long ones, and of characters that not every provider takes."""

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


def _with_id(name: str, title: str, says: str, id: str, *formats: str) -> Feature:
    """A feature that any Chat log may have, told in the formats that take such an id."""
    written = {
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
    return Feature(
        name,
        title,
        _NAMING,
        tuple(
            Specimen(format, says, written[format][0], (written[format][1],))
            for format in formats
        ),
    )


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
    called: dict[str, tuple[JsonObject, str]] = {
        "openai-chat": (
            b.chat(b.chat_call(name=tool), b.chat_result(), tools=[b.chat_tool(tool)]),
            "/messages/1/tool_calls/0",
        ),
        "openai-responses": (
            b.responses(
                {**b.responses_call(), "name": tool},
                b.responses_result(),
                tools=[{**b.responses_tool(), "name": tool}],
            ),
            "/input/1",
        ),
        "ollama": (
            b.ollama(
                b.chat_call(name=tool, arguments={"city": "Paris"}),
                {"role": "tool", "tool_call_id": b.ID, "tool_name": tool, "content": b.RESULT},
                tools=[b.chat_tool(tool)],
            ),
            "/messages/1/tool_calls/0",
        ),
        "gemini": (
            b.gemini(
                b.model(
                    {"functionCall": {"id": b.ID, "name": tool, "args": {"city": "Paris"}}}
                ),
                b.gemini_user(
                    {
                        "functionResponse": {
                            "id": b.ID,
                            "name": tool,
                            "response": {"output": "-"},
                        }
                    }
                ),
                tools=[
                    {
                        "functionDeclarations": [
                            {"name": tool, "description": "Tells the weather."}
                        ]
                    },
                ],
            ),
            "/contents/1/parts/0",
        ),
    }
    return Feature(
        name,
        title,
        _NAMING,
        tuple(
            Specimen(format, says, called[format][0], (called[format][1],))
            for format in formats
        ),
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
