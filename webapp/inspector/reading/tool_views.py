"""Calls of shells, editors and the like, shown as what they ask for.

Which view a call has is told by what it is: the name or the wire type of a tool that is known,
or fields that mean one thing in every tool (`old_string` with `new_string`). Every field that
a view does not show is told below it, and the arguments as they were sent stand one fold away.
"""

from __future__ import annotations

from markupsafe import Markup

from webapp.inspector.reading.fields import Fields, object_of
from webapp.inspector.reading.json_tree import flat
from webapp.inspector.reading.shell_views import shell
from webapp.inspector.reading.shown import Shown
from webapp.inspector.reading.tools import ANY, makers_of
from webapp.inspector.reading.view import View
from webapp.readmodel.cell import Cell

MOST_SENT = 1_000
"""Characters of the arguments as sent that a row brings along; the row by itself has all of
them."""
_COMMAND = ({"command"}, {"cmd"})
_FOLD = Markup('<details class="fold sent"><summary>{}</summary>{}</details>')


def of_call(cell: Cell, *, whole: bool) -> Shown | None:
    """A call as what it is; None where nothing better is known than its arguments as they
    stand."""
    read = _fields(cell)
    if read is None:
        return None
    fields, notes = read
    view = View(whole)
    makers = makers_of(cell["name"], cell["wire_type"])
    if makers is None:
        makers = (shell,) if fields.left.keys() in _COMMAND else ANY
    if not any(maker(fields, view) for maker in makers):
        return None
    if (rest := fields.rest()) is not None:
        view.put(rest)
    for note in notes:
        view.line(f"Of one text only {note}.")
    view.put(as_sent("Arguments", cell.get("json", ""), whole=whole))
    return view.shown()


def _fields(cell: Cell) -> tuple[Fields, list[str]] | None:
    if cell["arguments"] == "free text":
        return Fields({"input": cell["text"]}), []
    return object_of(cell["json"]) if cell.get("json") else None


def as_sent(what: str, text: str, *, whole: bool) -> Shown:
    """The JSON behind a view, folded; nothing where there is none."""
    if not text:
        return Shown(Markup(""))
    if whole or len(text) <= MOST_SENT:
        return Shown(_FOLD.format(f"{what} as sent", flat(text)))
    words = f"{what} as sent, the first {MOST_SENT:,} of {len(text):,} characters"
    return Shown(_FOLD.format(words, flat(text, MOST_SENT)), len(text) - MOST_SENT)
