"""A recording of HTTP traffic in YAML (a cassette of VCR and its kin), or messages in YAML:
how these are told from what is no YAML. `yaml_documents` reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from crosswire.address import Address
from crosswire.containers.opened import Opened

MOST_SEARCHED = 32_000_000
"""Bytes of what may be YAML and is no recording."""

_CASSETTE = re.compile(
    rb"^(?:\xef\xbb\xbf)?(?:(?:(?:http_)?interactions|requests|responses):[ \t]*\r?\n[ \t]*-"
    rb"|then:[ \t]*\r?\n[ \t]+\w)",
    re.MULTILINE,
)
"""A list of exchanges, or the answer of one beside its `when`."""
_BEGIN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*|---[^\n]*|%[^\n]*|!\w*)?\r?\n)*[A-Za-z_]\w*:"
)
_LISTED = re.compile(rb"^[ ]*-(?:[ ]+|[ ]*\r?\n[ ]+)[A-Za-z_]\w*:(?:[ ]|\r?$)", re.MULTILINE)
"""An object in a list, as messages are."""
_SPEAKER = re.compile(
    rb"^[ ]*(?:-[ ]+)*(?:role|type|from|sender|author|source|kind)[ ]*:", re.MULTILINE
)
"""A field that says who speaks, or what stands there."""
_HALVES = tuple(
    re.compile(rb"^[ ]*(?:-[ ]+)?%s:[ \t]*\r?$" % half, re.MULTILINE | re.IGNORECASE)
    for half in (b"(?:http)?request", b"(?:http)?response")
)
"""The fields of an exchange, each with more below it."""


def is_cassette(data: bytes) -> bool:
    """Whether an upload begins as YAML does, and has the fields of a cassette."""
    return _BEGIN.match(data) is not None and _CASSETTE.search(data) is not None


def may_hold_messages(data: bytes) -> bool:
    """Whether an upload begins as YAML does, and has objects in a list with a field that
    messages have, or the two fields of an exchange."""
    is_begun = _BEGIN.match(data) is not None or _LISTED.match(data) is not None
    if not is_begun or len(data) > MOST_SEARCHED:
        return False
    if all(half.search(data) is not None for half in _HALVES):
        return True
    return _SPEAKER.search(data) is not None and _LISTED.search(data) is not None


# Few files are YAML, and what reads it takes as long to load as a small log to check.


def open(data: bytes) -> Opened:
    """Read YAML; raises UnreadableUpload with the place of the fault."""
    from crosswire.containers import yaml_documents

    return yaml_documents.open(data)


def spans(data: bytes, addresses: Iterable[Address]) -> dict[Address, tuple[int, int]]:
    """Where values stand; what is written in a text has the range of that text."""
    from crosswire.containers import yaml_documents

    return yaml_documents.spans(data, addresses)
