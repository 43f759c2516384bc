"""From the threads of a trace to the conversations that a format hands out."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address
from crosswire.logs.shared.opening import Opened, claim_texts
from crosswire.logs.spans.joining import Joiner
from crosswire.logs.spans.retelling import set_retellings_aside
from crosswire.logs.spans.runs import RunReader
from crosswire.logs.spans.span import Span
from crosswire.logs.spans.thread import Thread
from crosswire.model import JsonValue, ThreadEdge, Traits
from crosswire.model.builder import ConversationBuilder

BOOKKEEPING = frozenset(
    {"resource", "scope", "links", "status", "instrumentationScope", "processes", "name"}
    | {"instrumentation_scope", "schemaUrl", "kind", "Resource", "Status", "Name"}
)
"""Fields of spans and around them that say nothing of a conversation."""


def conversations(
    spans: Sequence[Span],
    opened: Opened,
    *,
    own: str,
    traits: Traits,
    bookkeeping: frozenset[str] = BOOKKEEPING,
    around: Sequence[tuple[JsonValue, Address]] = (),
) -> list[ConversationBuilder]:
    """A conversation of each thread; `around` is what may say nothing else."""
    joiner = Joiner(spans, own)
    threads = joiner.join()
    builders = [_built(thread, own, traits, bookkeeping) for thread in threads]
    homes = {id(thread): builder for thread, builder in zip(threads, builders, strict=True)}
    for thread, builder in zip(threads, builders, strict=True):
        _tie(joiner, thread, builder, homes)
        agent = joiner.nesting.by_id.get(thread.id or "")
        builder.title = (agent.name if agent is not None else "") or builder.title
    if builders:
        for span in spans:
            if span.elsewhere:
                pairs = zip(threads, builders, strict=True)
                holding = [one for of_thread, one in pairs if span in of_thread.spans]
                _note_elsewhere(span, (holding or builders)[0])
        _set_aside(threads, opened)
        set_retellings_aside(around, threads, opened)
        opened.tell(builders[0])
    return builders


def of_runs(
    spans: Sequence[Span], reader: RunReader, traits: Traits
) -> list[ConversationBuilder]:
    """The conversations in the runs of a service."""
    return conversations(
        spans,
        reader.reader.opened,
        own=reader.own,
        traits=traits,
        bookkeeping=reader.dialect.bookkeeping,
        around=reader.around,
    )


def _built(
    thread: Thread, own: str, traits: Traits, bookkeeping: frozenset[str]
) -> ConversationBuilder:
    into = ConversationBuilder(own, traits)
    into.messages = thread.messages
    claim_texts(into)
    into.settings_and_tools = [*thread.beside, *thread.usage]
    into.bookkeeping = bookkeeping
    first = thread.spans[0] if thread.spans else None
    if first is not None:
        into.title = first.name or None
        into.thread = thread.id or first.id or first.trace or str(first.at)
        into.stands_at = [span.at for span in thread.spans]
    for span in thread.spans:
        if span.failure is not None:
            words, at = span.failure
            into.note("failed-span", f"What was traced here failed: {words[:500]}", at)
    return into


def _note_elsewhere(span: Span, into: ConversationBuilder) -> None:
    """Say that messages are not in the trace."""
    text = "What was said here was uploaded elsewhere, and only its place is told."
    into.note("content-elsewhere", text, span.elsewhere[0])


def _tie(
    joiner: Joiner,
    thread: Thread,
    builder: ConversationBuilder,
    homes: dict[int, ConversationBuilder],
) -> None:
    found = joiner.started_in(thread)
    if found is None or not builder.messages:
        return
    home, call = found
    if id(home) in homes:
        there, here = call.address, builder.messages[0].address
        named = homes[id(home)].named_thread()
        builder.started_from = ThreadEdge("sub-agent", named, here=here, there=there, why="id")


def _set_aside(threads: Sequence[Thread], opened: Opened) -> None:
    """What was told before, wherever it stands, is nothing that was not read."""
    for thread in threads:
        opened.set_parts_aside(thread.repeats)
        for span in thread.spans:
            opened.set_parts_aside([] if span.beside is thread.beside else span.beside)
            run = (part for part in (span.call, span.result) if part is not None)
            opened.set_parts_aside(run)
            for told in span.retold:
                if thread.knows(told.messages):
                    for message in told.messages:
                        thread.note_places(message)
                    opened.set_parts_aside(told.messages)
                    opened.set_parts_aside(part for one in told.messages for part in one.parts)
                    for piece in told.pieces:
                        opened.set_aside(*piece)
