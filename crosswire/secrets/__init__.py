"""Secrets in a log: found by the shapes in which their providers hand them out, and masked on
request.

`find_secrets` says what stands where, and tells nothing of the secret itself; `masked` gives
the log with placeholders, the same one for the same secret, so that calls and results still
belong together.
"""

from __future__ import annotations

from crosswire.secrets.finding import SECRET_RULES, Secret, find_secrets
from crosswire.secrets.masking import masked
from crosswire.secrets.secret_rule import SecretRule

__all__ = ["SECRET_RULES", "Secret", "SecretRule", "find_secrets", "masked"]
