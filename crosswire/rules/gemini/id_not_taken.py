r"""Vertex AI did not take the ids of calls.

## What it checks

A call or a result with an `id`, sent to Gemini on Vertex AI. Until the summer of 2026 some
endpoints refused such a request; its description has the field today, and recorded requests
with ids were taken. So it is history: the rule explains old refusals, and finds nothing.

## Why it matters

    Invalid JSON payload received. Unknown name "id" at 'contents[1].parts[0].function_call':
    Cannot find field.

The Gemini API takes the field, and since Gemini 3 wants it back. So libraries leave it out for
the one and send it to the other.

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {
    "id": "x7k2m9qd", "name": "get_weather", "args": {"city": "Paris"}},
     "thoughtSignature": "CiQB"}]},
  {"role": "user", "parts": [{"functionResponse": {
    "id": "x7k2m9qd", "name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: no id, where it is refused; the results stand in the order of their calls.

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {
    "name": "get_weather", "args": {"city": "Paris"}}, "thoughtSignature": "CiQB"}]},
  {"role": "user", "parts": [{"functionResponse": {
    "name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

## Source

pydantic/pydantic-ai#5081, vercel/ai#15891, langchain-ai/langchainjs#10266 for the refusal;
anomalyco/opencode#50504, BerriAI/litellm#34603 and recorded requests (2026-02) for its end.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import by_number, quoted

rule = ProviderRule(
    __name__,
    code="CW335",
    title="Vertex AI did not take the ids of calls.",
    severity=Severity.WARNING,
    subject=Subject.ID_FORM,
    doc=__doc__,
    refuses_sound_ids=True,
    grounds=(
        Ground(
            key="gem-vertex-no-id",
            targets=("vertex",),
            error_text="Invalid JSON payload received. Unknown name \"id\" at '…': Cannot "
            "find field.",
            source="pydantic/pydantic-ai#5081, vercel/ai#15891, "
            "langchain-ai/langchainjs#10266",
            since="2025-07",
            until="2026-06",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    with_id = [
        part
        for part in conversation.ends()
        if part.call_id.value and part.executed_by == "client"
    ]
    for first in with_id[:1]:
        value = quoted(first.call_id.text)
        several = f"{len(with_id)} calls and results have ids, {value} the first,"
        which = by_number(len(with_id), f"The id {value} stands", several)
        message = f"{which} in a field that Vertex AI did not have until 2026."
        yield from rule.refuse(context, first, message, address=first.call_id.address)
