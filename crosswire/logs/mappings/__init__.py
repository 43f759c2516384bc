"""Log formats that a mapping says all of: a file each (docs/mapping.md), and nothing else."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from crosswire.logs.by_shape import mapping_from
from crosswire.logs.by_shape.mapped import Mapped


@cache
def mapped_formats() -> tuple[Mapped, ...]:
    """The formats of this folder, by their names."""
    files = sorted(Path(__file__).parent.glob("*.json"))
    mappings = [mapping_from(json.loads(file.read_text(encoding="utf-8"))) for file in files]
    return tuple(Mapped(one) for one in mappings)
