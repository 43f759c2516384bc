r"""The response of a function does not name its function.

## What it checks

In what would be sent to Gemini, there or on Vertex AI: `name` of every `functionResponse` is
there and not empty. A name that is not the one of the call is a warning: at times that is
refused, at times the model gets the result as another function's.

## Why it matters

Gemini pairs by name, where other APIs pair by id, so that a converter that only has the id has
to look the name up:

    GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.

Some write nothing there, others the id.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"id": "w5r", "name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"id": "w5r", "name": "", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the name of the call.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"id": "w5r", "name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"id": "w5r", "name": "get_weather",
     "response": {"output": "Drizzle"}}}]}
]}
```

## Source

AstrBotDevs/AstrBot#9876 for an id as name; google-genai 3.4 documents that both names are the
same.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.json_values import object_or_empty
from crosswire.rules.parts import related
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted, tool_name


class NameGround(Ground, frozen=True, kw_only=True):
    """How much of the name is checked."""

    any_name: bool
    """Whether any name will do, rather than the call's alone."""


rule = ProviderRule(
    __name__,
    code="CW415",
    title="The response of a function does not name its function.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        NameGround(
            key="gem-response-name",
            targets=("gemini", "vertex"),
            error_text=(
                "GenerateContentRequest.contents[…].parts[…].function_response.name: "
                "Name cannot be empty."
            ),
            source="AstrBotDevs/AstrBot#9876",
            any_name=True,
        ),
        NameGround(
            key="gem-response-name",
            targets=("gemini", "vertex"),
            error_text="Request contains an invalid argument.",
            source=(
                "google-genai 3.4 documents that the name is the call's; some threads "
                "tell of a refusal"
            ),
            confidence="medium",
            any_name=False,
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    if "functionResponse" not in object_or_empty(result.raw):
        return
    call = context.call_of_result(result)
    for ground in rule.grounds_at(context):
        message = _nameless(result) if ground.any_name else _misnamed(result, call)
        if message is not None:
            yield rule.at(result, message, ground, related=related("call", call))
            return


def _nameless(result: ToolResultPart) -> str | None:
    return None if result.name else "This response does not name the function that it is of."


def _misnamed(result: ToolResultPart, call: ToolCallPart | None) -> str | None:
    if call is None or call.name in ("", result.name):
        return None
    given, asked = quoted(result.name, 40), tool_name(call.name)
    return f"This response names {given}, and the call that it answers is to {asked}."
