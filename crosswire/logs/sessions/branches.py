"""Takes the branches of a conversation apart, by the links between its messages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from crosswire.logs.sessions.branch_notes import note_branches, note_chains
from crosswire.logs.shared.branching import Step, Way, ways
from crosswire.logs.shared.links import parents_of
from crosswire.model import Message, TextPart, ThreadEdge, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder

LONGEST_WORDS = 80


def split(
    whole: ConversationBuilder,
    links: Mapping[str, str | None],
    rewinds: Mapping[int, int],
    behind: Sequence[int],
) -> list[ConversationBuilder]:
    """The active branch first, then the others; a conversation without links is left as it
    is.

    `links` leads from the id of a line to that of the line before it; `rewinds` from the
    number of a message to that of the one that it follows, where messages were taken back;
    `behind` is of each event the number of the message behind which it happened.
    """
    messages = whole.messages
    found = _ways(messages, links, rewinds)
    if not found:
        return [whole]
    if len(found) == 1:
        note_chains(found[0], whole)
        return [whole]
    homes = {number: i for i, way in enumerate(found) for number in way.own}
    builders = [_of_way(whole, way, active=i == 0) for i, way in enumerate(found)]
    for way, builder in zip(found, builders, strict=True):
        if way.leaves is not None:
            home = builders[homes[way.leaves]]
            _set_origin(builder, way, messages, home.named_thread())
        elif way.is_beside:  # the user went back behind the first message
            begin = builder.messages[0].address
            of = builders[0].named_thread()
            builder.started_from = ThreadEdge("branch", of, here=begin, why="rewind")
    for event, number in zip(whole.events, behind, strict=True):
        at = homes.get(number, homes.get(event.before, 0))
        own_number = bisect_left(found[at].own, event.before)
        builders[at].events.append(replace(event, before=own_number))
    note_branches(found, homes, messages, builders)
    note_chains(found[0], builders[0])
    return builders


def _ways(
    messages: Sequence[Message], links: Mapping[str, str | None], rewinds: Mapping[int, int]
) -> list[Way]:
    """The ways through the messages, by what was taken back or by their links; none where they
    have neither."""
    if rewinds:
        return _without_the_last(messages, rewinds)
    if not any(message.parent for message in messages):
        return []
    known = {**_calls(messages), **links}
    before = [message.parent for message in messages]
    parents = parents_of([message.node for message in messages], before, known)
    return ways(list(map(_step, messages, parents)))


def _without_the_last(messages: Sequence[Message], rewinds: Mapping[int, int]) -> list[Way]:
    """The ways where messages were taken back, also those behind which none came."""
    count = len(messages)
    before = [rewinds.get(number, number - 1) for number in range(count)]
    parents = [None if number < 0 else number for number in before]
    found = ways([Step(parent, begins=parent is None) for parent in parents])
    last = rewinds.get(count)
    if last is not None and last in found[0].own:
        stands = found[0].own.index(last) + 1
        gone = Way(own=found[0].own[stands:], leaves=last)
        found[0].own = found[0].own[:stands]
        found.append(gone)
    return found


def _calls(messages: Sequence[Message]) -> dict[str, str | None]:
    """The id of a call -> that of its message: some programs name the call that a line
    follows."""
    return {
        part.call_id.value: message.node
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCallPart) and part.call_id.value
    }


def _step(message: Message, parent: int | None) -> Step:
    answers = (
        part.call_id.value for part in message.parts if isinstance(part, ToolResultPart)
    )
    return Step(parent, group=message.group, answers=frozenset(filter(None, answers)))


def _of_way(whole: ConversationBuilder, way: Way, *, active: bool) -> ConversationBuilder:
    into = ConversationBuilder(whole.format, whole.traits, wire_format=whole.wire_format)
    into.bookkeeping = whole.bookkeeping
    into.settings_and_tools = list(whole.settings_and_tools)
    into.messages = [whole.messages[number] for number in way.own]
    if active:
        into.notes, into.set_aside, into.title = whole.notes, whole.set_aside, whole.title
        into.thread, into.started_from = whole.thread, whole.started_from
        into.calls_may_be_elsewhere = whole.calls_may_be_elsewhere
    else:
        begin = into.messages[0]
        into.thread = begin.node or str(begin.address)
        into.title = f"Branch: {words}" if (words := first_words(begin)) else "Branch"
        into.calls_may_be_elsewhere = True
    calls = {part.address for message in into.messages for part in message.parts}
    into.starts = [edge for edge in whole.starts if edge.here in calls]
    return into


def _set_origin(
    builder: ConversationBuilder, way: Way, messages: Sequence[Message], thread: str
) -> None:
    begin = builder.messages[0]
    leaves = None if way.leaves is None else messages[way.leaves].address
    roles = {begin.role}
    if way.instead_of is not None:
        roles.add(messages[way.instead_of].role)
    why = (
        {"user": "rewind", "assistant": "retry"}.get(begin.role, "") if len(roles) == 1 else ""
    )
    builder.started_from = ThreadEdge(
        "branch", thread, here=begin.address, there=leaves, why=why
    )


def first_words(message: Message) -> str:
    """The beginning of what a message says."""
    texts = (part.text for part in message.parts if isinstance(part, TextPart))
    words = " ".join(next(texts, "").split())
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1].rstrip() + "…"
