"""Which result answers which call, how that is known, and what else ties items together."""

from crosswire.pairing.pairing import Fate, How, Orphan, Pair, Pairing, Unanswered, pair

__all__ = ["Fate", "How", "Orphan", "Pair", "Pairing", "Unanswered", "pair"]
