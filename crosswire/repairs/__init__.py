"""Repair that can be trusted: opt-in, in a copy, each change with its reason, and nothing
guessed in silence.

A repair works on the JSON of the log in its own words, never on a rendering of it, so that
what is not touched stays as it was to the last field. It goes in steps (ids, copies, names,
order, what is missing), reads the conversation again after each, and ends when none has
anything to do; a second repair then finds nothing. What is ambiguous is left, and said.
"""

from crosswire.repairs.change import MISSING, Change, Left, Missing, Repaired
from crosswire.repairs.leaving import NOT_ASKED
from crosswire.repairs.records import verdict_record
from crosswire.repairs.repairing import repair, repair_all
from crosswire.repairs.states import VerdictStates, verdict_states

__all__ = [
    "MISSING",
    "NOT_ASKED",
    "Change",
    "Left",
    "Missing",
    "Repaired",
    "VerdictStates",
    "repair",
    "repair_all",
    "verdict_record",
    "verdict_states",
]
