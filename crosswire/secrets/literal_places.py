"""Addresses of bytes in a pasted Python literal, by the places of Python's own parser."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from crosswire import address
from crosswire.address import Address
from crosswire.containers.python_tokens import in_place

_LINE_END = re.compile(rb"\r\n|\r|\n")


def literal_addresses(data: bytes, places: Sequence[int]) -> dict[int, Address]:
    """The address of the text around each of these bytes (in order) of a Python literal."""
    parsed = _parsed(data)
    if parsed is None:
        return {}
    tree, offset = parsed
    starts = [offset, *(offset + found.end() for found in _LINE_END.finditer(data[offset:]))]

    def inside(node: ast.expr) -> Sequence[int]:
        if node.end_lineno is None or node.end_col_offset is None:
            return []
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        return places[bisect_left(places, start) : bisect_left(places, end)]

    found: dict[int, Address] = {}
    stack = [(tree, address.root())]
    while stack:
        node, at = stack.pop()
        here = inside(node)
        if here:
            found |= dict.fromkeys(here, at)
            for key, child, token in _children(node):
                is_told = token is not None and not (key is not None and inside(key))
                stack.append(
                    (child, address.child(at, token) if is_told and token is not None else at)
                )
    return found


def _parsed(data: bytes) -> tuple[ast.expr, int] | None:
    """The literal, and where its text begins; as `python_literal` reads it, each byte in its
    place."""
    text = data.decode(errors="replace")
    blank = len(text) - len(text.lstrip("\ufeff \t\r\n\f\v"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(in_place(text[blank:].rstrip()), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return tree, len(text[:blank].encode())


def _children(node: ast.expr) -> Iterator[tuple[ast.expr | None, ast.expr, str | None]]:
    """The children of a node: key (if any), value, and token (None where a later, equal key
    has it)."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        for i, item in enumerate(node.elts):
            yield None, item, str(i)
    elif isinstance(node, ast.Call):
        for word in node.keywords:
            yield None, word.value, word.arg
    elif isinstance(node, ast.Dict):
        names = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
        left = Counter(names)
        for key, name, value in zip(node.keys, names, node.values, strict=True):
            left[name] -= 1
            yield key, value, name if isinstance(name, str) and not left[name] else None
