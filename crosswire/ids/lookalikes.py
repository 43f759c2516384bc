"""Ids that look the same to a reader and are not: other case, unseen characters, other
alphabets.

The skeleton of a text is what two such texts have in common. It is made of NFKC (which takes
full-width and other styled letters back to the plain ones), of leaving out what can't be seen,
of a short table of letters that look like Latin ones, and of folding case. Unicode's own table
of confusable characters (UTS 39) is longer by thousands of rows; ids are Latin letters and
digits, so that the Cyrillic, Greek and Armenian letters that look like those are what an eye
falls for. Letters and digits of ASCII (`l`, `1`, `I`) are left apart, as random ids differ by
them rightly.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_ALIKE = {
    "a": "\u0430\u03b1\u0251",
    "b": "\u042c",
    "c": "\u0441\u03f2\u1d04",
    "d": "\u0501",
    "e": "\u0435\u212e",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570",
    "i": "\u0456\u03b9\u0131",
    "j": "\u0458\u03f3\u0237",
    "k": "\u043a\u03ba",
    "l": "\u04cf\u04c0",
    "n": "\u0578",
    "o": "\u043e\u03bf\u0585",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "s": "\u0455",
    "u": "\u03c5\u057d",
    "v": "\u03bd\u0475",
    "w": "\u051d\u0461",
    "x": "\u0445\u03c7",
    "y": "\u0443\u04af",
    "A": "\u0410\u0391\u13aa",
    "B": "\u0412\u0392\u13f4",
    "C": "\u0421\u03f9\u13df",
    "E": "\u0415\u0395\u13ac",
    "G": "\u050c",
    "H": "\u041d\u0397\u13bb",
    "I": "\u0406\u0399",
    "J": "\u0408\u037f\u13ab",
    "K": "\u041a\u039a\u13e6",
    "M": "\u041c\u039c\u13b7",
    "N": "\u039d",
    "O": "\u041e\u039f",
    "P": "\u0420\u03a1\u13e2",
    "S": "\u0405\u13da",
    "T": "\u0422\u03a4\u13a2",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u03a5",
    "L": "\u13de",
    "V": "\u13d9",
    "W": "\u13b3",
    "Z": "\u0396\u13c3",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
    "|": "\u01c0\u2223",
    ":": "\ua789\u2236",
}
_TO_LATIN = str.maketrans(
    {other: latin for latin, others in _ALIKE.items() for other in others}
)

_UNSEEN_KINDS = ("Cf", "Cc")
"""Unicode's categories of format and control characters: zero width, BOM, soft hyphen,
direction marks."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u3164\u2800\ufe00-\ufe0f\uffa0]"
)
"""What can't be seen of the other categories: fillers and variation selectors."""


_MAX_LENGTH = 500
"""In characters; nobody takes longer ids for one another by their looks, and NFKC may make 18
of one."""


def skeleton(text: str) -> str:
    """What a text has in common with all that look like it."""
    if len(text) > _MAX_LENGTH:
        return text
    if text.isascii():
        return (text if text.isprintable() else seen(text)).strip().lower()
    return unicodedata.normalize("NFKC", seen(text)).translate(_TO_LATIN).strip().casefold()


def all_look_different(texts: Collection[str]) -> bool:
    """Whether no two of some different texts have one skeleton."""
    together = "".join(texts)
    plain = together.isascii() and together.isprintable() and " " not in together
    if plain and len(set(map(str.lower, texts))) == len(texts):
        return True
    return len(set(map(skeleton, texts))) == len(texts)


def seen(text: str) -> str:
    """A text without the characters that can't be seen."""
    if text.isprintable():
        return text if text.isascii() else _UNSEEN.sub("", text)
    kept = (c for c in text if c.isspace() or unicodedata.category(c) not in _UNSEEN_KINDS)
    return _UNSEEN.sub("", "".join(kept))


def difference(one: str, other: str) -> str:
    """In words, how two texts of one skeleton differ; the least that tells them apart."""
    if one.strip() == other.strip():
        return "white space at the ends"
    if seen(one).strip() == seen(other).strip():
        return f"characters that can't be seen{_named(one, other)}"
    if one.casefold() == other.casefold():
        return "case"
    return f"characters that look alike{_named(one, other)}"


def _named(one: str, other: str) -> str:
    """The characters that only one of them has and no keyboard for ids would give."""
    odd = [c for c in dict.fromkeys(one + other) if not (c.isascii() and c.isprintable())]
    names = [f"U+{ord(c):04X}" for c in odd if (c in one) is not (c in other)][:3]
    return f" ({', '.join(names)})" if names else ""
