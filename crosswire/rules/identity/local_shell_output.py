r"""The output of a local shell does not name its call in `call_id`.

## What it checks

A `local_shell_call_output` that has an `id` and no `call_id`, in the Responses API.

## Why it matters

The types of OpenAI's own libraries have `id` alone there, and what is written by them is
refused:

    No tool output found for local shell call call_w4f

The server looks for `call_id`, which its description requires and does not describe. Send
both.

## Example

```json openai-responses
{"model": "codex-mini-latest", "input": [
  {"role": "user", "content": "List the folder."},
  {"type": "local_shell_call", "id": "lsh_68a1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "id": "call_w4f", "output": "a.txt"}
]}
```

Use instead: both fields.

```json openai-responses
{"model": "codex-mini-latest", "input": [
  {"role": "user", "content": "List the folder."},
  {"type": "local_shell_call", "id": "lsh_68a1", "call_id": "call_w4f", "status": "completed",
   "action": {"type": "exec", "command": ["ls"], "env": {}}},
  {"type": "local_shell_call_output", "id": "call_w4f", "call_id": "call_w4f",
   "output": "a.txt"}
]}
```

## Source

openai/openai-agents-python#1855, openai/openai-python#3923; OpenAI's API description.
"""

from collections.abc import Iterator

from crosswire.model import ToolResultPart
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

rule = ProviderRule(
    __name__,
    code="CW333",
    title="The output of a local shell does not name its call in `call_id`.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        Ground(
            key="resp-local-shell-output-id",
            targets=("openai-responses",),
            error_text="No tool output found for local shell call …",
            source="openai/openai-agents-python#1855, openai/openai-python#3923",
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    is_output = result.wire_type == "local_shell_call_output"
    if is_output and isinstance(result.raw, dict) and not result.raw.get("call_id"):
        message = "This output has no `call_id`, by which the server looks for it."
        yield from rule.refuse(context, result, message, address=result.call_id.address)
