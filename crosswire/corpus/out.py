"""Where a run writes: a folder of this machine, or one of an object store by its URL.

What is there is there whole: a file is written beside it first, and then gets its name, or is
sent, which stores do whole or not at all.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

from msgspec import Struct

from crosswire.corpus.places import is_remote, opened, store_of, within_url
from crosswire.corpus.table import arrow

PARTS = "parts"
UNDER_WAY = "under-way"


class Out(Struct, frozen=True):
    """The folder of a run, and where files of it are made."""

    at: str
    """Its path, or its URL."""
    under_way: Path
    """Holds what is not whole; a run begins and ends without it."""

    def table(self, number: int) -> str:
        """The name of the table of a part."""
        return f"{PARTS}/part-{number:06}.parquet"

    def lines(self, number: int) -> str:
        """The name of what was written of a part's rows."""
        return f"{PARTS}/part-{number:06}.jsonl"

    def attempts(self, number: int) -> Path:
        """Holds a folder for each attempt at a task that is not done, or was not."""
        return self.under_way / f"{number:06}"

    def place(self, name: str) -> str:
        """The path or the URL of a file in it."""
        return within_url(self.at, name) if self.is_remote else str(Path(self.at) / name)

    @property
    def is_remote(self) -> bool:
        return is_remote(self.at)

    def read(self, name: str) -> bytes:
        """The bytes of a file in it."""
        with opened(self.place(name)) as file:
            data: bytes = file.read()
        return data

    def has(self, name: str) -> bool:
        """Whether a file of this name is in it."""
        if not self.is_remote:
            return Path(self.place(name)).exists()
        store, path = store_of(self.place(name))
        return bool(store.get_file_info(path).is_file)

    def names(self, folder: str = "") -> Collection[str]:
        """What is in a folder of it; nothing where there is none."""
        if not self.is_remote:
            path = Path(self.at) / folder
            return {one.name for one in path.iterdir()} if path.is_dir() else set()
        store, base = store_of(self.place(folder) if folder else self.at)
        listed = arrow("pyarrow.fs").FileSelector(base, allow_not_found=True)
        return {one.base_name for one in store.get_file_info(listed)}

    def put(self, name: str, made: Path) -> None:
        """Move a file that is whole into it."""
        if not self.is_remote:
            place = Path(self.place(name))
            place.parent.mkdir(parents=True, exist_ok=True)
            made.replace(place)
            return
        store, path = store_of(self.place(name))
        whole = made.read_bytes()  # before: what ends in the midst would be kept half
        with store.open_output_stream(path) as sent:
            sent.write(whole)
        made.unlink()

    def write(self, name: str, data: bytes) -> None:
        """Write a small file."""
        self.under_way.mkdir(parents=True, exist_ok=True)
        made = self.under_way / uuid4().hex
        made.write_bytes(data)
        self.put(name, made)


def out_of(at: str | Path) -> Out:
    """The folder of a run that begins here; of a store, files are made in a temporary one."""
    if is_remote(str(at)):
        return Out(str(at).rstrip("/"), Path(mkdtemp(prefix="crosswire-corpus-")))
    return Out(str(at), Path(at) / UNDER_WAY)
