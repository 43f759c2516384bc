"""A keyword in the schema of a tool says what a provider cannot hold.

## What it checks

Gemini's `parameters`, in which keywords have the types of protobuf: `enum` holds texts alone,
none of them empty, `type` is one word of a list of seven, each schema is an object. Beside
`anyOf` Vertex AI takes no other keyword. An `enum` of another type than STRING, and formats of
texts other than `enum` and `date-time`, were refused once and may be still: a warning. `items`
stand beside the type ARRAY alone. Kimi takes references to `$defs` alone.

## Why it matters

A value of another type refuses the whole request, with a message that names fields by their
numbers.

## Example

```json gemini
{"tools": [{"functionDeclarations": [{"name": "dim", "parameters": {
   "type": "OBJECT", "properties": {"level": {"type": "STRING", "enum": [1, 2, 3]}}}}]}],
 "contents": [{"role": "user", "parts": [{"text": "Go on."}]}]}
```

Use instead: the values as texts, or the field that takes JSON Schema.

```json gemini
{"tools": [{"functionDeclarations": [{"name": "dim", "parameters": {
   "type": "OBJECT", "properties": {"level": {"type": "STRING", "enum": ["1", "2", "3"]}}}}]}],
 "contents": [{"role": "user", "parts": [{"text": "Go on."}]}]}
```

## Source

Google's SDK (google-genai 3.4, `types.Schema`), requests to Vertex AI in 2026-09, and error
texts in threads, with each ground.
"""

from collections.abc import Iterator

from crosswire.model.json_values import are_texts, json_kind, list_or_empty, text_or_empty
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_faults import (
    empty_options,
    items_of_no_list,
    references_beside_others,
)
from crosswire.rules.schema_grounds import Fault, SchemaGround, look_for_faults
from crosswire.tools.schema_places import Keyword, SchemaPlaces
from crosswire.tools.schema_validity import TYPES

_BOTH = ("gemini", "vertex")
_UNSPECIFIED = "type_unspecified"
_ANNOTATIONS = frozenset({"anyOf", "any_of", "default", "description", "nullable", "title"})
"""What may stand beside alternatives by some reports."""
_FORMATS = frozenset({"date-time", "enum"})


def _lists_in_place_of_one(declared: DeclaredSchema) -> Iterator[Fault]:
    for name in ("type", "items"):
        for word in declared.places.of(name):
            if isinstance(word.value, list):
                yield word.path, f"has a list as {name!r}"


def _enums_of_others(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("enum"):
        options = list_or_empty(word.value)
        for odd in [option for option in options if not isinstance(option, str)][:1]:
            yield word.path, f"has an `enum` with {json_kind(odd)}, where it takes texts alone"


def _unknown_types(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("type"):
        kind = word.value
        if isinstance(kind, str) and kind.lower() not in {*TYPES, _UNSPECIFIED}:
            yield word.path, f"has the type {kind[:40]!r}, which does not exist"


def _no_schemas(declared: DeclaredSchema) -> Iterator[Fault]:
    for path, value in declared.places.strays:
        if value is not None and not isinstance(value, list):
            yield path, f"has {json_kind(value)} in the place of a schema"


def _enums_of_other_types(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("enum"):
        if word.value and are_texts(word.value) and _type_of(word) != "string":
            yield word.path, "has an `enum` that is not of the type STRING"


def _other_formats(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("format"):
        name = word.value
        if isinstance(name, str) and name not in _FORMATS and _type_of(word) == "string":
            yield word.path, f"has the format {name[:40]!r} for a text"


def _type_of(word: Keyword) -> str:
    """The type of the schema that has a keyword, written small."""
    return text_or_empty(word.holder.get("type")).lower()


def _beside_alternatives(places: SchemaPlaces) -> Iterator[tuple[Fault, bool]]:
    """What stands beside `anyOf`, each with whether it only describes."""
    for word in places.of("anyOf"):
        others = [key for key in word.holder if key not in _ANNOTATIONS]
        described = [key for key in word.holder if key in _ANNOTATIONS and key != word.key]
        for key in (*others, *described)[:1]:
            yield ((word.schema_path, f"has {key!r} beside `anyOf`"), not others)


def _fields_beside_alternatives(declared: DeclaredSchema) -> Iterator[Fault]:
    found = _beside_alternatives(declared.places)
    return (fault for fault, only_describes in found if not only_describes)


def _words_beside_alternatives(declared: DeclaredSchema) -> Iterator[Fault]:
    found = _beside_alternatives(declared.places)
    return (fault for fault, only_describes in found if only_describes)


_AT = "* GenerateContentRequest.tools[…].function_declarations[…].parameters…"
_ALONE = (
    "Unable to submit request because `…` functionDeclaration `parameters…` schema specified "
    "other fields alongside any_of. When using any_of, it must be the only field set."
)

rule = ProviderRule(
    __name__,
    code="CW455",
    title="A keyword in the schema of a tool says what a provider cannot hold.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        SchemaGround(
            key="gem-schema-enum-of-texts",
            targets=_BOTH,
            error_text="Invalid value at "
            "'tools[…].function_declarations[…].parameters….enum[…]' (TYPE_STRING), …",
            source="microsoft/azure-devops-mcp#145; Draculabo/AntigravityManager#260",
            find=_enums_of_others,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-enum-empty",
            targets=("gemini",),
            error_text=f"{_AT}.enum[…]: cannot be empty",
            source="Smana/runlore#40, FMXExpress/PasClaw#294 (2026-06)",
            find=empty_options,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-enum-empty",
            targets=("vertex",),
            error_text=f"{_AT}.enum[…]: cannot be empty",
            source="as with the Gemini API; not seen at Vertex",
            confidence="medium",
            find=empty_options,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-items-of-no-list",
            targets=("gemini",),
            error_text=f"{_AT}.items: field predicate failed: $type == Type.ARRAY",
            source="sbroenne/mcp-server-excel#672 (2026-06), anomalyco/opencode#48073 "
            "(2026-09)",
            find=items_of_no_list,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-items-of-no-list",
            targets=("vertex",),
            error_text=f"{_AT}.items: field predicate failed: $type == Type.ARRAY",
            source="as with the Gemini API; not seen at Vertex",
            confidence="medium",
            find=items_of_no_list,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-beside-reference",
            targets=("vertex",),
            error_text="Schema.ref '…' was set alongside unsupported fields. If a schema node "
            "has Schema.ref set, then only description and default can be set alongside it",
            source="diegosouzapw/OmniRoute#461 and su-kaka/gcli2api#374 (2026-05), at the "
            "endpoint of Google's command line",
            confidence="medium",
            since="2026-03",
            find=references_beside_others,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-one-value",
            targets=_BOTH,
            error_text='Invalid JSON payload received. Unknown name "…" at '
            "'tools[…].function_declarations[…].parameters…': Proto field is not repeating, "
            "cannot start list.",
            source="genspark-ai/genoffice#186 (2026-09)",
            find=_lists_in_place_of_one,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-type-word",
            targets=_BOTH,
            error_text="Invalid value at "
            "'tools[…].function_declarations[…].parameters….type' "
            '(type.googleapis.com/google.….Type), "…"',
            source="google-gemini/deprecated-generative-ai-js#320",
            find=_unknown_types,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-no-schema",
            targets=_BOTH,
            error_text="Invalid value at 'tools[…].function_declarations[…].parameters…' "
            "(type.googleapis.com/google.….Schema), …",
            source="the way in which Google's APIs refuse a value in the place of a message; "
            "as for types in google-gemini/deprecated-generative-ai-js#320",
            find=_no_schemas,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-lone-alternatives",
            targets=("vertex",),
            error_text=_ALONE,
            source="requests to Vertex AI with each keyword (gosharplite/tellme, 2026-09)",
            find=_fields_beside_alternatives,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-described-alternatives",
            targets=("vertex",),
            error_text=_ALONE,
            source="the same; by other reports a description may stand there",
            confidence="medium",
            find=_words_beside_alternatives,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-enum-type",
            targets=("gemini",),
            error_text=f"{_AT}.enum: only allowed for STRING type",
            source="decolua/9router#359 (2026-03); Google's reference of 2026 has an example "
            "of INTEGER",
            confidence="medium",
            find=_enums_of_other_types,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-format",
            targets=("gemini",),
            error_text=f"{_AT}.format: only 'enum' and 'date-time' are supported for STRING "
            "type",
            source="google-gemini/gemini-cli#3178 (2025-07); Google's reference of 2026: any "
            "value is allowed",
            confidence="medium",
            find=_other_formats,
            field="parameters",
        ),
    ),
)


look_for_faults(rule)
