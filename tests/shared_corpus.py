"""The optional corpus of recorded logs in ../shared, by its manifest."""

from __future__ import annotations

import csv
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import crosswire

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
MISSING = "The folder ../shared with the corpus is not here."
NOT_READ = (
    "claude-code/*/subagents/*.meta.json",
    "claude-code/*/tool-results/*",
    "gemini/*.interactions.*",
)
"""Files beside the session of a log, and an interface that no reader knows; they are refused."""


@cache
def manifest() -> tuple[dict[str, str], ...]:
    """All rows of the manifest; none where the corpus is not here."""
    if not CORPUS.is_dir():
        return ()
    with (CORPUS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines, delimiter="\t"))


def is_read(path: str) -> bool:
    """Whether a reader knows what is in a file."""
    return not any(fnmatch(path, pattern) for pattern in NOT_READ)


@cache
def rows() -> tuple[dict[str, str], ...]:
    """The rows of files that a reader knows."""
    return tuple(row for row in manifest() if is_read(row["path"]))


@cache
def load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes(), name=path)
