"""The tries that ToolBench gave up, as branches of the conversation that it kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.logs.shared.opening import claim_texts
from crosswire.logs.toolbench.names import NAME, TRAITS
from crosswire.logs.toolbench.search import CALL, THOUGHT, Node
from crosswire.model import Message, TextPart, ThreadEdge, ToolCallPart, ToolResultPart
from crosswire.model.builder import ConversationBuilder
from crosswire.model.call_id import no_call_id
from crosswire.tools import arguments

_WORDS = 60


def read_search(kept: Sequence[Node], main: ConversationBuilder) -> list[ConversationBuilder]:
    """A conversation of each way that was given up. What the last call of the kept one gave
    stands in the search alone."""
    homes = _homes(kept, main)
    if main.messages[-1].role == "assistant":
        main.messages += _result(kept[-1])
    found: list[ConversationBuilder] = []
    waiting = deque(one for node in kept for one in node.below if id(one) not in homes)
    while waiting:
        way = [waiting.popleft()]
        while way[-1].below:
            waiting += way[-1].below[:-1]
            way.append(way[-1].below[-1])
        if builder := _branch(way, homes, main):
            found.append(builder)
    return found


_Home = tuple[ConversationBuilder, Address]
"""The conversation in which a node stands, and the last message there."""


def _homes(kept: Sequence[Node], main: ConversationBuilder) -> dict[int, _Home]:
    """Of each kept node the last message before what follows it."""
    messages = main.messages
    spoken = [number for number, one in enumerate(messages) if one.role == "assistant"]
    begins = [number for number in spoken for _ in messages[number].parts]
    said, found = 0, {}
    for node in kept:
        said += node.step is not None
        before = begins[said] - 1 if said < len(begins) else len(messages) - 1
        found[id(node)] = main, messages[max(0, before)].address
    return found


def _branch(
    way: Sequence[Node], homes: dict[int, _Home], main: ConversationBuilder
) -> ConversationBuilder | None:
    into = ConversationBuilder(NAME, TRAITS)
    into.settings_and_tools = list(main.settings_and_tools)
    into.bookkeeping = main.bookkeeping
    for node in way:
        _read(node, into)
        homes[id(node)] = into, into.messages[-1].address if into.messages else node.at
    if not into.messages:
        return None
    claim_texts(into)
    first, (home, there) = into.messages[0], homes[id(way[0].above)]
    into.thread = str(way[0].at)
    into.title = f"Branch: {way[0].text().strip()[:_WORDS]}"
    into.started_from = ThreadEdge(
        "branch", home.named_thread(), here=first.address, there=there, why="retry"
    )
    return into


def _read(node: Node, into: ConversationBuilder) -> None:
    """A thought and the call behind it are one message."""
    kind, at, text = node.raw.get("node_type"), child(node.at, "description"), node.text()
    said = TextPart(address=at, raw=text, text=text)
    if kind == THOUGHT and text:
        into.message("assistant", at, text, [said])
    elif kind == CALL and node.above is not None:
        name, place = node.above.text(), child(node.above.at, "description")
        call = ToolCallPart(
            address=place,
            raw=name,
            call_id=no_call_id(),
            name=name,
            arguments=arguments.from_text(text, at),
            wire_type="function_call",
            apart=[(at, text)],
        )
        into.texts_set_aside += [(name, place), (text, at)]
        last = into.messages[-1] if into.messages else None
        above = node.above.above
        if last and above and last.address == child(above.at, "description"):
            last.parts.append(call)
        else:
            into.message("assistant", place, name, [call])
        into.messages += _result(node)


def _result(node: Node) -> list[Message]:
    at, text = child(node.at, "observation"), node.text("observation")
    if not text:
        return []
    said = [TextPart(address=at, raw=text, text=text)]
    given = ToolResultPart(
        address=at, raw=text, call_id=no_call_id(), wire_type="function", content=[*said]
    )
    return [Message("tool", at, text, NAME, [given])]
