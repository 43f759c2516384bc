"""What a link opens, and who manages what it opens."""

from __future__ import annotations

from flask import abort, request

from crosswire.reading import DOCUMENT
from webapp.access.browsers import browser_key
from webapp.access.gate import is_shared
from webapp.access.identities import identity
from webapp.access.people import access_settings
from webapp.access.tokens import bearer
from webapp.database.tables import ConversationRow, JobRow
from webapp.request_scope import session, take_slot
from webapp.store import jobs, opening, owners, permalinks

GROWS = frozenset(
    {
        *("api.calls", "api.converted", "api.show", "calls.table", "calls.timeline"),
        *("comparisons.show", "exports.conversation", "printing.show", "problems.extract"),
        *("repairs.repaired", "repairs.save", "repairs.show", "search.answer", "search.show"),
        *("shapes.file",),
    }
)
"""Pages whose cost grows with the log, also where they need not read it."""


OF_DOCUMENTS = frozenset(
    {
        *("api.delete", "api.show", "conversations.delete", "conversations.reread"),
        *(
            "exports.original",
            "members.index",
            "members.one",
            "revisions.show",
            "waiting.show",
        ),
    }
)
FEATURES_OF_DOCUMENTS = frozenset({"document", "editing", "library", "mapping", "shares"})
"""What there is of an upload that no format knows: its text, its bytes, its name, copies, its
end."""


class OfNoFormat(Exception):
    """What was asked for needs a conversation, and no format knows the documents of the
    upload."""

    def __init__(self, row: ConversationRow) -> None:
        super().__init__()
        self.row = row


def find(slug: str) -> ConversationRow | None:
    """The conversation of a permalink, where there is one that who asks may read."""
    if access_settings().closed and identity().role == "stranger" and not is_shared(slug):
        return None
    return opening.find(session(), slug)


def conversation_of(slug: str) -> ConversationRow:
    """The same; a 404 where there is none, `store.Waits` where it is not read yet, and
    OfNoFormat where nothing but its text can be shown."""
    found = find(slug)
    if found is not None:
        if found.shape == DOCUMENT and not _is_of_documents(request.endpoint or ""):
            raise OfNoFormat(found)
        if request.endpoint in GROWS:
            take_slot(found.upload)
        return found
    job = job_of(slug)
    if job is not None:
        raise jobs.Waits(job)
    found = find(slug)  # a worker may have stored it between the two looks
    return found if found is not None else abort(404)


def _is_of_documents(endpoint: str) -> bool:
    return endpoint in OF_DOCUMENTS or endpoint.partition(".")[0] in FEATURES_OF_DOCUMENTS


def job_of(slug: str) -> JobRow | None:
    """The reading that a permalink waits for, where there is one and who asks may read it."""
    if access_settings().closed and identity().role == "stranger" and not is_shared(slug):
        return None
    return jobs.find_job(session(), slug)


def may_manage(row: ConversationRow | JobRow) -> bool:
    """Whether who asks may share, rename and delete this conversation's upload."""
    asks = identity()
    if asks.may_keep and (asks.role == "owner" or _manages(row, asks.owner)):
        return True
    if asks.by == "browser" and _kept_before_owners(row):
        return True
    return permalinks.fits(row.upload, bearer())


def _manages(row: ConversationRow | JobRow, owner: str | None) -> bool:
    return owner is not None and owners.is_owner(session(), row.upload_id, owner)


def _kept_before_owners(row: ConversationRow | JobRow) -> bool:
    """Whether the browser that asks kept it when owners were not written down yet."""
    key = browser_key()
    return key is not None and permalinks.fits_old_key(row.upload, key)
