"""The schema of a tool has something else than a plain object on top.

## What it checks

The outermost schema of each tool, as the provider asks for it: `type: "object"`, no `oneOf`,
`anyOf` or `allOf` beside it; at OpenAI `properties` too, if only empty ones, and neither
`enum` nor `not`.

## Why it matters

The arguments of a call are an object, and a provider that checks schemas refuses the whole
request for one tool whose schema says something else. Schemas that were made from a union of
types, or for a tool without arguments, are mostly those.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "move", "input_schema": {"type": "object",
   "properties": {"north": {"type": "integer"}, "east": {"type": "integer"}},
   "anyOf": [{"required": ["north"]}, {"required": ["east"]}]}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: the fields alone; what they must be like together is told in the description.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "move", "description": "Give north or east, or both.",
   "input_schema": {"type": "object",
   "properties": {"north": {"type": "integer"}, "east": {"type": "integer"}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads of projects that declare tools of MCP servers, with each ground.
"""

from collections.abc import Iterator

from crosswire.model.json_values import object_or_empty
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_faults import has_other_type, is_no_object, lacks_type
from crosswire.rules.schema_grounds import (
    OF_CLAUDE,
    OF_OPENAI,
    Fault,
    Find,
    SchemaGround,
    look_for_faults,
)
from crosswire.tools.schemas import named_type

_ALTERNATIVES = ("oneOf", "anyOf", "allOf")


def _is_no_object_of_gemini(declared: DeclaredSchema) -> Iterator[Fault]:
    if named_type(object_or_empty(declared.schema).get("type")) != "object":
        yield (), "is not of the type OBJECT on top"


def _has_on_top(*words: str) -> Find:
    def find(declared: DeclaredSchema) -> Iterator[Fault]:
        schema = object_or_empty(declared.schema)
        return (((word,), f"has {word!r} on top") for word in words if word in schema)

    return find


def _lacks_properties(declared: DeclaredSchema) -> Iterator[Fault]:
    schema = object_or_empty(declared.schema)
    if schema.get("type") == "object" and "properties" not in schema:
        yield (), "has no `properties`, not even empty ones"


rule = ProviderRule(
    __name__,
    code="CW451",
    title="The schema of a tool has something else than a plain object on top.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        SchemaGround(
            key="ant-schema-alternatives-on-top",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema: input_schema does not support oneOf, "
            "allOf, or anyOf at the top level",
            source="anthropics/claude-code#5319; mobile-next/mobile-mcp#344 (2026-05)",
            since="2025-03",
            find=_has_on_top(*_ALTERNATIVES),
        ),
        SchemaGround(
            key="ant-schema-type-missing",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema.type: Field required",
            source="recorded: 0xPlaygrounds/rig",
            find=lacks_type,
        ),
        SchemaGround(
            key="ant-schema-type-object",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema.type: Input should be 'object'",
            source="recorded: 0xPlaygrounds/rig",
            find=has_other_type,
        ),
        SchemaGround(
            key="oai-schema-type-object",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': schema must be a JSON Schema of "
            "'type: \"object\"', got 'type: …'.",
            source="vercel/ai#1485; browserbase/stagehand#1159 (2025-10)",
            find=is_no_object,
        ),
        SchemaGround(
            key="oai-schema-alternatives-on-top",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': schema must have type 'object' and "
            "not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
            source="nspady/google-calendar-mcp#39; langchain-ai/langchainjs#9804 (2026-01)",
            since="2025-06",
            find=_has_on_top(*_ALTERNATIVES, "enum", "not"),
        ),
        SchemaGround(
            key="oai-schema-properties-missing",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=(), object schema "
            "missing properties.",
            source="karakeep-app/karakeep#1696; containers/kubernetes-mcp-server#340",
            since="2025-05",
            find=_lacks_properties,
        ),
        SchemaGround(
            key="br-schema-type-object",
            targets=("bedrock",),
            error_text="The value at toolConfig.tools.….toolSpec.inputSchema.json.type must "
            "be one of the following: object.",
            source="aaif-goose/goose#5064; earendil-works/pi#8279 (2026-08)",
            find=is_no_object,
        ),
        SchemaGround(
            key="br-claude-alternatives-on-top",
            targets=("bedrock",),
            models=OF_CLAUDE,
            error_text="The model returned the following errors: "
            "tools.….custom.input_schema: input_schema does not support oneOf, allOf, or "
            "anyOf at the top level",
            source="Bedrock hands the schemas on to Anthropic's check, as with property keys: "
            "aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws"
            "#709 (2026-08)",
            find=_has_on_top(*_ALTERNATIVES),
        ),
        SchemaGround(
            key="vertex-schema-object",
            targets=("vertex",),
            error_text="Unable to submit request because `…` functionDeclaration `parameters` "
            "schema should be of type OBJECT.",
            source="spring-projects/spring-ai#1373; diegosouzapw/OmniRoute#3357 (2026-06)",
            find=_is_no_object_of_gemini,
            field="parameters",
        ),
    ),
)


look_for_faults(rule)
