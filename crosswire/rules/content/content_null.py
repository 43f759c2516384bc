r"""A message has no content.

## What it checks

In what would be sent to Chat Completions: `content` may be null, or absent, in a message of the
assistant that calls a tool, refuses, or speaks in audio. Everywhere else there must be a text (an
empty one will do) or a list of parts.

## Why it matters

    Invalid value for 'content': expected a string, got null.

A tool that returned nothing, a user's message of an image that a program took out, an answer of
which only the reasoning was kept: each is written as null, and refused from then on.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Delete a.txt."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_d3l", "type": "function", "function": {
      "name": "delete_file", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_d3l", "content": null}
]}
```

Use instead: a text, and be it an empty one.

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Delete a.txt."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_d3l", "type": "function", "function": {
      "name": "delete_file", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_d3l", "content": ""}
]}
```

## Source

run-llama/llama_index#17555, vercel/ai#13744.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, JsonObject
from crosswire.rule import Case, Diagnostic, Ground, Kind, Rule, Severity

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_IN_ITS_PLACE = frozenset({"tool_calls", "function_call", "refusal", "audio"})

rule = Rule(
    __name__,
    code="CW421",
    title="A message has no content.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-content-null",
            targets=("openai-chat",),
            says="Invalid value for 'content': expected a string, got null.",
            source="run-llama/llama_index#17555, vercel/ai#13744",
            limits={"roles": _ROLES, "null_with": {"assistant": _IN_ITS_PLACE}},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, case: Case) -> Iterator[Diagnostic]:
    for message in conversation.messages:
        raw = message.raw
        if not isinstance(raw, dict) or raw.get("content") is not None:
            continue
        for ground in rule.grounds_of(case.target):
            role = raw.get("role")
            if role in ground.limits["roles"] and not _may_be_null(
                raw, ground.limits["null_with"].get(role, frozenset())
            ):
                said = f"This message of role {role!r} has no content, not even an empty text."
                yield rule.at(message, said, ground=ground)


def _may_be_null(raw: JsonObject, fields: frozenset[str]) -> bool:
    return any(raw.get(name) is not None for name in fields)
