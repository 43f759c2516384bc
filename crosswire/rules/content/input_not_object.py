r"""The input of a call is no object, where the target takes nothing else.

## What it checks

In what would be sent to Anthropic: `input` of every `tool_use`, and of the calls of
Anthropic's own and of MCP tools. From other formats Crosswire writes an object always, and
says so where it had to wrap something; so this is about logs of Anthropic's own.

## Why it matters

    messages.35.content.0.tool_use.input: Input should be a valid dictionary

The call stays in the history, and so each request that follows is refused. It comes from
streams whose pieces of JSON were kept as text, from PHP, where an empty object becomes `[]`,
and from calls without arguments that became null.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What time is it?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01A9f", "name": "get_time", "input": []}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01A9f", "content": "12:41"}]}
]}
```

Use instead: an object, empty where there are no arguments.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What time is it?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01A9f", "name": "get_time", "input": {}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01A9f", "content": "12:41"}]}
]}
```

## Source

anthropics/claude-code#6696, prism-php/prism#659 for `[]`, run-llama/LlamaIndexTS#1582.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name

rule = ProviderRule(
    __name__,
    code="CW413",
    title="The input of a call is no object.",
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    grounds=(
        Ground(
            key="ant-input-object",
            targets=("anthropic",),
            error_text=(
                "messages.….content.….tool_use.input: Input should be a valid dictionary"
            ),
            source="anthropics/claude-code#6696, prism-php/prism#659",
        ),
    ),
)


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    given = value_at(call.raw, "input")
    if isinstance(given, dict) or call.key in context.pending:
        return
    fault = "has no input" if given is None else "has an input that is no object"
    message = f"The call {call_name(call)} {fault}."
    yield from rule.refuse(context, call, message, address=call.arguments.address)
