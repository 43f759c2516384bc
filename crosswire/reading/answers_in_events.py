"""A request and its answer in events that stand in one paste, one behind the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from crosswire.address import root
from crosswire.containers import Opened, OpenedFile
from crosswire.containers.opened import file_of
from crosswire.model.builder import ConversationBuilder
from crosswire.model.entry import Entry
from crosswire.reading.choosing import Reading, read_entry
from crosswire.reading.sequences.alternating import put_together

Part = tuple[Opened, Reading]
"""What was read of a part of an upload."""


def join_answers(parts: Sequence[Part], files: Sequence[OpenedFile]) -> None:
    """Make an exchange of each request and the stream behind it, where something proves that
    this answers it."""
    for asked, answer in pairwise(parts):
        if _are_neighbours(asked[0], answer[0], files):
            _join(asked[1], *answer)


def _are_neighbours(asked: Opened, answer: Opened, files: Sequence[OpenedFile]) -> bool:
    """Whether both are of one paste."""
    is_stream_of_paste = answer.container == "sse" and answer.bodies is not None
    return is_stream_of_paste and file_of(asked.first, files) is file_of(answer.first, files)


def _join(asked: Reading, part: Opened, answer: Reading) -> None:
    wire = answer.candidate.wire
    if wire is None or asked.candidate.wire is not wire or not asked.read:
        return
    request, (response, *others) = asked.read[-1][0], (one for one, _ in answer.read)
    if others or request.recorded is None or response.recorded is None:
        return
    entries = [request.recorded, _apart(response.recorded, part.first)]
    made = put_together(entries, partial(read_entry, wire))
    if made is None:
        return
    _keep_unread(made[0], (request, response))
    answer.read[:] = [(made[0], "exchange")]
    del asked.read[-1]


def _apart(entry: Entry, number: int) -> Entry:
    """The answer as if it stood whole in the document of its first event, so that nothing of
    the request is taken for a piece of it."""
    if entry.response is None or entry.stream is None:
        return entry
    at = root(number)
    stream = replace(entry.stream, root=at)
    return replace(entry, response=(entry.response[0], at), stream=stream)


def _keep_unread(into: ConversationBuilder, halves: Sequence[ConversationBuilder]) -> None:
    """What was not read of the halves was not read of the whole."""
    into.unread = [note for half in halves for note in half.unread]
    into.notes = [note for note in into.notes if note not in into.unread]
