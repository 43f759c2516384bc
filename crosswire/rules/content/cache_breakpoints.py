r"""There are more marks for the cache than a target takes, or one where there may be none.

## What it checks

In what would be sent to Anthropic: at most four blocks have `cache_control`, counted over
tools, system prompt and messages, and no thinking has it.

## Why it matters

    A maximum of 4 blocks with cache_control may be provided. Found 5.

A program marks the end of each turn and never takes the old marks away: the fifth turn is
refused.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [
    {"type": "text", "text": "One", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "Two", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "Three", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "Four", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "Five", "cache_control": {"type": "ephemeral"}}]}
]}
```

Use instead: a mark at the end of what stays the same.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": [
    {"type": "text", "text": "One"},
    {"type": "text", "text": "Two"},
    {"type": "text", "text": "Three"},
    {"type": "text", "text": "Four"},
    {"type": "text", "text": "Five", "cache_control": {"type": "ephemeral"}}]}
]}
```

## Source

Anthropic's documents on prompt caching.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Part, ReasoningPart, ToolResultPart
from crosswire.model.json_values import field_of
from crosswire.rules.parts import of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class MarkLimit(Ground, frozen=True, kw_only=True):
    """How many marks there may be."""

    max_marks: int


rule = ProviderRule(
    __name__,
    code="CW433",
    title="There are more marks for the cache than a provider takes.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        MarkLimit(
            key="ant-cache-breakpoints",
            targets=("anthropic",),
            error_text="A maximum of 4 blocks with cache_control may be provided. Found ….",
            source="Anthropic's documents on prompt caching",
            max_marks=4,
        ),
    ),
)


@rule.on_ground
def check(ground: MarkLimit, context: TargetContext) -> Iterator[Refusal]:
    blocks = _blocks(context.conversation)
    marked = [part for part in blocks if field_of(part.raw, "cache_control") is not None]
    for part in marked[ground.max_marks : ground.max_marks + 1]:
        message = (
            f"{len(marked)} blocks have cache_control, and {ground.max_marks} may; this is "
            "the first too many."
        )
        yield rule.at(part, message, ground)
    for thought in of_type(marked, ReasoningPart):
        message = "A block of thinking has cache_control, and may not."
        yield rule.at(thought, message, ground)


def _blocks(conversation: Conversation) -> Iterator[Part]:
    yield from conversation.tools()
    for _, part in conversation.parts():
        yield part
        if isinstance(part, ToolResultPart):
            yield from part.content
