"""What the events of a stream get wrong, told at the event; the answer is read all the same.

Of a contradiction two events cannot both be right: one is believed, and both are told. A slip
leaves one reading.
"""

from __future__ import annotations

from crosswire.address import Address
from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.streams.pieces import Event, Notes, below

MAX_SHOWN = 60
MAX_IDS = 5
"""Ids of one call that are told; some servers make another one for each piece."""


def shown(value: JsonValue, name: str) -> str:
    """A value in a sentence."""
    if isinstance(value, str) and len(value) <= MAX_SHOWN:
        return f"the {name} {value!r}"
    return f"a long {name}" if isinstance(value, str) else f"another {name}"


def changed(
    notes: Notes,
    name: str,
    value: JsonValue,
    at: Address,
    kept: JsonValue,
    kept_at: Address,
    about: Address,
    what: str = "call",
) -> None:
    """A field of one thing says something else than before."""
    code = "stream-id-changed" if name == "id" else "stream-disagrees"
    message = (
        f"The stream says {shown(value, name)} here, and {shown(kept, name)} at {kept_at} of "
        f"the same {what}; the latter is read."
    )
    notes.fault(code, message, at, about=about, other=kept_at, contradicts=True)


def shares_index(notes: Notes, event: Event, before: Address, name: str = "index") -> None:
    """A second thing begins at an index that another one has."""
    held, at = event
    message = f"The index is that of what began at {before} too; each is read by itself."
    place = below(at, name) if name in object_or_empty(held) else at
    code = "stream-index-shared"
    notes.fault(code, message, place, about=at, other=before, contradicts=True)


def index_changed(
    notes: Notes, index: int, at: Address, before: Address, name: str = "index"
) -> None:
    """A piece has the id of a thing that began at another index."""
    message = f"This has index {index} and the id of what began at {before}; it goes on there."
    place, code = below(at, name), "stream-index-changed"
    notes.fault(code, message, place, about=before, other=before, contradicts=True)


def late_start(notes: Notes, what: str, at: Address, about: Address) -> None:
    """The beginning of something comes after pieces of it."""
    message = f"The beginning of {what} stands here, and a piece of it before, at {about}."
    notes.fault("stream-start-late", message, at, about=about, other=about)


def start_missing(notes: Notes, what: str, at: Address) -> None:
    """A piece came, and not what it is a piece of."""
    message = f"A piece of {what} stands here that was never begun: its beginning is missing."
    notes.fault("stream-start-missing", message, at, about=at, contradicts=True)


def no_index(notes: Notes, what: str, at: Address) -> None:
    message = f"This piece of {what} has no index; order and ids tell what it goes on with."
    notes.fault("stream-index-missing", message, at, about=at)


def index_left_out(notes: Notes, missing: int, index: int, at: Address) -> None:
    message = f"Nothing came of index {missing}, and this has index {index}."
    notes.fault("stream-index-gap", message, at, about=at)


def late_id(notes: Notes, call_id: str, at: Address, about: Address) -> None:
    message = f"The id {call_id!r} comes late: the call began without one."
    notes.fault("stream-id-late", message, at, about=about)


def id_again(notes: Notes, at: Address, about: Address) -> None:
    message = "The id is said again; whoever adds up the pieces of ids gets it twice."
    notes.fault("stream-id-repeated", message, at, about=about)


def left_out(notes: Notes, name: str, at: Address, before: Address) -> None:
    message = f"The {name} that stands at {before} is not said here again; it is kept."
    notes.fault("stream-name-left-out", message, at, about=before, other=before)


def split_name(notes: Notes, before: str, more: str, at: Address, about: Address) -> None:
    message = f"The name comes in pieces: {before[:MAX_SHOWN]!r} goes on with {more!r}."
    notes.fault("stream-name-split", message, at, about=about)


def doubled(notes: Notes, at: Address, before: Address) -> None:
    message = f"This event says again what stands at {before}; it is read once."
    notes.fault("stream-event-doubled", message, at, about=before, other=before)


def after_end(notes: Notes, what: str, at: Address, about: Address) -> None:
    message = f"This comes after the end of {what} and is read as more of it."
    notes.fault("stream-after-end", message, at, about=about)
