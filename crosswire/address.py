"""Addresses: where a part of a conversation stands in an upload or in a payload.

An address is text, so that it can be a dictionary key, a URL parameter and a line in a report:

    0:/messages/3/content/1          document 0, an RFC 6901 pointer
    7:/message/content               line 7 of a JSON Lines file (documents count from 0)
    0:/arguments!/path               inside JSON that is itself a string
    0:/messages/1/content@4-19       characters 4 to 18 of that text
    0:/messages/1/role~40            the first of several equal keys (the last has no suffix)

Tokens use RFC 6901's escapes (``~0`` for ``~``, ``~1`` for ``/``) and three of our own, so
that the three marks above stay unambiguous: ``~2`` for ``!``, ``~3`` for ``@``, ``~4N`` for
the N-th equal key.

Hot paths of the parsers write ``f"{at}/content/{i}"`` themselves; that is allowed for array
positions and for keys known to need no escape. Everything else goes through this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NewType

from msgspec import Struct

from crosswire.errors import BadAddress, CrosswireError

if TYPE_CHECKING:
    Address = NewType("Address", str)
else:
    # Readers make one for every part, and a NewType is a slow function at run time.
    Address = str

Token = str | int
"""One step of a pointer: a key, or a position in an array."""

# Numbers are short, since int() refuses long ones; an address comes out of URLs too.
_ADDRESS = re.compile(
    r"(\d{1,12}):((?:/[^!@]*)?(?:!(?:/[^!@]*)?)*)(?:@(\d{1,12})-(\d{1,12}))?", re.ASCII
)
_MARKS = "/!@"
"""What begins a step: into a value, into a nested document, into a text."""
_ESCAPES = (("~", "~0"), ("/", "~1"), ("!", "~2"), ("@", "~3"))
_OCCURRENCE = re.compile(r"~4(\d+)\Z", re.ASCII)
_POSITION = re.compile(r"0|[1-9]\d{0,11}", re.ASCII)


class AddressParts(Struct, frozen=True):
    """An address taken apart: `levels` holds one tuple of tokens for each level of nesting."""

    document: int
    levels: tuple[tuple[str, ...], ...]
    span: tuple[int, int] | None


def root(document: int = 0) -> Address:
    """The whole of a document."""
    return Address(f"{document}:")


def escape(token: Token) -> str:
    """A token as it stands in an address."""
    text = str(token)
    if text.isalnum():
        return text  # as most are
    for plain, escaped in _ESCAPES:
        text = text.replace(plain, escaped)
    return text


def unescape(token: str) -> str:
    """The key that an escaped token stands for, without its occurrence."""
    if "~" not in token:
        return token
    text = _OCCURRENCE.sub("", token)
    for plain, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, plain)
    return text


def child(address: Address, *tokens: Token) -> Address:
    """The address below this one."""
    at: str = address
    for token in tokens:
        text = str(token)
        at += (
            f"/{text}" if text.isalnum() else f"/{escape(text)}"
        )  # one for each value of a log
    return Address(at)


def occurrence(address: Address, key: str, number: int) -> Address:
    """The `number`-th (from 0) of several equal keys of an object, in the text's order."""
    return Address(f"{address}/{escape(key)}~4{number}")


def nested(address: Address) -> Address:
    """The root of the JSON document that is written in the string at this address."""
    return Address(address + "!")


def span(address: Address, start: int, end: int) -> Address:
    """Characters `start` to `end` (exclusive) of the string at this address."""
    return Address(f"{address}@{start}-{end}")


def split(address: str) -> AddressParts:
    """Take an address apart; raises BadAddress where the text is none."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise BadAddress(f"{address[:200]!r} is not an address like 0:/messages/3/content/1.")
    document, pointers, start, end = found.groups()
    levels = tuple(tuple(pointer.split("/")[1:]) for pointer in pointers.split("!"))
    return AddressParts(int(document), levels, (int(start), int(end)) if start else None)


def document_of(address: Address) -> int:
    """The number of the document that the address lies in."""
    return int(address.partition(":")[0])


def renumbered(address: Address, by: int) -> Address:
    """The same place in a document whose number is higher by so many."""
    number, _, rest = address.partition(":")
    return Address(f"{int(number) + by}:{rest}")


def pointer(address: Address) -> str:
    """The part after the document: what people paste, equal to RFC 6901 for ordinary keys."""
    return address.partition(":")[2]


def pointer_tokens(address: str) -> list[str]:
    """The steps of an address, or of a pointer, as they stand in it."""
    return address.split("/")[1:]


def is_pointer(text: str) -> bool:
    """Whether a text is a pointer below a document, and no address."""
    return text.startswith("/")


def at_pointer(pointer: str, document: int = 0) -> Address:
    """The address of a pointer in a document."""
    return Address(f"{document}:{pointer}")


def is_within(address: str, ancestor: str) -> bool:
    """Whether `address` is `ancestor` or lies below it."""
    return address.startswith(ancestor) and address[len(ancestor) : len(ancestor) + 1] in (
        "",
        "/",
        "!",
        "@",
    )


def are_related(one: str, other: str) -> bool:
    """Whether two addresses are the same, or one lies below the other."""
    return is_within(one, other) or is_within(other, one)


def parent(address: Address) -> Address | None:
    """The address one step up, out of a span or nested document too; None for a document."""
    cut = max(map(address.rfind, _MARKS))
    return None if cut < 0 else Address(address[:cut])


def ancestry(address: Address) -> Iterator[Address]:
    """The address, and all above it up to the document."""
    above: Address | None = address
    while above is not None:
        yield above
        above = parent(above)


def last_token(address: Address) -> str:
    """The last step, as it stands in the address: a key with its escapes, or a position."""
    return address.rpartition("/")[2]


def last_key(address: Address) -> str:
    """The key that the last step names."""
    return unescape(last_token(address))


def position_of(address: Address) -> int | None:
    """The position in a list that the last step names; None where it can only name a key."""
    token = last_token(address)
    return int(token) if _POSITION.fullmatch(token) else None


def rebase(address: Address, old: Address, new: Address) -> Address:
    """The same place below `new` that `address` has below `old`."""
    if address == old:
        return new
    if not is_within(address, old):
        raise BadAddress(f"{address} does not lie below {old}.")
    return Address(new + address[len(old) :])


def resolve(
    address: Address, documents: Sequence[object], read_text: Callable[[str], object]
) -> object:
    """The value at an address; `read_text` reads JSON inside a string. Raises BadAddress."""
    parts = split(address)
    try:
        value = documents[parts.document]
        for depth, tokens in enumerate(parts.levels):
            if depth:
                value = read_text(_as_text(value))
            for token in tokens:
                value = _step(value, token)
        if parts.span is not None:
            value = _as_text(value)[parts.span[0] : parts.span[1]]
    except (LookupError, TypeError, ValueError, CrosswireError) as error:
        raise BadAddress(f"{address[:200]} points at nothing in this upload.") from error
    return value


def _as_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("only text can hold a nested document or a span")
    return value


def _step(value: object, token: str) -> object:
    if isinstance(value, list):
        if not _POSITION.fullmatch(token):
            raise LookupError("an array has only positions")
        return value[int(token)]
    if not isinstance(value, dict):
        raise TypeError("nothing lies below a plain value")
    numbered = _OCCURRENCE.search(token)
    if numbered is None:
        return value[unescape(token)]
    return _equal_keys(value, unescape(token))[int(numbered.group(1))]


def _equal_keys(value: dict[str, object], key: str) -> list[object]:
    shadowed: list[tuple[str, object]] = getattr(value, "shadowed", [])
    return [earlier for name, earlier in shadowed if name == key] + [value[key]]
