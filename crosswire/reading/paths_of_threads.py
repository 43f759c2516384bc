"""Conversations that another one names by the file that they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname, join, normpath

from msgspec.structs import replace

from crosswire.containers import OpenedFile
from crosswire.model import Conversation, ThreadEdge


def with_ids(
    conversations: Sequence[Conversation], files: Sequence[OpenedFile]
) -> list[Conversation]:
    """The same conversations, with ids where only the path of a file was named; a path is one
    from the file that names it."""
    found = list(conversations)
    first = {one.documents_before: number for number, one in reversed([*enumerate(found)])}
    at_path = {
        normpath(file.origin.path): first[file.first] for file in files if file.first in first
    }
    names = {first: path for path, first in at_path.items()}
    for number, one in enumerate(found):
        if any(edge.path for edge in one.starts):
            home = names.get(first[one.documents_before], "")
            starts = [_named(edge, one, home, at_path, found) for edge in one.starts]
            found[number] = replace(found[number], starts=starts)
    return found


def _named(
    edge: ThreadEdge,
    one: Conversation,
    home: str,
    at_path: dict[str, int],
    found: list[Conversation],
) -> ThreadEdge:
    """An edge with the id of the conversation in the file that it names; one that has none, or
    that of the whole run, is known by its path from now on."""
    path = normpath(join(dirname(home), edge.path))
    number = at_path.get(path)
    if edge.thread or number is None:
        return replace(edge, thread=edge.thread or edge.path)
    other = found[number]
    if other.thread is None or other.thread == one.thread:
        found[number] = other = replace(other, thread=path)
    return replace(edge, thread=other.thread or path)
