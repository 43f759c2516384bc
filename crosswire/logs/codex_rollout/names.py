"""The names in a rollout, and those of the events that repeat what its items say."""

from crosswire.containers import Repeated
from crosswire.formats import openai_responses
from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call, Result
from crosswire.model import Traits

NAME = "codex-rollout"
TITLE = "Codex rollout"
WIRE_FORMAT = openai_responses.NAME
TRAITS = Traits(
    results_follow_calls=False,
    program="Codex",
    when_cut_short="Codex gives it the output `aborted` when it goes on.",
)
SIGNS = frozenset({"created_at", "payload", "timestamp"})

ITEM = "response_item"
HISTORY = "replacement_history"
"""The field of a compaction with the items that are left, as they stood in earlier lines."""
REPEATED = Repeated("payload", HISTORY)
ENVELOPES = words("session_meta response_item event_msg turn_context compacted world_state")
BARE_CALLS = {"tool_call": Call(id="call_id", name="name|function.name", may_lack_id=True)}
BARE_RESULTS = {
    name: Result(id="call_id", name="name", content="result|output", may_lack_id=True)
    for name in ("tool_result", "function_result")
}
EARLY = Blocks({**BARE_CALLS, **BARE_RESULTS}, beside=words("timestamp created_at"))
"""Calls and results without ids, as the first versions wrote them."""
KINDS = words("message reasoning agent_message compaction compaction_summary")
"""Types of items that are neither calls nor results."""
NO_MESSAGES = words("ghost_snapshot token_count other")
"""Types of items that hold nothing which was said."""
EVENTS = words(
    "user_message agent_message agent_reasoning agent_reasoning_raw_content token_count "
    "error agent_reasoning_section_break task_started task_complete turn_started "
    "turn_complete turn_aborted turn.completed thread_rolled_back thread_name_updated "
    "item_started thread_settings_applied thread_goal_updated context_compacted "
    "entered_review_mode exited_review_mode item_completed exec_command_begin "
    "exec_command_end warning exec_command_output_delta mcp_tool_call_begin "
    "mcp_tool_call_end patch_apply_begin patch_apply_end patch_apply_updated "
    "web_search_begin web_search_end turn_diff image_generation_begin "
    "image_generation_end view_image_tool_call undo_started dynamic_tool_call_request "
    "dynamic_tool_call_response collab_agent_spawn_begin collab_agent_spawn_end "
    "collab_agent_interaction_begin collab_agent_interaction_end collab_waiting_begin "
    "collab_waiting_end collab_close_begin collab_close_end collab_resume_begin "
    "collab_resume_end sub_agent_activity guardian_assessment plan_update stream_error "
    "background_event undo_completed session_configured mcp_startup_update "
    "mcp_startup_complete exec_approval_request apply_patch_approval_request hook_started "
    "hook_completed model_reroute codex/event/raw_item"
)
"""Types of events that tell again what items say, or how the program got on."""
ABOUT = (
    *("id", "cli_version", "cwd", "originator", "model_provider", "history_mode", "git"),
    "dynamic_tools",
)
MODES = ("approval_policy", "effort", "collaboration_mode.mode", "sandbox_policy.mode")
NAMED = words(
    "timestamp ordinal type payload id internal_chat_message_metadata_passthrough "
    "metadata status phase author recipient model created_at instructions git "
    "encrypted_content namespace execution revised_prompt summary window_id "
    "previous_window_id first_window_id record_type session_id timezone source "
    "thread_source base_instructions dynamic_tools"
)
"""Fields around items, and of items, that hold nothing which was said."""
