"""The files of a corpus: on this machine, or in an object store by their URL."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import replace

from crosswire.configuration import NO_SETTINGS, Lookup, ProjectSettings
from crosswire.containers import why_left
from crosswire.corpus.table import arrow
from crosswire.errors import CrosswireError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LINES = ("jsonl", "ndjson")
PACKED = ("gz", "bz2", "xz", "zst")
TABLES = ("parquet",)
USUAL = ProjectSettings()


class SourceFile(Struct, frozen=True, omit_defaults=True):
    """A file, and what tells whether it is still the same."""

    path: str
    size: int
    changed: int
    """When it was changed, in nanoseconds; 0 where the store does not say."""
    settings: ProjectSettings = USUAL
    """How its rows are judged."""

    @property
    def packing(self) -> str:
        """What the name ends in of these compressions; empty where it is none."""
        last = name_of(self.path).lower().rsplit(".", 1)[-1]
        return last if last in PACKED else ""

    @property
    def ending(self) -> str:
        """What the name ends in, before that of a compression."""
        name = name_of(self.path).lower()
        for packed in PACKED:
            name = name.removesuffix(f".{packed}")
        return name.rsplit(".", 1)[-1]


def name_of(path: str) -> str:
    """The name of a file without its folders, and of a URL without its options."""
    return Path(path.partition("?")[0] if is_remote(path) else path).name


class Found(Struct):
    """The files of some sources, and those of folders that are left out, with the reason."""

    files: list[SourceFile]
    left: dict[str, str]


def find_files(sources: Iterable[str], lookup: Lookup = NO_SETTINGS) -> Found:
    """The files that sources name, folders with all below them, each once and in order, with
    their settings; raises CrosswireError."""
    found: dict[str, SourceFile] = {}
    left: dict[str, str] = {}
    for source in sources:
        try:
            for file, within in _files_at(source):
                if why := why_left(within):
                    left[file.path] = why
                else:
                    settings = lookup.settings_of(file.path)
                    found[file.path] = replace(file, settings=settings)
        except OSError as error:
            raise CrosswireError(f"{source}: {error.strerror or error}.") from error
    return Found([*found.values()], left)


def _files_at(source: str) -> Iterator[tuple[SourceFile, str]]:
    """Each with its path in the folder that was named; empty where it was named itself."""
    if is_remote(source):
        yield from _files_of_store(source)
        return
    path = Path(source)
    named = not path.is_dir()
    for file in [path] if named else sorted(path.rglob("*")):
        if file.is_dir():
            continue
        about = file.stat()
        within = "" if named else file.relative_to(path).as_posix()
        yield SourceFile(str(file), about.st_size, about.st_mtime_ns), within


def is_remote(path: str) -> bool:
    """Whether it names what is in an object store."""
    return "://" in path


def _files_of_store(source: str) -> Iterator[tuple[SourceFile, str]]:
    store, path = store_of(source)
    fs = arrow("pyarrow.fs")
    about = store.get_file_info(path)
    named = about.type is fs.FileType.File
    within = [about] if named else store.get_file_info(fs.FileSelector(path, recursive=True))
    base, mark, options = source.partition("?")
    base = base[: len(base) - len(path)] if base.endswith(path) else base.rstrip("/")
    for file in sorted(within, key=lambda one: one.path):
        if file.type is fs.FileType.File:
            url = f"{base}{file.path}{mark}{options}"
            inner = "" if named else file.path.removeprefix(path).lstrip("/")
            yield SourceFile(url, file.size, file.mtime_ns or 0), inner


def within_url(url: str, name: str) -> str:
    """The URL of what is in the folder that a URL names; its options stay behind it."""
    base, mark, options = url.partition("?")
    return f"{base.rstrip('/')}/{name}{mark}{options}"


def store_of(url: str) -> tuple[Any, str]:
    """The store that a URL names, and the path in it; raises CrosswireError."""
    if "@" in url.partition("://")[2].partition("/")[0]:
        raise CrosswireError(
            "A URL with a key or a password in it would stand in each row of the tables. Give "
            "them by the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the like)."
        )
    try:
        store, path = arrow("pyarrow.fs").FileSystem.from_uri(url)
    except ValueError as error:
        raise CrosswireError(f"{url}: {error}.") from error
    return store, path


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """The bytes of a file as they are stored, to be read and sought."""
    if not is_remote(path):
        with Path(path).open("rb") as file:
            yield file
        return
    store, inner = store_of(path)
    with store.open_input_file(inner) as remote:
        yield BufferedReader(remote, 1 << 20)


@contextmanager
def opened_text(file: SourceFile) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked while they are read."""
    with opened(file.path) as raw, _UNPACKERS[file.packing](raw) as text:
        yield text


def _zstd(raw: Any) -> Any:
    return zstd.ZstdFile(raw)


_UNPACKERS: dict[str, Any] = {
    "": nullcontext,
    "gz": gzip.open,
    "bz2": bz2.open,
    "xz": lzma.open,
    "zst": _zstd,
}
