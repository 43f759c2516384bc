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
    {"type": "server_tool_use", "id": "srvtoolu_01A", "name": "web_search",
     "input": {"query": "rain Paris"}},
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
from typing import Literal

from crosswire.address import child
from crosswire.ids.signatures import Maker, is_base64, maker_of
from crosswire.model import Conversation, Part
from crosswire.model.json_values import value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class EncryptedGround(Ground, frozen=True, kw_only=True):
    """What is wrong with encrypted content."""

    fault: Literal["missing", "invalid", "foreign"]


rule = ProviderRule(
    __name__,
    code="CW817",
    title="Encrypted content is missing, or another provider's.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        EncryptedGround(
            key="ant-encrypted-content",
            targets=("anthropic",),
            error_text="messages.….content.….content.….encrypted_content: Field required",
            source="measured on Anthropic's endpoint in 2026-09",
            fault="missing",
        ),
        EncryptedGround(
            key="ant-encrypted-content",
            targets=("anthropic",),
            error_text="Invalid `encrypted_content` in `search_result` block",
            source="measured on Anthropic's endpoint in 2026-09",
            fault="invalid",
        ),
        EncryptedGround(
            key="resp-encrypted-content",
            targets=("openai-responses", "azure-foundry"),
            error_text="The encrypted content … could not be verified.",
            source="openai/codex#8145, openai/codex#8138, pydantic/pydantic-ai#4608",
            fault="foreign",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    grounds: dict[str, Ground] = {g.fault: g for g in rule.grounds_at(context)}
    for thought in context.thoughts if "foreign" in grounds else ():
        value = thought.signature or ""
        if maker_of(value) not in (None, Maker.OPENAI):
            message = f"The encrypted content {quoted(value, 24)} is none of OpenAI's."
            place = child(thought.address, "encrypted_content")
            yield rule.at(thought, message, grounds["foreign"], address=place)
    for result in conversation.results():
        if result.wire_type == "web_search_tool_result":
            first: dict[str, Refusal] = {}
            for hit in result.content:
                fault, message = _fault_of_hit(hit)
                if fault in grounds:
                    first.setdefault(fault, rule.at(hit, message, grounds[fault]))
            yield from first.values()


def _fault_of_hit(hit: Part) -> tuple[str, str]:
    """The fault of a search's hit, and a sentence about it; empty where it has none."""
    if value_at(hit.raw, "type") != "web_search_result":
        return "", ""
    value = value_at(hit.raw, "encrypted_content")
    if not isinstance(value, str):
        return "missing", "This hit of a web search has no encrypted content."
    if maker_of(value) is None and is_base64(value):
        return "", ""
    message = (
        f"The encrypted content of this hit, {quoted(value, 24)}, is none of Anthropic's."
    )
    return "invalid", message
