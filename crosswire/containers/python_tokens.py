"""What in a pasted text tells Python from JSON; and members of enumerations, which neither
knows.

Each character is looked at a few times at most, whatever stands there: hostile uploads are
full of quotes and backslashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.containers.quoted_texts import NO_END, end_of_text
from crosswire.errors import UnreadableUpload

_TOKEN = re.compile(r"""['"<(#]|[^\W\d]\w*""")
_AROUND_MEMBERS = re.compile(r"""['"<#]""")
"""Of these what matters to members alone: neither words nor parentheses, which may be many."""
_MEMBER = re.compile(r"<[\w.]+: (?:-?\d+>|(?P<quote>'))")
_PREFIX = re.compile(r"[bBrRuUfF]{1,2}")
_COMMENT = re.compile(r"#[^\n]*")
_PYTHON_WORDS = frozenset({"None", "True", "False"})
_JSON_WORDS = frozenset({"null", "true", "false"})
_PYTHON_ESCAPE = re.compile(r"[xUNav0-7\n]")
"""After a backslash: what JSON does not know."""
_JSON_ESCAPE = re.compile(r"/|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]")
"""After a backslash: a solidus, or a pair of surrogates; each is something else in Python."""
_QUOTES = ("'", '"')
_LONG_QUOTES = ("'''", '"""')

_Token = tuple[str, int, int]
"""What it is (a text by its quote, `member`, `word`, `(`), from where to where."""


def in_place(text: str) -> str:
    """The text with members of enumerations (`<FinishReason.STOP: 'STOP'>`) as their values,
    and each byte where it was."""
    pieces: list[str] = []
    copied = 0
    for kind, start, end in _tokens(text, _AROUND_MEMBERS):
        if kind == "member":
            name, value = text[start:end].split(": ", 1)
            blanks = " " * (len(name.encode()) + 2)
            pieces += (text[copied:start], blanks, value[:-1], " ")
            copied = end
    return "".join([*pieces, text[copied:]])


def is_python(text: str) -> bool:
    """Whether something stands in the text that Python alone writes; raises UnreadableUpload
    where something of JSON alone does too."""
    of_python = of_json = escaped = last = None
    has_single = False
    for token in _tokens(text):
        has_single = has_single or token[0] == "'"
        joined = has_single and last is not None and _goes_on(text, last, token)
        if of_python is None and (joined or _is_of_python(text, token)):
            of_python = token
        if escaped is None and _has_escape(text, token, _PYTHON_ESCAPE):
            escaped = token
        if of_json is None and _is_of_json(text, token):
            of_json = token
        last = token
    # In texts that are all in double quotes, it is JSON that somebody escaped badly.
    of_python = of_python or (escaped if has_single else None)
    if of_python is not None and of_json is not None:
        raise _mixed(text, of_python, of_json)
    return of_python is not None


def _tokens(text: str, pattern: re.Pattern[str] = _TOKEN) -> Iterator[_Token]:
    position = 0
    while (found := pattern.search(text, position)) is not None:
        start, position = found.span()
        kind = found[0]
        if kind in _QUOTES:
            kind = kind * 3 if text.startswith(kind * 3, start) else kind
            position = end_of_text(text, start + len(kind), kind, over_lines=len(kind) == 3)
            if position == NO_END:
                return  # what follows cannot be told from what stands in it
            yield kind, start, position
        elif kind == "<":
            position = _end_of_member(text, start)
            if position != start + 1:
                yield "member", start, position
        elif kind == "#":
            comment = _COMMENT.match(text, start)
            position = position if comment is None else comment.end()
        else:
            yield "(" if kind == "(" else "word", start, position


def _end_of_member(text: str, start: int) -> int:
    """The place after a member of an enumeration, or after the angle bracket of none."""
    found = _MEMBER.match(text, start)
    if found is None or found["quote"] is None:
        return start + 1 if found is None else found.end()
    end = end_of_text(text, found.end(), "'", over_lines=False)
    return end + 1 if end != NO_END and text.startswith(">", end) else start + 1


def _goes_on(text: str, last: _Token, token: _Token) -> bool:
    """Whether a value is a text in several pieces, which Python puts together."""
    (kind, start, end), (second, begin, _) = last, token
    if kind not in _QUOTES or second not in _QUOTES or text[end:begin].strip():
        return False
    return text[max(0, start - 100) : start].rstrip().endswith(":")


def _is_of_python(text: str, token: _Token) -> bool:
    kind, start, end = token
    if kind == "word":
        begins_text = text[end : end + 1] in ("'", '"')
        is_prefix = begins_text and _PREFIX.fullmatch(text, start, end) is not None
        return is_prefix or text[start:end] in _PYTHON_WORDS
    return kind in ("(", "member", *_LONG_QUOTES)


def _is_of_json(text: str, token: _Token) -> bool:
    kind, start, end = token
    if kind == "word":
        return text[start:end] in _JSON_WORDS
    return _has_escape(text, token, _JSON_ESCAPE)


def _has_escape(text: str, token: _Token, escape: re.Pattern[str]) -> bool:
    """Whether such an escape stands in a text."""
    kind, position, end = token
    if kind not in _QUOTES:
        return False
    while (position := text.find("\\", position, end)) != -1:
        if escape.match(text, position + 1):
            return True
        position += 2
    return False


def _mixed(text: str, of_python: _Token, of_json: _Token) -> UnreadableUpload:
    python, _ = _told(text, of_python)
    json, line = _told(text, of_json)
    return UnreadableUpload(
        f"Not JSON, nor Python: {python} is Python, and {json} is JSON. What stands for what "
        "is not guessed: write all of it in one of the two languages.",
        offset=len(text[: of_json[1]].encode()),
        line=line,
    )


def _told(text: str, token: _Token) -> tuple[str, int]:
    """What stands at a place, in words, and its line."""
    _, start, end = token
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    shown = text[start : min(end, start + 40)]
    return f"{shown!r} (line {line}, column {column})", line
