r"""An id has the shape of another provider's.

## What it checks

Ids that look like Anthropic's (`toolu_01...`), Bedrock's (`tooluse_...`), OpenAI's (`call_`
and 24 letters and digits), DeepSeek's or Kimi's, in a log of a provider that does not write
such ids. It is said once for each maker in a conversation, with how many ids and where the
first stands. It also says when the other ids of the log have the provider's own shape, so that
the two are mixed.

## Why it matters

Nothing is wrong as long as both ends agree: gateways pass ids on as they are, and an agent
that changes models keeps its history. It tells where a log has been. And it explains refusals:
each provider checks ids by its own rules, and those of Kimi, for one, break Anthropic's.

## Example

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "toolu_01WjXqPrN8vKsRt2YbLmZdQe", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "toolu_01WjXqPrN8vKsRt2YbLmZdQe", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

Use instead: nothing, if a gateway stands in between. OpenAI's own ids look like this:

```json openai-chat
[
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."}
]
```

## Source

The rules on ids in karthink/gptel#1203 (OpenAI's ids sent to Mistral) and
RooCodeInc/Roo-Code#10649 (Kimi's sent to Anthropic).
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from crosswire.ids.shapes import IdShape, looks_like
from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import CallOrResult, Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, quoted

rule = LogRule(
    __name__,
    code="CW321",
    title="An id has the shape of another provider's.",
    severity=Severity.INFO,
    subject=Subject.FABRICATED_ID,
    doc=__doc__,
)

# Only shapes with a mark of their own: nine letters and digits (Mistral) may be anybody's.
_BEGINNINGS = {
    "anthropic": ("toolu_", "srvtoolu_", "mcptoolu_"),
    "bedrock": ("tooluse_", "resp_"),
    "openai": ("call_",),
    "deepseek": ("call_",),
    "moonshot": (),
}
"""A provider -> how its ids begin; Kimi's are told by their colon."""
_HOMES = {
    "openai-chat": ("Chat Completions", "openai", ("anthropic", "bedrock")),
    "openai-responses": ("the Responses API", "openai", ("anthropic",)),
    "azure-foundry": ("Azure AI Foundry", "openai", ("anthropic", "bedrock")),
    "anthropic": ("Anthropic", "anthropic", ("openai", "bedrock", "deepseek", "moonshot")),
    "gemini": ("Gemini", "gemini", tuple(_BEGINNINGS)),
    "gemini-interactions": ("Gemini Interactions", "gemini", tuple(_BEGINNINGS)),
    "bedrock": ("Bedrock Converse", "bedrock", ("openai", "deepseek")),
    "mistral": ("Mistral", "mistral", tuple(_BEGINNINGS)),
    "cohere": ("Cohere Chat", "cohere", tuple(_BEGINNINGS)),
    "ollama": ("Ollama", "ollama", tuple(_BEGINNINGS)),
}
"""A format -> its name, the provider at home there, and those that are strangers."""

Uses = list[tuple[str, CallOrResult]]


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    program = conversation.traits.program
    format = conversation.wire_format if program else conversation.format
    if format not in _HOMES:
        return
    where, home, foreign = _HOMES[format]
    ids = context.evidence.first_uses
    by_maker: dict[str, Uses] = defaultdict(list)
    for value, shape in _shapes(context, foreign):
        part = ids[value]
        if shape.provider in foreign and part.key not in context.evidence.faulty_ids:
            by_maker[shape.maker].append((value, part))
    shapes = filter(None, map(looks_like, ids if by_maker else ()))
    number = sum(shape.provider == home for shape in shapes)
    for maker, uses in by_maker.items():
        yield _finding(uses, f"of {maker}, in a log of {program or where}", number)


def _shapes(context: RuleContext, foreign: tuple[str, ...]) -> Iterator[tuple[str, IdShape]]:
    """The ids that may be of a foreign provider by how they begin, each with its shape."""
    beginnings = tuple(chain.from_iterable(map(_BEGINNINGS.__getitem__, foreign)))
    for value in context.evidence.first_uses:
        begins_so = value.startswith(beginnings) or ":" in value
        shape = looks_like(value) if begins_so else None
        if shape is not None:
            yield value, shape


def _finding(uses: Uses, whose: str, number_of_home: int) -> Defect:
    value, first = uses[0]
    one_id = f"The id {quoted(value)} looks like one {whose}."
    several = f"{len(uses)} ids look like those {whose}, the first {quoted(value)}."
    message = by_number(len(uses), one_id, several)
    if number_of_home:
        several = f"{number_of_home} others look"
        others = by_number(number_of_home, "another id looks", several)
        message += (
            f" It is mixed: {others} like the provider's own, as when an agent changes models."
        )
    places = related("further id", *(part for _, part in uses[1:4]))
    return rule.at(first, message, address=first.call_id.address, related=places)
