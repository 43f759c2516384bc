"""LangChain's messages, and the states of LangGraph that hold them.

    {"lc": 1, "type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}    dumpd
    {"type": "ai", "data": {...}}                                         messages_to_dict
    {"messages": [{"type": "ai", "content": ..., "tool_calls": [...]}]}   state of a graph

The content is a text, the framework's blocks (since 1.0), or the provider's own.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.langchain.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.langchain.own_results import RESULTS
    from crosswire.logs.langchain.reading import read_documents, recognise_documents

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
