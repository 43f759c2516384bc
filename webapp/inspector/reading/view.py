"""The view of one call or result while it is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from markupsafe import Markup

from webapp.inspector.reading.fields import Fields
from webapp.inspector.reading.shown import Shown
from webapp.wording.invisible import marked


@dataclass
class View:
    """Pieces of markup, in order."""

    whole: bool
    pieces: list[Markup] = field(default_factory=list)
    more: int = 0

    def put(self, shown: Shown | Markup) -> None:
        """A block."""
        if isinstance(shown, Shown):
            self.more += shown.more
            self.pieces.append(shown.html)
        else:
            self.pieces.append(shown)

    def line(self, *words: Markup | str) -> None:
        """A line of words; texts of the log come as markup."""
        told = Markup(" ").join(word for word in words if word)
        if told:
            self.pieces.append(Markup('<p class="asks">{}</p>').format(told))

    def shown(self) -> Shown:
        return Shown(Markup("").join(self.pieces), self.more)


Maker: TypeAlias = Callable[[Fields, View], bool]
"""Takes the fields that it shows; where it knows better than to show them, it takes none and
says False."""


def path(text: str) -> Markup:
    """The name of a file."""
    return Markup('<code class="path">{}</code>').format(marked(text))


def quoted(text: str) -> Markup:
    """What is searched for, an address, a value: in the letters of code."""
    return Markup("<code>{}</code>").format(marked(text))
