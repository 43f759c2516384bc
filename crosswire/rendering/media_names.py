"""Names of files that a rendering left out.

A format has a field for the name of a file with some kinds of media only: OpenAI's with bytes
and not with a URL, Gemini's with all. So this looks at the payload, and asks no format.
"""

from __future__ import annotations

from collections.abc import Mapping

from crosswire.address import Address, resolve
from crosswire.model import JsonObject, MediaPart
from crosswire.model.loss import LossKind
from crosswire.model.node_key import NodeKey
from crosswire.rendering.builder import RenderingBuilder


def tell_lost_names(out: RenderingBuilder, payload: JsonObject) -> None:
    """Record a loss for each medium in the payload whose file name is missing there."""
    if not out.with_losses:
        return
    named = {part.key: part for part in out.conversation.media() if part.name}
    changed = {loss.source for loss in out.losses if loss.code == "document-name"}
    why = f"{out.title} has no field for the name of such a file."
    for key, places in _places(out, named).items():
        part = named[key]
        name = str(part.name)
        is_kept = any(_holds(resolve(place, [payload], str), name) for place in places)
        if not is_kept and part.address not in changed:
            out.lost(LossKind.DROPPED, part, "file-name", name, why, target=places[-1])


def _places(
    out: RenderingBuilder, named: Mapping[NodeKey, MediaPart]
) -> dict[NodeKey, list[Address]]:
    """The places of these parts in the payload."""
    places: dict[NodeKey, list[Address]] = {}
    for link in out.links if named else ():
        if link.node is not None and link.node in named and link.target is not None:
            places.setdefault(link.node, []).append(link.target)
    return places


def _holds(value: object, name: str) -> bool:
    """Whether a value of the payload has a name, by itself or in a text."""
    if isinstance(value, str):
        return name in value
    if isinstance(value, dict):
        return any(_holds(one, name) for one in value.values())
    return isinstance(value, list) and any(_holds(one, name) for one in value)
