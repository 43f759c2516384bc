"""The state of a run of OpenAI's Agents SDK, as `RunState.to_json` and `toString` write it.

    {"$schemaVersion": "1.21", "original_input": ..., "generated_items": [{"raw_item": {...}}]}

Its items are those of Responses; what a session keeps is those items alone, and is read as
Responses.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.openai_agents.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.openai_agents.own_results import RESULTS
    from crosswire.logs.openai_agents.reading import read_documents, recognise_documents

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
