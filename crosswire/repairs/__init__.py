"""Repairs a conversation: only when asked, in a copy, each change with its reason.

A repair works on the JSON of the log in its own format, never on a rendering of it, so that
what it does not change stays as it was to the last field. It goes in steps (ids, copies,
names, order, what is missing), reads the conversation again after each, and ends when none has
anything to do; a second repair then finds nothing. What is ambiguous stays as it is, and is
listed with the reason.
"""

from crosswire.repairs.change import MISSING, Change, Missing, RemainingFinding, Repaired
from crosswire.repairs.databases import is_of_rows
from crosswire.repairs.for_provider import BEST_LAST, best_repair, repair
from crosswire.repairs.own_file import MendedFile, is_in_pieces, mend, mend_with, put_in
from crosswire.repairs.records import outcome_record, verdict_record
from crosswire.repairs.remaining import NOT_ASKED
from crosswire.repairs.repairing import plain_repair, repair_all
from crosswire.repairs.states import (
    VerdictStates,
    before_repair_in_turn,
    verdict_states,
    verdict_states_in_turn,
)

__all__ = [
    "BEST_LAST",
    "MISSING",
    "NOT_ASKED",
    "Change",
    "MendedFile",
    "Missing",
    "RemainingFinding",
    "Repaired",
    "VerdictStates",
    "before_repair_in_turn",
    "best_repair",
    "is_in_pieces",
    "is_of_rows",
    "mend",
    "mend_with",
    "outcome_record",
    "plain_repair",
    "put_in",
    "repair",
    "repair_all",
    "verdict_record",
    "verdict_states",
    "verdict_states_in_turn",
]
