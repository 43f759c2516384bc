"""Records links from parts to the payload, and losses, while a format writes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.cached_property import cached_property
from crosswire.model import (
    Conversation,
    Edge,
    Message,
    OpaquePart,
    Part,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss import IdChange, Link, LinkRole, Loss, LossKind, Relation
from crosswire.model.media import MediaPolicy
from crosswire.model.node_key import NodeKey, is_setting, message_of
from crosswire.pairing import Pairing, pair
from crosswire.rendering.format_titles import TITLES
from crosswire.rendering.id_plan import IdPlan
from crosswire.rendering.name_plan import NamePlan, name_of
from crosswire.tools.declared import OF_MCP_SERVER


class RenderingBuilder:
    """The conversation that a format has to write, with all that is recorded on the way."""

    def __init__(
        self,
        target: str,
        conversation: Conversation,
        pairing: Pairing | None,
        ids: IdPlan,
        *,
        names: NamePlan | None = None,
        media: MediaPolicy = "inside",
        with_links: bool = True,
        with_losses: bool = True,
    ) -> None:
        self.target = target
        self.title = TITLES.get(target, target)
        """What the target is called in sentences."""
        self.conversation = conversation
        self._pairing = pairing
        self.ids = ids
        self.names = names or NamePlan()
        self.media = media
        self.with_links = with_links
        self.with_losses = with_links and with_losses
        """Losses tell of places too, so that there are none without links."""
        self.links: list[Link] = []
        self.losses: list[Loss] = []
        self._unplaced: dict[int, NodeKey] = {}
        """Position of a loss that was recorded before its part was written -> the key of the
        part."""
        self.id_targets: dict[NodeKey, Address] = {}
        self.name_targets: dict[str, list[Address]] = {}
        """A name in the upload that is written otherwise -> where it was written."""
        self.taken_over: set[NodeKey] = set()
        """Keys of messages in a variant of the target's format, which are written
        unchanged."""
        self._roles_lost: set[NodeKey] = set()

    @property
    def pairing(self) -> Pairing:
        """Found out when it is asked for first, as many a rendering has no need of it."""
        if self._pairing is None:
            self._pairing = pair(self.conversation)
        return self._pairing

    def is_own(self, message: Message) -> bool:
        """Whether the message is in the target's own words, so that its JSON may be written as
        it is."""
        return message.wire_format == self.target or message.key in self.taken_over

    def _are_listed(self, later: Sequence[ToolPart]) -> bool:
        """Whether tools that a block within the conversation declares are listed with the
        others; a list in the target's own words stays as it is."""
        of_client = any(tool.kind != OF_MCP_SERVER for tool in later)
        return of_client and self.conversation.wire_format != self.target

    def take_over(self, message: Message) -> None:
        """From now on treat a message of a kindred variant as one of the target's own."""
        self.taken_over.add(message.key)

    def id_for(self, part: ToolCallPart | ToolResultPart, target: Address) -> str | None:
        """The call id to write at `target`; None: write none."""
        if part.key in self.ids.changes:
            self.id_targets.setdefault(part.key, target)
        return self.ids.ids[part.key]

    def name_for(self, name: str, target: Address, *tokens: str) -> str:
        """The name of a tool to write at `target`, or below it at `tokens`."""
        written = self.names.written.get(name)
        if written is None:
            return name
        places = self.name_targets.setdefault(name, [])
        if self.with_links:
            places.append(child(target, *tokens))
        return written

    def add_link(
        self, node: NodeKey | None, target: Address | None, role: LinkRole, relation: Relation
    ) -> None:
        """Record that a node stands at `target`; None: no node of the log, or no place."""
        if self.with_links:
            self.links.append(Link(node, target, role, relation))

    def add_loss(
        self,
        kind: LossKind,
        code: str,
        what: str,
        why: str,
        source: Address | None = None,
        target: Address | None = None,
        fallback: str | None = None,
    ) -> None:
        """Record a loss, where losses are recorded at all."""
        if self.with_losses:
            self.losses.append(Loss(kind, code, what, why, source, target, fallback))

    def link(
        self,
        part: Part,
        target: Address,
        relation: Relation = "same",
        role: LinkRole | None = None,
    ) -> None:
        """Record that a part is at this place of the payload, and which of its fields are
        lost."""
        if not self.with_links:
            return
        role = role or _ROLES.get(type(part)) or _role(part)
        self.links.append(Link(part.key, target, role, relation))
        is_bare = type(part) is TextPart and not part.extras  # it has nothing to lose
        if is_bare or not self.with_losses:
            return
        edges = getattr(part, "edges", ())
        if part.extras or edges:
            self._lose_fields(part, edges, target)
        item_id = getattr(part, "item_id", None)
        if item_id is not None and not self._has_own_words(part):
            self._lose_item_id(item_id, part.address, target)
        function_name_for_export = getattr(part, "function_name_for_export", None)
        if function_name_for_export is not None and not self._has_own_words(part):
            self._say_retold(part, function_name_for_export, target)

    def link_message(
        self, message: Message, target: Address, relation: Relation = "same"
    ) -> None:
        """Record that the wrapper of a message (its role, its own fields) is at this place."""
        if not self.with_links:
            return
        role: LinkRole = "whole" if message.key in self.taken_over else "envelope"
        self.links.append(Link(message.key, target, role, relation))
        if not self.with_losses:
            return
        is_own = self.is_own(message)
        if message.role == "other" and not is_own:
            self._lose_role(message, target)
        if message.item_id is not None and not (is_own or _is_its_part(message)):
            self._lose_item_id(message.item_id, message.address, target)
        elsewhere = message.extras_at or {}
        for name in message.extras or ():
            if name in elsewhere or not is_own:
                place = child(elsewhere.get(name, message.address), name)
                self._lose_field(name, place, target)

    def added(
        self, target: Address, what: str, why: str, *, code: str = "required-by-target"
    ) -> None:
        """The payload needs this and the upload has nothing for it."""
        self.add_link(None, target, "envelope", "added")
        self.add_loss(LossKind.ADDED, code, what, why, target=target)

    def dropped(
        self, part: Part, code: str, what: str, why: str, *, fallback: str | None = None
    ) -> None:
        """The part has no place in the payload."""
        self.add_link(part.key, None, _role(part), "dropped")
        if self._are_listed(part.declares):
            if self.with_losses:
                why = f"{self.title} declares its tools once, for all of a conversation."
                self._unplaced[len(self.losses)] = part.declares[0].key
                self.losses.append(
                    Loss(LossKind.MOVED, "later-tools", what, why, part.address)
                )
            return
        self.add_loss(LossKind.DROPPED, code, what, why, part.address, fallback=fallback)
        for tool in part.declares:
            self.add_link(tool.key, None, "envelope", "dropped")

    def dropped_message(self, message: Message, why: str) -> None:
        """The wrapper of a message has no place, because nothing of the message is left."""
        self.add_link(message.key, None, "envelope", "dropped")
        if not message.parts:  # else each part has a loss of its own
            self.add_loss(LossKind.DROPPED, "empty-message", "message", why, message.address)

    def lost(
        self,
        kind: LossKind,
        part: Part | Message,
        code: str,
        what: str,
        why: str,
        *,
        target: Address | None = None,
        fallback: str | None = None,
    ) -> None:
        """The part has a link, and something about it was dropped, changed, added or moved."""
        if not self.with_losses:
            return
        if target is None:
            self._unplaced[len(self.losses)] = part.key
        self.losses.append(Loss(kind, code, what, why, part.address, target, fallback))

    def placed_losses(self) -> list[Loss]:
        """All losses; one without its own place in the payload gets the place of its part."""
        if self._unplaced:
            places = {
                link.node: link.target
                for link in reversed(self.links)
                if link.target is not None
            }
            for number, key in self._unplaced.items():
                self.losses[number] = replace(self.losses[number], target=places.get(key))
            self._unplaced.clear()
        return self.losses

    def edge_changes(self, part: ToolCallPart | ToolResultPart) -> list[tuple[Address, str]]:
        """Where a part names an id that the plan rewrites, and what it is now; own words alone
        have edges."""
        if not part.edges or not self.ids.changes:
            return []
        return [
            (edge.address, self._rewritten[edge.value])
            for edge in part.edges
            if edge.value in self._rewritten
        ]

    @cached_property
    def _rewritten(self) -> dict[str, str]:
        """Equal ids are rewritten to equal ids, so one answer holds for all that name it."""
        return {
            change.logged: change.written
            for change in self.ids.changes.values()
            if change.logged is not None and change.how == "rewritten"
        }

    def id_map(self) -> list[IdChange]:
        """All changed ids, in the order of the upload, each with its place in the payload."""
        return [
            replace(change, target=self.id_targets[key] if self.with_links else None)
            for key, change in self.ids.changes.items()
            if key in self.id_targets
        ]

    @cached_property
    def told_names(self) -> frozenset[str | None]:
        """The names of functions in the calls, as other formats write them."""
        return frozenset(name_of(call) for call in self.conversation.calls())

    def wire_format_of(self, part: Part) -> str:
        """The wire format of the message that a part is in."""
        if is_setting(part.key):
            return self.conversation.wire_format
        return self.message_with(part).wire_format

    def message_with(self, part: Part) -> Message:
        """The message that a part is in; found by its key, as a piece of a conversation keeps
        the keys of the whole."""
        return self._messages[message_of(part.key)]

    @cached_property
    def _messages(self) -> dict[NodeKey, Message]:
        return {message.key: message for message in self.conversation.messages}

    def _has_own_words(self, part: Part) -> bool:
        if self.wire_format_of(part) == self.target:
            return True
        return bool(self.taken_over) and message_of(part.key) in self.taken_over

    def _say_retold(self, part: Part, function_name_for_export: str, target: Address) -> None:
        """A provider's own tool is written as a function of a client, which it was not."""
        name = getattr(part, "name", None)
        named = (
            f" (its own name, {name}, is left out)"
            if name not in (None, function_name_for_export)
            else ""
        )
        why = (
            f"{self.title} has no such item; it is told as that of a function "
            f"{function_name_for_export}{named}."
        )
        wire_type = getattr(part, "wire_type", "item")
        self.losses.append(
            Loss(LossKind.CHANGED, "retold-as-function", wire_type, why, part.address, target)
        )

    def _lose_fields(self, part: Part, edges: Sequence[Edge], target: Address) -> None:
        """Record the loss of fields of one format: extras, and ties to other items."""
        if self._has_own_words(part) or isinstance(part, OpaquePart):
            return
        for name in dict.fromkeys([*(part.extras or ()), *(edge.field for edge in edges)]):
            self._lose_field(name, place_of_extra(name, part), target)

    def _lose_role(self, message: Message, target: Address) -> None:
        """Record that an unknown role becomes the user; once, also where a message is
        split."""
        raw = object_or_empty(message.raw)
        if "role" not in raw or message.key in self._roles_lost:
            return
        self._roles_lost.add(message.key)
        spoken = raw["role"]
        what = spoken if isinstance(spoken, str) else "role"
        why = f"{self.title} has no such role; the message stands as the user's."
        self.losses.append(Loss(LossKind.CHANGED, "role", what, why, message.address, target))

    def _lose_item_id(self, item_id: str, source: Address, target: Address) -> None:
        why = f"It names the item for its own provider, and means nothing to {self.title}."
        self.losses.append(Loss(LossKind.DROPPED, "item-id", item_id, why, source, target))

    def _lose_field(self, name: str, source: Address, target: Address) -> None:
        why = f"{self.title} has no field for it."
        self.losses.append(Loss(LossKind.DROPPED, "vendor-field", name, why, source, target))


def _is_its_part(message: Message) -> bool:
    """Whether the message is one item, whose part has the same place and its own losses."""
    return any(part.address == message.address for part in message.parts)


def place_of_extra(name: str, part: Part) -> Address:
    """The address of an extra: in the JSON of the part, or in an object directly inside it."""
    if isinstance(part.raw, dict) and name not in part.raw:
        for key, inner in part.raw.items():
            if isinstance(inner, dict) and name in inner:
                return child(part.address, key, name)
    return child(part.address, name)


_ROLES: dict[type[Part], LinkRole] = {
    TextPart: "text",
    ToolCallPart: "call",
    ToolResultPart: "result",
}


def _role(part: Part) -> LinkRole:
    return _ROLES.get(type(part)) or ("envelope" if is_setting(part.key) else "text")
