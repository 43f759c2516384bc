"""Authlib's client for Flask, following no redirects. Imported only where the extra `oidc` is
used."""

from __future__ import annotations

from typing import Any

from authlib.integrations import flask_client, requests_client  # type: ignore[import-untyped]
from joserfc.errors import JoseError
from requests import RequestException

FAILURES = (
    flask_client.OAuthError,
    JoseError,
    RequestException,
    RuntimeError,
    KeyError,
    TypeError,
    ValueError,
)
"""What comes of an answer that is none, or not the right one."""


class Session(requests_client.OAuth2Session):  # type: ignore[misc]
    """Asks only the addresses that the issuer itself names."""

    def request(self, method: str, url: str, *args: Any, **more: Any) -> Any:
        more["allow_redirects"] = False
        return super().request(method, url, *args, **more)


class App(flask_client.FlaskOAuth2App):  # type: ignore[misc]
    client_cls = Session


class OAuth(flask_client.OAuth):  # type: ignore[misc]
    oauth2_client_cls = App
