"""Addresses as people write the way to a field: `input[4].call_id`."""

from __future__ import annotations

import re

from crosswire.address import split, unescape
from crosswire.errors import BadAddress

_NAME = re.compile(r"[A-Za-z_$][\w$-]*", re.ASCII)
_POSITION = re.compile(r"\d{1,12}", re.ASCII)


def path_words(address: str) -> str:
    """The way to a place of an upload; where that has several records, with the number of its
    record. What is no address stays as it is."""
    try:
        parts = split(address)
    except BadAddress:
        return address
    levels = [_level(tokens) for tokens in parts.levels]
    path = " > ".join(level for level in levels if level)
    if not parts.document:
        return path or "the whole document"
    return f"record {parts.document + 1}: {path}" if path else f"record {parts.document + 1}"


def _level(tokens: tuple[str, ...]) -> str:
    path = ""
    for token in tokens:
        path = step(path, token)
    return path


def step(path: str, token: str) -> str:
    """A path with one more step, which is written as in an address."""
    if _POSITION.fullmatch(token):
        return f"{path}[{token}]"
    key = unescape(token)
    if _NAME.fullmatch(key):
        return f"{path}.{key}" if path else key
    quoted = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'{path}["{quoted}"]'
