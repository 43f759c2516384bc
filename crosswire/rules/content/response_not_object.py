r"""The response of a function is no object, where the target takes nothing else.

## What it checks

In what would be sent to Gemini, there or on Vertex AI: `response` of every `functionResponse`.
From other formats Crosswire writes an object always (`{"output": ...}`), so this is about
Gemini's own logs.

## Why it matters

The field is a protobuf struct, and the request does not even parse:

    Invalid JSON payload received. Unknown name "response" at 'contents[2].parts[0].function_response':
    Proto field is not repeating, cannot start list.

A function that returns a list or a text is all it takes.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Who is in the office?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "list_people", "args": {"floor": 2}}}]},
  {"role": "user", "parts": [{"functionResponse": {"name": "list_people", "response": ["Ada", "Ben"]}}]}
]}
```

Use instead: an object around it.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Who is in the office?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "list_people", "args": {"floor": 2}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "list_people", "response": {"output": ["Ada", "Ben"]}}}]}
]}
```

## Source

vercel/ai#3589.
"""

from collections.abc import Iterator

from crosswire.model import JsonValue, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, tool

rule = Rule(
    __name__,
    code="CW414",
    title="The response of a function is no object.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-response-object",
            targets=("gemini", "vertex"),
            error_text="Invalid JSON payload received. Unknown name \"response\" at '…': Proto field is not "
            "repeating, cannot start list.",
            source="vercel/ai#3589",
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    inner = result.raw.get("functionResponse") if isinstance(result.raw, dict) else None
    given = inner.get("response") if isinstance(inner, dict) else None
    if given is None or isinstance(given, dict):
        return
    message = f"The response of {tool(result.name or '')} is {_kind(given)}, not an object."
    for ground in rule.grounds_of(context.target):
        yield rule.at(result, message, ground=ground)


def _kind(value: JsonValue) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a text" if isinstance(value, str) else "a number or a truth value"
