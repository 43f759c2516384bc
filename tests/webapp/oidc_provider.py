"""An OpenID provider on a port of this machine, which can be told to lie."""

import base64
import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from flask import Flask, Response, jsonify, redirect, request
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from werkzeug.serving import make_server

CLIENT, SECRET = "crosswire", "secret of the client"
ANN = {"sub": "subject-1", "email": "ann@example.org", "email_verified": True, "name": "Ann"}


@cache
def new_key(_: str) -> RSAKey:
    """A key that takes long to make; each is made once."""
    return RSAKey.generate_key(2048, parameters={"kid": "one"})


class Provider:
    """What it says of itself and of who logs in; tests change it."""

    def __init__(self) -> None:
        self.issuer = ""
        self.key = new_key("one")
        self.signs_with: Callable[[], RSAKey | OctKey] = lambda: self.key
        self.algorithm = "RS256"
        self.person: dict[str, Any] = dict(ANN)
        self.lies: dict[str, Any] = {}
        """Claims of the ID token that are not as they should be; None leaves one out."""
        self.metadata: dict[str, Any] = {}
        """What of its metadata is not as it should be."""
        self.answer_token: Callable[[dict[str, Any]], Any] = lambda answer: answer
        self.asked: list[str] = []
        self.authorized: dict[str, dict[str, str]] = {}

    def described(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            **self.metadata,
        }

    def id_token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": nonce,
            **self.person,
            **self.lies,
        }
        said = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": self.algorithm, "kid": "one"}
        return jwt.encode(header, said, self.signs_with(), algorithms=[self.algorithm])

    def redeem(self, form: Any, client: Any) -> dict[str, Any] | None:
        """What a code is worth to who was given it, and has the verifier and the client's secret."""
        asked = self.authorized.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        known = client is not None and (client.username, client.password) == (CLIENT, SECRET)
        if asked is None or not known or challenge != asked["code_challenge"]:
            return None
        if form.get("redirect_uri") != asked["redirect_uri"]:
            return None
        return {
            "access_token": secrets.token_urlsafe(),
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": self.id_token(asked["nonce"]),
        }


def app_of(provider: Provider) -> Flask:
    app = Flask("provider")

    @app.before_request
    def _note() -> None:
        provider.asked.append(request.path)

    @app.get("/.well-known/openid-configuration")
    def _metadata() -> Response:
        return jsonify(provider.described())

    @app.get("/jwks")
    def _keys() -> Response:
        return jsonify(KeySet([provider.key]).as_dict(private=False))

    @app.get("/authorize")
    def _authorize() -> Any:
        asked = request.args
        if (asked["client_id"], asked["response_type"]) != (CLIENT, "code") or "openid" not in asked["scope"]:
            return "refused", 400
        if asked["code_challenge_method"] != "S256" or len(asked["nonce"]) < 20 or len(asked["state"]) < 20:
            return "refused", 400
        code = secrets.token_urlsafe()
        provider.authorized[code] = asked.to_dict()
        return redirect(f"{asked['redirect_uri']}?code={code}&state={asked['state']}")

    @app.post("/token")
    def _token() -> Any:
        answer = provider.redeem(request.form, request.authorization)
        if answer is None:
            return jsonify(error="invalid_grant"), 400
        return provider.answer_token(answer)

    return app


@contextmanager
def providing() -> Iterator[Provider]:
    provider = Provider()
    server = make_server("127.0.0.1", 0, app_of(provider), threaded=True)
    provider.issuer = f"http://127.0.0.1:{server.port}"
    # It looks so often whether it is to stop, in seconds.
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
