"""A conversation in another format, with everything that must be said of the way there."""

from __future__ import annotations

from crosswire.errors import UnknownFormat
from crosswire.formats import FORMATS
from crosswire.id_plan import IdPolicy, plan_ids
from crosswire.loading import collector_paused, load
from crosswire.loss import Rendering
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.rendering import RenderingBuilder


def render(
    conversation: Conversation,
    target: str,
    *,
    ids: IdPolicy = "fill",
    pairing: Pairing | None = None,
    links: bool = True,
) -> Rendering:
    """Write a conversation as a request body of `target`; raises UnknownFormat.

    `links=False` leaves links, losses and the places of changed ids away, for speed.
    """
    format = FORMATS.get(target)
    if format is None:
        raise UnknownFormat(f"{target!r} cannot be written. These can: {', '.join(FORMATS)}.")
    with collector_paused():
        pairing = pairing or pair(conversation)
        plan = plan_ids(conversation, pairing, format.ID_RULE, ids)
        out = RenderingBuilder(target, conversation, pairing, plan, with_links=links)
        payload = format.render(out)
        return Rendering(target, ids, payload, out.losses, out.links, out.id_map())


def convert(data: bytes, to: str, *, ids: IdPolicy = "fill", format: str | None = None) -> list[Rendering]:
    """Read an upload and write each of its conversations as `to`; see `load` and `render`."""
    return [render(conversation, to, ids=ids) for conversation in load(data, format=format).conversations]
