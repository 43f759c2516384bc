r"""A turn that calls or answers stands where Gemini takes none.

## What it checks

A refusal by Gemini. A turn of the model with a `functionCall` needs a turn of the user before
it, so that no history begins with one; a turn with a `functionResponse` needs one with a
`functionCall` directly before it. Contents of one role that follow each other are one turn.
Where the log is a piece of a longer one, whose beginning is elsewhere, the verdict is unsure.

## Why it matters

    Please ensure that function call turn comes immediately after a user turn or after a function
    response turn.

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

from crosswire.model import Conversation
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW721",
    title="A turn that calls or answers stands where Gemini takes none.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-call-after-user",
            targets=("gemini", "vertex"),
            error_text="Please ensure that function call turn comes immediately after a user turn or after a "
            "function response turn.",
            source="google-gemini/gemini-cli#11814, continuedev/continue#11164",
            limits={"turn": "calls"},
        ),
        Ground(
            key="gem-response-after-call",
            targets=("gemini", "vertex"),
            error_text="Please ensure that function response turn comes immediately after a function call turn.",
            source="langchain-ai/langchain#27799, BerriAI/litellm#26755",
            limits={"turn": "answers"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        before: Turn | None = None
        for turn in context.turns:
            if ground.limits["turn"] == "calls":
                yield from _check_calls(before, turn, context, ground)
            else:
                yield from _check_answers(before, turn, context, ground)
            before = turn


def _check_calls(
    before: Turn | None, turn: Turn, context: RuleContext, ground: Ground
) -> Iterator[Diagnostic]:
    if context.shape == "response" and before is None:
        return  # what the user said stands in its request
    if turn.side == "model" and turn.calls and (before is None or before.side != "client"):
        cut_off = context.shape == "session" and before is None
        unsure = Severity.WARNING if cut_off else None
        message = "A turn that calls stands here with no turn of the user before it."
        yield rule.at(turn.calls[0], message, severity=unsure, ground=ground)


def _check_answers(
    before: Turn | None, turn: Turn, context: RuleContext, ground: Ground
) -> Iterator[Diagnostic]:
    called = before is not None and before.side == "model" and before.calls
    if turn.side == "client" and turn.results and not called:
        result = turn.results[0]
        unsure = Severity.WARNING if result.key in context.outside else None
        message = "A turn that answers stands here with no turn that calls before it."
        yield rule.at(result, message, severity=unsure, ground=ground)
