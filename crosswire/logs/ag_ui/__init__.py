"""AG-UI, the protocol between agents and pages: the input of an agent, and events of runs.

{"threadId", "runId", "messages": [{"role", "toolCalls": [...]}], "tools": [...]}
{"type": "TOOL_CALL_START", "toolCallId", "toolCallName", "parentMessageId"}
"""

from crosswire.logs.ag_ui.names import NAME, TITLE, TRAITS, WIRE_FORMAT
from crosswire.logs.ag_ui.reading import read_documents, recognise_documents

__all__ = ["NAME", "TITLE", "TRAITS", "WIRE_FORMAT", "read_documents", "recognise_documents"]
