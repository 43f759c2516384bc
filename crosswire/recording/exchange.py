"""A request and its answer as one line of JSON, which Crosswire reads, without keys.

Bodies that are JSON stand in it as they were sent, to the byte; all others as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import orjson
from msgspec import Struct

_KEPT = frozenset(
    {"content-type", "date", "retry-after", "x-should-retry", "anthropic-version"}
    | {"anthropic-beta", "openai-beta", "openai-processing-ms", "request-id", "x-request-id"}
    | {"apim-request-id", "mistral-correlation-id", "x-amzn-requestid", "x-amzn-errortype"}
)
"""Headers that are known to hold no key; of the others not even the names are kept."""
_MAY_BE_KEYS = ("auth", "key", "token", "secret", "cookie", "credential", "signature")
_SHORTEST_KEY = 8
LEFT_OUT = "(left out)"
_TEXTS = ("json", "text/", "event-stream", "x-www-form-urlencoded", "xml", "yaml")


def is_refusal(status: int) -> bool:
    """Whether a status says that the request itself was refused."""
    return 400 <= status < 500


class Exchange(Struct, frozen=True):
    """What went over the wire, as it was."""

    method: str
    url: str
    status: int
    sent: bytes | None
    """The body; None where it was not kept, as it came in pieces."""
    sent_headers: Mapping[str, str]
    received: bytes
    received_headers: Mapping[str, str]
    began: str
    is_whole: bool = True
    """Whether the program read the answer to its end."""

    @property
    def is_refused(self) -> bool:
        return is_refusal(self.status)

    def line(self) -> bytes:
        """The exchange as one line, ended by a line end."""
        keys = sorted(self._keys(), key=len, reverse=True)
        request = {
            "method": self.method,
            "url": _plain_url(self.url),
            "headers": _kept(self.sent_headers),
        }
        response: dict[str, Any] = {
            "status": self.status,
            "headers": _kept(self.received_headers),
        }
        if not self.is_whole:
            response["read_to_its_end"] = False
        sent = _body(self.sent, self.sent_headers)
        received = _body(self.received, self.received_headers)
        fields = (
            b'"recorder": "crosswire"',
            b'"started_at": ' + orjson.dumps(self.began),
            b'"request": ' + _half(request, sent, keys),
            b'"response": ' + _half(response, received, keys),
        )
        return b"{" + b", ".join(fields) + b"}\n"

    def _keys(self) -> Iterator[str]:
        """The credentials of the request, as an answer or a body may repeat them."""
        query = parse_qsl(urlsplit(self.url).query)
        for name, value in (*self.sent_headers.items(), *query):
            if any(word in name.lower() for word in _MAY_BE_KEYS):
                yield from (one for one in value.split() if len(one) >= _SHORTEST_KEY)
        password = urlsplit(self.url).password
        if password:
            yield password


def _plain_url(url: str) -> str:
    """Without query and user, where keys are."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _kept(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() in _KEPT}


def _half(fields: dict[str, Any], body: bytes, keys: Iterable[str]) -> bytes:
    written = orjson.dumps(fields)[:-1] + b', "body": ' + body + b"}"
    for key in keys:
        written = written.replace(key.encode(), LEFT_OUT.encode())
    return written


def _body(body: bytes | None, headers: Mapping[str, str]) -> bytes:
    """A body as a JSON value on one line."""
    if body is None:
        return orjson.dumps("(left out: it was sent in pieces)")
    if not body:
        return b"null"
    if not _is_text(headers):
        return orjson.dumps(f"(left out: {len(body)} bytes that are no text)")
    return body if _is_one_line(body) else orjson.dumps(body.decode("utf-8", "replace"))


def _is_text(headers: Mapping[str, str]) -> bool:
    kind = next((v for k, v in headers.items() if k.lower() == "content-type"), "text/plain")
    return any(word in kind.lower() for word in _TEXTS)


def _is_one_line(body: bytes) -> bool:
    if b"\n" in body or b"\r" in body:
        return False
    try:
        orjson.loads(body)
    except orjson.JSONDecodeError:
        return False
    return True
