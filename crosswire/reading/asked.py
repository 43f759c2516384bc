"""What somebody wants an upload to be read as."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from crosswire.logs.by_shape import Mapping, mapping_from
from crosswire.model import JsonObject


class Asked(Struct, frozen=True):
    """A format or a mapping to read by, whatever the upload looks like."""

    format: str | None = None
    mapping: Mapping | None = None
    mappings: tuple[Mapping, ...] = ()
    """Those to try where no format knows it."""

    @classmethod
    def of(
        cls,
        format: str | None,
        mapping: Mapping | JsonObject | None,
        mappings: Sequence[Mapping | JsonObject],
    ) -> Asked:
        """As callers give it, mappings as JSON perhaps; raises BadMapping."""
        forced = None if mapping is None else _read(mapping)
        return cls(format, forced, tuple(map(_read, mappings)))

    @property
    def is_forced(self) -> bool:
        return self.format is not None or self.mapping is not None


def _read(given: Mapping | JsonObject) -> Mapping:
    return given if isinstance(given, Mapping) else mapping_from(given)
