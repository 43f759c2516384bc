r"""A list is empty, or longer than a target takes.

## What it checks

In what would be sent. Chat Completions: `tool_calls`, where it is there, has one to 128 calls,
and `tools` at most 128. Anthropic: at most 100,000 messages.

## Why it matters

    Invalid 'messages[6].tool_calls': empty array. Expected an array with minimum length 1, but got an
    empty array instead.

    Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with
    length 141 instead.

Libraries write the empty list for an answer without calls. More than 128 tools come together
when several MCP servers are connected at once.

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

openai/openai-dotnet#317 for 128; the API references of both.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Message, Part
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

_TOO_LONG = "Invalid '…': array too long. Expected an array with maximum length 128, but got an array with "

rule = Rule(
    __name__,
    code="CW422",
    title="A list is empty, or longer than a provider takes.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-empty-tool-calls",
            targets=("openai-chat",),
            error_text="Invalid '…': empty array. Expected an array with minimum length 1, but got an empty array "
            "instead.",
            source="OpenAI's API description",
            limits={"list": "tool_calls", "least": 1},
        ),
        Ground(
            key="chat-max-tool-calls-128",
            targets=("openai-chat",),
            error_text=f"{_TOO_LONG}length … instead.",
            source="openai/openai-dotnet#317",
            limits={"list": "tool_calls", "most": 128},
        ),
        Ground(
            key="chat-max-tool-calls-128",
            targets=("openai-chat",),
            error_text=f"{_TOO_LONG}length … instead.",
            source="openai/openai-dotnet#317",
            limits={"list": "tools", "most": 128},
        ),
        Ground(
            key="ant-message-cap",
            targets=("anthropic",),
            error_text="",
            source="Anthropic's API reference",
            limits={"list": "messages", "most": 100_000},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        name = ground.limits["list"]
        for place, length in _lists(conversation, name):
            if length < ground.limits.get("least", 0):
                yield rule.at(place, f"The list {name} is empty.", ground=ground)
            elif length > ground.limits.get("most", length):
                most = ground.limits["most"]
                said = f"The list {name} has {length:,} elements, and {most:,} are taken."
                yield rule.at(place, said, ground=ground)


def _lists(conversation: Conversation, name: str) -> Iterator[tuple[Part | Message, int]]:
    """Each list of that name, with what it is said at."""
    if name == "tool_calls":
        for message in conversation.messages:
            calls = message.raw.get(name) if isinstance(message.raw, dict) else None
            if isinstance(calls, list):
                yield message, len(calls)
    elif name == "tools":
        tools = list(conversation.tools())
        if tools:
            yield tools[-1], len(tools)
    else:
        messages = [message for message in conversation.messages if message.field is None]
        if messages:
            yield messages[-1], len(messages)
