"""One sample: its messages, and what models and tools did beside them."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.logs.inspect_ai.attachments import attached_in, resolve
from crosswire.logs.inspect_ai.chunks import Pieces, referred
from crosswire.logs.inspect_ai.events import MOST_POOLED, EventReader
from crosswire.logs.inspect_ai.messages import read_message, read_messages
from crosswire.logs.inspect_ai.names import BOOKKEEPING, NAME, TRAITS
from crosswire.logs.shared.opening import Opened, claim_texts
from crosswire.logs.spans.joining import Joiner
from crosswire.logs.spans.span import Span
from crosswire.logs.spans.thread import Thread
from crosswire.model import JsonObject, Message, ThreadEdge
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import object_or_empty, text_or_none


def read_sample(
    sample: JsonObject, at: Address, pieces: Pieces | None = None
) -> list[ConversationBuilder]:
    """The sample's own conversation, then those of agents that it holds no message of."""
    opened = Opened()
    main = Thread(NAME, id=text_or_none(sample.get("uuid")))
    beside, place = sample, at
    attached = attached_in(sample.get("attachments"), child(at, "attachments"))
    if pieces is not None:
        attached = {str(number): one for number, one in enumerate(pieces.attachments)}
    elif "events" not in sample and isinstance(sample.get("transcript"), dict):
        beside, place = object_or_empty(sample["transcript"]), child(at, "transcript")
        attached = attached_in(beside.get("content"), child(place, "content"))
        opened.set_aside(beside, place)
    messages = _messages(sample, at, pieces)
    resolve(messages, attached)
    for message in messages:
        main.append(message)
    spans = EventReader(beside, place, opened, pieces).spans()
    for span in spans:
        resolve(span.told, attached)
    others = [span for span in spans if not _is_told(span, main)]
    joiner = Joiner(others, NAME)
    threads = joiner.join()
    if main.messages:
        threads = [main, *threads]
    agents = {id(one) for one in threads if _is_of_agent(one, joiner)}
    builders = [_built(one, sample, at, main, id(one) in agents) for one in threads]
    if builders:
        for one in _RETOLD:
            opened.set_aside(sample.get(one), child(at, one))
        opened.tell(builders[0])
        builders[0].set_aside += [] if pieces is None else pieces.aside(messages)
    return builders


_RETOLD = ("events", "attachments", "message_pool", "events_data", "output", "input")
"""Fields of a sample that its messages say too."""


def _messages(sample: JsonObject, at: Address, pieces: Pieces | None) -> list[Message]:
    if pieces is None:
        return read_messages(sample.get("messages"), child(at, "messages"))
    pool = pieces.messages
    numbers = referred(sample.get("message_refs"), MOST_POOLED)
    return [read_message(*pool[number]) for number in numbers if number < len(pool)]


def _is_told(span: Span, main: Thread) -> bool:
    """Whether the sample's messages have all that a span says."""
    if span.kind == "tool" and span.call is not None:
        id = span.call.call_id.value
        return id is not None and ("call", id) in main.places
    if span.kind != "model":
        return False
    said = [one for one in span.told if one.role != "system"]
    return bool(main.messages) and main.knows(said)


def _is_of_agent(thread: Thread, joiner: Joiner) -> bool:
    """Whether an agent or a tool began a conversation; a scorer's is one of its own."""
    first = thread.spans[0] if thread.spans else None
    return first is not None and joiner.nesting.group_of(first)[0] != "trace"


def _built(
    thread: Thread, sample: JsonObject, at: Address, main: Thread, is_of_agent: bool
) -> ConversationBuilder:
    into = ConversationBuilder(NAME, TRAITS)
    into.bookkeeping = BOOKKEEPING
    into.stands_at = [at]
    into.messages = thread.messages
    claim_texts(into)
    into.settings_and_tools = [*thread.beside, *thread.usage]
    named = f"sample {sample.get('id')}, epoch {sample.get('epoch')}"
    if thread is main:
        into.title, into.thread = named, main.id or str(at)
    else:
        first = thread.spans[0] if thread.spans else None
        into.title = first.name if first is not None and first.name else named
        into.thread = thread.id or str(thread.messages[0].address)
        if main.messages and is_of_agent:
            here: Message = thread.messages[0]
            home = main.id or str(at)
            into.started_from = ThreadEdge("sub-agent", home, here=here.address)
    return into
