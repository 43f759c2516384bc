r"""A message has no content, or one of no form that the provider knows.

## What it checks

In what would be sent to Chat Completions: `content` may be null, or absent, in a message of
the assistant that calls a tool, refuses, or speaks in audio. Everywhere else there must be a
text (an empty one will do) or a list of parts. In what would be sent to Anthropic: the content
of every message is a text or a list of blocks, also in an answer of the assistant at the very
end, which may be empty.

## Why it matters

    Invalid value for 'content': expected a string, got null.

    messages.2.content: Input should be a valid list

    messages.2.content: Field required

A tool that returned nothing, a user's message of an image that a program took out, an answer
of which only the reasoning was kept: each is written as null, and refused from then on.

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

run-llama/llama_index#17555, vercel/ai#13744. For Anthropic: obot-platform/nanobot#193, which
sent null; that nothing else will do is from the description of its API, and the text for a
content that is not there is put together from its texts on other fields.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, JsonObject, Message
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_IN_ITS_PLACE = frozenset({"tool_calls", "function_call", "refusal", "audio"})

rule = Rule(
    __name__,
    code="CW421",
    title="A message has no content, or one of no form that the provider knows.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-content-null",
            targets=("openai-chat",),
            error_text="Invalid value for 'content': expected a string, got null.",
            source="run-llama/llama_index#17555, vercel/ai#13744",
            limits={"roles": _ROLES, "null_with": {"assistant": _IN_ITS_PLACE}},
        ),
        Ground(
            key="ant-content-form",
            targets=("anthropic",),
            error_text="messages.….content: Input should be a valid list",
            source="obot-platform/nanobot#193; Anthropic's description of its API",
            limits={"wants": "text or list", "absent": False},
        ),
        Ground(
            key="ant-content-form",
            targets=("anthropic",),
            error_text="messages.….content: Field required",
            source=(
                "Anthropic's description of its API; its texts on other fields that are "
                "required"
            ),
            limits={"wants": "text or list", "absent": True},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    grounds = rule.grounds_of(context.target)
    for message in conversation.messages:
        raw = message.raw
        if message.field is not None or not isinstance(raw, dict):
            continue
        for ground in grounds:
            find = _of_anthropic if "wants" in ground.limits else _of_chat
            yield from find(message, raw, ground)


def _of_chat(message: Message, raw: JsonObject, ground: Ground) -> Iterator[Diagnostic]:
    role = raw.get("role")
    if raw.get("content") is not None or role not in ground.limits["roles"]:
        return
    if not _may_be_null(raw, ground.limits["null_with"].get(role, frozenset())):
        said = f"This message of role {role!r} has no content, not even an empty text."
        yield rule.at(message, said, ground=ground)


def _may_be_null(raw: JsonObject, fields: frozenset[str]) -> bool:
    return any(raw.get(name) is not None for name in fields)


def _of_anthropic(message: Message, raw: JsonObject, ground: Ground) -> Iterator[Diagnostic]:
    absent = "content" not in raw
    if absent != ground.limits["absent"] or isinstance(raw.get("content"), (str, list)):
        return
    said = (
        "This message has no content."
        if raw.get("content") is None
        else "The content is no text and no list."
    )
    yield rule.at(message, said, ground=ground)
