"""API tokens: what a program sends, and in whose name it then asks."""

from __future__ import annotations

import re

from flask import request

from webapp.database.tables import TokenRow
from webapp.request_scope import session
from webapp.store import tokens

_TOKEN = re.compile(rf"{tokens.TOKEN_PREFIX}[\w-]{{43}}", re.ASCII)
LENGTH_OF_SECRET = 43


def bearer() -> str:
    """The secret or the token that a program sends; empty where it sends none."""
    authorization = request.authorization
    return (
        (authorization.token or "") if authorization and authorization.type == "bearer" else ""
    )


def token_sent() -> str:
    """What claims to be a token, right or wrong; a manage secret may by chance begin like
    one."""
    sent = bearer()
    is_token = sent.startswith(tokens.TOKEN_PREFIX) and len(sent) != LENGTH_OF_SECRET
    return sent if is_token else ""


def known_token() -> TokenRow | None:
    """The token with which this request came, where it is one that holds."""
    sent = token_sent()
    return tokens.token_that_holds(session(), sent) if _TOKEN.fullmatch(sent) else None
