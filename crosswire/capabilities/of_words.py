"""Parts of a model's answer beside its text: thoughts, signatures, refusals, citations."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject

_BESIDE = "Beside the words"
_TEXT: JsonObject = {"type": "output_text", "text": "I shall look it up.", "annotations": []}


_THOUGHT = "Rain is likely in autumn."
_SIGNATURE = "c2lnbmVkIGJ5IG5vYm9keSwgZm9yIGFuIGV4YW1wbGUgYWxvbmU="
_REASONING: JsonObject = {
    "type": "reasoning",
    "id": "rs_68a1b2c3d4e5f60718293a4b5c6d7e8f",
    "summary": [{"type": "summary_text", "text": _THOUGHT}],
    "encrypted_content": _SIGNATURE,
}
_CHAT_ANSWER = b.spoken("It rains.")

REASONING = Feature(
    "reasoning",
    "What the model thought",
    _BESIDE,
    (
        Specimen(
            "anthropic",
            "`thinking` with a `signature`; `redacted_thinking`",
            b.anthropic(
                b.assistant(
                    {"type": "thinking", "thinking": _THOUGHT, "signature": _SIGNATURE},
                    {"type": "text", "text": "It rains."},
                )
            ),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "openai-chat",
            "no field of the provider's own; others write `reasoning_content`",
            b.chat({**_CHAT_ANSWER, "reasoning_content": _THOUGHT}),
            ("/messages/1/reasoning_content",),
        ),
        Specimen(
            "openai-responses",
            "`reasoning` with a `summary` and `encrypted_content`",
            b.responses(_REASONING, b.said(_TEXT)),
            ("/input/1",),
        ),
        Specimen(
            "gemini",
            "a part with `thought`, and `thoughtSignature` on any part",
            b.gemini(
                b.model({"text": _THOUGHT, "thought": True}, {"text": "It rains."}),
            ),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "`thought` with a `summary` and a `signature`",
            b.interactions(
                {
                    "type": "thought",
                    "summary": [{"type": "text", "text": _THOUGHT}],
                    "signature": _SIGNATURE,
                },
                b.put_out("It rains."),
            ),
            ("/input/1",),
        ),
        Specimen(
            "azure-foundry",
            "`reasoning` with a `summary` and `encrypted_content`",
            b.foundry(_REASONING, b.said(_TEXT)),
            ("/input/1",),
        ),
        Specimen(
            "bedrock",
            "`reasoningContent` with a `signature`",
            b.bedrock(
                b.assistant(
                    {
                        "reasoningContent": {
                            "reasoningText": {"text": _THOUGHT, "signature": _SIGNATURE},
                        }
                    },
                    {"text": "It rains."},
                )
            ),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "mistral",
            "a `thinking` chunk",
            b.mistral(
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": [{"type": "text", "text": _THOUGHT}]},
                        {"type": "text", "text": "It rains."},
                    ],
                }
            ),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "cohere",
            "a `thinking` part, and `tool_plan` before calls",
            b.cohere(
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": _THOUGHT},
                        {"type": "text", "text": "It rains."},
                    ],
                }
            ),
            ("/messages/1/content/0",),
        ),
        Specimen(
            "ollama",
            "`thinking` of a message",
            b.ollama(b.spoken("It rains.", thinking=_THOUGHT)),
            ("/messages/1/thinking",),
        ),
    ),
)

SIGNED_CALL = Feature(
    "signature-of-a-call",
    "Signature on a call",
    _BESIDE,
    (
        Specimen(
            "gemini",
            "`thoughtSignature` beside `functionCall`",
            b.gemini(
                b.model(b.function_call(thoughtSignature=_SIGNATURE)),
                b.gemini_user(b.function_response()),
            ),
            ("/contents/1/parts/0/thoughtSignature",),
        ),
    ),
)

_NO = "I cannot help with that."
_REFUSAL: JsonObject = {"type": "refusal", "refusal": _NO}

REFUSAL = Feature(
    "refusal",
    "Refusal",
    _BESIDE,
    (
        Specimen(
            "openai-chat",
            "`refusal` of a message",
            b.chat({"role": "assistant", "content": None, "refusal": _NO}),
            ("/messages/1/refusal",),
        ),
        Specimen(
            "openai-responses",
            "a `refusal` part",
            b.responses(b.said(_REFUSAL)),
            ("/input/1/content/0",),
        ),
        Specimen(
            "azure-foundry",
            "a `refusal` part",
            b.foundry(b.said(_REFUSAL)),
            ("/input/1/content/0",),
        ),
    ),
)

_PAGE = "https://example.com/weather"
_URL_CITATION: JsonObject = {
    "type": "url_citation",
    "start_index": 0,
    "end_index": 9,
    "url": _PAGE,
    "title": "Weather",
}
_CITED: JsonObject = {
    "type": "output_text",
    "text": "It rains.",
    "annotations": [_URL_CITATION],
}

CITATIONS = Feature(
    "citations",
    "Citations",
    _BESIDE,
    (
        Specimen(
            "openai-responses",
            "`annotations` of a text, of four kinds",
            b.responses(b.said(_CITED)),
            ("/input/1/content/0/annotations",),
        ),
        Specimen(
            "openai-chat",
            "`annotations` of an answer",
            b.chat(
                b.spoken(
                    "It rains.",
                    annotations=[
                        {
                            "type": "url_citation",
                            "url_citation": {
                                "start_index": 0,
                                "end_index": 9,
                                "url": _PAGE,
                                "title": "Weather",
                            },
                        }
                    ],
                )
            ),
            ("/messages/1/annotations",),
        ),
        Specimen(
            "anthropic",
            "`citations` of a text, of five kinds",
            b.anthropic(
                b.assistant(
                    {
                        "type": "text",
                        "text": "It rains.",
                        "citations": [
                            {
                                "type": "web_search_result_location",
                                "url": _PAGE,
                                "title": "Weather",
                                "cited_text": "Rain all day.",
                                "encrypted_index": _SIGNATURE,
                            }
                        ],
                    }
                )
            ),
            ("/messages/1/content/0/citations",),
        ),
        Specimen(
            "cohere",
            "`citations` of an answer, with their `sources`",
            b.cohere(
                b.spoken(
                    "It rains.",
                    citations=[
                        {
                            "start": 0,
                            "end": 8,
                            "text": "It rains",
                            "sources": [
                                {
                                    "type": "document",
                                    "id": "doc:0",
                                    "document": {
                                        "title": "Weather",
                                        "snippet": "Rain all day.",
                                    },
                                }
                            ],
                        }
                    ],
                )
            ),
            ("/messages/1/citations",),
        ),
        Specimen(
            "azure-foundry",
            "`annotations` of a text, of four kinds",
            b.foundry(b.said(_CITED)),
            ("/input/1/content/0/annotations",),
        ),
        Specimen(
            "gemini-interactions",
            "`annotations` of a text",
            b.interactions(
                b.put_out(
                    "It rains.",
                    annotations=[{"type": "url_citation", "url": _PAGE, "title": "Weather"}],
                )
            ),
            ("/input/1/content/0/annotations",),
        ),
    ),
)

_PHASED: JsonObject = {**b.said(_TEXT), "phase": "commentary"}
_STATED: JsonObject = {**b.said(_TEXT), "status": "incomplete"}

PHASE = Feature(
    "phase",
    "Phase of an answer",
    _BESIDE,
    (
        Specimen(
            "openai-responses",
            "`phase`: commentary or final answer",
            b.responses(_PHASED),
            ("/input/1/phase",),
        ),
        Specimen("azure-foundry", "`phase`", b.foundry(_PHASED), ("/input/1/phase",)),
    ),
)

STATUS = Feature(
    "item-status",
    "That an item is unfinished",
    _BESIDE,
    (
        Specimen("openai-responses", "`status`", b.responses(_STATED), ("/input/1/status",)),
        Specimen("azure-foundry", "`status`", b.foundry(_STATED), ("/input/1/status",)),
    ),
)

FEATURES = (
    REASONING,
    SIGNED_CALL,
    REFUSAL,
    CITATIONS,
    PHASE,
    STATUS,
)
