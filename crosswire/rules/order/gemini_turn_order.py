r"""A turn that calls or answers stands where Gemini takes none.

## What it checks

A refusal by Gemini. A turn of the model with a `functionCall` needs a turn of the user before
it, so that no history begins with one; a turn with a `functionResponse` needs one with a
`functionCall` directly before it. Contents of one role that follow each other are one turn.
Where the log is a piece of a longer one, whose beginning is elsewhere, the verdict is unsure.

## Why it matters

    Please ensure that function call turn comes immediately after a user turn or after a
    function response turn.

    Please ensure that function response turn comes immediately after a function call turn.

Programs that keep the last so many messages begin their history in the middle of a turn.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
], "tools": [{"functionDeclarations": [{"name": "get_weather"}]}]}
```

Use instead: begin with the user.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
], "tools": [{"functionDeclarations": [{"name": "get_weather"}]}]}
```

## Source

google-gemini/gemini-cli#11814 and continuedev/continue#11164 for calls,
langchain-ai/langchain#27799 and BerriAI/litellm#26755 for responses.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.pairing.turns import Turn
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)


class TurnGround(Ground, frozen=True, kw_only=True):
    """Which turns it is about."""

    turn: Literal["calls", "answers"]


rule = ProviderRule(
    __name__,
    code="CW721",
    title="A turn that calls or answers stands where Gemini takes none.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        TurnGround(
            key="gem-call-after-user",
            targets=("gemini", "vertex"),
            error_text="Please ensure that function call turn comes immediately after a user "
            "turn or after a function response turn.",
            source="google-gemini/gemini-cli#11814, continuedev/continue#11164",
            turn="calls",
        ),
        TurnGround(
            key="gem-response-after-call",
            targets=("gemini", "vertex"),
            error_text="Please ensure that function response turn comes immediately after a "
            "function call turn.",
            source="langchain-ai/langchain#27799, BerriAI/litellm#26755",
            turn="answers",
        ),
    ),
)


@rule.on_ground
def check(ground: TurnGround, context: TargetContext) -> Iterator[Refusal]:
    of_calls = ground.turn == "calls"
    check_turn = _check_calls if of_calls else _check_answers
    for before, turn in context.turns_and_previous:
        if turn.calls if of_calls else turn.results:
            yield from check_turn(before, turn, context, ground)


def _check_calls(
    before: Turn, turn: Turn, context: TargetContext, ground: TurnGround
) -> Iterator[Refusal]:
    shape = context.log_shape if before.side == "nobody" else ""
    # What the user said before a response stands in its request.
    if before.side != "client" and turn.side == "model" and shape != "response":
        message = "A turn that calls stands here with no turn of the user before it."
        severity = Severity.WARNING if shape == "session" else None
        for call in turn.calls[:1]:
            yield rule.at(call, message, ground, severity=severity)


def _check_answers(
    before: Turn, turn: Turn, context: TargetContext, ground: TurnGround
) -> Iterator[Refusal]:
    if turn.side == "client" and not (before.side == "model" and before.calls):
        message = "A turn that answers stands here with no turn that calls before it."
        for result in turn.results[:1]:
            yield rule.at(result, message, ground, severity=context.severity_of(result))
