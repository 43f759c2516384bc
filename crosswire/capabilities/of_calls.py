"""Calls and their results: arguments, errors, media."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject, JsonValue

_CALLS = "Calls"
_RESULTS = "Results"
_BROKEN = '{"city":"Par'

_LIKE_CHAT = (("openai-chat", b.chat), ("mistral", b.mistral), ("cohere", b.cohere))

BROKEN_ARGUMENTS = Feature(
    "arguments-that-are-no-object",
    "Arguments as text, be they broken",
    _CALLS,
    (
        *(
            Specimen(
                name,
                "`arguments` are JSON text, whatever it says",
                body(b.chat_call(arguments=_BROKEN), b.chat_result()),
                ("/messages/1/tool_calls/0",),
            )
            for name, body in _LIKE_CHAT
        ),
        *(
            Specimen(
                name,
                "`arguments` are JSON text, whatever it says",
                body({**b.responses_call(), "arguments": _BROKEN}, b.responses_result()),
                ("/input/1",),
            )
            for name, body in (("openai-responses", b.responses), ("azure-foundry", b.foundry))
        ),
    ),
)

NO_ARGUMENTS = Feature(
    "call-without-arguments",
    "Call without arguments",
    _CALLS,
    (
        *(
            Specimen(
                name,
                "`{}` as text",
                body(b.chat_call(arguments="{}"), b.chat_result()),
                ("/messages/1/tool_calls/0",),
            )
            for name, body in _LIKE_CHAT
        ),
        *(
            Specimen(
                name,
                "`{}` as text",
                body({**b.responses_call(), "arguments": "{}"}, b.responses_result()),
                ("/input/1",),
            )
            for name, body in (("openai-responses", b.responses), ("azure-foundry", b.foundry))
        ),
        Specimen(
            "anthropic",
            "`{}` as an object",
            b.anthropic(b.assistant({**b.tool_use(), "input": {}}), b.user(b.tool_result())),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "gemini",
            "no `args`, or `{}`",
            b.gemini(
                b.model({"functionCall": {"id": b.ID, "name": b.NAME}}),
                b.gemini_user(b.function_response()),
            ),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "`{}` as an object",
            b.interactions(b.step_call(arguments={}), b.step_result()),
            ("/input/1",),
        ),
        Specimen(
            "bedrock",
            "`{}` as an object",
            b.bedrock(
                b.assistant({"toolUse": {"toolUseId": b.ID, "name": b.NAME, "input": {}}}),
                b.user(b.converse_result()),
            ),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "ollama",
            "`{}` as an object",
            b.ollama(
                b.chat_call(arguments={}),
                {"role": "tool", "tool_name": b.NAME, "content": b.RESULT},
            ),
            ("/messages/1/tool_calls/0",),
        ),
    ),
)

_PATCH = "*** Begin Patch\n*** End Patch"
_CUSTOM: JsonObject = {
    "type": "custom_tool_call",
    "call_id": b.ID,
    "name": "apply",
    "input": _PATCH,
}
_CUSTOM_OUTPUT: JsonObject = {
    "type": "custom_tool_call_output",
    "call_id": b.ID,
    "output": "done",
}

FREE_TEXT = Feature(
    "free-text-call",
    "Call with free text",
    _CALLS,
    (
        Specimen(
            "openai-responses",
            "`custom_tool_call`",
            b.responses(_CUSTOM, _CUSTOM_OUTPUT),
            ("/input/1",),
        ),
        Specimen(
            "openai-chat",
            "a call of the type `custom`",
            b.chat(
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {
                            "id": b.ID,
                            "type": "custom",
                            "custom": {"name": "apply", "input": _PATCH},
                        }
                    ],
                },
                b.chat_result(content="done"),
            ),
            ("/messages/1/tool_calls/0",),
        ),
        Specimen(
            "azure-foundry",
            "`custom_tool_call`",
            b.foundry(_CUSTOM, _CUSTOM_OUTPUT),
            ("/input/1",),
        ),
    ),
)

_FAILED = "The service does not answer."

ERROR = Feature(
    "error-flag",
    "That a result is an error",
    _RESULTS,
    (
        Specimen(
            "anthropic",
            "`is_error` of `tool_result`",
            b.anthropic(
                b.assistant(b.tool_use()), b.user(b.tool_result(_FAILED, is_error=True))
            ),
            ("/messages/2/content/0/is_error",),
        ),
        Specimen(
            "gemini",
            "the key `error` of the `response`, by convention",
            b.gemini(
                b.model(b.function_call()),
                b.gemini_user(b.function_response(response={"error": _FAILED})),
            ),
            ("/contents/2/parts/0/functionResponse/response",),
        ),
        Specimen(
            "gemini-interactions",
            "`is_error` of `function_result`",
            b.interactions(b.step_call(), b.step_result(_FAILED, is_error=True)),
            ("/input/2/is_error",),
        ),
        Specimen(
            "bedrock",
            "`status` of `toolResult`",
            b.bedrock(
                b.assistant(b.converse_call()),
                b.user(b.converse_result({"text": _FAILED}, status="error")),
            ),
            ("/messages/2/content/0/toolResult/status",),
        ),
        Specimen(
            "azure-foundry",
            "`status` of the outputs of its own tools; a function's has none",
            b.foundry(
                {
                    "type": "azure_function_call",
                    "call_id": b.ID,
                    "name": b.NAME,
                    "arguments": '{"city":"Paris"}',
                    "status": "failed",
                },
                {
                    "type": "azure_function_call_output",
                    "call_id": b.ID,
                    "name": b.NAME,
                    "output": _FAILED,
                    "status": "failed",
                },
            ),
            ("/input/2/status",),
        ),
    ),
)

_DATA_URL = f"data:image/png;base64,{b.IMAGE}"
_SOURCE: JsonObject = {"type": "base64", "media_type": "image/png", "data": b.IMAGE}
_INLINE: JsonObject = {"inlineData": {"mimeType": "image/png", "data": b.IMAGE}}
_PICTURES: list[JsonValue] = [{"type": "input_image", "image_url": _DATA_URL}]

MEDIA_IN_RESULT = Feature(
    "media-in-result",
    "Picture in a result",
    _RESULTS,
    (
        Specimen(
            "anthropic",
            "an `image` in the content of `tool_result`",
            b.anthropic(
                b.assistant(b.tool_use()),
                b.user(b.tool_result([{"type": "image", "source": _SOURCE}])),
            ),
            ("/messages/2/content/0/content/0",),
        ),
        Specimen(
            "openai-responses",
            "`input_image` in the `output`",
            b.responses(b.responses_call(), b.responses_result(output=_PICTURES)),
            ("/input/2/output/0",),
        ),
        Specimen(
            "gemini",
            (
                "`parts` of `functionResponse`, since Gemini 3; before that `inlineData` "
                "beside it"
            ),
            b.gemini(
                b.model(b.function_call()), b.gemini_user(b.function_response(parts=[_INLINE]))
            ),
            ("/contents/2/parts/0/functionResponse/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "an `image` in the `result`",
            b.interactions(
                b.step_call(),
                b.step_result([{"type": "image", "mime_type": "image/png", "data": b.IMAGE}]),
            ),
            ("/input/2/result/0",),
        ),
        Specimen(
            "azure-foundry",
            "`input_image` in the `output`",
            b.foundry(b.responses_call(), b.responses_result(output=_PICTURES)),
            ("/input/2/output/0",),
        ),
        Specimen(
            "bedrock",
            "an `image` in the content of `toolResult`",
            b.bedrock(
                b.assistant(b.converse_call()),
                b.user(
                    b.converse_result(
                        {"image": {"format": "png", "source": {"bytes": b.IMAGE}}}
                    )
                ),
            ),
            ("/messages/2/content/0/toolResult/content/0",),
        ),
        Specimen(
            "mistral",
            "`image_url` in the content of a tool message",
            b.mistral(
                b.chat_call(),
                b.chat_result(
                    content=[{"type": "image_url", "image_url": {"url": _DATA_URL}}]
                ),
            ),
            ("/messages/2/content/0",),
        ),
        Specimen(
            "ollama",
            "`images` of a tool message",
            b.ollama(
                b.chat_call(arguments={"city": "Paris"}),
                {"role": "tool", "tool_name": b.NAME, "content": "", "images": [b.IMAGE]},
            ),
            ("/messages/2/images/0",),
        ),
    ),
)

FEATURES = (
    BROKEN_ARGUMENTS,
    NO_ARGUMENTS,
    FREE_TEXT,
    ERROR,
    MEDIA_IN_RESULT,
)
