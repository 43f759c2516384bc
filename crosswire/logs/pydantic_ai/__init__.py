"""Histories of Pydantic AI, of versions 0 to 2, as `all_messages_json` writes them.

[{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": ...}]},
    {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_call_id", "args", ...}]}]
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.pydantic_ai.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.pydantic_ai.own_results import RESULTS
    from crosswire.logs.pydantic_ai.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "SIGNS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]

__getattr__ = on_demand(
    __name__,
    {
        "own_results": ("RESULTS",),
        "reading": ("read_documents", "recognise_documents"),
    },
)
