"""What a feature of conversations is, and the small conversations that show it."""

from __future__ import annotations

from msgspec import Struct

from crosswire.model import JsonObject


class Specimen(Struct, frozen=True, eq=False):
    """The smallest conversation that has a feature, in a format that has words for it."""

    format: str
    says: str
    """How this format writes it, in a few words; backticks mark code."""
    body: JsonObject
    at: tuple[str, ...]
    """JSON Pointers to the feature alone."""


class Feature(Struct, frozen=True, eq=False):
    """Something that a conversation may have and that not every format can hold."""

    name: str
    """As in URLs and answers, e.g. `error-flag`."""
    title: str
    group: str
    specimens: tuple[Specimen, ...]
    """At most one for a format; the first is the one that all formats are asked to hold."""

    def of(self, format: str) -> Specimen | None:
        """How this format says it itself; None where it has no words for it."""
        return next((one for one in self.specimens if one.format == format), None)
