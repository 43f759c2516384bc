"""A tool is declared without the schema that a provider asks for.

## What it checks

Whether each function has the field that holds its schema. For most providers a function
without one takes no arguments; Bedrock and Mistral ask for it all the same.

## Why it matters

Programs leave the schema out, or write null, where a tool has no arguments. That goes well
until the log is sent to another provider.

## Example

```json bedrock
{"messages": [{"role": "user", "content": [{"text": "What time is it?"}]}],
 "toolConfig": {"tools": [{"toolSpec": {"name": "get_time",
   "description": "Tells the time."}}]}}
```

Use instead: the schema of an object without fields.

```json bedrock
{"messages": [{"role": "user", "content": [{"text": "What time is it?"}]}],
 "toolConfig": {"tools": [{"toolSpec": {"name": "get_time",
   "description": "Tells the time.",
   "inputSchema": {"json": {"type": "object", "properties": {}}}}}]}}
```

## Source

The providers' types: botocore 1.44 (ToolSpecification) and mistralai 3.7 (Function).
"""

from collections.abc import Iterator

from crosswire.model import JsonValue
from crosswire.model.json_values import value_at
from crosswire.rules.declared_schemas import functions, place_of_schema
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import tool_name


class MissingGround(Ground, frozen=True, kw_only=True):
    """What of a schema that is not there a target refuses."""

    absent: bool
    """That the field is left out."""
    null: bool
    """That it is null."""


rule = ProviderRule(
    __name__,
    code="CW459",
    title="A tool is declared without the schema that a provider asks for.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        MissingGround(
            key="br-schema-missing",
            targets=("bedrock",),
            error_text="Value at 'toolConfig.tools.….member.toolSpec.inputSchema' failed to "
            "satisfy constraint: Member must not be null",
            source="botocore 1.44: ToolSpecification requires inputSchema",
            absent=True,
            null=True,
        ),
        MissingGround(
            key="mis-schema-missing",
            targets=("mistral",),
            error_text="",
            source="mistralai 3.7: Function requires parameters; no refusal was seen",
            status=422,
            confidence="medium",
            absent=True,
            null=True,
        ),
    ),
)


@rule.on_ground
def check(ground: MissingGround, context: TargetContext) -> Iterator[Refusal]:
    format = context.conversation.format
    for tool in functions(context.conversation):
        at = place_of_schema(tool, format)
        value: JsonValue = None if at is None else value_at(tool.raw, *at)
        if ground.absent if at is None else ground.null and value is None:
            how = "has no schema of its parameters"
            message = f"The declaration of {tool_name(tool.name)} {how}."
            yield rule.at(tool, message, ground)
