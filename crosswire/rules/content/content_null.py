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

from collections.abc import Callable, Iterator

from crosswire.model import JsonObject
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_INSTEAD = ("tool_calls", "function_call", "refusal", "audio")
"""Fields of which one may stand in place of the content."""


class ContentGround(Ground, frozen=True, kw_only=True):
    """How the content of a message is wrong."""

    fault: Callable[[JsonObject], str | None]


def _of_chat(raw: JsonObject) -> str | None:
    if raw.get("content") is not None:
        return None
    role = raw.get("role")
    fields = _INSTEAD if role == "assistant" else ()
    if role not in _ROLES or any(raw.get(field) is not None for field in fields):
        return None
    return f"This message of role {role!r} has no content, not even an empty text."


def _of_no_field(raw: JsonObject) -> str | None:
    return None if "content" in raw else "This message has no content."


def _of_another_form(raw: JsonObject) -> str | None:
    if "content" not in raw or isinstance(raw["content"], (str, list)):
        return None
    if raw["content"] is None:
        return "This message has no content."
    return "The content is no text and no list."


rule = ProviderRule(
    __name__,
    code="CW421",
    title="A message has no content, or one of no form that the provider knows.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ContentGround(
            key="chat-content-null",
            targets=("openai-chat",),
            error_text="Invalid value for 'content': expected a string, got null.",
            source="run-llama/llama_index#17555, vercel/ai#13744",
            fault=_of_chat,
        ),
        ContentGround(
            key="ant-content-form",
            targets=("anthropic",),
            error_text="messages.….content: Input should be a valid list",
            source="obot-platform/nanobot#193; Anthropic's description of its API",
            fault=_of_another_form,
        ),
        ContentGround(
            key="ant-content-form",
            targets=("anthropic",),
            error_text="messages.….content: Field required",
            source=(
                "Anthropic's description of its API; its texts on other fields that are "
                "required"
            ),
            fault=_of_no_field,
        ),
    ),
)


@rule.on_ground
def check(ground: ContentGround, context: TargetContext) -> Iterator[Refusal]:
    for message in context.listed_messages:
        text = ground.fault(message.raw) if isinstance(message.raw, dict) else None
        if text is not None:
            yield rule.at(message, text, ground)
