"""A shell script that sends the request with curl; the key is a variable, never in the file.

The body is a here-document, which no shell looks into and which may have any length; it ends
with a line that the body does not contain. JSON escapes NUL, which shells cannot hold.
"""

from __future__ import annotations

from crosswire.containers import json_document
from crosswire.exports.endpoints import request_of, url_of
from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged

NAME = "curl"
TITLE = "curl command"
SAYS = "The request as a shell script; the key is a variable, never in the file."
MEDIA_TYPE = "text/x-shellscript"
ENDING = "sh"
IN_LINES = False
FORMAT_NAMES = EVERY_FORMAT


def write(export: Export) -> Written:
    request = request_of(export)
    body = json_document.write(request.body, indent=True)
    end = _end_of(body)
    keys = " and ".join(f"${key}" for key in request.endpoint.keys)
    needs = f"It needs {keys}." if keys else "It needs no key."
    headers = ("Content-Type: application/json", *request.endpoint.headers)
    lines = [
        "#!/bin/sh",
        f"# Sends a logged conversation to {export.title}. {needs}",
        *(f': "${{{key}:?is not set}}"' for key in request.endpoint.keys),
        f'curl --silent --show-error --fail-with-body "{url_of(request)}" \\',
        *(f'  -H "{header}" \\' for header in headers),
        f"  --data-binary @- <<'{end}'",
    ]
    text = "\n".join(lines).encode() + b"\n" + body + f"\n{end}\n".encode()
    return unchanged(export, text, request.losses)


def _end_of(body: bytes) -> str:
    """A word that is no line of the body."""
    lines = set(body.split(b"\n"))
    end = "END_OF_BODY"
    while end.encode() in lines:
        end += "_"
    return end
