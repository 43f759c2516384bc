"""Where a document came from: the file of an archive, the line, the row of a table."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["member", "table", "row", "line"]
LONGEST_NAME = 200
"""Characters of a member's name that are kept."""


class Step(Struct, frozen=True):
    """One step on the way from an upload to a document."""

    kind: Kind
    name: str
    """Of a file or a table; of a row its id, of a line its number from 1."""
    before: int = 0
    """Of a file: how many of the same name stand before it in its archive."""

    def packed(self) -> list[str | int]:
        """As JSON has it; `Step(*packed)` is it again."""
        return [self.kind, self.name, *([self.before] if self.before else [])]


class Origin(Struct, frozen=True):
    """All the steps, the outermost first; none where the upload is the document."""

    steps: tuple[Step, ...] = ()

    def then(self, *steps: Step) -> Origin:
        return Origin((*self.steps, *steps))

    def _named(self, kind: str) -> list[str]:
        return [step.name for step in self.steps if step.kind == kind]

    @property
    def path(self) -> str:
        """The file, with the archives that it lies in; empty where it is the upload."""
        return "/".join(self._named("member"))

    @property
    def file(self) -> str:
        """The file and the table, without line and row; empty where it is the upload."""
        return ": ".join(filter(None, (self.path, *self._named("table"))))

    @property
    def place(self) -> tuple[Step, ...]:
        """What it stands in: the archive of a file, the database of a table."""
        return tuple(step for step in self.steps[:-1] if step.kind in ("member", "table"))

    @property
    def line(self) -> int | None:
        """The line in the file, from 1, where that is known."""
        return next(map(int, self._named("line")), None)

    @property
    def in_words(self) -> str:
        """`subagents/agent-7.jsonl line 12`; `part, row 881`; `line 4`."""
        lines = [f"line {number}" for number in self._named("line")]
        rows = [f"row {number}" for number in self._named("row")]
        return ", ".join(filter(None, (" ".join(filter(None, (self.file, *lines))), *rows)))


class Counted:
    """The steps into the files of one archive, of which several may have the same name."""

    def __init__(self) -> None:
        self._names: Counter[str] = Counter()

    def step(self, step: Step) -> Step:
        """The step into the next file; called once for each, in their order."""
        before = self._names[step.name]
        self._names[step.name] += 1
        return replace(step, before=before) if before else step


def member(name: str) -> Step:
    """The step into a file of an archive. Its name is only shown, never opened."""
    shown = "".join(c if c.isprintable() else "�" for c in name.replace("\\", "/"))
    return Step("member", shown.strip("/")[-LONGEST_NAME:] or "a file without a name")
