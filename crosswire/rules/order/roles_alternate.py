r"""Two messages of one side follow each other where the sides must take turns.

## What it checks

A refusal by Perplexity: behind the system's messages at the beginning, the user and the
assistant take turns, and no message of the system comes later. And by the templates of some
models, with which llama.cpp, LM Studio and vLLM write the prompt: Mistral's leave calls and
results aside, Gemma's do not. As another template may be set there, such a refusal is sure
only where it was seen with that model.

## Why it matters

    After the (optional) system message(s), user or tool message(s) should alternate with
    assistant message(s).

    After the optional system message, conversation roles must alternate user and assistant
    roles except for tool calls and results.

A reminder that a program adds as a message of the user, a question that was sent again, an
answer in two pieces: each is two messages of one side.

## Example

```json openai-chat
{"model": "sonar", "messages": [
  {"role": "system", "content": "Answer in one sentence."},
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "user", "content": "And in Rome?"}
]}
```

Use instead: one message.

```json openai-chat
{"model": "sonar", "messages": [
  {"role": "system", "content": "Answer in one sentence."},
  {"role": "user", "content": "Is it raining in Paris?\n\nAnd in Rome?"}
]}
```

## Source

perplexityai/api-discussion#265, pipecat-ai/pipecat#4009, ggml-org/llama.cpp#19851,
eclipse-theia/theia#17104, lmstudio-ai/lmstudio-bug-tracker#2218.
"""

from collections.abc import Iterator
from itertools import dropwhile, pairwise

from crosswire.model import Message, ToolCallPart
from crosswire.rules.parts import of_type, related
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_OF_SYSTEM = ("system", "developer")


class TurnsTaken(Ground, frozen=True, kw_only=True):
    """Which messages take turns."""

    leaves_calls_aside: bool = False
    """Whether calls and results may stand anywhere between them."""
    system_first: bool = False
    """Whether the system may speak at the beginning alone."""


rule: ProviderRule[TurnsTaken] = ProviderRule(
    __name__,
    code="CW761",
    title="Two messages of one side follow each other where the sides must take turns.",
    subject=Subject.ORDER,
    doc=__doc__,
    kin=("role-order",),
)


@rule.on_ground
def check(ground: TurnsTaken, context: TargetContext) -> Iterator[Refusal]:
    said = list(dropwhile(_is_of_system, context.listed_messages))
    if ground.system_first:
        for late in filter(_is_of_system, said):
            text = "A message of the system stands behind one of another side."
            yield rule.at(late, text, ground)
    turns = [one for one in said if _takes_a_turn(one, ground)]
    for before, after in pairwise(turns):
        if before.role == after.role and after.role != "tool":
            text = f"Two messages of the {after.role} follow each other; roles must alternate."
            yield rule.at(after, text, ground, related=related("before", before))


def _is_of_system(message: Message) -> bool:
    return message.role in _OF_SYSTEM


def _takes_a_turn(message: Message, ground: TurnsTaken) -> bool:
    if _is_of_system(message):
        return False
    is_aside = message.role == "tool" or bool(of_type(message.parts, ToolCallPart))
    return not (ground.leaves_calls_aside and is_aside)
