r"""Two copies of one part do not say the same.

## What it checks

A part that stands in the log several times with different words: a call that comes back with
other arguments or under another name, a text that was changed or left out, a result that is
another in a second place. Which copy is of which part is known by its id, or by another part
of the same answer. It is told at both places, once for each part.

Other spaces in the same arguments, thoughts and annotations that were left out, and marks for
caches are no difference.

## Why it matters

The model reads what is sent back, and not what it said. A gateway that encodes arguments once
more, or a program that cuts a text, changes what the model believes to have done.

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
      {"id": "call_Kd82hsLq0Zx7", "type": "function",
        "function": {"name": "get_weather", "arguments": "{\"city\": \"\"}"}}]},
    {"role": "tool", "tool_call_id": "call_Kd82hsLq0Zx7", "content": "Which city?"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-2", "choices": [
    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant",
      "content": "It drizzles."}}]}}
]
```

Use instead: the arguments that the model gave.

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
        "function": {"name": "get_weather", "arguments": "{\"city\":\"Paris\"}"}}]},
    {"role": "tool", "tool_call_id": "call_Kd82hsLq0Zx7", "content": "Drizzle"}]},
   "response": {"object": "chat.completion", "id": "chatcmpl-2", "choices": [
    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant",
      "content": "It drizzles."}}]}}
]
```

## Source

Comparison of recorded answers with the requests after them.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Difference
from crosswire.rules.copies import at_both, has_differences
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

rule = LogRule(
    __name__,
    code="CW844",
    title="Two copies of one part do not say the same.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
)
_IDS = ("call id", "item id")
_OTHER_WORDS = {
    "arguments": "The call has other arguments where it stands again.",
    "result": "The result is another where it stands again.",
    "text": "The text is another where it stands again.",
}


@rule.only_where
def look(context: RuleContext) -> bool:
    return has_differences(context.conversation)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    found = (one for one in conversation.differences if one.what not in _IDS)
    yield from at_both(rule, conversation, found, _words, _severity)


def _words(one: Difference, at_copy: bool) -> str:
    if one.what == "left out" and at_copy:
        return "This part of the answer is left out where the answer is sent back."
    if one.what == "left out":
        return "A part of this answer that the model said is left out here."
    if one.what != "name":
        return _OTHER_WORDS[one.what]
    here, there = one.said_here, one.said_there
    if at_copy:
        here, there = there, here
    return f"The tool is called {here!r} here, and {there!r} where the call stands again."


def _severity(one: Difference) -> Severity:
    return rule.severity
