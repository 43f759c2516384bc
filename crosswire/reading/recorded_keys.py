"""The keys that a recording has around its conversations: in headers, cookies, addresses."""

from __future__ import annotations

from crosswire.address import renumbered
from crosswire.containers import Data, Opened, Span, source_of
from crosswire.logs import LOGS
from crosswire.reading.loading import Log
from crosswire.secrets import recorded_keys


def keys_around(data: Data, log: Log) -> list[Span]:
    """Where keys stand in the files of a log, each by itself. The bytes are those of the
    upload; of a packed one, those of the log's text."""
    if len(log.files) < 2:
        of_upload = Opened(log.container, log.documents, [], log.lines, log.bodies)
        return _keys_in_file(data, of_upload, log)
    found: list[Span] = []
    source = source_of(data)
    for file in log.files:
        keys = _keys_in_file(source.slice(file.start, file.end), file.opened, log)
        found += [(file.start + start, file.start + end) for start, end in keys]
    return found


def _keys_in_file(data: Data, file: Opened, log: Log) -> list[Span]:
    """A program's record of its own session has no headers around it; all else may, also what
    was read by its shape alone."""
    own = [one for one in log.conversations if one.documents_before == file.first]
    if own and all(one.format in LOGS and not one.traits.by_shape for one in own):
        return []
    content = {
        renumbered(address, -file.first)
        for conversation in own
        for address in (
            *(message.address for message in conversation.messages),
            *(tool.address for tool in conversation.tools()),
        )
    }
    return recorded_keys(
        data, file.container, file.documents, content, file.lines, file.bodies
    )
