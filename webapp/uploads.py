"""What a request brought: the bytes of a log, unchanged."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from crosswire.errors import CrosswireError
from crosswire.model import Note

LONGEST_NAME = 200
LINE_ENDS = Note(
    "line-ends",
    "Pasted text: line ends as the browser's form sent them were turned back to LF.",
)


class UnusableForm(CrosswireError):
    """A form with no log in it, or with more than one."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A log as it was sent."""

    data: bytes
    name: str | None
    format: str | None
    """The format that the sender insists on."""
    notes: tuple[Note, ...] = ()
    """What the way here did to it."""


def from_form(without: str = "Choose a file or paste a log.") -> Upload:
    """A file or pasted text from a form; raises UnusableForm, which says `without` if there is none."""
    files = [file for file in request.files.getlist("file") if file.filename]
    texts = [text for text in map(request.form.get, ("text", "file")) if text and not text.isspace()]
    format = request.form.get("format") or None
    if not files and not texts:
        raise UnusableForm(without)
    if len(files) > 1:
        raise UnusableForm(f"{len(files)} files came together; send one of them.")
    if len(files) + len(texts) > 1:
        raise UnusableForm("A file and a pasted text came together; send one of them.")
    if files:
        return Upload(_limited(files[0].read()), _base_name(files[0].filename), format)
    data = _limited(pasted_bytes(texts[0]))
    undone = "\r" in texts[0] and b"\r" not in data
    return Upload(data, None, format, (LINE_ENDS,) if undone else ())


def from_body() -> Upload:
    """A form, or the body itself with `?name=` and `?format=`."""
    if request.mimetype == "multipart/form-data":
        return from_form("The form has no field named file.")
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
