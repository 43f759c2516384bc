"""What a format tells while it writes: every link from part to payload, and every loss."""

from __future__ import annotations

from dataclasses import replace

from crosswire.address import Address, child
from crosswire.id_plan import IdPlan
from crosswire.loss import IdChange, Link, LinkRole, Loss, LossKind, Relation
from crosswire.model import (
    Conversation,
    Message,
    OpaquePart,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.pairing import Pairing


class RenderingBuilder:
    """Given to a format's `render`: the conversation to write, and a place for what must be said of it."""

    def __init__(
        self,
        target: str,
        conversation: Conversation,
        pairing: Pairing,
        ids: IdPlan,
        *,
        with_links: bool = True,
    ) -> None:
        self.target = target
        self.conversation = conversation
        self.pairing = pairing
        self.ids = ids
        self.with_links = with_links
        self.links: list[Link] = []
        self.losses: list[Loss] = []
        self.id_targets: dict[str, Address] = {}

    def is_own(self, message: Message) -> bool:
        """Whether the message is in the target's own words, so that its JSON may be written as it is."""
        return message.dialect == self.target

    def id_for(self, part: ToolCallPart | ToolResultPart, target: Address) -> str | None:
        """The call id to write at `target`; None: write none."""
        if part.key in self.ids.changes:
            self.id_targets.setdefault(part.key, target)
        return self.ids.ids[part.key]

    def link(
        self, part: Part, target: Address, relation: Relation = "same", role: LinkRole | None = None
    ) -> None:
        """The part stands at this place of the payload. What the model has no word for is lost elsewhere."""
        if not self.with_links:
            return
        self.links.append(Link(part.key, target, role or _role(part), relation))
        if part.extras:
            self._lose_extras(part, target)
        item_id = getattr(part, "item_id", None)
        if item_id is not None and self.dialect_of(part) != self.target:
            self._lose_item_id(item_id, part.address, target)

    def link_message(self, message: Message, target: Address, relation: Relation = "same") -> None:
        """The wrapper of a message (its role, its own fields) stands here."""
        if not self.with_links:
            return
        self.links.append(Link(message.key, target, "envelope", relation))
        if message.item_id is not None and not self.is_own(message) and not _is_its_part(message):
            self._lose_item_id(message.item_id, message.address, target)
        elsewhere = message.extras_at or {}
        for name in message.extras or ():
            if name in elsewhere or not self.is_own(message):
                place = child(elsewhere.get(name, message.address), name)
                self._lose_field(name, place, target)

    def added(self, target: Address, what: str, why: str, *, code: str = "required-by-target") -> None:
        """The payload needs this and the upload has nothing for it."""
        if not self.with_links:
            return
        self.links.append(Link(None, target, "envelope", "added"))
        self.losses.append(Loss(LossKind.ADDED, code, what, why, target=target))

    def dropped(self, part: Part, code: str, what: str, why: str, *, fallback: str | None = None) -> None:
        """The part has no place in the payload."""
        if not self.with_links:
            return
        self.links.append(Link(part.key, None, _role(part), "dropped"))
        self.losses.append(Loss(LossKind.DROPPED, code, what, why, source=part.address, fallback=fallback))

    def dropped_message(self, message: Message, why: str) -> None:
        """The wrapper of a message has no place, because nothing of the message is left."""
        if self.with_links:
            self.links.append(Link(message.key, None, "envelope", "dropped"))
        if self.with_links and not message.parts:  # else each part has a loss of its own
            self.losses.append(
                Loss(LossKind.DROPPED, "empty-message", "message", why, source=message.address)
            )

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
        if self.with_links:
            self.losses.append(Loss(kind, code, what, why, part.address, target, fallback))

    def id_map(self) -> list[IdChange]:
        """All changed ids, in the order of the upload, each with its place in the payload."""
        return [
            replace(change, target=self.id_targets[key] if self.with_links else None)
            for key, change in self.ids.changes.items()
            if key in self.id_targets
        ]

    def dialect_of(self, part: Part) -> str:
        """The wire format in whose words a part is written."""
        if part.key.startswith("m"):
            return self.conversation.messages[int(part.key.partition(".")[0][1:])].dialect
        return self.conversation.dialect

    def _lose_extras(self, part: Part, target: Address) -> None:
        if self.dialect_of(part) == self.target or isinstance(part, OpaquePart):
            return
        for name in part.extras or ():
            self._lose_field(name, _place_of(name, part), target)

    def _lose_item_id(self, item_id: str, source: Address, target: Address) -> None:
        why = f"{self.target} has no ids of items."
        self.losses.append(Loss(LossKind.DROPPED, "item-id", item_id, why, source, target))

    def _lose_field(self, name: str, source: Address, target: Address) -> None:
        self.losses.append(
            Loss(
                LossKind.DROPPED,
                "vendor-field",
                name,
                f"{self.target} has no field for it.",
                source,
                target,
            )
        )


def _is_its_part(message: Message) -> bool:
    """Whether the message is one item, whose part has the same place and says what becomes of it."""
    return any(part.address == message.address for part in message.parts)


def _place_of(name: str, part: Part) -> Address:
    """Where an extra stands: in the part's JSON, or in an object directly inside it."""
    if isinstance(part.raw, dict) and name not in part.raw:
        for key, inner in part.raw.items():
            if isinstance(inner, dict) and name in inner:
                return child(part.address, key, name)
    return child(part.address, name)


_ROLES: dict[type[Part], LinkRole] = {ToolCallPart: "call", ToolResultPart: "result"}


def _role(part: Part) -> LinkRole:
    return _ROLES.get(type(part)) or ("envelope" if part.key.startswith("e") else "text")
