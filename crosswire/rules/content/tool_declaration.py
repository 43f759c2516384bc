r"""A tool is declared in a form that a target does not take.

## What it checks

In what would be sent. Anthropic: a tool of one's own has an object `input_schema`. Chat
Completions: a description of more than 1,024 characters is a warning, as OpenAI takes longer
ones today, and Azure's endpoints may not.

## Why it matters

    tools.0.custom.input_schema: Field required

A declaration was copied from another provider, where the schema is called `parameters`. From
other formats Crosswire writes the field itself.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "get_time", "description": "Tells the time.", "parameters": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

Use instead: Anthropic's name of the field.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "get_time", "description": "Tells the time.", "input_schema": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

## Source

Anthropic's API reference, and a request of 2026-08 for the message; OpenHands/OpenHands#4838
for 1,024.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, ToolPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, tool

rule = Rule(
    __name__,
    code="CW431",
    title="A tool is declared in a form that a provider does not take.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-schema-field",
            targets=("anthropic",),
            error_text="tools.….custom.input_schema: Field required",
            source="a request to the API in 2026-08",
            limits={"schema": "input_schema"},
        ),
        Ground(
            key="chat-tool-description-1024",
            targets=("openai-chat",),
            error_text="Invalid '…': string too long. Expected a string with maximum length 1024, but got a string "
            "with length … instead.",
            source="OpenHands/OpenHands#4838 (Azure, 2024-11)",
            confidence="medium",
            limits={"longest_description": 1024},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        for declared in conversation.tools():
            fault = _fault(declared, ground) if declared.kind == "function" else None
            if fault is not None:
                yield rule.at(
                    declared,
                    f"The declaration of {tool(declared.name)} {fault}.",
                    ground=ground,
                )


def _fault(declared: ToolPart, ground: Ground) -> str | None:
    if "schema" in ground.limits:
        field = ground.limits["schema"]
        given = declared.raw.get(field) if isinstance(declared.raw, dict) else None
        return None if isinstance(given, dict) else f"has no object {field}"
    length, longest = len(declared.description or ""), ground.limits["longest_description"]
    return (
        f"has a description of {length:,} characters, more than {longest:,}"
        if length > longest
        else None
    )
