"""A folder, or files that belong together, as one upload: an archive that is made of them.

Equal files give equal bytes, whenever and wherever the archive is made. Files that no log is
in are left out by their names, and counted.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from msgspec import Struct, field

from crosswire.containers import plain_file
from crosswire.containers.origin import member
from crosswire.containers.source import SMALL, Data, InFile
from crosswire.containers.wrappers import UnpackLimits, sqlite_database, zip_archive
from crosswire.containers.wrappers.budget import Budget
from crosswire.containers.wrappers.protocol import Member
from crosswire.containers.wrappers.sqlite_journal import ENDING, INDEX_ENDING
from crosswire.errors import CrosswireError, UnreadableUpload

MOST_FILES = UnpackLimits().members
LONGEST_PATH = 400
FOLDERS_OF_TOOLS = (
    *(".git", ".hg", ".svn", ".venv", "venv", "node_modules", "site-packages", "__pycache__"),
    *(".cache", ".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".gradle"),
    *(".idea", ".terraform", ".next", ".nuxt", ".yarn", ".npm", ".cargo", ".rustup"),
)
ENDINGS_OF_MEDIA = (
    *("png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "ico", "tif", "tiff", "svg", "heic"),
    *("mp3", "wav", "ogg", "flac", "m4a", "mp4", "mov", "webm", "mkv", "avi", "pdf"),
    *("woff", "woff2", "ttf", "otf", "eot", "exe", "dll", "so", "dylib", "o", "a", "pyc"),
    *("class", "wasm", "dmg", "iso", "jar", "whl"),
)
ENDINGS_OF_LOGS = (
    "json",
    "jsonl",
    "ndjson",
    "log",
    "md",
    "txt",
    "yaml",
    "yml",
    "db",
    "sqlite",
)
"""A file whose name begins with a dot is hidden, unless it ends so."""
WORDS = {
    "tools": ("file of a tool (node_modules, .git)", "files of tools (node_modules, .git)"),
    "media": ("picture, recording or program", "pictures, recordings or programs"),
    "hidden": ("hidden file", "hidden files"),
    "links": ("link", "links"),
}
"""What is left out of a folder: one, and several."""
_WHEN = (1980, 1, 1, 0, 0, 0)


class Packed(Struct, frozen=True):
    """An archive of files."""

    data: bytes
    left: Counter[str] = field(default_factory=Counter)
    """What was left out: a key of `WORDS`, and how many."""

    @property
    def words(self) -> str:
        """What was left out, as a sentence; empty where nothing was."""
        told = [
            f"{self.left[kind]:,} {words[self.left[kind] != 1]}"
            for kind, words in WORDS.items()
            if self.left[kind]
        ]
        return f"Left out of the folder: {', '.join(told)}." if told else ""


def why_left(path: str) -> str:
    """Why a file of a folder is left out, by its path in it: a key of `WORDS`; empty where it
    is taken."""
    *folders, name = path.split("/")
    if not {*map(str.lower, folders)}.isdisjoint(FOLDERS_OF_TOOLS):
        return "tools"
    ending = name.rpartition(".")[2].lower()
    if ending in ENDINGS_OF_MEDIA and "." in name.lstrip("."):
        return "media"
    return "hidden" if name.startswith(".") and ending not in ENDINGS_OF_LOGS else ""


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of files with their paths, in the order of these."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(_named(files)):
            info = zipfile.ZipInfo(name, _WHEN)
            info.create_system, info.external_attr = 3, 0o100644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def _named(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Each with a path that leads nowhere else, and that no other one has."""
    taken: Counter[str] = Counter()
    for path, data in files:
        parts = path.replace("\\", "/").encode("utf-8", "replace").decode().split("/")
        name = "/".join(part for part in parts if part not in ("", ".", ".."))
        name = name.replace("\0", "")[-LONGEST_PATH:].strip("/") or "file"
        taken[name] += 1
        yield (name if taken[name] == 1 else f"{name} ({taken[name]})"), data


def pack_folder(files: Iterable[tuple[str, bytes]]) -> Packed:
    """An archive of the files of a folder, by their paths in it, without those that no log is
    in."""
    left: Counter[str] = Counter()
    taken: list[tuple[str, bytes]] = []
    for path, data in files:
        why = why_left(path)
        if why:
            left[why] += 1
        else:
            taken.append((path, data))
    return _packed(taken, left)


def _packed(taken: Sequence[tuple[str, bytes]], left: Counter[str]) -> Packed:
    """Raises UnreadableUpload where nothing was taken."""
    if not taken:
        told = Packed(b"", left).words
        raise UnreadableUpload(f"There is no file in this folder that may hold a log. {told}")
    return Packed(packed(taken), left)


def read_folder(folder: Path) -> Packed:
    """The same of a folder of this machine; links are not followed. Raises OSError, and
    CrosswireError where there are too many files, or none."""
    left: Counter[str] = Counter()
    taken: list[tuple[str, bytes]] = []
    for path in _files_below(folder):
        inside = path.relative_to(folder).as_posix()
        why = why_left(inside) or ("" if _is_plain(path) else "links")
        if why:
            left[why] += 1
            continue
        if len(taken) >= MOST_FILES:
            raise CrosswireError(
                f"There are more than {MOST_FILES:,} files in it. Name a folder further down."
            )
        taken.append((inside, path.read_bytes()))
    return _packed(taken, left)


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _files_below(folder: Path) -> Iterator[Path]:
    waiting = [folder]
    while waiting:
        for path in waiting.pop().iterdir():
            if path.is_dir() and not path.is_symlink():
                waiting.append(path)
            else:
                yield path


def source_with_journal(file: Path) -> Data:
    """The lines of a large file where they are; of any other one what `read_with_journal`
    gives."""
    if not file.is_file() or file.stat().st_size <= SMALL:
        return read_with_journal(file)
    source = InFile(file)
    return source if plain_file.are_in_pieces(source) else read_with_journal(file)


def read_with_journal(file: Path) -> bytes:
    """The bytes of a file; of a database with a journal beside it an archive of both."""
    data = file.read_bytes()
    beside = file.with_name(file.name + ENDING)
    if not sqlite_database.fits(data) or not beside.is_file():
        return data
    return packed([(file.name, data), (beside.name, beside.read_bytes())])


def together(names: Sequence[str]) -> list[list[int]]:
    """The numbers of files that belong together: a database, its journal and the index of
    that; every other file is alone."""
    databases = {name: number for number, name in enumerate(names)}
    groups: dict[int, list[int]] = {}
    for number, name in enumerate(names):
        base = name.removesuffix(ENDING).removesuffix(INDEX_ENDING)
        own = number if base == name else databases.get(base, number)
        groups.setdefault(own, []).append(number)
    return list(groups.values())


def file_of_archive(data: bytes, path: str, most: int) -> bytes | None:
    """A file of a zip archive, to the byte, by its path as origins name it; None where there
    is none, or it has more than `most` bytes. Raises UnreadableUpload."""
    budget = Budget(UnpackLimits(bytes=most), len(data))
    with zip_archive.opened(data, budget) as archive:
        for info in archive.infolist():
            if member(info.filename).name == path and info.file_size <= most:
                found = zip_archive.read(archive, info, budget, media=True)
                return found.data if isinstance(found, Member) and found.cut is None else None
    return None
