"""Notes where a stream gives one thing twice with different values."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.counting import counted
from crosswire.model import JsonObject, JsonValue
from crosswire.streams.faults import shown
from crosswire.streams.pieces import Notes, below

_NAMES = ("id", "call_id", "name")
_WORDS = ("arguments", "input", "code")
_LISTS = ("content", "summary")


def compare_names(
    kept: JsonObject, kept_at: Address, other: JsonObject, at: Address, notes: Notes
) -> None:
    """Fields that name an item; an absent or empty one is no difference."""
    for name in _NAMES:
        _compare(name, kept, kept_at, other, at, notes)


def compare_items(
    kept: JsonObject, kept_at: Address, other: JsonObject, at: Address, notes: Notes
) -> None:
    """A whole item, as two events say it."""
    if _compare("type", kept, kept_at, other, at, notes):
        return  # another item stands in its place
    compare_names(kept, kept_at, other, at, notes)
    for name in _WORDS:
        _compare(name, kept, kept_at, other, at, notes)
    for name in _LISTS:
        ours, theirs = kept.get(name), other.get(name)
        if isinstance(ours, list) and isinstance(theirs, list) and ours and theirs:
            _compare_lists(ours, below(kept_at, name), theirs, below(at, name), notes)


def _compare_lists(
    kept: list[JsonValue], kept_at: Address, other: list[JsonValue], at: Address, notes: Notes
) -> None:
    if len(kept) != len(other):
        say(counted(len(other), "part"), at, counted(len(kept), "part"), kept_at, notes)
    for i, (ours, theirs) in enumerate(zip(kept, other, strict=False)):
        if isinstance(ours, dict) and isinstance(theirs, dict):
            places = Address(f"{kept_at}/{i}"), Address(f"{at}/{i}")
            for name in ("type", "text", "refusal"):
                _compare(name, ours, places[0], theirs, places[1], notes)


def _compare(
    name: str, kept: JsonObject, kept_at: Address, other: JsonObject, at: Address, notes: Notes
) -> bool:
    ours, theirs = kept.get(name), other.get(name)
    if not ours or not theirs or ours == theirs:
        return False
    say(shown(theirs, name), below(at, name), shown(ours, name), below(kept_at, name), notes)
    return True


def say(other: str, at: Address, kept: str, kept_at: Address, notes: Notes) -> None:
    message = (
        f"The stream says {other} here, and {kept} at {kept_at} of the same item; the "
        "latter is read."
    )
    code = "stream-disagrees"
    notes.fault(code, message, at, about=kept_at, other=kept_at, contradicts=True)


def compare_pieces(
    text: str, text_at: Address, kept: JsonValue, kept_at: Address, notes: Notes
) -> None:
    """The joined pieces of a text and its whole; an absent one is no difference."""
    if text and isinstance(kept, str) and kept and text != kept:
        say(shown(text, "text"), text_at, shown(kept, "text"), kept_at, notes)
