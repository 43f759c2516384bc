"""A conversation on its way back: written with what a map held of it when it was written
before."""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child, last_token, parent, resolve, root
from crosswire.conversion import render
from crosswire.errors import BadAddress, NotAHeldMap
from crosswire.model import Conversation, JsonValue
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import Loss, Rendering
from crosswire.model.media import MediaPolicy
from crosswire.model.node_key import NodeKey
from crosswire.reading.loading import load
from crosswire.rendering.builder import place_of_extra
from crosswire.rendering.id_plan import IdPolicy
from crosswire.roundtrip.apply import HeldFields, changed_since, restore
from crosswire.roundtrip.sidecar import Held


def render_back(
    conversation: Conversation,
    target: str,
    held: Held,
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
) -> tuple[Conversation, Rendering]:
    """Restore what was held, then write it: the restored conversation, and its rendering.

    Addresses of the rendering's losses beyond the documents of the upload point into the map,
    which is the last document. Raises UnknownFormat, NotAHeldMap.
    """
    restored = restore(conversation, held)
    rendering = render(restored.conversation, target, ids=ids, media=media)
    again = _Again(rendering, restored.fields)
    again.put()
    rendering.losses += [*restored.losses, *again.losses]
    return restored.conversation, rendering


def convert(
    data: bytes,
    to: str,
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
    format: str | None = None,
    held: Sequence[Held] | None = None,
) -> list[Rendering]:
    """Read an upload and write each of its conversations as `to`; see `load` and `render`.

    `held` has one map for each conversation, made by `hold` when the upload was written; see
    `read_file`.
    """
    conversations = load(data, format=format).conversations
    if held is None:
        return [
            render(conversation, to, ids=ids, media=media) for conversation in conversations
        ]
    return [
        rendering
        for _, rendering in render_all_back(conversations, to, held, ids=ids, media=media)
    ]


def render_all_back(
    conversations: Sequence[Conversation],
    target: str,
    held: Sequence[Held],
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
) -> list[tuple[Conversation, Rendering]]:
    """All conversations of a file; see `render_back`."""
    if len(conversations) != len(held):
        raise NotAHeldMap(
            "This map was made for another file: it holds "
            f"{_counted(len(held))}, and this one has "
            f"{_counted(len(conversations))}."
        )
    pairs = zip(conversations, held, strict=True)
    return [
        render_back(conversation, target, one, ids=ids, media=media)
        for conversation, one in pairs
    ]


def _counted(number: int) -> str:
    return "1 conversation" if number == 1 else f"{number} conversations"


class _Again:
    """Gives unchanged parts of changed messages the fields that their own format has a word
    for."""

    def __init__(self, rendering: Rendering, fields: dict[NodeKey, HeldFields]) -> None:
        self.rendering = rendering
        self.fields = fields
        self.losses: list[Loss] = []

    def put(self) -> None:
        targets = {
            link.node: link.target for link in self.rendering.links if link.node in self.fields
        }
        changes: list[tuple[tuple[str, ...], JsonValue]] = []
        for key, held in self.fields.items():
            target = targets.get(key)
            if held.format != self.rendering.target:
                continue  # no other format has a word for them
            for name, value in (held.part.extras or {}).items():
                place = place_of_extra(name, held.part)
                tokens = tokens_below(place, held.part.address)
                if target is not None and self._takes(child(target, *tokens)):
                    changes.append(((*tokens_below(target, root()), *tokens), value))
                else:
                    self.losses.append(changed_since(name, place))
        self.rendering.payload = (
            patched(self.rendering.payload, changes) if changes else self.rendering.payload
        )

    def _takes(self, place: Address) -> bool:
        """Whether there is an object for the field, which does not have it yet."""
        try:
            above = resolve(parent(place) or place, [self.rendering.payload], str)
        except BadAddress:
            return False
        return isinstance(above, dict) and last_token(place) not in above
