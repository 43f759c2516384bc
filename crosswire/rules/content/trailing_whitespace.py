r"""The beginning of an answer ends with white space.

## What it checks

In what would be sent to Anthropic: where the last message is the assistant's, which the model
is to go on from, its last text does not end with a blank or a line end.

## Why it matters

    messages: final assistant content cannot end with trailing whitespace

The words of a model begin with their blank, so that one at the end leads it astray; the API
refuses to try. Newer models refuse any beginning of an answer.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [{"type": "text", "text": "Name a colour, as JSON."}]},
  {"role": "assistant", "content": [{"type": "text", "text": "{\"colour\": "}]}
]}
```

Use instead: the text without its end.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [{"type": "text", "text": "Name a colour, as JSON."}]},
  {"role": "assistant", "content": [{"type": "text", "text": "{\"colour\":"}]}
]}
```

## Source

Anthropic's documents on prefilling; vercel/ai takes the end away before it sends.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, TextPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW425",
    title="The beginning of an answer ends with white space.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-trailing-whitespace",
            targets=("anthropic",),
            error_text="messages: final assistant content cannot end with trailing whitespace",
            source="Anthropic's documents on prefilling",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "assistant" or not last.parts:
        return
    text = last.parts[-1]
    if isinstance(text, TextPart) and text.text.strip() and text.text != text.text.rstrip():
        for ground in rule.grounds_of(context.target):
            yield rule.at(
                text,
                "This text, which the model is to go on from, ends with white space.",
                ground=ground,
            )
