r"""A text has the marks of gpt-oss's channels in it.

## What it checks

What would be sent to gpt-oss at a server that writes the prompt by the model's own template:
llama.cpp. The template refuses texts of the assistant with `<|channel|>analysis<|message|>` or
`<|channel|>final<|message|>` in them, in the content or in what it thought.

## Why it matters

    You have passed a message containing <|channel|> tags in the content field. Instead of
    doing this, you should pass analysis messages (the string between '<|message|>' and
    '<|end|>') in the 'thinking' field, and final messages (the string between '<|message|>'
    and '<|end|>') in the 'content' field.

A server that did not take the answer apart hands the marks on as text, and the program sends
them back.

## Example

```json openai-chat
{"model": "gpt-oss-20b", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "<|channel|>final<|message|>15"},
  {"role": "user", "content": "And plus 9?"}
]}
```

Use instead: the text alone.

```json openai-chat
{"model": "gpt-oss-20b", "messages": [
  {"role": "user", "content": "What is 7 plus 8?"},
  {"role": "assistant", "content": "15"},
  {"role": "user", "content": "And plus 9?"}
]}
```

## Source

ggml-org/llama.cpp#15242, and the template of gpt-oss.
"""

from collections.abc import Iterator

from crosswire.model import Message
from crosswire.model.json_values import text_field
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_MARKS = ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>")
_FIELDS = ("content", "thinking", "reasoning_content")

rule: ProviderRule[Ground] = ProviderRule(
    __name__,
    code="CW463",
    title="A text has the marks of gpt-oss's channels in it.",
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.on_message
def check(message: Message, context: TargetContext) -> Iterator[Refusal]:
    if message.role != "assistant":
        return
    for name in _FIELDS:
        text = text_field(message.raw, name) or ""
        if any(mark in text for mark in _MARKS):
            yield from rule.refuse(
                context, message, f"The {name} of this message has <|channel|> marks in it."
            )
            return
