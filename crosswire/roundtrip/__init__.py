"""A conversion there and back without loss: what the target cannot hold is kept in a
sidecar."""

from crosswire.roundtrip.build import build_sidecar
from crosswire.roundtrip.conversion import convert, render_all_back, render_back
from crosswire.roundtrip.sidecar import Sidecar, read_file, write_file

__all__ = [
    "Sidecar",
    "build_sidecar",
    "convert",
    "read_file",
    "render_all_back",
    "render_back",
    "write_file",
]
