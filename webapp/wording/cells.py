"""What pages say of a part in a pane."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from crosswire.model import LOSS_CODES
from webapp.readmodel.cell import Cell
from webapp.readmodel.media_facts import MediaFacts
from webapp.wording.losses import KINDS
from webapp.wording.sizes import size

_ABOUT = {
    "encrypted": "encrypted for its provider",
    "provider": "said by the provider",
    "log": "said by the log",
    "no place": "This format has no place for it.",
    "nothing left": "Nothing is left of it.",
}
CHANGES = {
    "id": "id changed",
    "name": "name changed",
    "kind": "kind changed",
    "arguments": "arguments changed",
    "split": "taken apart",
    "order": "moved",
    "group": "grouped",
    "added": "added",
    "dropped": "dropped",
    "link": "tied anew",
    "schema": "schema mended",
}
"""The kinds of changes that a repair makes."""


def note_words(cell: Cell) -> str:
    """What a cell notes of its part; empty where there is nothing to note."""
    text, about = cell.get("note", ""), cell.get("about", "")
    media = cell.get("media")
    if about == "base64" and media:
        return f"{size(media['size'])} in base64"
    if about == "file id":
        return f"file id {text}"
    if about == "not in a request":
        return f"It is said of an answer, and this is a request: {text}."
    return _ABOUT.get(about, text)


def fault_words(facts: MediaFacts) -> str:
    """What is wrong with a medium; empty where nothing is."""
    match facts["fault"]:
        case "no base64":
            return "this is no base64"
        case "other type":
            return f"called {facts['said']}, but its bytes are {facts['type']}"
        case "unknown type":
            return f"called {facts['said']}, but its bytes are not"
    return facts["fault"]


def mended_words(kinds: Iterable[str]) -> str:
    """What a repair did to a part."""
    return ", ".join(dict.fromkeys(CHANGES[kind] for kind in kinds))


def lost_words(code: str, what: str) -> str:
    """What a loss is about; an id alone would not say what it is."""
    if code == "item-id":
        return f"item id {what}"
    return what if code in LOSS_CODES else f"{code}: {CHANGES.get(what, what)}"


_APPROVAL = re.compile(r"approval[-_](?:request|response)")
"""Types of items that ask whether a tool may run, and that say so."""


def who_words(cell: Cell, row: Mapping[str, Any]) -> str:
    """Who speaks in a line of a pane, or what it is where a tool does."""
    if cell["kind"] in ("call", "result"):
        if row["how"] == "report":
            return "report"
        is_approval = _APPROVAL.search(cell.get("wire_type", ""))
        return "approval" if is_approval else cell["kind"]
    kind = row["kind"] if cell["kind"] == "absent" else cell["kind"]
    if kind in ("reasoning", "call", "result"):
        return kind
    return cell.get("role") or row["role"] or "request"


MOST_TOLD = 3
_SIGNS = {"dropped": "\N{MINUS SIGN}", "added": "+"}


def lost_mark(cell: Cell) -> str:
    """How many things a line lost (`-1`), got (`+1`) or has otherwise (`±3`)."""
    kinds = {loss["kind"] for loss in cell["lost"]}
    sign = _SIGNS.get(kinds.pop(), "±") if len(kinds) == 1 else "±"
    return f"{sign}{cell['lost_count']:,}"


def lost_title(cell: Cell) -> str:
    """The first of them in words."""
    told = [
        f"{lost_words(one['code'], one['what'])} {KINDS[one['kind']]}" for one in cell["lost"]
    ]
    more = cell["lost_count"] - len(told[:MOST_TOLD])
    return ", ".join(told[:MOST_TOLD]) + (f" and {more:,} more" if more else "")
