r"""A list is empty, or longer than a target takes.

## What it checks

In what would be sent. Chat Completions: `tool_calls`, where it is there, has one to 128 calls,
and `tools` one to 128 tools. Anthropic: at most 100,000 messages.

## Why it matters

    Invalid 'messages[6].tool_calls': empty array. Expected an array with minimum length 1, but
    got an empty array instead.

    [] is too short - 'tools'

    Invalid 'tools': array too long. Expected an array with maximum length 128, but got an
    array with length 141 instead.

Libraries write the empty list for an answer without calls, and for a request without tools.
More than 128 tools come together when several MCP servers are connected at once.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": "15", "tool_calls": []},
  {"role": "user", "content": "And times 2?"}
]}
```

Use instead: no `tool_calls` where nothing is called.

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": "15"},
  {"role": "user", "content": "And times 2?"}
]}
```

## Source

openai/openai-dotnet#317 for 128; JetBrains/koog#786 and QwenLM/qwen-code#2054 for `tools`; the
API references of both.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Literal

from crosswire.model import Message, Part
from crosswire.model.json_values import field_of
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_TOO_LONG = (
    "Invalid '…': array too long. Expected an array with maximum length 128, but got an array "
    "with length … instead."
)


class ListLength(Ground, frozen=True, kw_only=True):
    """How long a list may be."""

    list_name: Literal["tool_calls", "tools", "messages"]
    min_length: int = 0
    max_length: float = inf


rule = ProviderRule(
    __name__,
    code="CW422",
    title="A list is empty, or longer than a provider takes.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ListLength(
            key="chat-empty-tool-calls",
            targets=("openai-chat",),
            error_text="Invalid '…': empty array. Expected an array with minimum length 1, "
            "but got an empty array instead.",
            source="OpenAI's API description",
            list_name="tool_calls",
            min_length=1,
        ),
        ListLength(
            key="chat-empty-tools",
            targets=("openai-chat",),
            error_text="[] is too short - 'tools'",
            source="JetBrains/koog#786, QwenLM/qwen-code#2054",
            list_name="tools",
            min_length=1,
        ),
        ListLength(
            key="chat-max-tool-calls-128",
            targets=("openai-chat",),
            error_text=_TOO_LONG,
            source="openai/openai-dotnet#317",
            list_name="tool_calls",
            max_length=128,
        ),
        ListLength(
            key="chat-max-tool-calls-128",
            targets=("openai-chat",),
            error_text=_TOO_LONG,
            source="openai/openai-dotnet#317",
            list_name="tools",
            max_length=128,
        ),
        ListLength(
            key="ant-message-cap",
            targets=("anthropic",),
            error_text="",
            source="Anthropic's API reference",
            list_name="messages",
            max_length=100_000,
        ),
    ),
)


def never_empty(format: str) -> frozenset[str]:
    """The lists that the provider of a format refuses where they are there and empty."""
    return frozenset(one.list_name for one in rule.grounds_of(format) if one.min_length)


@rule.on_ground
def check(ground: ListLength, context: TargetContext) -> Iterator[Refusal]:
    name, max_length = ground.list_name, ground.max_length
    for place, length in _lists(context, name):
        if length < ground.min_length:
            yield rule.at(place, f"The list {name} is empty: leave it out.", ground)
        elif length > max_length:
            message = f"The list {name} has {length:,} elements, and {max_length:,} are taken."
            yield rule.at(place, message, ground)


def _lists(context: TargetContext, name: str) -> Iterator[tuple[Part | Message, int]]:
    """The length of each list of that name, with the part or message to tell it at."""
    conversation = context.conversation
    if name == "tool_calls":
        for message in conversation.messages:
            calls = field_of(message.raw, name)
            if isinstance(calls, list):
                yield message, len(calls)
        return
    if name == "tools":
        for setting in conversation.settings():
            if setting.name == name and setting.value == []:
                yield setting, 0
    tools = list(conversation.tools())
    elements: Sequence[Part | Message] = tools if name == "tools" else context.listed_messages
    for last in elements[-1:]:
        yield last, len(elements)
