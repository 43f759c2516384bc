"""LangChain's messages, and the states of LangGraph that hold them.

    {"lc": 1, "type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}    dumpd
    {"type": "ai", "data": {...}}                                         messages_to_dict
    {"messages": [{"type": "ai", "content": ..., "tool_calls": [...]}]}   state of a graph

The content is a text, the framework's blocks (since 1.0), or the provider's own.
"""

from crosswire.logs.langchain.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.langchain.own_results import RESULTS
from crosswire.logs.langchain.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
    "RESULTS",
    "TITLE",
    "TRAITS",
    "WIRE_FORMAT",
    "read_documents",
    "recognise_documents",
]
