"""The last turn of the assistant as the event stream that its provider would have sent.

`crosswire/streams/writing` has a writer for each kind of stream. All before that turn is the
request, which no stream repeats, so that it is listed as lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from crosswire.address import child, is_within, root
from crosswire.errors import CannotExport, CrosswireError
from crosswire.exports.export import Export, Written
from crosswire.exports.messages import container_of
from crosswire.exports.reshaping import words_of
from crosswire.formats import FORMATS
from crosswire.model import SettingPart
from crosswire.model.loss import Loss, LossKind
from crosswire.model.node_key import message_of
from crosswire.streams import WRITERS
from crosswire.streams import write as write_stream

NAME = "stream"
TITLE = "Event stream (SSE)"
SAYS = (
    "The last answer alone, as the events that would have brought it: what it was asked "
    "with is left out."
)
MEDIA_TYPE = "text/event-stream"
ENDING = "sse"
IN_LINES = False
FORMAT_NAMES = tuple(WRITERS)


def write(export: Export) -> Written:
    if export.target not in WRITERS:
        titles = ", ".join(FORMATS[name].TITLE for name in WRITERS)
        raise CannotExport(
            f"No event stream of {export.title} is written. These can be: {titles}."
        )
    try:
        stream = write_stream(export.rendering.payload, export.target)
    except CrosswireError as error:
        raise CannotExport(str(error)) from error
    rendering = export.rendering
    kept = [replace(loss, target=None) for loss in rendering.losses if loss.source is not None]
    losses = [*kept, *_request(export, stream.data), *stream.losses]
    ids = [replace(change, target=None) for change in rendering.id_map]
    names = [replace(change, targets=()) for change in rendering.name_map]
    return Written(stream.data, losses, ids, names)


def _request(export: Export, data: bytes) -> list[Loss]:
    """What the answer was asked with."""
    container = container_of(export.payload)
    count = data.count(b"event: response.output_item.done\n") or 1
    last = _last_spoken(export, container)
    above = child(root(), container)
    turn = [child(above, n) for n in range(last - count + 1, last + 1)]
    written = {
        message_of(link.node)
        for link in export.rendering.links
        if link.node and link.target and any(is_within(link.target, at) for at in turn)
    }
    why = "A stream is one answer; this was what it was asked with."
    asked = [
        ("message", one.address)
        for one in export.conversation.messages
        if one.key not in written
    ]
    named = export.payload.get("model") is not None
    beside = [
        (words_of(part), part.address)
        for part in export.conversation.settings_and_tools
        if not (named and isinstance(part, SettingPart) and part.meaning == "model")
    ]
    return [
        Loss(LossKind.DROPPED, "not-in-stream", what, why, at)
        for what, at in (*beside, *asked)
    ]


def _last_spoken(export: Export, container: str) -> int:
    """The last element of the messages that is from the model."""
    spoken = {one.key for one in export.conversation.messages if one.role == "assistant"}
    above = f"{child(root(), container)}/"
    places = (
        link.target.removeprefix(above)
        for link in export.rendering.links
        if link.node
        and link.target
        and message_of(link.node) in spoken
        and link.target.startswith(above)
    )
    return max((int(place.partition("/")[0]) for place in places), default=0)
