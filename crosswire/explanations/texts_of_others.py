"""What smaller providers say of a history, and the codes of any of them.

Written as the tables of `texts_of_providers.py`.
"""

from __future__ import annotations

SMALLER: dict[str, dict[str, str]] = {
    "Mistral": {
        "Input should be <ChatMessageRole": "unknown-role",
        "Assistant message must have either content or tool_calls, but not none": (
            "empty-message content-null"
        ),
        "At least one content or tool_calls should be non-empty": "empty-message content-null",
        "Expected last role User or Tool": "mi-last",
        "Expected last role to be one of: […] but got …": "mi-last",
        "Conversation must start with a user message": "starts-with-user",
        "must be a-z, A-Z, 0-9, with a length of 9": "mi-id-9",
        "Tool call id has to be defined": "mi-id-null-sentinel",
        "Tool call IDs should be alphanumeric strings with length 9": "nine-characters",
    },
    "DeepSeek": {
        "(insufficient tool messages following tool_calls message)": "chat-tool-results-must-follow",
        "Invalid assistant message: content or tool_calls must be set": "chat-content-null",
        "Missing `reasoning_content` field in the assistant message at message index …": "reasoning-content-missing",
        "The `reasoning_content` in the thinking mode must be passed back to the API": "reasoning-content-missing",
        "reasoning_content must be passed back": "reasoning-content-missing",
        "The last message of deepseek-reasoner must be a user message": "ends-with-assistant",
        "does not support successive user or assistant messages": "role-order",
        "You should interleave the user/assistant messages in the message sequence": "role-order",
        "Invalid consecutive assistant message at message index …": "role-order",
    },
    "a server written in Rust (DeepSeek, xAI, TGI)": {
        "messages[…]: missing field `tool_call_id`": "absent-id id-required",
        "messages[…]: missing field `content`": "content-null",
        "messages[…]: missing field `role`": "unknown-role",
        "messages[…]: missing field `…`": "~field-missing",
        "messages[…].tool_calls[…]: missing field `id`": "absent-id id-required",
        "messages[…].tool_calls[…]: missing field `type`": "~call-type",
        "messages[…].tool_calls[…]: missing field `…`": "~call-form",
        "messages[…].tool_calls[…].function.arguments: invalid type: map, expected a string": (
            "arguments-not-text"
        ),
        "messages[…].tool_calls[…].function: missing field `arguments`": "~call-form",
        "messages[…]: invalid type: sequence, expected a string": "content-null content-part-type",
        "messages[…]: invalid type: null, expected a string": "content-null",
        "messages[…].content: invalid type: …, expected a string": "content-null",
        "messages[…]: unknown variant `image_url`, expected `text`": "content-part-type",
        "messages[…]: unknown variant `…`, expected `text`": "content-part-type",
        "messages[…].content[…]: unknown variant `…`, expected": "content-part-type",
        "messages[…].content: unknown variant `…`, expected": "content-part-type",
        "messages[…].role: unknown variant `…`, expected one of": "unknown-role",
        "messages[…]: unknown variant `…`, expected one of `system`, `user`, `assistant`, `tool`": "unknown-role",
        "messages[…]: data did not match any variant of untagged enum": "content-null content-part-type",
        "tools[…]: missing field `…`": "tool-declaration",
        "tools[…].function: missing field `…`": "tool-declaration",
        "tools[…].function.parameters: invalid type": "tool-declaration",
        "tools[…]: unknown variant": "tool-declaration",
        "tool_choice: …, expected": "tool-choice-form",
        "tool_choice: unknown variant": "tool-choice-form",
    },
    "Kimi": {
        "tool_call_id … is not found": "chat-tool-call-id-mismatch empty-id",
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index …": (
            "reasoning-content-missing"
        ),
        "the message at position … with role '…' must not be empty": "empty-message",
        "text content is empty": "empty-text",
        "missing 'type' or 'anyOf' key in parameter type": "tool-declaration",
        "function name is invalid, must start with a letter": "tool-name-pattern",
        "tool_call_id … is duplicated": "duplicate-call-id",
        "duplicate tool_call_id": "duplicate-call-id",
    },
    "MiniMax": {
        "invalid params, tool call id is invalid": "unexpected-result mismatched-id empty-id",
        "invalid params, duplicate tool_call id: …": "chat-duplicate-tool-call-id duplicate-call-id",
        "tool result's tool id(…) not found": "unexpected-result orphan-result",
        "tool result's tool id … not found": "unexpected-result orphan-result",
        "tool call result does not follow tool call": "unexpected-result unanswered-call",
        "tool call and result not match": "unexpected-result unanswered-call",
        "invalid function arguments json string, tool_call_id: …": "arguments-not-json",
        "invalid function arguments json string": "arguments-not-json",
        "invalid params, invalid tool type": "tool-declaration",
        "function name or parameters is empty": "tool-declaration",
        "chat content has invalid message role": "unknown-role",
        "invalid params, invalid chat setting (2013)": "role-order ~chat-setting",
        "invalid chat setting (2013)": "role-order ~chat-setting",
        "invalid params, chat content is empty": "empty-message",
        "invalid params, messages is empty": "~no-messages",
    },
    "GLM": {
        "messages 参数非法": "~glm-1214",
        "history参数非法": "~glm-1214",
        "The messages parameter is illegal": "~glm-1214",
        "角色信息不正确": "unknown-role",
        "Incorrect role information": "unknown-role",
        "tools 参数非法": "tool-declaration",
        "tools[…].function.parameters": "tool-declaration",
        "messages 输入不能为空": "~no-messages",
        "输入不能为空": "empty-message",
        "未正常接收到prompt参数": "~no-messages",
    },
    "Qwen": {
        'The "function.arguments" parameter of the code model must be in JSON format': (
            "arguments-not-json arguments-double-encoded"
        ),
        'messages with role "tool" must be a response to a preceeding message with "tool_calls"': (
            "chat-orphan-tool-message"
        ),
        "Role must be user or assistant and Content length must be greater than 0": (
            "empty-message unknown-role"
        ),
        "Role must be in [user, assistant": "unknown-role",
        "Tool names are not allowed to be": "tool-name-pattern",
        "If tool_calls are present in the message, function.arguments must be defined": "~call-form",
        "messages input is invalid. The error info is [Unexpected item type in content": "content-part-type",
        "Role specification invalid": "unknown-role",
        "messages do not contain elements with the role of user": "starts-with-user",
        "The content field is a required field": "content-null",
        "Can only get item pairs from a mapping": "arguments-not-object arguments-not-json",
        "tool_calls … must be followed by tool messages": "chat-tool-results-must-follow",
    },
    "Groq": {
        "property 'tool_call_id' is missing": "id-required absent-id",
        "property 'content' is missing": "content-null",
        "property 'id' is missing": "id-required absent-id",
        "property '…' is missing": "~field-missing",
        "property '…' is unsupported": "~field-unsupported",
        "property '…' is unsupported, did you mean 'role'": "unknown-field",
        "property '…' is unsupported, did you mean 'content'": "unknown-field",
        "discriminator property 'role' has invalid value": "unknown-role",
        "tool_calls.….function.arguments' : value must be a string": "arguments-not-text",
        "messages.….content' : value must be a string": "content-null",
        "messages.….tool_call_id' : value must be a string": "id-required absent-id",
        "messages' : minimum number of items is 1": "~no-messages",
        "Failed to call a function. Please adjust your prompt": "model-side-failure",
        "Failed to parse tool call arguments as JSON": "arguments-not-json model-side-failure",
        "tool call validation failed: attempted to call tool '…' which was not in request.tools": (
            "model-side-failure undeclared-tool"
        ),
        "tool call validation failed: parameters for tool … did not match schema": (
            "model-side-failure arguments-mismatch-declaration"
        ),
        "Tool choice is required, but model did not call a tool": "model-side-failure",
        "Tool choice is none, but model called a tool": "model-side-failure",
        "See 'failed_generation' for more details": "model-side-failure",
        "invalid JSON schema for tool …": "tool-declaration",
    },
    "xAI": {
        "The arguments to a tool_call with ID '…' are not a valid JSON string": "arguments-not-json",
        "The model expects a single `text` element per message": "content-part-type content-null",
        "Each message must have at least one content element": "empty-message content-null",
        "An empty message was provided": "empty-message content-null",
        "Only messages of role '…' can have a name": "unknown-field",
    },
    "Baidu": {
        "the role of message with odd index in the messages must be assistant": "role-order",
        "the length of messages must be an odd number": "role-order",
    },
    "Xiaomi": {
        "assistant content must contain at least one part": "empty-message content-null",
    },
    "Perplexity": {
        "After the (optional) system message(s),": "roles-alternate",
        "Last message must have role `user`": "ends-with-assistant",
        "Last message must have role": "ends-with-assistant",
        "After the (optional) system message(s), user and assistant roles should be alternating": "roles-alternate",
        "user or tool message(s) should alternate with assistant message(s)": "roles-alternate",
        "user and assistant roles should be alternating": "roles-alternate",
    },
    "Cohere": {
        "tool call id '…' not found in previous tool calls": "co-orphan orphan-result mismatched-id",
        "all elements in history must have a message": "empty-message",
        "unknown field: parameter '…' is not a valid field": "~request-field-unknown",
        "message must be at least 1 token long or tool results must be specified": "empty-message",
        "cannot specify both message and tool_results": "mixed-results",
        "cannot specify message if the last entry in chat history contains tool results": (
            "mixed-results role-order"
        ),
        "tool calls must be followed by tool results": "missing-result",
    },
}

CODES: dict[str, dict[str, str]] = {
    "OpenAI": {
        "string_above_max_length": (
            "chat-id-max-length resp-call-id-length resp-output-limit chat-tool-description-1024"
        ),
        "array_above_max_length": "chat-max-tool-calls-128",
        "empty_array": "chat-empty-tool-calls",
        "invalid_encrypted_content": "foreign-encrypted-content",
    },
    "LangGraph": {"INVALID_CHAT_HISTORY": "chat-tool-results-must-follow missing-result"},
    "Groq": {"tool_use_failed": "model-side-failure"},
    "Gemini": {
        "MALFORMED_FUNCTION_CALL": "model-side-failure",
        "UNEXPECTED_TOOL_CALL": "model-side-failure",
        "TOO_MANY_TOOL_CALLS": "model-side-failure",
        "MISSING_THOUGHT_SIGNATURE": "model-side-failure gem-thought-signature",
        "MALFORMED_RESPONSE": "model-side-failure",
    },
}
"""Words for many things, which count only where the message says nothing better."""
