"""Shapes in which a conversation can be exported. A new one takes a module and a line here.

Each is a module with the names of `Shape`. Crosswire can read again what it writes as JSON,
JSON Lines or an event stream.
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.errors import CannotExport
from crosswire.exports import (
    atif,
    body,
    curl,
    fine_tune,
    html,
    jsonl,
    markdown,
    messages,
    python,
    stream,
    zip,
)
from crosswire.exports.atif import NAME as TRAJECTORY
from crosswire.exports.atif import TITLE as TRAJECTORY_TITLE
from crosswire.exports.atif import write_trajectory
from crosswire.exports.export import Export, Shape, Written, report
from crosswire.exports.json_patch import patch
from crosswire.exports.smallest_log import MinimalExample, minimal_example
from crosswire.exports.text_patch import patched_lines, patched_text
from crosswire.exports.zip import with_losses

__all__ = [
    "SHAPES",
    "TRAJECTORY",
    "TRAJECTORY_TITLE",
    "Export",
    "MinimalExample",
    "Shape",
    "Written",
    "atif",
    "minimal_example",
    "patch",
    "patched_lines",
    "patched_text",
    "report",
    "shape_of_ending",
    "with_losses",
    "write",
    "write_all",
    "write_trajectory",
]

# A tuple with a type, so that mypy holds each module against the Protocol.
_ALL: tuple[Shape, ...] = (
    body,
    messages,
    jsonl,
    fine_tune,
    stream,
    curl,
    python,
    markdown,
    html,
    zip,
)

SHAPES: dict[str, Shape] = {shape.NAME: shape for shape in _ALL}
"""By name, in the order of menus."""

_BY_ENDING = {shape.ENDING: shape for shape in _ALL}


def write(name: str, export: Export) -> Written:
    """Write a conversation in a shape; raises CannotExport."""
    return _shape(name).write(export)


def write_all(name: str, exports: Sequence[Export]) -> list[Written]:
    """Write the conversations of a file, each to follow the one before; raises
    CannotExport."""
    shape = _shape(name)
    if len(exports) > 1:
        if not shape.IN_LINES:
            raise CannotExport(
                f"{shape.TITLE} holds one conversation, and this file has {len(exports)}: "
                f"choose one with --conversation N."
            )
        for export in exports:
            export.one_line = True
    return [shape.write(export) for export in exports]


def shape_of_ending(ending: str) -> Shape | None:
    """The shape whose files have this ending."""
    return _BY_ENDING.get(ending)


def _shape(name: str) -> Shape:
    found = SHAPES.get(name)
    if found is None:
        raise CannotExport(f"There is no shape {name!r}. There are: {', '.join(SHAPES)}.")
    return found
