"""The names of claude.ai's data export."""

from crosswire.model import Traits

NAME = "claude-ai-export"
TITLE = "claude.ai export"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"chat_messages"})

BOOKKEEPING = frozenset(
    {"name", "title", "summary", "account", "updated_at", "created_at", "uuid", "files"}
    | {"settings", "project", "is_starred", "model", "platform", "current_leaf_message_uuid"}
    | {"start_timestamp", "stop_timestamp", "flags", "citations", "message", "display_content"}
    | {"integration_name", "integration_icon_url", "context", "approval_options", "icon_name"}
    | {
        "approval_key",
        "is_mcp_app",
        "mcp_server_url",
        "structured_content",
        "meta",
        "summaries",
    }
    | {
        "cut_off",
        "truncated",
        "alternative_display_type",
        "index",
        "input_mode",
        "sync_sources",
    }
)
