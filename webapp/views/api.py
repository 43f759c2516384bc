"""The same as JSON, for programs."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, url_for

from webapp import store
from webapp.database import session
from webapp.manage import may_manage
from webapp.tables import ConversationRow
from webapp.uploads import from_body

bp = Blueprint("api", __name__, url_prefix="/api/conversations")

MOST_LISTED = 1_000
"""Conversations of an upload that one answer lists; it counts them all."""


@bp.post("")
def create() -> Response:
    """Keep an upload; the manage secret, which deletes it, is told here and never again."""
    sent = from_body()
    kept = store.keep(session(), sent.data, name=sent.name, format=sent.format, notes=sent.notes)
    response = jsonify(
        **_permalink(kept.first.slug),
        manage_secret=kept.manage_secret,
        format=kept.first.upload.format,
        conversations=[_permalink(row.slug) for row in kept.conversations[:MOST_LISTED]],
        conversations_total=len(kept.conversations),
    )
    response.status_code = 201
    response.location = url_for("api.show", slug=kept.first.slug)
    return response


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """What was read of a conversation: its format, its counts, its findings."""
    row = _found(slug)
    upload = row.upload
    return jsonify(
        **_permalink(row.slug),
        name=upload.name,
        created_at=upload.created_at.isoformat(),
        size=upload.size,
        sha256=upload.digest,
        detection={
            "format": upload.format,
            "title": upload.format_title,
            "container": upload.container,
            "shape": upload.shape,
            "confidence": upload.confidence,
            "reason": upload.reason,
            "asked_for": upload.asked_format is not None,
        },
        notes=upload.notes,
        summary=row.summary,
        findings=store.all_findings(session(), row),
        conversations=list(map(_permalink, store.sibling_slugs(session(), row, MOST_LISTED))),
        conversations_total=store.sibling_count(session(), row),
    )


@bp.delete("/<slug>")
def delete(slug: str) -> Response:
    """Delete the whole upload, with all conversations in it; the answer lists them."""
    row = _found(slug)
    if not may_manage(row):
        abort(403, "Only the manage secret, or the browser that uploaded it, deletes this.")
    slugs = store.sibling_slugs(session(), row, MOST_LISTED)
    total = store.sibling_count(session(), row)
    store.delete(session(), row)
    return jsonify(deleted=list(slugs), deleted_total=total)


def _found(slug: str) -> ConversationRow:
    row = store.find(session(), slug)
    if row is None:
        abort(404)
    return row


def _permalink(slug: str) -> dict[str, str]:
    return {"slug": slug, "url": url_for("conversations.show", slug=slug, _external=True)}
