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
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW433",
    title="There are more marks for the cache than a provider takes.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-cache-breakpoints",
            targets=("anthropic",),
            error_text="A maximum of 4 blocks with cache_control may be provided. Found ….",
            source="Anthropic's documents on prompt caching",
            limits={"most": 4},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    marked = [part for part in _blocks(conversation) if _is_marked(part)]
    for ground in rule.grounds_of(context.target):
        most = ground.limits["most"]
        if len(marked) > most:
            said = (
                f"{len(marked)} blocks have cache_control, and {most} may; this is the "
                "first too many."
            )
            yield rule.at(marked[most], said, ground=ground)
        for part in marked:
            if isinstance(part, ReasoningPart):
                yield rule.at(
                    part, "A block of thinking has cache_control, and may not.", ground=ground
                )


def _blocks(conversation: Conversation) -> Iterator[Part]:
    yield from conversation.tools()
    for _, part in conversation.parts():
        yield part
        if isinstance(part, ToolResultPart):
            yield from part.content


def _is_marked(part: Part) -> bool:
    raw = part.raw
    return isinstance(raw, dict) and raw.get("cache_control") is not None
