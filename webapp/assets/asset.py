"""What pages load, each file with the name that its content gives it."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from webapp.assets.script import modules, script
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


EVERY_PAGE = "app"
"""The bundle of what every page has, which those of the families of pages begin with."""
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Assets:
    """All files that pages load, from the folder `static/`: its bundles, htmx, the icon."""

    def __init__(self, folder: Path) -> None:
        texts = dict(_bundles(folder / "bundles"))
        texts["htmx.js"] = "\n".join(_text(folder / "vendor" / name) for name in VENDORED)
        texts["icon.svg"] = _text(folder / "icon.svg")
        self._by_file = {file: _asset(file, text) for file, text in texts.items()}

    def of_bundles(self, names: Iterable[str], ending: str) -> list[str]:
        """The files of this kind that a page with these bundles loads: that of its family, and
        what it has beside it."""
        files = [f"{name}.{ending}" for name in names]
        if not files or files[0] not in self._by_file:
            files.insert(0, f"{EVERY_PAGE}.{ending}")
        return [file for file in files if file in self._by_file]

    def __getitem__(self, file: str) -> Asset:
        """The asset of a plain file name, as `app.css`; raises KeyError."""
        return self._by_file[file]

    def named(self, name: str) -> tuple[Asset | None, bool]:
        """What a name with a digest asks for, and whether the digest is today's.

        A page that came before an update asks for the old name, and gets what there is now."""
        stem, _, rest = name.partition(".")
        asset = self._by_file.get(f"{stem}.{rest.rpartition('.')[2]}")
        return asset, asset is not None and asset.name == name


def _bundles(folder: Path) -> Iterator[tuple[str, str]]:
    """Each file of the bundles, and its text. What every page has stands in those that import
    it, and not in those that a page loads beside them."""
    for path in sorted(folder.glob("*.css")):
        yield path.name, stylesheet(path)
    always = modules(folder / f"{EVERY_PAGE}.js")
    for path in sorted(folder.glob("*.js")):
        is_alone = path.stem == EVERY_PAGE or f"{folder.name}/{EVERY_PAGE}" in modules(path)
        yield path.name, script(path, () if is_alone else always)


def _asset(file: str, text: str) -> Asset:
    stem, ending = file.split(".")
    return Asset(stem, ending, _TYPES[ending], text.encode())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
