"""What Google's Agent Development Kit keeps: sessions with their events, and sets of
evaluations.

    {"id", "appName", "events": [{"author", "invocationId", "content": {"role", "parts"}}]}

Contents are Gemini's, in either spelling.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.adk.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.adk.own_results import RESULTS
    from crosswire.logs.adk.reading import read_documents, recognise_documents

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
