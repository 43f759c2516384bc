r"""The response of a function is no object, where the target takes nothing else.

## What it checks

In what would be sent to Gemini, there or on Vertex AI: `response` of every `functionResponse`.
From other formats Crosswire writes an object always (`{"output": ...}`), so this is about
Gemini's own logs.

## Why it matters

The field is a protobuf struct, and the request does not even parse:

    Invalid JSON payload received. Unknown name "response" at
    'contents[2].parts[0].function_response': Proto field is not repeating, cannot start list.

A function that returns a list or a text is all it takes.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Who is in the office?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "list_people",
   "args": {"floor": 2}}}]},
  {"role": "user", "parts": [{"functionResponse": {"name": "list_people", "response": ["Ada",
   "Ben"]}}]}
]}
```

Use instead: an object around it.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Who is in the office?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "list_people",
   "args": {"floor": 2}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "list_people", "response": {"output": ["Ada", "Ben"]}}}]}
]}
```

## Source

vercel/ai#3589.
"""

from collections.abc import Iterator

from crosswire.model import ToolResultPart
from crosswire.model.json_values import json_kind, value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import tool_name

rule = ProviderRule(
    __name__,
    code="CW414",
    title="The response of a function is no object.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        Ground(
            key="gem-response-object",
            targets=("gemini", "vertex"),
            error_text="Invalid JSON payload received. Unknown name \"response\" at '…': "
            "Proto field is not repeating, cannot start list.",
            source="vercel/ai#3589",
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    given = value_at(result.raw, "functionResponse", "response")
    if given is not None and not isinstance(given, dict):
        kind = json_kind(given)
        message = f"The response of {tool_name(result.name)} is {kind}, not an object."
        yield from rule.refuse(context, result, message)
