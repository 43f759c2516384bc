r"""The text of an upload with the escapes undone that could hide a secret, and the way back to
its bytes.

A secret is made of letters, digits and few signs. JSON may write each of these as `\u0061` and
the slash as `\/`, and once more escaped inside a string that is JSON itself. Undoing these
escapes and no others, however many backslashes they begin with, shows every secret and leaves
all else where it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate

_HIDING = re.compile(rb"\\{1,16}(?:u00([2-7][0-9a-fA-F])|x([2-7][0-9a-fA-F])|(/))")
_QUICK = re.compile(rb"\\(?:/|u00[2-7]|x[2-7])")

_ROUNDS = 3
"""An escape may itself be escaped: a backslash as `\\u005c`."""


class PlainText:
    """Text to search, and the way back to the upload."""

    __slots__ = ("_rounds", "text")

    def __init__(self, data: bytes) -> None:
        self.text = data
        self._rounds: list[tuple[list[int], list[int]]] = []
        while len(self._rounds) < _ROUNDS and _QUICK.search(self.text):
            self._undo()

    def place(self, position: int) -> int:
        """Where a byte of the text begins in the upload, which is where the one before it
        ends."""
        for places, gone in reversed(self._rounds):
            position += gone[bisect_left(places, position)]
        return position

    def _undo(self) -> None:
        """Undo the escapes once, noting after which bytes of the new text how many were left
        out."""
        pieces: list[bytes] = []
        places: list[int] = []
        shorter: list[int] = []
        end = size = 0
        for found in _HIDING.finditer(self.text):
            code = found[1] or found[2]
            pieces += (
                self.text[end : found.start()],
                bytes.fromhex(code.decode()) if code else b"/",
            )
            size += found.start() - end
            places.append(size)
            shorter.append(found.end() - found.start() - 1)
            size += 1
            end = found.end()
        pieces.append(self.text[end:])
        self.text = b"".join(pieces)
        self._rounds.append((places, [0, *accumulate(shorter)]))
