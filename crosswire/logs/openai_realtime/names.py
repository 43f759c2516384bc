"""The names of the Realtime interface, and of its events."""

from crosswire.model import Traits

NAME = "openai-realtime"
TITLE = "OpenAI Realtime events"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False)
SIGNS = frozenset({"item", "item_id", "session", "object"})

BEGUN = ("session.created", "transcription_session.created")
SET = (*BEGUN, "session.updated", "session.update")
"""Events with the settings of the session."""
FULL = {
    "response.output_item.done": 3,
    "conversation.item.done": 2,
    "conversation.item.retrieved": 2,
}
"""How whole an item is in an event; in every other one it may have just begun."""
DONE = {
    "response.function_call_arguments.done": "arguments",
    "conversation.item.input_audio_transcription.completed": "transcript",
    "response.text.done": "text",
    "response.output_text.done": "text",
    "response.audio_transcript.done": "transcript",
    "response.output_audio_transcript.done": "transcript",
}
"""An event that says what an item holds -> its field."""
TAKEN_BACK = ("conversation.item.deleted", "conversation.item.delete")
SETTINGS = ("model", "tool_choice", "temperature", "voice")
BOOKKEEPING = frozenset(
    {"event_id", "previous_item_id", "response_id", "output_index", "content_index", "usage"}
    | {"event", "timestamp", "time", "direction", "source", "rate_limits", "item_id", "type"}
    | {"audio_end_ms", "audio_start_ms", "response", "conversation"}
)
