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
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"type": "reasoning", "id": "rs_0b4953538bc9314d006a024b4fa1c48190aa00000000000001",
   "summary": []},
  {"role": "assistant", "id": "msg_0b4953538bc9314d006a024b4fa1c48190aa00000000000001",
   "content": "It drizzles."},
  {"role": "user", "content": "And in Rome?"},
  {"type": "reasoning", "id": "rs_06d3772153bf9cca006a85bf6b71ac8190aa00000000000002",
   "summary": []},
  {"role": "assistant", "id": "msg_06d3772153bf9cca006a85bf6b71ac8190aa00000000000002",
   "content": "It is dry."},
  {"role": "user", "content": "And in Bonn?"}
]}
```

Use instead: no reasoning of turns that are over.

```json azure-foundry
{"model": "gpt-5", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
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
from itertools import islice, pairwise

from crosswire.ids.stored_items import minted
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.parts import related
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)

rule = ProviderRule(
    __name__,
    code="CW819",
    title="Reasoning of different conversations goes to one endpoint of Azure.",
    severity=Severity.WARNING,
    subject=Subject.REASONING,
    doc=__doc__,
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
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    first: dict[str, ReasoningPart] = {}
    for thought in context.thoughts:
        made = minted(thought.item_id)
        if made is not None:
            first.setdefault(made.series, thought)
    for one, other in islice(pairwise(first.values()), 1):
        message = (
            "This reasoning is of another conversation than the first here, as their ids tell."
        )
        places = related("other reasoning", one)
        yield from rule.refuse(context, other, message, related=places)
