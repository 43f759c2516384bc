"""Addresses of bytes in a pasted Python literal, by the places of Python's own parser."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence

from crosswire import address
from crosswire.address import Address
from crosswire.containers.literal_tree import children, parsed


def literal_addresses(data: bytes, places: Sequence[int]) -> dict[int, Address]:
    """The address of the text around each of these bytes (in order) of a Python literal."""
    literal = parsed(data)
    if literal is None:
        return {}

    def inside(node: ast.expr) -> Sequence[int]:
        start, end = literal.span(node) or (0, 0)
        return places[bisect_left(places, start) : bisect_left(places, end)]

    found: dict[int, Address] = {}
    stack = [(literal.tree, address.root())]
    while stack:
        node, at = stack.pop()
        here = inside(node)
        if here:
            found |= dict.fromkeys(here, at)
            for key, child, token in children(node):
                is_told = token is not None and not (key is not None and inside(key))
                stack.append(
                    (child, address.child(at, token) if is_told and token is not None else at)
                )
    return found
