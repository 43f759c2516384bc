"""`./dev formats`: what is read of the shared corpus, by format, beside what its manifest counts.

It writes docs/reports/formats.md; with `--files` it names each file that differs instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import crosswire
from tests import shared_corpus
from tests.corpus_counts import DIFFERENCES, Counts, counted, expected, load_apart
from tests.shared_corpus import Row

REPORT = Path(__file__).resolve().parent.parent / "docs" / "reports" / "formats.md"
ABSENT = 2
NOTHING = Counts(0, 0)

INTRODUCTION = """\
# What is read of each format

{files} files of {formats} formats: recorded, derived and made logs in a folder beside the checkout, whose
manifest counts the calls and results of each. `./dev formats` writes this page anew, and
`./dev formats --files` names each file that differs; a test of the thorough run holds the page to it.

*Named* counts files that are read, or refused with the name of what they are. *Calls* and *results* are those
that are read, of those that are there; *fewer* and *more* count the files that are read with another number:
both are wrong. A call is counted once in a file, however often later requests repeat it, and no result
counts that is a part of a call that the provider ran. *Unread* counts files of which a text or a call was
left, and that say so; *text* is how much of the text of the read files was read; *errors* are the findings
in them that are errors, some of them planted."""

KNOWN = """\
## Counted otherwise

Files of which what is read is right where the manifest counts otherwise: calls and results that are read."""


WRONG = """\
## Read otherwise

Files of which what is read is another number than what is there, and those with calls that are refused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file."""

    row: Row
    wanted: Counts
    read: Counts = NOTHING
    format: str = ""
    """What it was read as; empty where it was refused."""
    program: str = ""
    """Of a refused file: what it was called."""
    refusal: str = ""
    characters: int = 0
    unread_characters: int = 0
    says_unread: bool = False
    errors: int = 0

    @property
    def is_named(self) -> bool:
        return bool(self.format or self.program)

    @property
    def is_fewer(self) -> bool:
        return bool(self.format) and (
            self.read.calls < self.wanted.calls or self.read.results < self.wanted.results
        )

    @property
    def is_more(self) -> bool:
        return bool(self.format) and (
            self.read.calls > self.wanted.calls or self.read.results > self.wanted.results
        )

    @property
    def differs(self) -> bool:
        return self.is_fewer or self.is_more or (not self.format and self.wanted != NOTHING)

    @property
    def what(self) -> str:
        told = ", what was left is said" if self.says_unread else ""
        return f"read as {self.format}{told}" if self.format else f"refused: {self.refusal.split('. ')[0]}"

    def line(self) -> str:
        path, calls, results, what = self.cells()
        return f"{path}: {calls} calls, {results} results; {what}"

    def cells(self) -> list[str]:
        """The file, what is read of what is there, and what became of it."""
        of = [f"{read} of {wanted}" for read, wanted in zip(self.read, self.wanted, strict=True)]
        return [self.row["path"], *of, self.what]


def outcome(row: Row) -> Outcome:
    """Read one file of the corpus."""
    wanted = expected(row)
    try:
        log = load_apart(row["path"])
    except crosswire.CrosswireError as error:
        return Outcome(row, wanted, program=error.program, refusal=str(error))
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return Outcome(
        row,
        wanted,
        counted(log),
        log.format,
        characters=log.coverage.characters,
        unread_characters=log.coverage.unread_characters,
        says_unread=any(list(each.unread) for each in log.conversations),
        errors=sum(one.severity == "error" for one in found),
    )


def outcomes() -> list[Outcome]:
    return [outcome(row) for row in shared_corpus.manifest()]


HEAD = ("format", "files", "named", "read", "calls", "results", "fewer", "more", "unread", "text", "errors")


def cells(name: str, files: Sequence[Outcome]) -> list[str]:
    """One row of the table."""
    read = [one for one in files if one.format]
    characters = sum(one.characters for one in read)
    left = sum(one.unread_characters for one in read)
    return [
        name,
        str(len(files)),
        str(sum(one.is_named for one in files)),
        str(len(read)),
        f"{sum(one.read.calls for one in files)} / {sum(one.wanted.calls for one in files)}",
        f"{sum(one.read.results for one in files)} / {sum(one.wanted.results for one in files)}",
        str(sum(one.is_fewer for one in files)),
        str(sum(one.is_more for one in files)),
        str(sum(one.says_unread for one in files)),
        f"{100 * (1 - left / characters):.0f} %" if characters else "none",
        str(sum(one.errors for one in files)),
    ]


def rows(found: Sequence[Outcome]) -> Iterator[list[str]]:
    """The formats by name, and all of them together."""
    by_format: dict[str, list[Outcome]] = {}
    for one in sorted(found, key=lambda one: one.row["format"]):
        by_format.setdefault(one.row["format"], []).append(one)
    for name, files in by_format.items():
        yield cells(name, files)
    yield cells("**all**", found)


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    written = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in written)


def report(found: Sequence[Outcome]) -> str:
    """The whole page."""
    formats = {one.row["format"] for one in found}
    known = [
        [f"`{path}`", f"{one.calls}, {one.results}", one.reason] for path, one in sorted(DIFFERENCES.items())
    ]
    wrong = [one.cells() for one in found if one.differs]
    return (
        "\n\n".join(
            (
                INTRODUCTION.format(files=len(found), formats=len(formats)),
                table(HEAD, rows(found)),
                KNOWN,
                table(("file", "read", "why"), known),
                WRONG,
                table(("file", "calls", "results", "what became of it"), wrong),
            )
        )
        + "\n"
    )


@click.command()
@click.option("--files", is_flag=True, help="Name each file that differs, and write nothing.")
def main(files: bool) -> None:
    """Print what is read of each format, and write docs/reports/formats.md."""
    if not shared_corpus.CORPUS.is_dir():
        click.echo("The table is made from ../shared/corpus, which is not beside this checkout.", err=True)
        raise SystemExit(ABSENT)
    found = outcomes()
    if files:
        click.echo("\n".join(one.line() for one in found if one.differs))
        return
    REPORT.write_text(report(found), encoding="utf-8")
    click.echo(table(HEAD, rows(found)))
    click.echo(f"{REPORT.name} is written.")


if __name__ == "__main__":
    main()
