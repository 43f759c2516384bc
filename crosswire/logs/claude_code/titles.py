"""What conversations are called: the session, and what a sub-agent was asked."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.logs.claude_code.lines import Line
from crosswire.model.json_values import object_or_empty, text_or_none

LONGEST_WORDS = 80

_TITLES = (("customTitle", "custom-title"), ("aiTitle", "ai-title"), ("summary", "summary"))


def title_of(lines: Sequence[Line]) -> str | None:
    """What the user named the session, else what the program did; of several the last."""
    for name, kind in _TITLES:
        for line in reversed(lines):
            title = text_or_none(line.raw.get(name))
            if line.raw.get("type") == kind and title:
                return title
    return None


def sidechain_title(first: Line) -> str:
    agent = text_or_none(first.raw.get("agentId"))
    name = "Sub-agent" if agent is None else f"Sub-agent {agent}"
    asked = first_words(first)
    return f"{name}: {asked}" if asked else name


def branch_title(first: Line) -> str:
    """A branch is called by what it begins with."""
    asked = first_words(first)
    return f"Branch: {asked}" if asked else "Branch"


def first_words(line: Line) -> str:
    """What a sub-agent was asked, which tells it from the others."""
    words = " ".join(prompt_of(line).split())
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1].rstrip() + "…"


def prompt_of(line: Line) -> str:
    """The first text of a line's message; empty where there is none."""
    content = object_or_empty(line.raw.get("message")).get("content")
    blocks = content if isinstance(content, list) else []
    texts = [text_or_none(object_or_empty(block).get("text")) for block in blocks]
    return next(filter(None, [*texts, text_or_none(content)]), "")
