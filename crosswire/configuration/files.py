"""The settings of a project: `crosswire.toml`, or `[tool.crosswire]` in `pyproject.toml`.

They are looked for in the folder of each file, then in the folders above; the first ones that
are found hold, and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from crosswire.configuration.settings import (
    FAIL_ON,
    SEVERITIES,
    ProjectSettings,
    code_of,
    why_no_rules,
    why_not_graded,
)
from crosswire.errors import BadSettings, did_you_mean
from crosswire.rules.rule import Severity
from crosswire.rules.targets import TARGETS

OWN_FILE = "crosswire.toml"
SHARED_FILE = "pyproject.toml"
PER_FILE = "per-file"


STANDARD_INPUT = "-"


class Configuration(Struct, frozen=True):
    """The settings of one file, as arguments of `ProjectSettings`."""

    folder: Path
    """Where the file lies: patterns are about paths from here."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    per_file: Sequence[tuple[str, Mapping[str, Any]]] = ()

    def settings_of(
        self, path: Path, given: Mapping[str, Any] | None = None
    ) -> ProjectSettings:
        """What holds for a log; what is given stands in place of what the file says."""
        return ProjectSettings(**{**self.of(path), **(given or {})})

    def of(self, path: Path) -> dict[str, Any]:
        """What holds for a log: what is ignored adds up, severities too, and of all else the
        last one that fits holds."""
        found = dict(self.settings)
        for pattern, settings in self.per_file:
            if _fits(pattern, path, self.folder):
                found |= {name: _added(name, found, settings) for name in settings}
        return found


NONE = Configuration(Path())


class Lookup(Struct, frozen=True):
    """Where the settings of files are looked for."""

    named: Path | None = None
    """The file that holds for all, whatever stands in their folders."""
    none: bool = False
    """Whether no file of settings counts."""

    def configuration_of(self, path: str | Path) -> Configuration:
        """The settings that hold where a file is, or in this folder for what is no file of
        this machine; raises BadSettings."""
        if self.none:
            return NONE
        if self.named is not None:
            return _read_named(self.named)
        place = Path.cwd() if _is_nowhere(path) else Path(path).absolute()
        return found_from(place if place.is_dir() else place.parent)

    def settings_of(self, path: str | Path) -> ProjectSettings:
        """What holds for a log; raises BadSettings."""
        return self.configuration_of(path).settings_of(Path(path))


NO_SETTINGS = Lookup(none=True)


def _is_nowhere(path: str | Path) -> bool:
    return path == STANDARD_INPUT or (isinstance(path, str) and "://" in path)


@cache
def _read_named(file: Path) -> Configuration:
    found = read(file)
    if found is None:
        raise BadSettings(f"{file}: there is no [tool.crosswire] in it.")
    return found


def _added(name: str, found: Mapping[str, Any], settings: Mapping[str, Any]) -> Any:
    if name == "ignore":
        return (*found.get(name, ()), *settings[name])
    if name == "severities":
        return {**found.get(name, {}), **settings[name]}
    return settings[name]


def _fits(pattern: str, path: Path, folder: Path) -> bool:
    """Whether a pattern is about a path; one without a slash is about names in any folder."""
    if "/" not in pattern:
        return fnmatchcase(path.name, pattern)
    try:
        inside = path.absolute().relative_to(folder.absolute())
    except ValueError:
        return False
    return fnmatchcase(inside.as_posix(), pattern)


@cache
def found_from(folder: Path) -> Configuration:
    """The settings that hold in a folder; raises BadSettings."""
    own, shared = folder / OWN_FILE, folder / SHARED_FILE
    for file in (own, shared):
        if file.is_file() and (found := read(file)) is not None:
            return found
    return NONE if folder.parent == folder else found_from(folder.parent)


def read(file: Path) -> Configuration | None:
    """The settings in a file; None where it is a pyproject.toml without any. Raises
    BadSettings."""
    is_shared = file.name == SHARED_FILE
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadSettings(f"{file}: {reason}.") from error
    if is_shared and "crosswire" not in text:
        return None
    import tomllib  # most runs have no settings to read

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{file}: This is no TOML: {error}.") from error
    table = _section(document) if is_shared else document
    return None if table is None else _Reader(file, text, is_shared).whole(table)


def _section(document: Mapping[str, Any]) -> Any:
    tool = document.get("tool")
    return tool.get("crosswire") if isinstance(tool, dict) else None


class _Reader:
    """Reads the table of settings; what it does not know is refused with its place."""

    def __init__(self, file: Path, text: str, is_shared: bool) -> None:
        self._file = file
        self._lines = text.splitlines()
        self._root = ("tool", "crosswire") if is_shared else ()

    def whole(self, table: Any) -> Configuration:
        settings = self._settings(table, (), also=(PER_FILE,))
        patterns = self._table(table.get(PER_FILE, {}), (PER_FILE,))
        per_file = [
            (pattern, self._settings(inner, (PER_FILE, pattern)))
            for pattern, inner in patterns.items()
        ]
        return Configuration(self._file.parent, settings, per_file)

    def _settings(
        self, table: Any, at: tuple[str, ...], also: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in self._table(table, at).items():
            if key in also:
                continue
            if key not in _READERS:
                self._refuse((*at, key), _unknown(key, (*_READERS, *also)))
            try:
                found[key.replace("-", "_")] = _READERS[key](value)
            except ValueError as error:
                self._refuse((*at, key), str(error))
        return found

    def _table(self, value: Any, at: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._refuse(at, "this should be a table.")
        table: dict[str, Any] = value
        return table

    def _refuse(self, at: tuple[str, ...], why: str) -> None:
        name = ".".join(map(_quoted, (*self._root, *at))) or "the document"
        raise BadSettings(f"{self._file}{self._line(at)}: {name}: {why}")

    def _line(self, at: tuple[str, ...]) -> str:
        """The line of a key, where only one line begins with it."""
        key = at[-1] if at else ""
        begins = (f"{key} ", f"{key}=", f'"{key}"', f"'{key}'")
        found = [
            number
            for number, line in enumerate(self._lines, 1)
            if key and line.lstrip().startswith(begins)
        ]
        return f":{found[0]}" if len(found) == 1 else ""


def _quoted(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() else f'"{key}"'


def _unknown(key: str, known: Sequence[str]) -> str:
    meant = did_you_mean(key.replace("_", "-"), known)
    return f"there is no such setting.{meant} Known are: {', '.join(known)}."


# What each setting takes


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError('this should be a list of texts, such as ["CW2", "missing-result"].')
    return tuple(value)


def _rules(value: Any) -> tuple[str, ...]:
    names = _texts(value)
    if why := why_no_rules(names):
        raise ValueError(why)
    return names


def _targets(value: Any) -> tuple[str, ...]:
    for name in _texts(value):
        if name not in TARGETS:
            meant = did_you_mean(name, TARGETS)
            raise ValueError(
                f"there is no target {name!r}.{meant} Known are: {', '.join(TARGETS)}."
            )
    return tuple(dict.fromkeys(_texts(value)))


def _severities(value: Any) -> dict[str, Severity]:
    if not isinstance(value, dict):
        raise ValueError('this should be a table, such as {CW323 = "warning"}.')
    for name, severity in value.items():
        if why := why_not_graded(name):
            raise ValueError(why)
        if severity not in SEVERITIES:
            words = ", ".join(SEVERITIES)
            raise ValueError(f"{name}: a severity is one of {words}; `ignore` hides a rule.")
    return {code_of(name): Severity(severity) for name, severity in value.items()}


def _fail_on(value: Any) -> str:
    if value not in FAIL_ON:
        raise ValueError(f"this should be one of {', '.join(FAIL_ON)}.")
    return str(value)


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("this should be true or false.")
    return value


_READERS: dict[str, Callable[[Any], Any]] = {
    "select": _rules,
    "ignore": _rules,
    "targets": _targets,
    "severities": _severities,
    "fail-on": _fail_on,
    "allow-unsure": _yes_or_no,
}
