"""Many uploads as one archive, written while it is sent: as they came, or converted."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import crosswire
from crosswire.containers import write_json
from crosswire.errors import CrosswireError
from crosswire.model import Conversation
from webapp import request_scope
from webapp.database.engine import Session
from webapp.database.tables import ConversationRow, JobRow
from webapp.store import blobs, collections, conversations, jobs, opening

Row = ConversationRow | JobRow
"""An upload by the conversation that it begins with, or by its place in the queue while it is
not read."""
LONGEST_STEM = 80
DELETED = "It was deleted meanwhile."


class _Sink(io.RawIOBase):
    """Where an archive is written to, and taken from again at once."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def archive(slugs: Sequence[str], format: str) -> Iterator[bytes]:
    """An archive of these uploads and `manifest.json`; without a format, as they came."""
    session = (
        request_scope.session()
    )  # not before the answer begins: that of the view is closed by then
    sink = _Sink()
    told: list[dict[str, Any]] = []
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, slug in enumerate(slugs, start=1):
            row = opening.find(session, slug) or jobs.find_job(session, slug)
            if row is None:
                told.append({"slug": slug, "error": DELETED})
                continue
            record = _told(session, row)
            told.append(record)
            for name, body in _members(session, row, number, format, record):
                _add(packed, name, body, row.upload.created_at)
                yield sink.taken()
            session.expunge_all()
        manifest = {"format": format or "as uploaded", "uploads": told}
        packed.writestr("manifest.json", json.dumps(manifest, indent=2) + "\n")
    yield sink.taken()


def _add(packed: zipfile.ZipFile, name: str, body: bytes, at: datetime) -> None:
    info = zipfile.ZipInfo(name, at.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    packed.writestr(info, body)


def _told(session: Session, row: Row) -> dict[str, Any]:
    upload = row.upload
    return {
        "slug": row.slug,
        "name": upload.name,
        "label": upload.label,
        "note": upload.remark,
        "tags": collections.tags_of(session, upload.id),
        "format": upload.format,
        "created_at": upload.created_at.isoformat(),
        "size": upload.size,
        "sha256": upload.digest,
    }


def _members(
    session: Session, row: Row, number: int, format: str, record: dict[str, Any]
) -> Iterator[tuple[str, bytes]]:
    """The files of one upload; the record is told of them."""
    name = f"{number:04d}-{_plain(row)}"
    data = blobs.upload_bytes(session, row)
    if not data:
        record["error"] = DELETED
        return
    if not format:
        record["file"] = f"{name}{_ending(row)}"
        yield record["file"], data
        return
    record["files"] = []
    try:
        found = conversations.read_log(session, row)[0].conversations
    except CrosswireError as error:
        record["error"] = str(error)
        return
    for one in found:
        file = (
            f"{name}-{one.number + 1}.{format}.json"
            if len(found) > 1
            else f"{name}.{format}.json"
        )
        body, told = _converted(one, format)
        record["files"].append({"file": file if body else None, **told})
        if body:
            yield file, body


def _converted(conversation: Conversation, format: str) -> tuple[bytes, dict[str, Any]]:
    """A conversation as a request body, with how much was lost by code; empty where it cannot
    be written."""
    try:
        rendering = crosswire.render(conversation, format)
    except CrosswireError as error:
        return b"", {"conversation": conversation.number + 1, "error": str(error)}
    losses = Counter(loss.code for loss in rendering.losses)
    told = {
        "conversation": conversation.number + 1,
        "losses": dict(losses),
        "ids": len(rendering.id_map),
    }
    return write_json(rendering.payload), told


def _plain(row: Row) -> str:
    """A name for a file that no system reads as a path or a device; numbers keep them
    apart."""
    name = (row.upload.label or row.upload.name or "log").removesuffix(_ending(row))
    return re.sub(r"[^\w-]+", "-", name, flags=re.ASCII).strip("-")[:LONGEST_STEM] or "log"


def _ending(row: Row) -> str:
    found = re.search(
        r"\.(json|jsonl|ndjson|sse|txt|py)$", row.upload.name or "", flags=re.IGNORECASE
    )
    return found.group().lower() if found else ".txt"
