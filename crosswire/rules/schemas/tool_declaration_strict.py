"""A tool is declared strict with a schema that a provider cannot enforce.

## What it checks

The schemas of tools with `strict: true`. OpenAI wants `additionalProperties: false` at every
object and all of its fields in `required`, a type in each place, nothing beside a `$ref`, and
no keyword that it cannot enforce (`oneOf`, `allOf`, `not`, `patternProperties`,
`uniqueItems`). Anthropic wants `additionalProperties: false` too, and no limits of numbers,
texts and lists, and no schema that refers to itself. Keywords of which neither says whether
it enforces them are a warning.

## Why it matters

What is strict is enforced by a grammar that is made before the model is asked. A schema of
which none can be made refuses the whole request.

## Example

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "light", "strict": true, "parameters": {
   "type": "object", "properties": {"room": {"type": "string"}, "level": {"type": "number"}},
   "required": ["room"], "additionalProperties": false}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: all fields required, and null for one that need not be given.

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "light", "strict": true, "parameters": {
   "type": "object",
   "properties": {"room": {"type": "string"}, "level": {"type": ["number", "null"]}},
   "required": ["room", "level"], "additionalProperties": false}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

OpenAI's guide to structured outputs, Anthropic's to strict tools; recorded refusals
(Mirascope, langsmith-sdk, rig), and error texts in threads, with each ground.
"""

from collections.abc import Iterator

from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_grounds import (
    OF_CLAUDE,
    OF_OPENAI,
    Fault,
    Find,
    SchemaGround,
    look_for_faults,
)
from crosswire.tools.schema_strict import OF_ANTHROPIC as ANTHROPIC
from crosswire.tools.schema_strict import OF_OPENAI as OPENAI
from crosswire.tools.schema_strict import StrictRule, unenforced

_REPORTS = "OpenAI's guide to structured outputs; reports of 2026"


def _of_kind(rule: StrictRule, *kinds: str) -> Find:
    """The reasons of some kinds why a provider does not enforce a schema."""

    def find(declared: DeclaredSchema) -> Iterator[Fault]:
        for kind, path, reason in unenforced(declared.places, rule):
            if kind in kinds:
                yield path, f"is called strict and {reason}"

    return find


rule = ProviderRule(
    __name__,
    code="CW456",
    title="A tool is declared strict with a schema that a provider cannot enforce.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    grounds=(
        SchemaGround(
            key="oai-strict-required",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, 'required' is required "
            "to be supplied and to be an array including every key in properties. Missing "
            "'…'.",
            source="recorded: langchain-ai/langsmith-sdk",
            find=_of_kind(OPENAI, "required"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-open-object",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, 'additionalProperties' "
            "is required to be supplied and to be false.",
            source="recorded: Mirascope/mirascope",
            find=_of_kind(OPENAI, "open"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-extra-required",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, 'required' is required "
            "to be supplied and to be an array including every key in properties. Extra "
            "required key '…' supplied.",
            source=_REPORTS,
            find=_of_kind(OPENAI, "extra"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-keyword",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, '…' is not permitted.",
            source="makenotion/notion-mcp-server#102; openai/openai-node#2602 (2026-09)",
            find=_of_kind(OPENAI, "keyword"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-doubtful-keyword",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, '…' is not permitted.",
            source="OpenAI's guide lists other keywords; minLength was refused "
            "(coder/mux#1220, 2025-12)",
            confidence="medium",
            find=_of_kind(OPENAI, "doubtful"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-type",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, schema must have a "
            "'type' key.",
            source=_REPORTS,
            find=_of_kind(OPENAI, "type"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-reference",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': context=…, $ref cannot have keywords "
            "{'…'}.",
            source=_REPORTS,
            find=_of_kind(OPENAI, "beside-reference"),
            only_strict=True,
        ),
        SchemaGround(
            key="oai-strict-format",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, '…' is not a valid "
            "format.",
            source="OpenAI's guide to structured outputs: the formats that it supports",
            confidence="medium",
            find=_of_kind(OPENAI, "format"),
            only_strict=True,
        ),
        SchemaGround(
            key="ant-strict-open-object",
            targets=("anthropic",),
            error_text="tools.….custom: For 'object' type, 'additionalProperties' must be "
            "explicitly set to false",
            source="Anthropic's guide to structured outputs, with which strict tools share "
            "their schemas",
            since="2025-11",
            find=_of_kind(ANTHROPIC, "open"),
            only_strict=True,
        ),
        SchemaGround(
            key="ant-strict-keyword",
            targets=("anthropic",),
            error_text="tools.….custom: For '…' type, properties … are not supported",
            source="earendil-works/pi#9953 (2026-09); CherryHQ/cherry-studio#18037",
            since="2025-11",
            find=_of_kind(ANTHROPIC, "keyword"),
            only_strict=True,
        ),
        SchemaGround(
            key="ant-strict-boolean",
            targets=("anthropic",),
            error_text="tools.….custom: For 'object' type, property 'properties' is not "
            "supported",
            source="recorded: 0xPlaygrounds/rig",
            since="2025-11",
            find=_of_kind(ANTHROPIC, "boolean"),
            only_strict=True,
        ),
        SchemaGround(
            key="ant-strict-circular",
            targets=("anthropic",),
            error_text="tools.….custom: Invalid schema: Circular reference detected in schema "
            "definitions: …. Self-referencing or mutually-referencing definitions are not "
            "supported.",
            source="recorded: 0xPlaygrounds/rig; Anthropic's guide to structured outputs",
            since="2025-11",
            find=_of_kind(ANTHROPIC, "circular"),
            only_strict=True,
        ),
        SchemaGround(
            key="ant-strict-doubtful",
            targets=("anthropic",),
            error_text="",
            source="Anthropic's guide lists other keywords and formats",
            confidence="medium",
            find=_of_kind(ANTHROPIC, "doubtful", "format"),
            only_strict=True,
        ),
        SchemaGround(
            key="br-claude-strict",
            targets=("bedrock",),
            models=OF_CLAUDE,
            error_text="",
            source="Bedrock hands strict tools of Claude on to Anthropic; no refusal was seen",
            confidence="medium",
            find=_of_kind(ANTHROPIC, "open", "keyword", "boolean", "circular"),
            only_strict=True,
        ),
    ),
)


look_for_faults(rule)
