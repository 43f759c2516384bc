"""Sentences of the documentation, in pieces that a template can print."""

from __future__ import annotations

import re

Words = list[tuple[bool, str]]
"""Runs of text, each with whether it is code."""

_CODE = re.compile(r"`([^`]+)`")


def words(paragraph: str) -> Words:
    """A sentence, with what stands in backticks told apart."""
    return [(i % 2 == 1, text) for i, text in enumerate(_CODE.split(paragraph)) if text]
