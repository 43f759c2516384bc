"""The strict tools of a request are more, or have more in them, than a provider enforces.

## What it checks

The tools with `strict: true`. Anthropic takes twenty of them in a request, with 24 optional
fields and 16 fields of several types in all of them together; as many in one schema were
refused too, which is a warning. OpenAI takes 5,000 fields, 1,000
values of enums and ten levels of objects in a schema; whether lists are levels too is not
sure, and a warning.

## Why it matters

Each optional field and each further type doubles what the grammar must allow. Sets of tools
that grow by one are refused from one day to the next.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "search", "strict": true, "input_schema": {"type": "object",
   "additionalProperties": false, "required": [], "properties": {
   "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"},
   "d": {"type": "string"}, "e": {"type": "string"}, "f": {"type": "string"},
   "g": {"type": "string"}, "h": {"type": "string"}, "i": {"type": "string"},
   "j": {"type": "string"}, "k": {"type": "string"}, "l": {"type": "string"},
   "m": {"type": "string"}, "n": {"type": "string"}, "o": {"type": "string"},
   "p": {"type": "string"}, "q": {"type": "string"}, "r": {"type": "string"},
   "s": {"type": "string"}, "t": {"type": "string"}, "u": {"type": "string"},
   "v": {"type": "string"}, "w": {"type": "string"}, "x": {"type": "string"},
   "y": {"type": "string"}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: the same, not enforced; or fewer fields that may be left out.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "search", "strict": true, "input_schema": {"type": "object",
   "additionalProperties": false, "required": ["a"], "properties": {
   "a": {"type": "string"}, "b": {"type": "string"}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads and the guides of both providers, with each ground.
"""

from collections.abc import Callable, Iterator

from crosswire.model.json_values import list_or_empty, object_or_empty, texts_in
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.schema_grounds import OF_OPENAI, severity_in
from crosswire.rules.wording import tool_name
from crosswire.tools.schema_places import Path, SchemaPlaces


class LimitGround(Ground, frozen=True, kw_only=True):
    """A number that may not be exceeded, in one schema or in all of a request together."""

    count: Callable[[SchemaPlaces], int]
    limit: int
    what: str
    """What is counted, as in `26 optional fields`."""
    in_all: bool = False
    """Whether all strict tools of a request count together."""


def _one(places: SchemaPlaces) -> int:
    return 1


def _optional_fields(places: SchemaPlaces) -> int:
    return sum(
        len(object_or_empty(word.value).keys() - {*texts_in(word.holder.get("required"))})
        for word in places.of("properties")
    )


def _unions(places: SchemaPlaces) -> int:
    several = [word for word in places.of("type") if len(list_or_empty(word.value)) > 1]
    return len(several) + len([*places.of("anyOf")])


def _fields(places: SchemaPlaces) -> int:
    return sum(len(object_or_empty(word.value)) for word in places.of("properties"))


def _enum_values(places: SchemaPlaces) -> int:
    return sum(len(list_or_empty(word.value)) for word in places.of("enum"))


def _levels_of(*keywords: str) -> Callable[[SchemaPlaces], int]:
    def levels(places: SchemaPlaces) -> int:
        return max((_level(path, keywords) for path, _ in places.schemas), default=0)

    return levels


def _level(path: Path, keywords: tuple[str, ...]) -> int:
    """How many objects, or lists, lie around a place; the name of a field is no keyword."""
    level, is_name = 0, False
    for key in path:
        level += key in keywords and not is_name
        is_name = key == "properties" and not is_name
    return level


_LEVELS = "Invalid schema for function '…': … levels of nesting exceeds limit of 10."
_TOO_COMPLEX = (
    "Schema is too complex for compilation. Try reducing the number of tools or simplifying "
    "tool schemas."
)
_OF_ONE = (
    "recorded: 0xPlaygrounds/rig, 16 and 24 of them in one schema, which in several are "
    "taken; with how many it begins is not known"
)
_GUIDE = "OpenAI's guide to structured outputs"

rule = ProviderRule(
    __name__,
    code="CW457",
    title="The strict tools of a request are more than a provider enforces.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    grounds=(
        LimitGround(
            key="ant-strict-optional-fields",
            targets=("anthropic",),
            error_text="Schemas contains too many optional parameters (…), which would make "
            "grammar compilation inefficient. Reduce the number of optional parameters in "
            "your tool schemas (limit: 24).",
            source="recorded: 0xPlaygrounds/rig; elie222/inbox-zero#2323 (2026-04)",
            since="2026-02",
            count=_optional_fields,
            limit=24,
            what="optional fields",
            in_all=True,
        ),
        LimitGround(
            key="ant-strict-unions",
            targets=("anthropic",),
            error_text="Schemas contains too many parameters with union types (… parameters "
            "with type arrays or anyOf). This causes exponential compilation cost. Reduce the "
            "number of nullable or union-typed parameters (limit: 16 parameters with unions).",
            source="recorded: 0xPlaygrounds/rig; mozilla/bugbug#6129 (2026-06)",
            since="2026-02",
            count=_unions,
            limit=16,
            what="fields of several types",
            in_all=True,
        ),
        LimitGround(
            key="ant-strict-tools",
            targets=("anthropic",),
            error_text="Too many strict tools (…). The maximum number of strict tools "
            "supported is 20. Try reducing the number of tools marked as strict.",
            source="recorded: 0xPlaygrounds/rig; langchain4j/langchain4j#5128 (2026-05)",
            since="2026-02",
            count=_one,
            limit=20,
            what="strict tools",
            in_all=True,
        ),
        LimitGround(
            key="ant-strict-complex-unions",
            targets=("anthropic",),
            error_text=_TOO_COMPLEX,
            source=_OF_ONE,
            confidence="medium",
            since="2026-02",
            count=_unions,
            limit=15,
            what="fields of several types",
        ),
        LimitGround(
            key="ant-strict-complex-optional-fields",
            targets=("anthropic",),
            error_text=_TOO_COMPLEX,
            source=_OF_ONE,
            confidence="medium",
            since="2026-02",
            count=_optional_fields,
            limit=23,
            what="optional fields",
        ),
        LimitGround(
            key="oai-strict-levels",
            targets=OF_OPENAI,
            error_text=_LEVELS,
            source=f"{_GUIDE}; reports of 2026",
            count=_levels_of("properties"),
            limit=10,
            what="levels of objects",
        ),
        LimitGround(
            key="oai-strict-levels-of-lists",
            targets=OF_OPENAI,
            error_text=_LEVELS,
            source=f"{_GUIDE}; whether a list is a level is not told",
            confidence="medium",
            count=_levels_of("properties", "items"),
            limit=10,
            what="levels of objects and lists",
        ),
        LimitGround(
            key="oai-strict-fields",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': … parameters exceeds limit of 5000.",
            source=f"{_GUIDE}; reports of 2026",
            count=_fields,
            limit=5_000,
            what="fields",
        ),
        LimitGround(
            key="oai-strict-enum-values",
            targets=OF_OPENAI,
            error_text="",
            source=_GUIDE,
            count=_enum_values,
            limit=1_000,
            what="values of enums",
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    return any(declared.strict for declared in context.schemas)


@rule.on_ground
def check(ground: LimitGround, context: TargetContext) -> Iterator[Refusal]:
    strict = [declared for declared in context.schemas if declared.strict]
    groups = [strict] if ground.in_all and strict else [[declared] for declared in strict]
    for group in groups:
        number, at = _counted(ground, group)
        if at is not None:
            who = "The strict tools of this request have" if ground.in_all else _who(at)
            message = f"{who} {number:,} {ground.what}, more than {ground.limit:,}."
            severity = severity_in(context)
            yield rule.at(at.tool, message, ground, address=at.address(), severity=severity)


def _who(declared: DeclaredSchema) -> str:
    return f"The schema that declares {tool_name(declared.tool.name)}, which is strict, has"


def _counted(
    ground: LimitGround, group: list[DeclaredSchema]
) -> tuple[int, DeclaredSchema | None]:
    """How many there are, and with which schema they become too many."""
    number, at = 0, None
    for declared in group:
        number += ground.count(declared.places)
        if number > ground.limit and at is None:
            at = declared
    return number, at
