"""Talks to a server of the web app: JSON comes back, or an error in its own words."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

from crosswire.errors import CrosswireError

if TYPE_CHECKING:
    from http.client import HTTPResponse

SECONDS = 60.0
"""How long an answer may take."""
LONGEST_WAIT = 600.0
"""Seconds until a large log has to be read."""
LARGEST_ANSWER = 4_000_000


class ServerRefused(CrosswireError):
    """What a server said instead of doing what it was asked for."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class Server:
    """A server, by its address; whoever has an API token sends it with everything."""

    def __init__(self, address: str, token: str | None) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query:
            raise ServerRefused(
                f"{address} is no address of a server, such as https://crosswire.example.org."
            )
        self.address = address.rstrip("/")
        self._token = token

    def keep(self, data: bytes, name: str | None) -> dict[str, Any]:
        """Keep a log there, and wait until it is read; raises ServerRefused."""
        query = f"?{urlencode({'name': name})}" if name else ""
        kept = self._ask("POST", f"/api/conversations{query}", data, None)
        until = time.monotonic() + LONGEST_WAIT
        state = kept
        while "state" in state and "error" not in state:
            if time.monotonic() > until:
                raise ServerRefused("The server has not read the log yet. Try it later.")
            time.sleep(1)
            state = self._ask("GET", _path(kept), None, kept.get("manage_secret"))
        if "error" in state:
            raise ServerRefused(str(state["error"].get("message", state["error"])))
        return kept

    def share(self, kept: Mapping[str, Any], wish: Mapping[str, Any]) -> dict[str, Any]:
        """Make a copy of what is kept, for others; raises ServerRefused."""
        body = json.dumps(wish).encode()
        return self._ask("POST", f"{_path(kept)}/share", body, kept.get("manage_secret"))

    def forget(self, kept: Mapping[str, Any]) -> None:
        """Delete what is kept; raises ServerRefused."""
        self._ask("DELETE", _path(kept), None, kept.get("manage_secret"))

    def _ask(self, method: str, path: str, data: bytes | None, secret: Any) -> dict[str, Any]:
        """The answer to the token, or else to the manage secret of what is asked about."""
        bearers = [one for one in (self._token, secret) if one] or [None]
        for bearer in bearers[:-1]:
            try:
                return self._ask_as(bearer, method, path, data)
            except ServerRefused as refused:
                if refused.status not in (401, 403):
                    raise
        return self._ask_as(bearers[-1], method, path, data)

    def _ask_as(
        self, bearer: str | None, method: str, path: str, data: bytes | None
    ) -> dict[str, Any]:
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import Request, build_opener

        headers = {"Accept": "application/json", "User-Agent": "crosswire"}
        if data is not None:
            is_json = path.endswith("/share")
            headers["Content-Type"] = f"application/{'json' if is_json else 'octet-stream'}"
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        request = Request(self.address + path, data, headers, method=method)  # noqa: S310 - checked
        try:
            with build_opener(_no_redirects()).open(request, timeout=SECONDS) as answer:
                return _read(answer)
        except HTTPError as error:
            with error:
                raise ServerRefused(_words_of(error), error.code) from error
        except (HTTPException, OSError) as error:
            reason = getattr(error, "reason", None) or error
            raise ServerRefused(f"The server cannot be reached: {reason}.") from error


def _path(kept: Mapping[str, Any]) -> str:
    return f"/api/conversations/{quote(str(kept.get('slug')), safe='')}"


def _no_redirects() -> Any:
    """What is sent goes to the server that was named, and to no other."""
    from urllib.request import HTTPRedirectHandler

    class NoRedirects(HTTPRedirectHandler):
        def redirect_request(self, *_given: Any) -> None:
            return None

    return NoRedirects


def _read(answer: HTTPResponse) -> dict[str, Any]:
    try:
        value = json.loads(answer.read(LARGEST_ANSWER))
    except ValueError as error:
        raise ServerRefused("What answers there is no server of Crosswire.") from error
    if not isinstance(value, dict):
        raise ServerRefused("What answers there is no server of Crosswire.")
    return value


def _words_of(error: Any) -> str:
    """What the server says of a refusal, or only its status."""
    if moved := error.headers.get("Location"):
        return f"The server sends on to {moved}: give that address."
    try:
        said = json.loads(error.read(LARGEST_ANSWER))["error"]
        told = " ".join(filter(None, (said["message"], said.get("hint"))))
    except (ValueError, KeyError, TypeError):
        told = f"The server answers {error.code}."
    if error.code == 401:
        told += " Give an API token with --token, or in CROSSWIRE_TOKEN."
    return told
