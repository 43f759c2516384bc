"""The names of ChatGPT's data export."""

from crosswire.model import Traits

NAME = "chatgpt-export"
TITLE = "ChatGPT export"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True, ids_are_natural=False)
SIGNS = frozenset({"mapping"})

BOOKKEEPING = frozenset(
    {"metadata", "author", "status", "end_turn", "weight", "recipient", "channel", "children"}
    | {"id", "title", "plugin_ids", "gizmo_id", "moderation_results", "safe_urls", "voice"}
    | {"disabled_tool_ids", "conversation_template_id", "default_model_slug", "memory_scope"}
    | {"async_status", "blocked_urls", "language", "response_format_name", "parent", "owner"}
    | {"context_scopes", "sugar_item_id", "pinned_time", "is_archived", "is_starred"}
)
