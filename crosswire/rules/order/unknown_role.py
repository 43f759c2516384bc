r"""A message has a role that the provider does not take there.

## What it checks

A refusal by Anthropic, OpenAI's Responses API, Azure AI Foundry and Gemini. Anthropic's
messages are of the user, the assistant or, behind a message of the user, the system; the first
may not be the system's. A message among Responses items is of the user, the assistant, the
system or the developer. Gemini's contents are of `user` or `model`; Vertex AI wants the role
to be said, the Gemini API takes a content without one as the user's.

## Why it matters

    messages.0: use the top-level 'system' parameter for the initial system prompt

    Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.

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
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "system": "Answer in one sentence.", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"}
]}
```

## Source

Anthropic's description of its API, and its answer, seen live on 2026-08-28; the text of Gemini
as programs report it.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Message
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW732",
    title="A message has a role that the provider does not take there.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-roles",
            targets=("anthropic",),
            error_text=(
                "messages.0: use the top-level 'system' parameter for the initial "
                "system prompt"
            ),
            source="seen live on 2026-08-28",
            limits={"not_first": "system"},
        ),
        Ground(
            key="ant-roles",
            targets=("anthropic",),
            error_text="messages.….role: Input should be …",
            source="Anthropic's description of its API",
            limits={"roles": ("user", "assistant", "system")},
        ),
        Ground(
            key="resp-roles",
            targets=("openai-responses", "azure-foundry"),
            error_text=(
                "Invalid value: '…'. Supported values are: 'assistant', 'system', "
                "'developer', and 'user'."
            ),
            source="kelivo's adapter, which sent messages of role tool (its pull request 281)",
            limits={"roles": ("user", "assistant", "system", "developer", None)},
        ),
        Ground(
            key="gem-roles",
            targets=("gemini",),
            error_text="Please use a valid role: user, model.",
            source="programs at Gemini's endpoint",
            limits={"roles": ("user", "model", None)},
        ),
        Ground(
            key="gem-roles",
            targets=("vertex",),
            error_text="Please use a valid role: user, model.",
            source="programs at Vertex AI's endpoint",
            limits={"roles": ("user", "model")},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    spoken = [message for message in conversation.messages if message.field is None]
    for ground in rule.grounds_of(context.target):
        roles, not_first = ground.limits.get("roles"), ground.limits.get("not_first")
        for message in spoken:
            role = _role(message)
            if roles is not None and role not in roles:
                text = (
                    f"This message is of role {role}."
                    if role
                    else "This message says no role."
                )
                yield rule.at(message, text, ground=ground)
            elif not_first is not None and message is spoken[0] and role == not_first:
                yield rule.at(message, f"The first message is of role {role}.", ground=ground)


def _role(message: Message) -> str | None:
    role = message.raw.get("role") if isinstance(message.raw, dict) else None
    return role if isinstance(role, str) else None
