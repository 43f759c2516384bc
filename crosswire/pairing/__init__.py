"""Which result answers which call, how that is known, and what else ties items together."""

from crosswire.pairing.edges import Tie
from crosswire.pairing.edges import resolve as resolve_edges
from crosswire.pairing.outcome import Fate, How, Orphan, Pair, Pairing, Unanswered
from crosswire.pairing.pairing import pair

__all__ = [
    "Fate",
    "How",
    "Orphan",
    "Pair",
    "Pairing",
    "Tie",
    "Unanswered",
    "pair",
    "resolve_edges",
]
