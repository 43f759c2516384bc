r"""The arguments of a call cannot be read by a server that reads them.

## What it checks

A refusal by servers that take the arguments of the calls in a history apart, before the model
sees them: llama.cpp, Ollama, vLLM, MiniMax and Qwen. OpenAI takes any text there. Some of them
want an object, not only JSON, and some refuse an empty text too; which, is said with each
ground. Calls whose results may still come are looked at as well.

## Why it matters

    Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error
    at line 1, column 2

    invalid tool call arguments

    invalid params, invalid function arguments json string, tool_call_id: call_x (2013)

A model that ran out of tokens leaves half of its arguments. The program answers that call with
an error and goes on; the history is refused from then on.

## Example

```json openai-chat
{"model": "gpt-oss:20b", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "call_s6a1v0xq", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\":"}}]},
  {"role": "tool", "tool_call_id": "call_s6a1v0xq", "content": "These are no arguments."}
]}
```

Use instead: an object, and be it an empty one.

```json openai-chat
{"model": "gpt-oss:20b", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "call_s6a1v0xq", "type": "function", "function": {
      "name": "add", "arguments": "{}"}}]},
  {"role": "tool", "tool_call_id": "call_s6a1v0xq", "content": "These are no arguments."}
]}
```

## Source

ggml-org/llama.cpp#25510, `FromCompletionToolCall` in Ollama's openai/openai.go,
vllm-project/vllm#43995, earendil-works/pi#5468, obot-platform/nanobot#237, explyt/explyt#23.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.model import ToolCallPart
from crosswire.model.json_values import json_kind
from crosswire.model.parts import ArgumentsState
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name


class ReadArguments(Ground, frozen=True, kw_only=True):
    """Which arguments can be read."""

    wants: Literal["json", "object"]
    takes_empty: bool
    """Whether an empty text counts as an empty object."""


rule: ProviderRule[ReadArguments] = ProviderRule(
    __name__,
    code="CW462",
    title="The arguments of a call cannot be read by a server that reads them.",
    subject=Subject.ARGUMENTS,
    doc=__doc__,
    kin=("arguments-not-json",),
)


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    for ground in rule.grounds_in(context) if call.is_for_client else ():
        fault = _fault(call, ground)
        if fault is not None:
            message = f"The arguments of the call {call_name(call)} are {fault}."
            yield rule.at(call, message, ground, address=call.arguments.address)


def _fault(call: ToolCallPart, ground: ReadArguments) -> str | None:
    arguments = call.arguments
    if arguments.state is ArgumentsState.INVALID:
        return "no JSON"
    if arguments.text == "":
        return None if ground.takes_empty else "an empty text"
    is_other = arguments.state is ArgumentsState.PARSED and arguments.value is not None
    if ground.wants == "object" and is_other and not isinstance(arguments.value, dict):
        return f"{json_kind(arguments.value).partition(' of ')[0]}, not an object"
    return None
