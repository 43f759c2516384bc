"""What providers say beside the texts of the grounds: older and newer words, and short ones.

An ellipsis stands for each thing that varies. Each text is followed by what it speaks of: keys
of grounds, names of rules, or `~` and a name of `meanings.py`.
"""

from __future__ import annotations

_LATIN = "'^[a-zA-Z0-9_-]+$'"
_AT_CONTENT = "messages.….content.…"

OPENAI: dict[str, dict[str, str]] = {
    "OpenAI": {
        "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.": (
            "chat-id-non-empty absent-id"
        ),
        "Invalid type for 'messages[…].tool_calls[…].id': expected a string, but got null instead.": (
            "chat-id-non-empty absent-id"
        ),
        "Invalid type for 'messages[…].tool_call_id': expected a string, but got null instead.": (
            "chat-id-non-empty absent-id"
        ),
        "Missing required parameter: 'messages[…].tool_call_id'.": "chat-id-non-empty absent-id",
        "Missing required parameter: 'messages[…].tool_calls[…].id'.": "chat-id-non-empty absent-id",
        "Missing required parameter: 'messages[…].tool_calls[…].type'.": "~call-type",
        "Missing required parameter: 'messages[…].tool_calls[…].function'.": "~call-form",
        "Missing required parameter: 'messages[…].content'.": "chat-content-null",
        "Missing required parameter: 'messages[…].content[…].type'.": "content-part-type",
        "Missing required parameter: 'input[…].content[…].type'.": "content-part-type",
        "Missing required parameter: 'messages[…].…'.": "~field-missing",
        "Missing required parameter: 'input[…].…'.": "~field-missing",
        "Unknown parameter: 'messages[…].…'.": "unknown-field ~field-unknown",
        "Unknown parameter: 'input[…].…'.": "unknown-field ~field-unknown",
        "Additional properties are not allowed ('…' was unexpected) - 'messages.…'": "unknown-field ~field-unknown",
        "Invalid type for 'messages[…].content': expected one of a string or array of objects, but got … instead.": (
            "chat-content-null"
        ),
        "Invalid type for 'messages[…].content': expected a string, but got … instead.": "chat-content-null",
        "Invalid type for 'input[…].content': expected one of an array of objects or string, but got … instead.": (
            "content-null"
        ),
        "Invalid type for 'input[…].output': expected one of … string, but got … instead.": "result-form",
        "Invalid type for 'messages[…].tool_calls': expected an array of objects, but got null instead.": (
            "~calls-null"
        ),
        "Invalid value: '…'. Supported values are: 'text', 'image_url', 'input_audio', …": (
            "content-part-type"
        ),
        "Invalid 'messages[…]'. Content blocks are expected to be either text or image_url type.": (
            "content-part-type result-form"
        ),
        "Invalid file data: 'input[…].output[…].file_data'. Expected a base64-encoded data URL": "result-form",
        "Invalid content type. image_url is only supported by certain models.": "content-part-type",
        "Unsupported value: 'messages[…].role' does not support '…' with this model.": "unknown-role",
        "Invalid parameter: messages with role 'function' must have a 'name'": "response-name ~field-missing",
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
        "messages with role 'tool' must be a response to a preceding message with 'tool_calls'": (
            "chat-orphan-tool-message"
        ),
        "No tool output found for local shell call …": "resp-local-shell-output-id resp-call-needs-output",
        "Duplicate call_ids submitted": "duplicate-result",
        "Expected tool outputs for call_ids …, got …": "mismatched-id unanswered-call",
        "Tool outputs must match run's required action: missing outputs for …": "missing-result",
        "Item '…' of type '…' was provided without its required 'reasoning' item: '…'.": (
            "call-without-reasoning"
        ),
        "Item '…' of type 'reasoning' was provided without its required '…' item": (
            "reasoning-without-follower"
        ),
        "Item with id '…' not found.": "resp-store-false-ids",
        "Previous response with id '…' not found": "item-not-stored",
        "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.": (
            "result-in-wrong-role"
        ),
        "Invalid schema for function '…'": "tool-declaration",
        "Missing required parameter: 'tools[…].…'.": "tool-declaration",
        "Missing required parameter: 'tools[…]": "tool-declaration",
        "Unknown parameter: 'tools[…].…'.": "tool-declaration",
        "Invalid type for 'tools[…]": "tool-declaration",
        "Invalid 'tools': array too long. Expected an array with maximum length …": "~tools-many",
        "Expected arguments to be an object/ a JSON string": "arguments-not-text",
        "Tool choice '…' must be specified with 'tools' parameter": "tool-choice-form",
        "'tool_choice' is only allowed when 'tools' are specified": "tool-choice-form",
        "Tool choice '…' not found in 'tools' parameter": "tool-choice-form",
        "Invalid value for 'tool_choice'": "tool-choice-form",
        "invalid_function_parameters": "tool-declaration",
    },
    "OpenAI, older": {
        "None is not of type 'string' - 'messages.….content'": "chat-content-null",
        "[] is too short - 'messages.….tool_calls'": "chat-empty-tool-calls",
        "[] is too short - 'messages'": "list-length ~no-messages",
        "'content' is a required property - 'messages.…'": "chat-content-null",
        "'…' is not one of ['system', 'assistant', 'user', 'function'] - 'messages.….role'": "chat-roles",
        "'…' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'tools.….function.name'": "chat-function-name",
        "'…' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'functions.….name'": "chat-function-name",
        "'…' does not match '^[a-zA-Z0-9_-]{1,64}$' - 'messages.….tool_calls.….function.name'": (
            "chat-function-name"
        ),
    },
    "Azure AI Foundry": {
        "Required property 'call_id' is missing": "az-validator-lenient resp-call-id-optional-on-output",
    },
}

ANTHROPIC: dict[str, dict[str, str]] = {
    "Anthropic": {
        "`tool_use` ids were found without `tool_result` blocks immediately after: …": (
            "ant-result-must-follow ant-result-first"
        ),
        "messages.…: all messages must have non-empty content except for the optional final assistant message": (
            "empty-message content-null empty-text"
        ),
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message.": (
            "ant-result-must-follow ant-result-first"
        ),
        "tool_result.tool_use_id: Field required": "ant-result-id-required",
        "tool_result.tool_use_id: String should have at least 1 character": "empty-id ant-result-id-required",
        "tool_use.id: String should have at least 1 character": "empty-id absent-id id-required",
        "tool_use.id: Field required": "absent-id id-required",
        "tool_use.id: Input should be a valid string": "absent-id id-required",
        "tool_use.name: String should match pattern": "ant-tool-name",
        "tool_use.name: String should have at …": "ant-tool-name",
        f"tool_result.tool_use_id: String should match pattern {_LATIN}": "ant-id-pattern",
        "custom.name: String should have at most … characters": "ant-tool-name",
        "tool_use.input: Input should be …": "ant-input-object",
        "tool_use.input: Field required": "ant-input-object",
        "tool_result.content: Input should be …": "result-form",
        "tool_result.content.….…: Input should be …": "result-form",
        "tool_result.content.….…: Field required": "result-form",
        "tool_result.content.….…: Extra inputs are not permitted": "result-form",
        "tool_result.content.…: Input tag '…' found using 'type' does not match any of the expected tags": (
            "result-form content-part-type"
        ),
        f"{_AT_CONTENT}: Input tag '…' found using 'type' does not match any of the expected tags": (
            "content-part-type"
        ),
        f"{_AT_CONTENT}: Input should be a valid dictionary or object to extract fields from": (
            "content-part-type"
        ),
        f"{_AT_CONTENT}.type: Field required": "content-part-type",
        f"{_AT_CONTENT}.document.source.type: Field required": "content-part-type",
        f"{_AT_CONTENT}.image.source.type: Field required": "content-part-type",
        f"{_AT_CONTENT}.text.text: Field required": "~block-form",
        f"{_AT_CONTENT}.text.text: Input should be …": "content-part-type ~block-form",
        f"{_AT_CONTENT}.….…: Extra inputs are not permitted": "unknown-field ~field-unknown",
        "messages.….…: Extra inputs are not permitted": "unknown-field ~field-unknown",
        "messages.….content: Input should be a valid string": "ant-content-form",
        "messages.…: Input does not match the expected shape.": "content-null content-part-type",
        "messages.….role: Field required": "unknown-role",
        "messages: at least one message is required": "~no-messages",
        "messages: List should have at least 1 item after validation": "~no-messages",
        'messages: Unexpected role "…". Allowed roles are "user" or "assistant"': "unknown-role",
        'Unexpected role "…". The Messages API accepts a top-level `system` parameter, not': "unknown-role",
        "`tool_result` block(s) provided when previous message does not contain any `tool_use` blocks": (
            "ant-orphan-result orphan-result"
        ),
        "`tool_result` blocks can only be in `user` messages": "misplaced-tool-block",
        "`tool_use` blocks can only be in `assistant` messages": "misplaced-tool-block",
        "`tool_use` blocks must be at the end of the message": "misplaced-tool-block",
        "encrypted_content: Field required": "ant-encrypted-content",
        "Invalid `encrypted_content` in `…` block": "ant-encrypted-content",
        "Expected `thinking` or `redacted_thinking`, but found `…`": "ant-thinking-first",
        "a final `assistant` message must start with a thinking block": "ant-thinking-first",
        "The block is bound to a different conversation": "ant-thinking-unmodified",
        "thinking.signature: Field required": "ant-thinking-unmodified",
        "each thinking block must contain thinking": "thinking-changed",
        "thinking.thinking: Field required": "thinking-changed",
        "Invalid `data` in `redacted_thinking` block": "thinking-changed",
        "The final block in an assistant message cannot be `thinking`": "~ends-with-thinking",
        "When `thinking` is disabled, an `assistant` message in the final position cannot contain `thinking`": (
            "~thinking-off"
        ),
        "Pre-filling the assistant response is not supported": "ends-with-assistant",
        "assistant message prefill is not supported": "ends-with-assistant",
        "cache_control cannot be set for empty text blocks": "empty-text",
        "cache_control may not be specified within `…`. Instead, place it directly on": "~cache-place",
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block": "~cache-order",
        "Requests which include `tool_use` or `tool_result` blocks must define tools": (
            "no-tools-declared undeclared-tool"
        ),
        "The request body is not valid JSON: no low surrogate in string": "~half-character",
        "not valid JSON: invalid high surrogate in string": "~half-character",
        "tool_use blocks found without corresponding tool_result blocks": "ant-result-must-follow",
        "tool_choice: Field required": "tool-choice-form",
        "tool_choice.….…: Input should be …": "tool-choice-form",
        "Tool '…' not found in provided tools": "tool-choice-form",
        "Tool reference '…' not found in available tools": "undeclared-tool",
        "tools.….…: Input should be …": "tool-declaration",
        "tools.….….…: Input should be …": "tool-declaration",
        "tools.….….…: Field required": "tool-declaration",
        "tools.….…: Field required": "tool-declaration",
        "tools.….….…: Extra inputs are not permitted": "tool-declaration",
        "tools.…: Input tag '…' found using 'type' does not match any of the expected tags": "tool-declaration",
        "input_schema: JSON schema is invalid": "tool-declaration",
        "It must match JSON Schema draft 2020-12": "tool-declaration",
        "input_schema does not support oneOf, allOf, or anyOf at the top level": "tool-declaration",
        "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'": "tool-declaration",
    },
    "Anthropic, on Bedrock or Vertex or older": {
        "messages.…: Did not find … `tool_result` block(s) at the beginning of this message. Messages following "
        "`tool_use` blocks must begin with a matching number of `tool_result` blocks.": (
            "ant-result-must-follow ant-result-first"
        ),
        "Did not find … `tool_result` block(s) at the beginning of this message": (
            "ant-result-must-follow ant-result-first"
        ),
        'roles must alternate between "user" and "assistant", but found multiple': "role-order ant-roles",
        'first message must use the "user" role': "starts-with-user ant-roles",
    },
}

GOOGLE: dict[str, dict[str, str]] = {
    "Gemini": {
        "Function call is missing a thought_signature in functionCall parts.": "gem-thought-signature",
        "Thought signature is not valid": "gem-signature-intact",
        "contents[…].parts[…].thought_signature' (TYPE_BYTES), Base64 decoding failed": "gem-signature-intact",
        "Unknown name \"id\" at 'contents[…].parts[…].function_…': Cannot find": "gem-vertex-no-id",
        "Unknown name \"call_id\" at 'contents[…].parts[…].function_…': Cannot find": "gem-vertex-no-id",
        "Unknown name \"…\" at 'contents[…]…': Cannot find field.": "unknown-field ~field-unknown",
        "contents.parts must not be empty": "gem-empty-parts",
        "parts: contents.parts must not be empty": "gem-empty-parts",
        "contents[…].parts[…].data: required oneof field 'data' must have one initialized field": (
            "empty-message"
        ),
        "required oneof field 'data' must have one initialized field": "empty-message",
        "GenerateContentRequest.contents: contents is not specified": "~no-messages",
        "contents are required": "~no-messages",
        "function_response.name: Name cannot be empty": "gem-response-name",
        "function_call.name: Name cannot be empty": "tool-name-pattern",
        "`function_response.parts` is not supported": "media-in-response",
        "Please ensure that single turn requests end with a user role or the role field is empty": (
            "ends-with-assistant"
        ),
        "Please ensure that the conversation ends with a user": "ends-with-assistant",
        "Content with system role is not supported.": "unknown-role",
        "Role '…' is not supported. Please use a valid role": "unknown-role",
        "The number of function response parts is not equal to the number of function call parts": (
            "gem-count-match"
        ),
        "tools[…].function_declarations[…].….…": "tool-declaration",
        "tools[…].functionDeclarations[…].….…": "tool-declaration",
        "function_declarations[…].parameters": "tool-declaration",
        "functionDeclaration parameters.… schema": "tool-declaration",
        "functionDeclaration `…` schema specified other fields alongside any_of": "tool-declaration",
        "Duplicate function declaration found: …": "tool-declared-twice",
        "functionDeclaration parameters schema should be of type OBJECT": "tool-declaration",
        "The specified schema produces a constraint that has too many states for serving": "~schema-large",
        "Function calling config is set without function_declarations": "tool-choice-form",
        "allowed_function_names should be set only when": "tool-choice-form",
        "Tool use with function calling is unsupported": "~tools-together",
        "Built-in tools ({…}) and Function Calling cannot be combined": "~tools-together",
        "Multiple tools are supported only when they are all search tools": "~tools-together",
    },
    "Vertex AI": {
        "function call `…` in the … content block is missing a `thought_signature`": "gem-thought-signature",
        "Please ensure that multiturn requests alternate between user and model": "role-order gem-roles",
        "Please ensure that multiturn requests ends with a user role or a function response": (
            "ends-with-assistant"
        ),
        "the number of function response parts should be equal to number of function call parts": (
            "gem-count-match"
        ),
        "it must include at least one parts field": "gem-empty-parts",
        "must have one initialized field": "empty-message",
        "Unable to submit request because one or more function parameters didn't specify the schema type field": (
            "tool-declaration"
        ),
        "Unable to submit request because `…` functionDeclaration": "tool-declaration",
    },
}

AWS: dict[str, dict[str, str]] = {
    "Bedrock": {
        "The content field in the Message object at messages.… is empty. Add a ContentBlock object to the "
        "content field and try again.": "empty-message",
        "member.toolUse.toolUseId' failed to satisfy constraint": "br-tool-use-id",
        "member.toolResult.toolUseId' failed to satisfy constraint": "br-tool-use-id",
        "member.toolSpec.name' failed to satisfy constraint": "br-tool-name",
        "member.toolUse.name' failed to satisfy constraint": "br-tool-name",
        "toolConfig.tools.….member.toolSpec.description' failed to satisfy constraint": "tool-declaration",
        "toolConfig.tools.….member.toolSpec.inputSchema": "tool-declaration",
        "The toolUse blocks at messages.….content contain duplicate Ids: …": (
            "br-unique-ids duplicate-call-id tool-name-as-id"
        ),
        "#/messages/…: extraneous key [toolResult] is not permitted": "content-part-type misplaced-tool-block",
        "#/messages/…: extraneous key [toolUse] is not permitted": "content-part-type misplaced-tool-block",
        "#/messages/…: extraneous key [tool_calls] is not permitted": "foreign-container",
        "#/messages/…: extraneous key […] is not permitted": "unknown-field ~field-unknown",
        "#/messages/…: required key [content] not found": "content-null",
        "#/messages/…: expected type: …, found: …": "~block-form",
        "#/tools/…: extraneous key […] is not permitted": "tool-declaration",
        "#/toolConfig/…: extraneous key […] is not permitted": "tool-declaration",
        "This model doesn't support the s3Uri field": "content-part-type",
        "This model doesn't support the … content block that you provided": "content-part-type",
        "This model doesn't support the reasoningContent": "content-part-type",
        "This model doesn't support the toolConfig.toolChoice": "tool-choice-form",
        "This model doesn't support the toolConfig.toolChoice.any field": "tool-choice-form",
        "This model doesn't support the toolConfig.toolChoice.tool field": "tool-choice-form",
        "A conversation must alternate between user and assistant roles": "role-order",
        "Conversations must alternate between user and assistant": "role-order",
        "The format of the value at messages.….content.….toolUse.input is invalid. Provide a json object": (
            "input-not-object"
        ),
        "The value at messages.….content.….toolUse.input is empty": "input-not-object",
        "toolUse.input is invalid. Provide a json object for the field": "input-not-object",
        "The content field at messages.….content.….toolResult cannot be empty when status value is error": (
            "result-form"
        ),
        "toolResult.content is empty": "result-form",
        "The content field in the ToolResultBlock object at messages.….content.… is empty": "result-form",
        "The content field in the ToolResult object at messages.….content.… is empty": "result-form",
        "The ContentBlock object at messages.….content.… must set one of the following keys": (
            "content-part-type"
        ),
        'Unknown parameter in messages[…].content[…]: "…", must be one of: text, image': "content-part-type",
        "Unknown parameter in messages[…]": "unknown-field ~field-unknown",
        'Missing required parameter in messages[…].content[…].toolUse: "toolUseId"': "absent-id id-required",
        'Missing required parameter in messages[…].content[…].toolResult: "toolUseId"': (
            "absent-id id-required"
        ),
        "Missing required parameter in toolConfig.tools[…]": "tool-declaration",
        "Invalid type for parameter messages[…].content, value: …, valid types: <class 'list'>": "content-null",
        "Invalid type for parameter messages[…].content[…].toolResult.content": "result-form",
        "Invalid type for parameter messages[…].content[…].toolUse.input": "input-not-object",
        "Invalid type for parameter toolConfig.tools[…]": "tool-declaration",
        "Invalid length for parameter messages[…].content[…].toolUse.name": "tool-name-pattern",
        "The number of toolResult blocks at messages.….content exceeds": "br-results-excess",
        "tool use input … must be a JSON object": "input-not-object",
        "Model produced invalid sequence as part of ToolUse": "model-side-failure",
    },
    "Amazon Q": {
        "ToolResult with ID … has no corresponding ToolUse": "orphan-result",
    },
}
