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
  {"role": "user", "parts": [{"functionResponse": {"name": "screenshot", "response": {"output": "page.png"},
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
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, tool

rule = Rule(
    __name__,
    code="CW417",
    title="A medium stands inside the response of a function.",
    severity=Severity.WARNING,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-response-media",
            targets=("gemini", "vertex"),
            error_text="",
            source="packages/google/src/convert-to-google-messages.ts of vercel/ai",
            status=None,
            confidence="medium",
            limits={"but_models": r"gemini-(?:[3-9]|\d\d)\b"},
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    inner = result.raw.get("functionResponse") if isinstance(result.raw, dict) else None
    if not isinstance(inner, dict) or not inner.get("parts"):
        return
    for ground in (
        ground for ground in rule.grounds_of(context.target) if ground.is_for(context.model)
    ):
        said = (
            f"The response of {tool(result.name or '')} holds media, which models before "
            "Gemini 3 refuse."
        )
        yield rule.at(result, said, ground=ground)
