r"""A tool is declared in a form that a target does not take.

## What it checks

In what would be sent. Anthropic: a tool of one's own has an object `input_schema`. Mistral: a
function has no other fields than its API lists. That Chat
Completions refused a description of more than 1,024 characters is history: recorded requests
with 15,664 were taken.

## Why it matters

    tools.0.custom.input_schema: Field required

A declaration was copied from another provider, where the schema is called `parameters`. From
other formats Crosswire writes the field itself.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "get_time", "description": "Tells the time.",
  "parameters": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

Use instead: Anthropic's name of the field.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "get_time", "description": "Tells the time.",
  "input_schema": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

## Source

Anthropic's API reference, and a request of 2026-08 for the message; OpenHands/OpenHands#4838
for 1,024.
"""

from collections.abc import Callable, Iterator

from crosswire.model import ToolPart
from crosswire.model.json_values import object_or_empty, value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted, tool_name

_MAX_DESCRIPTION = 1024


class DeclarationGround(Ground, frozen=True, kw_only=True):
    """How a declaration is wrong."""

    fault: Callable[[ToolPart], str | None]


def _lacks_schema(declared: ToolPart) -> str | None:
    is_there = isinstance(declared.raw, dict) and "input_schema" in declared.raw
    return None if is_there else "has no object input_schema"


def _is_no_object(declared: ToolPart) -> str | None:
    is_object = isinstance(value_at(declared.raw, "input_schema"), dict)
    is_other = not is_object and _lacks_schema(declared) is None
    return "has an input_schema that is no object" if is_other else None


def _is_long(declared: ToolPart) -> str | None:
    length = len(declared.description or "")
    if length <= _MAX_DESCRIPTION:
        return None
    return f"has a description of {length:,} characters, more than {_MAX_DESCRIPTION:,}"


_OF_FUNCTIONS = ("name", "description", "parameters", "strict")


def _has_an_unknown_field(declared: ToolPart) -> str | None:
    function = object_or_empty(value_at(declared.raw, "function"))
    strange = next((name for name in function if name not in _OF_FUNCTIONS), None)
    return None if strange is None else f"has the field {quoted(strange, 40)} in its function"


rule = ProviderRule(
    __name__,
    code="CW431",
    title="A tool is declared in a form that a provider does not take.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        DeclarationGround(
            key="ant-schema-field",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema: Field required",
            source="a request to the API in 2026-08",
            fault=_lacks_schema,
        ),
        DeclarationGround(
            key="ant-schema-no-object",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema: Input does not match the expected shape.",
            source="recorded: 0xPlaygrounds/rig",
            fault=_is_no_object,
        ),
        DeclarationGround(
            key="mis-function-field",
            targets=("mistral",),
            error_text="",
            status=422,
            source="mistralai/client-python#91 (2024-05, extra_forbidden, which names the "
            "field alone); mistralai 3.7 for the fields",
            fault=_has_an_unknown_field,
        ),
        DeclarationGround(
            key="chat-tool-description-1024",
            targets=("openai-chat",),
            error_text="Invalid '…': string too long. Expected a string with maximum length "
            "1024, but got a string with length … instead.",
            source="OpenHands/OpenHands#4838 (Azure, 2024-11)",
            until="2025-01",
            fault=_is_long,
        ),
    ),
)


@rule.on_ground
def check(ground: DeclarationGround, context: TargetContext) -> Iterator[Refusal]:
    for tool in context.conversation.tools():
        fault = ground.fault(tool) if tool.kind == "function" else None
        if fault is not None:
            message = f"The declaration of {tool_name(tool.name)} {fault}."
            yield rule.at(tool, message, ground)
