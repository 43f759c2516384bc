r"""A message holds a part of a type that its role does not take.

## What it checks

In what would be sent. Chat Completions: the content of the assistant, where it is a list, has
texts, or one refusal alone. Responses: that of the assistant has `output_text` and `refusal`,
and no other message has a type that is none of Responses (`text`, `image_url`).

## Why it matters

    Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.

A program that writes every message the same way, or that takes the parts of Chat Completions
over into Responses, is refused at the first answer that it sends back.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "And times 2?"}]}
]}
```

Use instead: `output_text` for what the model said.

```json openai-responses
{"model": "gpt-5", "input": [
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "And times 2?"}]}
]}
```

## Source

OpenAI's API description.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.model import JsonValue, Message
from crosswire.model.json_values import list_or_empty, value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_OF_RESPONSES = (
    "input_text",
    "input_image",
    "input_file",
    "input_audio",
    "output_text",
    "refusal",
    "summary_text",
    "reasoning_text",
    "computer_screenshot",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTypes(Ground):
    """What messages of some roles may hold."""

    roles: tuple[str, ...]
    types: tuple[str, ...]
    only_alone: str | None = None
    """A type that takes no other part in its message."""


rule = ProviderRule(
    __name__,
    code="CW423",
    title="A message holds a part of a type that its role does not take.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        PartTypes(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text=(
                "Invalid value: '…'. Supported values are: 'output_text' and 'refusal'."
            ),
            source="OpenAI's API description",
            roles=("assistant",),
            types=("output_text", "refusal"),
        ),
        PartTypes(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text="Invalid value: '…'. Supported values are: …",
            source="OpenAI's API description",
            roles=("user", "system", "developer"),
            types=_OF_RESPONSES,
        ),
        PartTypes(
            key="chat-assistant-parts",
            targets=("openai-chat",),
            error_text="Invalid value: '…'. Supported values are: 'text' and 'refusal'.",
            source="OpenAI's API description",
            roles=("assistant",),
            types=("text", "refusal"),
            only_alone="refusal",
        ),
    ),
)


@rule.on_message
def check(message: Message, context: TargetContext) -> Iterator[Refusal]:
    content = list_or_empty(value_at(message.raw, "content"))
    kinds = [value_at(part, "type") for part in content]
    role = value_at(message.raw, "role")
    for ground in rule.grounds_of(context.target):
        if role in ground.roles:
            yield from _check(message, kinds, ground)


def _check(message: Message, kinds: list[JsonValue], ground: PartTypes) -> Iterator[Refusal]:
    for part, kind in zip(message.parts, kinds, strict=False):
        if kind not in ground.types:
            of_kind = f"a part of type {quoted(str(kind), 40)}"
            text = f"Here stands {of_kind}."
            if ground.roles == ("assistant",):
                text = f"What the assistant said stands in {of_kind}."
            yield rule.at(part, text, ground)
            return
    if len(kinds) > 1 and ground.only_alone in kinds:
        text = f"A {ground.only_alone} stands beside other parts; it may only stand alone."
        yield rule.at(message, text, ground)
