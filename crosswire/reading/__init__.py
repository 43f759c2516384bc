"""From bytes to conversations: detection, reading, and the reasons where nothing is read."""

from crosswire.reading.detection import Detection
from crosswire.reading.loading import Log, collector_paused, detect, load, parse

__all__ = [
    "Detection",
    "Log",
    "collector_paused",
    "detect",
    "load",
    "parse",
]
