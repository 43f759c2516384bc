"""Reads what is to be kept: what is in it, where keys stand around it, how it came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import structs

import crosswire
from crosswire.containers import (
    SKIPPED,
    UNPACKED,
    Data,
    Mark,
    Source,
    Span,
    UnpackLimits,
    marks_of,
    size_of,
)
from crosswire.logs import mapping_json
from crosswire.model import JsonObject, Note
from crosswire.reading import keys_around
from crosswire.secrets import WithoutKeys, hidden
from webapp.packing import pack_json
from webapp.readmodel.build import describe
from webapp.readmodel.indexed import Record
from webapp.readmodel.indexers import each_in
from webapp.store.packed import Came, came
from webapp.telemetry.events import log_event

MOST_CONVERSATIONS = 20_000
"""Of one upload: each is stored with its own rows."""
_OF_UNPACKING = {SKIPPED, UNPACKED}
UNPACK_SECONDS = 15.0
NOTES_OF_SENDING = {"line-ends", "left-out-of-folder", *_OF_UNPACKING}
"""Codes of notes that no reading of the bytes makes again."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A log that is to be kept, read without the keys around its conversations."""

    log: crosswire.Log
    data: Data
    """What was read: the upload with `X` for each letter of a key."""
    keys: list[Span]
    """Where they stand."""
    digest: str
    """sha256 of the upload as it came, in hex; of a packed one, of its text."""
    text: Data
    """The upload, or the text of a packed one, with the keys."""
    came: Came | None
    """How it came, where that was packed."""
    mapping: JsonObject | None
    """The mapping that somebody gave or keeps and that it was read by."""

    def to_keep(self) -> ToKeep:
        """What is still needed when everything in it was read."""
        packed = pack_json(self.keys) if self.keys else None
        columns = describe(self.log) | {"digest": self.digest, "hidden_keys": packed}
        if self.keys:
            columns["notes"].append(structs.asdict(_note_on(len(self.keys))))
        return ToKeep(self.text, self.came, self.mapping, columns)


@dataclass(frozen=True, slots=True)
class ToKeep:
    """What is kept of a log beside what was read in it; without its documents, which take the
    most memory."""

    text: Data
    came: Came | None
    mapping: JsonObject | None
    columns: Record
    """Those of the upload that say what was read."""


def loaded(
    data: Data,
    name: str | None,
    format: str | None,
    *,
    mapping: JsonObject | None = None,
    mappings: Sequence[JsonObject] = (),
    or_document: bool = True,
    most: int | None = None,
    marks: Sequence[Mark] = (),
    processes: int = 1,
) -> Loaded:
    """Read what is to be kept, documents of no format too; raises CrosswireError where there
    is nothing to keep.

    It is read by a `mapping` where there is one; what no format knows by the first of the
    `mappings` that fits. What is packed may have `most` bytes; `marks` are those of the text
    of one that was unpacked before. A large one is read in so many `processes`.
    """
    load = partial(
        _load,
        name=name,
        format=format,
        mapping=mapping,
        mappings=mappings,
        or_document=or_document,
        most=most,
        processes=processes,
    )
    try:
        log = load(data, marks=marks)
        text = data if log.text is None else log.text
        keys = keys_around(text, log)
        shown = _without(keys, text)
        read = load(shown, marks=marks_of(log.files)) if keys else log
    except crosswire.CrosswireError as error:
        log_event("refused", error=type(error).__name__, bytes=size_of(data))
        raise
    if read is not log:
        read.notes += [note for note in log.notes if note.code in _OF_UNPACKING]
    used = None if read.mapping is None else mapping_json(read.mapping)
    kept = used if used in [mapping, *mappings] else None
    return Loaded(read, shown, keys, log.digest, text, came(log, data), kept)


def _without(keys: list[Span], text: Data) -> Data:
    if not keys:
        return text
    return WithoutKeys(text, keys) if isinstance(text, Source) else hidden(text, keys)


def _load(
    data: Data,
    *,
    name: str | None,
    format: str | None,
    mapping: JsonObject | None,
    mappings: Sequence[JsonObject],
    or_document: bool,
    most: int | None,
    marks: Sequence[Mark],
    processes: int,
) -> crosswire.Log:
    limits = UnpackLimits(seconds=UNPACK_SECONDS)
    if most is not None:
        limits = structs.replace(limits, bytes=most)
    return crosswire.load(
        data,
        name=name,
        format=format,
        mapping=mapping,
        mappings=mappings,
        max_conversations=MOST_CONVERSATIONS,
        or_document=or_document,
        unpack=limits,
        marks=marks,
        each=each_in(processes, data),
    )


def _note_on(count: int) -> Note:
    keys = (
        "One key in headers or addresses is"
        if count == 1
        else (f"{count:,} keys in headers and addresses are")
    )
    return Note(
        "hidden-keys",
        f"{keys} shown as X, here and in every copy and export. Whoever manages this upload "
        "can download the file as it came.",
    )
