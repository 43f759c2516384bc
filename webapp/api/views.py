"""The same as JSON, for programs."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, url_for

import crosswire
from crosswire.containers import write_json
from crosswire.explanations import explain, explanation_record
from crosswire.exports import Shape
from crosswire.repairs import MISSING, outcome_record
from crosswire.repairs import repair as mend
from crosswire.roundtrip import read_file, render_all_back
from crosswire.rules import TARGETS
from webapp import access
from webapp.api.call_answers import answered
from webapp.conversation_page import origins
from webapp.conversation_page.bars import title_of_format
from webapp.conversation_page.making import further_verdict_of, refusing, verdicts_at_once
from webapp.database.tables import ConversationRow, EarlierRow, UploadRow
from webapp.downloads.conversions import converted as converted_body
from webapp.downloads.conversions import (
    id_policy,
    in_shape,
    media_policy,
    shape_asked,
    sidecar_file,
)
from webapp.downloads.files import stem
from webapp.downloads.patches import example_of, patch_of
from webapp.request_checks import check, one_of
from webapp.request_scope import session, whole
from webapp.responses import AnyText
from webapp.settings import LARGEST_NUMBER
from webapp.store import deleting, growing, jobs, listings, packed, permalinks
from webapp.uploads.accept import earlier_of, take_in
from webapp.uploads.job_records import as_record
from webapp.uploads.sent import from_body

bp = Blueprint("api", __name__, url_prefix="/api/conversations")

MOST_LISTED = 1_000
"""Conversations of an upload, or calls of one, that one answer lists; it counts them all."""
MOST_LINES = 100
"""Findings of a packed upload whose lines are looked for; of the others the file is said."""
CALLS = 100
"""Calls in an answer that is not asked for another number."""


@bp.post("")
def create() -> Response:
    """Keep an upload; the manage secret, which deletes it, is told here and never again.

    Where it begins with an upload that the same holder keeps, or says a session of theirs
    anew with more in it, it is that one's next revision: status 200, under the same links,
    without another secret. The holder is told by
    the login, the token, the browser, or by the manage secret, sent as a bearer token. In a
    form, files in fields named `folder`, with their paths as names, are one upload.
    """
    sent = from_body()
    owner = access.identity().owner
    kept = take_in(sent, owner, earlier=earlier_of(sent, owner, access.bearer()))
    if isinstance(kept, jobs.Accepted):
        return _accepted(kept)
    response = jsonify(
        **_permalink(kept.first.slug),
        **_secret(kept.first.slug, kept.manage_secret),
        revision=kept.revision,
        format=kept.first.upload.format or None,
        conversations=[_permalink(row.slug) for row in kept.conversations[:MOST_LISTED]],
        conversations_total=len(kept.conversations),
    )
    response.status_code = 201 if kept.revision == 1 else 200
    response.location = url_for("api.show", slug=kept.first.slug)
    return response


def _secret(slug: str, secret: str) -> dict[str, str]:
    """The manage secret of a new upload, and the link with it."""
    if not secret:
        return {}
    link = url_for("access.claim", slug=slug, _anchor=secret, _external=True)
    return {"manage_secret": secret, "manage_url": link}


def _accepted(kept: jobs.Accepted) -> Response:
    """It is kept; `state` tells how far the reading is, also at its address."""
    response = jsonify(
        **_permalink(kept.job.slug),
        **_secret(kept.job.slug, kept.manage_secret),
        revision=kept.revision,
        **as_record(kept.job),
    )
    response.status_code = 202
    response.location = url_for("api.show", slug=kept.job.slug)
    response.headers["Retry-After"] = "1"
    return response


@bp.get("/<slug>")
def show(slug: str) -> Response:
    """What was read of a conversation: its format, its counts, its findings."""
    row = access.conversation_of(slug)
    upload = row.upload
    return jsonify(
        **_permalink(row.slug),
        name=upload.name,
        created_at=upload.created_at.isoformat(),
        **_as_it_came(upload),
        revision=growing.revision_number(session(), upload.id),
        earlier_revisions=list(map(_earlier, growing.earlier_revisions(session(), upload.id))),
        detection={
            "format": row.format or None,
            "title": title_of_format(row),
            "container": upload.container,
            "shape": upload.shape,
            "confidence": upload.confidence,
            "reason": upload.reason,
            "asked_for": upload.asked_format is not None,
            "mapping": upload.asked_mapping,
        },
        notes=upload.notes,
        summary=row.summary,
        findings=_findings(row),
        conversations=list(
            map(_permalink, permalinks.sibling_slugs(session(), row, MOST_LISTED))
        ),
        conversations_total=permalinks.sibling_count(session(), row),
    )


def _earlier(one: EarlierRow) -> dict[str, Any]:
    """What an upload was before it grew: its first bytes."""
    return {
        "revision": one.number,
        "size": one.size,
        "sha256": one.digest,
        "lines": one.lines,
        "created_at": one.created_at.isoformat(),
    }


def _findings(row: ConversationRow) -> list[dict[str, Any]]:
    """The findings; of a packed upload each with its file and line, or its row: `origin`."""
    found: list[dict[str, Any]] = [{**one} for one in listings.all_findings(session(), row)]
    if packed.is_said(row.upload):
        for number, one in enumerate(found):
            is_near = number < MOST_LINES
            one["origin"] = origins.origin_of(row, one["address"], with_line=is_near)
    return found


def _as_it_came(upload: UploadRow) -> dict[str, Any]:
    """The size and the digest of its bytes; of packed ones those of their text too."""
    came, text = packed.packed_of(session(), upload.id), (upload.size, upload.digest)
    if came is None:
        return {"size": text[0], "sha256": text[1]}
    unpacked = {"size": text[0], "sha256": text[1]}
    return {"size": came.size, "sha256": came.digest, "unpacked": unpacked}


@bp.get("/<slug>/calls")
def calls(slug: str) -> Response:
    """The calls, some at a time: `next` is where the others are."""
    row = access.conversation_of(slug)
    total = row.summary["calls"]
    limit = _number("limit", CALLS, least=1, most=MOST_LISTED)
    offset = _number("offset", 0, least=0, most=LARGEST_NUMBER)
    more = offset + limit < total
    return jsonify(
        calls=list(map(answered, listings.call_records(session(), row, offset, limit))),
        total=total,
        offset=offset,
        limit=limit,
        next=url_for("api.calls", slug=slug, offset=offset + limit, limit=limit)
        if more
        else None,
    )


@bp.get("/<slug>/verdicts")
def verdicts(slug: str) -> Response:
    """What the server that the log names and the first targets make of the conversation, as
    `crosswire check --format json` says it; with `target`, which may come again, what these
    make of it."""
    row, asked = access.conversation_of(slug), request.args.getlist("target")
    for name in asked:
        one_of("target", name, TARGETS)
    found = verdicts_at_once(row)
    named = {name: found.get(name) or further_verdict_of(row, name) for name in asked}
    told = named or found
    return jsonify(verdicts={target: one["answer"] for target, one in told.items()})


@bp.post("/<slug>/explain")
def explain_error(slug: str) -> Response:
    """What a provider's error message means for the conversation, as `crosswire explain` says
    it."""
    row = access.conversation_of(slug)
    error, target = _text("error"), _text("target", required=False)
    if target:
        one_of("target", target, TARGETS)
    conversation, pairing = whole(row)
    found = explain(conversation, error, target=target or None, pairing=pairing)
    return jsonify(explanation_record(found))


@bp.post("/<slug>/repair")
def repair(slug: str) -> Response:
    """The conversation repaired: `{"missing": "leave", "only": [codes, names, addresses]}`."""
    row = access.conversation_of(slug)
    body = _body()
    missing, only = one_of("missing", body.get("missing", "leave"), MISSING), body.get("only")
    if only is not None and not (
        isinstance(only, list) and all(isinstance(one, str) for one in only)
    ):
        abort(400, "only is a list of rules, by code or name, or of addresses.")
    repaired = mend(whole(row)[0], only=only, missing=missing)
    told = {
        "format": repaired.conversation.format,
        "changes": [change.record() for change in repaired.changes],
        "left": [left.record() for left in repaired.remaining],
        "verdict": outcome_record(repaired.verdict),
        "id_map": [change.record() for change in repaired.id_map],
    }
    text = (
        json.dumps(told)[:-1] + ', "payload": ' + write_json(repaired.payload).decode() + "}\n"
    )
    return AnyText(text, mimetype="application/json")


@bp.get("/<slug>/patch")
def patch(slug: str) -> Response:
    """The fix as a JSON Patch (RFC 6902) from the document of the upload, or from the array of
    its documents where it has several."""
    missing = request.args.get("missing")
    asked = one_of("missing", missing, MISSING) if missing else None
    operations = write_json(patch_of(access.conversation_of(slug), asked)).decode()
    return AnyText(f'{{"patch": {operations}}}\n', mimetype="application/json")


@bp.get("/<slug>/example")
def example(slug: str) -> Response:
    """The fewest messages that keep a finding, with lengths in place of texts."""
    found = example_of(access.conversation_of(slug))
    return jsonify(
        address=found.address,
        messages=found.messages,
        of=found.of,
        texts=found.texts,
        read_as=found.read_as,
        log=found.data.decode("utf-8", "replace"),
    )


@bp.get("/<slug>/as/<format>")
def converted(slug: str, format: str) -> Response:
    """The conversation in another format, with what was lost and each id that is not the
    log's.

    `?held=1` adds the map of what the format has no field for, `?shape=` asks for another file
    than the body.
    """
    row = access.conversation_of(slug)
    check(format in crosswire.FORMATS, 404)
    shape, policy, media = shape_asked(), id_policy(), media_policy()
    if shape.NAME != "body":
        return _in_shape(row, format, shape)
    made = converted_body(row, format)
    body = {
        "format": format,
        "ids": policy,
        "media": media,
        "refused_by": refusing(row, format, policy),
        **made.report(),
    }
    # The payload is stored as JSON text, and its numbers are to stay as they are.
    text = json.dumps(body)[:-1] + ', "payload": ' + made.payload.decode().rstrip()
    if request.args.get("held"):
        text += ', "held": ' + sidecar_file(row, format).decode()
    return AnyText(text + "}\n", mimetype="application/json")


def _in_shape(row: ConversationRow, format: str, shape: Shape) -> Response:
    """The same for programs: the file as text (an archive as base64), with what was lost and
    renamed."""
    written = in_shape(row, format, shape.NAME)
    is_text = shape.NAME != "zip"
    return jsonify(
        format=format,
        ids=id_policy(),
        media=media_policy(),
        refused_by=refusing(row, format, id_policy()),
        shape=shape.NAME,
        media_type=shape.MEDIA_TYPE,
        name=f"{stem(row)}.{format}.{shape.ENDING}",
        **written.report(),
        **{"text": written.data.decode()}
        if is_text
        else {"base64": b64encode(written.data).decode()},
    )


@bp.post("/<slug>/as/<format>")
def converted_back(slug: str, format: str) -> Response:
    """The conversation in another format, with what the map in the body held of it (`?held=1`
    gave it)."""
    row = access.conversation_of(slug)
    check(format in crosswire.FORMATS, 404)
    policy, media = id_policy(), media_policy()
    [(_, rendering)] = render_all_back(
        [whole(row)[0]],
        format,
        read_file(request.get_data()),
        ids=policy,
        media=media,
    )
    body = {
        "format": format,
        "ids": policy,
        "media": media,
        "refused_by": refusing(row, format, policy),
        "losses": [loss.record() for loss in rendering.losses],
        "id_map": [change.record() for change in rendering.id_map],
        "name_map": [change.record() for change in rendering.name_map],
    }
    text = (
        json.dumps(body)[:-1]
        + ', "payload": '
        + write_json(rendering.payload).decode()
        + "}\n"
    )
    return AnyText(text, mimetype="application/json")


@bp.delete("/<slug>")
def delete(slug: str) -> Response:
    """Delete the whole upload, with all conversations in it; the answer lists them."""
    row = access.conversation_of(slug)
    check(
        access.may_manage(row),
        403,
        "Only who manages this upload, or sends its manage secret, can delete it.",
    )
    slugs = permalinks.sibling_slugs(session(), row, MOST_LISTED)
    total = permalinks.sibling_count(session(), row)
    deleting.delete(session(), row)
    return jsonify(deleted=list(slugs), deleted_total=total)


def _body() -> dict[str, Any]:
    """The JSON object of a request; one without a body asks for nothing."""
    if not request.get_data():
        return {}
    found = request.get_json(force=True, silent=True)
    if not isinstance(found, dict):
        abort(400, "The body is a JSON object.")
    return found


def _text(name: str, *, required: bool = True) -> str:
    """A text that a request gives in its body."""
    found = _body().get(name, "")
    if not isinstance(found, str) or (required and not found.strip()):
        abort(400, f"{name} is a text.")
    return found


def _number(name: str, usual: int, *, least: int, most: int) -> int:
    """A number that a request gives in its query."""
    text = request.args.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit()) or not least <= int(text[:20]) <= most:
        abort(400, f"{name} is a number from {least} to {most}.")
    return int(text)


def _permalink(slug: str) -> dict[str, str]:
    return {"slug": slug, "url": url_for("conversations.show", slug=slug, _external=True)}
