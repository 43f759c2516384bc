"""The optional corpus of recorded logs in ../shared, by its manifest.

The default run takes some files of each format; `--thorough` and programs beside the tests take all.
"""

from __future__ import annotations

import csv
from collections.abc import Collection
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import crosswire
import pytest
from tests.selection import some_of

Row = dict[str, str]
"""What the manifest says of a file."""

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
DATA = CORPUS.parent / "data"
"""Facts as tables: refused histories, error texts."""
MISSING = "The folder ../shared with the corpus is not here."
NOT_READ = (
    "claude-code/*/subagents/*.meta.json",
    "claude-code/*/tool-results/*",
    "semantic-kernel/*.xml.txt",
    "letta-af/agent-file__outreach_workflow_agent.af",
)
"""Files beside the session of a log, XML and JSON in a text, which are refused."""
STRIDE = 12
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=MISSING)
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=MISSING)


@cache
def manifest() -> tuple[Row, ...]:
    """All rows of the manifest; none where the corpus is not here."""
    if not CORPUS.is_dir():
        return ()
    with (CORPUS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as lines:
        return tuple(map(_of_its_format, csv.DictReader(lines, delimiter="\t")))


def _of_its_format(row: Row) -> Row:
    """The manifest counts Interactions, whose calls are `function_call`, among Gemini's files."""
    is_of_steps = row["format"] == "gemini" and row["kinds"] == "function_call"
    return {**row, "format": "gemini-interactions"} if is_of_steps else row


def is_read(path: str) -> bool:
    """Whether a reader knows what is in a file."""
    return not any(fnmatch(path, pattern) for pattern in NOT_READ)


@cache
def rows() -> tuple[Row, ...]:
    """The rows of files that a reader knows."""
    return tuple(row for row in manifest() if is_read(row["path"]))


def some_rows(formats: Collection[str] | None = None, **wanted: str) -> list[Row]:
    """Some files of each of the formats (of every one without them) whose columns say what is wanted."""
    alike: dict[str, list[Row]] = {}
    for row in rows():
        if (formats is None or row["format"] in formats) and wanted.items() <= row.items():
            alike.setdefault(row["format"], []).append(row)
    return [row for found in alike.values() for row in some_of(found, STRIDE)]


@cache
def load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes(), name=path)
