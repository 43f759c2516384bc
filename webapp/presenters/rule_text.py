"""The documentation of a rule, in pieces that a template can print."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from crosswire.rule import Rule, sections

Words = list[tuple[bool, str]]
"""Runs of text, each with whether it is code."""

_FENCE = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")


def rule_pieces(rule: Rule) -> list[tuple[str, list[tuple[str, str]]]]:
    """The sections of a rule: heading, and its paragraphs (`text`), quotes and examples (by format)."""
    found = sections(rule.doc)
    return [(heading, list(_pieces(text))) for heading, text in found.items() if heading]


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    plain_and_examples = _FENCE.split(text)
    for i in range(0, len(plain_and_examples), 3):
        for paragraph in re.split(r"\n\s*\n", plain_and_examples[i].strip("\n")):
            if paragraph.startswith("    "):
                yield "quote", textwrap.dedent(paragraph).rstrip()
            elif paragraph.strip():
                yield "text", " ".join(paragraph.split())
        if i + 2 < len(plain_and_examples):
            yield plain_and_examples[i + 1], plain_and_examples[i + 2].strip()


def words(paragraph: str) -> Words:
    """A sentence, with what stands in backticks told apart."""
    return [(i % 2 == 1, text) for i, text in enumerate(_CODE.split(paragraph)) if text]
