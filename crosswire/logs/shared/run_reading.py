"""Reads the messages that stand together, and what stands around them, as a conversation."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crosswire.address import Address, child
from crosswire.counting import counted
from crosswire.formats.shared.reading import declare_tool
from crosswire.logs.shared.dialect import Dialect
from crosswire.logs.shared.dialect_reading import read_message
from crosswire.logs.shared.fields import field_in
from crosswire.logs.shared.finding import Finder, Run
from crosswire.model import JsonValue
from crosswire.model.builder import ConversationBuilder, extras_of
from crosswire.model.json_values import (
    field_of,
    list_or_empty,
    object_or_empty,
    objects_in,
    text_field,
)

_DECLARED = frozenset({"type", "name", "description", "function"})
_SCHEMAS = (
    "parameters",
    "inputSchema",
    "input_schema",
    "args_schema",
    "json_schema",
    "schema",
)


def read_runs(
    documents: Sequence[JsonValue], first: int, dialect: Dialect
) -> list[ConversationBuilder]:
    """A conversation of each run of messages."""
    return [
        read_run(run, dialect) for run in Finder(dialect.is_message).runs(documents, first)
    ]


def read_run(run: Run, dialect: Dialect) -> ConversationBuilder:
    into = begin(dialect)
    read_beside(run, into, dialect)
    for value, at in run.messages:
        read_message(value, at, into, dialect)
    name_model(run, into, dialect)
    note_others(run, into)
    return into


def begin(dialect: Dialect) -> ConversationBuilder:
    """A conversation without messages yet."""
    into = ConversationBuilder(dialect.name, dialect.traits)
    into.bookkeeping = dialect.known | dialect.kept
    return into


def read_beside(run: Run, into: ConversationBuilder, dialect: Dialect) -> None:
    """The fields around the messages, as settings and declarations of tools."""
    for name, value, at in run.beside:
        if name in dialect.tools and isinstance(value, list):
            declare_tools(value, at, into)
        elif name not in dialect.kept:
            into.setting(name, value, at, of_response=True)


def declare_tools(tools: JsonValue, at: Address, into: ConversationBuilder) -> None:
    """The tools in a list, whatever the field of their schema is called."""
    for i, tool in enumerate(list_or_empty(tools)):
        _declare(tool, child(at, i), into)


def _declare(tool: JsonValue, at: Address, into: ConversationBuilder) -> None:
    declared = object_or_empty(tool)
    declared = object_or_empty(declared.get("function")) or declared
    schema = next((name for name in _SCHEMAS if name in declared), _SCHEMAS[0])
    extras = extras_of(declared, _DECLARED | {schema})
    declare_tool(into, at, object_or_empty(tool), declared, schema=schema, extras=extras)


def name_model(run: Run, into: ConversationBuilder, dialect: Dialect) -> None:
    """The model that answered last, as far as messages name it."""
    for value, at in reversed(run.messages):
        found = field_in(value, at, dialect.model) if isinstance(value, dict) else None
        if found is not None and isinstance(found.value, str) and found.value:
            into.setting("model", found.value, found.at, meaning="model")
            return


def note_others(run: Run, into: ConversationBuilder) -> None:
    """Say that values among the messages are none; the result that a stream ends with has them
    once more."""
    told = {text_field(value, "id") for value, _ in run.messages} - {None}
    into.set_aside += [value for value, _ in run.others if _tells_again(value, told)]
    others = [one for one in run.others if not _tells_again(one[0], told)]
    if others:
        number = len(others)
        count = counted(number, "value is", "values are")
        text = f"{count} no message of a kind that Crosswire knows."
        into.note("no-message", text, others[0][1])


def _tells_again(value: JsonValue, told: Collection[str | None]) -> bool:
    listed = objects_in(field_of(value, "messages"))
    return bool(listed) and all(text_field(one, "id") in told for one in listed)
