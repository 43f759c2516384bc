r"""The arguments of a call were never put together.

## What it checks

A call of Gemini's that still has `partialArgs` (pieces of its arguments, each with its place),
or that says by `willContinue` that more of it was to come. It is said once for each content of
the model.

## Why it matters

Vertex AI streams long arguments in pieces, and the first one alone has the name of the tool. A
program that logs the pieces as they come keeps calls without arguments and calls without a
name:

    Invalid JSON payload received. Unknown name "partialArgs" ... Cannot find field.

The Gemini API does not take them back so, and the tool runs with nothing. The pieces must be
put together, by their `jsonPath`, before the call is run or kept.

## Example

```json gemini
[
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "willContinue": true,
      "partialArgs": [{"jsonPath": "$.city", "stringValue": "Par", "willContinue": true}]}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Which city?"}}}]}
]
```

Use instead: the call with all of its arguments.

```json gemini
[
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather",
   "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]
```

## Source

Google's API description (`streamFunctionCallArguments`); a recorded stream of vercel/ai whose
call never ends.
"""

from collections.abc import Iterator

from crosswire.model import Message, ToolCallPart
from crosswire.rules.parts import is_piece, of_type, related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, tool_name

rule = LogRule(
    __name__,
    code="CW824",
    title="The arguments of a call were never put together.",
    severity=Severity.ERROR,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
)


@rule.on_message
def check(message: Message, context: RuleContext) -> Iterator[Defect]:
    if message.wire_format != "gemini":
        return
    pieces = list(filter(is_piece, of_type(message.parts, ToolCallPart)))
    for first in pieces[:1]:
        number = by_number(len(pieces), "one piece", f"{len(pieces)} pieces")
        text = (
            f"The arguments of the call to {tool_name(first.name)} are still apart, with "
            f"{number} in this content."
        )
        others = related("further piece", *pieces[1:4])
        yield rule.at(first, text, related=others)
