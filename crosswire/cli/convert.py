"""`crosswire convert`: a file in another provider's format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from crosswire.cli.losses import lost_lines
from crosswire.cli.output import as_json, print_text
from crosswire.cli.uploads import UNREADABLE, load_bytes, read_bytes, stop_unreadable
from crosswire.conversion import render
from crosswire.errors import CannotExport, CrosswireError
from crosswire.exports import SHAPES, Export, Written, write_all
from crosswire.formats import FORMATS
from crosswire.model import Conversation, Note
from crosswire.model.loss import Rendering
from crosswire.model.media import MEDIA_POLICIES, MediaPolicy
from crosswire.rendering.id_plan import ID_POLICIES, IdPolicy
from crosswire.roundtrip.build import hold as make_map
from crosswire.roundtrip.sidecar import read_file, write_file
from crosswire.roundtrip.there_and_back import render_all_back

_WIDEST = max(map(len, SHAPES))
_SHAPES_TOLD = "\n".join(
    f"  {name.ljust(_WIDEST)}  {shape.SAYS}" for name, shape in SHAPES.items()
)


@click.command(epilog=f"\b\nShapes:\n{_SHAPES_TOLD}")
@click.argument("file", metavar="FILE")
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(list(FORMATS)),
    help="The format to write.",
)
@click.option(
    "--as",
    "shape",
    type=click.Choice(list(SHAPES)),
    default="body",
    help="The shape to write.",
)
@click.option(
    "--conversation",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Write only the N-th conversation.",
)
@click.option(
    "--ids", type=click.Choice(ID_POLICIES), default="fill", help="What becomes of call ids."
)
@click.option(
    "--media",
    type=click.Choice(MEDIA_POLICIES),
    default="inside",
    help=(
        "Where media of results stand: inside them if the format takes that, else beside, "
        "else as text."
    ),
)
@click.option("--from", "source", help="Read the file as this format, whatever it looks like.")
@click.option(
    "--output", type=click.Path(dir_okay=False), help="Where to write; else standard output."
)
@click.option(
    "--losses",
    type=click.Path(dir_okay=False),
    help="Where to write losses and the id map, as JSON.",
)
@click.option(
    "--hold",
    type=click.Path(dir_okay=False),
    help="Where to write the map of what the target has no field for, for the way back.",
)
@click.option("--held", help="The map of an earlier --hold: what it holds stands again.")
def convert(
    file: str,
    target: str,
    shape: str,
    number: int | None,
    ids: IdPolicy,
    media: MediaPolicy,
    source: str | None,
    output: str | None,
    losses: str | None,
    hold: str | None,
    held: str | None,
) -> None:
    """Write FILE as another provider's request body (`-` is standard input), or in another
    shape.

    A file of several conversations gives JSON Lines, where the shape has lines. What the
    target cannot hold is said on standard error, or in the file of --losses. What it has no
    field for can be kept beside it with --hold, and put back with --held when the file (which
    may have grown since) is converted back.
    """
    if shape == "zip" and output is None:
        raise click.UsageError("A zip is no text: say where to write it with --output.")
    try:
        data = read_bytes(file)
        log = load_bytes(data, file, source)
        conversations = _chosen(log.conversations, number)
    except CrosswireError as error:
        stop_unreadable(file, error)
        return
    rendered = _written(conversations, target, ids, media, held)
    name = None if file == "-" else Path(file).name
    exports = [Export(one, rendering, name, data) for one, rendering in rendered]
    try:
        written = write_all(shape, exports)
    except CannotExport as error:
        stop_unreadable(file, error)
        return
    _write(written, output)
    _keep_map(rendered, hold)
    _report(exports, written, log.notes, losses)


def _keep_map(rendered: list[tuple[Conversation, Rendering]], path: str | None) -> None:
    if path is not None:
        _save(path, write_file([make_map(*one) for one in rendered]) + b"\n")


def _chosen(conversations: list[Conversation], number: int | None) -> list[Conversation]:
    if number is None:
        return conversations
    if number > len(conversations):
        raise CannotExport(
            f"There is no conversation {number}; this file has {len(conversations)}."
        )
    return conversations[number - 1 : number]


def _written(
    conversations: list[Conversation],
    target: str,
    ids: IdPolicy,
    media: MediaPolicy,
    held: str | None,
) -> list[tuple[Conversation, Rendering]]:
    if held is None:
        return [(one, render(one, target, ids=ids, media=media)) for one in conversations]
    try:
        maps = read_file(read_bytes(held))
        return render_all_back(conversations, target, maps, ids=ids, media=media)
    except CrosswireError as error:
        stop_unreadable(held, error)
        return []


def _write(written: Sequence[Written], output: str | None) -> None:
    text = b"".join(one.data for one in written)
    if output is None:
        click.echo(text, nl=False)
    else:
        _save(output, text)


def _save(path: str, text: bytes) -> None:
    try:
        Path(path).write_bytes(text)
    except OSError as error:
        print_text(f"crosswire: {path}: {error.strerror or error}.", err=True)
        raise SystemExit(UNREADABLE) from error


def _report(
    exports: Sequence[Export],
    written: Sequence[Written],
    of_file: list[Note],
    path: str | None,
) -> None:
    # What was noted on the file is said once, with its first conversation.
    notes = [
        export.conversation.notes if n else [*of_file, *export.conversation.notes]
        for n, export in enumerate(exports)
    ]
    if path is not None:
        report = [
            {
                "conversation": number,
                "target": export.target,
                "ids": export.rendering.policy,
                "media": export.rendering.media,
                "notes": [note.record() for note in noted],
                **one.report(),
            }
            for number, (export, one, noted) in enumerate(
                zip(exports, written, notes, strict=True)
            )
        ]
        _save(path, as_json(report))
        return
    for one, noted in zip(written, notes, strict=True):
        for note in noted:
            print_text(f"{note.address or 'crosswire'}: note: {note.message}", err=True)
        for line in lost_lines(one.losses, one.id_map, one.name_map):
            print_text(line, err=True)
