"""Reads messages, states of graphs and the history of one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from crosswire.address import child
from crosswire.counting import counted
from crosswire.formats.protocol import Recognition
from crosswire.logs.langchain import calls, chunks
from crosswire.logs.langchain.blocks import CONTENT, RESULT
from crosswire.logs.langchain.names import (
    BESIDE,
    NAME,
    ROLES,
    SAYS_NOTHING,
    TRAITS,
)
from crosswire.logs.langchain.said_again import LATER_WORDS, without_copies
from crosswire.logs.langchain.wrapping import INNER, is_chunk, is_message, is_sign, word_of
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.dialect_reading import extras_in, put, read_message, unwrapped
from crosswire.logs.shared.finding import Finder, Placed, Run
from crosswire.logs.shared.run_reading import begin, name_model, note_others, read_beside
from crosswire.logs.shared.snapshots import Snapshot, without_repeats
from crosswire.model import JsonValue, ThreadEdge
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty

DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    reason="Messages whose `type` is LangChain's: `human`, `ai`, `constructor`.",
    roles=ROLES,
    content=CONTENT,
    role=("type",),
    whole={"tool": RESULT, "function": RESULT},
    known=SAYS_NOTHING,
    kept=BESIDE,
    model=tuple(
        f"{inner}response_metadata.{name}"
        for inner in ("kwargs.", "data.", "")
        for name in ("model_name", "model", "model_id")
    ),
    inner=INNER,
    word_of=word_of,
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    runs, copies = without_copies(_joined(Finder(is_message).runs(documents, first)))
    snapshots, repeats = without_repeats(_updates_joined(runs))
    builders = [_read(one.run.messages[one.shared :], one.run) for one in snapshots]
    for snapshot, builder in zip(snapshots, builders, strict=True):
        if snapshot.shared:
            _branch_off(snapshot, builder, builders[snapshot.home], snapshots)
    if builders and (again := [*repeats, *copies]):
        builders[0].set_aside += [value for run in again for value, _ in run.messages]
        which = counted(len(again), "snapshot")
        said = f"Messages that stand here are written again in {which} of the state."
        builders[0].note("snapshots", said, again[0].messages[0][1])
    return builders


def _joined(runs: list[Run]) -> list[Run]:
    """Chunks that stand in a document each, beside what is known of them, are one stream."""
    if len(runs) > 1 and all(
        all(is_chunk(value) for value, _ in run.messages) for run in runs
    ):
        beside = list(chain.from_iterable(run.beside for run in runs))
        return [Run(list(chain.from_iterable(run.messages for run in runs)), beside=beside)]
    return runs


def _updates_joined(runs: list[Run]) -> list[Run]:
    """What the nodes of a graph added, one after another, is one conversation: such a run
    begins with an answer or a result."""
    joined: list[Run] = []
    for run in runs:
        first = object_or_empty(run.messages[0][0])
        if joined and word_of(first) in LATER_WORDS:
            joined[-1].messages += run.messages
            joined[-1].beside += run.beside
        else:
            joined.append(run)
    return joined


def _read(messages: Sequence[Placed], run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    read_beside(run, into, DIALECT)
    for placed in chunks.by_message(messages):
        if len(placed) > 1:
            chunks.put_together(placed, into)
        else:
            _read_message(placed[0], into)
    name_model(run, into, DIALECT)
    note_others(run, into)
    return into


def _read_message(placed: Placed, into: ConversationBuilder) -> None:
    value, at = placed
    outer = object_or_empty(value)
    raw, place = unwrapped(outer, at, DIALECT)
    word = word_of(outer)
    if word in DIALECT.whole:
        read_message(value, at, into, DIALECT)
        return
    said = CONTENT(raw.get("content"), child(place, "content"))
    parts = calls.with_calls(said, raw, place, into)
    extras = calls.without_read(extras_in(raw, DIALECT))
    put(parts, ROLES.get(word, "other"), raw, place, into, extras)


def _branch_off(
    snapshot: Snapshot,
    into: ConversationBuilder,
    home: ConversationBuilder,
    snapshots: Sequence[Snapshot],
) -> None:
    """Tie a branch to the conversation that it leaves."""
    run = snapshot.run
    into.set_aside += [value for value, _ in run.messages[: snapshot.shared]]
    at = run.messages[snapshot.shared][1]
    last = snapshots[snapshot.home].run.messages[snapshot.shared - 1][1]
    home.thread = home.thread or str(snapshots[snapshot.home].run.messages[0][1])
    into.thread, into.title = str(at), f"Branch at {at}"
    into.calls_may_be_elsewhere = True
    into.started_from = ThreadEdge("branch", home.thread, here=at, there=last, why="rewind")
