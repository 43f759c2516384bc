r"""A call has another id where it is sent back.

## What it checks

A call or a result that stands in the log several times, under different ids: as the model gave
it and as the next request sends it back, or as an event and in a message. It is told at both
places, once for each part. A note alone where one of them has no id and needs none.

## Why it matters

Something between the model and the log wrote the id anew: a gateway, an SDK, or the program
itself, which took the id of the item for that of the call. The provider takes it as long as
call and result have the same new id. Logs, caches and whatever asks for the call by the id
that the model gave do not find it, and a stored response that knows the first id answers
`No tool call found for function call output`.

## Example

```json openai-chat
[
  {"request": {"model": "gpt-4o", "messages": [
    {"role": "user", "content": "Weather in Paris?"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-1", "choices": [
    {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant",
      "content": null, "tool_calls": [{"id": "call_Kd82hsLq0Zx7", "type": "function",
        "function": {"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}]}}]}},
  {"request": {"model": "gpt-4o", "messages": [
    {"role": "user", "content": "Weather in Paris?"},
    {"role": "assistant", "content": null, "tool_calls": [
      {"id": "call_Vm31pwTb9Ry4", "type": "function",
        "function": {"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}]},
    {"role": "tool", "tool_call_id": "call_Vm31pwTb9Ry4", "content": "Drizzle"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-2", "choices": [
    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant",
      "content": "It drizzles."}}]}}
]
```

Use instead: the id that the model gave.

```json openai-chat
[
  {"request": {"model": "gpt-4o", "messages": [
    {"role": "user", "content": "Weather in Paris?"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-1", "choices": [
    {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant",
      "content": null, "tool_calls": [{"id": "call_Kd82hsLq0Zx7", "type": "function",
        "function": {"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}]}}]}},
  {"request": {"model": "gpt-4o", "messages": [
    {"role": "user", "content": "Weather in Paris?"},
    {"role": "assistant", "content": null, "tool_calls": [
      {"id": "call_Kd82hsLq0Zx7", "type": "function",
        "function": {"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}]},
    {"role": "tool", "tool_call_id": "call_Kd82hsLq0Zx7", "content": "Drizzle"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-2", "choices": [
    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant",
      "content": "It drizzles."}}]}}
]
```

## Source

Recorded requests of an SDK that sends the item's id back in `call_id`; gateways that count the
calls of an answer anew.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Difference
from crosswire.rules.copies import at_both, has_differences
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

rule = LogRule(
    __name__,
    code="CW205",
    title="A call has another id where it is sent back.",
    severity=Severity.WARNING,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    return has_differences(context.conversation)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    found = (one for one in conversation.differences if one.what in ("call id", "item id"))
    yield from at_both(rule, conversation, found, _words, _severity)


def _words(one: Difference, at_copy: bool) -> str:
    which = "item" if one.what == "item id" else "call"
    if one.was_answer:
        gave = "no id" if one.said_there is None else f"the id {one.said_there!r}"
        back = "none" if one.said_here is None else repr(one.said_here)
        words = f"The model gave this {which} {gave}; it is sent back with {back}"
        return f"{words}." if at_copy else f"{words} here."
    here, there = one.said_here, one.said_there
    if at_copy:
        here, there = there, here
    if here is None or there is None:
        return (
            f"The {which} has an id at one of the places where it stands, and none at another."
        )
    return f"The id of the {which} is {here!r} here, and {there!r} where it stands again."


def _severity(one: Difference) -> Severity:
    is_left_out = one.said_here is None or one.said_there is None
    return Severity.INFO if is_left_out and not one.required else rule.severity
