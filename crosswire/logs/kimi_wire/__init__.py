"""Sessions of Kimi's command line, as its file `wire.jsonl` has them.

    {type: "context.append_loop_event", event{type: "tool.call", toolCallId, name, args}}
    {timestamp, message{type: "ToolCall", payload{id, function{name, arguments}}}}

The first form is that of protocol 1.4, the second that of those before it. A prompt is told
twice in the first. Ids (`Bash_0`) are unique within a session alone.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.kimi_wire.names import NAME, SIGNS, TITLE, TRAITS, WIRE_FORMAT

if TYPE_CHECKING:
    from crosswire.logs.kimi_wire.own_results import RESULTS
    from crosswire.logs.kimi_wire.reading import read_documents
    from crosswire.logs.kimi_wire.recognising import recognise_documents

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
        "reading": ("read_documents",),
        "recognising": ("recognise_documents",),
    },
)
