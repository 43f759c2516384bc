"""Mends the schemas of tools, in requests to providers that are known to refuse the slip.

Only what means the same afterwards: slips whose meaning is plain, and what a provider asks for
and JSON Schema lets one leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.json_values import list_or_empty, object_or_empty, value_at
from crosswire.repairs.change import ProposedChange
from crosswire.repairs.context import RepairContext
from crosswire.rules.declared_schemas import functions, place_of_schema
from crosswire.tools.schema_mending import Change, slips
from crosswire.tools.schema_places import OF_GEMINI, Path, SchemaPlaces
from crosswire.tools.schemas import may_be_list


class _Fix(Struct, frozen=True):
    """What mends a schema, and the rule that asks for it."""

    rule: str
    reason: str
    changes: list[Change]
    """Places below the schema; None for what goes."""


_Fixes = Callable[[SchemaPlaces], Iterator[_Fix]]
_EMPTY: JsonObject = {"type": "object", "properties": {}}


def fix_schemas(context: RepairContext) -> Iterator[ProposedChange]:
    """One change for each slip of each tool."""
    format = context.conversation.format
    if context.conversation.read_from is None or format not in _FIXES:
        return
    for tool in functions(context.conversation):
        at = place_of_schema(tool, format)
        if at is not None:
            fixes = _fixes_of(value_at(tool.raw, *at), at, format)
        else:
            at, fixes = (), _without_schema(tool, format)
        for fix in fixes:
            make = partial(_write, context, child(tool.address, *at), fix.changes)
            yield ProposedChange(fix.rule, "schema", fix.reason, (tool,), make)


def _without_schema(tool: ToolPart, format: str) -> Iterator[_Fix]:
    """Of a tool that declares none, at a provider that asks for one; in another provider's
    words the schema may stand in another field."""
    if format == "bedrock" and value_at(tool.raw, "toolSpec", "inputSchema") is None:
        reason = "A tool without a schema takes no arguments, which has to be said."
        place = ("toolSpec", "inputSchema")
        yield _Fix("tool-declaration-missing", reason, [(place, {"json": _EMPTY})])


def _fixes_of(schema: JsonValue, at: Path, format: str) -> Iterator[_Fix]:
    if schema is None:
        reason = "Null stands for having no arguments: the schema of an object without fields."
        yield _Fix("tool-declaration-missing", reason, [((), _EMPTY)])
    elif isinstance(schema, dict):
        is_own = format == "gemini" and at == ("parameters",)
        places = SchemaPlaces(schema, OF_GEMINI if is_own else {})
        find = _of_gemini if is_own else _FIXES[format]
        yield from find(places)


def _write(context: RepairContext, schema: Address, changes: list[Change]) -> None:
    copy = context.working_copy
    for path, value in changes:
        place = child(schema, *path)
        if value is None:
            copy.remove_field(place)
        else:
            copy.write(place, value)


# JSON Schema


def _of_claude(places: SchemaPlaces) -> Iterator[_Fix]:
    for mend in slips(places):
        if mend.certain:
            yield _Fix("tool-declaration-invalid", mend.why, mend.changes)
    root = object_or_empty(places.root)
    if root.get("type") is None and (not root or "properties" in root):
        reason = "What has properties is an object, and the schema of a tool must say so."
        yield _Fix("tool-declaration-root", reason, [(("type",), "object")])


def _of_openai(places: SchemaPlaces) -> Iterator[_Fix]:
    yield from _of_claude(places)
    root = object_or_empty(places.root)
    if (
        "properties" not in root
        and root.get("type") in (None, "object")
        and not (root.keys() & {"$ref", "allOf", "anyOf", "oneOf"})
    ):
        reason = "The schema of a tool must have properties, if only empty ones."
        yield _Fix("tool-declaration-root", reason, [(("properties",), {})])
    lacking = [
        word.schema_path
        for word in places.where("type", may_be_list)
        if "items" not in word.holder
    ]
    if lacking:
        reason = "A list of anything says so here: its `items` may be anything."
        changes: list[Change] = [((*path, "items"), {}) for path in lacking]
        yield _Fix("tool-declaration-items", reason, changes)


def _none(places: SchemaPlaces) -> Iterator[_Fix]:
    return iter(())


# Gemini's own Schema

_SAYS_NOTHING = ("$schema", "$id", "$comment")
"""Keywords that tell nothing of what is allowed."""


def _of_gemini(places: SchemaPlaces) -> Iterator[_Fix]:
    for name in _SAYS_NOTHING:
        for word in places.of(name):
            reason = (
                "Gemini's own Schema has no such field, and it says nothing of the values."
            )
            yield _Fix("tool-declaration-keyword", reason, [(word.path, None)])
    for word in places.of("const"):
        if isinstance(word.value, str) and "enum" not in word.holder:
            reason = "One value that a text must have is an `enum` of that one."
            changes: list[Change] = [
                (word.path, None),
                ((*word.schema_path, "enum"), [word.value]),
                ((*word.schema_path, "type"), word.holder.get("type", "STRING")),
            ]
            yield _Fix("tool-declaration-keyword", reason, changes)
    for word in places.of("type"):
        kinds = list_or_empty(word.value)
        others = [kind for kind in kinds if kind not in ("null", "NULL")]
        if len(kinds) == 2 and len(others) == 1:
            reason = "That something may be null is said by `nullable`, beside its one type."
            changes = [(word.path, others[0]), ((*word.schema_path, "nullable"), True)]
            yield _Fix("tool-declaration-value", reason, changes)


_FIXES: dict[str, _Fixes] = {
    "anthropic": _of_claude,
    "bedrock": _of_claude,
    "openai-chat": _of_openai,
    "openai-responses": _of_openai,
    "azure-foundry": _of_openai,
    "gemini": _none,
}
"""By format; Gemini's is for `parametersJsonSchema`, of which no refusal is known."""
