"""Copies of JSON values with some places replaced, sharing all that stays."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from crosswire.address import Address, pointer, unescape
from crosswire.model.parts import JsonValue


def patched(
    value: JsonValue, changes: Iterable[tuple[tuple[str, ...], JsonValue]]
) -> JsonValue:
    """A copy of a JSON value with some places replaced (None: removed); what is not changed is
    shared.

    Missing keys are added; each place is given as tokens of a pointer below the value.
    """
    patch = _Patch()
    for tokens, new in changes:
        patch.add(tokens, new)
    return patch.applied(value)


class _Patch:
    """What becomes of one place: replaced, or changed below; a tree, as one message may hold
    many calls."""

    __slots__ = ("below", "new", "replaced")

    def __init__(self) -> None:
        self.replaced = False
        self.new: JsonValue = None
        self.below: dict[str, _Patch] = {}

    def add(self, tokens: tuple[str, ...], new: JsonValue) -> None:
        place = self
        for token in tokens:
            place = place.below.setdefault(token, _Patch())
        place.replaced, place.new, place.below = True, new, {}

    def applied(self, value: JsonValue) -> JsonValue:
        if self.replaced:
            value = self.new
        if not self.below:
            return value
        if isinstance(value, list):
            items = list(value)
            for token, patch in self.below.items():
                items[int(token)] = patch.applied(items[int(token)])
            return items
        fields = (
            copy(value) if isinstance(value, dict) else {}
        )  # equal keys are kept beside those that count
        for token, patch in self.below.items():
            if patch.replaced and patch.new is None and not patch.below:
                fields.pop(token, None)
            else:
                fields[token] = patch.applied(fields.get(token))
        return fields


def tokens_below(address: Address, ancestor: Address) -> tuple[str, ...]:
    """The tokens from an ancestor down to an address of the same level of nesting."""
    return tuple(
        unescape(token) for token in pointer(address)[len(pointer(ancestor)) :].split("/")[1:]
    )


def value_below(value: JsonValue, tokens: Iterable[str]) -> JsonValue:
    """What stands below a value, a key or a position a step; None where nothing does."""
    for token in tokens:
        if isinstance(value, dict):
            value = value.get(token)
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return value
