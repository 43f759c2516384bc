"""Media in results: where the target takes them, and the losses where it does not."""

from __future__ import annotations

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model import MediaPart, Message, ToolResultPart
from crosswire.model.loss import LossKind
from crosswire.model.media import summary_of
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import exportable_as_function, exported_name

CODE = "media-in-result"
_ASKED = "Media of results are told of in words, as was asked for."


class Shown(Struct):
    """Media of one result, to be written as parts of their own behind the results."""

    result: ToolResultPart
    label: str
    """A line that names their result."""
    parts: list[MediaPart] = field(default_factory=list)


def gives_results(message: Message) -> bool:
    """Whether a message has results of functions, so that media of earlier results wait on."""
    if message.role == "assistant":
        return False
    return any(
        isinstance(part, ToolResultPart) and exportable_as_function(part)
        for part in message.parts
    )


class ResultMedia:
    """Media of the results that are written one after another, until something else follows
    them."""

    def __init__(self, out: RenderingBuilder, *, limit: str, behind: str) -> None:
        self.out = out
        self.limit = limit
        """A sentence: what a result of the target holds."""
        self.behind = behind
        """The place of other media, e.g. `in a message of the user behind the results`."""
        self.waiting: list[Shown] = []
        """The media to be written behind the results."""

    @property
    def inside(self) -> bool:
        """Whether media go into the result itself, if the target takes them there."""
        return self.out.media == "inside"

    def goes_beside(self, taken: bool) -> bool:
        """Whether a medium that is not in the result goes behind it; `taken`: the target
        allows it."""
        return taken and self.out.media != "text"

    def text_for(
        self,
        result: ToolResultPart,
        part: MediaPart,
        at: Address,
        *,
        beside: bool,
        why: str | None = None,
    ) -> str:
        """The text in the result instead of a medium; `beside`: the target takes it behind the
        results.

        `why` is the reason where it becomes text for another reason than the limit.
        """
        if self.goes_beside(beside):
            self.wait(result, part)
            self.out.add_link(part.key, at, "text", "changed")
            return self.note(part)
        self.out.link(part, at, "changed")
        summary = summary_of(part)
        reason = _ASKED if self.out.media == "text" else why or self.limit
        self.out.lost(
            LossKind.DROPPED, part, CODE, part.media, reason, target=at, fallback=summary
        )
        return summary

    def note(self, part: MediaPart) -> str:
        """The text in place of a medium that is shown behind the results."""
        return f"{summary_of(part)[:-1]}; shown behind the results]"

    def wait(self, result: ToolResultPart, part: MediaPart) -> None:
        """Keep a medium until the results are written."""
        if not self.waiting or self.waiting[-1].result is not result:
            self.waiting.append(Shown(result, self._label(result)))
        self.waiting[-1].parts.append(part)

    def take(self) -> list[Shown]:
        """The media that wait, to be written now."""
        waiting, self.waiting = self.waiting, []
        return waiting

    def say_label(self, at: Address, label: str) -> None:
        """Record that the line before the media is here."""
        why = "It says of which result the media behind it are."
        self.out.added(at, label.removesuffix(":"), why, code="media-label")

    def say_message(self, at: Address) -> None:
        """Link an added message, which holds the media behind the results."""
        self.out.add_link(None, at, "envelope", "added")

    def say_shown(self, part: MediaPart, at: Address, *, why: str | None = None) -> None:
        """Record that a medium is here, behind the results."""
        self.out.link(part, at, "moved")
        because = (
            "As was asked for," if self.out.media == "beside" else f"{why or self.limit[:-1]};"
        )
        reason = f"{because} it stands {self.behind}."
        self.out.lost(LossKind.MOVED, part, CODE, part.media, reason, target=at)

    def _label(self, result: ToolResultPart) -> str:
        """The id is the payload's, which a reader of it can look for."""
        pair = self.out.pairing.pair_of.get(result.key)
        call_id = self.out.ids.ids.get(result.key)
        told = (
            exported_name(pair.call)
            if pair is not None
            else result.function_name_for_export or result.name
        )
        name = self.out.names.written.get(told, told) if told else None
        whose = f" of {name}" if name else ""
        return (
            f"From the result{whose} ({call_id}):" if call_id else f"From the result{whose}:"
        )
