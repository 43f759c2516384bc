"""Where the folders of programs stand for whoever asks: on this system, as the environment
moves them, or below another root."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from crosswire.doctor.places import PLACES, Place
from crosswire.reading.catalogue.shape import Where

_OF_WINDOWS = {
    "%USERPROFILE%": "",
    "%APPDATA%": "AppData/Roaming",
    "%LOCALAPPDATA%": "AppData/Local",
}
"""Variables of Windows, and what they are in a home."""
_OF_XDG = {"~/.local/share/": "XDG_DATA_HOME", "~/.config/": "XDG_CONFIG_HOME"}
_VARIABLE = re.compile(r"^%\w+%")


def folder_of(place: Place, environment: Mapping[str, str]) -> Path | None:
    """Where a place is for this user; None where the program has none on this system."""
    for moved in place.moved:
        value = environment.get(moved.variable, "").strip()
        if value:
            return Path(value).expanduser() / moved.below
    path = _of_system(place.at, sys.platform)
    if not path:
        return None
    for beginning, variable in _OF_XDG.items():
        if path.startswith(beginning) and environment.get(variable):
            return Path(environment[variable]) / path.removeprefix(beginning)
    named = _VARIABLE.match(path)
    if named and environment.get(named[0].strip("%")):
        rest = path.removeprefix(named[0]).strip("\\").replace("\\", "/")
        return Path(environment[named[0].strip("%")]) / rest
    return Path.home() / _in_home(path)


def _of_system(at: Where, platform: str) -> str:
    if platform == "win32":
        return at.windows
    return at.macos if platform == "darwin" else at.linux


def folders_in(place: Place, root: Path) -> Iterator[Path]:
    """Where a place may be below a root: a home of any system, or the program's own folder."""
    yield from dict.fromkeys(root / _in_home(path) for path in place.at if path)
    yield root


def _in_home(path: str) -> str:
    """The path from a home on, with `/`."""
    path = path.replace("\\", "/").removeprefix("~/")
    for variable, below in _OF_WINDOWS.items():
        if path.startswith(variable):
            return f"{below}{path.removeprefix(variable)}".strip("/")
    return path


def places_to_look(
    program: str | None, root: Path | None, environment: Mapping[str, str] = os.environ
) -> Iterator[tuple[Place, Path]]:
    """Each place of a program, or of all, with a folder where it may be."""
    for place in _of_program(program):
        if root is not None:
            yield from ((place, folder) for folder in folders_in(place, root))
        else:
            folder = folder_of(place, environment)
            if folder is not None:
                yield place, folder


def _of_program(program: str | None) -> Iterable[Place]:
    return (place for place in PLACES if program in (None, place.program))
