"""A conversion there and back without loss: what the target cannot hold is kept in a
sidecar."""

from crosswire.roundtrip.build import hold
from crosswire.roundtrip.sidecar import Held, read_file, write_file
from crosswire.roundtrip.there_and_back import convert, render_all_back, render_back

__all__ = [
    "Held",
    "convert",
    "hold",
    "read_file",
    "render_all_back",
    "render_back",
    "write_file",
]
