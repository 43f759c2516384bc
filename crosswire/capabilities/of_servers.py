"""Tools that a provider brings and runs itself, and the approval of their calls."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject

_OWN = "Tools of providers"
_SEARCHED: JsonObject = {
    "type": "web_search_call",
    "id": "ws_68a1b2c3d4e5f607",
    "status": "completed",
    "action": {"type": "search", "query": "weather Paris"},
}
_SERVER_ID = "srvtoolu_01A2b3C4d5E6f7G8h9J0k1L2"
_SIGNED = "RW5jcnlwdGVkIGJ5IG5vYm9keQ=="

SERVER_TOOL = Feature(
    "search-run-by-the-provider",
    "Search that the provider ran",
    _OWN,
    (
        Specimen(
            "anthropic",
            "`server_tool_use` and `web_search_tool_result`",
            b.anthropic(
                b.assistant(
                    {
                        "type": "server_tool_use",
                        "id": _SERVER_ID,
                        "name": "web_search",
                        "input": {"query": "weather Paris"},
                    },
                    {
                        "type": "web_search_tool_result",
                        "tool_use_id": _SERVER_ID,
                        "content": [
                            {
                                "type": "web_search_result",
                                "url": "https://example.com/weather",
                                "title": "Weather",
                                "encrypted_content": _SIGNED,
                            }
                        ],
                    },
                    {"type": "text", "text": "It rains."},
                )
            ),
            ("/messages/1/content/0", "/messages/1/content/1"),
        ),
        Specimen(
            "openai-responses",
            "`web_search_call`, and items of many other types",
            b.responses(_SEARCHED),
            ("/input/1",),
        ),
        Specimen(
            "azure-foundry",
            "`web_search_call`, `bing_grounding_call`",
            b.foundry(_SEARCHED),
            ("/input/1",),
        ),
        Specimen(
            "gemini-interactions",
            "`google_search_call` and `google_search_result`",
            b.interactions(
                {
                    "type": "google_search_call",
                    "id": "s_1",
                    "arguments": {"queries": ["weather Paris"]},
                },
                {"type": "google_search_result", "call_id": "s_1", "result": []},
            ),
            ("/input/1", "/input/2"),
        ),
    ),
)

_LISTED: JsonObject = {"type": "web_search"}

DECLARED_SEARCH = Feature(
    "declared-search",
    "Declaration of a search of the web",
    _OWN,
    (
        Specimen(
            "openai-responses",
            "`web_search` among the tools",
            b.responses(tools=[_LISTED]),
            ("/tools/0",),
        ),
        Specimen(
            "openai-chat",
            "`web_search_options`, beside the tools",
            b.chat(web_search_options={}),
            ("/web_search_options",),
        ),
        Specimen(
            "anthropic",
            "`web_search_20250305` and later versions",
            b.anthropic(tools=[{"type": "web_search_20250305", "name": "web_search"}]),
            ("/tools/0",),
        ),
        Specimen(
            "gemini",
            "`googleSearch`",
            b.gemini(tools=[{"googleSearch": {}}]),
            ("/tools/0/googleSearch",),
        ),
        Specimen(
            "gemini-interactions",
            "`google_search` among the tools",
            b.interactions(tools=[{"type": "google_search"}]),
            ("/tools/0",),
        ),
        Specimen(
            "azure-foundry",
            "`web_search`, or `bing_grounding` with a connection",
            b.foundry(tools=[_LISTED]),
            ("/tools/0",),
        ),
    ),
)

_RAN: tuple[JsonObject, JsonObject] = (
    {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
)
_INTERPRETED: JsonObject = {
    "type": "code_interpreter_call",
    "id": "ci_68a1b2c3d4e5f607",
    "code": "print(1)",
    "container_id": "cntr_68a1b2c3d4e5f607",
    "outputs": [{"type": "logs", "logs": "1\n"}],
    "status": "completed",
}

CODE = Feature(
    "code-run-by-the-provider",
    "Code that the provider ran",
    _OWN,
    (
        Specimen(
            "gemini",
            "`executableCode` and `codeExecutionResult`",
            b.gemini(b.model(*_RAN)),
            ("/contents/1/parts/0", "/contents/1/parts/1"),
        ),
        Specimen(
            "gemini-interactions",
            "`code_execution_call` and `code_execution_result`",
            b.interactions(
                {
                    "type": "code_execution_call",
                    "id": "c_1",
                    "arguments": {"code": "print(1)"},
                },
                {"type": "code_execution_result", "call_id": "c_1", "result": "1"},
            ),
            ("/input/1", "/input/2"),
        ),
        Specimen(
            "openai-responses",
            "`code_interpreter_call`",
            b.responses(_INTERPRETED),
            ("/input/1",),
        ),
        Specimen(
            "anthropic",
            "`server_tool_use` and `code_execution_tool_result`",
            b.anthropic(
                b.assistant(
                    {
                        "type": "server_tool_use",
                        "id": _SERVER_ID,
                        "name": "code_execution",
                        "input": {"code": "print(1)"},
                    },
                    {
                        "type": "code_execution_tool_result",
                        "tool_use_id": _SERVER_ID,
                        "content": {
                            "type": "code_execution_result",
                            "stdout": "1\n",
                            "stderr": "",
                            "return_code": 0,
                            "content": [],
                        },
                    },
                )
            ),
            ("/messages/1/content/0", "/messages/1/content/1"),
        ),
        Specimen(
            "azure-foundry", "`code_interpreter_call`", b.foundry(_INTERPRETED), ("/input/1",)
        ),
    ),
)

_ASKED: JsonObject = {
    "type": "mcp_approval_request",
    "id": "mcpr_68a1b2c3d4e5f607",
    "server_label": "weather",
    "name": b.NAME,
    "arguments": '{"city":"Paris"}',
}
_ALLOWED: JsonObject = {
    "type": "mcp_approval_response",
    "approval_request_id": "mcpr_68a1b2c3d4e5f607",
    "approve": True,
}

APPROVALS = Feature(
    "approvals",
    "Approval of a call",
    _OWN,
    (
        Specimen(
            "openai-responses",
            "`mcp_approval_request` and `mcp_approval_response`",
            b.responses(_ASKED, _ALLOWED),
            ("/input/1", "/input/2"),
        ),
        Specimen(
            "azure-foundry",
            "the same, and `oauth_consent_request`",
            b.foundry(_ASKED, _ALLOWED),
            ("/input/1", "/input/2"),
        ),
    ),
)

FEATURES = (
    SERVER_TOOL,
    CODE,
    DECLARED_SEARCH,
    APPROVALS,
)
