"""What a request brought: the bytes of a log, unchanged."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """A log as it was sent."""

    data: bytes
    name: str | None
    format: str | None
    """The format that the sender insists on."""


def from_form() -> Upload:
    """A file, or else pasted text, from a form."""
    file = request.files.get("file")
    format = request.form.get("format") or None
    if file is not None and (file.filename or not request.form.get("text")):
        return Upload(_limited(file.read()), _base_name(file.filename), format)
    return Upload(_limited(pasted_bytes(request.form.get("text", ""))), None, format)


def from_body() -> Upload:
    """A form, or the body itself with `?name=` and `?format=`."""
    if request.mimetype == "multipart/form-data":
        return from_form()
    data = _limited(request.get_data(cache=False))
    return Upload(data, _base_name(request.args.get("name")), request.args.get("format") or None)


def pasted_bytes(text: str) -> bytes:
    """Pasted text as it stood in the text field.

    A browser's field holds no carriage returns, yet a form sends each line end as CR LF. Where
    every line end came so, that is undone; text that a program sent otherwise is left alone.
    """
    if text.count("\r\n") == text.count("\n") == text.count("\r"):
        text = text.replace("\r\n", "\n")
    return text.encode("utf-8", "surrogatepass")


def _limited(data: bytes) -> bytes:
    if len(data) > current_app.config["MAX_UPLOAD_BYTES"]:
        raise RequestEntityTooLarge
    return data


def _base_name(name: str | None) -> str | None:
    """A file's own name: browsers send no folders, programs may."""
    base = (name or "").replace("\\", "/").rpartition("/")[2]
    return "".join(filter(str.isprintable, base)).strip()[:LONGEST_NAME] or None
