"""Settings of a request, what it carries beside text, and what it leaves with the provider."""

from __future__ import annotations

from collections.abc import Callable

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty

_TOOLS = "Choosing tools"
_MEDIA = "Media"
_STORED = "Kept at the provider"

_Body = Callable[..., JsonObject]
_LIKE_RESPONSES: tuple[tuple[str, _Body], ...] = (
    ("openai-responses", b.responses),
    ("azure-foundry", b.foundry),
)


def _with_tool(**settings: JsonValue) -> dict[str, JsonObject]:
    """Requests that declare a tool; `settings` are named after the formats, `_` for `-`."""
    bodies: dict[str, Callable[[JsonValue], JsonObject]] = {
        "openai-chat": lambda choice: b.chat(tools=[b.chat_tool()], **_object(choice)),
        "openai-responses": lambda choice: b.responses(
            tools=[b.responses_tool()], **_object(choice)
        ),
        "azure-foundry": lambda choice: b.foundry(
            tools=[b.responses_tool()], **_object(choice)
        ),
        "anthropic": lambda choice: b.anthropic(tools=[b.anthropic_tool()], **_object(choice)),
        "gemini": lambda choice: b.gemini(tools=[b.gemini_tool()], **_object(choice)),
        "bedrock": lambda choice: b.bedrock(toolConfig=b.converse_tools(**_object(choice))),
        "mistral": lambda choice: b.mistral(tools=[b.chat_tool()], **_object(choice)),
        "cohere": lambda choice: b.cohere(tools=[b.chat_tool()], **_object(choice)),
    }
    return {
        format: bodies[format](choice)
        for name, choice in settings.items()
        for format in (name.replace("_", "-"),)
    }


def _object(value: JsonValue) -> JsonObject:
    return object_or_empty(value)


_PLACES = {"gemini": "/toolConfig/functionCallingConfig", "bedrock": "/toolConfig/toolChoice"}


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


_NAMED: JsonObject = {"type": "function", "name": b.NAME}
_CHAT_NAMED: JsonObject = {"type": "function", "function": {"name": b.NAME}}

CHOICE_AUTO = _choice(
    "tool-choice-auto",
    "Tool choice: as it likes",
    openai_chat=("`auto`", {"tool_choice": "auto"}),
    openai_responses=("`auto`", {"tool_choice": "auto"}),
    anthropic=("the type `auto`", {"tool_choice": {"type": "auto"}}),
    gemini=("`AUTO`", _mode("AUTO")),
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

PARALLEL = Feature(
    "parallel-switch",
    "One call at a time",
    _TOOLS,
    tuple(
        Specimen(
            format,
            "`disable_parallel_tool_use`, in `tool_choice`"
            if format == "anthropic"
            else "`parallel_tool_calls`",
            body,
            ("/tool_choice/disable_parallel_tool_use",)
            if format == "anthropic"
            else ("/parallel_tool_calls",),
        )
        for format, body in _ONE_AT_A_TIME.items()
    ),
)

_DATA_URL = f"data:image/png;base64,{b.IMAGE}"
_CHAT_IMAGE: JsonObject = {"type": "image_url", "image_url": {"url": _DATA_URL}}
_INPUT_IMAGE: JsonObject = {"type": "input_image", "image_url": _DATA_URL}


def _asked(body: _Body, part: JsonValue) -> JsonObject:
    """A request whose second message is the part."""
    return body({"role": "user", "content": [part]})


def _inline(mime: str, data: str) -> JsonObject:
    return {"inlineData": {"mimeType": mime, "data": data}}


_PART = "/messages/1/content/0"

IMAGE = Feature(
    "picture",
    "Picture in a question",
    _MEDIA,
    (
        Specimen("openai-chat", "`image_url`", _asked(b.chat, _CHAT_IMAGE), (_PART,)),
        *(
            Specimen(
                name, "`input_image`", _asked(body, _INPUT_IMAGE), ("/input/1/content/0",)
            )
            for name, body in _LIKE_RESPONSES
        ),
        Specimen(
            "anthropic",
            "`image`",
            _asked(
                b.anthropic,
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": b.IMAGE},
                },
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`, `fileData`",
            b.gemini(b.gemini_user(_inline("image/png", b.IMAGE))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "bedrock",
            "`image`",
            _asked(b.bedrock, {"image": {"format": "png", "source": {"bytes": b.IMAGE}}}),
            (_PART,),
        ),
        Specimen("mistral", "`image_url`", _asked(b.mistral, _CHAT_IMAGE), (_PART,)),
        Specimen("cohere", "`image_url`", _asked(b.cohere, _CHAT_IMAGE), (_PART,)),
        Specimen(
            "ollama",
            "`images` of a message",
            b.ollama({"role": "user", "content": "And here?", "images": [b.IMAGE]}),
            ("/messages/1/images/0",),
        ),
    ),
)

AUDIO = Feature(
    "audio",
    "Recording in a question",
    _MEDIA,
    (
        Specimen(
            "openai-chat",
            "`input_audio`",
            _asked(
                b.chat,
                {"type": "input_audio", "input_audio": {"data": b.SOUND, "format": "wav"}},
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`",
            b.gemini(b.gemini_user(_inline("audio/wav", b.SOUND))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "bedrock",
            "`audio`",
            _asked(b.bedrock, {"audio": {"format": "wav", "source": {"bytes": b.SOUND}}}),
            (_PART,),
        ),
        Specimen(
            "mistral",
            "`input_audio`",
            _asked(b.mistral, {"type": "input_audio", "input_audio": b.SOUND}),
            (_PART,),
        ),
    ),
)

_FILE_URL = f"data:application/pdf;base64,{b.DOCUMENT}"
_INPUT_FILE: JsonObject = {
    "type": "input_file",
    "filename": "weather.pdf",
    "file_data": _FILE_URL,
}

FILES = Feature(
    "files",
    "Document in a question",
    _MEDIA,
    (
        Specimen(
            "openai-chat",
            "`file`",
            _asked(
                b.chat,
                {"type": "file", "file": {"filename": "weather.pdf", "file_data": _FILE_URL}},
            ),
            (_PART,),
        ),
        *(
            Specimen(name, "`input_file`", _asked(body, _INPUT_FILE), ("/input/1/content/0",))
            for name, body in _LIKE_RESPONSES
        ),
        Specimen(
            "anthropic",
            "`document`",
            _asked(
                b.anthropic,
                {
                    "type": "document",
                    "source": {
                        "type": "base64",
                        "media_type": "application/pdf",
                        "data": b.DOCUMENT,
                    },
                },
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`, `fileData`",
            b.gemini(b.gemini_user(_inline("application/pdf", b.DOCUMENT))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "bedrock",
            "`document`",
            _asked(
                b.bedrock,
                {
                    "document": {
                        "format": "pdf",
                        "name": "weather",
                        "source": {"bytes": b.DOCUMENT},
                    }
                },
            ),
            (_PART,),
        ),
        Specimen(
            "mistral",
            "`document_url`",
            _asked(b.mistral, {"type": "document_url", "document_url": _FILE_URL}),
            (_PART,),
        ),
    ),
)

_MARK: JsonObject = {"type": "ephemeral"}

CACHE = Feature(
    "cache-marks",
    "Mark for the cache",
    _STORED,
    (
        Specimen(
            "anthropic",
            "`cache_control` of a block",
            b.anthropic(
                system=[{"type": "text", "text": "Be brief.", "cache_control": _MARK}]
            ),
            ("/system/0/cache_control",),
        ),
        Specimen(
            "openai-chat",
            "`prompt_cache_key`",
            b.chat(prompt_cache_key="weather"),
            ("/prompt_cache_key",),
        ),
        *(
            Specimen(
                name,
                "`prompt_cache_key`",
                body(prompt_cache_key="weather"),
                ("/prompt_cache_key",),
            )
            for name, body in _LIKE_RESPONSES
        ),
        Specimen(
            "gemini",
            "`cachedContent`, for all that stands before",
            b.gemini(cachedContent="cachedContents/abc123"),
            ("/cachedContent",),
        ),
        Specimen(
            "bedrock",
            "a `cachePoint` between blocks",
            b.bedrock(system=[{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]),
            ("/system/1",),
        ),
    ),
)

STATE = Feature(
    "stored-conversation",
    "What was said before, stored",
    _STORED,
    tuple(
        Specimen(
            name,
            "`previous_response_id`, `conversation`, `item_reference`",
            body(previous_response_id="resp_68a1b2c3d4e5f607"),
            ("/previous_response_id",),
        )
        for name, body in _LIKE_RESPONSES
    ),
)

CONTAINER = Feature(
    "container",
    "Sandbox that goes on",
    _STORED,
    (
        Specimen(
            "anthropic",
            "`container`",
            b.anthropic(container="container_011CPR5CNjB747bTd36fQLFk"),
            ("/container",),
        ),
    ),
)

FEATURES = (
    CHOICE_AUTO,
    CHOICE_NONE,
    CHOICE_REQUIRED,
    CHOICE_NAMED,
    PARALLEL,
    IMAGE,
    AUDIO,
    FILES,
    CACHE,
    STATE,
    CONTAINER,
)
