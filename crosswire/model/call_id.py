"""Call ids as on the wire: present, null, empty or without a field, and never made up."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from crosswire.address import Address


class IdSource(StrEnum):
    """Which field the id was read from."""

    CORRELATION = "correlation"
    """A field whose purpose is to tie a result to its call."""
    ITEM_ID = "item id"
    """The item's own id, the only one that this wire type has (a conflated id)."""
    NONE = "none"
    """This wire type has no field for it."""


class IdState(StrEnum):
    """What stood in that field."""

    PRESENT = "present"
    NULL = "null"
    EMPTY = "empty"
    NO_FIELD = "no field"
    NOT_TEXT = "not text"


class CallId(Struct, gc=False):
    """The id that ties a result to its call, as the log has it; an absent id stays absent."""

    value: str | None
    """The text on the wire; None unless the state is `present`."""
    source: IdSource
    state: IdState
    required: bool = True
    """Whether this wire type must carry an id (a Gemini part or a hybrid item need not)."""
    address: Address | None = None
    """Where the field stands, or would stand."""

    @property
    def text(self) -> str:
        """The id; empty where there is none."""
        return self.value or ""

    @property
    def logged(self) -> str | None:
        """The text that stood in the field, which is no id where it is empty."""
        return "" if self.state is IdState.EMPTY else self.value


# Found once: looking up the member of an enumeration costs as much as all else in the next
# function.
_CORRELATION, _PRESENT = IdSource.CORRELATION, IdState.PRESENT


def read_call_id(
    raw: object, *, address: Address, present: bool = True, required: bool = True
) -> CallId:
    """The id in a correlation field; `present` says whether the key was there at all."""
    if isinstance(raw, str):
        if raw:
            return CallId(raw, _CORRELATION, _PRESENT, required, address)
        return CallId(None, _CORRELATION, IdState.EMPTY, required, address)
    if raw is not None:
        return CallId(None, _CORRELATION, IdState.NOT_TEXT, required, address)
    state = IdState.NULL if present else IdState.NO_FIELD
    return CallId(None, _CORRELATION, state, required, address)


def no_call_id() -> CallId:
    """For a wire type that has no id of any kind."""
    return CallId(None, IdSource.NONE, IdState.NO_FIELD, required=False)


def item_id_as_call_id(raw: object, *, address: Address) -> CallId:
    """For a hybrid item, whose only id is its own: it names the item and answers nothing."""
    value = raw if isinstance(raw, str) and raw else None
    state = IdState.PRESENT if value else IdState.NO_FIELD
    return CallId(value, IdSource.ITEM_ID, state, required=False, address=address)
