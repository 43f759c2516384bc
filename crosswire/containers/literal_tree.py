"""Where the values of a Python literal stand, by the places of Python's own parser."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator

from crosswire import address
from crosswire.address import Address
from crosswire.containers.python_tokens import in_place

_LINE_END = re.compile(rb"\r\n|\r|\n")


class LiteralTree:
    """The values of a literal, and the bytes of each."""

    def __init__(self, tree: ast.expr, data: bytes, offset: int) -> None:
        self.tree = tree
        ends = _LINE_END.finditer(data[offset:])
        self._starts = [offset, *(offset + found.end() for found in ends)]

    def span(self, node: ast.expr) -> tuple[int, int] | None:
        """The bytes of a value; None where the parser does not tell them."""
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset


def parsed(data: bytes) -> LiteralTree | None:
    """The literal that some bytes are; None where they are none."""
    text = data.decode(errors="replace")
    blank = len(text) - len(text.lstrip("\ufeff \t\r\n\f\v"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(in_place(text[blank:].rstrip()), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return LiteralTree(tree, data, len(text[:blank].encode()))


def children(node: ast.expr) -> Iterator[tuple[ast.expr | None, ast.expr, str | None]]:
    """The children of a value: key (if any), value, and token (None where a later, equal key
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


def literal_spans(data: bytes, addresses: Iterable[Address]) -> dict[Address, tuple[int, int]]:
    """The bytes of each address at which something stands; what stands inside a text has the
    bytes of that text."""
    literal = parsed(data)
    if literal is None:
        return {}
    within: dict[int, dict[str, ast.expr]] = {}
    found: dict[Address, tuple[int, int]] = {}
    for at in addresses:
        node: ast.expr | None = literal.tree
        for token in address.split(at).levels[0]:
            if node is None:
                break
            if id(node) not in within:
                within[id(node)] = {
                    name: child for _, child, name in children(node) if name is not None
                }
            node = within[id(node)].get(address.unescape(token))
        span = None if node is None else literal.span(node)
        if span is not None:
            found[at] = span
    return found
