r"""A stream is sent otherwise than its provider sends it.

## What it checks

An answer that came in events of which one is not as the provider's own are, and that has one
reading all the same: a piece of a call without an index, an index that is left out, an id that
comes late or again, a name in pieces, an event that comes twice or after the end.

## Why it matters

The answer is whole here, and other programs read it otherwise. Of a call without an index some
drop all pieces; of an id that stands in each chunk some make `call_acall_a`; of a name in
pieces some keep the first, and some the last. Where ids or arguments are broken further on,
this is where it began.

## Example

```json anthropic
[
  {"type": "message_start", "message": {"id": "msg_1", "type": "message",
    "role": "assistant", "content": [], "stop_reason": null}},
  {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
  {"type": "content_block_delta", "index": 1,
    "delta": {"type": "text_delta", "text": "It drizzles."}},
  {"type": "content_block_stop", "index": 1},
  {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
  {"type": "message_stop"}
]
```

Use instead: indexes from 0 on, each after the other.

```json anthropic
[
  {"type": "message_start", "message": {"id": "msg_1", "type": "message",
    "role": "assistant", "content": [], "stop_reason": null}},
  {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
  {"type": "content_block_delta", "index": 0,
    "delta": {"type": "text_delta", "text": "It drizzles."}},
  {"type": "content_block_stop", "index": 0},
  {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
  {"type": "message_stop"}
]
```

## Source

openai/openai-python#2806 (a delta without an index); recorded streams of servers that speak
Chat Completions.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.stream_faults import has_stream_faults, stream_faults

rule = LogRule(
    __name__,
    code="CW843",
    title="A stream is sent otherwise than its provider sends it.",
    severity=Severity.INFO,
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return has_stream_faults(context.conversation)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    yield from stream_faults(rule, conversation, contradicting=False)
