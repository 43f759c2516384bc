"""Who speaks, and in which order."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject
from crosswire.model.json_values import list_or_empty

_BRIEF = "Be brief."
_WHO = "Who speaks, and when"


def _chat_prompt(role: str) -> JsonObject:
    return {"role": role, "content": _BRIEF}


def _system_first(body: JsonObject, role: str = "system") -> JsonObject:
    messages = body["messages"]
    return {
        **body,
        "messages": [_chat_prompt(role), *(list_or_empty(messages))],
    }


def _later_system(body: JsonObject) -> Specimen:
    return Specimen(
        _FORMAT_OF[str(body["model"])],
        "a message of the role `system`",
        body,
        ("/messages/2",),
    )


_FORMAT_OF = {
    "gpt-5": "openai-chat",
    "mistral-large-latest": "mistral",
    "command-a-03-2025": "cohere",
    "qwen3:8b": "ollama",
}
_AGAIN: tuple[JsonObject, ...] = (
    b.spoken("It rains."),
    _chat_prompt("system"),
    {"role": "user", "content": "And in Rome?"},
)
_LIKE_CHAT = (
    ("openai-chat", b.chat),
    ("mistral", b.mistral),
    ("cohere", b.cohere),
    ("ollama", b.ollama),
)

SYSTEM = Feature(
    "system-prompt",
    "System prompt",
    _WHO,
    (
        *(
            Specimen(
                name,
                "a first message of the role `system`",
                _system_first(body()),
                ("/messages/0",),
            )
            for name, body in _LIKE_CHAT
        ),
        Specimen(
            "openai-responses",
            "`instructions`",
            b.responses(instructions=_BRIEF),
            ("/instructions",),
        ),
        Specimen(
            "anthropic",
            "`system`, beside the messages",
            b.anthropic(system=_BRIEF),
            ("/system",),
        ),
        Specimen(
            "gemini",
            "`systemInstruction`, beside the contents",
            b.gemini(systemInstruction={"parts": [{"text": _BRIEF}]}),
            ("/systemInstruction",),
        ),
        Specimen(
            "gemini-interactions",
            "`system_instruction`, beside the steps",
            b.interactions(system_instruction=_BRIEF),
            ("/system_instruction",),
        ),
        Specimen(
            "azure-foundry",
            "`instructions`",
            b.foundry(instructions=_BRIEF),
            ("/instructions",),
        ),
        Specimen(
            "bedrock",
            "`system`, beside the messages",
            b.bedrock(system=[{"text": _BRIEF}]),
            ("/system",),
        ),
    ),
)

LATER_SYSTEM = Feature(
    "later-system",
    "System message in the middle",
    _WHO,
    (
        *(_later_system(body(*_AGAIN)) for _, body in _LIKE_CHAT),
        Specimen(
            "openai-responses",
            "an item of the role `system`",
            b.responses(
                b.said({"type": "output_text", "text": "It rains.", "annotations": []}),
                {"type": "message", "role": "system", "content": _BRIEF},
                {"type": "message", "role": "user", "content": "And in Rome?"},
            ),
            ("/input/2",),
        ),
        Specimen(
            "anthropic",
            "a message of the role `system`, which newer models take",
            b.anthropic(
                b.assistant({"type": "text", "text": "It rains."}),
                b.user({"type": "text", "text": "And in Rome?"}),
                {"role": "system", "content": _BRIEF},
            ),
            ("/messages/3",),
        ),
        Specimen(
            "azure-foundry",
            "an item of the role `system`",
            b.foundry(
                b.said({"type": "output_text", "text": "It rains.", "annotations": []}),
                {"type": "message", "role": "system", "content": _BRIEF},
                {"type": "message", "role": "user", "content": "And in Rome?"},
            ),
            ("/input/2",),
        ),
    ),
)

DEVELOPER = Feature(
    "developer-role",
    "Developer's message",
    _WHO,
    (
        Specimen(
            "openai-chat",
            "the role `developer`",
            _system_first(b.chat(), "developer"),
            ("/messages/0",),
        ),
        Specimen(
            "openai-responses",
            "the role `developer`",
            b.responses({"type": "message", "role": "developer", "content": _BRIEF}),
            ("/input/1",),
        ),
        Specimen(
            "azure-foundry",
            "the role `developer`",
            b.foundry({"type": "message", "role": "developer", "content": _BRIEF}),
            ("/input/1",),
        ),
    ),
)

NAME = Feature(
    "participant-name",
    "Name of a participant",
    _WHO,
    (
        Specimen(
            "openai-chat",
            "`name` of a message",
            b.chat(b.spoken("It rains.", name="meteo")),
            ("/messages/1/name",),
        ),
    ),
)

_WORDS = "I shall look it up."
_AFTER = "One moment."
_TEXT: JsonObject = {"type": "output_text", "text": _WORDS, "annotations": []}
_TEXT_AFTER: JsonObject = {"type": "output_text", "text": _AFTER, "annotations": []}

ORDER = Feature(
    "order-of-text-and-calls",
    "Text after a call, in one turn",
    _WHO,
    (
        Specimen(
            "anthropic",
            "blocks of one message, in any order",
            b.anthropic(
                b.assistant(
                    {"type": "text", "text": _WORDS},
                    b.tool_use(),
                    {"type": "text", "text": _AFTER},
                ),
                b.user(b.tool_result()),
            ),
            ("/messages/1/content/2",),
        ),
        Specimen(
            "openai-responses",
            "one flat list of items",
            b.responses(
                b.said(_TEXT), b.responses_call(), b.said(_TEXT_AFTER), b.responses_result()
            ),
            ("/input/3",),
        ),
        Specimen(
            "gemini",
            "parts of one content, in any order",
            b.gemini(
                b.model({"text": _WORDS}, b.function_call(), {"text": _AFTER}),
                b.gemini_user(b.function_response()),
            ),
            ("/contents/1/parts/2",),
        ),
        Specimen(
            "gemini-interactions",
            "one flat list of steps",
            b.interactions(
                b.put_out(_WORDS), b.step_call(), b.put_out(_AFTER), b.step_result()
            ),
            ("/input/3",),
        ),
        Specimen(
            "azure-foundry",
            "one flat list of items",
            b.foundry(
                b.said(_TEXT), b.responses_call(), b.said(_TEXT_AFTER), b.responses_result()
            ),
            ("/input/3",),
        ),
        Specimen(
            "bedrock",
            "blocks of one message, in any order",
            b.bedrock(
                b.assistant({"text": _WORDS}, b.converse_call(), {"text": _AFTER}),
                b.user(b.converse_result()),
            ),
            ("/messages/1/content/2",),
        ),
    ),
)

FEATURES = (
    SYSTEM,
    LATER_SYSTEM,
    DEVELOPER,
    NAME,
    ORDER,
)
