"""Generates conversations in the JSON of each format, with what real logs have wrong now and then.

What only its own provider may ever see contains `SECRET`.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Json = dict[str, Any]
Strategy = SearchStrategy[Any]

SECRET = "c2VjcmV0"  # base64, as Gemini's signatures are

TEXTS = st.sampled_from(
    ["", "Paris", "It's 15 °C.\n", "<b>&amp;</b>", '{"a": 1}', "東京 🎉", "call_a", "a/~!@b"]
)
SAID = TEXTS.filter(bool)
NAMES = st.sampled_from(["get_weather", "add", "read_file"])
OBJECTS = st.sampled_from([{}, {"city": "Paris"}, {"n": 12345678901234567890}, {"a": {"b": [1, None, "x"]}}])
ARGUMENTS = st.one_of(OBJECTS.map(json.dumps), st.sampled_from(["", "{", "[1]", '"text"', "null"]))
IDS = st.sampled_from(["call_a", "call_b", "call_c", "toolu_01", "a b/c:d", "x" * 70])
PIXEL = "iVBORw0KGgo="


def fields(required: Json, **optional: Any) -> Strategy:
    """An object of strategies and plain values; the optional ones may be left out."""
    return st.fixed_dictionaries(
        {name: _strategy(value) for name, value in required.items()},
        optional={name: _strategy(value) for name, value in optional.items()},
    )


def _strategy(value: Any) -> Strategy:
    return value if isinstance(value, SearchStrategy) else st.just(value)


def lists(*members: Strategy, longest: int = 3, shortest: int = 0) -> Strategy:
    return st.lists(st.one_of(*members), min_size=shortest, max_size=longest)


def _body(container: str, messages: Strategy, **beside: Any) -> Strategy:
    return fields({container: messages}, **beside)


# Chat Completions

_CHAT_CALL = st.one_of(
    fields({"type": "function", "function": fields({"name": NAMES, "arguments": ARGUMENTS})}, id=IDS),
    fields({"id": IDS, "type": "custom", "custom": fields({"name": NAMES, "input": TEXTS})}),
)
_CHAT_TEXT = fields({"type": "text", "text": SAID})
_CHAT_MEDIA = st.one_of(
    fields(
        {
            "type": "image_url",
            "image_url": fields(
                {"url": f"data:image/png;base64,{PIXEL}"}, detail=st.sampled_from(["low", "auto"])
            ),
        }
    ),
    st.just({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}),
    st.just({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}),
    st.just({"type": "file", "file": {"file_data": "data:application/pdf;base64,AAAA", "filename": "a.pdf"}}),
    st.just({"type": "file", "file": {"file_id": "file-1"}}),
)
_CHAT_MESSAGE = st.one_of(
    fields({"role": st.sampled_from(["system", "developer"]), "content": SAID}),
    fields({"role": "user", "content": SAID}, name="anna"),
    fields({"role": "user", "content": lists(_CHAT_TEXT, _CHAT_MEDIA, shortest=1)}),
    fields(
        {"role": "assistant", "content": SAID},
        refusal=SAID,
        reasoning_content=SAID,
        tool_calls=lists(_CHAT_CALL, shortest=1),
    ),
    fields({"role": "assistant", "content": None, "tool_calls": lists(_CHAT_CALL, shortest=1)}),
    fields({"role": "tool", "content": TEXTS}, tool_call_id=IDS),
    fields({"role": "tool", "tool_call_id": IDS, "content": lists(_CHAT_TEXT, shortest=1)}),
    fields(
        {
            "role": "assistant",
            "content": None,
            "function_call": fields({"name": NAMES, "arguments": ARGUMENTS}),
        }
    ),
    fields({"role": "function", "name": NAMES, "content": TEXTS}),
)
_CHAT_TOOL = st.one_of(
    fields(
        {
            "type": "function",
            "function": fields(
                {"name": NAMES, "parameters": {"type": "object", "properties": {}}},
                description=SAID,
                strict=st.booleans(),
            ),
        }
    ),
    fields({"type": "custom", "custom": fields({"name": NAMES}, description=SAID)}),
)
CHAT = _body(
    "messages",
    st.lists(_CHAT_MESSAGE, min_size=1, max_size=6),
    model="gpt-x",
    tools=lists(_CHAT_TOOL, shortest=1),
    temperature=0.5,
    stop=st.sampled_from(["END", ["END", "STOP"]]),
    max_completion_tokens=100,
    parallel_tool_calls=st.booleans(),
    tool_choice=st.sampled_from(["auto", {"type": "function", "function": {"name": "add"}}]),
    logit_bias={"1": 2},
)

# Responses

_INPUT_TEXT = fields({"type": "input_text", "text": SAID})
_INPUT_MEDIA = st.sampled_from(
    [
        {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{PIXEL}"},
        {"type": "input_image", "detail": "low", "file_id": "file-1"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AAAA"},
        {"type": "input_file", "file_url": "https://example.com/a.pdf"},
    ]
)
_OUTPUT_PART = st.one_of(
    fields({"type": "output_text", "text": SAID, "annotations": []}),
    fields({"type": "refusal", "refusal": SAID}),
)
_ITEM_IDS = st.integers(0, 999).map(str)
_ITEM = st.one_of(
    fields({"role": st.sampled_from(["system", "developer", "user", "assistant"]), "content": SAID}),
    fields({"type": "message", "role": "user", "content": lists(_INPUT_TEXT, _INPUT_MEDIA, shortest=1)}),
    fields(
        {
            "type": "message",
            "id": _ITEM_IDS.map("msg_".__add__),
            "status": "completed",
            "role": "assistant",
            "content": lists(_OUTPUT_PART, shortest=1),
        },
        phase="commentary",
    ),
    fields(
        {"type": "function_call", "call_id": IDS, "name": NAMES, "arguments": ARGUMENTS},
        id=_ITEM_IDS.map("fc_".__add__),
        namespace="crm",
    ),
    fields({"type": "function_call_output", "output": TEXTS}, call_id=IDS),
    fields(
        {
            "type": "function_call_output",
            "call_id": IDS,
            "output": lists(_INPUT_TEXT, _INPUT_MEDIA, shortest=1),
        }
    ),
    fields({"type": "custom_tool_call", "call_id": IDS, "name": NAMES, "input": TEXTS}),
    fields({"type": "custom_tool_call_output", "call_id": IDS, "output": TEXTS}),
    fields({"type": "shell_call", "call_id": IDS, "action": {"commands": ["ls"]}}),
    fields(
        {
            "type": "shell_call_output",
            "call_id": IDS,
            "output": [{"stdout": "a", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}],
        }
    ),
    fields(
        {"type": "reasoning", "id": _ITEM_IDS.map("rs_".__add__), "summary": []}, encrypted_content=SECRET
    ),
    fields({"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": OBJECTS}),
    fields({"type": "tool_search_output", "call_id": None, "execution": "server", "tools": []}),
    fields(
        {
            "type": "mcp_call",
            "id": _ITEM_IDS.map("mcp_".__add__),
            "name": NAMES,
            "arguments": "{}",
            "server_label": "s",
        },
        output=SAID,
    ),
    fields(
        {
            "type": "web_search_call",
            "id": _ITEM_IDS.map("ws_".__add__),
            "status": "completed",
            "action": {
                "type": "search",
                "query": "q",
                "sources": [{"type": "url", "url": "https://example.com"}],
            },
        }
    ),
    fields(
        {
            "type": "code_interpreter_call",
            "id": _ITEM_IDS.map("ci_".__add__),
            "status": "completed",
            "code": "1",
            "container_id": "c",
            "outputs": [{"type": "logs", "logs": "1"}],
        }
    ),
    fields({"type": "item_reference", "id": _ITEM_IDS.map("msg_".__add__)}),
    fields({"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []}),
)
_FLAT_TOOL = st.one_of(
    fields(
        {
            "type": "function",
            "name": NAMES,
            "parameters": {"type": "object", "properties": {}},
            "strict": st.booleans(),
        },
        description=SAID,
    ),
    fields({"type": "custom", "name": NAMES}),
    st.just({"type": "web_search"}),
)
RESPONSES = _body(
    "input",
    st.one_of(SAID, st.lists(_ITEM, min_size=1, max_size=8)),
    model="gpt-x",
    instructions=SAID,
    tools=lists(_FLAT_TOOL, shortest=1),
    max_output_tokens=100,
    tool_choice=st.sampled_from(["required", {"type": "function", "name": "add"}]),
    store=st.booleans(),
    text={"format": {"type": "text"}},
)

# Anthropic Messages

_BLOCK_TEXT = fields({"type": "text", "text": SAID}, cache_control={"type": "ephemeral"})
_BLOCK_MEDIA = st.sampled_from(
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
        {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}},
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}},
    ]
)
_TOOL_RESULT = fields(
    {"type": "tool_result", "tool_use_id": IDS},
    content=st.one_of(TEXTS, lists(_BLOCK_TEXT, _BLOCK_MEDIA)),
    is_error=st.booleans(),
)
_ASSISTANT_BLOCK = st.one_of(
    _BLOCK_TEXT,
    fields({"type": "tool_use", "id": IDS, "name": NAMES, "input": OBJECTS}),
    fields({"type": "thinking", "thinking": SAID, "signature": SECRET}),
    st.just({"type": "redacted_thinking", "data": SECRET}),
    st.just({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}}),
    st.just({"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}),
)
_ANTHROPIC_MESSAGE = st.one_of(
    fields(
        {
            "role": "user",
            "content": st.one_of(SAID, lists(_BLOCK_TEXT, _BLOCK_MEDIA, _TOOL_RESULT, shortest=1)),
        }
    ),
    fields({"role": "assistant", "content": st.one_of(SAID, lists(_ASSISTANT_BLOCK, longest=4, shortest=1))}),
)
ANTHROPIC = fields(
    {"max_tokens": 100, "messages": st.lists(_ANTHROPIC_MESSAGE, min_size=1, max_size=6)},
    model="claude-x",
    system=st.one_of(SAID, lists(_BLOCK_TEXT, shortest=1)),
    tools=lists(
        fields({"name": NAMES, "input_schema": {"type": "object"}}, description=SAID),
        st.just({"type": "web_search_20250305", "name": "web_search"}),
        shortest=1,
    ),
    temperature=0.5,
    stop_sequences=["END"],
    tool_choice=st.sampled_from(
        [{"type": "any"}, {"type": "tool", "name": "add", "disable_parallel_tool_use": True}]
    ),
    metadata={"user_id": "u"},
)

# Gemini

_FUNCTION_CALL = fields(
    {"functionCall": fields({"name": NAMES}, args=OBJECTS, id=IDS)}, thoughtSignature=SECRET
)
_FUNCTION_RESPONSE = fields(
    {
        "functionResponse": fields(
            {
                "name": NAMES,
                "response": st.sampled_from([{"output": "a"}, {"error": "b"}, {"result": [1]}, {}]),
            },
            id=IDS,
        )
    }
)
_GEMINI_TEXT = fields({"text": SAID})
_GEMINI_CONTENT = st.one_of(
    fields(
        {
            "role": "user",
            "parts": lists(
                _GEMINI_TEXT,
                _FUNCTION_RESPONSE,
                st.just({"inlineData": {"mimeType": "image/png", "data": PIXEL}}),
                st.just(
                    {"fileData": {"mimeType": "application/pdf", "fileUri": "https://example.com/a.pdf"}}
                ),
                shortest=1,
            ),
        }
    ),
    fields(
        {
            "role": "model",
            "parts": lists(
                _GEMINI_TEXT,
                _FUNCTION_CALL,
                fields({"text": SAID, "thought": True}, thoughtSignature=SECRET),
                st.just({"executableCode": {"language": "PYTHON", "code": "1"}}),
                st.just({"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}}),
                longest=4,
                shortest=1,
            ),
        }
    ),
)
GEMINI = _body(
    "contents",
    st.lists(_GEMINI_CONTENT, min_size=1, max_size=6),
    systemInstruction=fields({"parts": lists(_GEMINI_TEXT, shortest=1)}),
    tools=st.just(
        [{"functionDeclarations": [{"name": "add", "parameters": {"type": "OBJECT"}}]}, {"googleSearch": {}}]
    ),
    toolConfig=st.just({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["add"]}}),
    generationConfig=st.just({"temperature": 0.5, "maxOutputTokens": 100, "stopSequences": ["END"]}),
    safetySettings=st.just([{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]),
)

# Azure AI Foundry

_FOUNDRY_TYPES = st.sampled_from(
    ["azure_ai_search", "bing_grounding", "bing_custom_search_preview", "fabric_dataagent_preview"]
)
_FOUNDRY_ITEM = st.one_of(
    _ITEM,
    fields(
        {
            "type": _FOUNDRY_TYPES.map("{}_call".format),
            "id": _ITEM_IDS.map("it_".__add__),
            "arguments": ARGUMENTS,
        },
        call_id=IDS,
        agent_reference={"type": "agent_reference", "name": "a"},
    ),
    fields(
        {
            "type": _FOUNDRY_TYPES.map("{}_call_output".format),
            "id": _ITEM_IDS.map("it_".__add__),
            "output": st.one_of(TEXTS, OBJECTS, st.just([{"a": 1}])),
        },
        call_id=IDS,
        status=st.sampled_from(["completed", "failed"]),
    ),
    fields({"type": "openapi_call", "id": "oa_1", "call_id": IDS, "name": NAMES, "arguments": ARGUMENTS}),
    fields({"type": "openapi_call_output", "id": "oao_1", "call_id": IDS, "output": TEXTS}, name=NAMES),
    fields(
        {"type": "remote_function_call", "id": "rf_1", "call_id": IDS, "name": NAMES}, arguments=ARGUMENTS
    ),
    fields({"type": "memory_search_call"}, id="ms_1", results=[{"memory_item": {"memory_id": "m"}}]),
    fields(
        {"type": "workflow_action", "id": "wfa_1", "kind": "SetVariable", "action_id": "b"},
        previous_action_id="a",
        response_id="caresp_1",
    ),
    st.just({"type": "oauth_consent_request", "id": "oc_1", "consent_link": "https://example.com/consent"}),
    fields({"type": "structured_outputs", "id": "so_1", "output": OBJECTS}),
)
FOUNDRY = _body(
    "input",
    st.one_of(SAID, st.lists(_FOUNDRY_ITEM, min_size=1, max_size=8)),
    model="gpt-x",
    instructions=SAID,
    tools=lists(_FLAT_TOOL, st.just({"type": "bing_grounding", "bing_grounding": {}}), shortest=1),
    agent_reference={"type": "agent_reference", "name": "a"},
    tool_choice="required",
)

# Bedrock Converse

_CONVERSE_TEXT = fields({"text": SAID})
_CONVERSE_MEDIA = st.sampled_from(
    [
        {"image": {"format": "png", "source": {"bytes": PIXEL}}},
        {"image": {"format": "jpeg", "source": {"s3Location": {"uri": "s3://bucket/a.jpg"}}}},
        {"document": {"format": "pdf", "name": "a", "source": {"bytes": "AAAA"}}},
        {"document": {"format": "txt", "name": "b", "source": {"text": "hi"}}},
        {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}},
    ]
)
_CONVERSE_RESULT = fields(
    {
        "toolResult": fields(
            {"content": lists(_CONVERSE_TEXT, _CONVERSE_MEDIA, fields({"json": OBJECTS}))},
            toolUseId=IDS,
            status=st.sampled_from(["success", "error"]),
        )
    }
)
_CONVERSE_CALL = fields({"toolUse": fields({"name": NAMES, "input": OBJECTS}, toolUseId=IDS)})
_CONVERSE_MESSAGE = st.one_of(
    fields(
        {
            "role": "user",
            "content": lists(
                _CONVERSE_TEXT,
                _CONVERSE_MEDIA,
                _CONVERSE_RESULT,
                st.just({"cachePoint": {"type": "default"}}),
                fields({"guardContent": fields({"text": fields({"text": SAID, "qualifiers": ["query"]})})}),
                shortest=1,
            ),
        }
    ),
    fields(
        {
            "role": "assistant",
            "content": lists(
                _CONVERSE_TEXT,
                _CONVERSE_CALL,
                fields(
                    {
                        "reasoningContent": fields(
                            {"reasoningText": fields({"text": SAID, "signature": SECRET})}
                        )
                    }
                ),
                st.just({"reasoningContent": {"redactedContent": SECRET}}),
                fields(
                    {
                        "citationsContent": fields(
                            {"content": lists(_CONVERSE_TEXT, shortest=1)}, citations=[{}]
                        )
                    }
                ),
                st.just(
                    {"toolUse": {"toolUseId": "s_1", "name": "g", "input": {}, "type": "server_tool_use"}}
                ),
                longest=4,
                shortest=1,
            ),
        }
    ),
)
CONVERSE = _body(
    "messages",
    st.lists(_CONVERSE_MESSAGE, min_size=1, max_size=6),
    modelId="amazon.nova-lite-v1:0",
    system=lists(_CONVERSE_TEXT, st.just({"cachePoint": {"type": "default"}})),
    inferenceConfig=st.sampled_from([{}, {"maxTokens": 100, "temperature": 0.5, "stopSequences": ["END"]}]),
    toolConfig=fields(
        {
            "tools": lists(
                fields(
                    {
                        "toolSpec": fields(
                            {"name": NAMES, "inputSchema": {"json": {"type": "object"}}}, description=SAID
                        )
                    }
                ),
                st.just({"cachePoint": {"type": "default"}}),
            )
        },
        toolChoice=st.sampled_from([{"auto": {}}, {"any": {}}, {"tool": {"name": "add"}}]),
    ),
    additionalModelRequestFields={"top_k": 5},
)

# Mistral

_NINE = st.sampled_from(["D681PevKs", "vAKGXGFZD", "123456789", "null", "call_a"])
_MISTRAL_CALL = fields(
    {"function": fields({"name": NAMES, "arguments": st.one_of(ARGUMENTS, OBJECTS)})},
    id=_NINE,
    type="function",
    index=0,
)
_THOUGHT = fields(
    {"type": "thinking", "thinking": lists(_CHAT_TEXT, st.just({"type": "reference", "reference_ids": [1]}))},
    signature=SECRET,
    closed=True,
)
_MISTRAL_MESSAGE = st.one_of(
    fields({"role": "system", "content": SAID}),
    fields(
        {
            "role": "user",
            "content": st.one_of(
                SAID,
                lists(
                    _CHAT_TEXT,
                    st.just({"type": "image_url", "image_url": "https://example.com/a.png"}),
                    st.just({"type": "document_url", "document_url": "https://example.com/a.pdf"}),
                    st.just({"type": "input_audio", "input_audio": "AAAA"}),
                    st.just({"type": "file", "file_id": "f-1"}),
                    shortest=1,
                ),
            ),
        }
    ),
    fields(
        {
            "role": "assistant",
            "content": st.one_of(TEXTS, lists(_THOUGHT, _CHAT_TEXT, shortest=1)),
            "tool_calls": st.one_of(st.none(), lists(_MISTRAL_CALL)),
        },
        prefix=st.booleans(),
    ),
    fields(
        {"role": "tool", "content": st.one_of(TEXTS, lists(_CHAT_TEXT, shortest=1))},
        tool_call_id=_NINE,
        name=NAMES,
    ),
)
MISTRAL = _body(
    "messages",
    st.lists(_MISTRAL_MESSAGE, min_size=1, max_size=6),
    model="mistral-small-latest",
    tools=lists(
        fields(
            {
                "type": "function",
                "function": fields({"name": NAMES, "parameters": {"type": "object"}}, description=SAID),
            }
        ),
        shortest=1,
    ),
    random_seed=7,
    safe_prompt=st.booleans(),
    max_tokens=100,
    tool_choice=st.sampled_from(["any", "auto", {"type": "function", "function": {"name": "add"}}]),
)

# Cohere

_COHERE_IDS = st.sampled_from(["get_weather_1byjy32y4hvq", "add_5fdj252rgk1f", "call_a"])
_COHERE_CALL = fields(
    {"type": "function", "function": fields({"name": NAMES, "arguments": ARGUMENTS})}, id=_COHERE_IDS
)
_DOCUMENT = fields(
    {"type": "document", "document": fields({"data": st.one_of(OBJECTS, SAID)}, id=st.just("doc-1"))}
)
_CITATION = {"start": 0, "end": 2, "text": "It", "sources": [{"type": "tool", "id": "add_5fdj252rgk1f:0"}]}
_COHERE_MESSAGE = st.one_of(
    fields({"role": "system", "content": SAID}),
    fields(
        {
            "role": "user",
            "content": st.one_of(
                SAID,
                lists(
                    _CHAT_TEXT,
                    st.just({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}),
                    shortest=1,
                ),
            ),
        }
    ),
    fields(
        {"role": "assistant"},
        content=st.one_of(
            SAID, lists(_CHAT_TEXT, fields({"type": "thinking", "thinking": SAID}), shortest=1)
        ),
        citations=st.sampled_from([[], [_CITATION]]),
    ),
    fields(
        {"role": "assistant", "tool_calls": lists(_COHERE_CALL, shortest=1)},
        tool_plan=TEXTS,
        content=lists(fields({"type": "thinking", "thinking": SAID})),
    ),
    fields(
        {"role": "tool", "content": st.one_of(TEXTS, lists(_CHAT_TEXT, _DOCUMENT, shortest=1))},
        tool_call_id=_COHERE_IDS,
    ),
)
COHERE = _body(
    "messages",
    st.lists(_COHERE_MESSAGE, min_size=1, max_size=6),
    model="command-a-03-2025",
    tools=lists(
        fields(
            {
                "type": "function",
                "function": fields({"name": NAMES, "parameters": {"type": "object"}}, description=SAID),
            }
        ),
        shortest=1,
    ),
    documents=lists(st.just("Milk is white."), st.just({"id": "doc-1", "data": {"title": "Milk"}})),
    strict_tools=st.booleans(),
    max_tokens=100,
    k=5,
    p=0.75,
    stop_sequences=st.just(["END"]),
    tool_choice=st.sampled_from(["REQUIRED", "NONE"]),
)

# Ollama

_OLLAMA_IDS = st.sampled_from(["call_8x3kq01z", "call_mu7wq2rd", "call_a"])
_OLLAMA_CALL = fields(
    {"function": fields({"name": NAMES, "arguments": OBJECTS}, index=st.integers(0, 2))}, id=_OLLAMA_IDS
)
_IMAGES = st.lists(st.sampled_from([PIXEL, "/9j/4AAQSkZJRg==", "AAAA"]), min_size=1, max_size=2)
_OLLAMA_MESSAGE = st.one_of(
    fields({"role": "system", "content": SAID}),
    fields({"role": "user", "content": TEXTS}, images=_IMAGES),
    fields(
        {"role": "assistant", "content": TEXTS}, thinking=SAID, tool_calls=lists(_OLLAMA_CALL, shortest=1)
    ),
    fields({"role": "tool", "content": TEXTS}, tool_name=NAMES, tool_call_id=_OLLAMA_IDS, images=_IMAGES),
    fields({"role": "tool", "content": TEXTS}, name=NAMES),
)
OLLAMA = _body(
    "messages",
    st.lists(_OLLAMA_MESSAGE, min_size=1, max_size=6),
    model="qwen3:8b",
    stream=st.booleans(),
    tools=lists(
        fields(
            {
                "type": "function",
                "function": fields(
                    {"name": NAMES, "parameters": {"type": "object", "properties": {}}}, description=SAID
                ),
            }
        )
    ),
    options=st.sampled_from(
        [{}, {"num_predict": -1}, {"num_predict": 9, "temperature": 0.5, "stop": ["END"], "num_ctx": 4096}]
    ),
    format=st.sampled_from(["", "json", {"type": "object"}]),
    think=st.sampled_from([True, "low"]),
    keep_alive="5m",
)

# Gemini Interactions

_STEP_IDS = st.sampled_from(["w1aa9x0z", "call_a", "null"])
_STEP_TEXT = fields({"type": "text", "text": SAID}, annotations=lists(st.just({"type": "url_citation"})))
_STEP_MEDIUM = st.sampled_from(
    [
        {"type": "image", "mime_type": "image/png", "data": PIXEL},
        {"type": "image", "uri": "https://example.com/a.png", "resolution": "low"},
        {"type": "document", "mime_type": "application/pdf", "uri": "gs://files/a.pdf"},
        {"type": "audio", "mime_type": "audio/wav", "data": "AAAA"},
        {"type": "video", "mime_type": "video/mp4", "data": "AAAA", "name": "clip.mp4"},
    ]
)
_CONTENTS = lists(_STEP_TEXT, _STEP_MEDIUM, shortest=1)
_STEP = st.one_of(
    fields({"type": "user_input", "content": _CONTENTS}),
    fields({"type": "model_output", "content": _CONTENTS}),
    fields({"type": "thought"}, summary=lists(_STEP_TEXT), signature=SECRET),
    fields({"type": "function_call", "name": NAMES, "arguments": OBJECTS}, id=_STEP_IDS),
    fields(
        {"type": "function_result", "result": st.one_of(TEXTS, OBJECTS, _CONTENTS)},
        call_id=_STEP_IDS,
        name=NAMES,
        is_error=st.booleans(),
    ),
    fields({"type": "google_search_call", "id": "s_1", "arguments": {"queries": ["a"]}}, signature=SECRET),
    fields({"type": "google_search_result", "call_id": "s_1", "result": [{"title": "A"}]}, signature=SECRET),
)
INTERACTIONS = _body(
    "input",
    st.one_of(
        SAID,
        _CONTENTS,
        st.lists(_STEP, min_size=1, max_size=6),
        lists(
            fields({"role": st.sampled_from(["user", "model"]), "content": st.one_of(SAID, _CONTENTS)}),
            shortest=1,
        ),
    ),
    model="gemini-3-flash-preview",
    system_instruction=SAID,
    previous_interaction_id="v1_before",
    store=st.booleans(),
    stream=st.booleans(),
    tools=lists(
        fields({"type": "function", "name": NAMES, "parameters": {"type": "object"}}, description=SAID),
        st.just({"type": "google_search"}),
        st.just({"type": "mcp_server", "name": "s", "url": "https://example.com"}),
    ),
    generation_config=st.sampled_from(
        [
            {},
            {"max_output_tokens": 100, "temperature": 0.5, "stop_sequences": ["END"], "tool_choice": "any"},
            {"thinking_level": "low", "tool_choice": {"allowed_tools": {"mode": "any", "tools": ["add"]}}},
        ]
    ),
)

BODIES: dict[str, Strategy] = {
    "openai-chat": CHAT,
    "openai-responses": RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
    "azure-foundry": FOUNDRY,
    "bedrock": CONVERSE,
    "mistral": MISTRAL,
    "cohere": COHERE,
    "ollama": OLLAMA,
    "gemini-interactions": INTERACTIONS,
}
"""Request bodies of each format."""


# Breaking things

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.none() | st.integers() | st.just({}), max_size=2),
    st.dictionaries(
        st.sampled_from(["type", "role", "id", "text", "content"]), st.none() | st.just([]), max_size=2
    ),
)


@st.composite
def mutated(draw: Any, bodies: Strategy) -> Any:
    """A body in which up to three values, wherever they stand, are gone, doubled or something else."""
    body = json.loads(json.dumps(draw(bodies)))
    for _ in range(draw(st.integers(1, 3))):
        _mutate(draw, body)
    return body


def _mutate(draw: Any, value: Any) -> None:
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if isinstance(value[key], (dict, list)) and value[key] and draw(st.integers(0, 3)):
            value = value[key]
            continue
        what = draw(st.sampled_from(["junk", "gone", "doubled"]))
        if what == "junk":
            value[key] = draw(JUNK)
        elif what == "gone":
            del value[key]
        elif isinstance(value, list):
            value.insert(key, value[key])
        return
