"""Errors in what somebody pasted: alone, or beside a log.

The containers know an error by the words that programs put before it. Here it is known by the
catalogue too, so that a provider's bare sentence counts.
"""

from __future__ import annotations

import re
from itertools import islice

from crosswire.containers import Data, Paste, bytes_of, source_of, split_paste
from crosswire.errors import CrosswireError, OnlyAnError
from crosswire.explanations.error_text import FIRST, LAST
from crosswire.explanations.recognition import Reading

MOST = 20
"""Paragraphs, or lines, that are held against the catalogue."""
SHORT = 600
"""Characters of a text that is taken for an error by what it speaks of alone."""
_BETWEEN = re.compile(r"\n[ \t\r]*\n")


def error_alone(data: Data, refused: CrosswireError) -> str | None:
    """The error that an upload is, which was `refused` as a log; None where it is something
    else."""
    if isinstance(refused, OnlyAnError):
        return "\n\n".join(refused.errors)
    if source_of(data).size > FIRST + LAST:
        return None
    text = bytes_of(data).decode("utf-8", "replace").strip()
    if text[:1] in ("{", "[", "<"):
        return None  # JSON or a page, which its own refusal names
    if not is_known_error(text):
        return text if len(text) <= SHORT and Reading(text).elsewhere else None
    lines = text.splitlines()
    few = lines if len(lines) <= MOST else []
    said = [line.strip() for line in few if is_known_error(line)]
    return "\n".join(said) or text


def errors_beside(data: bytes) -> list[str]:
    """The errors beside the log of a paste: those with a mark, else those that the catalogue
    knows by all of their words."""
    paste = split_paste(data)
    if paste is None:
        return []
    return paste.errors or [text for text in _prose(data, paste) if is_known_error(text)]


def _prose(data: bytes, paste: Paste) -> list[str]:
    """The paragraphs of what was left out, as far as they are read."""
    texts = (data[span.start : span.end][:LAST] for span in paste.left_out[:MOST])
    parts = (
        part for text in texts for part in _BETWEEN.split(text.decode("utf-8", "replace"))
    )
    return list(islice(filter(None, map(str.strip, parts)), MOST))


def is_known_error(text: str) -> bool:
    """Whether the catalogue knows all words of an error in a text."""
    return Reading(text).has_a_known_text
