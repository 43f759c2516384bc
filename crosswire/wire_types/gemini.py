"""Google Gemini: parts of generateContent, steps of Interactions, and messages of Live."""

from __future__ import annotations

from crosswire.wire_types.api import Api, listed
from crosswire.wire_types.wire_type import Category, Discriminator

_CONTENT = Api(
    "gemini",
    "gemini-generateContent",
    "google.genai.types.",
    "gemini.",
    format="gemini",
    ties=("id", "id"),
    item_ids=("id", "id"),
    embeds="response",
    usual=Category.NULLABLE,
    told_by="key",
)
_LIVE = Api(
    "gemini",
    "gemini-live",
    "google.genai.types.",
    "gemini.live.",
    ties=("functionCalls[].id", "functionResponses[].id"),
    item_ids=("functionCalls[].id", "functionResponses[].id"),
    usual=Category.NULLABLE,
    told_by="key",
)
_STEPS = Api(
    "gemini",
    "gemini-interactions",
    "google.genai._gaos.types.interactions.",
    "gemini.interactions.",
    ties=("id", "call_id"),
    item_ids=("id", None),
    embeds="result",
    format="gemini-interactions",
)

WIRE_TYPES = (
    _CONTENT.call(
        "functionCall",
        "Part",
        "function",
        paired_with=("functionResponse",),
        survey=listed("FunctionCall", Category.NULLABLE),
        note=(
            "Older models leave the id out, and Vertex AI long refused the field; newer "
            "ones want it back."
        ),
        example={
            "functionCall": {
                "id": "call_4162774",
                "name": "get_weather",
                "args": {"city": "Denver"},
            },
            "thoughtSignature": "c2ln",
        },
    ),
    _CONTENT.output(
        "functionResponse",
        "Part",
        "function",
        paired_with=("functionCall",),
        survey=listed("FunctionResponse", Category.NULLABLE),
        note="Has an id where its call has one; the name ties it in any case.",
        example={
            "functionResponse": {
                "id": "call_4162774",
                "name": "get_weather",
                "response": {"output": "15C"},
            }
        },
    ),
    _CONTENT.call(
        "executableCode",
        "Part",
        "code-execution",
        paired_with=("codeExecutionResult",),
        survey=listed("ExecutableCode", Category.SYNTHETIC),
        note="Without an id the result is the next part.",
        example={"executableCode": {"language": "PYTHON", "code": "print(1)"}},
    ),
    _CONTENT.output(
        "codeExecutionResult",
        "Part",
        "code-execution",
        embeds="output",
        paired_with=("executableCode",),
        survey=listed("CodeExecutionResult", Category.SYNTHETIC),
        note="Has an id only where its code has one.",
        example={"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
    ),
    _CONTENT.call(
        "toolCall",
        "Part",
        "generic-server-tool",
        paired_with=("toolResponse",),
        survey=listed("ToolCall", Category.SYNTHETIC),
        note="Shown only where the request asks for the calls of Google's own tools.",
        example={
            "toolCall": {
                "id": "tc_1",
                "toolType": "GOOGLE_SEARCH_WEB",
                "args": {"queries": ["x"]},
            },
            "thoughtSignature": "c2ln",
        },
    ),
    _CONTENT.output(
        "toolResponse",
        "Part",
        "generic-server-tool",
        paired_with=("toolCall",),
        survey=listed("ToolResponse", Category.SYNTHETIC),
        note="Stands in the model's own turn.",
        example={
            "toolResponse": {
                "id": "tc_1",
                "toolType": "GOOGLE_SEARCH_WEB",
                "response": {"search_suggestions": "..."},
            }
        },
    ),
    _LIVE.call(
        "toolCall",
        "LiveServerToolCall",
        "function",
        discriminator=Discriminator("key", "toolCall"),
        paired_with=("toolResponse",),
        example={"functionCalls": [{"id": "fc_1", "name": "f", "args": {}}]},
    ),
    _LIVE.output(
        "toolResponse",
        "LiveClientToolResponse",
        "function",
        discriminator=Discriminator("key", "toolResponse"),
        paired_with=("toolCall",),
        example={
            "functionResponses": [{"id": "fc_1", "name": "f", "response": {"output": "1"}}]
        },
    ),
    _STEPS.call(
        "function_call",
        "functioncallstep.FunctionCallStep",
        "function",
        paired_with=("function_result",),
        note="Unlike in generateContent, the id is required here.",
        example={"type": "function_call", "id": "function_1", "name": "f", "arguments": {}},
    ),
    _STEPS.output(
        "function_result",
        "functionresultstep.FunctionResultStep",
        "function",
        paired_with=("function_call",),
        example={
            "type": "function_result",
            "call_id": "function_1",
            "name": "f",
            "result": "ok",
        },
    ),
    _STEPS.call(
        "code_execution_call",
        "codeexecutioncallstep.CodeExecutionCallStep",
        "code-execution",
        paired_with=("code_execution_result",),
        example={
            "type": "code_execution_call",
            "id": "code_execution_1",
            "arguments": {"language": "python", "code": "print(1)"},
        },
    ),
    _STEPS.output(
        "code_execution_result",
        "codeexecutionresultstep.CodeExecutionResultStep",
        "code-execution",
        paired_with=("code_execution_call",),
        example={
            "type": "code_execution_result",
            "call_id": "code_execution_1",
            "result": "1",
        },
    ),
    _STEPS.call(
        "url_context_call",
        "urlcontextcallstep.URLContextCallStep",
        "url-context",
        paired_with=("url_context_result",),
        example={
            "type": "url_context_call",
            "id": "url_context_1",
            "arguments": {"urls": ["https://e.com"]},
        },
    ),
    _STEPS.output(
        "url_context_result",
        "urlcontextresultstep.URLContextResultStep",
        "url-context",
        paired_with=("url_context_call",),
        example={"type": "url_context_result", "call_id": "url_context_1", "result": []},
    ),
    _STEPS.call(
        "google_search_call",
        "googlesearchcallstep.GoogleSearchCallStep",
        "google-search",
        paired_with=("google_search_result",),
        example={
            "type": "google_search_call",
            "id": "google_search_1",
            "arguments": {"queries": ["x"]},
        },
    ),
    _STEPS.output(
        "google_search_result",
        "googlesearchresultstep.GoogleSearchResultStep",
        "google-search",
        paired_with=("google_search_call",),
        example={"type": "google_search_result", "call_id": "google_search_1", "result": []},
    ),
    _STEPS.call(
        "google_maps_call",
        "googlemapscallstep.GoogleMapsCallStep",
        "google-maps",
        paired_with=("google_maps_result",),
        example={"type": "google_maps_call", "id": "google_maps_1"},
    ),
    _STEPS.output(
        "google_maps_result",
        "googlemapsresultstep.GoogleMapsResultStep",
        "google-maps",
        paired_with=("google_maps_call",),
        example={"type": "google_maps_result", "call_id": "google_maps_1", "result": []},
    ),
    _STEPS.call(
        "file_search_call",
        "filesearchcallstep.FileSearchCallStep",
        "file-search",
        paired_with=("file_search_result",),
        example={"type": "file_search_call", "id": "file_search_1"},
    ),
    _STEPS.output(
        "file_search_result",
        "filesearchresultstep.FileSearchResultStep",
        "file-search",
        embeds=None,
        paired_with=("file_search_call",),
        example={"type": "file_search_result", "call_id": "file_search_1"},
    ),
    _STEPS.call(
        "mcp_server_tool_call",
        "mcpservertoolcallstep.MCPServerToolCallStep",
        "mcp",
        paired_with=("mcp_server_tool_result",),
        example={
            "type": "mcp_server_tool_call",
            "id": "mcp_server_tool_1",
            "name": "echo",
            "server_name": "s",
            "arguments": {},
        },
    ),
    _STEPS.output(
        "mcp_server_tool_result",
        "mcpservertoolresultstep.MCPServerToolResultStep",
        "mcp",
        paired_with=("mcp_server_tool_call",),
        example={
            "type": "mcp_server_tool_result",
            "call_id": "mcp_server_tool_1",
            "result": "ok",
        },
    ),
    _STEPS.call(
        "retrieval_call",
        "retrievalcallstep.RetrievalCallStep",
        "retrieval",
        paired_with=("retrieval_result",),
        example={
            "type": "retrieval_call",
            "id": "retrieval_1",
            "arguments": {"queries": ["x"]},
        },
    ),
    _STEPS.output(
        "retrieval_result",
        "retrievalresultstep.RetrievalResultStep",
        "retrieval",
        embeds=None,
        paired_with=("retrieval_call",),
        example={"type": "retrieval_result", "call_id": "retrieval_1"},
    ),
    _STEPS.call(
        "tool_search_call",
        "toolsearchcallstep.ToolSearchCallStep",
        "tool-search",
        paired_with=("tool_search_result",),
        example={
            "type": "tool_search_call",
            "id": "tool_search_1",
            "arguments": {"function_names": ["x"]},
        },
    ),
    _STEPS.output(
        "tool_search_result",
        "toolsearchresultstep.ToolSearchResultStep",
        "tool-search",
        paired_with=("tool_search_call",),
        example={"type": "tool_search_result", "call_id": "tool_search_1", "result": []},
    ),
    _STEPS.call(
        "processing_call",
        "processingcallstep.ProcessingCallStep",
        "media-processing",
        paired_with=("processing_result",),
        example={"type": "processing_call", "id": "processing_1"},
    ),
    _STEPS.output(
        "processing_result",
        "processingresultstep.ProcessingResultStep",
        "media-processing",
        embeds=None,
        paired_with=("processing_call",),
        example={"type": "processing_result", "call_id": "processing_1"},
    ),
)
