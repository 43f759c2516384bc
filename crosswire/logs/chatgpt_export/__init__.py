"""ChatGPT's data export: `conversations.json` or its shards, one conversation a tree of
messages; the path to `current_node` is the conversation, and each other path a branch."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.chatgpt_export.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.chatgpt_export.reading import read_documents, recognise_documents

__all__ = [
    "NAME",
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
        "reading": ("read_documents", "recognise_documents"),
    },
)
