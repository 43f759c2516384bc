r"""An item that Azure AI Foundry writes, and does not take back.

## What it checks

A refusal by Azure AI Foundry. The calls and outputs of its own tools (Bing, Azure AI Search,
OpenAPI, SharePoint and the like), steps of a workflow, requests for consent and structured
outputs stand in responses only. A `memory_search_call` may be sent, and so may all items of
OpenAI Responses that Foundry has.

## Why it matters

A program that keeps the items of a response and sends them with its next request, as one does
with OpenAI, is refused at the first of them:

    Invalid discriminator 'bing_grounding_call'. Allowed: additional_tools, apply_patch_call,
    ...

Continue the stored response by `previous_response_id` or `conversation` instead, or leave
these items out. As `function_call` and `function_call_output` of the same `call_id` they may
be sent, and that is how Crosswire tells other formats of them.

## Example

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
  {"role": "user", "content": "Is it raining in Oslo?"},
  {"type": "bing_grounding_call", "id": "bg_1", "call_id": "call_bg1", "status": "completed",
   "arguments": "{\"query\": \"weather Oslo\"}"},
  {"type": "bing_grounding_call_output", "id": "bgo_1", "call_id": "call_bg1",
   "status": "completed",
   "output": "{\"documents\": [{\"title\": \"Oslo\"}]}"},
  {"role": "user", "content": "And tomorrow?"}
]}
```

Use instead: the same as a function's call and output.

```json azure-foundry
{"model": "gpt-4.1", "agent_reference": {"type": "agent_reference", "name": "weather"},
 "input": [
  {"role": "user", "content": "Is it raining in Oslo?"},
  {"type": "function_call", "call_id": "call_bg1", "name": "bing_grounding",
   "arguments": "{\"query\": \"weather Oslo\"}"},
  {"type": "function_call_output", "call_id": "call_bg1",
   "output": "{\"documents\": [{\"title\": \"Oslo\"}]}"},
  {"role": "user", "content": "And tomorrow?"}
]}
```

## Source

The request validator of `azure-ai-agentserver-responses` 2.3.0, run over an example of each
type.
"""

from collections.abc import Iterator

from crosswire.formats.azure_foundry.item_types import OUTPUT_ONLY
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)

rule = ProviderRule(
    __name__,
    code="CW501",
    title="An item that Azure AI Foundry does not take back.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        Ground(
            key="az-output-only-items",
            targets=("azure-foundry",),
            error_text="Invalid discriminator '…'. Allowed: …",
            source="the request validator of azure-ai-agentserver-responses 2.3.0",
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    return any(part.wire_type in OUTPUT_ONLY for part in context.conversation.ends())


@rule.on_end
def check(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    if part.wire_type in OUTPUT_ONLY:
        message = (
            f"Azure AI Foundry writes items of type {part.wire_type} and takes none in "
            "a request."
        )
        yield from rule.refuse(context, part, message)
