"""The log formats. To add one: its module, its corpus, one line here; or a mapping in
`mappings/`, and nothing here."""

from crosswire.logs import by_shape, claude_code, toolcall_record
from crosswire.logs.by_shape.from_json import mapping_from, read_mapping
from crosswire.logs.by_shape.guessing import guess
from crosswire.logs.by_shape.texts import json_in_text
from crosswire.logs.by_shape.to_json import mapping_json, named
from crosswire.logs.mappings import mapped_formats
from crosswire.logs.pointing.blanking import blanked
from crosswire.logs.pointing.inner_paths import with_path
from crosswire.logs.pointing.marks import Marks, marks_of, meaning_of
from crosswire.logs.pointing.picking import EMPTY, picked
from crosswire.logs.pointing.trying import read_with_mapping
from crosswire.logs.protocol import LogFormat

__all__ = [
    "BY_SHAPE",
    "EMPTY",
    "LOGS",
    "LogFormat",
    "Marks",
    "blanked",
    "guess",
    "json_in_text",
    "mapping_from",
    "mapping_json",
    "marks_of",
    "meaning_of",
    "named",
    "picked",
    "read_mapping",
    "read_with_mapping",
    "with_path",
    "words_of",
]

BY_SHAPE = by_shape.NAME
"""The format of what no format knows."""
_ALL: tuple[LogFormat, ...] = (claude_code, toolcall_record, by_shape)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in (*_ALL, *mapped_formats())}


def words_of(format: str) -> str:
    """The wire format whose provider sent the ids in a format: the format itself, or what the
    program of a log talks to."""
    log = LOGS.get(format)
    return format if log is None or not log.TRAITS.program else log.WIRE_FORMAT
