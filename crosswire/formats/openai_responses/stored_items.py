"""Conversations that the provider stores: what begins one, and the pages of their items."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, text_field, type_of

_OF_BEGINNINGS = frozenset({"items", "metadata"})


def first_items(body: JsonObject) -> list[JsonValue] | None:
    """The items that a request to begin a stored conversation gives it."""
    items = body.get("items")
    is_beginning = isinstance(items, list) and _OF_BEGINNINGS.issuperset(body)
    return list_or_empty(items) if is_beginning else None


def is_begun(body: JsonObject) -> bool:
    """Whether an answer says that a conversation is stored from now on."""
    return body.get("object") == "conversation" and text_field(body, "id") is not None


def oldest_first(items: list[JsonValue], at: Address) -> Iterator[tuple[JsonValue, Address]]:
    """The items of a page with their addresses, as they were said: the interface lists the
    newest first unless it is told otherwise."""
    placed = [(item, Address(f"{at}/{number}")) for number, item in enumerate(items)]
    return reversed(placed) if _is_newest_first(items) else iter(placed)


def _is_newest_first(items: list[JsonValue]) -> bool:
    """Told by calls and their outputs; where there are none, by who speaks first and last."""
    calls, outputs = dict[str, int](), dict[str, int]()
    for number, item in enumerate(items):
        call_id = text_field(item, "call_id")
        if call_id is not None:
            (outputs if _is_output(item) else calls).setdefault(call_id, number)
    answered = calls.keys() & outputs.keys()
    if answered:
        return all(outputs[name] < calls[name] for name in answered)
    return len(items) > 1 and _is_of_model(items[0]) and _is_of_user(items[-1])


def _is_output(item: JsonValue) -> bool:
    return (type_of(item) or "").endswith("_output")


def _is_of_model(item: JsonValue) -> bool:
    said = object_or_empty(item)
    return said.get("role") == "assistant" or ("role" not in said and not _is_output(item))


def _is_of_user(item: JsonValue) -> bool:
    return text_field(item, "role") == "user"
