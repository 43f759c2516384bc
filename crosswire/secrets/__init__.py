"""Finds secrets in a log by the shapes that their providers give them, or by the names of what
holds them, and masks them.

`find_secrets` gives places and kinds, and nothing of the secrets themselves. `masked` gives
the log with placeholders; equal secrets get equal placeholders, so that calls and results
still belong together. `recorded_keys` gives the keys that a recording has around its
conversations, which no page shows.
"""

from __future__ import annotations

from crosswire.secrets.counting import SecretCount, count_secrets
from crosswire.secrets.finding import SECRET_KINDS, SECRET_RULES, Secret, find_secrets
from crosswire.secrets.keys_in_recordings import (
    WithoutKeys,
    hidden,
    may_hold_keys,
    pieces_may_hold_keys,
    recorded_keys,
)
from crosswire.secrets.masking import CannotMask, masked, masked_as_read
from crosswire.secrets.secret_rule import SecretKind, SecretRule
from crosswire.secrets.words import SHORTEST_WORD, WORD

__all__ = [
    "SECRET_KINDS",
    "SECRET_RULES",
    "SHORTEST_WORD",
    "WORD",
    "CannotMask",
    "Secret",
    "SecretCount",
    "SecretKind",
    "SecretRule",
    "WithoutKeys",
    "count_secrets",
    "find_secrets",
    "hidden",
    "masked",
    "masked_as_read",
    "may_hold_keys",
    "pieces_may_hold_keys",
    "recorded_keys",
]
