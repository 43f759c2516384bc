"""A conversation in another format: rendered, read again, and traced back to the upload."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from crosswire.address import Address, ancestry
from crosswire.conversion import render
from crosswire.errors import NotAConversation
from crosswire.model import Conversation, Message, Part, ToolResultPart
from crosswire.model.loss import Rendering
from crosswire.reading.loading import parse
from crosswire.rendering.id_plan import IdPolicy
from crosswire.repairs.working_copy import Trace


def rendered_and_read(
    conversation: Conversation, format: str, ids: IdPolicy
) -> tuple[Rendering, Conversation | None, Trace]:
    """The rendering, the conversation that is read from it (None: nothing is left), and the
    way back from its addresses."""
    rendering = render(conversation, format, ids=ids)
    trace = way_back(conversation, rendering)
    try:
        (sent, *_) = parse(rendering.payload, format)
    except NotAConversation:
        return rendering, None, trace
    elsewhere = sent.calls_may_be_elsewhere or conversation.calls_may_be_elsewhere
    return rendering, replace(sent, calls_may_be_elsewhere=elsewhere), trace


def messages_and_parts(conversation: Conversation) -> Iterator[Message | Part]:
    """Each message, and then its parts."""
    for message in conversation.messages:
        yield message
        yield from message.parts


def way_back(conversation: Conversation, rendering: Rendering) -> Trace:
    """From a place of the payload to the place of the upload that it was written from."""
    nodes: list[Message | Part] = [*conversation.tools(), *conversation.settings()]
    nodes += messages_and_parts(conversation)
    results = [node for node in nodes if isinstance(node, ToolResultPart)]
    nodes += [part for result in results for part in result.content]
    addresses = {node.key: node.address for node in nodes}
    sources: dict[str, Address] = {}
    for link in rendering.links:
        if link.target is not None and link.node in addresses:
            sources.setdefault(link.target, addresses[link.node])

    def trace(place: Address) -> Address | None:
        return next((sources[above] for above in ancestry(place) if above in sources), None)

    return trace
