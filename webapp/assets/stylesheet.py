"""One stylesheet from many: each `@import` is replaced by the file that it names."""

from __future__ import annotations

import re
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r'^@import url\("([^"]+)"\) layer\((\w+)\);$', re.MULTILINE)
_STRING = re.compile(r"""("[^"\n]*"|'[^'\n]*')""")
_AROUND = re.compile(r"\s*([{};,])\s*")
_AFTER_NAME = re.compile(r":\s+")
_BUNDLE = re.compile(r'^@import url\("([\w-]+\.css)"\);$', re.MULTILINE)


def stylesheet(entry: Path) -> str:
    """The text of a stylesheet and of all that it imports, each in its layer, without comments
    and indentation. An import without a layer is another list of imports."""

    def imported(found: re.Match[str]) -> str:
        name, layer = found.groups()
        text = (entry.parent / name).read_text(encoding="utf-8")
        return f"@layer {layer} {{\n{text}}}"

    def joined(found: re.Match[str]) -> str:
        return entry.with_name(found[1]).read_text(encoding="utf-8")

    text = _BUNDLE.sub(joined, entry.read_text(encoding="utf-8"))
    return _bare(_COMMENT.sub("", _IMPORT.sub(imported, text)))


def _bare(text: str) -> str:
    """Without the white space that only a reader needs; strings keep theirs."""
    lines = (line.strip() for line in text.splitlines())
    pieces = _STRING.split("\n".join(filter(None, lines)))
    pieces[::2] = [
        _AFTER_NAME.sub(":", _AROUND.sub(r"\1", one)).replace(";}", "}") for one in pieces[::2]
    ]
    return "".join(pieces)
