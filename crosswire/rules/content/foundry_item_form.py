r"""An item lacks a field that Azure AI Foundry wants, or has it in another form.

## What it checks

A refusal by Azure AI Foundry of calls and outputs without a required field (`call_id`, `name`,
`arguments`; the `id` of a local shell's), or with something else there than text. Its agents'
server checks no more of ids than that: their length, characters and pairing are left to the
model behind it.

## Why it matters

    Required property 'call_id' is missing

    Expected string, got object

It comes from programs that keep arguments as objects, or name calls by their item id alone.

## Example

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "shell"},
 "input": [
  {"role": "user", "content": "What is in the folder?"},
  {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "call_id": "call_w4f", "output": "a.txt"},
  {"role": "assistant", "content": "There is a.txt."}
]}
```

Use instead: the output with its id.

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "shell"},
 "input": [
  {"role": "user", "content": "What is in the folder?"},
  {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "id": "call_w4f", "call_id": "call_w4f",
   "output": "a.txt"},
  {"role": "assistant", "content": "There is a.txt."}
]}
```

## Source

The request validator of `azure-ai-agentserver-responses` 2.3.0, run over items of each type.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.address import child
from crosswire.model.json_values import object_or_empty
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)

_VALIDATOR = "the request validator of azure-ai-agentserver-responses 2.3.0"
_TEXTS = {
    "function_call": ("call_id", "name", "arguments"),
    "custom_tool_call": ("call_id", "name", "input"),
    "custom_tool_call_output": ("call_id",),
    "shell_call": ("call_id",),
    "local_shell_call": ("id", "call_id"),
    "local_shell_call_output": ("id",),
    "apply_patch_call_output": ("call_id",),
    "computer_call_output": ("call_id",),
}


class FieldGround(Ground, frozen=True, kw_only=True):
    """What is wrong with a field."""

    fault: Literal["missing", "no text"]


rule = ProviderRule(
    __name__,
    code="CW833",
    title="An item lacks a field that Azure AI Foundry wants, or has it in another form.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        FieldGround(
            key="az-validator-lenient",
            targets=("azure-foundry",),
            error_text="Required property '…' is missing",
            source=_VALIDATOR,
            fault="missing",
        ),
        FieldGround(
            key="az-validator-lenient",
            targets=("azure-foundry",),
            error_text="Expected string, got …",
            source=_VALIDATOR,
            fault="no text",
        ),
    ),
)


@rule.on_end
def check(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    fields = object_or_empty(part.raw)
    names = _TEXTS.get(part.wire_type, ()) if isinstance(part.raw, dict) else ()
    odd = [name for name in names if not isinstance(fields.get(name), str)]
    grounds = {ground.fault: ground for ground in rule.grounds_at(context)} if odd else {}
    for name in odd:
        if name not in fields:
            yield rule.at(part, f"This {part.wire_type} has no `{name}`.", grounds["missing"])
        else:
            message = f"The `{name}` of this {part.wire_type} is no text."
            place = child(part.address, name)
            yield rule.at(part, message, grounds["no text"], address=place)
