"""The mended files of a session that stands in many, in a folder beside the program's."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from crosswire.doctor.sessions import MENDED, Session
from crosswire.doctor.walking import read_plain
from crosswire.doctor.writing import MOST_COPIES, holds, write_new
from crosswire.errors import CannotExport


def write_pieces(session: Session, archive: bytes) -> Path:
    """Write those files of a mended session that changed, under their own names, into a folder
    that has none of them; raises CannotExport and OSError. `archive` has all of its files."""
    changed = _changed(session, archive)
    beside = session.folder.resolve()
    for number in range(1, MOST_COPIES + 1):
        more = f"-{number}" if number > 1 else ""
        folder = beside.with_name(f"{beside.name}{MENDED}{more}")
        if all(_is_free(folder / name, data) for name, data in changed.items()):
            for name, data in changed.items():
                (folder / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_new(folder / name, data)
            return folder
    raise CannotExport(f"There are {MOST_COPIES} mended copies of it already.")


def _is_free(path: Path, data: bytes) -> bool:
    """Whether a file is not there, or holds the same already."""
    return not os.path.lexists(path) or holds(path, data)


def _changed(session: Session, archive: bytes) -> Mapping[Path, bytes]:
    """The path of each file that changed, in the program's folder -> what it holds now."""
    above = Path(os.path.commonpath([one.path.parent for one in session.all_files]))
    with zipfile.ZipFile(BytesIO(archive)) as held:
        now = {above / info.filename: held.read(info) for info in held.infolist()}
    paths = [one.path for one in session.all_files]
    return {
        path.relative_to(session.folder): now[path]
        for path in paths
        if path in now and now[path] != read_plain(path)
    }
