"""What a request brought: the bytes of a log, unchanged but for keys that stand around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, cast
from weakref import finalize

from flask import request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from crosswire.containers import (
    MOST_PASTED,
    WORDS_OF_LEFT,
    Data,
    InStream,
    are_in_pieces,
    pack_folder,
    packed,
    size_of,
    together,
    without_keys,
)
from crosswire.errors import CrosswireError
from crosswire.logs import read_mapping
from crosswire.model import JsonObject, Note
from webapp.request_scope import SMALL, close_at_end
from webapp.services import services
from webapp.settings import LARGEST_NUMBER, MOST_FILES

PIECE_BYTES = 256 * 1024
MOST_IN_MEMORY = 512 * 1024
"""Bytes of a body; a larger one is in a file while it comes in."""
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

    data: Data
    """Its bytes; lines of a very large file where the server put what came."""
    name: str | None
    format: str | None
    """The format that the sender insists on."""
    notes: tuple[Note, ...] = ()
    """What the way here did to it."""
    path: str = ""
    """Its name with the folders that it was chosen with; empty for a pasted text."""
    cut: tuple[str, ...] = ()
    """What held keys and was cut out of it."""
    mapping: JsonObject | None = None
    """The mapping that the sender wants it to be read by."""


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
    found = _upload_of(files[0]) if files else _pasted(texts[0])
    if is_too_large(found):
        raise RequestEntityTooLarge
    return found


def all_from_form() -> list[Upload]:
    """Every file, folder and pasted text of a form, in its order, whatever their sizes; maybe
    none."""
    return [*map(_upload_of, _files()), *map(_pasted, _texts())]


def from_body() -> Upload:
    """A form or the body itself, with `?name=`, `?format=` and `?map=`, of which the fields of
    a form go first; raises BadMapping."""
    name, format = _base_name(request.args.get("name")), request.args.get("format") or None
    mapping = asked_mapping(request.args)
    if request.mimetype == "multipart/form-data":
        sent = from_form("The form has no field named file.")
        mapping = asked_mapping(request.form) or mapping
        return replace(
            sent, name=sent.name or name, format=sent.format or format, mapping=mapping
        )
    found = Upload(_body(), name, format, mapping=mapping)
    if is_too_large(found):
        raise RequestEntityTooLarge
    return _cut(found)


def _body() -> Data:
    """The body of a request; a large one goes into a file piece by piece, and no further than
    what is taken. Raises RequestEntityTooLarge."""
    if (request.content_length or 0) <= SMALL:
        return request.get_data(cache=False)
    most = services().settings.max_upload_bytes
    file = SpooledTemporaryFile(max_size=MOST_IN_MEMORY)  # noqa: SIM115 - the request's end closes it
    close_at_end(file)
    while piece := request.stream.read(PIECE_BYTES):
        if file.tell() + len(piece) > most:
            raise RequestEntityTooLarge
        file.write(piece)
    return _where_it_is(cast(IO[bytes], file))


def asked_mapping(fields: Mapping[str, str]) -> JsonObject | None:
    """The mapping that a field `map` has, as JSON; raises BadMapping."""
    text = fields.get("map", "").strip()
    return read_mapping(text) if text else None


def edited(
    data: bytes, name: str | None, format: str | None, mapping: JsonObject | None
) -> Upload:
    """A log that somebody edited here."""
    return _cut(Upload(data, _base_name(name), format, mapping=mapping))


def is_too_large(upload: Upload) -> bool:
    most: int = services().settings.max_upload_bytes
    return size_of(upload.data) > most


def pasted_bytes(text: str) -> bytes:
    """Pasted text as it stood in the text field.

    A browser's field holds no carriage returns, yet a form sends each line end as CR LF. Where
    every line end came so, that is undone; text that a program sent otherwise is left alone.
    """
    if text.count("\r\n") == text.count("\n") == text.count("\r"):
        text = text.replace("\r\n", "\n")
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A file, files that belong together, or the files of a folder."""

    files: Sequence[FileStorage]
    folder: str = ""


def _files() -> list[_Chosen]:
    """What was chosen one by one, then the folders; a field that was left alone names none."""
    chosen = [file for file in request.files.getlist("file") if file.filename]
    folders: dict[str, list[FileStorage]] = {}
    for file in request.files.getlist("folder"):
        root, is_within, _ = _path_of(file).partition("/")
        if is_within:
            folders.setdefault(root, []).append(file)
        elif file.filename:
            chosen.append(file)
    if len(chosen) > MOST_FILES:
        raise RequestEntityTooLarge
    groups = together(list(map(_path_of, chosen)))
    return [
        *(_Chosen([chosen[number] for number in group]) for group in groups),
        *(_Chosen(files, root) for root, files in folders.items()),
    ]


def _path_of(file: FileStorage) -> str:
    return (file.filename or "").replace("\\", "/").lstrip("/")


def _upload_of(chosen: _Chosen) -> Upload:
    """One upload of what was chosen; of several files it is an archive. Raises
    UnreadableUpload where no file of a folder may hold a log."""
    if chosen.folder:
        return _folder(chosen)
    if len(chosen.files) == 1:
        return _file(chosen.files[0])
    paths = list(map(_path_of, chosen.files))
    pairs = zip(paths, chosen.files, strict=True)
    data = packed((path.rpartition("/")[2], file.read()) for path, file in pairs)
    first = min(paths, key=len)
    return Upload(data, _base_name(f"{first}.zip"), _asked_format(), path=first)


def _folder(chosen: _Chosen) -> Upload:
    """Its files with their paths in it; what the browser left out is told with the rest."""
    inside = ((_path_of(file).partition("/")[2], file) for file in chosen.files)
    found = pack_folder((path, file.read()) for path, file in inside)
    for told in request.form.getlist("left"):
        kind, _, count = told.partition(" ")
        if kind in WORDS_OF_LEFT and count.isascii() and count.isdigit():
            found.left[kind] += min(int(count[:9]), LARGEST_NUMBER)
    notes = (Note("left-out-of-folder", found.words),) if found.left else ()
    name = _base_name(f"{chosen.folder}.zip")
    return Upload(found.data, name, _asked_format(), notes, path=chosen.folder[-LONGEST_PATH:])


def _texts() -> list[str]:
    return [
        text for text in map(request.form.get, ("text", "file")) if text and not text.isspace()
    ]


def _file(file: FileStorage) -> Upload:
    path = (file.filename or "")[-LONGEST_PATH:]
    # The form closes its files with the request, and an answer of stages reads on after that.
    stream, file.stream = file.stream, BytesIO()
    data = _where_it_is(stream)
    return _cut(Upload(data, _base_name(file.filename), _asked_format(), path=path))


def _where_it_is(stream: IO[bytes]) -> Data:
    """What came, read at once where it may be a paste or is no file of lines; closed when
    nobody has it any more."""
    source = InStream(cast(BinaryIO, stream))
    finalize(source, stream.close)
    in_pieces = source.size > MOST_PASTED and are_in_pieces(source)
    return source if in_pieces else source.whole()


def _pasted(text: str) -> Upload:
    data = pasted_bytes(text)
    undone = "\r" in text and b"\r" not in data
    return _cut(Upload(data, None, _asked_format(), (LINE_ENDS,) if undone else ()))


def _cut(upload: Upload) -> Upload:
    """Without keys that stand around the log, which are not to be kept: those of headers, in a
    curl command for one."""
    if is_too_large(upload) or not isinstance(upload.data, bytes):
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
