"""Repair: what it would change, each with its reason, the result as JSON, and as a new
conversation."""

from __future__ import annotations

import re
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, request, url_for

import crosswire
from crosswire.containers import write_json
from webapp import access
from webapp.conversation_page.fixed_files import ending
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.conversation_page.repairing import Repairing
from webapp.downloads.files import download, stem
from webapp.hypermedia import render_page
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.services import services
from webapp.store import uploads

bp = Blueprint("repairs", __name__)


@bp.get("/c/<slug>/repair")
def show(slug: str) -> Response:
    """The changes; `?missing=` says what becomes of calls without results, `?leave=` leaves a
    change out."""
    asked = Asked.of(request.args)
    panes = ("original:read", "repaired:read")
    choices = Asked(panes=panes, missing=asked.missing, left_out=asked.left_out)
    repairing = _asked(slug)
    return render_page(
        "repair/show.html",
        fragment="changes",
        page=Inspector(repairing.row, replace(choices, panes=())),
        beside=Inspector(repairing.row, choices),
        repairing=repairing,
        query={"missing": asked.missing, "leave": asked.left_out},
    )


@bp.get("/c/<slug>/repaired.json")
def repaired(slug: str) -> Response:
    """The repaired conversation in its own format, ready to be sent or kept; of a log
    of a program its file."""
    asked = _asked(slug)
    name = f"{stem(asked.row)}.repaired"
    if asked.row.format in crosswire.FORMATS:
        body = write_json(asked.payload(), indent=True) + b"\n"
        return download(body, f"{name}.json", "application/json")
    file = asked.file
    return download(file.data, f"{name}.{ending(asked.row, file)}", "application/json")


@bp.post("/c/<slug>/repair")
def save(slug: str) -> Response:
    """Keep the repaired conversation under a link of its own, which names the one that it came
    from."""
    asked = _asked(slug)
    changes = len(asked.asked.changes) + len(asked.lines_left_out)
    check(changes, 400, "Nothing would be changed, so there is nothing to save.")
    kept = uploads.keep(
        session(),
        asked.file.data,
        limits=services().settings.limits,
        name=_name(asked),
        format=_format(asked),
        owner=access.owner_to_be(),
        revision=uploads.Revision(asked.row.id, changes),
    )
    same = [row for row in kept.conversations if row.number == asked.row.number]
    slug = (same or kept.conversations)[0].slug
    return make_response(redirect(url_for("conversations.show", slug=slug), 303))


def _asked(slug: str) -> Repairing:
    asked = Asked.of(request.values)
    return Repairing(access.conversation_of(slug), asked.missing or "leave", asked.left_out)


def _name(asked: Repairing) -> str | None:
    """The upload's own name, which says that this is its repair."""
    named = re.fullmatch(r"(.*?)(?:\.repaired)?(\.\w+)?", asked.row.upload.name or "")
    return f"{named[1]}.repaired{named[2] or ''}" if named and named[1] else None


def _format(asked: Repairing) -> str | None:
    """The format that the uploader insisted on; a log of a program is repaired as the request
    it makes."""
    if asked.asked.rendering is not None:
        return asked.asked.conversation.format
    return asked.row.upload.asked_format
