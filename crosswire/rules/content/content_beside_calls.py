r"""A message has both content and calls, which old models of Mistral's do not take.

## What it checks

In what would be sent to Mistral: where the model is one with an old tokenizer (the first open
models, and those of 2023 and early 2024), a message of the assistant has content or calls. It
is a warning, as the models are named differently by those who run them. Today's models take
both.

## Why it matters

    Assistant message must have either content or tool_calls, but not both.

The template of such a model has no place for both; a server of one's own refuses the request,
or drops the text.

## Example

```json mistral
{"model": "open-mixtral-8x7b", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "Let me see.", "tool_calls": [
    {"id": "w5r0a1b2c", "function": {"name": "get_weather",
     "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "w5r0a1b2c", "name": "get_weather", "content": "Drizzle"}
]}
```

Use instead: the calls alone.

```json mistral
{"model": "open-mixtral-8x7b", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "w5r0a1b2c", "function": {"name": "get_weather",
     "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "w5r0a1b2c", "name": "get_weather", "content": "Drizzle"}
]}
```

## Source

The validator of mistral-common 1.11.7, for its versions 1 to 3.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart
from crosswire.model.json_values import field_of
from crosswire.rules.parts import of_type
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)


class BesideCalls(Ground, frozen=True, kw_only=True):
    """What may not stand beside calls."""

    fields: tuple[tuple[str, ...], ...] = (("content",),)
    """All of these together; of the names of each one is enough."""
    message: str = "This message has both content and calls"


rule = ProviderRule(
    __name__,
    code="CW426",
    title="A message has both content and calls.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        BesideCalls(
            key="mi-content-xor-calls",
            targets=("mistral",),
            error_text=(
                "Assistant message must have either content or tool_calls, but not both."
            ),
            source="the validator of mistral-common 1.11.7",
            confidence="medium",
            models=r"(?i)^(.*/)?((open-)?mi[sx]tral-(7b|8x7b|8x22b|tiny).*"
            r"|mistral-(small|medium|large)-(23\d\d|2402))",
        ),
    ),
)


@rule.on_ground
def check(ground: BesideCalls, context: TargetContext) -> Iterator[Refusal]:
    for message in context.conversation.messages:
        has_all = all(
            any(field_of(message.raw, name) for name in names) for names in ground.fields
        )
        if has_all and of_type(message.parts, ToolCallPart):
            text = f"{ground.message}, and goes to {context.model}."
            yield rule.at(message, text, ground)
