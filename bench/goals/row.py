"""One goal, and what was measured for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    at_first: str
    """What it was when the goal was set, on another day and of another state."""
    found: str
    goal: str
    is_met: bool

    def __str__(self) -> str:
        met = "" if not self.goal else "yes" if self.is_met else "**no**"
        return f"| {self.what} | {self.at_first} | {self.found} | {self.goal} | {met} |"


def at_most(what: str, at_first: str, found: float, goal: float, unit: str) -> Row:
    """A goal that is one number, which what is found may not exceed."""
    return Row(what, at_first, f"{number(found)} {unit}", f"{number(goal)} {unit}", found <= goal)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
