"""The library in words: what filters are called, and what people may write on what they
keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.store.collections import LONGEST_COLLECTION as LONGEST_COLLECTION
from webapp.store.collections import LONGEST_LABEL as LONGEST_LABEL
from webapp.store.collections import LONGEST_NOTE as LONGEST_NOTE
from webapp.store.collections import LONGEST_TAG as LONGEST_TAG

HAS_WORDS = {
    "errors": "errors",
    "warnings": "warnings",
    "unread": "something not read",
    "no-problem": "passes, all read",
    "shares": "shares",
    "note": "a note",
}
"""What an upload may have, as the page says it."""
COLUMNS = (
    ("state", "State", "", ""),
    ("title", "Title", "title", "ascending"),
    ("model", "Model", "model", "ascending"),
    ("calls", "Calls", "calls", "descending"),
    ("errors", "Errors", "errors", "descending"),
    ("size", "Size", "size", "descending"),
    ("age", "Age", "oldest", "descending"),
)
"""Of the list: name, head, the order that its head asks for, and which way that is; without
one the newest come first."""
SAYS = {"refused": "fails", "unsure": "may fail", "accepted": "passes", "": "not checked"}
"""What the log's own provider makes of it, as all pages say it."""
REFUSED_ALONE = "provider refuses"
"""The same of a log without an error of its own, so that no count of errors contradicts it."""
STATES = ("accepted", "refused", "unsure")
"""What a target may make of a conversation."""
WAITS = {
    "waiting": "waits to be read",
    "working": "is being read",
    "failed": "could not be read",
}


class Unusable(ValueError):
    """Something that somebody wrote cannot be kept so; says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """A head of the list."""

    name: str
    title: str
    url: str
    """The page that is sorted by it, or is so no longer; empty where nothing is sorted."""
    sorted: str
    """Which way the list is sorted by it; empty where it is not."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set."""

    title: str
    value: str
    """As somebody wrote it."""
    without: str
    """The page without it."""


def one_line_of(text: str, longest: int, what: str) -> str:
    """A name on one line; raises Unusable."""
    found = " ".join(text.split())
    if len(found) > longest:
        raise Unusable(f"{what} has at most {longest} characters.")
    return found


def name_of_collection(text: str) -> str:
    """Raises Unusable."""
    return _printed(
        one_line_of(text, LONGEST_COLLECTION, "The name of a collection"), "a name"
    )


def tag_of(text: str) -> str:
    """Raises Unusable."""
    tag = _printed(one_line_of(text, LONGEST_TAG, "A tag"), "a tag")
    if "," in tag:
        raise Unusable("A tag has no comma: commas stand between tags.")
    return tag


def _printed(text: str, what: str) -> str:
    if not text:
        raise Unusable(f"Write {what} first.")
    if not text.isprintable():
        raise Unusable(f"There is a character in {what} that nobody would see; take it out.")
    return text


def tags_of(texts: Iterable[str], most: int) -> list[str]:
    """Tags, each once; raises Unusable."""
    tags = list(dict.fromkeys(tag_of(text) for text in texts if text.strip()))
    if len(tags) > most:
        raise Unusable(f"An upload has at most {most} tags.")
    return tags


def note_of(text: str) -> str:
    """Text as its writer meant it: a form sends each line end as CR LF. Raises Unusable."""
    note = text.replace("\r\n", "\n").strip()
    if len(note) > LONGEST_NOTE:
        raise Unusable(
            f"A note has at most {LONGEST_NOTE:,} characters; this one has {len(note):,}."
        )
    return note
