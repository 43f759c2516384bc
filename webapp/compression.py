"""Pages on the wire are packed, where nobody can learn from their lengths.

Whoever makes a browser ask for pages, and sees how long the answers are, can guess what stands
in them if they choose words that the page repeats (BREACH). Words are chosen in a query, so
what another site asks for with a query is not packed.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

from webapp.packing import pack

PACKED_TYPES = frozenset({"text/html", "application/json"})
SMALLEST = 1_000
LARGEST = 4_000_000
"""Bytes: longer ones are files to keep, sent as they are."""
GZIP_LEVEL, ZSTD_LEVEL = 6, 9
"""More of either costs milliseconds a page, and less a tenth of its bytes."""


def attach(app: Flask) -> None:
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if not _may_be_packed(response):
        return response
    coding = coding_of(response)
    if coding is not None:
        data = response.get_data()
        response.set_data(
            pack(data, ZSTD_LEVEL)
            if coding == "zstd"
            else gzip.compress(data, GZIP_LEVEL, mtime=0)
        )
        response.headers["Content-Encoding"] = coding
    response.vary.add("Accept-Encoding")
    return response


def coding_of(response: Response) -> str | None:
    """How an answer will be packed; None where it is sent as it is."""
    if not _may_be_packed(response):
        return None
    return request.accept_encodings.best_match(["zstd", "gzip"])


def _may_be_packed(response: Response) -> bool:
    return (
        response.mimetype in PACKED_TYPES
        and request.method != "HEAD"
        and not response.is_streamed
        and not response.direct_passthrough
        and "Content-Encoding" not in response.headers
        and "Content-Disposition" not in response.headers
        and SMALLEST <= (response.calculate_content_length() or 0) <= LARGEST
        and (not request.query_string or _was_asked_here())
    )


def _was_asked_here() -> bool:
    """Whether the browser says that no other site made it ask."""
    return request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")
