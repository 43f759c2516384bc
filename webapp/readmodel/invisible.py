"""Ids, names and texts on the page: what nobody would see of them is marked, and turns no
words around."""

from __future__ import annotations

import re

from crosswire.ids import spelt as spelt_whole

# Letters that are joined, and signs that are put together: between them a joiner is how they
# are written.
_JOINED = r"\u0600-\u1fff\u2190-\u2bff\u3040-\ufdff\ufe70-\ufefc\U0001f000-\U0001faff"
_PICTURED = r"0-9#*\xa9\xae\u203c-\u2bff\u3030-\u3299\U0001f000-\U0001faff"
_NEVER_SEEN = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    r"\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff"
    r"\uffa0\ufff0-\ufffb\ufffe\uffff\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# One class first, which is quick to look for; then what stands around such a sign.
UNSEEN_IN_TEXT = re.compile(
    rf"(?s:[{_NEVER_SEEN}\r\u200c\u200d\ufe0f\u3000](?:(?<=[{_NEVER_SEEN}])|(?<=\r)(?!\n)"
    rf"|(?<=[\u200c\u200d])(?:(?<![{_JOINED}\ufe0f].)|(?![{_JOINED}]))"
    rf"|(?<=\ufe0f)(?<![{_PICTURED}].)|(?<=\u3000)(?<![\u1100-\uffef].)))"
)
"""What a reader would not see of a running text, or would take for a blank; tabs and line ends
are seen."""


def shortened(text: str, length: int) -> str:
    """The beginning of an id or a name, blanks and all."""
    return text if len(text) <= length else text[: length - 1] + "…"


def spelt(text: str, length: int = 400) -> str:
    """An id or a name where there is only room for text, as in a title."""
    return spelt_whole(shortened(text, length))
