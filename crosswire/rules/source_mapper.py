"""Where the findings in what would be sent come from in the upload."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from crosswire.address import Address, ancestry, child, is_within, rebase, resolve
from crosswire.cached_property import cached_property
from crosswire.containers import read_in_text
from crosswire.errors import BadAddress
from crosswire.model import (
    Conversation,
    Message,
    Part,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.loss import Rendering
from crosswire.model.node_key import UNNAMED, NodeKey, is_part, message_of
from crosswire.rules.declared_schemas import place_of_schema
from crosswire.rules.finding import Refusal
from crosswire.rules.parts import id_address


class LogNodes:
    """The nodes of a log by their keys, for all that is written from it; indexed when they are
    asked for."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation

    @cached_property
    def parts(self) -> dict[NodeKey, Part]:
        """Of messages, results, settings and tools."""
        parts: dict[NodeKey, Part] = {}
        waiting = [part for _, part in self.conversation.parts()]
        waiting += self.conversation.settings_and_tools
        while waiting:
            part = waiting.pop()
            parts[part.key] = part
            if isinstance(part, ToolResultPart):
                waiting += part.content
            waiting += part.declares
        return parts

    @cached_property
    def places(self) -> dict[NodeKey, Address]:
        """Where they stand in the upload, messages too."""
        messages = {message.key: message.address for message in self.conversation.messages}
        return messages | {key: part.address for key, part in self.parts.items()}


class SourceMapper:
    """Turns a finding in what would be sent into one in the upload, by the links of the
    rendering.

    Most conversations need little of it, so that each index is built when it is first asked
    for: a conversation that is taken as it is costs none.
    """

    def __init__(self, nodes: LogNodes, rendering: Rendering, sent: Conversation) -> None:
        self.nodes, self.conversation, self.sent = nodes, nodes.conversation, sent
        self.rendering = rendering
        """What would be sent, with its links."""
        self.documents = nodes.conversation.documents

    def at_source(self, refusal: Refusal, target: str) -> Refusal:
        """A target's refusal, with the places of the upload that its places come from."""
        if refusal.is_of_log:
            return replace(refusal, targets=(target,))
        node, address = self.source(refusal.address)
        return replace(
            refusal,
            address=address,
            payload=refusal.address,
            node=node,
            targets=(target,),
            related=tuple((word, self.source(place)[1]) for word, place in refusal.related),
        )

    def written_from(self, sent: Iterable[Part], nodes: set[NodeKey]) -> frozenset[NodeKey]:
        """Keys of the parts that were written from some nodes of the log."""
        if not nodes:
            return frozenset()
        return frozenset(part.key for part in sent if self._node(part.address)[0] in nodes)

    def left_out(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Those of some messages that have no place in the payload."""
        if not messages:
            return ()
        written = {link.node for link in self.rendering.links if link.target is not None}
        return tuple(message for message in messages if message.key not in written)

    @cached_property
    def _sources(self) -> dict[Address, NodeKey]:
        """A place of the payload -> the node that was written there; a part rather than its
        message."""
        messages: dict[Address, NodeKey] = {}
        parts: dict[Address, NodeKey] = {}
        for link in self.rendering.links:
            if link.target is not None and link.node is not None:
                (parts if is_part(link.node) else messages).setdefault(link.target, link.node)
        return messages | parts

    @cached_property
    def _unchanged(self) -> set[NodeKey]:
        """Keys of the messages, settings and tools that were in the target's format before."""
        links, target = self.rendering.links, self.rendering.target
        whole = {link.node for link in links if link.role == "whole"}
        messages = self.conversation.messages
        same = {message.key for message in messages if message.wire_format == target}
        if self.conversation.wire_format == target:
            same |= {part.key for part in self.conversation.settings_and_tools}
        return same.union(filter(None, whole))

    @cached_property
    def _ids(self) -> set[Address]:
        """The places of the payload where ids of calls and results stand."""
        return {part.call_id.address for part in self.sent.ends() if part.call_id.address}

    @cached_property
    def _schemas(self) -> set[Address]:
        """The places of the payload where schemas of tools stand."""
        places = (_schema_at(tool, self.sent.wire_format) for tool in self.sent.tools())
        return {place for place in places if place is not None}

    def source(self, place: Address) -> tuple[NodeKey, Address]:
        """The node that a place of the payload comes from, and its place in the upload."""
        node, written_at = self._node(place)
        if not node:
            return UNNAMED, Address("0:")
        return node, self._narrowed(node, place, written_at)

    def _node(self, place: Address) -> tuple[NodeKey, Address]:
        """The node that a place was written from, and the place where that was written."""
        for around in ancestry(place):
            node = self._sources.get(around)
            if node is not None and node in self.nodes.places:
                return node, around
        return UNNAMED, place

    def _in_schema(self, tool: ToolPart, place: Address) -> Address | None:
        """The same keyword in a tool's schema as logged, or what stands nearest around it
        there; None for a place that is not within the schema that was written."""
        written = next((at for at in ancestry(place) if at in self._schemas), None)
        logged = _schema_at(tool, self.conversation.wire_format)
        if written is None or logged is None:
            return None
        for around in ancestry(rebase(place, written, logged)):
            if not is_within(around, logged):
                return None
            with suppress(BadAddress):
                resolve(around, self.documents, read_in_text)
                return around
        return None

    def _narrowed(self, node: NodeKey, place: Address, written_at: Address) -> Address:
        """The same field in the upload, where that is known, else the node's place there."""
        part = self.nodes.parts.get(node)
        if isinstance(part, (ToolCallPart, ToolResultPart)) and place in self._ids:
            return id_address(part)
        if isinstance(part, ToolPart) and (same := self._in_schema(part, place)) is not None:
            return same
        if place != written_at and message_of(node) in self._unchanged:
            same = rebase(place, written_at, self.nodes.places[node])
            with suppress(BadAddress):
                resolve(same, self.documents, read_in_text)
                return same
        return self.nodes.places[node]


def _schema_at(tool: ToolPart, format: str) -> Address | None:
    """Where the schema of a tool stands, which is declared in a wire format."""
    path = place_of_schema(tool, format)
    return None if path is None else child(tool.address, *path)
