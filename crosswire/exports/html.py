"""One HTML page without other files, to open from a disk, to send or to print.

It has no script and asks no server for anything; its policy forbids both. All text of the log
is escaped. A picture is shown where the log has its bytes and its type can do no harm.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator
from html import escape

from crosswire.counting import counted
from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged
from crosswire.exports.html_style import STYLE
from crosswire.exports.transcript import (
    Block,
    Piece,
    ShownId,
    Turn,
    as_json,
    one_line,
    printable,
    settings,
    title_of,
    tools,
    turns,
)
from crosswire.ids.invisible import spelt
from crosswire.model import MediaPart
from crosswire.model.loss import IdChange, Loss
from crosswire.rules.rule import Diagnostic

NAME = "html"
TITLE = "HTML page"
SAYS = "The log as one page to read, with findings and losses; no program reads it back."
MEDIA_TYPE = "text/html"
ENDING = "html"
IN_LINES = False
FORMAT_NAMES = EVERY_FORMAT

PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""Kinds that are pixels and nothing else."""
MAX_OPEN = 3_000
"""Characters of a text that is shown at once; a longer one unfolds."""


def write(export: Export) -> Written:
    return unchanged(export, "".join(_page(export)).encode())


def _page(export: Export) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title = _text(title_of(export))
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    )
    yield f"<header>\n<h1>{title}</h1>\n{_facts(export)}</header>\n<main>\n"
    yield from _beside(export)
    for number, turn in enumerate(turns(export), start=1):
        yield from _turn(turn, number)
    yield "</main>\n<footer>\n"
    yield from _way(export)
    yield "</footer>\n</body>\n</html>\n"


def _text(text: str) -> str:
    """A text on one line."""
    return escape(one_line(text))


def _exact(text: str) -> str:
    """An id or a name, with marks for invisible characters."""
    return escape(spelt(text))


def _facts(export: Export) -> str:
    conversation = export.conversation
    found = len(export.findings)
    return (
        f'<p class="facts"><span>Read as <b>{_text(conversation.format)}</b></span> '
        f"<span>{counted(len(conversation.messages), 'message')}</span> "
        f"<span>{counted(sum(1 for _ in conversation.calls()), 'call')}</span> "
        f"<span>{counted(found, 'finding')}</span> "
        f'<a href="#written">{counted(len(export.rendering.losses), "loss", "losses")} '
        f"for {_text(export.title)}</a></p>\n"
    )


def _beside(export: Export) -> Iterator[str]:
    found, declared = settings(export), tools(export)
    if not found and not declared:
        return
    yield (
        f'<details class="beside"><summary>{counted(len(found), "setting")}, '
        f"{counted(len(declared), 'tool')}</summary>\n"
    )
    for name, value in found:
        yield f"<h3><code>{_text(name)}</code></h3>\n{_block(Block(value, 'json'))}"
    for tool in declared:
        yield (
            f"<h3>Tool <code>{_exact(tool.name)}</code> "
            f"<small>{_text(tool.kind)}</small></h3>\n"
        )
        if tool.description:
            yield _block(Block(tool.description))
        if tool.schema is not None:
            yield _block(Block(as_json(tool.schema), "json"))
    yield "</details>\n"


def _turn(turn: Turn, number: int) -> Iterator[str]:
    when = f" <time>{_text(turn.timestamp)}</time>" if turn.timestamp else ""
    yield (
        f'<section class="turn" data-role="{_text(turn.role)}" '
        f'id="m{number}">\n<h2>{_text(turn.role)}'
        f"{when} <small>{_text(turn.address)}</small></h2>\n"
    )
    yield from _findings(turn.findings)
    if not turn.pieces:
        yield '<p class="quiet">Nothing in it.</p>\n'
    for piece in turn.pieces:
        yield from _piece(piece)
    yield "</section>\n"


def _piece(piece: Piece) -> Iterator[str]:
    anchor = (
        f' id="{piece.kind}-{piece.number}"'
        if piece.kind in ("call", "result") and piece.number
        else ""
    )
    yield f'<article class="{piece.kind}"{anchor}>\n'
    if piece.heading:
        yield _heading(piece)
    yield from _findings(piece.findings)
    if piece.media is not None:
        yield _picture(piece.media)
    yield from map(_block, piece.blocks)
    for inside in piece.inside:
        yield from _piece(inside)
    yield "</article>\n"


def _heading(piece: Piece) -> str:
    number = f' <b class="number">{piece.number}</b>' if piece.number else ""
    name = f" <code>{_exact(piece.name)}</code>" if piece.name else ""
    shown = "" if piece.id is None else _id(piece.id)
    return (
        f"<h3>{_text(piece.heading)}{number}{name}</h3>\n<p "
        f'class="facts">{shown}{_tie(piece)}</p>\n'
    )


def _tie(piece: Piece) -> str:
    """The way to the other end of the pair."""
    if not piece.tie:
        return ""
    other = {"call": "result", "result": "call"}.get(piece.kind)
    leads = (
        piece.number is not None
        and piece.tie.startswith("answer")
        and "in the same item" not in piece.tie
    )
    words = _text(piece.tie)
    return (
        f'<a href="#{other}-{piece.number}">{words}</a>'
        if leads and other
        else f"<span>{words}</span>"
    )


def _id(shown: ShownId) -> str:
    if shown.logged is None:
        told = f'<span class="id" data-absent>{_text(shown.words)}</span> '
    else:
        told = (
            f'<span class="id"><code>{_exact(shown.logged)}</code> '
            f"{_text(shown.words)}</span> "
        )
    return told if shown.made is None else f"{told}{_made(shown.made)} "


def _made(change: IdChange) -> str:
    by = "made by Crosswire" if change.how == "made" else change.how
    return (
        f'<span class="id" data-made title="{_text(change.why)}">written as '
        f"<code>{_exact(change.written)}</code>, {_text(by)}</span>"
    )


def _block(block: Block) -> str:
    text = escape(printable(block.text))
    shown = f'<pre class="{block.language}" dir="auto">{text}</pre>\n'
    if len(block.text) <= MAX_OPEN:
        return shown
    beginning = _text(block.text[:120])
    return (
        f"<details><summary>{counted(len(block.text), 'character')}: "
        f"{beginning}…</summary>\n{shown}</details>\n"
    )


def _picture(media: MediaPart) -> str:
    if media.data is None or media.mime_type not in PICTURES:
        return ""
    try:
        data = base64.b64decode(media.data, validate=True)
    except (ValueError, binascii.Error):
        return ""
    text = base64.b64encode(data).decode()
    return f'<img alt="" src="data:{media.mime_type};base64,{text}">\n'


def _findings(found: Iterable[Diagnostic]) -> Iterator[str]:
    for one in found:
        yield (
            '<p class="finding" '
            f'data-severity="{_text(one.severity)}"><b>{_text(one.severity)}</b> '
            f"<code>{_text(one.code)}</code> {_text(one.message)}</p>\n"
        )


def _way(export: Export) -> Iterator[str]:
    rendering = export.rendering
    yield (
        f'<h2 id="written">Written for {_text(export.title)}, ids: '
        f"{_text(rendering.policy)}</h2>\n"
    )
    if not rendering.losses and not rendering.id_map and not rendering.name_map:
        yield "<p>Nothing is lost, and no id and no name is changed.</p>\n"
    yield from _list("Losses", map(_loss, rendering.losses))
    yield from _list(
        "Ids that are not the log's",
        (
            f"<code>{_text(one.source or 'payload')}</code> {_made(one)}"
            for one in rendering.id_map
        ),
    )
    yield from _list(
        "Names of tools that are not the log's",
        (
            f"<code>{_exact(one.logged)}</code> → <code>{_exact(one.written)}</code>, "
            f"{_text(one.how)}: {_text(one.why)}"
            for one in rendering.name_map
        ),
    )


def _list(title: str, items: Iterable[str]) -> Iterator[str]:
    rows = [f"<li>{item}</li>\n" for item in items]
    if rows:
        yield f"<h3>{title}</h3>\n<ul>\n{''.join(rows)}</ul>\n"


def _loss(loss: Loss) -> str:
    place = loss.source or f"payload {loss.target}"
    instead = f" Instead: {_text(loss.fallback)}" if loss.fallback else ""
    return (
        f"<b>{_text(loss.kind)}</b> {_text(loss.what)} "
        f"<code>{_text(place)}</code> {_text(loss.why)}{instead}"
    )
