r"""The input of a call is no object, where the target takes nothing else.

## What it checks

In what would be sent to Anthropic: `input` of every `tool_use`, and of the calls of
Anthropic's own and of MCP tools. From other formats Crosswire writes an object always, and
says so where it had to wrap something; so this is about logs of Anthropic's own. And in what
would be sent to Ollama's own interface: the `arguments` of a call, where there are any.

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


class InputPlace(Ground, frozen=True, kw_only=True):
    """Where the input of a call stands."""

    keys: tuple[str, ...]
    may_be_absent: bool = False


rule = ProviderRule(
    __name__,
    code="CW413",
    title="The input of a call is no object.",
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    grounds=(
        InputPlace(
            key="ant-input-object",
            targets=("anthropic",),
            error_text=(
                "messages.….content.….tool_use.input: Input should be a valid dictionary"
            ),
            source="anthropics/claude-code#6696, prism-php/prism#659",
            keys=("input",),
        ),
    ),
)


_WORDS = {"input": "an input that is", "arguments": "arguments that are"}


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    for ground in rule.grounds_in(context) if call.key not in context.pending else ():
        given, word = value_at(call.raw, *ground.keys), ground.keys[-1]
        if isinstance(given, dict) or (given is None and ground.may_be_absent):
            continue
        fault = f"has no {word}" if given is None else f"has {_WORDS[word]} no object"
        message = f"The call {call_name(call)} {fault}."
        yield rule.at(call, message, ground, address=call.arguments.address)
