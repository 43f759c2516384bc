"""Who somebody is here: their login, their API tokens, and uploads that they come to manage by
a link."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    request,
    url_for,
)

from webapp import access
from webapp.access import oidc
from webapp.access.roles import as_role, roles_up_to
from webapp.account.page import DAYS, ROLES, token_lines
from webapp.hypermedia import render_page
from webapp.request_checks import check
from webapp.request_scope import session
from webapp.store import kept_mappings, owners, people, tokens

bp = Blueprint("access", __name__)

LONGEST_TOKEN_NAME = 80
LONGEST_RETURN = 1_000
"""Characters of an address that a login leads back to; it waits in a cookie."""

_OWN_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")
_MANAGE_LINK = re.compile(r"/manage/([\w-]{22})$", re.ASCII)


@bp.get("/access")
def index() -> Response:
    """Who asks, and their tokens."""
    return _index()


@bp.post("/access/tokens")
def new_token() -> Response:
    """Make a token; this answer alone shows it."""
    asks = _person_or_browser()
    role, days = as_role(request.form.get("role", "")), request.form.get("days", "")
    name = " ".join(request.form.get("name", "").split())[:LONGEST_TOKEN_NAME]
    if not name or role not in roles_up_to(asks.role) or days not in DAYS:
        abort(
            400,
            (
                "A token has a name, a role that you have yourself, and a time for which "
                "it holds."
            ),
        )
    try:
        token = tokens.add_token(session(), access.owner_to_be(), name, role, DAYS[days])
    except tokens.TooManyTokens:
        abort(
            400,
            (
                f"You have {tokens.MOST_TOKENS} tokens, the most that one may have: "
                "revoke some first."
            ),
        )
    return _index(token)


@bp.post("/access/tokens/<key>/revoke")
def revoke_token(key: str) -> Response:
    """Revoke one of one's own tokens; from then on it is unknown."""
    check(tokens.revoke_token(session(), _person_or_browser().owner, key), 404)
    return _to(url_for("access.index", _anchor="tokens"))


@bp.post("/access/mappings/<int:number>/forget")
def forget_mapping(number: int) -> Response:
    """Forget one of one's own mappings; what was read by it stays as it is."""
    owner = _person_or_browser().owner
    check(owner is not None and kept_mappings.remove(session(), owner, number), 404)
    return _to(url_for("access.index", _anchor="mappings"))


@bp.post("/access/browser")
def take_over() -> Response:
    """Hand what this browser kept over to who has logged in."""
    asks = _person_or_browser()
    key = access.browser_key()
    if asks.by != "login" or asks.owner is None:
        abort(403, "Log in first: what this browser kept goes to who has logged in.")
    if key is not None:
        owners.adopt(session(), key, asks.owner)
        people.take_over(session(), access.owner_of_key(key), asks.owner)
    return _to(url_for("access.index"))


@bp.route("/manage", methods=["GET", "POST"])
@bp.route("/manage/<slug>", methods=["GET", "POST"])
def claim(slug: str = "") -> Response:
    """Manage an upload by its manage link; the secret stands in its fragment, which no server
    sees."""
    if request.method != "POST":
        return render_page("account/manage.html", fragment="main", slug=slug)
    slug, secret = _manage_link(slug, request.form.get("secret", ""))
    _person_or_browser()
    check(
        owners.manage_with(session(), slug, secret, access.owner_to_be()),
        403,
        "This is no manage link of anything that is here. Check that you have "
        "copied all of it.",
    )
    return _to(url_for("conversations.show", slug=slug))


@bp.get("/login")
def login() -> Response:
    """Where who is not logged in is sent to."""
    settings = access.access_settings()
    check(settings.login != "none", 404)
    there = _own_path(request.args.get("to", ""))
    if access.identity().by == "login":
        return _to(there)
    return render_page(
        "account/login.html",
        fragment="main",
        there=there,
        provider=urlsplit(settings.oidc_issuer).netloc,
    )


@bp.get("/login/go")
def begin() -> Response:
    """Go to the provider."""
    _only_with_oidc()
    try:
        back = url_for("access.back", _external=True)
        return oidc.begin(back, _own_path(request.args.get("to", "")))
    except oidc.LoginFailed as error:
        return _failed(error)


@bp.get("/login/back")
def back() -> Response:
    """Come back from the provider, to where one was."""
    _only_with_oidc()
    try:
        return _to(_own_path(oidc.finish()))
    except oidc.LoginFailed as error:
        return _failed(error)


@bp.post("/logout")
def logout() -> Response:
    """Forget who has logged in."""
    _only_with_oidc()
    oidc.log_out()
    return _to(url_for("access.login"))


def _index(new_token: str = "") -> Response:
    asks = access.identity()
    key = access.browser_key() if asks.by == "login" else None
    return render_page(
        "account/index.html",
        fragment="main",
        who=asks,
        new_token=new_token,
        tokens=token_lines(tokens.tokens_of(session(), asks.owner)),
        roles=roles_up_to(asks.role),
        days=DAYS,
        role_words=ROLES,
        kept=people.kept_by(session(), asks.owner) if asks.owner else 0,
        mappings=kept_mappings.of_owner(session(), asks.owner),
        kept_by_browser=people.kept_by(session(), access.owner_of_key(key)) if key else 0,
    )


def _person_or_browser() -> access.Identity:
    """Who asks, themselves: a token that leaked must not make others that hold longer."""
    asks = access.identity()
    check(asks.by != "token", 403, "Only people do this, with a browser; a token cannot.")
    check(asks.role != "stranger", 403, access.why_not())
    return asks


def _manage_link(slug: str, pasted: str) -> tuple[str, str]:
    """The permalink and the secret, from the address and the form; a whole link may be pasted
    too."""
    link, fragment, secret = pasted.strip().rpartition("#")
    found = _MANAGE_LINK.search(link) if fragment else None
    return (found[1] if found else slug), secret


def _own_path(there: str) -> str:
    """An address of this server that somebody may be sent to after the login; else the front
    page."""
    safe = len(there) <= LONGEST_RETURN and _OWN_PATH.fullmatch(there)
    return there if safe and not there.startswith("/login") else url_for("home.index")


def _only_with_oidc() -> None:
    check(access.access_settings().login == "oidc", 404)


def _failed(error: oidc.LoginFailed) -> Response:
    current_app.logger.warning("A login failed: %s.", error)
    return render_page(
        "account/login.html",
        fragment="main",
        status=403,
        there=url_for("home.index"),
        provider=urlsplit(access.access_settings().oidc_issuer).netloc,
        failed=True,
    )


def _to(there: str) -> Response:
    return make_response(redirect(there, 303))
