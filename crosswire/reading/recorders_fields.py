"""Fields that programs write around the bodies of the exchanges that they record."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.address import ancestry
from crosswire.model.entry import Entry
from crosswire.reading.walked_paths import Path, written

_NAMES = frozenset(
    {"headers", "headersSize", "cookies", "queryString", "method", "url", "path", "scope"}
    | {"uri", "host", "port", "scheme", "httpVersion", "http_version", "status"}
    | {"status_code", "statusCode", "statusText", "redirectURL", "mimeType", "contentType"}
    | {"bodySize", "encoding", "timings", "startedDateTime", "creator", "browser", "pages"}
    | {"_recordingName", "recorded_at", "recorded_with", "serverIPAddress", "connection"}
)
"""They say nothing of the conversation there; inside a body they may say anything."""


class RecordersFields:
    """Which fields of an upload are of the envelopes that its exchanges were recorded in."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        recorded = [entry for entry in entries if entry.recorded_in]
        self._envelopes = {at for entry in recorded for at in entry.recorded_in}
        self._above = {at for one in self._envelopes for at in ancestry(one)}
        halves = [half for one in recorded for half in (one.request, one.response)]
        self._bodies = {half[1] for half in halves if half is not None}

    def hold(self, path: Path) -> bool:
        """Whether a field is one of those, or of what holds the envelopes."""
        if not self._envelopes or path[1] not in _NAMES:
            return False
        around = list(ancestry(written(path)))
        is_of_envelope = around[1] in self._above or not self._envelopes.isdisjoint(around)
        return is_of_envelope and self._bodies.isdisjoint(around)
