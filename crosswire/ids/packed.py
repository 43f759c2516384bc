"""Ids that carry something else: a signature, a routing note, a payload that is to come back
with them.

A program that finds no field for what it must send back packs it into the id, as an id is sure
to come back. What is packed is told by its marks alone, and never decoded further than to see
that it is what it looks like.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Packed:
    """What an id carries."""

    what: str
    """In words, with whose it is."""
    front: str
    """The part before it, which may have been the whole id; empty where none is left."""
    length: int
    """How many characters of the id it takes."""


SHORTEST = 21
"""No id that is shorter carries anything."""

# Each finds its mark and then runs over what follows once, so that all take linear time.
_THOUGHT = re.compile(r"__thought__(?=.)", re.DOTALL)
_JSON = re.compile(r"(?<![A-Za-z0-9+/=-])eyJ[A-Za-z0-9+/_-]{13,}={0,2}")
_LITELLM = re.compile(r"(?<![A-Za-z0-9+/=-])bGl0ZWxsbT[A-Za-z0-9+/_-]{10,}={0,2}")
_FERNET = re.compile(r"(?<![A-Za-z0-9+/=-])gAAAAA[A-Za-z0-9_-]{50,}={0,2}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{100,}={0,2}")
_MARKS = ("__thought__", "eyJ", "bGl0ZWxsbT", "gAAAAA")
"""One of which every payload has that is shorter than this:"""
_LONG = 100


def may_be_packed(values: Iterable[str]) -> bool:
    """A quick look at many ids: whether `packed_into` may find something in one of them."""
    longest = max(map(len, values := list(values)), default=0)
    together = " ".join(values)
    return longest >= _LONG or any(mark in together for mark in _MARKS)


def packed_into(value: str) -> Packed | None:
    """What is packed into an id, if anything is."""
    if len(value) < SHORTEST or not (
        len(value) >= _LONG or any(mark in value for mark in _MARKS)
    ):
        return None
    found = _THOUGHT.search(value)
    if found:
        return _packed(
            "a Gemini thought signature, as LiteLLM packs it", value, found.start(), len(value)
        )
    for pattern, what in (
        (_LITELLM, "a routing note of LiteLLM in base64"),
        (_FERNET, "encrypted content of OpenAI"),
        (_JSON, "JSON in base64"),
        (_BASE64, "a long payload in base64"),
    ):
        found = pattern.search(value)
        if found and _is_so(pattern, found[0]):
            return _packed(what, value, *found.span())
    return None


def _packed(what: str, value: str, start: int, end: int) -> Packed:
    return Packed(what, value[:start].rstrip("_-|:."), end - start)


def _is_so(pattern: re.Pattern[str], text: str) -> bool:
    if pattern is _JSON:
        return _decodes_to_an_object(text)
    if pattern is _BASE64:  # a long word, a number or a checksum is none
        return all(re.search(kind, text) for kind in ("[A-Z]", "[a-z]", "[0-9]"))
    return True


def _decodes_to_an_object(text: str) -> bool:
    bare = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        value = json.loads(base64.b64decode(bare + "=" * (-len(bare) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return False
    return isinstance(value, dict)
