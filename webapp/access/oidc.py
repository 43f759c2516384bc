"""Login at an OpenID provider: authorization code with PKCE, state and nonce, by Authlib.

Requests go to the issuer and to the endpoints that its metadata names, and follow no redirect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask import session as cookie
from flask.sessions import SecureCookieSessionInterface

from webapp.access.people import LONGEST_NAME, SUBJECT, access_settings, remembered
from webapp.services import services
from webapp.settings import Settings

DAYS = 7
"""How long a login holds."""
SECONDS = 10
"""How long a provider may take for an answer."""
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""With which providers sign; only they have the key, which is not so for HS256 and none."""
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
THERE = "to"
"""In the cookie, while somebody logs in: where they were."""


class UnusableLogin(Exception):
    """A login that cannot be served as it is set, said in one line."""


class LoginFailed(Exception):
    """Nobody was logged in."""


def oidc_client_of(app: Flask, settings: Settings) -> Any:
    """The client of the OpenID provider, with signed cookies for its app; None with another
    login.

    Raises UnusableLogin.
    """
    if settings.login != "oidc":
        return None
    app.config.update(
        SECRET_KEY=settings.secret_key.get_secret_value(),
        SESSION_COOKIE_NAME="cw_login",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=DAYS),
    )
    app.session_interface = _Cookies()
    return _client(app, settings)


class _Cookies(SecureCookieSessionInterface):
    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def begin(back: str, there: str) -> Response:
    """Send a browser to the provider, which sends it `back`; raises LoginFailed."""
    cookie.clear()
    client = _ready_client()
    with _failing():
        answer: Response = client.authorize_redirect(back)
    cookie[THERE] = there
    return answer


def finish() -> str:
    """Log in whom the provider names; where they were. Raises LoginFailed."""
    there: str = cookie.get(THERE, "")
    client, settings = _ready_client(), access_settings()
    options = {
        "iss": {"essential": True, "value": settings.oidc_issuer},
        "aud": {"essential": True, "value": settings.oidc_client_id},
    }
    with _failing():
        claims = client.authorize_access_token(claims_options=options).get("userinfo")
    subject = (claims or {}).get("sub")
    if not isinstance(subject, str) or not subject:
        raise LoginFailed("no subject")
    name = _name_in(claims, settings.oidc_name_claim) or subject
    cookie.clear()
    cookie[SUBJECT] = subject
    cookie.permanent = True
    remembered(settings.oidc_issuer, subject, name)
    return there


def log_out() -> None:
    cookie.clear()


def _name_in(claims: dict[str, Any], claim: str) -> str:
    """An address that nobody has verified is anybody's: it names no one."""
    name = claims.get(claim)
    if not isinstance(name, str) or (
        claim == "email" and claims.get("email_verified") is not True
    ):
        return ""
    return name.strip()[:LONGEST_NAME]


def _ready_client() -> Any:
    """The client, once it knows the provider's endpoints; raises LoginFailed."""
    client = services().oidc
    with _failing():
        found = client.load_server_metadata()
    settings = access_settings()
    if found.get("issuer") != settings.oidc_issuer:
        raise LoginFailed("its metadata names another issuer than CROSSWIRE_OIDC_ISSUER")
    safe = urlsplit(settings.oidc_issuer).scheme
    if any(
        urlsplit(str(found.get(name, ""))).scheme not in (safe, "https") for name in ENDPOINTS
    ):
        raise LoginFailed("an endpoint without encryption")
    offered = found.get("id_token_signing_alg_values_supported", ALGORITHMS[:1])
    found["id_token_signing_alg_values_supported"] = [
        one for one in ALGORITHMS if one in offered
    ]
    if not found["id_token_signing_alg_values_supported"]:
        raise LoginFailed("it signs with nothing that only it can sign with")
    return client


@contextmanager
def _failing() -> Iterator[None]:
    """Whatever is wrong with a provider's answer is a login that failed."""
    from webapp.access.oidc_client import FAILURES

    try:
        yield
    except FAILURES as error:
        raise LoginFailed(type(error).__name__) from error


def _client(app: Flask, settings: Settings) -> Any:
    try:
        from webapp.access.oidc_client import OAuth
    except ModuleNotFoundError as error:
        raise UnusableLogin(
            f"CROSSWIRE_LOGIN=oidc needs the package {error.name}: pip install "
            "'crosswire[oidc]'."
        ) from error
    return OAuth(app).register(
        "provider",
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret.get_secret_value(),
        server_metadata_url=f"{settings.oidc_issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid email profile",
            "code_challenge_method": "S256",
            "default_timeout": SECONDS,
        },
    )
