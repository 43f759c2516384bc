"""OpenAI Responses: items of tools that OpenAI runs, which have an item id and no call id."""

from __future__ import annotations

from crosswire.wire_types.api import listed
from crosswire.wire_types.openai_responses import RESPONSES
from crosswire.wire_types.wire_type import Category

WIRE_TYPES = (
    RESPONSES.hybrid(
        "code_interpreter_call",
        "responses.response_code_interpreter_tool_call_param.ResponseCodeInterpreterToolCallParam",
        "code-interpreter",
        embeds="outputs",
        survey=listed("CodeInterpreterToolCall", Category.CONFLATED),
        note="`outputs` is null unless the request includes them.",
        example={
            "type": "code_interpreter_call",
            "id": "ci_123",
            "container_id": "cntr_1",
            "code": "print(1)",
            "outputs": [{"type": "logs", "logs": "1\n"}],
            "status": "completed",
        },
    ),
    RESPONSES.hybrid(
        "file_search_call",
        "responses.response_file_search_tool_call_param.ResponseFileSearchToolCallParam",
        "file-search",
        embeds="results",
        survey=listed("FileSearchToolCall", Category.CONFLATED),
        note="`results` is null unless the request includes them.",
        example={
            "type": "file_search_call",
            "id": "fs_123",
            "queries": ["x"],
            "status": "completed",
            "results": None,
        },
    ),
    RESPONSES.hybrid(
        "image_generation_call",
        "responses.response_input_item_param.ImageGenerationCall",
        "image-gen",
        embeds="result",
        survey=listed("ImageGenToolCall", Category.CONFLATED),
        example={
            "type": "image_generation_call",
            "id": "ig_123",
            "status": "completed",
            "result": "iVBORw0KGgo=",
        },
    ),
    RESPONSES.hybrid(
        "mcp_call",
        "responses.response_input_item_param.McpCall",
        "mcp",
        embeds="output | error",
        edges=("approval_request_id",),
        survey=listed("MCPToolCall", Category.CONFLATED),
        note="`approval_request_id` names the request for approval that came before.",
        example={
            "type": "mcp_call",
            "id": "mcp_123",
            "server_label": "dmcp",
            "name": "roll",
            "arguments": '{"diceRollExpression":"2d4+1"}',
            "output": "4",
        },
    ),
    RESPONSES.call(
        "web_search_call",
        "responses.response_function_web_search_param.ResponseFunctionWebSearchParam",
        "web-search",
        correlation_field=None,
        category=Category.CONFLATED,
        embeds="action.sources",
        survey=listed("WebSearchToolCall", Category.CONFLATED),
        note="Sources stand in the action where the request includes them.",
        example={
            "type": "web_search_call",
            "id": "ws_123",
            "status": "completed",
            "action": {"type": "search", "query": "x"},
        },
    ),
)
