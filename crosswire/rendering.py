"""What a format tells while it writes: every link from part to payload, and every loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from crosswire import arguments
from crosswire.address import Address, child, escape, pointer, rebase, root, unescape
from crosswire.containers import json_document
from crosswire.id_plan import IdPlan
from crosswire.loss import IdChange, Link, LinkRole, Loss, LossKind, Relation
from crosswire.model import (
    ArgumentsState,
    Conversation,
    JsonObject,
    JsonValue,
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


# Common to all formats: what is in the target's own words already, and the settings.


def as_they_are(
    out: RenderingBuilder,
    messages: Iterable[Message],
    container: Address,
    cleaned: Callable[[Message], JsonValue],
) -> list[JsonValue]:
    """Messages that are in the target's own words: their JSON, with the ids that the plan changes.

    `cleaned` takes away what only a response may carry; it must leave the places of the parts as
    they are. A message that stands in a field of its own is not for this function.
    """
    written: list[JsonValue] = []
    for message in messages:
        target = Address(f"{container}/{len(written)}")
        written.append(as_it_is(out, message, target, cleaned(message)))
    return written


def as_it_is(out: RenderingBuilder, message: Message, target: Address, raw: JsonValue) -> JsonValue:
    """One message in the target's own words, to stand at `target`."""
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    out.link_message(message, target)
    for part in message.parts:
        place = rebase(part.address, message.address, target)
        out.link(part, place)
        if isinstance(part, (ToolCallPart, ToolResultPart)):
            changes += _id_change(out, message, part, target)
    return patched(raw, changes) if changes else raw


def _id_change(
    out: RenderingBuilder, message: Message, part: ToolCallPart | ToolResultPart, target: Address
) -> list[tuple[tuple[str, ...], JsonValue]]:
    if part.call_id.address is None:
        return []  # this wire type has no field for an id
    written = out.id_for(part, rebase(part.call_id.address, message.address, target))
    if written == part.call_id.value:
        return []
    return [(tokens_below(part.call_id.address, message.address), written)]


def own_settings(
    out: RenderingBuilder, payload: JsonObject, *, of_response: frozenset[str] = frozenset()
) -> None:
    """Settings of a conversation that is in the target's own words: each field as it stands."""
    for setting in out.conversation.settings():
        if setting.of_response or setting.name in of_response:
            out.dropped(
                setting,
                "of-response",
                setting.name,
                "A provider says it in a response; a request has no field for it.",
            )
        else:
            payload[setting.name] = setting.value
            out.link(setting, Address(f"0:/{escape(setting.name)}"))


def assistant_runs(messages: Sequence[Message], own: str) -> Iterator[list[Message]]:
    """Messages one by one, but runs of assistant messages in other words than the target's together."""
    run: list[Message] = []
    for message in messages:
        joins = message.role == "assistant" and message.dialect != own
        if run and not joins:
            yield run
            run = []
        if joins:
            run.append(message)
        else:
            yield [message]
    if run:
        yield run


SettingWriter = Callable[[JsonValue], "tuple[tuple[str, ...], JsonValue] | None"]
"""From a neutral value to the place and form of the target's own field; None: it cannot hold this value."""


def foreign_settings(
    out: RenderingBuilder, payload: JsonObject, writers: Mapping[str, SettingWriter]
) -> None:
    """Settings of a conversation in other words: what has the same meaning in the target is carried over."""
    for setting in out.conversation.settings():
        writer = writers.get(setting.meaning or "")
        found = writer(setting.neutral) if writer is not None and not setting.of_response else None
        if found is None:
            code = "of-response" if setting.of_response else "setting"
            out.dropped(setting, code, setting.name, f"A request of {out.target} has no field for it.")
            continue
        tokens, value = found
        payload.update(patched(payload, [(tokens, value)]))  # type: ignore[arg-type]
        target = child(root(), *tokens)
        out.link(
            setting,
            target,
            "same" if value == setting.value and tokens == (setting.name,) else "changed",
        )
        if setting.meaning == "model":
            out.lost(
                LossKind.CHANGED,
                setting,
                "model-name",
                "model",
                "The name is another provider's; it was not translated.",
                target=target,
            )


def field(name: str) -> SettingWriter:
    """A writer for a top-level field that takes the neutral value as it is."""
    return lambda value: ((name,), value)


def object_arguments(out: RenderingBuilder, call: ToolCallPart, target: Address) -> JsonObject:
    """The arguments of a call for a format that takes an object; what is none is wrapped, and said."""
    value = arguments.as_object(call.arguments)
    if value is not None:
        return value
    free = call.arguments.state is ArgumentsState.FREE_TEXT
    wrapper = "input" if free else "_raw"
    kept = call.arguments.text if call.arguments.text is not None else call.arguments.value
    what = "free text" if free else "not a JSON object"
    out.lost(
        LossKind.CHANGED,
        call,
        "arguments-wrapped",
        "arguments",
        f"They are {what}, and {out.target} takes an object.",
        target=target,
        fallback=f'{{"{wrapper}": …}}',
    )
    return {wrapper: kept}


def json_text(value: JsonValue) -> str:
    """JSON written as text inside JSON (arguments, structured results)."""
    return json_document.write(value).decode()


_ROLES: dict[type[Part], LinkRole] = {ToolCallPart: "call", ToolResultPart: "result"}


def _role(part: Part) -> LinkRole:
    return _ROLES.get(type(part)) or ("envelope" if part.key.startswith("e") else "text")


def patched(value: JsonValue, changes: Iterable[tuple[tuple[str, ...], JsonValue]]) -> JsonValue:
    """A copy of a JSON value with some places replaced (None: removed); what is not changed is shared.

    Missing keys are added; each place is given as tokens of a pointer below the value.
    """
    patch = _Patch()
    for tokens, new in changes:
        patch.add(tokens, new)
    return patch.applied(value)


class _Patch:
    """What becomes of one place: replaced, or changed below; a tree, as one message may hold many calls."""

    __slots__ = ("below", "new", "replaced")

    def __init__(self) -> None:
        self.replaced = False
        self.new: JsonValue = None
        self.below: dict[str, _Patch] = {}

    def add(self, tokens: tuple[str, ...], new: JsonValue) -> None:
        place = self
        for token in tokens:
            place = place.below.setdefault(token, _Patch())
        place.replaced, place.new, place.below = True, new, {}

    def applied(self, value: JsonValue) -> JsonValue:
        if self.replaced:
            value = self.new
        if not self.below:
            return value
        if isinstance(value, list):
            items = list(value)
            for token, patch in self.below.items():
                items[int(token)] = patch.applied(items[int(token)])
            return items
        fields = dict(value) if isinstance(value, dict) else {}
        for token, patch in self.below.items():
            if patch.replaced and patch.new is None and not patch.below:
                fields.pop(token, None)
            else:
                fields[token] = patch.applied(fields.get(token))
        return fields


def tokens_below(address: Address, ancestor: Address) -> tuple[str, ...]:
    """The tokens that lead from an ancestor down to an address of the same level of nesting."""
    return tuple(unescape(token) for token in pointer(address)[len(pointer(ancestor)) :].split("/")[1:])
