"""Where values stand in the text of a packed upload, which holds files of several
containers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crosswire.address import Address, document_of, renumbered
from crosswire.containers.byte_spans import Span, byte_spans
from crosswire.containers.opened import OpenedFile, file_of


def spans_in_files(
    text: bytes, files: Sequence[OpenedFile], addresses: Iterable[Address]
) -> dict[Address, Span]:
    """The byte range in the text of each address at which something stands."""
    by_file: dict[int, tuple[OpenedFile, list[Address]]] = {}
    for address in addresses:
        file = file_of(document_of(address), files)
        if file is not None:
            by_file.setdefault(file.first, (file, []))[1].append(address)
    spans: dict[Address, Span] = {}
    for file, wanted in by_file.values():
        opened = file.opened
        own = [renumbered(address, -file.first) for address in wanted]
        data = text[file.start : file.end]
        found = byte_spans(data, opened.container, own, opened.lines, opened.bodies)
        for address, (begin, end) in found.items():
            spans[renumbered(address, file.first)] = (file.start + begin, file.start + end)
    return spans
