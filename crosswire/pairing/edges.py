"""Resolves second ties: which item called another from its code, approved it, or came before
it.

A result is tied to its call by pairing. An item may name yet another one: the program that
called it (`caller`), the request that had to be approved first (`approval_request_id`), the
step of a workflow before it. Readers keep what it names as an `Edge`; here both ends learn of
each other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from msgspec import Struct

from crosswire.model import Conversation, Edge, Part, ToolCallPart, ToolResultPart
from crosswire.model.json_values import field_of, text_field

_QUESTION, _ANSWER = "mcp_approval_request", "mcp_approval_response"
_WORKFLOW = frozenset({"previous_action_id", "parent_action_id"})
_MAX_SHOWN = 60
"""Characters of an id or a name that a phrase shows."""


class Tie(Struct, frozen=True):
    """One end of an edge, as the part at that end tells it."""

    edge: Edge
    part: Part
    """The part that tells it."""
    other: Part | None
    """The part at the other end; None where nothing in the log has the id of the edge."""
    phrase: str
    """For a page: `called from code_execution srvtoolu_1`."""
    names_it: bool = True
    """Whether this part names the other; False where it is the one that is named."""


def resolve(conversation: Conversation) -> dict[str, list[Tie]]:
    """Key of a part -> its ties, those that it names before those that name it; empty without
    edges."""
    parts = [part for part in conversation.ends() if part.edges]
    return _Resolver(conversation).resolve(parts) if parts else {}


def dangling(conversation: Conversation) -> list[Tie]:
    """The ties whose other end is not in the log, in the order of the upload."""
    return [
        tie for ties in resolve(conversation).values() for tie in ties if tie.other is None
    ]


class _Words(Struct, frozen=True):
    """What each end of an edge says of the other, by the field that makes it."""

    here: str
    there: str


_WORDS = {
    "caller": _Words("called from", "calls"),
    "approval_request_id": _Words("approval asked for by", "asks for approval of"),
    "previous_action_id": _Words("after", "before"),
    "parent_action_id": _Words("part of", "has the part"),
}


class _Resolver:
    """An index of all that an edge may name, and the ties found with it."""

    def __init__(self, conversation: Conversation) -> None:
        self.calls: dict[str, list[Part]] = defaultdict(list)
        self.answers: dict[str, list[Part]] = defaultdict(list)
        self.items: dict[str, list[Part]] = defaultdict(list)
        self.actions: dict[str, list[Part]] = defaultdict(list)
        self.order: dict[str, int] = {}
        for number, (_, part) in enumerate(conversation.parts()):
            self.order[part.key] = number
            self._index(part)
        self.named: dict[str, list[Tie]] = defaultdict(list)
        self.naming: dict[str, list[Tie]] = defaultdict(list)

    def _index(self, part: Part) -> None:
        if isinstance(part, ToolCallPart):
            _add(self.calls, part.call_id.value, part)
        elif isinstance(part, ToolResultPart) and part.wire_type == _ANSWER:
            _add(self.answers, part.call_id.value, part)
        _add(self.items, getattr(part, "item_id", None), part)
        _add(self.actions, _action_id(part), part)

    def resolve(self, parts: list[ToolCallPart | ToolResultPart]) -> dict[str, list[Tie]]:
        for part in sorted(parts, key=lambda part: self.order[part.key]):
            for edge in part.edges:
                self._tie(part, edge)
        keys = sorted(self.naming.keys() | self.named.keys(), key=self.order.__getitem__)
        return {key: self.naming[key] + self.named[key] for key in keys}

    def _tie(self, part: ToolCallPart | ToolResultPart, edge: Edge) -> None:
        words = _WORDS.get(edge.field) or _Words(
            f"names, as its {edge.field},", f"is the {edge.field} of"
        )
        other = self._other(part, edge)
        phrase = f"{words.here} {_other_end(part, other, edge)}"
        self.naming[part.key].append(Tie(edge, part, other, phrase))
        # A result stands with its call, of which the other end says it already.
        is_told = edge.field == "caller" and self._has_call(part)
        if other is not None and other is not part and not is_told:
            phrase = f"{words.there} {_name(part)}"
            self.named[other.key].append(Tie(edge, other, part, phrase, names_it=False))
        if edge.field == "approval_request_id":
            self._tie_answer(part, edge)

    def _has_call(self, part: Part) -> bool:
        return isinstance(part, ToolResultPart) and part.call_id.value in self.calls

    def _tie_answer(self, part: Part, edge: Edge) -> None:
        """Who answered a request for approval decided of the call as well."""
        answer = self._nearest(self.answers, part, edge.value)
        if answer is None:
            return
        here, there = _verdict(answer)
        self.naming[part.key].append(Tie(edge, part, answer, f"{here} by {_name(answer)}"))
        self.named[answer.key].append(
            Tie(edge, answer, part, f"{there} of {_name(part)}", False)
        )

    def _other(self, part: Part, edge: Edge) -> Part | None:
        if edge.field in _WORKFLOW:
            return self._nearest(self.actions, part, edge.value)
        return self._nearest(self.calls, part, edge.value) or self._nearest(
            self.items, part, edge.value
        )

    def _nearest(self, index: dict[str, list[Part]], part: Part, value: str) -> Part | None:
        """The last one before the part, as an id may come again in a later turn; else the
        first after."""
        parts = index.get(value)
        if not parts:
            return None
        position = bisect_left(
            parts, self.order[part.key], key=lambda other: self.order[other.key]
        )
        return parts[max(position - 1, 0)]


def _add(index: dict[str, list[Part]], value: str | None, part: Part) -> None:
    if value is not None:
        index[value].append(part)


def _other_end(part: Part, other: Part | None, edge: Edge) -> str:
    if other is None:
        return f"{_short(edge.value)}, which is not in this log"
    return "itself" if other is part else _name(other)


def _verdict(answer: Part) -> tuple[str, str]:
    """What a call and the answer to its request for approval say of each other."""
    approved = field_of(answer.raw, "approve")
    if approved is True:
        return "approved", "approval"
    return ("refused", "refusal") if approved is False else ("answered", "answer")


def _action_id(part: Part) -> str | None:
    """The id of a step of a workflow, which ties steps and nothing else."""
    if getattr(part, "wire_type", None) != "workflow_action":
        return None
    return text_field(part.raw, "action_id") or None


def _name(part: Part) -> str:
    """A part as it stands in a phrase: the tool and the id, or its type and the id."""
    name = wire_type = getattr(part, "wire_type", "part")
    if isinstance(part, ToolCallPart) and wire_type != _QUESTION:
        name = part.name or wire_type
    call_id = getattr(part, "call_id", None)
    call_id_value = None if call_id is None else call_id.value
    value = _action_id(part) or call_id_value or getattr(part, "item_id", None)
    return _short(name) if value is None else f"{_short(name)} {_short(value)}"


def _short(value: str) -> str:
    return value if len(value) <= _MAX_SHOWN else f"{value[:_MAX_SHOWN]}…"
