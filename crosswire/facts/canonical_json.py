"""Canonical JSON (RFC 8785): one spelling for each value; equal values have equal bytes.

Source: RFC 8785, "JSON Canonicalization Scheme", section 3.2; numbers as ECMA-262 writes them
(Number::toString).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal

from crosswire.model import JsonValue


def canonical_bytes(value: JsonValue) -> bytes:
    """The bytes of a value whose numbers are doubles; raises UnicodeEncodeError where half a
    character stands in it, which has no bytes in UTF-8."""
    return "".join(_pieces(value)).encode()


def _pieces(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        mark = "{"
        for key in sorted(value, key=_utf16):
            yield mark + _text(key) + ":"
            yield from _pieces(value[key])
            mark = ","
        yield "{}" if mark == "{" else "}"
    elif isinstance(value, list):
        mark = "["
        for item in value:
            yield mark
            yield from _pieces(item)
            mark = ","
        yield "[]" if mark == "[" else "]"
    elif isinstance(value, float):
        yield number_text(value)
    else:
        yield _text(value)


def _text(value: str | bool | int | None) -> str:
    return json.dumps(value, ensure_ascii=False)


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")


def number_text(number: float) -> str:
    """A double as ECMA-262 writes it: the fewest digits that say it, and an exponent only
    beyond 21 digits, or where more than six zeros would stand before them."""
    if number == 0:
        return "0"
    sign, figures, exponent = Decimal(repr(number)).as_tuple()
    digits = "".join(map(str, figures))
    point = len(digits) + int(exponent)
    digits = digits.rstrip("0")
    return ("-" if sign else "") + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """Digits with the decimal point behind so many of them."""
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{digits.rjust(len(digits) - point, '0')}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
