"""Histories of Pydantic AI, of versions 0 to 2, as `all_messages_json` writes them.

[{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": ...}]},
    {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_call_id", "args", ...}]}]
"""

from crosswire.logs.pydantic_ai.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.pydantic_ai.own_results import RESULTS
from crosswire.logs.pydantic_ai.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]
