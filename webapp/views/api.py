"""The same as JSON, for programs."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, url_for

from webapp import store
from webapp.database import session
from webapp.manage import may_manage
from webapp.tables import ConversationRow
from webapp.uploads import from_body

bp = Blueprint("api", __name__, url_prefix="/api/conversations")


@bp.post("")
def create() -> Response:
    """Keep an upload; the manage secret, which deletes it, is told here and never again."""
    sent = from_body()
    kept = store.keep(session(), sent.data, name=sent.name, format=sent.format)
    response = jsonify(
        **_permalink(kept.first),
        manage_secret=kept.manage_secret,
        format=kept.first.upload.format,
        conversations=[_permalink(row) for row in kept.conversations],
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
        **_permalink(row),
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
        conversations=[_permalink(one) for one in store.siblings(session(), row)],
    )


@bp.delete("/<slug>")
def delete(slug: str) -> Response:
    """Delete the whole upload, with all conversations in it; the answer lists them."""
    row = _found(slug)
    if not may_manage(row):
        abort(403, "Only the manage secret, or the browser that uploaded it, deletes this.")
    slugs = [one.slug for one in store.siblings(session(), row)]
    store.delete(session(), row)
    return jsonify(deleted=slugs)


def _found(slug: str) -> ConversationRow:
    row = store.find(session(), slug)
    if row is None:
        abort(404)
    return row


def _permalink(row: ConversationRow) -> dict[str, str]:
    return {"slug": row.slug, "url": url_for("conversations.show", slug=row.slug, _external=True)}
