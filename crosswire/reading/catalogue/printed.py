"""What programs print of their own values: it shows them to a person, and is no JSON.

What is printed leaves out what JSON needs (quotes, types, the ends of texts), so that it is
called by its name and not guessed at.
"""

from __future__ import annotations

from crosswire.reading.catalogue.shape import Shape

_BEFORE = rb"[^\[{]{0,400}(?:\[[^\[\]{\"\n]{0,80}\][^\[{]{0,400}){0,2}?"
"""Words before it, and what a logger writes in brackets: the time, the level."""
_KEY = rb"(?:'[^'\n]{1,80}'|\d{1,9})"


def _opening(*ways: bytes) -> bytes:
    """A text whose first bracket is that of one of these."""
    return _BEFORE + rb"(?:" + b"|".join(ways) + rb")"


SHAPES = (
    Shape(
        name="php-array",
        program="PHP",
        what="an array of PHP as `print_r`, `var_export` or `var_dump` show it, no JSON",
        kind="other",
        take="the same as JSON, by `echo json_encode($value);`",
        opening=_opening(
            rb"\b(?:Array|[\w\\]{1,80} Object)\s{1,40}\(\s{1,80}\[[^\]\n]{1,80}\] => ",
            rb"\barray ?\(\s{0,80}" + _KEY + rb"\s{0,20}=>\s",
            rb"\[\s{0,80}" + _KEY + rb"\s{0,20}=>\s{1,20}[\['\d]",
            rb"\barray\(\d{1,9}\) \{\s{1,80}\[",
            rb"\bobject\([\w\\]{1,80}\)#\d{1,9} \(\d{1,9}\) \{",
        ),
    ),
    Shape(
        name="go-value",
        program="Go",
        what="a value of Go as `%v`, `%+v` or `%#v` print it, no JSON",
        kind="other",
        take="the same as JSON, by `json.Marshal(value)`",
        opening=_opening(
            rb"\bmap\[[\w.-]{1,80}:",
            rb"\bmap\[string\](?:interface ?\{\}|any|string)\{",
            rb"\[\](?:interface ?\{\}|map\[string\]|\*?\w{1,80}\.\w{1,80}\{)",
            rb"\b[a-z]\w{0,80}\.[A-Z]\w{0,80}\{[A-Z]\w{0,80}:",
            rb"\[?&?\{[A-Z]\w{0,80}:[^\s,\"'`]{0,400} [A-Z]\w{0,80}:",
        ),
    ),
)
