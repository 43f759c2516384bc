"""What a link opens, and who manages what it opens."""

from __future__ import annotations

from flask import abort, request

from webapp import store
from webapp.access.browsers import browser_key, owner_of_key
from webapp.access.identities import identity
from webapp.database import session
from webapp.tables import ConversationRow


def find(slug: str) -> ConversationRow | None:
    """The conversation of a permalink, where there is one that who asks may read."""
    return store.find(session(), slug)


def conversation_of(slug: str) -> ConversationRow:
    """The same; a 404 where there is none."""
    found = find(slug)
    if found is None:
        abort(404)
    return found


def may_manage(row: ConversationRow) -> bool:
    """Whether who asks may share, rename and delete this conversation's upload."""
    owner, key = identity().owner, browser_key()
    if owner is not None and store.is_owner(session(), row.upload_id, owner):
        return True
    if key is not None and store.fits_old_key(row.upload, key):
        store.add_owner(session(), row.upload_id, owner_of_key(key))
        return True
    return store.fits(row.upload, bearer())


def bearer() -> str:
    """The secret or the token that a program sends; empty where it sends none."""
    authorization = request.authorization
    return (authorization.token or "") if authorization and authorization.type == "bearer" else ""
