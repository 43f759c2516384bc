r"""A text is empty, where the target wants one.

## What it checks

In what would be sent to Anthropic: no block of text is empty, also in the system prompt and in
results; no message is (an answer of the assistant at the very end may be); and no message
holds only blank texts. In what would be sent to Bedrock: no block of text in a message is
empty, and no message is without blocks. White space is unsure there: Claude took it beside
other blocks, other models were seen to refuse it. What it makes of an empty text in a result
or in a system prompt is not known, and not looked at.

## Why it matters

    messages: text content blocks must be non-empty

    messages.0: all messages must have non-empty content except for the optional final
    assistant message

    messages: text content blocks must contain non-whitespace text

    The text field in the ContentBlock object at messages.1.content.0 is blank. Add text to the
    text field, and try again.

    The content field in the Message object at messages.1 is empty. Add a ContentBlock object
    to the content field and try again.

The empty text stays in the history, and each request after it is refused. It comes from
answers of which a program took something away (thinking, a citation), and from streams that
opened a block and put nothing in.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What time is it?"},
  {"role": "assistant", "content": [
    {"type": "text", "text": ""},
    {"type": "tool_use", "id": "toolu_01A9f", "name": "get_time", "input": {}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01A9f", "content": "12:41"}]}
]}
```

Use instead: no block.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What time is it?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01A9f", "name": "get_time", "input": {}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01A9f", "content": "12:41"}]}
]}
```

## Source

Anthropic's API reference; anthropics/claude-code#6774; LibreChat-AI/agents#124, which tried
blank texts. For Bedrock, whose reference says nothing of it: OpenHands/OpenHands#5339 with
Claude and boto/botocore#3525; langchain-ai/langchain-aws#403, where a line end alone was sent
to Titan and refused, and a recorded request of 2025 with a line end beside other blocks, which
was taken; earendil-works/pi#3443 for a message without blocks.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.model import (
    Conversation,
    JsonValue,
    Message,
    Part,
    TextPart,
    ToolResultPart,
    text_of,
)
from crosswire.rules.parts import of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class EmptyTextGround(Ground, frozen=True, kw_only=True):
    """What is empty."""

    empty: Literal["block", "message", "blank", "block of a message", "blank block"]


_Grounds = dict[str, EmptyTextGround]
_BLANK = "All text of this message is white space, and there is nothing else in it."


rule = ProviderRule(
    __name__,
    code="CW424",
    title="A text is empty, where a provider wants one.",
    subject=Subject.CONTENT,
    repairable=True,
    doc=__doc__,
    grounds=(
        EmptyTextGround(
            key="ant-empty-text",
            targets=("anthropic",),
            error_text="messages: text content blocks must be non-empty",
            source="anthropics/claude-code#6774",
            empty="block",
        ),
        EmptyTextGround(
            key="ant-empty-text",
            targets=("anthropic",),
            error_text="messages.…: all messages must have non-empty content except for the "
            "optional final assistant message",
            source="Anthropic's API reference",
            empty="message",
        ),
        EmptyTextGround(
            key="ant-empty-text",
            targets=("anthropic",),
            error_text="messages: text content blocks must contain non-whitespace text",
            source="LibreChat-AI/agents#124",
            empty="blank",
        ),
        EmptyTextGround(
            key="br-blank-text",
            targets=("bedrock",),
            error_text="The text field in the ContentBlock object at messages.….content.… is "
            "blank. Add text to the text field, and try again.",
            source="OpenHands/OpenHands#5339, boto/botocore#3525, continuedev/continue#9767",
            empty="block of a message",
        ),
        EmptyTextGround(
            key="br-blank-text",
            targets=("bedrock",),
            error_text="The text field in the ContentBlock object at messages.….content.… is "
            "blank. Add text to the text field, and try again.",
            source="langchain-ai/langchain-aws#403 (Titan)",
            confidence="medium",
            but_models="claude",
            empty="blank block",
        ),
        EmptyTextGround(
            key="br-blank-text",
            targets=("bedrock",),
            error_text="messages: text content blocks must contain non-whitespace text",
            source="as Anthropic says itself; a recorded request with white space beside "
            "other blocks was taken",
            confidence="medium",
            models="claude",
            empty="blank",
        ),
        EmptyTextGround(
            key="br-empty-message",
            targets=("bedrock",),
            error_text="The content field in the Message object at messages.… is empty. Add "
            "a ContentBlock object to the content field and try again.",
            source="earendil-works/pi#3443",
            empty="message",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    grounds: _Grounds = {ground.empty: ground for ground in rule.grounds_in(context)}
    check_message = _of_anthropic if "block" in grounds else _of_bedrock
    for message in conversation.messages:
        if not _is_full(message):
            is_end = message is conversation.messages[-1] and message.role == "assistant"
            yield from check_message(message, grounds, may_be_empty=is_end)


def _is_full(message: Message) -> bool:
    """Whether it holds something and each of its texts has words, as in most messages."""
    for part in message.parts:
        if isinstance(part, TextPart):
            if not part.text or part.text.isspace():
                return False
        elif type(part) is ToolResultPart and not all(map(_has_words, part.content)):
            return False
    return bool(message.parts)


def _has_words(part: Part) -> bool:
    return not isinstance(part, TextPart) or bool(part.text.strip())


def _of_anthropic(
    message: Message, grounds: _Grounds, *, may_be_empty: bool
) -> Iterator[Refusal]:
    empty = next((part for part in _texts(message.parts) if not part.text), None)
    if empty is not None:
        yield rule.at(empty, "This block of text is empty.", grounds["block"])
    elif _is_empty(message, ("", [])):
        if not may_be_empty:
            yield rule.at(message, "This message is empty.", grounds["message"])
    elif message.field is None and _is_blank(message):
        yield rule.at(message.parts[0], _BLANK, grounds["blank"])


def _of_bedrock(
    message: Message, grounds: _Grounds, *, may_be_empty: bool
) -> Iterator[Refusal]:
    """An answer at the very end that holds nothing is what the model said, and is not sent as
    it is."""
    if message.field is not None:
        return
    for part in of_type(message.parts, TextPart):
        if not part.text:
            yield rule.at(part, "This block of text is empty.", grounds["block of a message"])
        elif "blank block" in grounds and not part.text.strip():
            yield rule.at(part, "This block of text is white space.", grounds["blank block"])
    if "blank" in grounds and _is_blank(message) and text_of(message.parts):
        yield rule.at(message.parts[0], _BLANK, grounds["blank"])
    is_refused = "message" in grounds and not may_be_empty
    if is_refused and _is_empty(message, (None, "", [])):
        yield rule.at(message, "This message is empty.", grounds["message"])


def _texts(parts: list[Part]) -> Iterator[TextPart]:
    for part in parts:
        if isinstance(part, TextPart):
            yield part
        elif isinstance(part, ToolResultPart):
            yield from of_type(part.content, TextPart)


def _is_empty(message: Message, contents: tuple[JsonValue, ...]) -> bool:
    return isinstance(message.raw, dict) and message.raw.get("content") in contents


def _is_blank(message: Message) -> bool:
    parts = message.parts
    return bool(parts) and all(
        isinstance(part, TextPart) and not part.text.strip() for part in parts
    )
