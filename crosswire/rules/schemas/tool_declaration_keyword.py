"""The schema of a tool has a keyword that a provider does not take.

## What it checks

Where a provider takes a part of JSON Schema alone: the keywords of each schema. Gemini's
`parameters` are an object of its API, Schema, with fields of its own; whatever else stands
there (`$schema`, `const`, `$ref`, `prefixItems`) is an unknown field, and so is
`additionalProperties` at the Gemini API, though not at Vertex AI. Where refusals of a keyword
are told and others deny them, it is a warning.

## Why it matters

One unknown keyword in one tool refuses the whole request. Schemas that libraries make have
some in each tool.

## Example

```json gemini
{"tools": [{"functionDeclarations": [{"name": "light", "parameters": {
   "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
   "properties": {"room": {"type": "string"}}}}]}],
 "contents": [{"role": "user", "parts": [{"text": "Go on."}]}]}
```

Use instead: the field that takes JSON Schema.

```json gemini
{"tools": [{"functionDeclarations": [{"name": "light", "parametersJsonSchema": {
   "type": "object", "properties": {"room": {"type": "string"}}}}]}],
 "contents": [{"role": "user", "parts": [{"text": "Go on."}]}]}
```

## Source

Google's SDK (google-genai 3.4, `types.Schema`), requests to Vertex AI in 2026-09, and error
texts in threads, with each ground.
"""

from collections.abc import Iterator

from crosswire.model.json_values import object_or_empty
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_grounds import Fault, Find, SchemaGround, look_for_faults
from crosswire.tools.schema_places import OF_GEMINI

_FIELDS = frozenset(
    {
        *("anyOf", "default", "description", "enum", "example", "format", "items", "maxItems"),
        *("maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties"),
        *("minimum", "nullable", "pattern", "properties", "propertyOrdering", "required"),
        *("title", "type"),
    }
)
"""The fields of Schema that both endpoints have."""
_ALSO_AT_VERTEX = frozenset({"additionalProperties", "allOf", "defs", "oneOf", "ref"})
_DOUBTFUL = frozenset({"allOf", "oneOf"})
_OF_NOVA = frozenset(
    {
        "additionalProperties",
        "description",
        "properties",
        "required",
        "strict",
        "title",
        "type",
    }
)
"""What Nova takes on top: the three that it documents, and those of recorded requests."""


def _unless(known: frozenset[str]) -> Find:
    """The keywords in Gemini's `parameters` that are none of these in either spelling."""
    spellings = frozenset(
        raw for raw, name in OF_GEMINI.items() if name in known or raw in known
    )

    def find(declared: DeclaredSchema) -> Iterator[Fault]:
        for name in declared.places.keywords:
            for word in declared.places.of(name) if name not in known else ():
                if word.key not in spellings:
                    yield word.path, f"has the keyword {word.key!r}"

    return find


def _doubtful(declared: DeclaredSchema) -> Iterator[Fault]:
    for name in sorted(_DOUBTFUL):
        for word in declared.places.of(name):
            yield word.path, f"has the keyword {name!r}"


def _unknown_to_nova(declared: DeclaredSchema) -> Iterator[Fault]:
    for key in [key for key in object_or_empty(declared.schema) if key not in _OF_NOVA]:
        yield (key,), f"has the keyword {key!r} on top"


_UNKNOWN = (
    'Invalid JSON payload received. Unknown name "…" at '
    "'tools[…].function_declarations[…].parameters…': Cannot find field."
)

rule = ProviderRule(
    __name__,
    code="CW454",
    title="The schema of a tool has a keyword that a provider does not take.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        SchemaGround(
            key="gem-schema-unknown-keyword",
            targets=("gemini",),
            error_text=_UNKNOWN,
            source="danny-avila/LibreChat#6971; openswarm-ai/openswarm#24 (2026-05); "
            "genspark-ai/genoffice#186 (2026-09); google-genai 3.4 types.Schema",
            find=_unless(_FIELDS | _DOUBTFUL),
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-doubtful-keyword",
            targets=("gemini",),
            error_text=_UNKNOWN,
            source="translators that drop them for the Gemini API; Vertex AI takes them",
            confidence="medium",
            find=_doubtful,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-unknown-keyword",
            targets=("vertex",),
            error_text=_UNKNOWN,
            source="requests to Vertex AI with each keyword (gosharplite/tellme, 2026-09)",
            find=_unless(_FIELDS | _ALSO_AT_VERTEX),
            field="parameters",
        ),
        SchemaGround(
            key="br-nova-schema-keyword",
            targets=("bedrock",),
            models=r"nova",
            error_text="The model returned the following errors: Malformed input request: "
            "#/toolConfig/tools/…/toolSpec/inputSchema/json: extraneous key […] is not "
            "permitted, please reformat your input and try again.",
            source="lastmile-ai/mcp-agent#126 (2025-04, Nova)",
            confidence="medium",
            find=_unknown_to_nova,
        ),
    ),
)


look_for_faults(rule)
