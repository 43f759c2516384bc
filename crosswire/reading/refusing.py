"""What an upload is that no format reads, and what speaks against the nearest one."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.containers.opened import Opened
from crosswire.errors import NotAConversation
from crosswire.logs.by_shape import Mapping
from crosswire.model import JsonValue
from crosswire.reading import unsupported_formats
from crosswire.reading.choosing import Reading, best_reading, nearest_reading
from crosswire.reading.detection import known_formats

_LANGUAGES = {
    "python": "a Python literal",
    "yaml": "YAML",
    "sse": "an event stream",
    "pasted": "a paste",
}
_MANY = {"sse": "events", "pasted": "values"}


def refused(opened: Opened, format: str | None) -> NotAConversation:
    """Why there is no conversation in it, of any format or of the one that was asked for."""
    message = _no_conversation(opened, format)
    return NotAConversation(message, may_be_named=format is None and _may_be_named(opened))


def nothing_mapped(opened: Opened, mapping: Mapping) -> NotAConversation:
    """Why a mapping reads nothing: the step at which its messages are not there, or that they
    hold none of what it names."""
    what = _describe(opened.documents, _MANY.get(opened.container, "lines"))
    lists = ", ".join(f"/{one.at.text}" if one.at.steps else '""' for one in mapping.messages)
    return NotAConversation(
        f"The mapping finds nothing in this upload ({what}): its messages are in {lists}, and "
        "nothing that it calls a text, a call or a result stands there. Look at a message in "
        "the upload, and name the steps to it in `messages`."
    )


def _no_conversation(opened: Opened, format: str | None) -> str:
    what = _describe(opened.documents, _MANY.get(opened.container, "lines"))
    cut = next((f" {note.message}" for note in opened.notes if note.code == "cut-end"), "")
    language = _LANGUAGES.get(opened.container, "JSON")
    empty = empty_container(opened.documents[0])
    if empty is not None:
        return (
            f"This reads as {language} ({what}), but its {empty!r} are empty: there is no "
            f"conversation in it.{cut}"
        )
    wanted = f"as {format}" if format else "as a conversation of any known format"
    hint = _hint(opened) if format is None else _what_fits(opened)
    return f"This reads as {language} ({what}), but not {wanted}.{cut} {hint}"


def _hint(opened: Opened) -> str:
    unsupported = unsupported_formats.describe(opened.documents)
    if unsupported is not None:
        return unsupported
    nearest = nearest_reading(opened)
    known = f"Known formats: {', '.join(known_formats())}."
    return known if nearest is None else f"{_what_speaks_against(nearest)} {known}"


def _what_speaks_against(reading: Reading) -> str:
    title, coverage = reading.candidate.detection.title, reading.coverage
    return (
        f"It looks like {title}, but {coverage.silent_messages} of {coverage.messages} "
        "messages have their content in fields that it does not have, the first at "
        f"{coverage.unread[0].address}."
    )


def _what_fits(opened: Opened) -> str:
    """The format that reads an upload which another one was asked to read, or what is known
    of it where none does."""
    better = best_reading(opened)
    return _hint(opened) if better is None else f"It reads as {better.detection.title}."


def _may_be_named(opened: Opened) -> bool:
    """Whether a format that somebody insists on finds something to read in it."""
    first = opened.documents[0]
    if (
        opened.container == "sse"
        or unsupported_formats.describe(opened.documents)
        or empty_container(first)
    ):
        return False
    return isinstance(first, (dict, list)) and bool(first)


def empty_container(document: JsonValue) -> str | None:
    """The field of a request that should hold messages, where it holds none."""
    if not isinstance(document, dict):
        return None
    return next(
        (name for name in ("messages", "contents", "input") if document.get(name) == []), None
    )


def _describe(documents: Sequence[JsonValue], many: str) -> str:
    first = documents[0]
    if isinstance(first, dict):
        keys = ", ".join(repr(key[:40]) for key in list(first)[:6])
        text = f"an object with the keys {keys}" if first else "an empty object"
    elif isinstance(first, list):
        text = f"an array of {len(first)}"
    else:
        text = "a plain value"
    return text if len(documents) == 1 else f"{len(documents)} {many}, the first {text}"
