"""Files to send to somebody else: the fix as a JSON Patch, a finding as its smallest log."""

from __future__ import annotations

from flask import Blueprint, Response, request

from crosswire.containers import write_json
from webapp.access import conversation_of
from webapp.conversation_page.query import Asked
from webapp.downloads.files import download, stem
from webapp.downloads.patches import example_of, patch_of

bp = Blueprint("sent", __name__, url_prefix="/c/<slug>")


@bp.get("/fixed.patch.json")
def patch(slug: str) -> Response:
    """A JSON Patch (RFC 6902) from the upload's document to the fixed one; `?missing=` as for
    the fix."""
    row = conversation_of(slug)
    operations = patch_of(row, Asked.of(request.args).missing)
    body = write_json(operations, indent=True) + b"\n"
    return download(body, f"{stem(row)}.patch.json", "application/json-patch+json")


@bp.get("/example.json")
def example(slug: str) -> Response:
    """The fewest messages that keep a finding, texts blanked: of a rule (`?of=`), at an
    address (`?at=`)."""
    row = conversation_of(slug)
    found = example_of(row)
    is_one = found.data.startswith((b"{\n", b"[\n"))
    ending, kind = ("json", "application/json") if is_one else ("jsonl", "application/jsonl")
    return download(found.data, f"{stem(row)}.example.{ending}", kind)
