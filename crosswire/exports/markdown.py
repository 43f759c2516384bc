"""A transcript in Markdown: what the log holds, then what the rendering changed.

All text of the log is in a fence longer than any in it, in a code span, or escaped, so that it
never becomes a heading, a link or a picture of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged
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
from crosswire.model.loss import IdChange, Loss
from crosswire.rules.rule import Diagnostic

NAME = "markdown"
TITLE = "Markdown"
SAYS = "The log to read, with findings and losses; no program reads it back."
MEDIA_TYPE = "text/markdown"
ENDING = "md"
IN_LINES = False
FORMAT_NAMES = EVERY_FORMAT

_SPECIAL = re.compile(
    r"""(
        [\\`*{}\[\]<>|~&@]
        | (?<![^\W_])_ | _(?![^\W_])  # inside a word it means nothing
        | :(?=//) | (?<=www)\.  # links that some readers make by themselves
        | ^[-+\#=] | (?<=^\d)\. | (?<=^\d\d)\.  # lists and headings
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def write(export: Export) -> Written:
    parts = [*_head(export), *_beside(export)]
    for turn in turns(export):
        parts += _turn(turn)
    parts += _way(export)
    return unchanged(export, ("\n\n".join(parts) + "\n").encode())


def fenced(block: Block) -> str:
    """A text in a fence that nothing in it can end."""
    text = printable(block.text)
    fence = "`" * max(3, _longest_run(text) + 1)
    end = "" if text.endswith("\n") else "\n"
    return f"{fence}{block.language}\n{text}{end}{fence}"


def code(text: str) -> str:
    """A text as a code span on one line."""
    text = one_line(text)
    if not text.strip():
        return plain(f'"{text}"')
    marks = "`" * (_longest_run(text) + 1)
    room = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{marks}{room}{text}{room}{marks}"


def plain(text: str) -> str:
    """A text on one line in which nothing is markup."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _head(export: Export) -> Iterator[str]:
    yield f"# {plain(title_of(export))}"
    counts = export.pairing.counts()
    pairs = sum(counts[name] for name in ("by_id", "by_position", "by_name"))
    conversation = export.conversation
    yield "\n".join(
        (
            f"- Read as: {code(conversation.format)} ({plain(conversation.shape)})",
            f"- Messages: {len(conversation.messages)}",
            (
                f"- Calls: {sum(1 for _ in conversation.calls())}, of which "
                "answered by a result "
                f"apart: {pairs}"
            ),
            f"- Findings: {len(export.findings)}",
            f"- Written for: {plain(export.title)}, ids: {export.rendering.policy}",
        )
    )


def _beside(export: Export) -> Iterator[str]:
    found = settings(export)
    if found:
        yield "## Settings"
        for name, value in found:
            yield f"{code(name)}\n\n{fenced(Block(value, 'json'))}"
    declared = tools(export)
    if declared:
        yield "## Tools"
        for tool in declared:
            about = f"\n\n{fenced(Block(tool.description))}" if tool.description else ""
            schema = (
                f"\n\n{fenced(Block(as_json(tool.schema), 'json'))}"
                if tool.schema is not None
                else ""
            )
            yield f"{code(spelt(tool.name))} ({plain(tool.kind)}){about}{schema}"


def _turn(turn: Turn) -> Iterator[str]:
    when = f" · {plain(turn.timestamp)}" if turn.timestamp else ""
    yield f"## {turn.role.capitalize()}{when}"
    yield f"At {code(turn.address)}"
    yield from _findings(turn.findings)
    if not turn.pieces:
        yield "Nothing in it."
    for piece in turn.pieces:
        yield from _piece(piece)


def _piece(piece: Piece) -> Iterator[str]:
    if piece.heading:
        number = f" {piece.number}" if piece.kind == "call" else ""
        name = f" {code(spelt(piece.name))}" if piece.name else ""
        yield f"**{piece.heading}{number}**{name}"
    facts = [] if piece.id is None else [_id(piece.id)]
    if piece.tie:
        facts.append(f"- {piece.tie[0].upper()}{piece.tie[1:]}")
    if facts:
        yield "\n".join(facts)
    yield from _findings(piece.findings)
    yield from map(fenced, piece.blocks)
    for inside in piece.inside:
        yield from _piece(inside)


def _id(shown: ShownId) -> str:
    told = (
        f"- Id: {shown.words}"
        if shown.logged is None
        else f"- Id: {code(spelt(shown.logged))}, {shown.words}"
    )
    return told if shown.made is None else f"{told}\n- {_made(shown.made)}"


def _made(change: IdChange) -> str:
    by = "made by Crosswire" if change.how == "made" else f"{change.how}"
    return f"Written as {code(spelt(change.written))}, {by}: {plain(change.why)}"


def _findings(found: list[Diagnostic]) -> Iterator[str]:
    if found:
        yield "\n".join(f"- {one.severity} {one.code}: {plain(one.message)}" for one in found)


def _way(export: Export) -> Iterator[str]:
    rendering = export.rendering
    yield f"## Written for {plain(export.title)}"
    if not rendering.losses and not rendering.id_map and not rendering.name_map:
        yield "Nothing is lost, and no id and no name is changed."
    if rendering.losses:
        yield "### Losses"
        yield "\n".join(map(_loss, rendering.losses))
    if rendering.id_map:
        yield "### Ids that are not the log's"
        yield "\n".join(
            f"- At {code(one.source or 'the payload')}: {_made(one)}"
            for one in rendering.id_map
        )
    if rendering.name_map:
        yield "### Names of tools that are not the log's"
        yield "\n".join(
            (
                f"- {code(spelt(one.logged))} → {code(spelt(one.written))}, {one.how}: "
                f"{plain(one.why)}"
            )
            for one in rendering.name_map
        )


def _loss(loss: Loss) -> str:
    place = (
        f"at {code(loss.source)}"
        if loss.source
        else f"in the payload at {code(loss.target or '')}"
    )
    instead = f" Instead: {plain(loss.fallback)}" if loss.fallback else ""
    return (
        f"- {loss.kind}, {code(loss.code)}: {plain(loss.what)}, {place}. "
        f"{plain(loss.why)}{instead}"
    )
