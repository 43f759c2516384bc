r"""The events of a stream contradict each other.

## What it checks

An answer that came in events of which two cannot both be right: a call whose id changes on the
way, two calls at one index, a piece of a call that never began, an item that its end says
otherwise than its pieces. The likeliest reading is shown, and the finding has both places.

## Why it matters

Each program that puts the answer together believes another event. Of a call whose id is
`call_a` in one chunk and `call_b` in the next some take the first id, some the last, some both
without anything between them, and some make two calls of it. A result with the id that one of
them took is refused later:

    No tool call found for function call output with call_id ...

## Example

```json openai-responses
[
  {"type": "response.created",
    "response": {"id": "resp_1", "object": "response", "output": []}},
  {"type": "response.output_item.done", "output_index": 0,
    "item": {"type": "message", "id": "msg_1", "role": "assistant",
      "content": [{"type": "output_text", "text": "It drizzles."}]}},
  {"type": "response.completed", "response": {"id": "resp_1", "object": "response", "output": [
    {"type": "message", "id": "msg_1", "role": "assistant",
      "content": [{"type": "output_text", "text": "It snows."}]}]}}
]
```

Use instead: the same words in the item and in the whole response.

```json openai-responses
[
  {"type": "response.created",
    "response": {"id": "resp_1", "object": "response", "output": []}},
  {"type": "response.output_item.done", "output_index": 0,
    "item": {"type": "message", "id": "msg_1", "role": "assistant",
      "content": [{"type": "output_text", "text": "It drizzles."}]}},
  {"type": "response.completed", "response": {"id": "resp_1", "object": "response", "output": [
    {"type": "message", "id": "msg_1", "role": "assistant",
      "content": [{"type": "output_text", "text": "It drizzles."}]}]}}
]
```

## Source

vllm-project/vllm#18412 (another id in each chunk); smolagents#1958 (every call at index 0);
what four programs that put streams together made of the same captures.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.stream_faults import has_stream_faults, stream_faults

rule = LogRule(
    __name__,
    code="CW842",
    title="The events of a stream contradict each other.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return has_stream_faults(context.conversation)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    yield from stream_faults(rule, conversation, contradicting=True)
