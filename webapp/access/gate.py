"""Turns away who may not, in one place and before any view has looked for anything.

So an answer to somebody who may not cannot tell what is there.
"""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, request, url_for
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from webapp.access.identities import identity
from webapp.access.people import access_settings
from webapp.access.tokens import token_sent
from webapp.hypermedia import wants_block
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.security import SAFE_METHODS
from webapp.store import permalinks

FOR_ALL = frozenset(
    {
        "static",
        "health.healthz",
        "health.metrics",
        "health.readyz",
        "health.robots",
        "health.icon",
        "access.login",
        "access.begin",
        "access.back",
        "access.logout",
    }
)
"""What answers everybody, also where a server is closed; the metrics ask for themselves who it
is."""
KEEPS_NOTHING = frozenset(
    {
        "access.new_token",
        "access.forget_mapping",
        "access.revoke_token",
        "api.converted_back",
        "api.explain_error",
        "api.repair",
        "editing.checked",
        "editing.fixed",
        "explanations.show",
    }
)
"""What is sent to, and changes nothing but what belongs to who asks: readers may."""
ASKS_FOR_SECRET = frozenset(
    {"api.delete", "library.change", "shares.share", "shares.taken_back"}
)
"""What programs do with a manage secret: who has it may, whoever they are."""
OF_A_CONVERSATION = ("/c/<slug>", "/api/conversations/<slug>")
REALM = WWWAuthenticate("bearer", {"realm": "Crosswire"})


def guard() -> Response | None:
    """Let a request through, or answer it."""
    if request.endpoint in FOR_ALL:
        return None
    asks = identity()
    if token_sent() and asks.by != "token":
        raise Unauthorized(
            ("This token is not known here: it was revoked, has run out or never was."),
            www_authenticate=REALM,
        )
    if (
        asks.role == "stranger"
        and access_settings().closed
        and not (_only_reads() and is_shared(_slug()))
    ):
        return _closed()
    if (
        request.endpoint
        and not asks.may_keep
        and not (_only_reads() or request.endpoint in ASKS_FOR_SECRET)
    ):
        abort(403, why_not())
    return None


def why_not() -> str:
    """Why who asks may keep and change nothing, in plain words."""
    asks = identity()
    if asks.by == "nothing":
        return "Log in first: only those who have logged in keep, change and delete here."
    if asks.role == "reader":
        whose = "this token" if asks.by == "token" else "you"
        return f"Here {whose} may read, and not keep, change, share or delete."
    return (
        "You are logged in, but you are on no list of those who may keep or change "
        "something here."
    )


def is_shared(slug: str) -> bool:
    """Whether a permalink opens a copy that was made for others and has not run out."""
    return permalinks.is_copy(session(), slug)


def _only_reads() -> bool:
    return request.method in SAFE_METHODS or request.endpoint in KEEPS_NOTHING


def _slug() -> str:
    """The permalink that this request is about, where it is about one."""
    of_one = request.url_rule is not None and request.url_rule.rule.startswith(
        OF_A_CONVERSATION
    )
    return (request.view_args or {}).get("slug", "") if of_one else ""


def _closed() -> Response:
    """Send who is not logged in to the login; what is no page says it in its answer."""
    check(
        identity().by == "nothing",
        403,
        "You are logged in, but you are on no list of those who may read here.",
    )
    if request.path.startswith("/api/"):
        raise Unauthorized(
            ("Log in, or send an API token, to read here."), www_authenticate=REALM
        )
    if wants_block() or request.method not in SAFE_METHODS:
        raise Unauthorized("Log in to read here.", www_authenticate=REALM)
    there = request.full_path.removesuffix("?")
    return make_response(redirect(url_for("access.login", to=there)))
