r"""The conversation does not begin with the user.

## What it checks

A refusal by Bedrock, whose first message must be one of the user; newer models of Claude
take a beginning of the model's too, so that the verdict is unsure where no model is named.
It is unsure of a program's log as well, as its own beginning is elsewhere.

## Why it matters

    A conversation must start with a user message. Try again with a conversation that starts
    with a user message.

A greeting that a program shows as the model's, and a history that was cut to its last
messages, begin with the model.

## Example

```json bedrock
{"modelId": "us.amazon.nova-pro-v1:0", "messages": [
  {"role": "assistant", "content": [{"text": "Hello. What can I do for you?"}]},
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]}
]}
```

Use instead: begin with the user.

```json bedrock
{"modelId": "us.amazon.nova-pro-v1:0", "messages": [
  {"role": "user", "content": [{"text": "Hello."}]},
  {"role": "assistant", "content": [{"text": "Hello. What can I do for you?"}]},
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]}
]}
```

## Source

The text as programs at Bedrock's endpoint report it; a recorded answer of Claude Sonnet 4.5
to a history that begins with the model (pydantic/pydantic-ai, 2026).
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)

_TEXT = (
    "A conversation must start with a user message. Try again with a conversation that starts "
    "with a user message."
)
_TAKES_ANY_BEGINNING = r"claude-(?:opus|sonnet|haiku)-\d"
"""Models from Claude 4 on, which are named by their size first."""

rule = ProviderRule(
    __name__,
    code="CW723",
    title="The conversation does not begin with the user.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        Ground(
            key="br-starts-user",
            targets=("bedrock",),
            error_text=_TEXT,
            source="programs at Bedrock's endpoint",
            models=r".",
            but_models=_TAKES_ANY_BEGINNING,
        ),
        Ground(
            key="br-starts-user-any-model",
            targets=("bedrock",),
            error_text=_TEXT,
            source="programs at Bedrock's endpoint; newer models of Claude take it",
            confidence="medium",
            models=r"^$",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    is_cut_off = context.log_shape == "session"
    severity = Severity.WARNING if is_cut_off else None
    for first in context.listed_messages[:1]:
        # A response alone begins so: what the user said stands in its request.
        if first.role == "assistant" and context.log_shape != "response":
            message = "The first message is the model's."
            yield from rule.refuse(context, first, message, severity=severity)
