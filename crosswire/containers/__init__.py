"""How bytes hold documents: one JSON value, JSON Lines, an event stream, a Python literal, a
cassette in YAML, or a text that somebody pasted with a log in it; each perhaps packed, with
others or alone (`wrappers`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from crosswire import address
from crosswire.containers import (
    event_frames,
    json_lines,
    lenient_json,
    opening,
    packed_text,
    plain_file,
    sse,
    yaml_cassette,
)
from crosswire.containers.bodies import Body
from crosswire.containers.byte_spans import Span
from crosswire.containers.byte_spans import byte_spans as spans_of
from crosswire.containers.file_spans import spans_in_files
from crosswire.containers.folder import (
    ENDINGS_OF_LOGS,
    ENDINGS_OF_MEDIA,
    FOLDERS_OF_TOOLS,
    MOST_FILES,
    Packed,
    file_of_archive,
    pack_folder,
    packed,
    read_folder,
    read_with_journal,
    source_with_journal,
    together,
    why_left,
)
from crosswire.containers.folder import WORDS as WORDS_OF_LEFT
from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.json_document import CutOff
from crosswire.containers.json_document import read as read_json
from crosswire.containers.json_document import write as write_json
from crosswire.containers.json_pieces import write_in_pieces
from crosswire.containers.lines import Documents
from crosswire.containers.opened import SEVERAL, SKIPPED, UNPACKED, Opened, OpenedFile
from crosswire.containers.opening import Mark, marks_of, open_marked, origin_in
from crosswire.containers.origin import Origin
from crosswire.containers.plain_file import are_in_pieces, open_in_pieces
from crosswire.containers.repeats import Repeated
from crosswire.containers.source import (
    SMALL,
    Data,
    Digest,
    InFile,
    InMemory,
    InStream,
    Source,
    begin_of,
    bytes_of,
    size_of,
    source_of,
)
from crosswire.containers.wrappers import (
    RowChange,
    UnpackLimits,
    database_of,
    is_wrapped,
    rewritten,
)
from crosswire.containers.wrappers.repacking import repacked
from crosswire.errors import OnlyAnError, UnreadableUpload
from crosswire.lazy_names import module_on_demand, on_demand
from crosswire.model import JsonValue

if TYPE_CHECKING:
    from crosswire.containers.pasted import (
        MOST_PASTED,
        CutKeys,
        Paste,
        Piece,
        is_error,
        speaker_of,
        split_paste,
        words_of,
    )

__all__ = [
    "DEFAULT_LIMITS",
    "ENDINGS_OF_LOGS",
    "ENDINGS_OF_MEDIA",
    "FOLDERS_OF_TOOLS",
    "MOST_FILES",
    "MOST_PASTED",
    "SEVERAL",
    "SKIPPED",
    "SMALL",
    "UNPACKED",
    "WORDS_OF_LEFT",
    "Body",
    "CutKeys",
    "CutOff",
    "Data",
    "Digest",
    "Documents",
    "InFile",
    "InMemory",
    "InStream",
    "Mark",
    "NotText",
    "Opened",
    "OpenedFile",
    "Origin",
    "Packed",
    "Paste",
    "Piece",
    "Repeated",
    "RowChange",
    "Source",
    "Span",
    "UnpackLimits",
    "are_in_pieces",
    "begin_of",
    "bytes_of",
    "database_of",
    "file_of_archive",
    "is_error",
    "is_wrapped",
    "marks_of",
    "open_in_pieces",
    "open_marked",
    "open_upload",
    "origin_in",
    "pack_folder",
    "packed",
    "read_folder",
    "read_in_text",
    "read_json",
    "read_slice",
    "read_with_journal",
    "repacked",
    "rewritten",
    "size_of",
    "source_of",
    "source_with_journal",
    "spans_in_files",
    "spans_of",
    "speaker_of",
    "split_paste",
    "together",
    "why_left",
    "without_keys",
    "words_of",
    "write_in_pieces",
    "write_json",
]

__getattr__ = on_demand(
    __name__,
    {
        "pasted": (
            "MOST_PASTED",
            "CutKeys",
            "Paste",
            "Piece",
            "is_error",
            "speaker_of",
            "split_paste",
            "words_of",
        )
    },
)
_pastes = module_on_demand(f"{__name__}.pasted")
_literals = module_on_demand(f"{__name__}.python_literal")

DEFAULT_LIMITS = UnpackLimits()


def open_upload(
    data: bytes,
    limits: UnpackLimits | None = DEFAULT_LIMITS,
    repeats: Sequence[Repeated] = (),
) -> Opened:
    """The documents in an upload; raises UnreadableUpload with the place of the fault.

    What is packed is taken apart within the limits; without limits it is refused by its name.
    What lines repeat of earlier ones is kept once, where `repeats` says how.
    """
    if limits is None or not is_wrapped(data):
        return plain_file.open(data, repeats)
    return opening.open_wrapped(data, limits, repeats)


MOST_SEARCHED = 1_000_000
"""Bytes of what begins as JSON does; more is taken for a log alone, with no keys around it."""


def without_keys(data: bytes) -> CutKeys:
    """A paste without the keys that stand around its documents; anything else unchanged."""
    pasted = _pastes()
    is_log_alone = is_wrapped(data) or sse.is_stream(data) or yaml_cassette.is_cassette(data)
    whole: CutKeys = pasted.CutKeys(data, ())
    if is_log_alone or not pasted.may_hold_keys(data):
        return whole
    if pasted.begins_as_json(data) and (len(data) > MOST_SEARCHED or not _is_paste(data)):
        return whole
    found: CutKeys = pasted.without_keys(data)
    return found


def _is_paste(data: bytes) -> bool:
    try:
        return open_upload(data).container == "pasted"
    except OnlyAnError:
        return True
    except UnreadableUpload:
        return False


def read_in_text(text: str) -> JsonValue:
    """What is written in a string: JSON, or the events of a stream (as Amazon frames them
    too), or several lines of JSON;
    as text, or packed as recorders keep bytes. Raises UnreadableUpload."""
    packed = packed_text.packed_in(text)
    text = text if packed is None else packed.text
    events = sse.read_text(text)
    events = event_frames.events_in_text(text) if events is None else events
    if events is not None:
        return events
    data = text.encode("utf-8", "surrogatepass")
    try:
        return read_json(data)
    except UnreadableUpload:
        lines = json_lines.values_in(text)
        if lines is None:
            raise
        return lines


def read_slice(data: bytes) -> JsonValue:
    """The value that a piece of an upload holds, which may have slips as the upload has."""
    try:
        return read_json(data)
    except UnreadableUpload:
        literal: Opened | None = _literals().open(data)
        if literal is not None:
            return literal.documents[0]
        return lenient_json.read(data, address.root())[0]
