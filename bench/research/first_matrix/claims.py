"""A statement of the matrix, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Standing = Literal["holds", "holds, and more", "no longer"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What the matrix says of a format, beside what is true today."""

    format: str
    topic: str
    stated: str
    """What stands in backticks is code, here and below."""
    today: str = ""
    """Empty where it holds as it is."""
    standing: Standing = "holds"
    feature: str | None = None
    """The measured feature (`crosswire.capabilities`) that shows it."""
