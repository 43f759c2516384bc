"""The files that a command is given: names, folders, patterns, and `-`."""

from __future__ import annotations

from collections.abc import Iterable
from glob import glob, has_magic
from pathlib import Path

STANDARD_INPUT = "-"


def expanded(arguments: Iterable[str]) -> list[str]:
    """The files that arguments stand for, in their order; those of a pattern by name, each
    once. A pattern that nothing fits stays, to be told as what cannot be read."""
    found: list[str] = []
    for argument in arguments:
        if not is_pattern(argument):
            found.append(argument)
            continue
        files = [
            one for one in sorted(glob(argument, recursive=True)) if _is_meant(one, argument)
        ]
        found += _further(files, found) if files else [argument]
    return found


def _is_meant(path: str, pattern: str) -> bool:
    """A pattern is about files, and with a slash at its end about folders."""
    return pattern.endswith("/") or not Path(path).is_dir()


def _further(files: Iterable[str], found: Iterable[str]) -> list[str]:
    known = frozenset(found)
    return [file for file in files if file not in known]


def is_pattern(argument: str) -> bool:
    """Whether it stands for files by `*`, `?` or `[...]`; not where a file has that very
    name."""
    return has_magic(argument) and not Path(argument).exists()
