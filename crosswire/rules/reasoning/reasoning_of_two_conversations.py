r"""Reasoning of different conversations goes to one endpoint of Azure.

## What it checks

A refusal to expect of Azure's OpenAI endpoints: reasoning items whose ids show that they were
made in different chains of responses. The ids of one chain begin alike.

## Why it matters

Reasoning is tied to the chain that it was made in, and where it is sent back from two:

    Conflicting authenticated continuation identities

So it was seen at `openai.azure.com`; whether all endpoints of Foundry do so is not known, and
the finding is a warning. Keep the reasoning of the turn that is going on, and leave the older
out.

## Example

```json azure-foundry
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"}, "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4fa1c48190aa00000000000001", "summary": []},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And in Rome?"},
  {"type": "reasoning", "id": "rs_06d3772153bf9cca006a85bf6b71ac8190aa00000000000002", "summary": []},
  {"role": "assistant", "content": "It is dry."},
  {"role": "user", "content": "And in Bonn?"}
]}
```

Use instead: no reasoning of turns that are over.

```json azure-foundry
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"}, "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And in Rome?"},
  {"role": "assistant", "content": "It is dry."},
  {"role": "user", "content": "And in Bonn?"}
]}
```

## Source

NousResearch/hermes-agent#101243 (`invalid_value`, param `input`); the form of ids as recorded
answers show it.
"""

from collections.abc import Iterator

from crosswire.ids.stored_items import Minting, minted
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW819",
    title="Reasoning of different conversations goes to one endpoint of Azure.",
    severity=Severity.WARNING,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="az-reasoning-id",
            targets=("azure-foundry",),
            error_text="Conflicting authenticated continuation identities",
            source="NousResearch/hermes-agent#101243",
            confidence="medium",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    first: tuple[Minting, ReasoningPart] | None = None
    for _, part in conversation.parts():
        made = minted(part.item_id) if isinstance(part, ReasoningPart) else None
        if made is None or not isinstance(part, ReasoningPart):
            continue
        if first is None:
            first = made, part
        elif made.series != first[0].series:
            related = (("other reasoning", first[1].address),)
            message = (
                "This reasoning is of another conversation than the first here, as "
                "their ids tell."
            )
            for ground in rule.grounds_of(context.target):
                yield rule.at(part, message, related=related, ground=ground)
            return
