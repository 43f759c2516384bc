"""The words of Gemini Interactions, for recognising and reading alike."""

from typing import Literal, TypeAlias

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

Medium: TypeAlias = Literal["image", "audio", "video", "file"]

NAME = "gemini-interactions"
TITLE = "Gemini Interactions"
MODEL_IN_BODY = True
TRAITS = Traits(results_follow_calls=False)
# Nothing says what this interface asks of names; its models are those of generateContent.
NAME_RULE = NameRule(r"[a-zA-Z_][a-zA-Z0-9_.:-]*", 128)
ID_RULE = IdRule(native="{16}")

INSTRUCTION = "system_instruction"
"""The field of the system prompt, which is no step."""
CONFIG = "generation_config"
"""The field of a request that holds settings of the model."""

SPOKEN = {"user_input": "user", "model_output": "assistant"}
"""Steps that say something -> who says it."""
TURNS = {"user": "user", "model": "assistant"}
"""Roles of turns."""
MEDIA: dict[str, Medium] = {
    "image": "image",
    "audio": "audio",
    "video": "video",
    "document": "file",
}
"""Types of content that are no text."""
CONTENT = frozenset({"text", *MEDIA})
FOR_CLIENTS = ("function_call", "function_result")
"""Call and result of a tool that the client runs; the provider runs all others."""


def is_call(kind: str) -> bool:
    return kind.endswith("_call")


def is_result(kind: str) -> bool:
    return kind.endswith("_result")
