r"""A tool that Anthropic runs itself has an id that is not Anthropic's.

## What it checks

The id of a `server_tool_use`, of its result, and of the call that a `caller` names begins with
`srvtoolu_`, with letters, digits and `_` after it. Calls and results of MCP servers have ids
as a client's tools have them, see `id-charset`.

## Why it matters

    messages.799.content.1.server_tool_use.id: String should match pattern
    '^srvtoolu_[a-zA-Z0-9_]+$'

Only Anthropic makes such calls, so an id of another shape says that a program took another
provider's call for one, or gave the block an id of its own making. Crosswire's policy `fill`
writes one that is taken, at the call, at its result and at every `caller`.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "call_1", "name": "web_search",
     "input": {"query": "rain Paris"}},
    {"type": "web_search_tool_result", "tool_use_id": "call_1", "content": []},
    {"type": "text", "text": "I found nothing."}]},
  {"role": "user", "content": "Look again."}
]}
```

Use instead: the id that Anthropic gave the call.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01A9kQm4XwLr72PzBn0sYcJd",
     "name": "web_search",
     "input": {"query": "rain Paris"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01A9kQm4XwLr72PzBn0sYcJd",
     "content": []},
    {"type": "text", "text": "I found nothing."}]},
  {"role": "user", "content": "Look again."}
]}
```

## Source

Anthropic's API reference; betmoar/cc-proxy-plugin#67, decolua/9router#3685.
"""

import re
from collections.abc import Iterator

from crosswire.address import Address
from crosswire.formats.anthropic.names import OF_MCP
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted


class IdPattern(Ground, frozen=True, kw_only=True):
    """The form of ids."""

    pattern: str


rule = ProviderRule(
    __name__,
    code="CW132",
    title="A tool that Anthropic runs itself has an id that is not Anthropic's.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    grounds=(
        IdPattern(
            key="ant-server-id-pattern",
            targets=("anthropic",),
            error_text=(
                "messages.….content.….….…: String should match pattern "
                "'^srvtoolu_[a-zA-Z0-9_]+$'"
            ),
            source=(
                "Anthropic's API reference; betmoar/cc-proxy-plugin#67, decolua/9router#3685"
            ),
            pattern=r"srvtoolu_[a-zA-Z0-9_]+",
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    return context.has_server_tools or any(part.edges for part in context.conversation.ends())


@rule.on_call
def check_call(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    yield from _check_id(call, context)
    yield from _check_caller(call, context)


@rule.on_result
def check_result(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    if not context.echoes_call(result):
        yield from _check_id(result, context)
    pair = context.pairing.pair_of.get(result.key)
    if pair is None or _named(pair.call) != _named(pair.result):
        yield from _check_caller(result, context)


def _named(part: CallOrResult) -> list[str]:
    return [edge.value for edge in part.edges]


def _check_id(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    call_id = part.call_id
    is_of_server = part.executed_by == "server" and part.wire_type not in OF_MCP
    if is_of_server and call_id.value is not None:
        yield from _check(part, call_id.value, call_id.address, context)


def _check_caller(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    """A caller that is in the log is told of where it stands."""
    for edge in part.edges:
        if edge.field == "caller" and edge.value not in context.evidence.first_uses:
            yield from _check(part, edge.value, edge.address, context)


def _check(
    part: CallOrResult,
    value: str,
    address: Address | None,
    context: TargetContext,
) -> Iterator[Refusal]:
    for ground in rule.grounds_at(context):
        if not re.fullmatch(ground.pattern, value):
            message = (
                f"The id {quoted(value)} is none that Anthropic gives the calls that "
                "it runs itself."
            )
            yield rule.at(part, message, ground, address=address)
