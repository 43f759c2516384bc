"""What pages load, each file with the name that its content gives it."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from webapp.assets.script import script
from webapp.assets.stylesheet import stylesheet
from webapp.packing import pack

VENDORED = ("htmx-4.0.1.min.js", "hx-csp-4.0.1.min.js")
"""htmx, and its extension, which must be there before htmx looks at the page."""


SMALL = 19
"""The level of zstd that takes longest, once a process."""


class Asset:
    """One file, as it is and packed; packed once, when somebody first asks."""

    def __init__(self, stem: str, ending: str, mimetype: str, data: bytes) -> None:
        digest = hashlib.sha256(data).hexdigest()[:12]
        self.name = f"{stem}.{digest}.{ending}"
        self.mimetype = mimetype
        self.data = data

    @cached_property
    def as_gzip(self) -> bytes:
        return gzip.compress(self.data, 9, mtime=0)

    @cached_property
    def as_zstd(self) -> bytes:
        return pack(self.data, SMALL)


@dataclass(frozen=True, slots=True)
class _Made:
    ending: str
    mimetype: str
    make: Callable[[Path], str]


_MADE = {
    "app": _Made("css", "text/css", lambda folder: stylesheet(folder / "css" / "app.css")),
    "main": _Made("js", "text/javascript", lambda folder: script(folder / "js" / "main.js")),
    "editor": _Made(
        "js", "text/javascript", lambda folder: script(folder / "js" / "editor.js")
    ),
    "htmx": _Made("js", "text/javascript", lambda folder: _vendored(folder / "vendor")),
    "icon": _Made("svg", "image/svg+xml", lambda folder: _text(folder / "icon.svg")),
}


class Assets:
    """All files that pages load, from the folder `static/`."""

    def __init__(self, folder: Path) -> None:
        self._by_file = {
            f"{stem}.{made.ending}": Asset(
                stem, made.ending, made.mimetype, made.make(folder).encode()
            )
            for stem, made in _MADE.items()
        }

    def __getitem__(self, file: str) -> Asset:
        """The asset of a plain file name, as `app.css`; raises KeyError."""
        return self._by_file[file]

    def named(self, name: str) -> tuple[Asset | None, bool]:
        """What a name with a digest asks for, and whether the digest is today's.

        A page that came before an update asks for the old name, and gets what there is now."""
        stem, _, rest = name.partition(".")
        asset = self._by_file.get(f"{stem}.{rest.rpartition('.')[2]}")
        return asset, asset is not None and asset.name == name


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _vendored(folder: Path) -> str:
    return "\n".join(_text(folder / name) for name in VENDORED)
