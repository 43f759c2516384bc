"""What older versions and other programs say where a provider refuses: texts that no rule's
ground has.

Proxies, gateways and servers that speak a provider's language word its refusals in their own
way; a provider's own words change, and often are cut down to their beginning. An ellipsis
stands for each thing that varies. Each text is followed by what it speaks of: keys of grounds,
or rules of ours.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FurtherText:
    """A text and what it means."""

    says: str
    who: str
    """Whose words these are."""
    speaks_of: tuple[str, ...]
    """Keys of grounds, names of rules."""
    is_code: bool = False
    """A word for many things, which counts only where the message says nothing better."""
    meaning: str = ""
    """Where no rule is about it: what it says of a conversation."""


_LATIN = "'^[a-zA-Z0-9_-]+$'"
_AT_TURNS = "gem-response-name gem-count-match gem-call-after-user gem-response-after-call"

_TEXTS: dict[str, dict[str, str]] = {
    "OpenAI": {
        "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.": (
            "chat-id-non-empty absent-id"
        ),
        "Invalid type for 'messages[…].tool_calls[…].id': expected a string, but got null instead.": (
            "chat-id-non-empty absent-id"
        ),
        "Invalid 'messages[…].tool_calls[…].id': string too long.": "chat-id-max-length az-chat-id-40",
        "Invalid 'messages[…].tool_call_id': string too long.": "chat-id-max-length az-chat-id-40",
        "Invalid 'tools[…].function.description': string too long.": "chat-tool-description-1024",
        "For tool messages, only type text is supported": "chat-tool-content-text-only",
        "Invalid 'input[…].call_id': string too long.": (
            "resp-call-id-length resp-backend-overlong-call-id az-same-as-openai"
        ),
        "Invalid 'input[…].call_id': empty string. Expected a string with minimum length 1": (
            "resp-call-id-length empty-id"
        ),
        "No tool output found for local shell call …": "resp-local-shell-output-id resp-call-needs-output",
        "Duplicate call_ids submitted": "duplicate-result",
        "Item with id '…' not found.": "resp-store-false-ids",
        "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.": (
            "result-in-wrong-role"
        ),
    },
    "OpenAI, older": {
        "None is not of type 'string' - 'messages.….content'": "chat-content-null",
        "[] is too short - 'messages.….tool_calls'": "chat-empty-tool-calls",
    },
    "a gateway of the Responses API": {
        "Duplicate function_call_output for call_id '…'. Each function_call must have exactly one matching "
        "function_call_output": "id-reused-later duplicate-result",
        "Duplicate 'call_id': …": "duplicate-call-id placeholder-id",
    },
    "Azure AI Foundry": {
        "Required property 'call_id' is missing": "az-validator-lenient resp-call-id-optional-on-output",
    },
    "Codex": {"tool … invoked with incompatible payload": "mismatched-kind"},
    "DeepSeek": {
        "(insufficient tool messages following tool_calls message)": "chat-tool-results-must-follow",
        "Invalid assistant message: content or tool_calls must be set": "chat-content-null",
    },
    "Kimi": {"tool_call_id … is not found": "chat-tool-call-id-mismatch empty-id"},
    "MiniMax": {
        "invalid params, duplicate tool_call id: …": "chat-duplicate-tool-call-id duplicate-call-id"
    },
    "Qwen": {
        'The "function.arguments" parameter of the code model must be in JSON format': (
            "chat-arguments-json-text arguments-not-json arguments-double-encoded"
        ),
    },
    "Groq": {
        "for 'role:tool' the following must be satisfied": "chat-id-non-empty absent-id",
    },
    "a server that speaks Chat Completions": {
        "tool message tool_call_id '…' does not match any tool call in the preceding assistant messages": (
            "chat-tool-call-id-mismatch"
        ),
    },
    "LangGraph": {
        "Found AIMessages with tool_calls that do not have a corresponding ToolMessage": (
            "chat-tool-results-must-follow missing-result"
        ),
    },
    "Anthropic": {
        "`tool_use` ids were found without `tool_result` blocks immediately after: …": (
            "ant-result-must-follow ant-result-first"
        ),
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message.": (
            "ant-result-must-follow ant-result-first"
        ),
        "tool_result.tool_use_id: Field required": "ant-result-id-required",
        f"tool_result.tool_use_id: String should match pattern {_LATIN}": "ant-id-pattern",
        "custom.name: String should have at most … characters": "ant-tool-name",
        "encrypted_content: Field required": "ant-encrypted-content",
        "Invalid `encrypted_content` in `…` block": "ant-encrypted-content",
        "Expected `thinking` or `redacted_thinking`, but found `…`": "ant-thinking-first",
        "The block is bound to a different conversation": "ant-thinking-unmodified",
        "thinking.signature: Field required": "ant-thinking-unmodified",
        "Requests which include `tool_use` or `tool_result` blocks must define tools": (
            "no-tools-declared undeclared-tool"
        ),
    },
    "Anthropic, on Bedrock or Vertex or older": {
        "Did not find … `tool_result` block(s) at the beginning of this message": (
            "ant-result-must-follow ant-result-first"
        ),
        'roles must alternate between "user" and "assistant", but found multiple': "ant-roles",
        'first message must use the "user" role': "ant-roles",
    },
    "Gemini": {
        "Function call is missing a thought_signature in functionCall parts.": "gem-thought-signature",
        "Thought signature is not valid": "gem-signature-intact",
        "Unknown name \"id\" at 'contents[…].parts[…].function_…': Cannot find": "gem-vertex-no-id",
        "Unknown name \"call_id\" at 'contents[…].parts[…].function_…': Cannot find": "gem-vertex-no-id",
        "Request contains an invalid argument.": _AT_TURNS,
        "contents.parts must not be empty": "gem-empty-parts",
    },
    "Vertex AI": {
        "function call `…` in the … content block is missing a `thought_signature`": "gem-thought-signature",
        "Please ensure that multiturn requests alternate between user and model": "gem-roles",
        "the number of function response parts should be equal to number of function call parts": (
            "gem-count-match"
        ),
    },
    "CLIProxyAPI": {
        'functionResponse.id "…" does not match functionCall.id "…"': (
            "gem-ids-optional-but-echo mismatched-id"
        ),
    },
    "Bedrock": {
        "member.toolUse.toolUseId' failed to satisfy constraint": "br-tool-use-id",
        "member.toolResult.toolUseId' failed to satisfy constraint": "br-tool-use-id",
        "member.toolSpec.name' failed to satisfy constraint": "br-tool-name",
        "member.toolUse.name' failed to satisfy constraint": "br-tool-name",
        "The toolUse blocks at messages.….content contain duplicate Ids: …": (
            "br-unique-ids duplicate-call-id tool-name-as-id"
        ),
    },
    "Cohere": {
        "tool call id '…' not found in previous tool calls": "co-orphan orphan-result mismatched-id",
    },
}

_CODES: dict[str, dict[str, str]] = {
    "OpenAI": {
        "string_above_max_length": (
            "chat-id-max-length resp-call-id-length resp-output-limit chat-tool-description-1024"
        ),
        "array_above_max_length": "chat-max-tool-calls-128",
        "empty_array": "chat-empty-tool-calls",
        "invalid_encrypted_content": "foreign-encrypted-content",
    },
    "LangGraph": {"INVALID_CHAT_HISTORY": "chat-tool-results-must-follow missing-result"},
    "Gemini": {
        "MALFORMED_FUNCTION_CALL": "model-side-failure",
        "UNEXPECTED_TOOL_CALL": "model-side-failure",
        "TOO_MANY_TOOL_CALLS": "model-side-failure",
        "MISSING_THOUGHT_SIGNATURE": "model-side-failure gem-thought-signature",
        "MALFORMED_RESPONSE": "model-side-failure",
        "INVALID_ARGUMENT": _AT_TURNS,
    },
}

_OF_NO_RULE = (
    FurtherText(
        "prompt too long; exceeded max context length by … tokens",
        "Ollama",
        (),
        meaning="The request has more tokens than the model takes. Nothing in the history is "
        "wrong: leave some of it out, or give the model a longer context (`num_ctx`).",
    ),
)

FURTHER_TEXTS = (
    *(
        FurtherText(says, who, tuple(speaks_of.split()), is_code)
        for table, is_code in ((_TEXTS, False), (_CODES, True))
        for who, texts in table.items()
        for says, speaks_of in texts.items()
    ),
    *_OF_NO_RULE,
)
