r"""A text is empty, where the target wants one.

## What it checks

In what would be sent to Anthropic: no block of text is empty, also in the system prompt and in
results; no message is (an answer of the assistant at the very end may be); and no message holds
only blank texts.

## Why it matters

    messages: text content blocks must be non-empty

    messages.0: all messages must have non-empty content except for the optional final assistant message

    messages: text content blocks must contain non-whitespace text

The empty text stays in the history, and each request after it is refused. It comes from answers of
which a program took something away (thinking, a citation), and from streams that opened a block and
put nothing in.

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

Anthropic's API reference; anthropics/claude-code#6774; LibreChat-AI/agents#124, which tried blank
texts.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Message, Part, TextPart, ToolResultPart
from crosswire.rule import Case, Diagnostic, Ground, Kind, Rule, Severity

rule = Rule(
    __name__,
    code="CW424",
    title="A text is empty, where a provider wants one.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-empty-text",
            targets=("anthropic",),
            says="messages: text content blocks must be non-empty",
            source="anthropics/claude-code#6774",
            limits={"empty": "block"},
        ),
        Ground(
            key="ant-empty-text",
            targets=("anthropic",),
            says="messages.…: all messages must have non-empty content except for the optional final "
            "assistant message",
            source="Anthropic's API reference",
            limits={"empty": "message"},
        ),
        Ground(
            key="ant-empty-text",
            targets=("anthropic",),
            says="messages: text content blocks must contain non-whitespace text",
            source="LibreChat-AI/agents#124",
            limits={"empty": "blank"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, case: Case) -> Iterator[Diagnostic]:
    grounds = {ground.limits["empty"]: ground for ground in rule.grounds_of(case.target)}
    for message in conversation.messages:
        empty = next((part for part in _texts(message.parts) if not part.text), None)
        if empty is not None:
            yield rule.at(empty, "This block of text is empty.", ground=grounds["block"])
        elif _is_empty(message):
            if message is not conversation.messages[-1] or message.role != "assistant":
                yield rule.at(message, "This message is empty.", ground=grounds["message"])
        elif message.field is None and _is_blank(message):
            said = "All text of this message is white space, and there is nothing else in it."
            yield rule.at(message.parts[0], said, ground=grounds["blank"])


def _texts(parts: list[Part]) -> Iterator[TextPart]:
    for part in parts:
        if isinstance(part, ToolResultPart):
            yield from _texts(part.content)
        elif isinstance(part, TextPart):
            yield part


def _is_empty(message: Message) -> bool:
    return isinstance(message.raw, dict) and message.raw.get("content") in (None, "", [])


def _is_blank(message: Message) -> bool:
    return bool(message.parts) and all(
        isinstance(part, TextPart) and not part.text.strip() for part in message.parts
    )
