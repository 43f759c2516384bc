"""Takes an upload in: reads it in this request, or keeps it for a worker to read."""

from __future__ import annotations

from crosswire.containers import is_wrapped, size_of
from webapp.request_scope import SMALL, cost_by, leave_to_reader, session, took_too_long
from webapp.services import services
from webapp.store import growing, jobs, uploads, workers
from webapp.store.growing import Earlier, Holder
from webapp.uploads.sent import Upload

LIKELY_RATIO = 20
"""How much larger a packed log is unpacked."""


def take_in(
    sent: Upload,
    owner: str | None,
    revision: uploads.Revision | None = None,
    earlier: Earlier | Holder | None = None,
) -> uploads.KeptUpload | jobs.Accepted:
    """Keep an upload, and read it too where that is quick or no worker would; `earlier` is the
    one whose next revision it is, or the holder among whose uploads that may be.

    Raises CrosswireError where it is read and cannot be.
    """
    if not is_read_at_once(sent):
        return accept(sent, owner, revision, earlier)
    return uploads.keep(
        session(),
        sent.data,
        limits=services().settings.limits,
        name=sent.name,
        format=sent.format,
        mapping=sent.mapping,
        owner=owner,
        notes=sent.notes,
        revision=revision,
        earlier=earlier,
    )


def earlier_of(sent: Upload, owner: str | None, secret: str = "") -> Earlier | Holder:
    """The upload of the same holder that an upload begins with; the holder where none does,
    as it may say anew what one of theirs said."""
    begun = growing.earlier_of(session(), sent.data, owner, sent.format, secret)
    return begun or growing.holder_by(owner, secret)


def is_read_at_once(sent: Upload) -> bool:
    """Whether an upload is read in the request that brings it; raises LeftToReader where a
    reader is to do that."""
    if took_too_long():
        return False
    size = size_of(sent.data)
    if is_wrapped(sent.data):  # nobody knows yet how much is in it
        size = max(size * LIKELY_RATIO, SMALL + 1)
    size = cost_by(sent.mapping, size)
    small = size <= services().settings.read_at_once_bytes
    if small or not (services().queue.is_left_to_others or workers.is_there(session())):
        leave_to_reader(size)
        return True
    return False


def accept(
    sent: Upload,
    owner: str | None,
    revision: uploads.Revision | None = None,
    earlier: Earlier | Holder | None = None,
) -> jobs.Accepted:
    """Keep an upload for a worker to read."""
    accepted = jobs.accept(
        session(),
        sent.data,
        limits=services().settings.limits,
        name=sent.name,
        format=sent.format,
        mapping=sent.mapping,
        owner=owner,
        notes=sent.notes,
        revision=revision,
        earlier=earlier,
    )
    services().queue.wake()
    return accepted
