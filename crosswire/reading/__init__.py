"""From bytes to conversations: detection, reading, and the reasons where nothing is read."""

from typing import TYPE_CHECKING

from crosswire.collector import collector_paused
from crosswire.lazy_names import on_demand
from crosswire.reading.catalogue import FILE_KINDS, Shape, Where, reader_title
from crosswire.reading.detection import Detection
from crosswire.reading.letting_go import are_read_apart, one_by_one
from crosswire.reading.loading import (
    DOCUMENT,
    NO_FORMAT,
    Log,
    detect,
    guess_mapping,
    load,
    parse,
)

if TYPE_CHECKING:
    from crosswire.reading.masked_copies import MaskedCopy, masked_copy
    from crosswire.reading.recorded_keys import keys_around
    from crosswire.reading.resemblances import Resemblance, Resemblances

__all__ = [
    "DOCUMENT",
    "FILE_KINDS",
    "NO_FORMAT",
    "Detection",
    "Log",
    "MaskedCopy",
    "Resemblance",
    "Resemblances",
    "Shape",
    "Where",
    "are_read_apart",
    "collector_paused",
    "detect",
    "guess_mapping",
    "keys_around",
    "load",
    "masked_copy",
    "one_by_one",
    "parse",
    "reader_title",
]

__getattr__ = on_demand(
    __name__,
    {
        "masked_copies": ("MaskedCopy", "masked_copy"),
        "recorded_keys": ("keys_around",),
        "resemblances": ("Resemblance", "Resemblances"),
    },
)
