"""How much may be unpacked of an upload, all its layers together."""

from __future__ import annotations

import time

from msgspec import Struct, field

from crosswire.errors import UnreadableUpload

MEGABYTE = 1_000_000


class UnpackLimits(Struct, frozen=True):
    """How much may be unpacked of one upload."""

    bytes: int = 500 * MEGABYTE
    ratio: int = 1_200
    """Bytes out for each byte of the upload, beyond the first 10 MB: more than any log."""
    depth: int = 5
    """Wrappers within wrappers."""
    members: int = 5_000
    rows: int = 1_000_000
    """Of all tables of a database."""
    seconds: float = 30.0
    memory: int = 1_000 * MEGABYTE
    """Of the process that reads a database, beside what it writes."""


FREE_OF_RATIO = 10 * MEGABYTE
MOST_WORK = 4
"""Times as much may be unpacked as may be kept: pictures in an archive are none of a log."""


class OverBudget(UnreadableUpload):
    """There is more than may be unpacked."""


class Budget(Struct):
    """What is left of the limits."""

    limits: UnpackLimits
    size: int
    """Bytes of the upload."""
    used: int = 0
    wasted: int = 0
    """Of what was unpacked and not kept."""
    members: int = 0
    rows: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def most(self) -> int:
        """Bytes that may be unpacked in all."""
        by_ratio = max(FREE_OF_RATIO, self.size * self.limits.ratio)
        return min(self.limits.bytes, by_ratio)

    @property
    def left(self) -> int:
        """Bytes that may still be unpacked."""
        return max(0, self.most - self.used)

    @property
    def seconds_left(self) -> float:
        return self.limits.seconds - (time.monotonic() - self.began)

    def take(self, count: int) -> None:
        """Count bytes that were unpacked; raises OverBudget."""
        self.used += count
        if self.used > self.most or self.used + self.wasted > MOST_WORK * self.most:
            raise OverBudget(self.why_too_large())
        if self.seconds_left < 0:
            raise OverBudget(f"To unpack it took more than {self.limits.seconds:g} seconds.")

    def may_take(self, count: int) -> None:
        """Raise OverBudget where so many bytes more would be too many."""
        if count > self.left:
            raise OverBudget(self.why_too_large())

    def give_back(self, count: int) -> None:
        """Uncount bytes that are not kept."""
        self.used -= count
        self.wasted += count

    def take_member(self) -> None:
        """Count a file; raises OverBudget."""
        self.members += 1
        if self.members > self.limits.members:
            raise OverBudget(f"There are more than {self.limits.members:,} files in it.")

    def why_too_large(self) -> str:
        megabytes = self.most / MEGABYTE
        if self.most < self.limits.bytes:
            return (
                f"Unpacked it is more than {self.limits.ratio:,} times as large as it came, "
                "as no log is."
            )
        return f"It unpacks to more than {megabytes:,.0f} MB in all."
