"""A conversation on its way back: written with what a sidecar holds of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import repeat

from crosswire.address import Address, child, root
from crosswire.conversion import render
from crosswire.counting import counted
from crosswire.errors import NotASidecar
from crosswire.model import Conversation, JsonValue
from crosswire.model.json_patch import patched, tokens_below, value_below
from crosswire.model.loss import Loss, Rendering
from crosswire.model.media import MediaPolicy
from crosswire.model.node_key import NodeKey
from crosswire.reading.loading import load
from crosswire.rendering.builder import place_of_extra
from crosswire.rendering.id_plan import IdPolicy
from crosswire.roundtrip.apply import SidecarFields, apply_sidecar
from crosswire.roundtrip.changed_messages import changed_since
from crosswire.roundtrip.sidecar import Sidecar


def render_back(
    conversation: Conversation,
    target: str,
    sidecar: Sidecar,
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
) -> tuple[Conversation, Rendering]:
    """Restore what a sidecar holds, then write it: the restored conversation, and its
    rendering.

    Addresses of the rendering's losses beyond the documents of the upload point into the
    sidecar, which is the last document. Raises UnknownFormat, NotASidecar.
    """
    restored = apply_sidecar(conversation, sidecar)
    rendering = render(restored.conversation, target, ids=ids, media=media)
    rendering.losses += [*restored.losses, *_put_fields(rendering, restored.fields)]
    return restored.conversation, rendering


def convert(
    data: bytes,
    to: str,
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
    format: str | None = None,
    sidecars: Sequence[Sidecar] | None = None,
) -> list[Rendering]:
    """Read an upload and write each of its conversations as `to`; see `load` and `render`.

    `sidecars` has one for each conversation, made by `build_sidecar` when the upload was
    written; see `read_file`.
    """
    conversations = load(data, format=format).conversations
    if sidecars is None:
        return [
            render(conversation, to, ids=ids, media=media) for conversation in conversations
        ]
    rendered = render_all_back(conversations, to, sidecars, ids=ids, media=media)
    return [rendering for _, rendering in rendered]


def render_all_back(
    conversations: Sequence[Conversation],
    target: str,
    sidecars: Sequence[Sidecar],
    *,
    ids: IdPolicy = "fill",
    media: MediaPolicy = "inside",
) -> list[tuple[Conversation, Rendering]]:
    """All conversations of a file; see `render_back`."""
    if len(conversations) != len(sidecars):
        raise NotASidecar(
            "This map was made for another file: it holds "
            f"{_counted(len(sidecars))}, and this one has "
            f"{_counted(len(conversations))}."
        )
    back = partial(render_back, ids=ids, media=media)
    return [*map(back, conversations, repeat(target), sidecars)]


def _counted(number: int) -> str:
    return counted(number, "conversation")


def _put_fields(rendering: Rendering, fields: Mapping[NodeKey, SidecarFields]) -> list[Loss]:
    """Give unchanged parts of changed messages the fields that only their own format has; the
    losses for those that have no place."""
    targets = {link.node: link.target for link in rendering.links if link.node in fields}
    changes: list[tuple[tuple[str, ...], JsonValue]] = []
    losses: list[Loss] = []
    for key, logged in fields.items():
        if logged.format != rendering.target:
            continue  # no other format has these fields
        target = targets.get(key)
        for name, value in (logged.part.extras or {}).items():
            place = place_of_extra(name, logged.part)
            tokens = tokens_below(place, logged.part.address)
            if target is not None and _has_room(rendering, child(target, *tokens)):
                changes.append(((*tokens_below(target, root()), *tokens), value))
            else:
                losses.append(changed_since(name, place))
    if changes:
        rendering.payload = patched(rendering.payload, changes)
    return losses


def _has_room(rendering: Rendering, place: Address) -> bool:
    """Whether the payload has an object for a field, and not the field yet."""
    tokens = tokens_below(place, root())
    holder = value_below(rendering.payload, tokens[:-1])
    return isinstance(holder, dict) and tokens[-1] not in holder
