"""Code in colours, by a language that something names: a fence, a file's name, a `#!` line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Final

from markupsafe import Markup
from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType  # type: ignore[import-untyped]

from webapp.recent import kept_lately
from webapp.wording.invisible import marked

MOST_LINES = 800
"""Lines of code that are coloured; a browser is slow with more, and so is a lexer."""
LONGEST = 16_000
LONGEST_LINE = 500
LONGEST_OF = {"html": 8_000}
"""Where a lexer's time grows faster than the text; those of Java and of Make are too slow for
any."""
FEW_SPANS, MANY_SPANS = 60, 4_000
"""Coloured runs of one piece of code, in a row among others and in one by itself."""

_ALIASES: Final = {
    "bash": "bash sh shell zsh console shell-session",
    "c": "c h",
    "cpp": "cpp c++ cc cxx hpp hh",
    "csharp": "csharp c# cs",
    "css": "css scss less",
    "docker": "dockerfile docker",
    "go": "go golang",
    "html": "html htm xml svg vue svelte jinja",
    "ini": "ini cfg conf editorconfig properties env",
    "javascript": "javascript js jsx mjs cjs",
    "json": "json jsonc json5 jsonl ipynb",
    "kotlin": "kotlin kt kts",
    "lua": "lua",
    "php": "php",
    "python": "python py py3 python3 pyi pyw",
    "ruby": "ruby rb gemfile rakefile",
    "rust": "rust rs",
    "sql": "sql sqlite postgresql postgres mysql",
    "swift": "swift",
    "toml": "toml",
    "typescript": "typescript ts tsx mts cts",
    "yaml": "yaml yml",
}
_LANGUAGES = {word: name for name, words in _ALIASES.items() for word in words.split()}
_SHEBANG = re.compile(
    r"#!\s*(?:/usr/bin/env\s+(?:-S\s+)?)?\S*?([a-z]+)[\d.]*(?:\s|$)", re.IGNORECASE
)

# The first ones go last where a piece of code would need too many spans.
_CLASSES: Final = (
    (Comment, "c"),
    (String, "s"),
    (Keyword, "k"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Number, "n"),
)

Run = tuple[str, str]
"""A class, or none, and a text."""


def named(word: str) -> str | None:
    """The language of a fence's first word, as far as it is known here."""
    return _LANGUAGES.get(word.strip().lower().lstrip("."))


def of_file(path: str) -> str | None:
    """The language of a file, by its name."""
    name = re.split(r"[/\\]", path.strip())[-1].lower()
    return _LANGUAGES.get(name.rpartition(".")[2])


def of_shebang(text: str) -> str | None:
    """The language that the first line names as a script's own."""
    found = _SHEBANG.match(text[:200])
    return None if found is None else _LANGUAGES.get(found.group(1).lower())


@kept_lately
def coloured(text: str, language: str | None, *, whole: bool) -> Markup:
    """Code as markup; without colours where the language is not known or the text is too
    long."""
    return Markup("").join(_span(kind, run) for kind, run in runs(text, language, whole=whole))


def block(text: str, language: str | None, *, whole: bool) -> Markup:
    """Code that stands by itself."""
    return Markup('<pre class="code">{}</pre>').format(coloured(text, language, whole=whole))


def runs(text: str, language: str | None, *, whole: bool) -> list[Run]:
    """The text in runs of one colour each."""
    if language is None or not _is_small(text, LONGEST_OF.get(language, LONGEST)):
        return [("", text)]
    found = list(_merged(_lexed(text, language)))
    # Lexers keep every character, but a reader must be able to rely on it.
    if "".join(run for _, run in found) != text:
        return [("", text)]
    return _few(found, MANY_SPANS if whole else FEW_SPANS)


def _is_small(text: str, longest: int) -> bool:
    if len(text) > longest or text.count("\n") >= MOST_LINES:
        return False
    return all(len(line) <= LONGEST_LINE for line in text.split("\n"))


def _lexed(text: str, language: str) -> Iterator[Run]:
    for _, kind, run in _lexer(language).get_tokens_unprocessed(text):
        yield _class_of(kind), run


@cache
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language)


@cache
def _class_of(kind: _TokenType) -> str:
    return next((name for family, name in _CLASSES if kind in family), "")


def _merged(found: Iterable[Run]) -> Iterator[Run]:
    for kind, some in groupby(found, key=lambda run: run[0]):
        yield kind, "".join(run for _, run in some)


def _few(found: list[Run], most: int) -> list[Run]:
    """With fewer colours where there would be too many spans."""
    kept = list(dict.fromkeys(name for _, name in _CLASSES))
    while kept and sum(kind != "" for kind, _ in found) > most:
        dropped = kept.pop()
        found = list(_merged(("" if kind == dropped else kind, run) for kind, run in found))
    return found


def _span(kind: str, text: str) -> Markup:
    return (
        Markup('<span class="{}">{}</span>').format(kind, marked(text))
        if kind
        else marked(text)
    )
