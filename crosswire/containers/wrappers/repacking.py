"""Puts files back into what they were taken out of; all others stay as they were."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from crosswire.containers.origin import Step
from crosswire.containers.wrappers import (
    bzip2_file,
    gzip_file,
    sqlite_database,
    tar_archive,
    wide_text,
    wrapper_of,
    xz_file,
    zip_archive,
    zstd_file,
)
from crosswire.containers.wrappers.budget import Budget, UnpackLimits
from crosswire.containers.wrappers.protocol import Member, told_apart
from crosswire.errors import UnreadableUpload

Files: TypeAlias = Mapping[tuple[Step, ...], "bytes | None"]
"""The way to a file -> what it holds now; None where it goes."""
_ARCHIVES: dict[str, Callable[[bytes, Mapping[Step, bytes | None]], bytes]] = {
    zip_archive.NAME: zip_archive.replaced,
    tar_archive.NAME: tar_archive.replaced,
}
_AROUND_ONE: dict[str, Callable[[bytes, bytes], bytes]] = {
    gzip_file.NAME: lambda _, text: gzip.compress(text, mtime=0),
    bzip2_file.NAME: lambda _, text: bz2.compress(text),
    xz_file.NAME: lambda _, text: lzma.compress(text),
    zstd_file.NAME: lambda _, text: zstd_file.compressed(text),
    wide_text.NAME: wide_text.written_like,
}


def repacked(data: bytes, files: Files, limits: UnpackLimits) -> bytes:
    """The upload with other files in it; raises UnreadableUpload where that cannot be."""
    return _repacked(Member(data), files, limits.depth, Budget(limits, len(data)))


def _repacked(held: Member, files: Files, depth: int, budget: Budget) -> bytes:
    whole, wrapper = files.get(()), wrapper_of(held.data)
    if whole is not None and wrapper in (None, sqlite_database):
        return whole
    if wrapper is None or not depth or held.cut is not None:
        raise UnreadableUpload("A file of it is damaged, and cannot be put back into it.")
    found = told_apart(wrapper.members(held.data, budget))
    inner = [one for one in found if isinstance(one, Member)]
    if wrapper.NAME in _ARCHIVES:
        new = _below(inner, files, depth - 1, budget)
        return _ARCHIVES[wrapper.NAME](held.data, new)
    if wrapper.NAME not in _AROUND_ONE:
        raise UnreadableUpload(f"It is {wrapper.TITLE}, into which nothing is put back.")
    text = _repacked(inner[0], files, depth - 1, budget)
    return _AROUND_ONE[wrapper.NAME](held.data, text)


def _below(
    inner: Sequence[Member], files: Files, depth: int, budget: Budget
) -> dict[Step, bytes | None]:
    """What the files of an archive hold now."""
    below = defaultdict[Step, dict[tuple[Step, ...], "bytes | None"]](dict)
    for steps, text in files.items():
        below[steps[0]][steps[1:]] = text
    new: dict[Step, bytes | None] = {}
    for member in inner:
        step = member.steps[0]
        if step in below:
            is_gone = below[step] == {(): None}
            new[step] = None if is_gone else _repacked(member, below[step], depth, budget)
    return new
