"""Messages that were written again since, or are new: what of the log they get back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import (
    JsonValue,
    Message,
    Part,
    ReasoningPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import CallId, IdState
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import Loss, LossKind
from crosswire.rendering.builder import place_of_extra
from crosswire.rendering.name_plan import tokens_of_name

_Patch = list[tuple[tuple[str, ...], JsonValue]]
"""Places below a value, and what is written there."""


def copied(message: Message) -> Message:
    """A message whose keys may be others, with all that it holds."""
    copied_message = copy(message)
    copied_message.parts = [*map(_copied_part, message.parts)]
    return copied_message


def _copied_part(part: Part) -> Part:
    copied_part = copy(part)
    if isinstance(copied_part, ToolResultPart):
        copied_part.content = [*map(copy, copied_part.content)]
    elif isinstance(copied_part, ToolCallPart) and copied_part.embedded is not None:
        copied_part.embedded = copy(copied_part.embedded)
        copied_part.embedded.content = [*map(copy, copied_part.embedded.content)]
    return copied_part


class LoggedWords(Struct, frozen=True):
    """The ids and the names of tools that a payload has otherwise than the log."""

    ids: Mapping[str, str]
    """An id in the payload -> the logged one."""
    names: Mapping[str, str]

    def put_into(self, message: Message) -> Message:
        """A copy of a message whose calls and results have the log's ids and names."""
        changed = copied(message)
        patch: _Patch = []
        for part in changed.parts:
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                below = [*self._id_of(part), *self._name_of(part)]
                above = tokens_below(part.address, message.address)
                part.raw = patched(part.raw, below) if below else part.raw
                patch += [((*above, *tokens), value) for tokens, value in below]
        changed.raw = patched(message.raw, patch) if patch else message.raw
        return changed

    def _id_of(self, part: ToolCallPart | ToolResultPart) -> _Patch:
        """Give a part its logged id; what of its JSON changes."""
        used = part.call_id
        logged = self.ids.get(used.value or "") if used.value is not None else None
        if logged is None or used.address is None:
            return []
        part.call_id = CallId(
            logged, used.source, IdState.PRESENT, used.required, used.address
        )
        return [(tokens_below(used.address, part.address), logged)]

    def _name_of(self, part: ToolCallPart | ToolResultPart) -> _Patch:
        """Give a part its tool's logged name; what of its JSON changes."""
        used = part.name
        logged = self.names.get(used) if used else None
        if logged is None or used is None:
            return []
        tokens, part.name = tokens_of_name(part.raw, used), logged
        return [] if tokens is None else [(tokens, logged)]


def losses_of(message: Message, restored: set[Address]) -> Iterator[Loss]:
    """What only the message's own format has a word for, all that is not restored."""
    for part in message.parts:
        if isinstance(part, ReasoningPart):
            yield changed_since("reasoning", part.address)
        elif part.address not in restored:
            for name in part.extras or ():
                yield changed_since(name, place_of_extra(name, part))
            if isinstance(part, ToolResultPart) and part.is_error:
                yield changed_since("is_error", part.address)
    if message.item_id is not None:
        yield changed_since(message.item_id, message.address)


def changed_since(name: str, place: Address) -> Loss:
    """The loss of what does not stand again, as the payload says something else by now."""
    why = f"The message was changed or taken out since; its {name} is not restored."
    return Loss(LossKind.DROPPED, "changed-since", name, why, place)
