"""The output of a program: without the codes that a terminal would have taken as colours,
which are told."""

from __future__ import annotations

import re

from markupsafe import Markup

from webapp.wording.invisible import marked

_COLOURS = re.compile(r"\x1b\[[0-9;:]*m")


def block(text: str) -> Markup:
    """Output as a terminal would show it, and one fold away as it was written."""
    bare, count = _COLOURS.subn("", text)
    out = Markup('<pre class="terminal">{}</pre>').format(marked(bare))
    if not count:
        return out
    words = f"{count:,} colour {'code' if count == 1 else 'codes'} of a terminal left out"
    fold = Markup(
        '<details class="fold sent"><summary>{}</summary><pre '
        'class="terminal">{}</pre></details>'
    )
    return out + fold.format(words, marked(text))


def command(text: str) -> Markup:
    """A command line behind its prompt."""
    return Markup(
        '<pre class="terminal"><span class="prompt" aria-hidden="true">$ </span>{}</pre>'
    ).format(marked(text))
