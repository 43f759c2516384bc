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
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "shell"}, "input": [
  {"role": "user", "content": "What is in the folder?"},
  {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "call_id": "call_w4f", "output": "a.txt"},
  {"role": "assistant", "content": "There is a.txt."}
]}
```

Use instead: the output with its id.

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "shell"}, "input": [
  {"role": "user", "content": "What is in the folder?"},
  {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "id": "call_w4f", "call_id": "call_w4f", "output": "a.txt"},
  {"role": "assistant", "content": "There is a.txt."}
]}
```

## Source

The request validator of `azure-ai-agentserver-responses` 2.3.0, run over items of each type.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

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

rule = Rule(
    __name__,
    code="CW833",
    title="An item lacks a field that Azure AI Foundry wants, or has it in another form.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="az-validator-lenient",
            targets=("azure-foundry",),
            error_text="Required property '…' is missing",
            source=_VALIDATOR,
            limits={"fault": "missing"},
        ),
        Ground(
            key="az-validator-lenient",
            targets=("azure-foundry",),
            error_text="Expected string, got …",
            source=_VALIDATOR,
            limits={"fault": "no text"},
        ),
    ),
)


@rule.on_call
def check_call(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    yield from _check(call, context)


@rule.on_result
def check_result(result: ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    yield from _check(result, context)


def _check(part: ToolCallPart | ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    raw = part.raw
    if not isinstance(raw, dict):
        return
    for ground in rule.grounds_of(context.target):
        for name in _TEXTS.get(part.wire_type, ()):
            if name not in raw and ground.limits["fault"] == "missing":
                yield rule.at(part, f"This {part.wire_type} has no `{name}`.", ground=ground)
            elif (
                name in raw
                and not isinstance(raw[name], str)
                and ground.limits["fault"] == "no text"
            ):
                message = f"The `{name}` of this {part.wire_type} is no text."
                yield rule.at(part, message, address=child(part.address, name), ground=ground)
