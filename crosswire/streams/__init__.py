"""Streams: an answer that came in events, put together; and an answer as the events that it
would come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.model.entry import Assembled

if TYPE_CHECKING:
    from crosswire.streams.assembling import assemble, assemble_values
    from crosswire.streams.writing import WRITERS, WrittenStream, write

__all__ = [
    "WRITERS",
    "Assembled",
    "WrittenStream",
    "assemble",
    "assemble_values",
    "write",
]

__getattr__ = on_demand(
    __name__,
    {
        "assembling": ("assemble", "assemble_values"),
        "writing": ("WRITERS", "WrittenStream", "write"),
    },
)
