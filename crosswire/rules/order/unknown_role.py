r"""A message has a role that the provider does not take there.

## What it checks

A refusal by Anthropic, OpenAI's Responses API, Azure AI Foundry and Gemini. Anthropic's
messages are of the user, the assistant or, behind a message of the user, the system; the first
may not be the system's. A message among Responses items is of the user, the assistant, the
system or the developer. Gemini's contents are of `user` or `model`; Vertex AI wants the role
to be said, the Gemini API takes a content without one as the user's.

## Why it matters

    messages.0: use the top-level 'system' parameter for the initial system prompt

    Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and
    'user'.

    Please use a valid role: user, model.

Histories of Chat Completions have `system`, `tool` and `function` there, and programs that
change the blocks alone leave the roles as they were.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "system", "content": "Answer in one sentence."},
  {"role": "user", "content": "Is it raining in Paris?"}
]}
```

Use instead: the field for it.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "system": "Answer in one sentence.",
 "messages": [
  {"role": "user", "content": "Is it raining in Paris?"}
]}
```

## Source

Anthropic's description of its API, and its answer, seen live on 2026-08-28; the text of Gemini
as programs report it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from crosswire.model import Conversation
from crosswire.model.json_values import value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRoles(Ground):
    """Which roles there are."""

    roles: tuple[str | None, ...] | None = None
    """None where any will do."""
    not_first: str | None = None
    """The role that the first message may not have."""


rule = ProviderRule(
    __name__,
    code="CW732",
    title="A message has a role that the provider does not take there.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        KnownRoles(
            key="ant-roles",
            targets=("anthropic",),
            error_text=(
                "messages.0: use the top-level 'system' parameter for the initial "
                "system prompt"
            ),
            source="seen live on 2026-08-28",
            not_first="system",
        ),
        KnownRoles(
            key="ant-roles",
            targets=("anthropic",),
            error_text="messages.….role: Input should be …",
            source="Anthropic's description of its API",
            roles=("user", "assistant", "system"),
        ),
        KnownRoles(
            key="resp-roles",
            targets=("openai-responses", "azure-foundry"),
            error_text=(
                "Invalid value: '…'. Supported values are: 'assistant', 'system', "
                "'developer', and 'user'."
            ),
            source="kelivo's adapter, which sent messages of role tool (its pull request 281)",
            roles=("user", "assistant", "system", "developer", None),
        ),
        KnownRoles(
            key="gem-roles",
            targets=("gemini",),
            error_text="Please use a valid role: user, model.",
            source="programs at Gemini's endpoint",
            roles=("user", "model", None),
        ),
        KnownRoles(
            key="gem-roles",
            targets=("vertex",),
            error_text="Please use a valid role: user, model.",
            source="programs at Vertex AI's endpoint",
            roles=("user", "model"),
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    messages = [message for message in conversation.messages if message.field is None]
    for ground in rule.grounds_of(context.target):
        for message in messages:
            role = value_at(message.raw, "role")
            text = _fault(role if isinstance(role, str) else None, ground)
            if text is not None:
                yield rule.at(message, text, ground)
        for first in messages[:1]:
            role = value_at(first.raw, "role")
            if role is not None and role == ground.not_first:
                yield rule.at(first, f"The first message is of role {role}.", ground)


def _fault(role: str | None, ground: KnownRoles) -> str | None:
    if ground.roles is None or role in ground.roles:
        return None
    return f"This message is of role {role}." if role else "This message says no role."
