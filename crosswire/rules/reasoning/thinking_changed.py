r"""A thinking block does not come back as Anthropic wrote it.

## What it checks

A refusal by Anthropic. Each `thinking` block must have its `signature`, and the data of each
`redacted_thinking` block must be Anthropic's. What has the form of another provider's
signature, is made up, or is no base64 at all can't be valid. Two blocks with one signature and
different texts can't both be as they were written.

## Why it matters

The signature covers the block, and the API checks it:

    messages.1.content.0: Invalid `signature` in `thinking` block

    messages.1.content.0.thinking.signature: Field required

    messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant message
    cannot be modified. These blocks must remain as they were in the original response.

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
signature can be cut while it is recorded: openclaw/openclaw#92201.
"""

from collections.abc import Iterator

from crosswire.ids.signatures import Maker, is_base64, maker_of
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

_THREADS = (
    "anthropics/claude-code#63284, ding113/claude-code-hub#518, langchain-ai/langchain#29971"
)

rule = Rule(
    __name__,
    code="CW813",
    title="A thinking block does not come back as Anthropic wrote it.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.…: Invalid `signature` in `thinking` block",
            source=_THREADS,
            limits={"fault": "invalid"},
        ),
        Ground(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.….thinking.signature: Field required",
            source=_THREADS,
            limits={"fault": "missing"},
        ),
        Ground(
            key="ant-thinking-unmodified",
            targets=("anthropic",),
            error_text="messages.….content.…: `thinking` or `redacted_thinking` blocks in the latest assistant "
            "message cannot be modified. These blocks must remain as they were in the original response.",
            source=_THREADS,
            limits={"fault": "changed"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    grounds = {ground.limits["fault"]: ground for ground in rule.grounds_of(context.target)}
    texts: dict[str, ReasoningPart] = {}
    for _, part in conversation.parts():
        if not isinstance(part, ReasoningPart):
            continue
        found = _fault(part)
        if found is None and part.signature:
            first = texts.setdefault(part.signature, part)
            if first.text != part.text:
                message = "This block has the signature of another, and another text."
                related = (("other block", first.address),)
                yield rule.at(part, message, related=related, ground=grounds["changed"])
        elif found is not None:
            fault, message = found
            yield rule.at(part, message, ground=grounds[fault])


def _fault(part: ReasoningPart) -> tuple[str, str] | None:
    """What is wrong with a block, and a sentence about it."""
    value = part.signature
    if value is None:
        return "missing", "The thinking block has no signature."
    if not value:
        return "invalid", "The signature of the thinking block is empty."
    maker = maker_of(value)
    what = (
        "data of the redacted thinking" if part.redacted else "signature of the thinking block"
    )
    if maker is Maker.ROUTER or maker is Maker.NOBODY:
        return "invalid", f"The {what}, {quoted(value, 24)}, is made up."
    if maker is not None and maker is not Maker.ANTHROPIC:
        return "invalid", f"The {what}, {quoted(value, 24)}, has the form of {maker}'s."
    if not is_base64(value):
        return "invalid", f"The {what}, {quoted(value, 24)}, is no base64."
    return None
