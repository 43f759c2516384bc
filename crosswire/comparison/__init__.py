"""Compares conversations part by part: a run before and after a fix, a log and its repair.

Counterparts are found by content, never by ids, so that a run whose ids were repaired aligns
with itself, in whatever formats the two are. Timestamps are not compared.
"""

from crosswire.comparison.comparing import compare
from crosswire.comparison.going_on import goes_on_from
from crosswire.comparison.result import Aspect, Comparison, Difference, Entry, Totals
from crosswire.comparison.texts import Run, text_runs
from crosswire.comparison.units import Unit
from crosswire.comparison.values import NOTHING, Nothing

__all__ = [
    "NOTHING",
    "Aspect",
    "Comparison",
    "Difference",
    "Entry",
    "Nothing",
    "Run",
    "Totals",
    "Unit",
    "compare",
    "goes_on_from",
    "text_runs",
]
