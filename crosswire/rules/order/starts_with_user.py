r"""The conversation does not begin with the user.

## What it checks

A refusal by Bedrock, whose first message must be one of the user. Of a program's log that
begins with the model the verdict is unsure, as its own beginning is elsewhere.

## Why it matters

    A conversation must start with a user message. Try again with a conversation that starts
    with a user message.

A greeting that a program shows as the model's, and a history that was cut to its last
messages, begin with the model.

## Example

```json bedrock
{"messages": [
  {"role": "assistant", "content": [{"text": "Hello. What can I do for you?"}]},
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]}
]}
```

Use instead: begin with the user.

```json bedrock
{"messages": [
  {"role": "user", "content": [{"text": "Hello."}]},
  {"role": "assistant", "content": [{"text": "Hello. What can I do for you?"}]},
  {"role": "user", "content": [{"text": "Is it raining in Paris?"}]}
]}
```

## Source

The text as programs at Bedrock's endpoint report it.
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
            error_text="A conversation must start with a user message. Try again with a "
            "conversation that starts with a user message.",
            source="programs at Bedrock's endpoint",
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
