"""What a shape is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from crosswire.address import Address
from crosswire.cached_property import cached_property
from crosswire.conversion import render
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonObject,
    Message,
    Part,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.loss import IdChange, Loss, NameChange, Rendering
from crosswire.pairing import Pairing, pair
from crosswire.rendering.id_plan import IdPolicy
from crosswire.rules.rule import Defect
from crosswire.rules.runner import diagnose
from crosswire.rules.target_verdicts import Verdict, verdicts
from crosswire.rules.targets import TARGETS, targets_of_format

EVERY_FORMAT = tuple(FORMATS)
"""For shapes that all formats have."""


class Export(Struct, dict=True):
    """A conversation, its rendering, and what is known of its upload."""

    conversation: Conversation
    rendering: Rendering
    name: str | None = None
    """What the upload is called."""
    upload: bytes | None = None
    """The upload as it came."""
    one_line: bool = False
    """Whether it becomes a line of a file of several."""
    given_pairing: Pairing | None = None
    targets: tuple[str, ...] = ()
    """Who is asked about the payload, of those that take its format; else who usually is."""

    @cached_property
    def pairing(self) -> Pairing:
        return self.given_pairing or pair(self.conversation)

    @cached_property
    def findings(self) -> list[Defect]:
        return diagnose(self.conversation, self.pairing)

    @cached_property
    def refused_by(self) -> list[Verdict]:
        """The verdicts of those targets of this format that refuse the payload."""
        named = [name for name in self.targets if self.target in TARGETS[name].formats]
        targets = named or targets_of_format(self.target)
        ids = cast("IdPolicy", self.rendering.policy)
        found = verdicts(
            self.conversation, targets, ids=ids, pairing=self.pairing, format=self.target
        )
        return [verdict for verdict in found.values() if verdict.accepts is False]

    @property
    def payload(self) -> JsonObject:
        return cast("JsonObject", self.rendering.payload)

    @property
    def target(self) -> str:
        return self.rendering.target

    @property
    def title(self) -> str:
        """The target as people name it."""
        return FORMATS[self.target].TITLE

    def rendered_as(self, target: str) -> Rendering:
        """The same conversation in another format, by the same policy."""
        if target == self.target:
            return self.rendering
        policy = cast("IdPolicy", self.rendering.policy)
        return render(self.conversation, target, ids=policy, pairing=self.pairing)

    @cached_property
    def nodes(self) -> dict[str, Part | Message]:
        """All parts and messages, by their key."""
        found: dict[str, Part | Message] = {
            part.key: part for part in self.conversation.settings_and_tools
        }
        for message in self.conversation.messages:
            found[message.key] = message
            for part in message.parts:
                found |= {node.key: node for node in (part, *part.declares)}
                result = part.embedded if isinstance(part, ToolCallPart) else part
                if isinstance(result, ToolResultPart):
                    found[result.key] = result
                    found |= {content.key: content for content in result.content}
        return found


class Written(Struct, frozen=True):
    """A file, and the losses and changed ids on the way from the upload to it."""

    data: bytes
    losses: list[Loss]
    """Of the rendering and of the shape; their targets are places of the file where it is
    JSON."""
    id_map: list[IdChange]
    name_map: list[NameChange]

    def report(self) -> dict[str, Any]:
        """As `crosswire convert --losses` writes it for a conversation."""
        return report(self.losses, self.id_map, self.name_map)


def report(
    losses: Iterable[Loss], id_map: Iterable[IdChange], name_map: Iterable[NameChange]
) -> dict[str, Any]:
    """The losses and changed ids and names, as JSON."""
    return {
        "losses": [loss.record() for loss in losses],
        "id_map": [change.record() for change in id_map],
        "name_map": [change.record() for change in name_map],
    }


class Shape(Protocol):
    """A way to hand out a conversation: a module of this package."""

    NAME: str
    """As in options and URLs, e.g. `fine-tune`."""
    TITLE: str
    """As on the page."""
    SAYS: str
    """What the file holds and leaves out, in one sentence."""
    MEDIA_TYPE: str
    ENDING: str
    """Of the file's name, without the first dot."""
    IN_LINES: bool
    """Whether several conversations make one file, a line each."""
    FORMAT_NAMES: tuple[str, ...]
    """The formats that have it."""

    def write(self, export: Export) -> Written:
        """Write the file; the same export gives the same bytes. Raises CannotExport."""


def unchanged(export: Export, data: bytes, more: Iterable[Loss] = ()) -> Written:
    """A file that has the payload as it is."""
    rendering = export.rendering
    return Written(data, [*rendering.losses, *more], rendering.id_map, rendering.name_map)


Moved = Callable[[Address], Address | None]
"""The place in the file of a place in the payload; None where the file lacks it."""


def moved(export: Export, data: bytes, place: Moved, more: Iterable[Loss] = ()) -> Written:
    """A file that has what is left of the payload, at other places."""
    rendering = export.rendering
    names = [
        replace(one, targets=tuple(at for at in map(place, one.targets) if at is not None))
        for one in rendering.name_map
    ]
    ids = [
        replace(one, target=None if one.target is None else place(one.target))
        for one in rendering.id_map
    ]
    return Written(data, [*_moved_losses(rendering.losses, place), *more], ids, names)


def _moved_losses(losses: Iterable[Loss], place: Moved) -> Iterable[Loss]:
    for loss in losses:
        target = None if loss.target is None else place(loss.target)
        # What was added, and is not in the file after all, is nothing to tell.
        if target is not None or loss.source is not None:
            yield replace(loss, target=target)
