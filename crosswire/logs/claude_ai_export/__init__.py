"""claude.ai's data export: `conversations.json`. A call stands with its result in one message
of the assistant, so that a message is read as the several that it was on the wire."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.claude_ai_export.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.claude_ai_export.documents import read_documents, recognise_documents

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
        "documents": ("read_documents", "recognise_documents"),
    },
)
