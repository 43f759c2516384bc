"""The door of the doctor's server: who has the secret of its address comes in, once.

The secret is exchanged for a cookie and is worth nothing from then on. What comes under
another name, through a proxy or without the cookie sees nothing of the app.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from werkzeug.http import dump_cookie, parse_cookie

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ENTRANCE = "/enter"
OF_PROXIES = ("HTTP_FORWARDED", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
"""How the headers begin that a proxy adds."""
_NO_NAME = "This server answers to its own address on this machine alone."
_NO_PROXY = "This server answers no request that came through a proxy."
_NO_COOKIE = (
    "The address with the secret, which the doctor printed, opens this server once, in one "
    "browser. Start `crosswire doctor --open` again for another."
)


class Door:
    """Around the app of one server, which listens on this port of the loopback."""

    def __init__(self, app: WSGIApplication, port: int, inside: str) -> None:
        self._app = app
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._cookie_name = f"crosswire-doctor-{port}"  # cookies know no ports
        self._cookie = secrets.token_urlsafe(32)
        self._secret: str | None = secrets.token_urlsafe(32)
        self._guard = Lock()
        self._inside = inside
        self.address = f"http://127.0.0.1:{port}{ENTRANCE}?secret={self._secret}"
        """What opens the server, once."""

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        if environ.get("HTTP_HOST", "").lower() not in self._hosts:
            return _refused(start_response, "400 Bad Request", _NO_NAME)
        if any(name.startswith(OF_PROXIES) for name in environ):
            return _refused(start_response, "400 Bad Request", _NO_PROXY)
        if environ["PATH_INFO"] == ENTRANCE and self._takes_secret(environ):
            return self._let_in(start_response)
        sent = parse_cookie(environ.get("HTTP_COOKIE", "")).get(self._cookie_name, "")
        if not hmac.compare_digest(sent.encode(), self._cookie.encode()):
            return _refused(start_response, "403 Forbidden", _NO_COOKIE)
        return self._app(environ, start_response)

    def _takes_secret(self, environ: WSGIEnvironment) -> bool:
        """Whether the secret was sent; it is taken back with that."""
        asked = parse_qs(environ.get("QUERY_STRING", "")).get("secret", [""])[0]
        with self._guard:
            if self._secret is None or environ["REQUEST_METHOD"] != "GET":
                return False
            if not hmac.compare_digest(asked.encode(), self._secret.encode()):
                return False
            self._secret = None
        return True

    def _let_in(self, start_response: StartResponse) -> Iterable[bytes]:
        cookie = dump_cookie(
            self._cookie_name, self._cookie, httponly=True, samesite="Strict", path="/"
        )
        start_response(
            "303 See Other",
            [
                ("Location", self._inside),
                ("Set-Cookie", cookie),
                ("Cache-Control", "no-store"),
                ("Referrer-Policy", "no-referrer"),
                ("Content-Length", "0"),
            ],
        )
        return [b""]


def _refused(start_response: StartResponse, status: str, words: str) -> Iterable[bytes]:
    body = f"{words}\n".encode()
    start_response(
        status,
        [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ],
    )
    return [body]
