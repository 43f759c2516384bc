"""Which words may stand in a block of texts, told in some hundred bytes, so that a search
unpacks only the blocks that may have what is searched for.

Of each word of the texts every four bytes that follow one another set a bit. What is found
somewhere has all the bits of its own words there; one that is not set tells that it stands
nowhere, and all that are set tell that it may.
"""

from __future__ import annotations

import struct
from collections.abc import Collection

from webapp.readmodel.search_texts import folded, sizes_of

LONGEST = 4
"""Bytes that set a bit together; shorter words set none, and any block may have them."""
BITS_EACH = 3
"""With these a quarter of the bits is set, so that three of a word that stands nowhere are all
set in one of fifty blocks."""
MOST_BYTES = 32 * 1024
"""Of all different words of a block: one of much text without blanks, encoded or Chinese, has
no signature, and is looked at always."""
_IN_WORDS = bytes(
    byte if byte >= 0x80 or chr(byte).isalnum() or byte == ord("_") else ord(" ")
    for byte in bytes(range(256)).lower()
)


def signature_of(block: bytes) -> bytes | None:
    """The signature of a block of texts; None where it would tell too little."""
    start, end = sizes_of(block)
    texts = block[start:end] if end == len(block) else block[end:]
    words = _words_of(texts)
    if sum(map(len, words)) > MOST_BYTES:
        return None
    found = _marks_of(words)
    size = -(-len(found) * BITS_EACH // 8)
    bits = bytearray(size)
    for mark in found:
        at = mark * size >> 29
        bits[at >> 3] |= 1 << (at & 7)
    return bytes(bits)


class Sought:
    """What is searched for, in any case."""

    def __init__(self, sought: str) -> None:
        words = _words_of(folded(sought).encode("utf-8", "surrogatepass"))
        self._marks = _marks_of(words)

    def may_stand_in(self, signature: bytes | None) -> bool:
        """Whether a block with this signature may have it."""
        if signature is None:
            return True
        size = len(signature)
        if not size:
            return not self._marks
        places = (mark * size >> 29 for mark in self._marks)
        return all(signature[at >> 3] >> (at & 7) & 1 for at in places)


def _words_of(texts: bytes) -> set[bytes]:
    return set(texts.translate(_IN_WORDS).split())


def _marks_of(words: Collection[bytes]) -> list[int]:
    """A number of 32 bits for all that sets a bit, the same in every process."""
    pieces = {
        word[at : at + LONGEST] for word in words for at in range(len(word) - LONGEST + 1)
    }
    numbers = struct.unpack(f"<{len(pieces)}I", b"".join(pieces))
    return [number * 0x9E3779B1 & 0xFFFFFFFF for number in numbers]
