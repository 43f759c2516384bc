"""Takes the branches of a conversation apart, by the links between its messages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from crosswire.logs.shared.branching import Step, Way, ways
from crosswire.logs.shared.links import parents_of
from crosswire.model import Message, TextPart, ThreadEdge, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder

LONGEST_WORDS = 80


def split(
    whole: ConversationBuilder, links: Mapping[str, str | None]
) -> list[ConversationBuilder]:
    """The active branch first, then the others; a conversation without links is left as it
    is."""
    messages = whole.messages
    if not any(message.parent for message in messages):
        return [whole]
    known = {**_calls(messages), **links}
    before = [message.parent for message in messages]
    parents = parents_of([message.node for message in messages], before, known)
    found = ways(list(map(_step, messages, parents)))
    if len(found) == 1:
        _note_chains(found[0], whole)
        return [whole]
    homes = {number: i for i, way in enumerate(found) for number in way.own}
    builders = [_of_way(whole, way, active=i == 0) for i, way in enumerate(found)]
    for way, builder in zip(found, builders, strict=True):
        if way.leaves is not None:
            home = builders[homes[way.leaves]]
            _set_origin(builder, way, messages, home.thread or whole.thread or "")
    _share_events(whole, found, homes, builders)
    _note_branches(found, homes, messages, builders)
    _note_chains(found[0], builders[0])
    return builders


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


def _share_events(
    whole: ConversationBuilder,
    found: Sequence[Way],
    homes: Mapping[int, int],
    builders: Sequence[ConversationBuilder],
) -> None:
    """Each event stands in the branch of the message before it."""
    for event in whole.events:
        home = homes.get(event.before - 1, homes.get(event.before, 0))
        before = bisect_left(found[home].own, event.before)
        builders[home].events.append(replace(event, before=before))


def _note_branches(
    found: Sequence[Way],
    homes: Mapping[int, int],
    messages: Sequence[Message],
    builders: Sequence[ConversationBuilder],
) -> None:
    leaving: dict[int, list[int]] = {}
    for way in found:
        if way.leaves is not None:
            leaving.setdefault(homes[way.leaves], []).append(way.leaves)
    for home, places in leaving.items():
        one = len(places) == 1
        count = "1 other branch leaves" if one else f"{len(places)} other branches leave"
        kept = "a conversation of its own" if one else "conversations of their own"
        text = f"{count} from this conversation, kept as {kept} in this upload."
        builders[home].note("branch", text, messages[places[0]].address)


def _note_chains(active: Way, into: ConversationBuilder) -> None:
    if len(active.begins) > 1:
        text = (
            f"{len(active.begins)} chains of messages stand here that no link ties; they are "
            "read one after another, in the file's order."
        )
        at = into.messages[active.own.index(active.begins[1])].address
        into.note("chains", text, at)


def first_words(message: Message) -> str:
    """The beginning of what a message says."""
    texts = (part.text for part in message.parts if isinstance(part, TextPart))
    words = " ".join(next(texts, "").split())
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1].rstrip() + "…"
