r"""An id has a character that a provider does not take.

## What it checks

Anthropic takes letters, digits, `_` and `-` in the ids of calls and results, those of MCP
included; of its own tools' ids it asks something else, see `server-tool-id`. Bedrock takes `.`
and `:` too, which it did not always.

## Why it matters

The request is refused at the first such id, however old the call is:

    messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'

    1 validation error detected: Value '...' at
    'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member
    must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+

The ids of Kimi (`functions.search:0`) and ids that were glued together with a bar are the
common ones, in a conversation that went on with another model. To write `_` for each such
character is no way out: `a.b` and `a:b` become one id. Crosswire's policy `fill` writes a hash
instead.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "functions.get_weather:0", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "functions.get_weather:0", "content": "Drizzle"}]}
]}
```

Use instead: letters, digits, `_` and `-`, the same at both ends.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "functions-get_weather-0", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "functions-get_weather-0", "content": "Drizzle"}]}
]}
```

## Source

Anthropic's API reference; RooCodeInc/Roo-Code#10649, langchain-ai/langchain#37756 and
maximhq/bifrost#5097 for ids that it refused. The service model of botocore 1.44.5 and
run-llama/llama_index#22775 for Bedrock.
"""

import re
from collections.abc import Iterator

from crosswire.formats.anthropic.names import OF_MCP
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted


class IdCharacters(Ground, frozen=True, kw_only=True):
    """Which characters an id may have."""

    characters: str
    """A pattern of one of them."""
    of_server_tools: bool
    """Whether it also holds for tools that the provider runs itself."""


rule = ProviderRule(
    __name__,
    code="CW131",
    title="An id has a character that a provider does not take.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        IdCharacters(
            key="ant-id-pattern",
            targets=("anthropic",),
            error_text="messages.….content.….….…: String should match pattern "
            "'^[a-zA-Z0-9_-]+$'",
            source="Anthropic's API reference; langchain-ai/langchain#37756, "
            "maximhq/bifrost#5097",
            characters=r"[a-zA-Z0-9_-]",
            of_server_tools=False,
        ),
        IdCharacters(
            key="br-tool-use-id",
            targets=("bedrock",),
            error_text="1 validation error detected: Value '…' at '…' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
            source="the service model of botocore 1.44.5; run-llama/llama_index#22775",
            characters=r"[a-zA-Z0-9_.:-]",
            of_server_tools=True,
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    values = "".join(filter(None, context.id_values))
    taken = {ground.characters for ground in rule.grounds_at(context)}
    return not all(re.fullmatch(f"{characters}*", values) for characters in taken)


@rule.on_id
def check(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    value = part.call_id.text
    is_of_server = part.executed_by == "server" and part.wire_type not in OF_MCP
    for ground in rule.grounds_at(context):
        rest = re.sub(rf"\A{ground.characters}*", "", value)
        if rest and (ground.of_server_tools or not is_of_server):
            message = (
                f"The id {quoted(value)} has the character {rest[0]!r}, which is not taken."
            )
            place, result = part.call_id.address, context.result_of(part)
            yield rule.at(part, message, ground, address=place, related=result)
