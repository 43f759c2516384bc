"""What a page says of an id: where it comes from, in words, and whose shape it has.

An id is told from another kind by its word and by the shape of its chip (`data-origin`); a
colour only helps. "Looks like" is a hint that never stands without these words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NotRequired, TypedDict

from crosswire.address import unescape
from crosswire.model import CallId, IdChange, IdSource
from webapp.readmodel.text import holdable, printable


class ChangedId(TypedDict):
    """What a rendering did to an id."""

    how: str
    was: str | None
    why: str


class IdChip(TypedDict):
    """A call id, as a chip."""

    value: str | None
    state: str
    """`present`, `null`, `empty`, `no field` or `not text`."""
    required: bool
    is_item_id: bool
    change: ChangedId | None
    field: NotRequired[str]
    """The field on the wire; empty where there is none. Chips of older versions do not say."""


Origin = Literal["wire", "item", "absent", "made", "rewritten", "copied"]


def id_chip(call_id: CallId) -> IdChip:
    """A call id as it was on the wire."""
    value, address = call_id.value, call_id.address
    return IdChip(
        value=None if value is None else holdable(value),
        state=call_id.state.value,
        required=call_id.required,
        is_item_id=call_id.source is IdSource.ITEM_ID,
        change=None,
        field="" if address is None else _name(address.rpartition("/")[2]),
    )


@lru_cache(maxsize=256)
def _name(token: str) -> str:
    return printable(unescape(token))


def stored_chip(
    value: str | None, state: str, origin: str, field: str | None, *, required: bool
) -> IdChip:
    """The same of what is stored of a call."""
    chip = IdChip(
        value=value, state=state, required=required, is_item_id=origin == "item", change=None
    )
    if field is not None:
        chip["field"] = field
    return chip


def changed(change: IdChange) -> ChangedId:
    was = None if change.logged is None else holdable(change.logged)
    return ChangedId(how=change.how, was=was, why=printable(change.why))


def id_origin(id: IdChip) -> Origin:
    """The shape of a chip: `data-origin`."""
    change = id["change"]
    if change is not None:
        return {"made": "made", "rewritten": "rewritten"}.get(change["how"], "copied")  # type: ignore[return-value]
    if id["state"] != "present":
        return "absent"
    return "item" if id["is_item_id"] else "wire"
