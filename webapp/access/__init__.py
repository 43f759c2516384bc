"""Who asks, what they may read, and what they manage."""

from webapp.access.browsers import remember_browsers
from webapp.access.identities import Identity, Role, identity, owner_to_be
from webapp.access.permalinks import conversation_of, find, may_manage

__all__ = [
    "Identity",
    "Role",
    "conversation_of",
    "find",
    "identity",
    "may_manage",
    "owner_to_be",
    "remember_browsers",
]
