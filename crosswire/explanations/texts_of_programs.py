"""What servers that people run, gateways and frameworks say of a history.

Written as the tables of `texts_of_providers.py`.
"""

from __future__ import annotations

SERVERS: dict[str, dict[str, str]] = {
    "a chat template (vLLM, llama.cpp, LM Studio, TGI)": {
        "After the optional system message, conversation roles must alternate": "roles-alternate",
        "Conversation roles must alternate user/assistant/user/assistant": "roles-alternate",
        "conversation roles must alternate": "roles-alternate",
        "After the optional system message, con": "roles-alternate",
        "System message must be at the beginning": "role-order",
        "Only user and assistant roles are supported": "unknown-role",
        "System messages are not allowed": "unknown-role",
        "Only user, system and assistant roles are supported": "unknown-role",
        "System role not supported": "unknown-role",
        "Unexpected message role": "unknown-role",
        "Value is not callable: null at row": "~template",
        "Unknown method: … at row": "~template",
        "Template error: …": "~template",
        "'str object' has no attribute 'items'": "arguments-not-object arguments-not-json",
        'can only concatenate str (not "list") to str': "content-part-type content-null",
        'can only concatenate str (not "NoneType") to str': "content-null",
        "'dict object' has no attribute 'content'": "content-null",
        "Jinja Exception: …": "~template",
        "(in chat_template:…)": "~template",
        "jinja2.exceptions.…Error: …": "~template",
        "Expected block keyword at row …, column": "~template",
        "Expected … at row …, column …:": "~template",
        'executing "…" at <…>: …': "~template",
        "Cannot determine type of 'item'": "~no-variant",
        "While executing …Expression at line": "~template",
        "Unknown (built-in) filter 'items' for type String": "arguments-not-object arguments-not-json",
        "Error rendering prompt with jinja template": "~template",
        "Message has tool role, but there was no previous assistant message with a tool call": (
            "orphan-result unexpected-result"
        ),
        "This model only supports single tool-calls at once": "~parallel-calls",
        "Cannot pass both content and thinking in an assistant message with tool calls": "content-beside-calls",
        "You have passed a message containing <|channel|> tags in the content field": "~channel-tags",
        "Cannot put tools in the first user message when there's no first user message": "starts-with-user",
        "No user query found in messages": "starts-with-user",
        "Cannot set `add_generation_prompt` to True when the last message is from the assistant": (
            "ends-with-assistant"
        ),
    },
    "llama.cpp": {
        "Failed to parse tool call arguments as JSON: [json.exception": "arguments-not-json",
        "[json.exception.parse_error": "~json-inside",
        "Cannot have 2 or more assistant messages at the end of the list": "ends-with-assistant role-order",
        "Assistant response prefill is incompatible with enable_thinking": "ends-with-assistant",
        "All non-assistant messages must contain 'content'": "content-null",
        "Expected 'content' to be a string or an array": "content-null",
        "Assistant message must contain either 'content' or 'tool_calls'": "content-null",
        "Missing 'role' in message": "unknown-role",
        "unsupported content[].type": "content-part-type",
        "JSON schema conversion failed": "tool-declaration",
        "failed to parse grammar": "tool-declaration",
        "Failed to parse tools: …": "tool-declaration",
    },
    "vLLM": {
        "'loc': ('body', 'input', 'list[union[": "~no-variant",
        "body -> input -> list[union[": "~no-variant",
        "validation error for ValidatorIterator": "~list-inside",
        "Unknown part type: …": "content-part-type",
        "Tool call IDs should be alphanumeric strings with length 9": "nine-characters",
        "Unexpected role '…' after role '…'": "role-order",
        "Expecting ',' delimiter: line": "~json-inside",
        "Expecting property name enclosed in double quotes: line": "~json-inside",
        "Unterminated string starting at: line": "~json-inside",
        "Extra data: line": "~json-inside",
        "Invalid \\escape: line": "~json-inside",
        "Invalid control character at: line": "~json-inside",
    },
    "openai-harmony (vLLM, SGLang)": {
        "unexpected tokens remaining in message header": "model-side-failure",
        "Unexpected token … while expecting start token": "model-side-failure",
        "channel marker present but no channel value found in header": "model-side-failure",
        "HarmonyError('Unknown role: …": "model-side-failure",
        "HarmonyError: Unknown role: …": "model-side-failure",
    },
    "LM Studio": {
        "array must only contain objects with a 'content' field that is not empty": (
            "empty-text empty-message"
        ),
        "'messages' array must only contain objects with a 'role' field": "unknown-role",
        "tools.….function.parameters.type": "tool-declaration",
    },
    "Ollama": {
        "invalid message content type: …": "content-null",
        "invalid message content type": "content-null",
        "invalid tool call arguments": "arguments-not-json",
        "cannot unmarshal object into Go struct field ChatRequest.messages of type string": (
            "content-null content-part-type"
        ),
        "into Go struct field ChatRequest.messages.content of type string": "content-null content-part-type",
        "into Go struct field Message.messages.content of type string": "content-null content-part-type",
        "cannot unmarshal string into Go struct field … of type api.ToolCallFunctionArguments": (
            "arguments-not-object"
        ),
        "into Go value of type api.ToolCallFunctionArguments": "arguments-not-object",
        "tool_calls.function.arguments of type": "arguments-not-object",
        "into Go struct field ChatRequest.tools": "tool-declaration",
        "tools.function.parameters": "tool-declaration",
        "Value looks like object, but can't find closing '}' symbol": "arguments-not-json",
        "error parsing tool call: raw=": "model-side-failure",
        "error parsing tool call: invalid character": "model-side-failure",
    },
}

PROGRAMS: dict[str, dict[str, str]] = {
    "a gateway of the Responses API": {
        "Duplicate function_call_output for call_id '…'. Each function_call must have exactly one matching "
        "function_call_output": "id-reused-later duplicate-result",
        "Duplicate 'call_id': …": "duplicate-call-id placeholder-id",
    },
    "a server that speaks Chat Completions": {
        "tool message tool_call_id '…' does not match any tool call in the preceding assistant messages": (
            "chat-tool-call-id-mismatch"
        ),
        "Extra inputs are not permitted, field: 'messages[…]…'": "unknown-field ~field-unknown",
    },
    "Databricks": {
        "'parameters' is a required property for 'function' object in parameter 'tools'": (
            "tool-declaration-missing tool-declaration"
        ),
    },
    "OpenRouter": {
        "Every message in the conversation, including those with tool_calls, must include a content field": (
            "content-null"
        ),
    },
    "CLIProxyAPI": {
        'functionResponse.id "…" does not match functionCall.id "…"': (
            "gem-ids-optional-but-echo mismatched-id"
        ),
    },
    "LiteLLM": {
        "Please ensure all messages are valid OpenAI chat completion messages": (
            "unknown-role ~message-form"
        ),
        "Invalid Message passed in": "unknown-role ~message-form",
        "Missing corresponding tool call for tool response message": "orphan-result unexpected-result",
        "Invalid first message. Should always start with 'role'='user'": "starts-with-user",
        "doesn't support tool calling without `tools=` param specified": "no-tools-declared",
        "Unable to convert openai tool calls=… to gemini tool calls": "arguments-not-json",
    },
    "Cerebras": {"Tools with mixed values for 'strict' are not allowed": "tool-declaration"},
    "VS Code": {
        "You may not include more than … tools in your request": "~tools-many",
        "tool parameters array type must have items": "tool-declaration-items",
        "Invalid tool schema for …: array parameter missing items": "tool-declaration-items",
    },
    "Claude Code": {"due to tool use concurrency issues": "missing-result unanswered-call"},
    "Codex": {"tool … invoked with incompatible payload": "mismatched-kind"},
    "LangGraph": {
        "Found AIMessages with tool_calls that do not have a corresponding ToolMessage": (
            "chat-tool-results-must-follow missing-result"
        ),
    },
    "LangChain": {
        "Found unsupported message type in chat history": "unknown-role",
        "Unexpected message with type … at the position": "unknown-role role-order",
        "Message dict must contain 'role' and 'content' keys": "unknown-role foreign-container",
        "Unexpected message with type <class '…HumanMessage'> at the position": "role-order",
        "Unexpected message with type <class '…ToolMessage'> at the position": (
            "orphan-result unexpected-result"
        ),
        "validation error for ToolMessage … tool_call_id": "absent-id id-required",
        "for AIMessage tool_calls.….args": "arguments-not-object",
        "for AIMessage tool_calls.….id": "absent-id id-required",
    },
    "Google ADK": {
        "No function call event found for function responses ids": "orphan-result unexpected-result",
        "No function call event found for function response id": "orphan-result unexpected-result",
    },
    "AI SDK": {
        "messages must be an array of CoreMessage or UIMessage": "~ai-sdk-messages",
        "messages must be a ModelMessage[]": "~ai-sdk-messages",
        "messages must be an array of ModelMessage": "~ai-sdk-messages",
        "The messages do not match the ModelMessage[] schema": "~ai-sdk-messages",
        "must be a CoreMessage[]": "~ai-sdk-messages",
        "MessageConversionError: Unsupported role: …": "unknown-role",
        "Tool result is missing for tool call": "missing-result unanswered-call",
        "Tool results are missing for tool calls": "missing-result unanswered-call",
        "ToolInvocation must have a result": "missing-result unanswered-call",
        "tried to call unavailable tool '…'": "undeclared-tool",
        "Invalid function call arguments in message": "arguments-not-object arguments-not-json",
        "Invalid arguments for tool …: JSON parsing failed": "arguments-not-json",
        "Invalid input for tool …: JSON parsing failed": "arguments-not-json",
        "Invalid input for tool …: Type validation failed": "arguments-mismatch-declaration",
        "Invalid arguments for tool …: Type validation failed": "arguments-mismatch-declaration",
    },
    "OpenAI Agents SDK": {
        "Tool … not found in agent …": "undeclared-tool",
        "ModelBehaviorError: Tool … not found": "undeclared-tool",
    },
    "Pydantic AI": {
        "Tool call results were provided, but the message history does not contain any": (
            "orphan-result unexpected-result"
        ),
        "Cannot provide a new user prompt when the message history contains unprocessed tool calls": (
            "missing-result unanswered-call pending-call"
        ),
        "Tool call results need to be provided for all deferred tool calls": "missing-result unanswered-call",
    },
    "an MCP server": {
        "Error executing tool …: … validation error for …Arguments": "arguments-mismatch-declaration",
    },
    "MCP sampling": {
        "tool_result blocks must match tool_use blocks from previous message": (
            "unexpected-result unanswered-call"
        ),
        "tool_result blocks are not matching any tool_use from the previous message": (
            "unexpected-result orphan-result"
        ),
        "ids of tool_result blocks and tool_use blocks from previous message do not match": (
            "unexpected-result unanswered-call"
        ),
        "The last message must contain only tool_result content if any is present": "mixed-results",
    },
}
