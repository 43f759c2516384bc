"""A row of a corpus, and what is to be done with it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import asdict

from crosswire.configuration import ProjectSettings
from crosswire.rendering.id_plan import IdPolicy

Verb = Literal["check", "convert", "mask"]
VERBS: tuple[Verb, ...] = ("check", "convert", "mask")


class Row(Struct, frozen=True):
    """One log of a corpus: a line, a row of a table, or a file."""

    source: str
    """The file that it stands in, as it was named."""
    number: int
    """The line or row in it, counted from 1; 1 where the file is the row."""
    text: bytes
    """As it stands there; empty where it was refused."""
    size: int
    digest: str
    """sha256 of the text, in hex."""
    offset: int | None = None
    """The byte of the file that it begins at; None in a table."""
    refused: str = ""
    """Why it is not looked at: a state of `STATES`."""
    is_file: bool = False
    settings: ProjectSettings = ProjectSettings()
    """How it is judged."""


STATES = {
    "read": "",
    "unreadable": "",
    "no-conversation": "",
    "not-masked": "",
    "masked-as-text": "It was masked as text: keys with no shape of their own, such as those "
    "in headers, may still stand in it.",
    "too-long": "It is longer than --max-row-bytes, and was not looked at.",
    "ended": "The process that read it came to its end twice at this row, without a word.",
    "failed": "Crosswire failed at it. This is a fault of Crosswire.",
}
"""What became of a row, with the reason where it is always the same."""


class Wish(Struct, frozen=True):
    """What to do with each row; as JSON it tells one run from another."""

    verb: Verb
    format: str | None = None
    """The format to read rows as, whatever they look like."""
    targets: tuple[str, ...] = ()
    """Whose verdicts are asked for, beside the log's own provider."""
    own_verdict: bool = True
    to: str = ""
    """The format to convert to."""
    ids: IdPolicy = "fill"
    model: str | None = None
    only_sure: bool = False
    """Whether secrets that only a name tells are left as they are."""
    rows: str = "auto"
    """What a row of JSON Lines is: `lines`, `files`, or what their beginning shows."""
    column: str | None = None
    """The column of a table whose text is the row; None for all of its columns as one
    object."""
    max_row_bytes: int = 64_000_000

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "targets": [*self.targets]}


class Outcome(Struct):
    """What became of a row: a record for each of its conversations, or one that says why there
    is none; and what is written of it."""

    records: list[dict[str, Any]] = field(default_factory=list)
    written: list[bytes] = field(default_factory=list)
    """Texts, one for each record that has a `line`."""
    file: bytes | None = None
    """What becomes of a row that is a file, as a file."""
