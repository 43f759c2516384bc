"""All rows of the catalogue, in the order in which they are tried and shown."""

from __future__ import annotations

from crosswire.reading.catalogue import (
    coding_agents,
    exports,
    frameworks,
    further_agents,
    interfaces,
    no_logs,
    printed,
    traces,
)
from crosswire.reading.catalogue.shape import Shape

_WRAPPERS = ("har", "cassette")
LAST = tuple(shape for shape in exports.SHAPES if shape.name in _WRAPPERS)
"""What only says who recorded; looked for after all that says what was recorded."""
SHAPES: tuple[Shape, ...] = (
    *coding_agents.SHAPES,
    *further_agents.SHAPES,
    *frameworks.SHAPES,
    *traces.SHAPES,
    *(shape for shape in exports.SHAPES if shape.name not in _WRAPPERS),
    *interfaces.SHAPES,
    *no_logs.SHAPES,
    *printed.SHAPES,
)
FILE_KINDS = (*SHAPES, *LAST)
"""All kinds of files that have a name."""
