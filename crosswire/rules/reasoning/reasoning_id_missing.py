r"""Reasoning goes back to Azure AI Foundry without its id.

## What it checks

A refusal by Azure AI Foundry: a `reasoning` item must have its `id`, where the request names
an agent. Of other requests it is unsure: one with `store: false` was taken, and one was
refused. OpenAI takes reasoning without an id.

## Why it matters

The validator of the service refuses the item (and `services.ai.azure.com` says
`invalid_payload`):

    Required property 'id' is missing

Programs take the ids off because OpenAI refuses them with `store: false` (`item-not-stored`).

## Example

```json azure-foundry
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "summary": []},
  {"type": "function_call", "call_id": "call_w4f", "name": "get_weather", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

Use instead: the item with its id.

```json azure-foundry
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4fa1c48190", "summary": []},
  {"type": "function_call", "call_id": "call_w4f", "name": "get_weather", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_w4f", "output": "Drizzle"}
]}
```

## Source

The request validator of `azure-ai-agentserver-responses` 2.3.0;
NousResearch/hermes-agent#63740; a recorded request without an agent that was taken (2026-08).
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class ReasoningId(Ground, frozen=True, kw_only=True):
    """Which requests want the id."""

    of_agents: bool
    """Whether those that name an agent; else all others."""


rule = ProviderRule(
    __name__,
    code="CW818",
    title="Reasoning goes back to Azure AI Foundry without its id.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        ReasoningId(
            key="az-reasoning-id",
            targets=("azure-foundry",),
            error_text="Required property 'id' is missing",
            source="azure-ai-agentserver-responses 2.3.0",
            of_agents=True,
        ),
        ReasoningId(
            key="az-reasoning-id",
            targets=("azure-foundry",),
            error_text="Required property 'id' is missing",
            source="NousResearch/hermes-agent#63740; a recorded request of 2026-08 was taken",
            confidence="medium",
            of_agents=False,
        ),
    ),
)


@rule.on_ground
def check(ground: ReasoningId, context: TargetContext) -> Iterator[Refusal]:
    if ground.of_agents is _names_an_agent(context.conversation):
        for thought in context.thoughts:
            if thought.item_id is None:
                yield rule.at(thought, "The reasoning has no id.", ground)


def _names_an_agent(conversation: Conversation) -> bool:
    names = ("agent", "agent_reference")
    return any(setting.name in names for setting in conversation.settings())
