"""Small logs of Gemini in both spellings, and ways to read and write them in tests."""

from __future__ import annotations

from typing import Any

import crosswire
from crosswire.model import (
    Conversation,
    Part,
    SettingPart,
    ToolResultPart,
)
from crosswire.model.loss import LossKind, Rendering
from tests.coverage_check import unaccounted
from tests.sdk_types import check_gemini

Json = dict[str, Any]

PNG = "iVBORw0KGgo="
SIGNATURE = "c2lnbmF0dXJl"
CALL = {"functionCall": {"name": "f", "args": {"a": 1}}}
RESULT = {"functionResponse": {"name": "f", "response": {"output": "one"}}}
TURNS: list[Json] = [
    {"role": "user", "parts": [{"text": "Go."}]},
    {"role": "model", "parts": [{"text": "Hm.", "thought": True}, {**CALL, "thoughtSignature": SIGNATURE}]},
    {"role": "user", "parts": [RESULT]},
    {"role": "model", "parts": [{"text": "Done."}]},
]
REQUEST: Json = {
    "systemInstruction": {"parts": [{"text": "Be brief."}]},
    "contents": TURNS,
    "tools": [
        {"functionDeclarations": [{"name": "f", "description": "F", "parameters": {"type": "OBJECT"}}]},
        {"googleSearch": {}, "codeExecution": {}},
    ],
    "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}},
    "generationConfig": {
        "temperature": 0.5,
        "stopSequences": ["END"],
        "thinkingConfig": {"thinkingBudget": 9},
    },
    "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
}
RESPONSE: Json = {
    "candidates": [
        {"content": {"role": "model", "parts": [CALL]}, "finishReason": "STOP", "index": 0},
        {"content": {"parts": [{"text": "No."}]}, "finishReason": "STOP", "index": 1},
    ],
    "usageMetadata": {"totalTokenCount": 3},
    "modelVersion": "gemini-3-pro",
}
DUMPED: Json = {
    "model": "gemini-3-pro",
    "contents": [
        {"role": "user", "parts": [{"text": "Go.", "function_call": None, "inline_data": None}]},
        {
            "role": "model",
            "parts": [
                {
                    "text": None,
                    "function_call": {
                        "id": None,
                        "name": "f",
                        "args": {"file_data": None},
                        "will_continue": None,
                    },
                    "thought_signature": SIGNATURE,
                }
            ],
        },
        {
            "role": "user",
            "parts": [
                {
                    "function_response": {
                        "id": None,
                        "name": "f",
                        "response": {"mime_type": "x"},
                        "parts": [
                            {"inline_data": {"mime_type": "image/png", "data": PNG, "display_name": None}}
                        ],
                    }
                }
            ],
        },
    ],
    "config": {
        "system_instruction": "Be brief.",
        "temperature": None,
        "max_output_tokens": 64,
        "top_k": 3,
        "tool_config": {"function_calling_config": {"mode": "AUTO", "allowed_function_names": None}},
        "tools": [
            {
                "function_declarations": [
                    {"name": "f", "parameters_json_schema": {"any_of": []}, "behavior": None}
                ],
                "google_search": None,
            }
        ],
        "safety_settings": [],
        "http_options": {"timeout": 1},
        "thinking_config": {"include_thoughts": True, "thinking_budget": None},
    },
}


def parsed(value: Any, format: str | None = "gemini") -> Conversation:
    return crosswire.parse(value, format)[0]


def of_parts(*parts: Any, role: str | None = "model") -> list[Part]:
    content: Json = {"parts": list(parts)} | ({} if role is None else {"role": role})
    (message,) = parsed([content]).messages
    return message.parts


def rendered(value: Any, format: str = "openai-chat", **options: Any) -> Rendering:
    """A conversation in other words, as Gemini; checked for what any rendering must have."""
    conversation = parsed(value, format)
    rendering = crosswire.render(conversation, "gemini", **options)
    assert check_gemini(rendering.payload) == []
    assert unaccounted(conversation, rendering) == {}
    return rendering


def own(value: Any, **options: Any) -> Any:
    conversation = parsed(value)
    rendering = crosswire.render(conversation, "gemini", **options)
    assert unaccounted(conversation, rendering) == {}
    return rendering.payload


def calls(*ids_and_names: tuple[str | None, str]) -> Json:
    tool_calls = [
        {"type": "function", "function": {"name": name, "arguments": "{}"}}
        | ({} if id is None else {"id": id})
        for id, name in ids_and_names
    ]
    return {"role": "assistant", "content": None, "tool_calls": tool_calls}


def answer(id: str | None, text: Any = "ok") -> Json:
    return {"role": "tool", "content": text} | ({} if id is None else {"tool_call_id": id})


def losses(rendering: Rendering, code: str) -> list[LossKind]:
    return [loss.kind for loss in rendering.losses if loss.code == code]


def setting(conversation: Conversation, name: str) -> SettingPart:
    return next(found for found in conversation.settings() if found.name == name)


def every_part(conversation: Conversation) -> list[Part]:
    found = list(conversation.settings_and_tools)
    for _, part in conversation.parts():
        found.append(part)
        if isinstance(part, ToolResultPart):
            found += part.content
    return found
