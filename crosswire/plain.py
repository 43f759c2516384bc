"""Plain turns: what most of a long conversation is, in the fewest objects.

In a plain turn an assistant says texts and then calls functions, each call is answered in the order
of the calls, and then the user speaks. Formats with a module `plain` read such turns straight from
their JSON and write them straight as JSON, with no message, part, address or pairing in between: what
they write is to the byte what they write by way of the model. Whatever is not plain they leave to
that way: None stands for it, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from crosswire.call_id import IdState
from crosswire.containers import json_document
from crosswire.errors import UnreadableUpload
from crosswire.id_plan import End, IdPolicy, IdRule
from crosswire.model import (
    ArgumentsState,
    JsonObject,
    JsonValue,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.tool_names import NameRule

Call: TypeAlias = tuple[str, str, "str | JsonObject"]
"""Id, name, and the arguments: JSON as text, or an object, as the log has them. No field, no id: ""."""
Result: TypeAlias = tuple[str, str, bool]
"""Id, text, and whether it tells of an error."""
Ends: TypeAlias = tuple[list[End], list[End]]
"""Calls and results, in their order."""
Turn: TypeAlias = tuple[list[str], list[Call], list[Result], list[str]]
"""What the assistant says, what it calls, what comes back, and what the user says then."""


@dataclass(frozen=True, slots=True)
class PlainFormat:
    """How a format reads and writes plain turns."""

    messages: str
    """The field of a request that holds them."""
    read: Callable[[Sequence[JsonValue]], list[Turn] | None]
    write: Callable[[Sequence[Turn]], list[JsonValue] | None]
    ends: Callable[[Sequence[JsonValue], int, int], Ends] | None = None
    """Calls and results of the messages from the first number on, for a format that may have no ids.

    The second number is how many messages of the model stand before those of the list.
    """


def new_turn(turns: list[Turn]) -> Turn:
    """Begin another turn."""
    turn: Turn = ([], [], [], [])
    turns.append(turn)
    return turn


def are_settled(turns: Sequence[Turn]) -> bool:
    """Whether something is said or called in each, and its results answer its calls, one by one.

    Those of the last turn may still be to come.
    """
    for texts, calls, results, said in turns:
        if not calls:
            if results or not texts:
                return False
        elif len(calls) == 1 == len(results):
            if calls[0][0] != results[0][0]:
                return False
        elif not results:
            if said or turns[-1][1] is not calls:
                return False
        else:
            ids = [call[0] for call in calls]
            if ids != [result[0] for result in results] or len(set(ids)) != len(ids):
                return False
    return True


def ids_of(turns: Sequence[Turn]) -> list[str]:
    """The ids of all calls."""
    return [call[0] for _, calls, _, _ in turns for call in calls]


def with_ids(turns: Sequence[Turn], made: Sequence[str]) -> list[Turn] | None:
    """The turns with ids for calls that have none; None where not every one is such, and fully answered."""
    filled: list[Turn] = []
    ids = iter(made)
    for texts, calls, results, said in turns:
        called: list[Call] = []
        answered: list[Result] = []
        filled.append((texts, called, answered, said))
        if len(results) != len(calls) and results:
            return None
        for (before, name, given), i in zip(calls, ids, strict=False):
            if before:
                return None
            called.append((i, name, given))
        for call, (before, text, failed) in zip(called, results, strict=False):
            if before:
                return None
            answered.append((call[0], text, failed))
    return filled


def are_accepted(turns: Sequence[Turn], ids: IdRule, names: NameRule, policy: IdPolicy) -> bool:
    """Whether a target takes every id and every name as it is."""
    if policy == "keep":
        return True
    if policy == "native" or (ids.server is not None and ids.longest is None and ids.pattern is None):
        return False
    named = {call[1] for _, calls, _, _ in turns for call in calls}
    return ids.takes(ids_of(turns)) and all(names.refusal(name) is None for name in named)


def objects_of(turns: Sequence[Turn]) -> Iterator[JsonObject] | None:
    """The arguments of all calls in their order, for a format that takes objects; None where one is none."""
    values: list[JsonValue] = [call[2] for _, calls, _, _ in turns for call in calls]
    kinds = set(map(type, values))
    if str in kinds:
        texts = [value for value in values if isinstance(value, str)]
        try:
            read = json_document.read_all(texts)
        except UnreadableUpload:
            return None
        others = iter(read)
        values = read if len(kinds) == 1 else [next(others) if isinstance(v, str) else v for v in values]
    objects = [value for value in values if isinstance(value, dict)]
    return iter(objects) if len(objects) == len(values) else None


def as_text(value: str | JsonObject) -> str:
    """Arguments for a format that takes JSON as text."""
    return value if isinstance(value, str) else json_document.write(value).decode()


def turns_of(messages: Sequence[Message], dialect: str) -> list[Turn] | None:  # noqa: C901, PLR0912 - one loop without calls, as this is what is timed
    """The plain turns that messages of one dialect are, read already."""
    turns: list[Turn] = []
    results = said = None
    texts: list[str] = []
    calls: list[Call] = []
    for message in messages:
        if message.dialect != dialect or message.field is not None or not message.parts:
            return None
        assistant = message.role == "assistant"
        if assistant and (results or said or not turns):
            texts, calls, results, said = new_turn(turns)
        if results is None or said is None:
            return None
        spoken = 0
        for part in message.parts:
            kind = type(part)
            if part.extras is not None and kind is not ReasoningPart:
                return None
            if kind is TextPart and isinstance(part, TextPart):
                spoken += 1
                if not part.text or (calls if assistant else spoken > 1 or message.role != "user"):
                    return None
                (texts if assistant else said).append(part.text)
            elif kind is ToolCallPart and isinstance(part, ToolCallPart):
                call = _call_of(part) if assistant else None
                if call is None:
                    return None
                calls.append(call)
            elif kind is ToolResultPart and isinstance(part, ToolResultPart):
                result = _result_of(part)
                if assistant or said or result is None:
                    return None
                results.append(result)
                if part.name is not None and part.name != _name_at(calls, len(results) - 1):
                    return None
            elif kind is not ReasoningPart or not assistant:
                return None
    return turns


def _name_at(calls: Sequence[Call], position: int) -> str | None:
    return calls[position][1] if position < len(calls) else None


def ends_of(messages: Sequence[Message]) -> Ends:
    """Calls and results of plain turns that were read already."""
    calls: list[End] = []
    results: list[End] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, (ToolCallPart, ToolResultPart)):
                ends = calls if isinstance(part, ToolCallPart) else results
                ends.append((part.key, part.call_id.address or part.address))
    return calls, results


def _id_of(part: ToolCallPart | ToolResultPart) -> str | None:
    """The id, or "" where no field has one; None where it is neither here nor there."""
    value = part.call_id.value
    return "" if value is None and part.call_id.state is IdState.NO_FIELD else value


def _call_of(call: ToolCallPart) -> Call | None:
    value, given = _id_of(call), call.arguments
    if value is None or call.hybrid or call.executed_by != "client" or call.retold_as or call.edges:
        return None
    if given.state is not ArgumentsState.PARSED or not call.name:
        return None
    if given.text is None:
        return (value, call.name, given.value) if isinstance(given.value, dict) else None
    return value, call.name, given.text


def _result_of(result: ToolResultPart) -> Result | None:
    value, content = _id_of(result), result.content
    if value is None or result.executed_by != "client" or result.retold_as or result.edges:
        return None
    if not result.expects_call or len(content) > 1:
        return None
    if not content:
        return value, "", result.is_error
    only = content[0]
    return (value, only.text, result.is_error) if isinstance(only, TextPart) and not only.extras else None
