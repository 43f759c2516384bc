"""What a request must fulfil to be answered: each check ends it with the right status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from flask import abort, request

T = TypeVar("T")


def check(fulfilled: object, status: int, message: str | None = None) -> None:
    """Answer with this status and message unless something is fulfilled (true, not empty)."""
    if not fulfilled:
        abort(status, message)


def found_or_404(value: T | None) -> T:
    """The value; answers 404 where there is none."""
    if value is None:
        abort(404)
    return value


def one_of(name: str, value: object, options: Iterable[T]) -> T:
    """The option that a field or query names; answers 400 with all of them for another."""
    known = list(options)
    check(value in known, 400, f"{name} is one of {', '.join(map(str, known))}.")
    return known[known.index(value)]  # type: ignore[arg-type]


def wants_block() -> bool:
    """Whether a page asks for a part of it."""
    return request.headers.get("HX-Request-Type") == "partial"
