"""A text as what it is: JSON, a diff, Markdown, the output of a program, or words."""

from __future__ import annotations

from typing import Literal

from crosswire.containers import read_json
from crosswire.errors import CrosswireError
from crosswire.model import JsonValue
from webapp.inspector.reading import code, diffs, markdown
from webapp.inspector.reading.json_tree import read_json as shown_json
from webapp.inspector.reading.shown import Shown, beginning, plain

LONGEST_JSON = 200_000
"""Characters of a text of which it is asked whether it is JSON."""

MOST_OF_DIFF = 4_000
"""Characters of a diff that a row shows."""

Content = Literal["terminal", "file", "markdown", ""]
"""What a tool is known to answer with: a program's output, a file's text, Markdown, or nothing
known."""


def as_plain(text: str, *, whole: bool) -> Shown:
    """A text as it is written, with marks for what nobody would see."""
    return plain(text, whole=whole)


def as_said(text: str, *, whole: bool) -> Shown:
    """What somebody said in a conversation."""
    if json_of(text) is not None:
        return shown_json(one_line(text), whole=whole)
    if diffs.is_diff(text) and text.lstrip().startswith(
        ("diff --git ", "--- ", "*** Begin Patch")
    ):
        return diff(text, whole=whole)
    return as_markdown(text, whole=whole)


def json_of(text: str) -> tuple[JsonValue] | None:
    """The object or array that a text is, in a tuple as one may be empty."""
    bare = text.strip(" \t\r\n")
    if len(bare) < 3 or bare[0] + bare[-1] not in ("{}", "[]") or len(text) > LONGEST_JSON:
        return None
    try:
        value = read_json(bare.encode())
    except (CrosswireError, UnicodeEncodeError, RecursionError):
        return None
    return (value,)


def code_block(text: str, language: str | None, *, whole: bool) -> Shown:
    """Code, cut as all texts are."""
    start = beginning(text, whole=whole)
    return Shown(code.block(start, language, whole=whole), len(text) - len(start))


def diff_block(lines: list[diffs.Line], *, whole: bool) -> Shown:
    """A diff, cut between two lines."""
    size = sum(len(line) + 1 for _, line in lines)
    if whole:
        return Shown(diffs.block(lines))
    kept, shown = [], 0
    for kind, line in lines:
        start = beginning(line, whole=False)
        if shown and shown + len(start) > MOST_OF_DIFF:
            break
        kept.append((kind, start))
        shown += len(start) + 1
    return Shown(diffs.block(kept), size - shown)


def diff(text: str, *, whole: bool) -> Shown:
    """A unified diff, or a patch."""
    return diff_block(diffs.of_patch(text), whole=whole)


def one_line(text: str) -> str:
    """JSON without the line ends between its tokens; there are none inside them."""
    return text.strip().replace("\r", " ").replace("\n", " ")


def as_markdown(text: str, *, whole: bool) -> Shown:
    """Markdown, as far as it can be rendered without hiding anything."""
    start = beginning(text, whole=whole)
    html = markdown.rendered(start, whole=whole)
    return plain(text, whole=whole) if html is None else Shown(html, len(text) - len(start))
