"""Which field a message means by the values that it says are taken.

Servers that refuse a value list those that they take: `Supported values are: 'text' and
'image_url'`. Whatever stands around them, a list of roles is said of a role.
"""

from __future__ import annotations

import re

from msgspec import Struct


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


class Listed(Struct, frozen=True):
    """A field by the values that it takes."""

    says: str
    """How it mostly looks."""
    values: frozenset[str]
    speaks_of: str
    """As the further texts have it."""


LISTED = (
    Listed(
        "supported values are: system, assistant, user, tool",
        _set("system user assistant tool developer function model"),
        "unknown-role",
    ),
    Listed(
        "supported values are: text, image_url, input_audio",
        _set(
            "text image_url input_text output_text input_image input_file input_audio image "
            "audio video video_url audio_url file document refusal summary_text tool_use "
            "tool_result thinking redacted_thinking search_result server_tool_use "
            "web_search_tool_result tooluse toolresult reasoningcontent cachepoint "
            "encrypted_content scoped_content computer_screenshot reasoning_text"
        ),
        "content-part-type",
    ),
    Listed(
        "supported values are: none, auto, required",
        _set("none auto required any named allowed_tools validated"),
        "tool-choice-form",
    ),
    Listed(
        "supported values are: function, web_search, code_interpreter",
        _set(
            "function web_search web_search_preview file_search code_interpreter computer "
            "computer_use_preview custom mcp image_generation local_shell shell apply_patch "
            "namespace tool_search"
        ),
        "tool-declaration",
    ),
)

_VALUE = r"[a-z][a-z_]{1,39}"
_LIST = re.compile(
    r"\b(?:supported (?:string )?values|supported types|allowed values|allowed types|valid "
    r"values|valid types|valid roles|allowed roles|role in|one of|input should be|expected|"
    r"allowed|values are)"
    r"(?: are| is| of)?:? ?\[?\(?"
    rf"({_VALUE}(?:(?:, and |, or | and | or |, ?| ?\| ?)(?:{_VALUE})){{1,40}})"
)
_WORD = re.compile(_VALUE)
_JOINING = frozenset(["and", "or"])
_ENOUGH = 0.6
"""Share of the listed values that are known to be of one field."""


def listed_in(message: str) -> Listed | None:
    """The field whose values a plain message lists; None where that is not clear."""
    for some in _LIST.finditer(message):
        values = set(_WORD.findall(some[1])) - _JOINING
        fitting = [one for one in LISTED if len(values & one.values) >= 2]
        likely = max(fitting, key=lambda one: len(values & one.values), default=None)
        if likely is not None and len(values & likely.values) >= _ENOUGH * len(values):
            return likely
    return None
