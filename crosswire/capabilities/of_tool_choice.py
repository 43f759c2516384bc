"""Settings of a request: which tools the model may call, and how many at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject, JsonValue

_TOOLS = "Choosing tools"


def _with_tool(**settings: JsonObject) -> dict[str, JsonObject]:
    """Requests that declare a tool, by format; `settings` are named so, with `_` for `-`."""
    bodies: dict[str, Callable[..., JsonObject]] = {
        "openai-chat": partial(b.chat, tools=[b.chat_tool()]),
        "openai-responses": partial(b.responses, tools=[b.responses_tool()]),
        "azure-foundry": partial(b.foundry, tools=[b.responses_tool()]),
        "anthropic": partial(b.anthropic, tools=[b.anthropic_tool()]),
        "gemini": partial(b.gemini, tools=[b.gemini_tool()]),
        "gemini-interactions": partial(b.interactions, tools=[b.step_tool()]),
        "bedrock": lambda **choice: b.bedrock(toolConfig=b.converse_tools(**choice)),
        "mistral": partial(b.mistral, tools=[b.chat_tool()]),
        "cohere": partial(b.cohere, tools=[b.chat_tool()]),
    }
    by_format = {name.replace("_", "-"): choice for name, choice in settings.items()}
    return {format: bodies[format](**choice) for format, choice in by_format.items()}


_PLACES = {
    "gemini": "/toolConfig/functionCallingConfig",
    "gemini-interactions": "/generation_config/tool_choice",
    "bedrock": "/toolConfig/toolChoice",
}


def _choice(name: str, title: str, **settings: tuple[str, JsonObject]) -> Feature:
    requests = _with_tool(**{format: setting for format, (_, setting) in settings.items()})
    return Feature(
        name,
        title,
        _TOOLS,
        tuple(
            Specimen(
                format,
                settings[format.replace("-", "_")][0],
                body,
                (_PLACES.get(format, "/tool_choice"),),
            )
            for format, body in requests.items()
        ),
    )


def _mode(mode: str, **more: JsonValue) -> JsonObject:
    return {"toolConfig": {"functionCallingConfig": {"mode": mode, **more}}}


def _configured(choice: JsonValue) -> JsonObject:
    return {"generation_config": {"tool_choice": choice}}


_NAMED: JsonObject = {"type": "function", "name": b.NAME}
_CHAT_NAMED: JsonObject = {"type": "function", "function": {"name": b.NAME}}

CHOICE_AUTO = _choice(
    "tool-choice-auto",
    "Tool choice: as it likes",
    openai_chat=("`auto`", {"tool_choice": "auto"}),
    openai_responses=("`auto`", {"tool_choice": "auto"}),
    anthropic=("the type `auto`", {"tool_choice": {"type": "auto"}}),
    gemini=("`AUTO`", _mode("AUTO")),
    gemini_interactions=("`auto`", _configured("auto")),
    azure_foundry=("`auto`", {"tool_choice": "auto"}),
    bedrock=("`auto`", {"toolChoice": {"auto": {}}}),
    mistral=("`auto`", {"tool_choice": "auto"}),
)
CHOICE_NONE = _choice(
    "tool-choice-none",
    "Tool choice: none",
    openai_chat=("`none`", {"tool_choice": "none"}),
    openai_responses=("`none`", {"tool_choice": "none"}),
    anthropic=("the type `none`", {"tool_choice": {"type": "none"}}),
    gemini=("`NONE`", _mode("NONE")),
    gemini_interactions=("`none`", _configured("none")),
    azure_foundry=("`none`", {"tool_choice": "none"}),
    mistral=("`none`", {"tool_choice": "none"}),
    cohere=("`NONE`", {"tool_choice": "NONE"}),
)
CHOICE_REQUIRED = _choice(
    "tool-choice-required",
    "Tool choice: any, but one",
    openai_chat=("`required`", {"tool_choice": "required"}),
    openai_responses=("`required`", {"tool_choice": "required"}),
    anthropic=("the type `any`", {"tool_choice": {"type": "any"}}),
    gemini=("`ANY`", _mode("ANY")),
    gemini_interactions=("`any`", _configured("any")),
    azure_foundry=("`required`", {"tool_choice": "required"}),
    bedrock=("`any`", {"toolChoice": {"any": {}}}),
    mistral=("`any`, or `required`", {"tool_choice": "any"}),
    cohere=("`REQUIRED`", {"tool_choice": "REQUIRED"}),
)
CHOICE_NAMED = _choice(
    "tool-choice-named",
    "Tool choice: this one",
    openai_chat=("the function's name", {"tool_choice": _CHAT_NAMED}),
    openai_responses=("the function's name", {"tool_choice": _NAMED}),
    anthropic=(
        "the type `tool`, with its name",
        {"tool_choice": {"type": "tool", "name": b.NAME}},
    ),
    gemini=("`ANY` with `allowedFunctionNames`", _mode("ANY", allowedFunctionNames=[b.NAME])),
    gemini_interactions=(
        "`any` with `allowed_tools`",
        _configured({"allowed_tools": {"mode": "any", "tools": [b.NAME]}}),
    ),
    azure_foundry=("the function's name", {"tool_choice": _NAMED}),
    bedrock=("`tool`, with its name", {"toolChoice": {"tool": {"name": b.NAME}}}),
    mistral=("the function's name", {"tool_choice": _CHAT_NAMED}),
)

_ONE_AT_A_TIME = _with_tool(
    openai_chat={"parallel_tool_calls": False},
    openai_responses={"parallel_tool_calls": False},
    anthropic={"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
    azure_foundry={"parallel_tool_calls": False},
    mistral={"parallel_tool_calls": False},
)

_SWITCHES = dict.fromkeys(_ONE_AT_A_TIME, "parallel_tool_calls") | {
    "anthropic": "tool_choice/disable_parallel_tool_use"
}
_SWITCH_WORDS = dict.fromkeys(_ONE_AT_A_TIME, "`parallel_tool_calls`") | {
    "anthropic": "`disable_parallel_tool_use`, in `tool_choice`"
}

PARALLEL = Feature(
    "parallel-switch",
    "One call at a time",
    _TOOLS,
    tuple(
        Specimen(format, _SWITCH_WORDS[format], body, (f"/{_SWITCHES[format]}",))
        for format, body in _ONE_AT_A_TIME.items()
    ),
)

FEATURES = (
    CHOICE_AUTO,
    CHOICE_NONE,
    CHOICE_REQUIRED,
    CHOICE_NAMED,
    PARALLEL,
)
