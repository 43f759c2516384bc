"""The same short exchange in each wire format: a question, a call, its result; then the answer."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}

REQUESTS: dict[str, Json] = {
    "openai-chat": {
        "model": "gpt-5",
        "tools": [{"type": "function", "function": {"name": "read_file", "parameters": _SCHEMA}}],
        "messages": [
            {"role": "user", "content": "What is in a.txt?"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "call_1",
                        "type": "function",
                        "function": {"name": "read_file", "arguments": '{"path": "a.txt"}'},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "milk"},
        ],
    },
    "openai-responses": {
        "model": "gpt-5",
        "tools": [{"type": "function", "name": "read_file", "parameters": _SCHEMA}],
        "input": [
            {"role": "user", "content": "What is in a.txt?"},
            {
                "type": "function_call",
                "call_id": "call_1",
                "name": "read_file",
                "arguments": '{"path": "a.txt"}',
            },
            {"type": "function_call_output", "call_id": "call_1", "output": "milk"},
        ],
    },
    "anthropic": {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "tools": [{"name": "read_file", "input_schema": _SCHEMA}],
        "messages": [
            {"role": "user", "content": "What is in a.txt?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "tool_use", "id": "call_1", "name": "read_file", "input": {"path": "a.txt"}}
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "milk"}],
            },
        ],
    },
    "gemini": {
        "tools": [{"functionDeclarations": [{"name": "read_file", "parameters": _SCHEMA}]}],
        "contents": [
            {"role": "user", "parts": [{"text": "What is in a.txt?"}]},
            {
                "role": "model",
                "parts": [{"functionCall": {"id": "call_1", "name": "read_file", "args": {"path": "a.txt"}}}],
            },
            {
                "role": "user",
                "parts": [
                    {
                        "functionResponse": {
                            "id": "call_1",
                            "name": "read_file",
                            "response": {"output": "milk"},
                        }
                    }
                ],
            },
        ],
    },
}

REQUESTS["gemini-interactions"] = {
    "model": "gemini-3-flash-preview",
    "generation_config": {"max_output_tokens": 100},
    "tools": [{"type": "function", "name": "read_file", "parameters": _SCHEMA}],
    "input": [
        {"type": "user_input", "content": [{"type": "text", "text": "What is in a.txt?"}]},
        {"type": "function_call", "id": "call_1", "name": "read_file", "arguments": {"path": "a.txt"}},
        {"type": "function_result", "call_id": "call_1", "name": "read_file", "result": "milk"},
    ],
}

REQUESTS["bedrock"] = {
    "modelId": "amazon.nova-lite-v1:0",
    "toolConfig": {"tools": [{"toolSpec": {"name": "read_file", "inputSchema": {"json": _SCHEMA}}}]},
    "messages": [
        {"role": "user", "content": [{"text": "What is in a.txt?"}]},
        {
            "role": "assistant",
            "content": [
                {"toolUse": {"toolUseId": "call_1", "name": "read_file", "input": {"path": "a.txt"}}}
            ],
        },
        {"role": "user", "content": [{"toolResult": {"toolUseId": "call_1", "content": [{"text": "milk"}]}}]},
    ],
}
REQUESTS["mistral"] = {
    **REQUESTS["openai-chat"],
    "model": "mistral-small-latest",
    "random_seed": 1,
}

REQUESTS["cohere"] = {**REQUESTS["openai-chat"], "model": "command-a-03-2025", "safety_mode": "STRICT"}

REQUESTS["ollama"] = {
    "model": "qwen3:8b",
    "stream": False,
    "options": {"num_predict": 100},
    "tools": REQUESTS["openai-chat"]["tools"],
    "messages": [
        {"role": "user", "content": "What is in a.txt?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": "call_1",
                    "function": {"index": 0, "name": "read_file", "arguments": {"path": "a.txt"}},
                }
            ],
        },
        {"role": "tool", "tool_name": "read_file", "tool_call_id": "call_1", "content": "milk"},
    ],
}

_AGENT = {"type": "agent_reference", "name": "reader"}
REQUESTS["azure-foundry"] = {**REQUESTS["openai-responses"], "agent_reference": _AGENT}

RESPONSES: dict[str, Json] = {
    "openai-chat": {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "gpt-5",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Milk."}}
        ],
        "usage": {"total_tokens": 9},
    },
    "openai-responses": {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "model": "gpt-5",
        "output": [
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "Milk.", "annotations": []}],
            }
        ],
    },
    "anthropic": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [{"type": "text", "text": "Milk."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
    "gemini": {
        "candidates": [
            {"content": {"role": "model", "parts": [{"text": "Milk."}]}, "finishReason": "STOP", "index": 0}
        ],
        "usageMetadata": {"totalTokenCount": 9},
    },
}

RESPONSES["gemini-interactions"] = {
    "id": "v1_a",
    "object": "interaction",
    "status": "completed",
    "model": "gemini-3-flash-preview",
    "steps": [{"type": "model_output", "content": [{"type": "text", "text": "Milk."}]}],
    "usage": {"total_tokens": 9},
}
RESPONSES["bedrock"] = {
    "output": {"message": {"role": "assistant", "content": [{"text": "Milk."}]}},
    "stopReason": "end_turn",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "metrics": {"latencyMs": 1},
}
RESPONSES["mistral"] = {
    **RESPONSES["openai-chat"],
    "id": "53ab90efbbf547e983998d180a4f8356",
    "model": "mistral-small-latest",
}
RESPONSES["cohere"] = {
    "id": "fe25f494-b8e8-4e8f-9887-85a02c2e109f",
    "message": {"role": "assistant", "content": [{"type": "text", "text": "Milk."}]},
    "finish_reason": "COMPLETE",
    "usage": {"tokens": {"input_tokens": 1, "output_tokens": 1}},
}
RESPONSES["ollama"] = {
    "model": "qwen3:8b",
    "created_at": "2026-11-21T10:00:00.000000001Z",
    "message": {"role": "assistant", "content": "Milk."},
    "done": True,
    "done_reason": "stop",
    "total_duration": 9000000,
    "eval_count": 3,
}
RESPONSES["azure-foundry"] = {**RESPONSES["openai-responses"], "agent_reference": _AGENT}

MESSAGES: dict[str, list[Json]] = {
    "openai-chat": REQUESTS["openai-chat"]["messages"],
    "openai-responses": REQUESTS["openai-responses"]["input"],
    "anthropic": REQUESTS["anthropic"]["messages"],
    "gemini": REQUESTS["gemini"]["contents"],
    "gemini-interactions": REQUESTS["gemini-interactions"]["input"],
    "bedrock": REQUESTS["bedrock"]["messages"],
    "mistral": [
        REQUESTS["openai-chat"]["messages"][0],
        {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "I should look."}]}],
            "tool_calls": [
                {
                    "id": "D681PevKs",
                    "type": "function",
                    "function": {"name": "read_file", "arguments": '{"path": "a.txt"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "D681PevKs", "name": "read_file", "content": "milk"},
    ],
    "cohere": [
        REQUESTS["openai-chat"]["messages"][0],
        {
            "role": "assistant",
            "tool_plan": "I should look.",
            "tool_calls": [
                {
                    "id": "read_file_1byjy32y4hvq",
                    "type": "function",
                    "function": {"name": "read_file", "arguments": '{"path": "a.txt"}'},
                }
            ],
        },
        {
            "role": "tool",
            "tool_call_id": "read_file_1byjy32y4hvq",
            "content": [{"type": "document", "document": {"data": {"content": "milk"}}}],
        },
    ],
    "ollama": REQUESTS["ollama"]["messages"],
    "azure-foundry": [
        REQUESTS["openai-responses"]["input"][0],
        {
            "type": "openapi_call",
            "id": "oa_1",
            "call_id": "call_1",
            "name": "read_file",
            "arguments": '{"path": "a.txt"}',
        },
        {"type": "openapi_call_output", "id": "oao_1", "call_id": "call_1", "output": "milk"},
    ],
}

SESSION_LINES: list[Json] = [
    {
        "type": "user",
        "uuid": "u1",
        "parentUuid": None,
        "sessionId": "s",
        "timestamp": "2026-11-21T10:00:00Z",
        "message": MESSAGES["anthropic"][0],
    },
    {
        "type": "assistant",
        "uuid": "u2",
        "parentUuid": "u1",
        "sessionId": "s",
        "timestamp": "2026-11-21T10:00:01Z",
        "message": {**RESPONSES["anthropic"], "content": MESSAGES["anthropic"][1]["content"]},
    },
    {
        "type": "user",
        "uuid": "u3",
        "parentUuid": "u2",
        "sessionId": "s",
        "timestamp": "2026-11-21T10:00:02Z",
        "message": MESSAGES["anthropic"][2],
    },
]
"""A session of Claude Code."""
