"""The schema of a tool is no valid JSON Schema.

## What it checks

The form of each keyword, as JSON Schema's draft 2020-12 has it: a schema in each place of one
(not the word for a type alone, no list under `items`), known words for types, `required` as a
list of names at the object (not `true` at the field), numbers for limits.

## Why it matters

Providers that check schemas refuse the whole request for one tool with a slip in it, and the
message names the tool at most by its number. Schemas written by hand, and those of older
drafts, are mostly those.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "light", "input_schema": {"type": "object",
   "properties": {"room": {"type": "string", "required": true}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: what is required is listed at the object.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "light", "input_schema": {"type": "object",
   "properties": {"room": {"type": "string"}}, "required": ["room"]}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads of projects that declare tools of MCP servers, with each ground; the
meta-schema of draft 2020-12.
"""

from collections.abc import Callable, Iterator

from crosswire.model import JsonValue
from crosswire.model.json_patch import value_below
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
from crosswire.tools.schema_validity import Invalid, faults


def _where(chosen: Callable[[Invalid, JsonValue], bool]) -> Find:
    """The faults of some kind; a wrong type on top is another rule's."""

    def find(declared: DeclaredSchema) -> Iterator[Fault]:
        for fault in map(Invalid._make, faults(declared.places)):
            value = value_below(declared.schema, fault.path)
            if fault.path != ("type",) and chosen(fault, value):
                yield fault.path, f"is no valid JSON Schema: {fault.reason}"

    return find


def _is_any(fault: Invalid, value: JsonValue) -> bool:
    return True


def _is_unknown_type(fault: Invalid, value: JsonValue) -> bool:
    return fault.what == "type"


def _is_no_list(fault: Invalid, value: JsonValue) -> bool:
    return fault.what == "required" and not isinstance(value, list)


def _is_no_schema(fault: Invalid, value: JsonValue) -> bool:
    return fault.what == "schema" and fault.path != ()


def _are_no_properties(fault: Invalid, value: JsonValue) -> bool:
    return fault.path == () or (fault.path[-1] == "properties" and fault.what == "value")


_IS_KNOWN = (_is_unknown_type, _is_no_list, _is_no_schema, _are_no_properties)


def _is_other(fault: Invalid, value: JsonValue) -> bool:
    return not any(is_known(fault, value) for is_known in _IS_KNOWN)


def _is_of_no_draft(fault: Invalid, value: JsonValue) -> bool:
    """Whether draft 7, which has the schemas of a tuple in `items`, allows it neither."""
    return not (isinstance(value, list) and fault.path[-1:] == ("items",))


_DRAFT = (
    "JSON schema is invalid. It must match JSON Schema draft 2020-12 "
    "(https://json-schema.org/draft/2020-12). Learn more about tool use at …"
)

rule = ProviderRule(
    __name__,
    code="CW452",
    title="The schema of a tool is no valid JSON Schema.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        SchemaGround(
            key="ant-schema-draft",
            targets=("anthropic",),
            error_text=f"tools.….custom.input_schema: {_DRAFT}",
            source="anthropics/claude-code#7365 and #86665; home-assistant/core#181282",
            since="2025-05",
            find=_where(_is_any),
        ),
        SchemaGround(
            key="br-claude-schema-draft",
            targets=("bedrock",),
            models=OF_CLAUDE,
            error_text="The model returned the following errors: "
            f"tools.….custom.input_schema: {_DRAFT}",
            source="acomagu/vscode-as-mcp-server#6 (2025-05)",
            since="2025-05",
            find=_where(_is_any),
        ),
        SchemaGround(
            key="oai-schema-type-word",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': … is not valid under any of the "
            "given schemas.",
            source="requests to the API through gateways; the check is that of Python's "
            "jsonschema, whose words these are",
            find=_where(_is_unknown_type),
        ),
        SchemaGround(
            key="oai-schema-required-form",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': … is not of type 'array'.",
            source="CherryHQ/cherry-studio#4188; router-for-me/CLIProxyAPI#3310 (2026)",
            find=_where(_is_no_list),
        ),
        SchemaGround(
            key="oai-schema-no-schema",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': … is not of type 'object', "
            "'boolean'.",
            source="FoundationAgents/OpenManus#1162 (2025-06)",
            find=_where(_is_no_schema),
        ),
        SchemaGround(
            key="oai-schema-properties-form",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': … is not of type 'object'.",
            source="cbdb-project/cbdb-online-main-server#879 (2026-03)",
            find=_where(_are_no_properties),
        ),
        SchemaGround(
            key="oai-schema-other-form",
            targets=OF_OPENAI,
            error_text="",
            source="the same check; no refusal of these keywords was seen",
            confidence="medium",
            find=_where(_is_other),
        ),
        SchemaGround(
            key="mis-schema-invalid",
            targets=("mistral",),
            error_text="Invalid tool schema: … is not valid under any of the given schemas",
            source="SylphxAI/pdf-reader-mcp#63 (2025-05, a bound of draft 4)",
            confidence="medium",
            since="2025-05",
            find=_where(_is_of_no_draft),
        ),
    ),
)


look_for_faults(rule)
