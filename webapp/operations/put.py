"""`crosswire put`: keeps a log from the command line, however large, with what its page will
show."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

import click

from crosswire.errors import CrosswireError
from webapp.operations.starting import CannotStart, load_settings, open_database

if TYPE_CHECKING:
    from collections.abc import Collection

    from crosswire.containers import Data
    from crosswire.model import Conversation, Note
    from crosswire.rules import Severity
    from webapp.database.engine import Session
    from webapp.readmodel.ahead import Ahead
    from webapp.readmodel.panes import PaneChoice
    from webapp.settings import Settings
    from webapp.store.uploads import KeptUpload

WORDS = {
    "read": "reading",
    "pair": "pairing",
    "check": "checking",
    "arrange": "arranging the page",
    "ahead": "writing panes and asking all targets",
    "store": "storing",
}
SOON = 2.0
"""Seconds after which progress is told."""
EACH = 1.0
"""Seconds between two lines of it: the steps of a small conversation take milliseconds."""
HOLDER = "c:put"
"""How `upload_owners` names whoever keeps logs with this command."""
MOST_PREPARED = 20
"""Conversations of one file whose panes and verdicts are written beforehand."""


@click.command()
@click.argument("file")
@click.option(
    "--from",
    "format",
    metavar="FORMAT",
    help=("Read it as this format, whatever it looks like."),
)
@click.option(
    "--panes",
    metavar="FORMATS",
    help=(
        "Panes to write beforehand, such as anthropic,repaired; none for none.  [default: "
        "the usual one]"
    ),
)
@click.option("--verdicts/--no-verdicts", default=True, help="Ask all targets beforehand.")
def put(file: str, format: str | None, panes: str | None, verdicts: bool) -> None:
    """Keep a log in the database of the web app, and print the path of its permalink.

    A folder is kept as one archive. A log that was kept so before and has grown since becomes
    its next revision, under the same link. No limit of size holds here. `-` is standard input.
    """
    from crosswire.containers import size_of
    from webapp.database.engine import StorageFull
    from webapp.readmodel.indexers import get_ready

    sent = _sent(file)
    told = _Progress(size_of(sent.data))
    settings = load_settings()
    get_ready(settings.most_indexers, sent.data)
    with open_database(settings).session() as session:
        try:
            ahead = _ahead(_panes(panes), verdicts=verdicts)
            kept = _keep(session, sent, format, settings, ahead, told)
        except (CrosswireError, StorageFull) as error:
            raise CannotStart(f"{file}: {error}") from error
    told.done()
    _tell(kept)


class _Sent(NamedTuple):
    data: Data
    name: str | None
    notes: tuple[Note, ...] = ()


def _sent(file: str) -> _Sent:
    """A file, or a folder as an archive of its files."""
    from crosswire.containers import read_folder, size_of, source_with_journal
    from crosswire.model import Note

    if file == "-":
        return _Sent(_standard_input(), None)
    path = Path(file)
    try:
        if not path.is_dir():
            data = source_with_journal(path)
            is_packed = size_of(data) != path.stat().st_size
            return _Sent(data, f"{path.name}.zip" if is_packed else path.name)
        folder = read_folder(path)
    except OSError as error:
        raise CannotStart(f"{file}: {error.strerror or error}.") from error
    except CrosswireError as error:
        raise CannotStart(f"{file}: {error}") from error
    if not folder.left:
        return _Sent(folder.data, f"{path.resolve().name}.zip")
    click.echo(folder.words, err=True)
    note = Note("left-out-of-folder", folder.words)
    return _Sent(folder.data, f"{path.resolve().name}.zip", (note,))


def _standard_input() -> Data:
    """What comes is written to a file, as it may be large and comes only once."""
    from crosswire.containers import InStream, are_in_pieces

    file = cast(BinaryIO, TemporaryFile(buffering=0))  # noqa: SIM115 - goes with the source
    copyfileobj(sys.stdin.buffer, file)
    source = InStream(file)
    return source if are_in_pieces(source) else source.whole()


def _panes(asked: str | None) -> list[str] | None:
    """The panes to write; None for the usual ones. Raises UnknownFormat."""
    import crosswire
    from crosswire.errors import UnknownFormat
    from webapp.readmodel.panes import REPAIRED

    if asked is None:
        return None
    names = [
        name.strip()
        for name in asked.split(",")
        if name.strip() not in ("", "none", "original")
    ]
    for name in names:
        if name not in crosswire.FORMATS and name != REPAIRED:
            known = ", ".join((REPAIRED, *crosswire.FORMATS))
            raise UnknownFormat(f"There is no pane {name!r}. There are: {known}.")
    return names


def _keep(
    session: Session,
    sent: _Sent,
    format: str | None,
    settings: Settings,
    ahead: Ahead | None,
    told: _Progress,
) -> KeptUpload:
    from webapp.store import growing, owners
    from webapp.store.uploads import keep_in_stages

    stages = keep_in_stages(
        session,
        sent.data,
        limits=settings.limits,
        name=sent.name,
        format=format,
        notes=sent.notes,
        earlier=growing.earlier_of(session, sent.data, HOLDER, format)
        or growing.Holder(HOLDER),
        ahead=ahead,
        processes=settings.most_indexers,
    )
    while True:
        try:
            stage = next(stages)
        except StopIteration as end:
            kept: KeptUpload = end.value
            owners.add_owner(session, kept.first.upload_id, HOLDER)
            return kept
        counted = f" ({stage.done:,} of {stage.of:,})" if stage.of > 1 else ""
        told(f"{WORDS[stage.name]}{counted}")


def _ahead(panes: list[str] | None, *, verdicts: bool) -> Ahead | None:
    """What a page would otherwise ask for when it is first looked at."""
    from webapp.readmodel.ahead import Ahead

    if panes == [] and not verdicts:
        return None
    return Ahead(partial(_panes_of, panes), "all" if verdicts else "none", MOST_PREPARED)


def _panes_of(
    panes: list[str] | None, of: Conversation, found: Collection[Severity]
) -> list[PaneChoice]:
    """The panes of one conversation, by how bad what was found in it is."""
    from crosswire.rules import Severity
    from webapp.readmodel.panes import REPAIRED, PaneChoice, usual_target

    usual = [usual_target(of.format), *([REPAIRED] if Severity.ERROR in found else [])]
    return list(map(PaneChoice, usual if panes is None else panes))


def _tell(kept: KeptUpload) -> None:
    click.echo(f"/c/{kept.first.slug}")
    if len(kept.conversations) > 1:
        click.echo(
            (f"{len(kept.conversations):,} conversations; this is the first, it lists them."),
            err=True,
        )
    if kept.revision > 1:
        click.echo(f"Revision {kept.revision} of what was kept before.", err=True)
        return
    click.echo(f"Manage secret, told only now: {kept.manage_secret}", err=True)
    click.echo(
        (f"Manage link, for a browser: /manage/{kept.first.slug}#{kept.manage_secret}"),
        err=True,
    )


class _Progress:
    """Tells the stages of long work on standard error, in one line where that is a
    terminal."""

    def __init__(self, size: int) -> None:
        self._began = self._last = time.monotonic()
        self._size = f"{size / 1e6:,.1f} MB"
        self._told = False

    def __call__(self, words: str) -> None:
        now = time.monotonic()
        if now - self._began < SOON or now - self._last < EACH:
            return
        self._last, self._told = now, True
        line = f"{self._size}, {now - self._began:.0f} s: {words} …"
        click.echo(
            f"\r\033[K{line}" if sys.stderr.isatty() else line,
            err=True,
            nl=not sys.stderr.isatty(),
        )

    def done(self) -> None:
        if self._told and sys.stderr.isatty():
            click.echo("\r\033[K", err=True, nl=False)
