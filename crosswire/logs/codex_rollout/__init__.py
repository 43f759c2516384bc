"""Rollouts of Codex: what its command line and its editors' extensions keep of a session.

    {timestamp, type: session_meta | response_item | event_msg | compacted ..., payload}

Files are ~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl. What was said stands in
`response_item`, as items of the Responses API; `event_msg` tells it again for the screen. A
compaction repeats the history that it keeps. Early versions wrote bare items, without an
envelope.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs.codex_rollout.names import (
    NAME,
    REPEATED,
    SIGNS,
    TITLE,
    TRAITS,
    WIRE_FORMAT,
)

if TYPE_CHECKING:
    from crosswire.logs.codex_rollout.own_results import RESULTS
    from crosswire.logs.codex_rollout.reading import read_documents
    from crosswire.logs.codex_rollout.recognising import recognise_documents

__all__ = [
    "NAME",
    "REPEATED",
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
