"""A conversation in another format, with everything that must be said of the way there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from crosswire.collector import collector_paused
from crosswire.errors import UnknownFormat
from crosswire.formats import FORMATS
from crosswire.model import Conversation
from crosswire.model.loss import Loss, Rendering
from crosswire.model.media import MediaPolicy
from crosswire.pairing import Pairing, pair
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.id_plan import IdPolicy, ids_as_logged, plan_ids
from crosswire.rendering.media_names import tell_lost_names
from crosswire.rendering.name_map import name_map
from crosswire.rendering.name_plan import names_before, plan_names
from crosswire.streams import WrittenStream
from crosswire.streams import write as write_events


def render(
    conversation: Conversation,
    target: str,
    *,
    ids: IdPolicy = "fill",
    pairing: Pairing | None = None,
    names: Iterable[Mapping[str, object]] = (),
    media: MediaPolicy = "inside",
    links: bool = True,
    losses: bool = True,
    model: str | None = None,
) -> Rendering:
    """Write a conversation as a request body of `target`; raises UnknownFormat.

    `names` holds the records of an earlier rendering's name map: the names that it rewrote are
    written as they were logged before it. `media` says where media of results are to stand
    (see `MediaPolicy`); those in the target's own words stand as they are. `links=False`
    leaves links, losses and the places of changed ids and names away, for speed;
    `losses=False` losses alone. `model` is named in a body that must name one, where the log
    names none.
    """
    if target not in FORMATS:
        raise UnknownFormat(f"{target!r} cannot be written. These can: {', '.join(FORMATS)}.")
    format = FORMATS[target]
    with collector_paused():
        plan = ids_as_logged(conversation, format.ID_RULE, ids)
        if plan is None:
            pairing = pairing or pair(conversation)
            plan = plan_ids(conversation, pairing, format.ID_RULE, ids)
        tools = plan_names(conversation, format.NAME_RULE, ids, names_before(names))
        out = RenderingBuilder(
            target,
            conversation,
            pairing,
            plan,
            names=tools,
            media=media,
            with_links=links,
            with_losses=losses,
        )
        payload = format.render(out)
        if model is not None and format.MODEL_IN_BODY and "model" not in payload:
            payload = {"model": model, **payload}
        tell_lost_names(out, payload)
        renamed = name_map(out)  # tells of losses too
        told = _at_events(conversation, out.placed_losses())
        return Rendering(target, ids, payload, told, out.links, out.id_map(), renamed, media)


def is_written_as_logged(conversation: Conversation, target: str, ids: IdPolicy) -> bool:
    """Whether this policy surely leaves every id and name as it was logged, so that what is
    written in `target` is what `keep` gives."""
    format = FORMATS[target]
    if ids_as_logged(conversation, format.ID_RULE, ids) is None:
        return False
    return not plan_names(conversation, format.NAME_RULE, ids).changes


def _at_events(conversation: Conversation, losses: list[Loss]) -> list[Loss]:
    """Of an answer that came as a stream each field has a place of its own, not one below its
    block."""
    places = conversation.places
    if places is None:
        return losses
    return [
        loss if loss.source is None else replace(loss, source=places.corrected(loss.source))
        for loss in losses
    ]


def write_stream(
    conversation: Conversation, target: str, *, ids: IdPolicy = "fill"
) -> WrittenStream:
    """The last turn of the assistant as `target` would have streamed it; raises as
    `streams.write` does."""
    if target not in FORMATS:
        raise UnknownFormat(f"{target!r} cannot be written. These can: {', '.join(FORMATS)}.")
    return write_events(render(conversation, target, ids=ids, links=False).payload, target)
