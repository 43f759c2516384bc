"""What stands in markup: its elements, and its words as a reader sees them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BLOCKS = {"p", "li", "pre", "div", "td", "th", "tr", "summary", "blockquote", "figcaption"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(markup: str) -> _Reader:
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader


def elements(markup: str) -> list[tuple[str, dict[str, str | None]]]:
    return read(markup).elements


def text(markup: str) -> str:
    return "".join(read(markup).text)


def words(source: str) -> list[str]:
    return re.findall(r"[^\W_]+", source)


def flowed(markup: str) -> str:
    """Markup with one space for each run of white space, as a browser shows it in a line."""
    return " ".join(markup.split())
