r"""Encrypted content is missing, or another provider's.

## What it checks

A refusal by Anthropic of a hit in a `web_search_tool_result` without `encrypted_content`, or
with one that is OpenAI's or no base64; and by OpenAI's Responses API, and Azure AI Foundry, of
reasoning whose `encrypted_content` has the form of another provider's signature. OpenAI's own
of another organisation or endpoint is refused too, which its form does not show. It is said
once for each result and fault.

## Why it matters

Encrypted content goes back to who made it, to the letter. A search of another provider can't
be told as one of Anthropic's, for it has none:

    messages.1.content.1.content.0.encrypted_content: Field required

    Invalid `encrypted_content` in `search_result` block

    The encrypted content gAAA... could not be verified.

Tell the search as a call of a function, or as text, and leave foreign reasoning out.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01A", "name": "web_search", "input": {"query": "rain Paris"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01A", "content": [
      {"type": "web_search_result", "title": "Paris", "url": "https://example.com/paris"}]},
    {"type": "text", "text": "It drizzles."}]},
  {"role": "user", "content": "And in Rome?"}
]}
```

Use instead: what the search found, as text.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "text", "text": "It drizzles, says https://example.com/paris."}]},
  {"role": "user", "content": "And in Rome?"}
]}
```

## Source

Measured on Anthropic's endpoint in 2026-09; openai/codex#8145, pydantic/pydantic-ai#4608
(bound to the organisation) and Kilo-Org/kilocode#14314 for OpenAI's.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.ids.signatures import Maker, is_base64, maker_of
from crosswire.model import Conversation, Part, ReasoningPart, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

rule = Rule(
    __name__,
    code="CW817",
    title="Encrypted content is missing, or another provider's.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="ant-encrypted-content",
            targets=("anthropic",),
            error_text="messages.….content.….content.….encrypted_content: Field required",
            source="measured on Anthropic's endpoint in 2026-09",
            limits={"fault": "missing"},
        ),
        Ground(
            key="ant-encrypted-content",
            targets=("anthropic",),
            error_text="Invalid `encrypted_content` in `search_result` block",
            source="measured on Anthropic's endpoint in 2026-09",
            limits={"fault": "invalid"},
        ),
        Ground(
            key="resp-encrypted-content",
            targets=("openai-responses", "azure-foundry"),
            error_text="The encrypted content … could not be verified.",
            source="openai/codex#8145, openai/codex#8138, pydantic/pydantic-ai#4608",
            limits={"fault": "foreign"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    grounds = {ground.limits["fault"]: ground for ground in rule.grounds_of(context.target)}
    for _, part in conversation.parts():
        if isinstance(part, ReasoningPart) and "foreign" in grounds:
            maker = maker_of(part.signature) if part.signature else None
            if maker is not None and maker is not Maker.OPENAI:
                message = (
                    f"The encrypted content {quoted(part.signature or '', 24)} is none "
                    "of OpenAI's."
                )
                at = child(part.address, "encrypted_content")
                yield rule.at(part, message, address=at, ground=grounds["foreign"])
        elif isinstance(part, ToolResultPart) and part.wire_type == "web_search_tool_result":
            told = set()
            for hit in part.content:
                fault, what = _fault_of_hit(hit)
                if fault in grounds and fault not in told:
                    told.add(fault)
                    yield rule.at(hit, what, ground=grounds[fault])


def _fault_of_hit(hit: Part) -> tuple[str, str]:
    """What is wrong with what a search found, and a sentence about it; empty where nothing is."""
    raw = hit.raw
    if not isinstance(raw, dict) or raw.get("type") != "web_search_result":
        return "", ""
    value = raw.get("encrypted_content")
    if not isinstance(value, str):
        return "missing", "This hit of a web search has no encrypted content."
    if maker_of(value) is not None or not is_base64(value):
        return (
            "invalid",
            f"The encrypted content of this hit, {quoted(value, 24)}, is none of Anthropic's.",
        )
    return "", ""
