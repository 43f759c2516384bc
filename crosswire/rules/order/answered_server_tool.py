r"""The client answers a call that the provider runs itself.

## What it checks

A result of the client's (`tool_result`, `function_call_output`, `functionResponse`) has the id
of a call that the provider runs and answers: a `server_tool_use` or `mcp_tool_use` of
Anthropic's, a search or another tool of Azure AI Foundry's, a tool that Gemini calls by
itself. Where the Responses API gives such an item no call id, and the result has the id of the
item, `item-id-as-call-id` speaks.

## Why it matters

The provider has the result already, or is about to get it. One from the client answers nothing
that was asked of it, and is refused:

    messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: srvtoolu_b.
    Each `tool_result` block must have a corresponding `tool_use` block in the previous
    message.

Programs that run through all calls of an answer and look each up in their own tools do it:
they find none, and report that the tool is unknown.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What is new in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "name": "web_search",
     "input": {"query": "news Paris"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "content": "There is no tool web_search.", "is_error": true}]}
], "tools": [{"type": "web_search_20250305", "name": "web_search"}]}
```

Use instead: leave the call to the provider, whose result stands in the same message.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "What is new in Paris?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "name": "web_search",
     "input": {"query": "news Paris"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01Kd7RwQ2mXtB9vLnE4HsYpZ",
     "content": []},
    {"type": "text", "text": "Nothing much."}]}
], "tools": [{"type": "web_search_20250305", "name": "web_search"}]}
```

## Source

The survey of tool calls that this project began with: no output is sent back for a tool of the
provider's.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.pairing import How, Orphan, Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name

rule = LogRule(
    __name__,
    code="CW752",
    title="The client answers a call that the provider runs itself.",
    severity=Severity.ERROR,
    subject=Subject.ORPHAN_RESULT,
    doc=__doc__,
)

rule.only_where(lambda context: context.has_server_tools)


@rule.on_pair
def check(pair: Pair, context: RuleContext) -> Iterator[Defect]:
    if pair.how is How.BY_ID:
        yield from _check(pair.call, pair.result)


@rule.on_orphan
def check_second(orphan: Orphan, context: RuleContext) -> Iterator[Defect]:
    if orphan.duplicate_of is not None:
        yield from _check(orphan.duplicate_of.call, orphan.result)


def _check(call: ToolCallPart, result: ToolResultPart) -> Iterator[Defect]:
    ran_by = (call.executed_by, result.executed_by)
    if ran_by == ("server", "client") and not call.hybrid:
        name = call_name(call)
        message = f"The provider runs the call {name} itself; this result is the client's."
        others = related("call", call)
        yield rule.at(result, message, address=result.call_id.address, related=others)
