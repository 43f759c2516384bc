"""The documentation under `/docs`: the site that `./dev docs --site` built."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, request, url_for

from webapp.hypermedia import render_page
from webapp.request_checks import found_or_404
from webapp.responses import AnyText
from webapp.services import services
from webapp.statics import ASKED_AGAIN

bp = Blueprint("docs", __name__, url_prefix="/docs")

FIRST = "index.html"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""Of the files of a site; another is sent as bytes, which no browser runs or shows."""
STYLE_OF_SEARCH = "sha256-NwSx/R2V/U4jnW0Tq5pQ53Y/rzPVJ4dqE7D6UTA/J1k="
"""The one style that the theme of the site puts into its pages, of the version in
`requirements-site.txt`; with another one the search is without it, and a test says so."""
# Its theme writes pictures as `data:` in its styles, and searches in a worker.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'{hashes}",
        "worker-src 'self'",
        f"style-src 'self' '{STYLE_OF_SEARCH}'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_SCRIPT_WITHIN = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@bp.get("")
def index() -> Response:
    """The first page of the site, at the address that its links are relative to."""
    folder = services().settings.docs
    if not (folder / FIRST).is_file():
        return _not_built()
    return make_response(redirect(url_for("docs.file", path=FIRST)))


@bp.get("/<path:path>")
def file(path: str) -> Response:
    """A file of the site."""
    folder = services().settings.docs
    if not (folder / FIRST).is_file():
        return _not_built()
    found = found_or_404(_within(folder, path))
    data = found.read_bytes()
    response = AnyText(data, mimetype=TYPES.get(found.suffix, "application/octet-stream"))
    response.headers["Content-Security-Policy"] = policy_of(data)
    response.headers["Cache-Control"] = ASKED_AGAIN
    response.set_etag(hashlib.sha256(data).hexdigest()[:32], weak=True)
    response.make_conditional(request)
    return response


def policy_of(page: bytes) -> str:
    """The content security policy of a file: of the scripts that stand in a page those run
    that it was built with, and no other."""
    digests = (hashlib.sha256(text).digest() for text in _SCRIPT_WITHIN.findall(page))
    hashes = (f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return POLICY.format(hashes="".join(dict.fromkeys(hashes)))


def _within(folder: Path, path: str) -> Path | None:
    """The file of the site that a path names; None where there is none within its folder."""
    root = folder.resolve()
    try:
        found = (root / path).resolve()
        is_there = found.is_relative_to(root) and found.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return None
    return found if is_there else None


def _not_built() -> Response:
    return render_page("reference/docs.html", fragment="main", status=404)
