"""Reads a session: its own conversation, those of sub-agents, and the branches of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswire.logs.claude_code.branches import Branch, branches_of
from crosswire.logs.claude_code.events import put_events
from crosswire.logs.claude_code.growing import without_beginnings
from crosswire.logs.claude_code.lines import Line, lines_of, sorted_out
from crosswire.logs.claude_code.notes import (
    note_beginnings,
    note_branches,
    note_chains,
    note_the_rest,
)
from crosswire.logs.claude_code.origins import set_origins
from crosswire.logs.claude_code.reading_lines import read_lines
from crosswire.logs.claude_code.threads import continues_another, id_of_thread, threads_of
from crosswire.logs.claude_code.titles import branch_title, sidechain_title, title_of
from crosswire.logs.shared.links import followed
from crosswire.model import JsonValue, ThreadEdge
from crosswire.model.builder import ConversationBuilder


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    lines = list(lines_of(documents, first))
    by_uuid: dict[str, Line] = {line.uuid: line for line in reversed(lines) if line.uuid}
    links = {uuid: line.before for uuid, line in by_uuid.items()}
    messages, repeats, others = sorted_out(lines)
    messages, beginnings = without_beginnings(messages)
    title = title_of(lines)
    builders: list[ConversationBuilder] = []
    branches: list[Branch] = []
    follow_another: dict[str, bool] = {}
    for thread in threads_of(messages, by_uuid).values():
        found = branches_of(thread, links)
        read_of = _read_thread(found, title)
        begin = found[0].lines[0]
        read_of[0].calls_may_be_elsewhere = continues_another(begin, by_uuid, follow_another)
        builders += read_of
        branches += found
    if builders:
        beside = _beside(branches, others, links)
        for number, (branch, builder) in enumerate(zip(branches, builders, strict=True)):
            put_events(branch.lines, beside.get(number, ()), builder)
        read = [branch.lines for branch in branches]
        set_origins(list(zip(read, builders, strict=True)), others)
        note_the_rest(builders, repeats, others)
        note_beginnings(builders[0], beginnings)
    return builders


def _beside(
    branches: Sequence[Branch], others: Sequence[Line], links: Mapping[str, str | None]
) -> dict[int, list[Line]]:
    """The number of a branch -> the lines without messages that follow one of its lines; those
    that name none are the session's own."""
    homes = [(line, number) for number, one in enumerate(branches) for line in one.lines]
    ids = [line.uuid for line, _ in homes]
    beside: dict[int, list[Line]] = {}
    for line, at in zip(others, followed(ids, [o.before for o in others], links), strict=True):
        if at is not None or not line.is_of_sub_agent:
            beside.setdefault(0 if at is None else homes[at][1], []).append(line)
    return beside


def _read_thread(branches: Sequence[Branch], title: str | None) -> list[ConversationBuilder]:
    """The active branch as a conversation, then the others."""
    builders = [read_lines(branch.lines) for branch in branches]
    active, first = builders[0], branches[0].lines[0]
    active.title = sidechain_title(first) if first.is_of_sub_agent else title
    active.thread = id_of_thread(first)
    note_chains(branches[0], active)
    homes = {
        line: builder
        for branch, builder in zip(branches, builders, strict=True)
        for line in branch.lines
    }
    for branch, builder in zip(branches[1:], builders[1:], strict=True):
        begin = branch.lines[0]
        builder.title = branch_title(begin)
        builder.thread = begin.uuid or str(begin.at)
        builder.calls_may_be_elsewhere = not branch.is_beside
    for branch, builder in zip(branches[1:], builders[1:], strict=True):
        _set_way_back(
            branch, builder, active if branch.leaves is None else homes[branch.leaves]
        )
    note_branches(branches, homes, active)
    return builders


def _set_way_back(
    branch: Branch, builder: ConversationBuilder, other: ConversationBuilder
) -> None:
    builder.started_from = ThreadEdge(
        "branch",
        other.named_thread(),
        here=branch.lines[0].place,
        there=None if branch.leaves is None else branch.leaves.place,
        why=branch.why,
    )
