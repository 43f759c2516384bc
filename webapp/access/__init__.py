"""Who asks, what they may read, and what they manage."""

from webapp.access.browsers import browser_key, owner_of_key
from webapp.access.gate import is_shared, why_not
from webapp.access.identities import Identity, identity, owner_to_be
from webapp.access.oidc import UnusableLogin, oidc_client_of
from webapp.access.people import access_settings, peer, seeing_peers
from webapp.access.permalinks import OfNoFormat, conversation_of, find, job_of, may_manage
from webapp.access.roles import Role, roles_up_to
from webapp.access.starting import attach
from webapp.access.tokens import bearer

__all__ = [
    "Identity",
    "OfNoFormat",
    "Role",
    "UnusableLogin",
    "access_settings",
    "attach",
    "bearer",
    "browser_key",
    "conversation_of",
    "find",
    "identity",
    "is_shared",
    "job_of",
    "may_manage",
    "oidc_client_of",
    "owner_of_key",
    "owner_to_be",
    "peer",
    "roles_up_to",
    "seeing_peers",
    "why_not",
]
