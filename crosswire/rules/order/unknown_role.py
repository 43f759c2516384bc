r"""A message has a role that the provider does not take there.

## What it checks

A refusal by all providers. Chat Completions and Mistral know the system, the user, the
assistant and the tool, OpenAI also the developer and the function, which came before tools.
Anthropic's messages are of the user, the assistant or, behind a message of the user, the
system; the first may not be the system's. Bedrock's are of the same three. A message among
Responses items is of the user, the assistant, the system or the developer. Gemini's contents
are of `user` or `model`; Vertex AI wants the role to be said, the Gemini API takes a content
without one as the user's.

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

from crosswire.model.json_values import text_field
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class KnownRoles(Ground, frozen=True, kw_only=True):
    """Which roles there are."""

    roles: tuple[str | None, ...] = ()
    """Empty where any will do."""
    says_one: bool | None = None
    """True: about messages that say a role; False: about those that say none; None: both."""
    not_first: str = ""
    """The role that the first message may not have; empty where it may have any."""


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
        KnownRoles(
            key="chat-roles",
            targets=("openai-chat",),
            error_text=(
                "Invalid value: '…'. Supported values are: 'system', 'assistant', 'user', "
                "'function', 'tool', and 'developer'."
            ),
            source="OpenAI's API description",
            roles=("system", "developer", "user", "assistant", "tool", "function"),
            says_one=True,
        ),
        KnownRoles(
            key="chat-roles",
            targets=("openai-chat",),
            error_text="Missing required parameter: 'messages[…].role'.",
            source="OpenAI's API description",
            roles=("system", "developer", "user", "assistant", "tool", "function"),
            says_one=False,
        ),
        KnownRoles(
            key="mi-roles",
            targets=("mistral",),
            error_text=(
                "Input tag '…' found using 'role' does not match any of the expected tags: "
                "'assistant', 'system', 'tool', 'user'"
            ),
            source="openai/openai-dotnet#394",
            status=422,
            roles=("system", "user", "assistant", "tool"),
        ),
        KnownRoles(
            key="br-roles",
            targets=("bedrock",),
            error_text=(
                "Value '…' at '…' failed to satisfy constraint: Member must satisfy enum "
                "value set: [user, assistant, system]"
            ),
            source="the service model of botocore 1.44.5",
            roles=("user", "assistant", "system"),
        ),
    ),
)


@rule.on_ground
def check(ground: KnownRoles, context: TargetContext) -> Iterator[Refusal]:
    has_odd = bool(ground.roles) and not context.roles.issubset(ground.roles)
    for message in context.listed_messages if has_odd else ():
        role = text_field(message.raw, "role")
        is_meant = ground.says_one is None or ground.says_one is (role is not None)
        if is_meant and role not in ground.roles:
            text = f"This message is of role {role}." if role else "This message says no role."
            yield rule.at(message, text, ground)
    for first in context.listed_messages[:1]:
        if ground.not_first and text_field(first.raw, "role") == ground.not_first:
            text = f"The first message is of role {ground.not_first}."
            yield rule.at(first, text, ground)
