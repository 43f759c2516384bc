"""tar: files, one behind the other."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Mapping
from io import BytesIO

from crosswire.containers.foreign_bytes import NotText
from crosswire.containers.origin import Counted, Step, member
from crosswire.containers.wrappers.budget import Budget, OverBudget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.containers.wrappers.unpacking import PIECE, refuse_media
from crosswire.errors import UnreadableUpload

NAME = "tar"
TITLE = "a tar archive"
_FAULTS = (tarfile.TarError, EOFError, OSError, ValueError, OverflowError, RecursionError)
_MAGIC = slice(257, 262)


def fits(data: bytes) -> bool:
    return data[_MAGIC] == b"ustar"


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    seen = 0
    try:
        # As a stream: nothing is looked for elsewhere in it, and no link is followed.
        with tarfile.open(fileobj=BytesIO(data), mode="r|") as archive:
            for info in archive:
                archive.members = []  # type: ignore[attr-defined]  # it would keep them all
                seen += 1
                if not info.isdir():
                    budget.take_member()
                    yield _member(data, info, budget)
    except _FAULTS as fault:
        if not seen:
            raise UnreadableUpload(f"This is {TITLE} that is damaged: {fault}.") from fault
        yield Skipped(f"The archive is damaged or cut off behind file {seen}: {fault}.")


def _member(data: bytes, info: tarfile.TarInfo, budget: Budget) -> Member | Skipped:
    steps = (member(info.name),)
    if not info.isreg() or info.issparse():
        return Skipped("It is a link, a device or a sparse file, which is not read.", steps)
    try:
        budget.may_take(info.size)
        file = data[info.offset_data : info.offset_data + info.size]
        refuse_media(file[:PIECE])
        budget.take(len(file))
    except (OverBudget, NotText) as error:
        return Skipped(str(error), steps)
    is_cut = len(file) < info.size
    cut = "The archive ends within it; what is there was read." if is_cut else None
    return Member(file, steps, cut=cut)


def replaced(data: bytes, files: Mapping[Step, bytes | None]) -> bytes:
    """The archive with other files at these steps, or without them; raises UnreadableUpload
    where that cannot be."""
    pieces: list[bytes] = []
    counted = Counted()
    try:
        with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
            infos = archive.getmembers()
            ends = [*(info.offset for info in infos[1:]), archive.offset]
    except _FAULTS as fault:
        raise UnreadableUpload(f"This is {TITLE} that is damaged: {fault}.") from fault
    for info, end in zip(infos, ends, strict=True):
        step = None if info.isdir() else counted.step(member(info.name))
        if step is None or step not in files:
            pieces.append(data[info.offset : end])
        elif (text := files[step]) is not None:
            info.size = len(text)
            pieces += [info.tobuf(), text, b"\0" * (-len(text) % tarfile.BLOCKSIZE)]
    whole = b"".join([*pieces, b"\0" * (2 * tarfile.BLOCKSIZE)])
    return whole + b"\0" * (-len(whole) % tarfile.RECORDSIZE)
