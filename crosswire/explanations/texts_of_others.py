"""What other providers, servers, gateways and frameworks say of a history.

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
        "Last message must have role `user`": "ends-with-assistant",
        "Last message must have role": "ends-with-assistant",
        "After the (optional) system message(s), user and assistant roles should be alternating": "role-order",
        "user or tool message(s) should alternate with assistant message(s)": "role-order",
        "user and assistant roles should be alternating": "role-order",
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

SERVERS: dict[str, dict[str, str]] = {
    "a chat template (vLLM, llama.cpp, LM Studio, TGI)": {
        "After the optional system message, conversation roles must alternate": "role-order",
        "Conversation roles must alternate user/assistant/user/assistant": "role-order",
        "conversation roles must alternate": "role-order",
        "After the optional system message, con": "role-order",
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
