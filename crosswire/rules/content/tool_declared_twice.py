r"""Two tools are declared with one name.

## What it checks

In what would be sent to Anthropic: the names of all tools differ, tools of the provider's own
among them.

## Why it matters

    tools: Tool names must be unique.

Two MCP servers have a tool of the same name, or a program adds its tools again for each turn.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [
  {"name": "search", "description": "In the wiki", "input_schema": {"type": "object"}},
  {"name": "search", "description": "In the mail", "input_schema": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "Where is the plan?"}]}
]}
```

Use instead: a name for each.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [
  {"name": "search_wiki", "description": "In the wiki", "input_schema": {"type": "object"}},
  {"name": "search_mail", "description": "In the mail", "input_schema": {"type": "object"}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "Where is the plan?"}]}
]}
```

## Source

tailcallhq/forgecode#892.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, ToolPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import tool_name

rule = ProviderRule(
    __name__,
    code="CW434",
    title="Two tools are declared with one name.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        Ground(
            key="ant-tool-name",
            targets=("anthropic",),
            error_text="tools: Tool names must be unique.",
            source="tailcallhq/forgecode#892",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    first: dict[str, ToolPart] = {}
    for tool in conversation.listed_tools():
        before = first.setdefault(tool.name, tool)
        if tool.name and before is not tool:
            message = f"A tool {tool_name(tool.name)} is declared before already."
            yield from rule.refuse(context, tool, message, related=related("first", before))
