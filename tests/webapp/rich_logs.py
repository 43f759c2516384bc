"""Logs with one of everything that a conversation may hold, in the words of four formats."""

from __future__ import annotations

import json
from typing import Any

from tests.histories import call, calling, result, said, user

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
MARKDOWN = (
    "# Plan\n\n1. **Look** at `a_b`\n2. [Ask](https://a.example/?q=1)\n\n| n | of |\n|---|---|\n| 7 | it |"
)
LONG = " ".join(f"word{n}" for n in range(1_500))

GRAMMAR = {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: SELECT"}}

CHAT: dict[str, Any] = {
    "model": "gpt-5",
    "metadata": {"team": "harbour"},
    "tools": [
        {
            "type": "function",
            "function": {"name": "find", "description": "Finds.", "parameters": {}, "strict": True},
        },
        {"type": "custom", "custom": {"name": "sql", "description": "Asks.", "format": GRAMMAR}},
    ],
    "messages": [
        {"role": "developer", "content": MARKDOWN},
        {"role": "user", "name": "bob", "content": [{"type": "text", "text": "Which?\u200b"}]},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "<b>&amp; \"this\"</b> or 'that'"},
                {
                    "type": "image_url",
                    "image_url": {"url": f"data:image/png;base64,{PNG}", "detail": "low"},
                },
                {"type": "image_url", "image_url": {"url": "https://pictures.example/van.png"}},
                {"type": "file", "file": {"file_id": "file_7"}},
            ],
        },
        {
            **calling(
                call("call_1", "find", json.dumps({"text": LONG, "deep": [{"er": ["ü", 7.25, None]}]})),
                call("call_2", "find", '{"cut": "off'),
                {"id": "call_3", "type": "custom", "custom": {"name": "sql", "input": "select 1\nfrom vans"}},
                call("call_4", "Bash", json.dumps({"command": "ls -la", "cwd": "/srv", "env": {"A": "b c"}})),
            ),
            "reasoning_content": "They mean vans.",
        },
        result("call_1", json.dumps({"found": [{"van": 7, "at": "quay"}]}), name="find"),
        result("call_2", LONG),
        result("call_3", MARKDOWN),
        result("call_4", json.dumps({"stdout": "total 0", "stderr": "odd", "exit_code": 3, "took": "9 ms"})),
        {"role": "assistant", "content": "Van 7.", "refusal": "Not van 8.", "audio": {"id": "audio_5"}},
        {"role": "assistant", "content": "See", "annotations": [{"url": "https://quay.example"}]},
        said(LONG),
    ],
}

RESPONSES: dict[str, Any] = {
    "model": "gpt-5",
    "input": [
        {"role": "user", "content": "Which vans?"},
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": "First thought."}],
            "content": [{"type": "reasoning_text", "text": "Whole thought."}],
            "encrypted_content": "gAAAAABsecret",
        },
        {
            "type": "mcp_call",
            "id": "mcp_1",
            "server_label": "harbour",
            "name": "find",
            "arguments": '{"van": 7}',
            "output": "half of it",
            "error": "then it broke",
            "approval_request_id": "apr_1",
        },
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "find", "arguments": "{}"},
        {"type": "function_call_output", "id": "fco_1", "call_id": "call_1", "output": "none"},
        {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "sql", "input": "select 2"},
        {"type": "custom_tool_call_output", "call_id": "call_2", "output": "two"},
        {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search", "query": "vans", "sources": [{"url": "https://vans.example"}]},
        },
        {"type": "item_reference", "id": "msg_elsewhere"},
        {"type": "never_heard_of", "id": "nho_1", "inside": {"there": "are words"}},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "incomplete",
            "phase": "commentary",
            "content": [
                {
                    "type": "output_text",
                    "text": "Van 7.",
                    "annotations": [
                        {"type": "url_citation", "title": "The quay", "url": "https://q.example"}
                    ],
                },
                {"type": "refusal", "refusal": "No more."},
            ],
        },
    ],
}

PICTURE = {"type": "base64", "media_type": "image/png", "data": PNG}
ANTHROPIC: dict[str, Any] = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "system": [{"type": "text", "text": "Be short.", "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "image", "source": PICTURE},
                {
                    "type": "document",
                    "title": "List of vans",
                    "context": "from the office",
                    "source": {"type": "text", "media_type": "text/plain", "data": "Seven vans, all grey."},
                },
                {"type": "text", "text": "Which?"},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "They mean vans.", "signature": "c2lnbmF0dXJl"},
                {"type": "redacted_thinking", "data": "cmVkYWN0ZWQ="},
                {"type": "text", "text": "I look.", "citations": [{"cited_text": "grey", "title": "Paint"}]},
                {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"van": "seven", "n": [7]}},
                {
                    "type": "server_tool_use",
                    "id": "srvtoolu_1",
                    "name": "web_search",
                    "input": {"query": "vans"},
                },
                {
                    "type": "web_search_tool_result",
                    "tool_use_id": "srvtoolu_1",
                    "content": [
                        {"type": "web_search_result", "title": "All vans", "url": "https://v.example"}
                    ],
                },
                {"type": "never_heard_of", "inside": "are words"},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_1",
                    "is_error": True,
                    "content": [
                        {"type": "text", "text": "No van"},
                        {
                            "type": "image",
                            "source": {"type": "base64", "media_type": "image/png", "data": PNG},
                        },
                    ],
                },
            ],
        },
        {"role": "assistant", "content": "None."},
    ],
}

INLINE = {"inlineData": {"mimeType": "image/png", "data": PNG}}
GEMINI: dict[str, Any] = {
    "contents": [
        {
            "role": "user",
            "parts": [{"text": "Which?"}, INLINE],
        },
        {
            "role": "model",
            "parts": [
                {"text": "They mean vans.", "thought": True, "thoughtSignature": "c2lnbmF0dXJl"},
                {"functionCall": {"name": "find", "args": {"van": 7}}, "thoughtSignature": "b3RoZXI="},
                {"executableCode": {"language": "PYTHON", "code": "print(7)"}},
                {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "seven"}},
                {"fileData": {"fileUri": "gs://vans/7.mp4"}, "videoMetadata": {"startOffset": "4s"}},
            ],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "find", "response": {"at": "the quay"}}}]},
        {"role": "model", "parts": [{"neverHeardOf": {"inside": "are words"}}, {"text": "At the quay."}]},
    ],
}

TWO = "\n".join(
    json.dumps({"model": "gpt-5", "messages": [user(f"Question {n}"), said(f"Answer {n}")]}) for n in (1, 2)
)

LOGS: dict[str, bytes] = {
    **{
        f"rich-{name}.json": json.dumps(log).encode()
        for name, log in (
            ("chat", CHAT),
            ("responses", RESPONSES),
            ("anthropic", ANTHROPIC),
            ("gemini", GEMINI),
        )
    },
    "two.jsonl": TWO.encode(),
}
"""By the name of the file."""
