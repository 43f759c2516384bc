"""What a request brought: the bytes of a log, unchanged but for keys that stand around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from crosswire.containers import without_keys
from crosswire.errors import CrosswireError
from crosswire.model import Note
from webapp.services import services

LONGEST_NAME = 200
LONGEST_PATH = 400
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
    path: str = ""
    """Its name with the folders that it was chosen with; empty for a pasted text."""
    cut: tuple[str, ...] = ()
    """What held keys and was cut out of it."""


def from_form(without: str = "Choose a file or paste a log.") -> Upload:
    """A file or pasted text from a form; raises UnusableForm, which says `without` if there is
    none."""
    files, texts = _files(), _texts()
    if not files and not texts:
        raise UnusableForm(without)
    if len(files) > 1:
        raise UnusableForm(f"{len(files)} files came together; send one of them.")
    if len(files) + len(texts) > 1:
        raise UnusableForm("A file and a pasted text came together; send one of them.")
    found = _file(files[0]) if files else _pasted(texts[0])
    if is_too_large(found):
        raise RequestEntityTooLarge
    return found


def all_from_form() -> list[Upload]:
    """Every file and pasted text of a form, in its order, whatever their sizes; maybe none."""
    return [*map(_file, _files()), *map(_pasted, _texts())]


def from_body() -> Upload:
    """A form, or the body itself with `?name=` and `?format=`."""
    if request.mimetype == "multipart/form-data":
        return from_form("The form has no field named file.")
    found = Upload(
        request.get_data(cache=False),
        _base_name(request.args.get("name")),
        request.args.get("format") or None,
    )
    if is_too_large(found):
        raise RequestEntityTooLarge
    return _cut(found)


def edited(data: bytes, name: str | None, format: str | None) -> Upload:
    """A log that somebody edited here."""
    return _cut(Upload(data, _base_name(name), format))


def is_too_large(upload: Upload) -> bool:
    most: int = services().settings.max_upload_bytes
    return len(upload.data) > most


def pasted_bytes(text: str) -> bytes:
    """Pasted text as it stood in the text field.

    A browser's field holds no carriage returns, yet a form sends each line end as CR LF. Where
    every line end came so, that is undone; text that a program sent otherwise is left alone.
    """
    if text.count("\r\n") == text.count("\n") == text.count("\r"):
        text = text.replace("\r\n", "\n")
    return text.encode("utf-8", "surrogatepass")


def _files() -> list[FileStorage]:
    """Those that were chosen one by one, then those of a folder; a field that was left alone
    names none."""
    both = [*request.files.getlist("file"), *request.files.getlist("folder")]
    return [file for file in both if file.filename]


def _texts() -> list[str]:
    return [
        text for text in map(request.form.get, ("text", "file")) if text and not text.isspace()
    ]


def _file(file: FileStorage) -> Upload:
    path = (file.filename or "")[-LONGEST_PATH:]
    return _cut(Upload(file.read(), _base_name(file.filename), _asked_format(), path=path))


def _pasted(text: str) -> Upload:
    data = pasted_bytes(text)
    undone = "\r" in text and b"\r" not in data
    return _cut(Upload(data, None, _asked_format(), (LINE_ENDS,) if undone else ()))


def _cut(upload: Upload) -> Upload:
    """Without keys that stand around the log, which are not to be kept: those of headers, in a
    curl command for one."""
    if is_too_large(upload):
        return upload
    cut = without_keys(upload.data)
    if not cut.names:
        return upload
    told = Note("keys-cut", f"Cut out before it was kept: {', '.join(cut.names)}.")
    return replace(upload, data=cut.data, notes=(*upload.notes, told), cut=cut.names)


def _asked_format() -> str | None:
    return request.form.get("format") or None


def _base_name(name: str | None) -> str | None:
    """A file's own name, without the folders that it was chosen with."""
    base = (name or "").replace("\\", "/").rpartition("/")[2]
    return "".join(filter(str.isprintable, base)).strip()[:LONGEST_NAME] or None
