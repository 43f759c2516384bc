"""The names of Pydantic AI's messages, and of what stands in them."""

from crosswire.model import Role, Traits

NAME = "pydantic-ai"
TITLE = "Pydantic AI"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(
    results_follow_calls=False,
    turn_is_one_message=True,
    when_cut_short="Pydantic AI says that it was interrupted when it goes on.",
)
SIGNS = frozenset({"part_kind"})

ROLES: dict[str, Role] = {"request": "user", "response": "assistant"}
SAYS_NOTHING = frozenset(
    {"run_id", "conversation_id", "state", "kind", "timestamp", "instructions"}
    | {"provider_name", "provider_url", "canonical_system", "provider_response_id"}
    | {"model_name", "model_id", "vendor_id", "finish_reason", "workspace_ref"}
    | {"history_digest", "vendor_details"}
)
BESIDE = frozenset({"usage", "metadata", "provider_details", "failed_attempts"})
"""Fields that tell of an answer and are kept with it."""
OF_PARTS = frozenset(
    {"timestamp", "provider_name", "provider_details", "tool_kind", "dynamic_ref"}
    | {"outcome", "retry", "metadata", "content_file_digests", "citations", "id", "kind"}
    | {"vendor_metadata", "media_type", "identifier", "force_download", "otel_metadata"}
)
"""Fields of parts that tell when, by whom and how it ended."""
