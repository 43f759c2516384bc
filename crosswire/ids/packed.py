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
from collections.abc import Callable, Iterable

from msgspec import Struct


class Packed(Struct, frozen=True):
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
_THOUGHT = re.compile(r"__thought__.+", re.DOTALL)
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
    if len(value) < SHORTEST or not may_be_packed([value]):
        return None
    for pattern, is_so, content in _PAYLOADS:
        payload = pattern.search(value)
        if payload and is_so(payload[0]):
            start, end = payload.span()
            return Packed(content, value[:start].rstrip("_-|:."), end - start)
    return None


def _is_mixed(text: str) -> bool:
    """Whether it is no long word, no number and no checksum."""
    return all(re.search(kind, text) for kind in ("[A-Z]", "[a-z]", "[0-9]"))


def _decodes_to_an_object(text: str) -> bool:
    bare = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        value = json.loads(base64.b64decode(bare + "=" * (-len(bare) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return False
    return isinstance(value, dict)


_PAYLOADS: tuple[tuple[re.Pattern[str], Callable[[str], bool], str], ...] = (
    (_THOUGHT, bool, "a Gemini thought signature, as LiteLLM packs it"),
    (_LITELLM, bool, "a routing note of LiteLLM in base64"),
    (_FERNET, bool, "encrypted content of OpenAI"),
    (_JSON, _decodes_to_an_object, "JSON in base64"),
    (_BASE64, _is_mixed, "a long payload in base64"),
)
"""What it looks like, whether it is so, and what to call it."""
