"""What Google's Agent Development Kit keeps: sessions with their events, and sets of
evaluations.

    {"id", "appName", "events": [{"author", "invocationId", "content": {"role", "parts"}}]}

Contents are Gemini's, in either spelling.
"""

from crosswire.logs.adk.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.adk.own_results import RESULTS
from crosswire.logs.adk.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]
