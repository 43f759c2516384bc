"""The fields that the schema of a tool lists are not as a provider wants them.

## What it checks

Names of fields at Anthropic, on top of a schema: at most 64 letters, digits, `_`, `.`, `-`.
At Gemini, in `parameters`: what is `required` is among the `properties`; an object within has
some, and each place has a type, which some refuse otherwise and others take: a warning. Kimi
asks for the same of `required`, and for a type beside each `enum`; Groq for `properties`
beside each `required`.

## Why it matters

Names of fields come from the API behind a tool (`filter[name]`, `$top`), and a list of what is
required outlives the fields that a program strips. Each refuses the whole request.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "list_apps", "input_schema": {"type": "object",
   "properties": {"filter[name]": {"type": "string"}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: another name, and the tool's own where the call is run.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "list_apps", "input_schema": {"type": "object",
   "properties": {"filter.name": {"type": "string"}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads of projects that declare tools of MCP servers, with each ground.
"""

import re
from collections.abc import Iterator

from crosswire.model.json_values import object_or_empty, text_or_empty
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_faults import unknown_required
from crosswire.rules.schema_grounds import OF_CLAUDE, Fault, SchemaGround, look_for_faults
from crosswire.rules.wording import quoted

_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_SAY_A_TYPE = frozenset(
    {"$ref", "allOf", "all_of", "anyOf", "any_of", "oneOf", "one_of", "ref", "type"}
)


def _odd_names(declared: DeclaredSchema) -> Iterator[Fault]:
    fields = object_or_empty(object_or_empty(declared.schema).get("properties"))
    for name in fields:
        if not _KEY.fullmatch(name):
            yield ("properties", name), f"has a field {quoted(name, 40)}"


def _empty_objects(declared: DeclaredSchema) -> Iterator[Fault]:
    for path, schema in declared.places.schemas:
        kind = text_or_empty(schema.get("type")).lower()
        if path and kind == "object" and not schema.get("properties"):
            yield path, "has an object without `properties` in it"


def _untyped(declared: DeclaredSchema) -> Iterator[Fault]:
    for path, schema in declared.places.schemas:
        if path and _SAY_A_TYPE.isdisjoint(schema):
            yield path, "has a place that says no `type`"


_KEYS = (
    "tools.….custom.input_schema.properties: Property keys should match pattern "
    "'^[a-zA-Z0-9_.-]{1,64}$'"
)
_AT = "* GenerateContentRequest.tools[…].function_declarations[…].parameters…"
_UNDEFINED = f"{_AT}.required[…]: property is not defined"

rule = ProviderRule(
    __name__,
    code="CW458",
    title="The fields that the schema of a tool lists are not as a provider wants them.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    grounds=(
        SchemaGround(
            key="ant-schema-keys",
            targets=("anthropic",),
            error_text=_KEYS,
            source="twilio-labs/mcp#58 (2026-02); decocms/studio#6874 (2026-09), which says "
            "that only the fields on top are looked at",
            find=_odd_names,
        ),
        SchemaGround(
            key="br-claude-schema-keys",
            targets=("bedrock",),
            models=OF_CLAUDE,
            error_text=_KEYS,
            source="aws-solutions-library-samples/accelerated-intelligent-document-processing-"
            "on-aws#709 (2026-08)",
            find=_odd_names,
        ),
        SchemaGround(
            key="gem-schema-required-undefined",
            targets=("gemini",),
            error_text=_UNDEFINED,
            source="iBUHub/AIStudioToAPI#154 (2026-05); znlsl/Antigravity2Api#22 (2026-01)",
            find=unknown_required,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-required-undefined",
            targets=("vertex",),
            error_text=_UNDEFINED,
            source="as with the Gemini API; not seen at Vertex",
            confidence="medium",
            find=unknown_required,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-empty-object",
            targets=("gemini",),
            error_text=f"{_AT}.properties: should be non-empty for OBJECT type",
            source="agno-agi/agno#2113 (2025-02); on top it is taken (recorded 2025 and 2026)",
            confidence="medium",
            find=_empty_objects,
            field="parameters",
        ),
        SchemaGround(
            key="gem-schema-untyped",
            targets=("gemini",),
            error_text=f"{_AT}.type: must be specified when not using one_of, any_of or "
            "all_of fields",
            source="danny-avila/LibreChat#6971 (2025-04)",
            confidence="medium",
            find=_untyped,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-untyped",
            targets=("vertex",),
            error_text="Unable to submit request because `…` functionDeclaration "
            "`parameters…` schema didn't specify the schema type field.",
            source="agentscope-ai/CoPaw#5543; a request of 2026-09 with a description alone "
            "was taken",
            confidence="medium",
            find=_untyped,
            field="parameters",
        ),
    ),
)


look_for_faults(rule)
