"""What pages say of verdicts."""

from __future__ import annotations

HOW = {"logged": "as logged", "filled": "with ids filled", "repaired": "after repair"}
