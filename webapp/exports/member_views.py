"""The files of an upload that came packed, each by itself."""

from __future__ import annotations

from flask import Blueprint, Response

from crosswire.containers import Mark, file_of_archive, origin_in
from webapp.access import conversation_of, may_manage
from webapp.conversation_page.opening import inspector
from webapp.database.tables import ConversationRow
from webapp.downloads.files import download
from webapp.hypermedia import render_page
from webapp.readmodel.text import printable
from webapp.request_checks import check, found_or_404
from webapp.request_scope import leave_to_reader, session, take_slot
from webapp.services import services
from webapp.store import blobs, packed

bp = Blueprint("members", __name__)


@bp.get("/c/<slug>/files")
def index(slug: str) -> Response:
    """The files that were read, and the archive itself."""
    page = inspector(slug)
    came = found_or_404(packed.packed_of(session(), page.row.upload_id))
    files = [
        (printable(path), None if mark["rows"] is not None else mark["end"] - mark["start"])
        for path, mark in _read_files(came.marks).items()
    ]
    return render_page(
        "exports/files.html",
        fragment="main",
        page=page,
        files=files,
        archive_size=came.size,
        may_have_all=page.may_manage,
    )


@bp.get("/c/<slug>/files/<path:name>")
def one(slug: str, name: str) -> Response:
    """A file of the archive, to the byte; for who does not manage the upload what was read of
    it, without the keys around its conversations."""
    row = conversation_of(slug)
    came = found_or_404(packed.packed_of(session(), row.upload_id))
    data = _from_archive(row, name, came.size) if may_manage(row) else None
    if data is None:
        mark = found_or_404(_read_files(came.marks).get(name))
        check(mark["rows"] is None, 404)
        data = blobs.slice_of_upload(session(), row, mark["start"], mark["end"])
    return download(data, name.rpartition("/")[2], "application/octet-stream")


def _from_archive(row: ConversationRow, name: str, size: int) -> bytes | None:
    leave_to_reader(size)
    take_slot(row.upload)
    data = packed.bytes_as_they_came(session(), row)
    if not data.startswith(b"PK"):
        return None
    return file_of_archive(data, name, services().settings.max_upload_bytes)


def _read_files(marks: list[Mark]) -> dict[str, Mark]:
    """The files by their paths; of a database the first of its tables."""
    found: dict[str, Mark] = {}
    for mark in marks:
        path = origin_in(mark | {"rows": None}, 0).path
        if path:
            found.setdefault(path, mark)
    return found
