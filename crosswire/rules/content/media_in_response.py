r"""A medium stands inside the response of a function, which only Gemini 3 and later take.

## What it checks

In what would be sent to Gemini, there or on Vertex AI: `parts` of a `functionResponse` holds
media. That is a warning, and nothing is said where the log names a model of Gemini 3 or later.

## Why it matters

Models before Gemini 3 know text in a response alone. For them a picture stands in a part of
its own, beside the response; there newer ones take it too.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "What does the page look like?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "screenshot", "args": {}}}]},
  {"role": "user", "parts": [{"functionResponse": {"name": "screenshot",
   "response": {"output": "page.png"},
    "parts": [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]}}]}
]}
```

Use instead: the picture beside the response.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "What does the page look like?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "screenshot", "args": {}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "screenshot", "response": {"output": "page.png"}}},
    {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]}
]}
```

## Source

vercel/ai, whose converter decides by the model.
"""

from collections.abc import Iterator

from crosswire.model import ToolResultPart
from crosswire.model.json_values import value_at
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import tool_name

rule = ProviderRule(
    __name__,
    code="CW417",
    title="A medium stands inside the response of a function.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        Ground(
            key="gem-response-media",
            targets=("gemini", "vertex"),
            error_text="",
            source="packages/google/src/convert-to-google-messages.ts of vercel/ai",
            status=None,
            confidence="medium",
            but_models=r"gemini-(?:[3-9]|\d\d)\b",
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    if value_at(result.raw, "functionResponse", "parts"):
        message = (
            f"The response of {tool_name(result.name)} holds media, which models before "
            "Gemini 3 refuse."
        )
        yield from rule.refuse(context, result, message)
