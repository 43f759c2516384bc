"""Answers for programs, and files to keep, have an ETag: who has the same bytes already and
says so (`If-None-Match`) gets 304 and none of them.

It is a checksum of what is sent, so it is the same exactly where that is. Nothing keeps an
answer by itself (`private, no-store`): what a program keeps is its own matter.
"""

from __future__ import annotations

import hashlib

from flask import Flask, Response, request

from webapp.compression import coding_of

DIGITS = 32
"""Hexadecimal digits of the checksum: nobody finds two answers with the same."""


def attach(app: Flask) -> None:
    app.after_request(_add)


def _add(response: Response) -> Response:
    if not (_may_be_asked_again(response) and (response.get_etag()[0] or _is_whole(response))):
        return response
    tag = response.get_etag()[0] or hashlib.sha256(response.get_data()).hexdigest()[:DIGITS]
    coding = coding_of(response)
    tag = f"{tag}-{coding}" if coding else tag
    response.set_etag(tag)
    if request.if_none_match.contains(tag):
        response.status_code = 304
        response.set_data(b"")
        if coding:
            response.vary.add("Accept-Encoding")
    return response


def _may_be_asked_again(response: Response) -> bool:
    is_for_programs = request.path.startswith("/api/")
    return (
        request.method in ("GET", "HEAD")
        and response.status_code == 200
        and (is_for_programs or "Content-Disposition" in response.headers)
    )


def _is_whole(response: Response) -> bool:
    return not response.is_streamed and not response.direct_passthrough
