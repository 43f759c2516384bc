r"""A message follows one of a role that takes none of it behind.

## What it checks

A refusal by Mistral, and of one kind by MiniMax, which takes one message of the system.
Mistral: after a message of the user or the system no `tool` message may come;
after a message of the model or a tool no `system` message. A message of the user after one of
a tool hangs on the model: `mistral-small-latest` was recorded to take it (2026-08), and so
does Mistral's newest validator; others were seen to refuse it in 2026 still, so that the
verdict is unsure for them.

## Why it matters

    Unexpected role 'tool' after role 'user'

Reminders that a program adds in the middle of a history as system messages cause it, and
results that come after the user has spoken.

## Example

```json mistral
{"model": "mistral-large-latest", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "D681PevKs", "function": {"name": "get_weather",
     "arguments": "{\"city\": \"Paris\"}"}}]},
  {"role": "tool", "tool_call_id": "D681PevKs", "name": "get_weather", "content": "Drizzle"},
  {"role": "system", "content": "Answer in one sentence."},
  {"role": "user", "content": "Well?"}
], "tools": [{"type": "function", "function": {"name": "get_weather", "parameters": {}}}]}
```

Use instead: what the system says, at the beginning or after the user.

```json mistral
{"model": "mistral-large-latest", "messages": [
  {"role": "system", "content": "Answer in one sentence."},
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "D681PevKs", "function": {"name": "get_weather",
     "arguments": "{\"city\": \"Paris\"}"}}]},
  {"role": "tool", "tool_call_id": "D681PevKs", "name": "get_weather", "content": "Drizzle"}
], "tools": [{"type": "function", "function": {"name": "get_weather", "parameters": {}}}]}
```

## Source

The validator of mistral-common 1.11.7; for the user after a tool
mistralai/mistral-common#169, NousResearch/hermes-agent#84944 and recorded requests.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from crosswire.model import Message
from crosswire.model.json_values import text_field
from crosswire.rules.parts import related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_TAKES: Mapping[str, Collection[str]] = {
    "system": {"user", "assistant", "system"},
    "user": {"assistant", "system", "user"},
    "assistant": {"assistant", "user", "tool"},
    "tool": {"assistant", "tool", "user"},
}


class RoleOrder(Ground, frozen=True, kw_only=True):
    """Which roles may follow another."""

    takes: Mapping[str, Collection[str]]
    """A role -> the roles that may follow it."""


rule = ProviderRule(
    __name__,
    code="CW722",
    title="A message follows one of a role that takes none of it behind.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        RoleOrder(
            key="mi-order",
            targets=("mistral",),
            error_text="Unexpected role '…' after role '…'",
            source="mistral-common 1.11.7, validator.py",
            takes=_TAKES,
        ),
        RoleOrder(
            key="mi-order",
            targets=("mistral",),
            error_text="Unexpected role 'user' after role 'tool'",
            source="NousResearch/hermes-agent#20154 and #84944 (2026-08), "
            "zed-industries/zed#37021, mistralai/mistral-common#169; mistral-common 1.11.7 "
            "takes it",
            confidence="medium",
            but_models=r"^mistral-small-latest$",
            takes={"tool": {"assistant", "tool", "system"}},
        ),
    ),
)


@rule.on_ground
def check(ground: RoleOrder, context: TargetContext) -> Iterator[Refusal]:
    said = ((message, _role(message)) for message in context.conversation.messages)
    for (before, first), (after, second) in pairwise(said):
        if second not in ground.takes.get(first, (second,)):
            message = f"A message of role {second} stands behind one of role {first}."
            yield rule.at(after, message, ground, related=related("before", before))


def _role(message: Message) -> str:
    role = text_field(message.raw, "role")
    return message.role if role is None else role
