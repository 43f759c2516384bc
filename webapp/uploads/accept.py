"""Takes an upload in: reads it in this request, or keeps it for a worker to read."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, current_app

from webapp.database.engine import Database, session
from webapp.store import jobs, long_work, uploads
from webapp.uploads import queue as queueing
from webapp.uploads.sent import Upload

Wake = Callable[[int], None]
"""Tells workers that an upload waits."""


def attach(app: Flask, threads: int) -> None:
    """Let an app wake workers, where they do not look by themselves, and follow what they do."""
    database: Database = app.extensions["crosswire.database"]
    possible = queueing.is_possible(database)
    app.extensions["crosswire.wake"] = queueing.Sender(database) if possible else None
    app.extensions["crosswire.leaves"] = False
    slots = long_work.Slots(threads)
    app.extensions["crosswire.slots"] = slots
    database.tell_sessions(slots=slots)


def leave_to_workers(app: Flask) -> None:
    """Keep what is large for workers of the next start: this server is stopping, and its own have ended."""
    app.extensions["crosswire.leaves"] = True


def take_in(sent: Upload, owner: str | None) -> uploads.KeptUpload | jobs.Accepted:
    """Keep an upload, and read it too where that is quick or nobody else would.

    Raises CrosswireError where it is read and cannot be.
    """
    if is_read_at_once(sent):
        return uploads.keep(
            session(), sent.data, name=sent.name, format=sent.format, owner=owner, notes=sent.notes
        )
    return accept(sent, owner)


def is_read_at_once(sent: Upload) -> bool:
    at_once: int = current_app.config["READ_AT_ONCE_BYTES"]
    if len(sent.data) <= at_once:
        return True
    return not (current_app.extensions["crosswire.leaves"] or jobs.worker_is_there(session()))


def accept(sent: Upload, owner: str | None) -> jobs.Accepted:
    """Keep an upload for a worker to read."""
    accepted = jobs.accept(
        session(), sent.data, name=sent.name, format=sent.format, owner=owner, notes=sent.notes
    )
    wake(accepted.job.upload_id)
    return accepted


def wake(upload_id: int) -> None:
    """Tell workers that an upload waits."""
    found: Wake | None = current_app.extensions["crosswire.wake"]
    if found is not None:
        found(upload_id)
