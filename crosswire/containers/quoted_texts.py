"""Where quoted texts end, in steps that never go back: hostile uploads are full of quotes and
backslashes."""

from __future__ import annotations

import re
from functools import cache

NO_END = -1


def end_of_text(text: str, start: int, quote: str, *, over_lines: bool = True) -> int:
    """The position after the quote that ends the text which begins at `start` (after its
    opening quote); -1 where it has no end, or none on its line."""
    pattern = _run(quote, over_lines)
    while True:
        run = pattern.match(text, start)
        position = start if run is None else run.end()
        if text.startswith(quote, position):
            return position + len(quote)
        if position == start:
            return NO_END
        start = position


@cache
def _run(quote: str, over_lines: bool) -> re.Pattern[str]:
    """What no text ends in, by the thousand escapes: each alone costs memory in one match."""
    plain = rf"[^{quote[0]}\\{'' if over_lines else chr(10)}]"
    others = "" if len(quote) == 1 else f"|{quote[0]}(?!{quote[1:]})"
    return re.compile(rf"{plain}*(?:(?:\\.{others}){plain}*){{0,1000}}", re.DOTALL)
