"""Since when the providers' own SDKs for Python have had a type: the first version whose
source has its class, under this name or that of the first version of the interface.

Read from the history of their repositories, up to 2026-08. A type that is newer, or of a
package without a public history, has none.
"""

from __future__ import annotations

_SINCE: dict[tuple[str, str, str], tuple[str, ...]] = {
    ("anthropic", "0.23.0", "2024-04-04"): (
        "anthropic.tool_use",
        "anthropic.tool_result",
    ),
    ("anthropic", "0.51.0", "2025-05-07"): (
        "anthropic.server_tool_use",
        "anthropic.web_search_tool_result",
    ),
    ("anthropic", "0.52.0", "2025-05-22"): (
        "anthropic.mcp_tool_use",
        "anthropic.mcp_tool_result",
    ),
    ("anthropic", "0.80.0", "2026-02-17"): (
        "anthropic.bash_code_execution_tool_result",
        "anthropic.code_execution_tool_result",
        "anthropic.text_editor_code_execution_tool_result",
        "anthropic.tool_search_tool_result",
        "anthropic.web_fetch_tool_result",
    ),
    ("anthropic", "0.93.0", "2026-04-09"): ("anthropic.advisor_tool_result",),
    ("google-genai", "1.55.0", "2025-12-11"): (
        "gemini.interactions.function_call",
        "gemini.interactions.function_result",
        "gemini.interactions.code_execution_call",
        "gemini.interactions.code_execution_result",
        "gemini.interactions.url_context_call",
        "gemini.interactions.url_context_result",
        "gemini.interactions.google_search_call",
        "gemini.interactions.google_search_result",
        "gemini.interactions.file_search_result",
        "gemini.interactions.mcp_server_tool_call",
        "gemini.interactions.mcp_server_tool_result",
    ),
    ("google-genai", "1.58.0", "2026-01-07"): ("gemini.interactions.file_search_call",),
    ("google-genai", "1.68.0", "2026-03-13"): (
        "gemini.interactions.google_maps_call",
        "gemini.interactions.google_maps_result",
    ),
    ("openai", "1.1.0", "2023-11-06"): (
        "openai.chat.tool_message",
        "openai.chat.function_call.legacy",
        "openai.chat.function_message.legacy",
    ),
    ("openai", "1.66.0", "2025-03-11"): (
        "openai.file_search_call",
        "openai.web_search_call",
        "openai.function_call",
        "openai.function_call_output",
        "openai.computer_call",
        "openai.computer_call_output",
        "openai.function_call_output.item_param",
        "openai.computer_call_output.item_param",
    ),
    ("openai", "1.66.5", "2025-03-18"): (
        "openai.function_call.resource",
        "openai.function_call_output.resource",
        "openai.computer_call_output.resource",
    ),
    ("openai", "1.80.0", "2025-05-21"): (
        "openai.code_interpreter_call",
        "openai.image_generation_call",
        "openai.mcp_call",
        "openai.local_shell_call",
        "openai.local_shell_call_output",
        "openai.mcp_approval_request",
        "openai.mcp_approval_response",
        "openai.mcp_list_tools",
    ),
    ("openai", "1.99.2", "2025-08-07"): (
        "openai.chat.tool_call.function",
        "openai.chat.tool_call.custom",
        "openai.custom_tool_call",
        "openai.custom_tool_call_output",
    ),
    ("openai", "1.103.0", "2025-09-02"): (
        "openai.realtime.function_call",
        "openai.realtime.function_call_output",
        "openai.realtime.mcp_call",
    ),
    ("openai", "2.8.0", "2025-11-13"): (
        "openai.apply_patch_call",
        "openai.apply_patch_call_output",
        "openai.shell_call",
        "openai.shell_call_output",
        "openai.apply_patch_call.item_param",
        "openai.apply_patch_call_output.item_param",
        "openai.shell_call.item_param",
        "openai.shell_call_output.item_param",
    ),
    ("openai", "2.25.0", "2026-03-05"): (
        "openai.tool_search_call",
        "openai.tool_search_output",
        "openai.tool_search_call.item_param",
        "openai.tool_search_output.item_param",
    ),
    ("openai", "2.30.0", "2026-03-25"): (
        "openai.custom_tool_call.resource",
        "openai.custom_tool_call_output.resource",
    ),
    ("openai", "2.45.0", "2026-07-09"): (
        "openai.program",
        "openai.program_output",
        "openai.multi_agent_call",
        "openai.multi_agent_call_output",
    ),
}
"""A package, its version and the day -> slugs."""

SINCE: dict[str, str] = {
    slug: f"{package} {version} ({day})"
    for (package, version, day), slugs in _SINCE.items()
    for slug in slugs
}
"""A slug -> as lists and pages show it, e.g. `openai 1.66.0 (2025-03-11)`."""
