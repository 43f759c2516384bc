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
  {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And times 2?"}]}
]}
```

Use instead: `output_text` for what the model said.

```json openai-responses
{"model": "gpt-5", "input": [
  {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And times 2?"}]}
]}
```

## Source

OpenAI's API description.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, JsonValue, Message
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

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

rule = Rule(
    __name__,
    code="CW423",
    title="A message holds a part of a type that its role does not take.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text=(
                "Invalid value: '…'. Supported values are: 'output_text' and 'refusal'."
            ),
            source="OpenAI's API description",
            limits={"roles": ("assistant",), "types": ("output_text", "refusal")},
        ),
        Ground(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text="Invalid value: '…'. Supported values are: …",
            source="OpenAI's API description",
            limits={"roles": ("user", "system", "developer"), "types": _OF_RESPONSES},
        ),
        Ground(
            key="chat-assistant-parts",
            targets=("openai-chat",),
            error_text="Invalid value: '…'. Supported values are: 'text' and 'refusal'.",
            source="OpenAI's API description",
            limits={"roles": ("assistant",), "types": ("text", "refusal"), "alone": "refusal"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    grounds = rule.grounds_of(context.target)
    for message in conversation.messages:
        raw = message.raw if isinstance(message.raw, dict) else {}
        content = raw.get("content")
        if not isinstance(content, list):
            continue
        for ground in grounds:
            if raw.get("role") in ground.limits["roles"]:
                yield from _check(message, content, ground)


def _check(message: Message, content: list[JsonValue], ground: Ground) -> Iterator[Diagnostic]:
    kinds = [part.get("type") if isinstance(part, dict) else None for part in content]
    alone = ground.limits.get("alone")
    for part, kind in zip(message.parts, kinds, strict=False):
        if kind not in ground.limits["types"]:
            said = f"Here stands a part of type {quoted(str(kind), 40)}."
            if ground.limits["roles"] == ("assistant",):
                said = (
                    "What the assistant said stands in a part of type "
                    f"{quoted(str(kind), 40)}."
                )
            yield rule.at(part, said, ground=ground)
            return
    if alone in kinds and len(kinds) > 1:
        yield rule.at(
            message,
            f"A {alone} stands beside other parts; it may only stand alone.",
            ground=ground,
        )
