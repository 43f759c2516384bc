"""What keeps a log from making its own page impossible: any text of it can be sent, and stand
in an address.

UTF-8 cannot hold lone surrogates. They are written as `\\ud800`, as JSON does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flask


class AnyText(flask.Response):
    """A response of any text: the class of all answers."""

    def set_data(self, value: bytes | str) -> None:
        super().set_data(_encoded(value))

    def iter_encoded(self) -> Iterator[bytes]:
        return map(_encoded, self.response)


def take_any_text(app: flask.Flask) -> None:
    """Let every answer and every address of an app hold any text."""
    app.response_class = AnyText
    app.url_default_functions.setdefault(None, []).append(_spell_out)


def _spell_out(_: str, values: dict[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = _encoded(value).decode()


def _encoded(value: bytes | str) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8", "backslashreplace")
