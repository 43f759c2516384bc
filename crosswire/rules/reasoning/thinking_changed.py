r"""A thinking block does not come back as Anthropic wrote it.

## What it checks

A refusal by Anthropic. Each `thinking` block must have its `signature`, and the data of each
`redacted_thinking` block must be Anthropic's. What has the form of another provider's
signature, is made up, or is no base64 at all can't be valid. Two blocks with one signature and
different texts can't both be as they were written. A signature that is cut, shorter than it
says itself, and a block without text and signature leave the verdict unsure: who recorded the
log may have cut or emptied them. A block without text that has its whole signature is as
Anthropic sends it where thinking is not shown.

## Why it matters

The signature covers the block, and the API checks it:

    messages.1.content.0: Invalid `signature` in `thinking` block

    messages.1.content.0.thinking.signature: Field required

    messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant
    message cannot be modified. These blocks must remain as they were in the original response.

A program loses it that keeps the text alone, puts two blocks together, or cuts what is long.
Where the signature is gone, leave the block out: earlier turns may stand without it.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "thinking", "thinking": "They are in Paris, Texas or France? France."},
    {"type": "text", "text": "It drizzles."}]},
  {"role": "user", "content": "And in Rome?"}
]}
```

Use instead: the block with its signature, or the turn without it.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [{"type": "text", "text": "It drizzles."}]},
  {"role": "user", "content": "And in Rome?"}
]}
```

## Source

anthropics/claude-code#63284, ding113/claude-code-hub#518, langchain-ai/langchain#29971; that a
signature can be cut while it is recorded: openclaw/openclaw#92201; for emptied blocks
anthropics/claude-code#63277; recorded requests without text and with a whole signature, taken.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.ids.signatures import Maker, is_base64, is_cut, maker_of
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_THREADS = (
    "anthropics/claude-code#63284, ding113/claude-code-hub#518, langchain-ai/langchain#29971"
)


class ThinkingGround(Ground, frozen=True, kw_only=True):
    """What is wrong with a block."""

    fault: Literal["invalid", "missing", "changed", "hollow"]


rule = ProviderRule(
    __name__,
    code="CW813",
    title="A thinking block does not come back as Anthropic wrote it.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        ThinkingGround(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.…: Invalid `signature` in `thinking` block",
            source=_THREADS,
            fault="invalid",
        ),
        ThinkingGround(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.….thinking.signature: Field required",
            source=_THREADS,
            fault="missing",
        ),
        ThinkingGround(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.…: `thinking` or `redacted_thinking` blocks in "
            "the latest assistant message cannot be modified. These blocks must remain as "
            "they were in the original response.",
            source=_THREADS,
            fault="changed",
        ),
        ThinkingGround(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.…: `thinking` or `redacted_thinking` blocks in "
            "the latest assistant message cannot be modified. These blocks must remain as "
            "they were in the original response.",
            source="anthropics/claude-code#63277, openclaw/openclaw#92201",
            confidence="medium",
            fault="hollow",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    grounds: dict[str, Ground] = {g.fault: g for g in rule.grounds_at(context)}
    first: dict[str, ReasoningPart] = {}
    for thought in context.thoughts:
        if thought.signature is None:
            message = "The thinking block has no signature."
            yield rule.at(thought, message, grounds["missing"])
            continue
        message, fault = _hollow(thought.signature, thought), "hollow"
        if not message:
            message, fault = _fault(thought.signature, thought), "invalid"
        if message:
            yield rule.at(thought, message, grounds[fault])
            continue
        before = first.setdefault(thought.signature, thought)
        if before.text != thought.text:
            message = "This block has the signature of another, and another text."
            places = related("other block", before)
            yield rule.at(thought, message, grounds["changed"], related=places)


def _hollow(value: str, thought: ReasoningPart) -> str:
    """What somebody took out of a block, as a sentence; empty where nothing is missing."""
    if not (value or thought.text or thought.redacted):
        return "The thinking block has neither text nor signature."
    which = "data of the redacted thinking" if thought.redacted else "signature"
    return f"The {which}, {quoted(value, 24)}, is cut off." if is_cut(value) else ""


def _fault(value: str, thought: ReasoningPart) -> str:
    """What is wrong with a signature, as a sentence; empty where nothing is."""
    if not value:
        return "The signature of the thinking block is empty."
    fault = _FAULTS.get(maker_of(value), "")
    if not fault and not is_base64(value):
        fault = "is no base64"
    which = "signature of the thinking block"
    if thought.redacted:
        which = "data of the redacted thinking"
    return f"The {which}, {quoted(value, 24)}, {fault}." if fault else ""


_FAULTS: dict[Maker | None, str] = {
    Maker.ROUTER: "is made up",
    Maker.NOBODY: "is made up",
    Maker.OPENAI: f"has the form of {Maker.OPENAI}'s",
    Maker.GEMINI: f"has the form of {Maker.GEMINI}'s",
}
"""Whose form a signature has -> what is wrong with that."""
