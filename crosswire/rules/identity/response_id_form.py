r"""The response to continue has an id that Azure AI Foundry did not give.

## What it checks

`previous_response_id` at Azure AI Foundry. Its ids have a prefix (`caresp` for a response),
`_`, 18 digits that are the same all through a response, and 32 random letters and digits;
older ones have 48 characters after the prefix. Only hosted agents are known to look, so it is
a warning.

## Why it matters

    Malformed identifier.

It comes of a conversation that was begun with another server and is continued with this one,
where the response is not stored at all. Send the items themselves instead. The ids of items
have the same shape; those of another shape are taken, as long as they begin as their type asks
for (`item-id-prefix`).

## Example

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "previous_response_id": "resp_68a1f0c2", "input": [
  {"role": "user", "content": "And tomorrow?"}
]}
```

Use instead: the id of a response of Foundry's own.

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "previous_response_id": "caresp_9f2c4e6a8b0d1f3500vT9kQm4XwLr72PzBn0sYcJdEa1B2c3D4",
  "input": [
  {"role": "user", "content": "And tomorrow?"}
]}
```

## Source

The validator of requests and the generator of ids in `azure-ai-agentserver-responses` 2.3.0.
"""

import re
from collections.abc import Iterator

from crosswire.model.json_values import text_or_empty
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted


class ResponseIdForm(Ground, frozen=True, kw_only=True):
    """The form of the ids of responses."""

    pattern: str


rule = ProviderRule(
    __name__,
    code="CW334",
    title="The response to continue has an id that Azure AI Foundry did not give.",
    severity=Severity.WARNING,
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        ResponseIdForm(
            key="az-id-shape",
            targets=("azure-foundry",),
            error_text="Malformed identifier.",
            source="azure-ai-agentserver-responses 2.3.0",
            confidence="medium",
            pattern=r"caresp_(.{50}|.{48})",
        ),
    ),
)


@rule.on_ground
def check(ground: ResponseIdForm, context: TargetContext) -> Iterator[Refusal]:
    for setting in context.conversation.settings():
        is_id = setting.name == "previous_response_id"
        value = text_or_empty(setting.value) if is_id else ""
        if value and not re.fullmatch(ground.pattern, value):
            message = f"The id {quoted(value)} is not of the form of Foundry's responses."
            yield rule.at(setting, message, ground)
