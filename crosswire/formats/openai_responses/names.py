"""The format's name, traits, fields of requests and rules for ids and names, for reading and
writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "openai-responses"
TITLE = "OpenAI Responses"
MODEL_IN_BODY = True
TRAITS = Traits(results_follow_calls=False, ids_are_unique=True)
NAME_RULE = NameRule(r"[a-zA-Z0-9_-]+", 128)
ID_RULE = IdRule(max_length=64, native="call_{24}")
MEANINGS = {
    "model": "model",
    "max_output_tokens": "max_output_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "stream": "stream",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
}
"""A field of a request -> the setting of the model that it is."""
ECHOED = frozenset(
    {
        *MEANINGS,
        "background",
        "conversation",
        "instructions",
        "max_tool_calls",
        "metadata",
        "previous_response_id",
        "prompt",
        "prompt_cache_key",
        "prompt_cache_retention",
        "reasoning",
        "safety_identifier",
        "service_tier",
        "store",
        "text",
        "tools",
        "top_logprobs",
        "truncation",
        "user",
    }
)
"""Fields of a request that a response says again."""
FIELDS_OF_REQUESTS = ECHOED | {"context_management", "include", "input", "stream_options"}
"""All fields of a request."""
