"""The documents in a file that is no wrapper: what its first bytes suggest is tried, and one
sentence says why nothing fits."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from crosswire.containers import (
    empty_values,
    foreign_bytes,
    json_document,
    json_lines,
    lenient_json,
    markdown_blocks,
    sse,
    yaml_cassette,
)
from crosswire.containers.lines import MayGo
from crosswire.containers.opened import Opened
from crosswire.containers.repeats import Repeated
from crosswire.containers.source import Data, Source
from crosswire.errors import UnreadableUpload, UploadTooDeep
from crosswire.lazy_names import module_on_demand

_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*(?:[\[{#]|//|/\*)")
"""As a value that holds others begins, or a comment before it."""
_pastes = module_on_demand("crosswire.containers.pasted")
_literals = module_on_demand("crosswire.containers.python_literal")


def open(data: bytes, repeats: Sequence[Repeated] = ()) -> Opened:
    """The documents in a file; raises UnreadableUpload with the place of the fault."""
    foreign_bytes.refuse(data)
    empty_values.refuse(data)
    if sse.is_stream(data):
        return sse.open(data)
    if yaml_cassette.is_cassette(data):
        return yaml_cassette.open(data)
    lines = _open_lines(data, repeats)
    if lines is not None:
        return lines
    try:
        return json_document.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload as not_json:
        return _open_otherwise(data, not_json)


def open_in_pieces(
    source: Source, repeats: Sequence[Repeated] = (), may_go: MayGo | None = None
) -> Opened | None:
    """The lines of a file that is never held whole, nor the values of very many where these
    `may_go`; None where it must be."""
    first = _first_line(source)
    if not first:
        return None
    empty_values.refuse(first)
    return _open_lines(source, repeats, may_go)


def are_in_pieces(source: Source) -> bool:
    """Whether a source seems to hold lines that can be read in pieces."""
    return bool(_first_line(source)) and json_lines.are_likely(source)


def _first_line(source: Source) -> bytes:
    """The first of lines that hold objects or lists; empty where there is none."""
    begin = source.slice(0, len(codecs.BOM_UTF8) + 1).removeprefix(codecs.BOM_UTF8)
    end = source.find(b"\n") if begin[:1] in (b"{", b"[") else -1
    first = source.slice(0, max(end, 0))
    return b"" if empty_values.begin(first) else first


def _open_lines(
    data: Data, repeats: Sequence[Repeated], may_go: MayGo | None = None
) -> Opened | None:
    """What begins as lines do; None where it goes on otherwise."""
    if not json_lines.are_likely(data):
        return None
    try:
        return json_lines.open(data, repeats, may_go)
    except UnreadableUpload:
        return None


def _open_otherwise(data: bytes, not_json: UnreadableUpload) -> Opened:
    """What is no JSON: lines of it, JSON with slips, or a Python literal."""
    not_lines: UnreadableUpload | None = None
    try:
        lines = json_lines.open(data)
    except UnreadableUpload as error:
        lines, not_lines = None, error
    if lines is not None:
        return lines
    try:
        return lenient_json.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload as not_understood:
        literal, not_literal = _literal(data)
        if literal is not None and isinstance(literal.documents[0], (dict, list)):
            return literal
        document = _open_yaml(data)
        if document is not None:
            return document
        paste: Opened | None = _pastes().open(data) or literal
        if paste is not None:
            return paste
        markdown_blocks.refuse(data)
        if not_literal is not None:
            raise not_literal from not_json
        fault = not_understood if _BEGIN.match(data) else not_json
        if not_lines is None or (fault.offset or 0) > (not_lines.offset or 0):
            raise fault from not_json
        raise not_lines from not_json


def _literal(data: bytes) -> tuple[Opened | None, UnreadableUpload | None]:
    """The Python literal that a text is, or why it is none; what begins with something else
    than a value may have one within."""
    try:
        return _literals().open(data), None
    except UploadTooDeep:
        raise
    except UnreadableUpload as fault:
        if _BEGIN.match(data):
            raise
        return None, fault


def _open_yaml(data: bytes) -> Opened | None:
    """Documents in YAML with objects in a list; None where it is none from end to end."""
    if not yaml_cassette.may_hold_messages(data):
        return None
    try:
        opened = yaml_cassette.open(data)
    except UploadTooDeep:
        raise
    except UnreadableUpload:
        return None
    return opened if all(isinstance(one, (dict, list)) for one in opened.documents) else None
