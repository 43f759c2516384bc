"""What an upload is that no format reads, and what speaks against the nearest one."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.containers import NotText
from crosswire.containers.opened import Opened
from crosswire.errors import NotAConversation, UnreadableUpload
from crosswire.logs import LOGS
from crosswire.logs.by_shape import Mapping
from crosswire.model import JsonValue, Note
from crosswire.reading import catalogue
from crosswire.reading.choosing import Reading, best_reading
from crosswire.reading.detection import Detection, known_said

_LANGUAGES = {
    "python": "a Python literal",
    "yaml": "YAML",
    "sse": "an event stream",
    "pasted": "a paste",
}
_MANY = {"sse": "events", "pasted": "values"}


def refused(
    opened: Opened, format: str | None, near: list[Reading] | None = None
) -> NotAConversation:
    """Why there is no conversation in it, of any format or of the one that was asked for;
    `near` are readings by formats that nearly fit, the likeliest first, if they are known."""
    if near is None:
        near = []
        best_reading(opened, near=near)
    named = catalogue.named(opened)
    if named is not None and format is None and not _is_empty(opened):
        return _of_shape(named.shape, named.said, opened)
    message = _no_conversation(opened, format, named, near)
    may_be_named = format is None and named is None and _may_be_named(opened)
    return NotAConversation(message, may_be_named=may_be_named)


def nothing_mapped(opened: Opened, mapping: Mapping) -> NotAConversation:
    """Why a mapping reads nothing: the step at which its messages are not there, or that they
    hold none of what it names."""
    what = _described(opened)
    lists = ", ".join(f"/{one.at.text}" if one.at.steps else '""' for one in mapping.messages)
    return NotAConversation(
        f"The mapping finds nothing in this upload ({what}): its messages are in {lists}, and "
        "nothing that it calls a text, a call or a result stands there. Look at a message in "
        "the upload, and name the steps to it in `messages`."
    )


def refused_whole(opened: Opened) -> NotAConversation | None:
    """Why there is none in several files, where the catalogue knows what they are together."""
    shape = catalogue.recognise(catalogue.of_documents(opened)) if opened.files else None
    return None if shape is None else _of_shape(shape, catalogue.sentence(shape), opened)


def unreadable(error: UnreadableUpload, data: bytes, name: str | None) -> UnreadableUpload:
    """The same refusal of bytes, with what the catalogue knows of them."""
    shape = catalogue.recognise(catalogue.of_bytes(data, name))
    if shape is None:
        return error
    is_binary = isinstance(error, NotText) or shape.endings or b"\0" in data[:_BEGINNING]
    kind = NotText if is_binary else UnreadableUpload
    said = catalogue.sentence(shape)
    if shape.tables and shape.format:  # its rows may stand in the file beside it
        said = f"{said} {error}"
    named = kind(said, offset=error.offset, line=error.line)
    return named.named(shape.program, shape.take)


def of_database(error: NotAConversation, data: bytes, opened: Opened) -> NotAConversation:
    """The same refusal of a database, by the tables that it lists, empty ones too."""
    shape = catalogue.recognise(catalogue.of_bytes(data, None))
    if shape is None or not shape.tables:
        return error
    return _of_shape(shape, catalogue.sentence(shape), opened)


def written_by(opened: Opened, detection: Detection) -> list[Note]:
    """Who wrote what the reader of another's format read, where its structure says so."""
    shape = catalogue.recognise(catalogue.of_documents(opened))
    if shape is None or (shape.format == detection.format and shape.format in LOGS):
        return []
    return [Note(WRITTEN_BY, catalogue.sentence_on_writer(shape, detection.title))]


WRITTEN_BY = "written-by"
"""The code of the note on the program that wrote an upload."""
_MOST_MISSING = 3
"""Sentences on what is missing that a refusal has."""
_BEGINNING = 4_096
"""Bytes in which a zero shows that a file is no text."""


def _of_shape(shape: catalogue.Shape, said: str, opened: Opened) -> NotAConversation:
    missing = missing_of_files(opened) or _missing(opened)
    return NotAConversation(f"{said}{missing}").named(shape.program, shape.take)


def _missing(opened: Opened) -> str:
    """What is not there of it, and may be what was looked for: its end, the journal of a
    database."""
    ends = [note.message for note in opened.notes if note.code == "cut-end"]
    return _sentences([*ends[:1], *([opened.cut] if opened.cut else [])])


def missing_of_files(opened: Opened, but_of: str = "") -> str:
    """The same of the files of an upload, with their names; what a text says is not said
    again."""
    cuts = dict.fromkeys(
        f"{file.origin.path}: {file.opened.cut}" if file.origin.path else file.opened.cut
        for file in opened.files
        if file.opened.cut and file.opened.cut not in but_of
    )
    return _sentences(list(cuts))


def _sentences(some: Sequence[str]) -> str:
    return "".join(f" {one}" for one in some[:_MOST_MISSING])


def _no_conversation(
    opened: Opened,
    format: str | None,
    named: catalogue.Named | None,
    near: Sequence[Reading],
) -> str:
    what = _described(opened)
    cut = _missing(opened)
    language = opened.written_from or _LANGUAGES.get(opened.container, "JSON")
    empty = empty_container(opened.documents[0])
    if empty is not None:
        return (
            f"This reads as {language} ({what}), but its {empty!r} are empty: there is no "
            f"conversation in it.{cut}"
        )
    wanted = f"as {format}" if format else "as a conversation of any known format"
    hint = _hint(named, near) if format is None else _what_fits(opened, named)
    return f"This reads as {language} ({what}), but not {wanted}.{cut} {hint}"


def _hint(named: catalogue.Named | None, near: Sequence[Reading]) -> str:
    known = known_said()
    if named is not None:
        return f"{named.said} {known}"
    return f"{_what_speaks_against(near[0])} {known}" if near else known


def _what_speaks_against(reading: Reading) -> str:
    title, coverage = reading.candidate.detection.title, reading.coverage
    return (
        f"It looks like {title}, but {coverage.silent_messages} of {coverage.messages} "
        "messages have their content in fields that it does not have, the first at "
        f"{coverage.unread[0].address}."
    )


def _what_fits(opened: Opened, named: catalogue.Named | None) -> str:
    """The format that reads an upload which another one was asked to read, or what is known
    of it where none does."""
    better = best_reading(opened)
    return _hint(named, ()) if better is None else f"It reads as {better.detection.title}."


def _may_be_named(opened: Opened) -> bool:
    """Whether a format that somebody insists on finds something to read in it."""
    first = opened.documents[0]
    if opened.container == "sse" or empty_container(first):
        return False
    return isinstance(first, (dict, list)) and bool(first)


def _is_empty(opened: Opened) -> bool:
    return empty_container(opened.documents[0]) is not None


def empty_container(document: JsonValue) -> str | None:
    """The field of a request that should hold messages, where it holds none."""
    if not isinstance(document, dict):
        return None
    return next(
        (name for name in ("messages", "contents", "input") if document.get(name) == []), None
    )


def _described(opened: Opened) -> str:
    documents = opened.documents
    many = "rows" if opened.written_from else _MANY.get(opened.container, "lines")
    first = documents[0]
    if isinstance(first, dict):
        keys = ", ".join(repr(key[:40]) for key in list(first)[:6])
        text = f"an object with the keys {keys}" if first else "an empty object"
    elif isinstance(first, list):
        text = f"an array of {len(first)}"
    else:
        text = "a plain value"
    return text if len(documents) == 1 else f"{len(documents)} {many}, the first {text}"
