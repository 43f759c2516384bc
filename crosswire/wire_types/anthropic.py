"""Anthropic Messages: blocks of content. The id of a call is the id that its result names."""

from __future__ import annotations

from crosswire.wire_types.api import Api, listed

_MESSAGES = Api(
    "anthropic",
    "anthropic-messages",
    "anthropic.types.",
    "anthropic.",
    format="anthropic",
    ties=("id", "tool_use_id"),
    item_ids=("id", None),
    embeds="content",
)

WIRE_TYPES = (
    _MESSAGES.call(
        "tool_use",
        "ToolUseBlockParam",
        "function",
        paired_with=("tool_result",),
        edges=("caller",),
        survey=listed("ResponseToolUseBlock"),
        note="The id is that of the call; the block has no other.",
        example={
            "type": "tool_use",
            "id": "toolu_01A09q90qw90lq917835lq9",
            "name": "get_weather",
            "input": {"city": "Paris"},
        },
    ),
    _MESSAGES.call(
        "mcp_tool_use",
        "beta.BetaMCPToolUseBlockParam",
        "mcp",
        paired_with=("mcp_tool_result",),
        beta="mcp-client",
        survey=listed("ResponseMCPToolUseBlock"),
        note="Anthropic runs it, so that the result follows in the same message.",
        example={
            "type": "mcp_tool_use",
            "id": "mcptoolu_014Q35RayjACSWkSj4X2yov1",
            "name": "echo",
            "server_name": "example-mcp",
            "input": {"param1": "value1"},
        },
    ),
    _MESSAGES.call(
        "server_tool_use",
        "ServerToolUseBlockParam",
        "server-tool",
        paired_with=(
            "web_search_tool_result",
            "web_fetch_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "tool_search_tool_result",
            "advisor_tool_result",
        ),
        edges=("caller",),
        survey=listed("ResponseServerToolUseBlock"),
        note=(
            "Anthropic runs it; its ids begin with `srvtoolu_`, and its names are a "
            "closed list."
        ),
        example={
            "type": "server_tool_use",
            "id": "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE",
            "name": "web_search",
            "input": {"query": "claude shannon birth date"},
        },
    ),
    _MESSAGES.output(
        "tool_result",
        "ToolResultBlockParam",
        "function",
        paired_with=("tool_use",),
        survey=listed("RequestToolResultBlock"),
        note="Sent by the client in a user message; it may hold images and documents too.",
        example={
            "type": "tool_result",
            "tool_use_id": "toolu_01A09q90qw90lq917835lq9",
            "content": "15 degrees",
        },
    ),
    _MESSAGES.output(
        "mcp_tool_result",
        "beta.BetaRequestMCPToolResultBlockParam",
        "mcp",
        paired_with=("mcp_tool_use",),
        beta="mcp-client",
        survey=listed("ResponseMCPToolResultBlock"),
        example={
            "type": "mcp_tool_result",
            "tool_use_id": "mcptoolu_014Q35RayjACSWkSj4X2yov1",
            "is_error": False,
            "content": [{"type": "text", "text": "Hello"}],
        },
    ),
    _MESSAGES.output(
        "bash_code_execution_tool_result",
        "BashCodeExecutionToolResultBlockParam",
        "bash-code-execution",
        paired_with=("server_tool_use",),
        survey=listed("ResponseBashCodeExecutionToolResultBlock"),
        example={
            "type": "bash_code_execution_tool_result",
            "tool_use_id": "srvtoolu_01B3C4D5E6",
            "content": {
                "type": "bash_code_execution_result",
                "stdout": "ok\n",
                "stderr": "",
                "return_code": 0,
                "content": [],
            },
        },
    ),
    _MESSAGES.output(
        "code_execution_tool_result",
        "CodeExecutionToolResultBlockParam",
        "code-execution",
        paired_with=("server_tool_use",),
        survey=listed("ResponseCodeExecutionToolResultBlock"),
        note="The content may be encrypted, and is then only good for sending back.",
        example={
            "type": "code_execution_tool_result",
            "tool_use_id": "srvtoolu_01A2B3C4D5",
            "content": {
                "type": "code_execution_result",
                "stdout": "5.5\n",
                "stderr": "",
                "return_code": 0,
                "content": [],
            },
        },
    ),
    _MESSAGES.output(
        "text_editor_code_execution_tool_result",
        "TextEditorCodeExecutionToolResultBlockParam",
        "text-editor",
        paired_with=("server_tool_use",),
        survey=listed("ResponseTextEditorCodeExecutionToolResultBlock"),
        example={
            "type": "text_editor_code_execution_tool_result",
            "tool_use_id": "srvtoolu_01C4D5E6F7",
            "content": {
                "type": "text_editor_code_execution_create_result",
                "is_file_update": False,
            },
        },
    ),
    _MESSAGES.output(
        "tool_search_tool_result",
        "ToolSearchToolResultBlockParam",
        "tool-search",
        paired_with=("server_tool_use",),
        survey=listed("ResponseToolSearchToolResultBlock"),
        example={
            "type": "tool_search_tool_result",
            "tool_use_id": "srvtoolu_01ABC123",
            "content": {
                "type": "tool_search_tool_search_result",
                "tool_references": [{"type": "tool_reference", "tool_name": "get_weather"}],
            },
        },
    ),
    _MESSAGES.output(
        "web_fetch_tool_result",
        "WebFetchToolResultBlockParam",
        "web-fetch",
        paired_with=("server_tool_use",),
        edges=("caller",),
        survey=listed("ResponseWebFetchToolResultBlock"),
        example={
            "type": "web_fetch_tool_result",
            "tool_use_id": "srvtoolu_01234567890abcdef",
            "content": {
                "type": "web_fetch_result",
                "url": "https://example.com/a",
                "content": {
                    "type": "document",
                    "source": {
                        "type": "text",
                        "media_type": "text/plain",
                        "data": "Full text",
                    },
                },
            },
        },
    ),
    _MESSAGES.output(
        "web_search_tool_result",
        "WebSearchToolResultBlockParam",
        "web-search",
        paired_with=("server_tool_use",),
        edges=("caller",),
        survey=listed("ResponseWebSearchToolResultBlock"),
        note=(
            "`encrypted_content` is checked when it comes back, so no converter can write "
            "this block."
        ),
        example={
            "type": "web_search_tool_result",
            "tool_use_id": "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE",
            "content": [
                {
                    "type": "web_search_result",
                    "url": "https://en.wikipedia.org/wiki/Claude_Shannon",
                    "title": "Claude Shannon",
                    "encrypted_content": "EqgfCioIARgB",
                    "page_age": "April 30, 2026",
                }
            ],
        },
    ),
    _MESSAGES.call(
        "toolset_tool_use.browser",
        "BrowserScreenshotToolUseBlock",
        "browser-toolset",
        paired_with=("tool_result.toolset",),
        edges=("caller",),
        note=(
            "A `tool_use` told by its `toolset_name`: the SDK has a class for each tool of "
            "the set."
        ),
        example={
            "type": "tool_use",
            "id": "toolu_01BrowserAbc",
            "caller": {"type": "direct"},
            "toolset_name": "browser",
            "name": "screenshot",
            "input": {},
        },
    ),
    _MESSAGES.call(
        "toolset_tool_use.computer",
        "ComputerLeftClickToolUseBlock",
        "computer-toolset",
        paired_with=("tool_result.toolset",),
        edges=("caller",),
        note="Like the browser's; its classes are those of mouse and keyboard.",
        example={
            "type": "tool_use",
            "id": "toolu_01ComputerAbc",
            "caller": {"type": "direct"},
            "toolset_name": "computer",
            "name": "left_click",
            "input": {"coordinate": [10, 20]},
        },
    ),
    _MESSAGES.output(
        "tool_result.toolset",
        "ToolResultBlockParam",
        "browser-toolset",
        paired_with=("toolset_tool_use.browser", "toolset_tool_use.computer"),
        note="May hold the state of the browser.",
        example={
            "type": "tool_result",
            "tool_use_id": "toolu_01BrowserAbc",
            "toolset_name": "browser",
            "content": [
                {
                    "type": "browser_state",
                    "tabs": [
                        {
                            "tab_id": "t1",
                            "title": "Example",
                            "url": "https://example.com",
                            "active": True,
                        }
                    ],
                }
            ],
        },
    ),
    _MESSAGES.call(
        "tool_use.programmatic",
        "ToolUseBlockParam",
        "function",
        paired_with=("tool_result",),
        edges=("caller",),
        note=(
            "Called by code that runs at Anthropic; `caller.tool_id` names the call of "
            "that code."
        ),
        example={
            "type": "tool_use",
            "id": "toolu_01Prog",
            "name": "query_db",
            "input": {"sql": "select 1"},
            "caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_01A2B3C4D5"},
        },
    ),
    _MESSAGES.output(
        "advisor_tool_result",
        "beta.BetaAdvisorToolResultBlockParam",
        "advisor",
        paired_with=("server_tool_use",),
        beta="advisor",
        example={
            "type": "advisor_tool_result",
            "tool_use_id": "srvtoolu_01JjfQsdhSJkT7qLCL7Pj9jc",
            "content": {"type": "advisor_result", "text": "Looks fine."},
        },
    ),
)
