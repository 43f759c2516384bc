"""Headers of every answer, and which requests are turned away before a view sees them."""

from __future__ import annotations

import re
import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from webapp.request_checks import check, wants_block
from webapp.services import services

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

OF_PARTS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of what only a page asks for: a part of it, its styles and scripts."""
HEADERS = OF_PARTS | {
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Referrer-Policy": "no-referrer",  # a permalink is all that is needed to read
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
}
"""Of what somebody may open."""
CACHED_NOWHERE = "private, no-store"
OF_THE_APP = ("static", "docs.file")
"""Endpoints of files that hold nothing of anybody's logs, and may be cached."""

# htmx's attributes act only on elements that carry the nonce (its hx-csp extension), so that
# markup alone, injected somewhere, can start no request.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'nonce-{nonce}'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types htmx",
    )
)

_PORT = re.compile(r":\d+$")


def protect(app: Flask) -> None:
    app.before_request(_refuse_other_hosts)
    app.before_request(_refuse_other_sites)
    app.after_request(_add_headers)
    app.context_processor(lambda: {"csp_nonce": csp_nonce()})


def csp_nonce() -> str:
    """The nonce of this answer, for `<script nonce>` and `hx-nonce`."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(16)
    nonce: str = g.csp_nonce
    return nonce


def _refuse_other_hosts() -> None:
    """Another site's name that was pointed at this machine (DNS rebinding) is not served."""
    # Werkzeug's own check (TRUSTED_HOSTS) knows no IPv6 addresses.
    name = _PORT.sub("", request.host).lower()
    check(
        name in services().settings.all_trusted_hosts,
        400,
        "This server does not answer to this host name; see CROSSWIRE_TRUSTED_HOSTS.",
    )


def _refuse_other_sites() -> None:
    """No other site may write with a visitor's cookies or network."""
    if request.method not in SAFE_METHODS and not came_from_here():
        abort(403, "This request came from another site, so it was not carried out.")


def came_from_here() -> bool:
    """Whether the browser says so; what is no browser says nothing and carries nobody's
    cookies."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def _add_headers(response: Response) -> Response:
    is_part = wants_block() or response.mimetype in ("text/css", "text/javascript")
    if response.status_code != 204:  # it has nothing that these could hold for
        response.headers.update(OF_PARTS if is_part else HEADERS)
        policy = CONTENT_SECURITY_POLICY.format(nonce=csp_nonce())
        response.headers.setdefault("Content-Security-Policy", policy)
    if request.endpoint not in OF_THE_APP or "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = CACHED_NOWHERE
    return response
