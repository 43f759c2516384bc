r"""A call has no result where the provider looks for it.

## What it checks

A refusal by OpenAI, Azure AI Foundry, Anthropic and Bedrock. In Chat Completions, Anthropic
and Bedrock the results must stand directly behind the message that calls: one that comes
later, behind something said, counts as none. The Responses API takes an output anywhere in its
input. Calls at the end of a log, whose results may still come, are left alone, and so are
tools that the provider runs, except at Anthropic: one of those without a result is a warning
once the user has gone on, and leaves the verdict unsure. While the client only answers calls,
that result may still come. Gemini and Mistral count instead of matching ids: see
`response-count`.

## Why it matters

    An assistant message with 'tool_calls' must be followed by tool messages responding to each
    'tool_call_id'. The following tool_call_ids did not have response messages: call_b

    No tool output found for function call call_b.

    messages.6: `tool_use` ids were found without `tool_result` blocks immediately after:
    toolu_b.

    Expected toolResult blocks at messages.2.content for the following Ids: tooluse_b

    messages.1: `web_search` tool use with id `srvtoolu_b` was found without a corresponding
    `web_search_tool_result` block

Every further request with this history is refused as well, so that the conversation is stuck
until somebody adds a result or takes the call out.

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_b", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "user", "content": "And tomorrow?"}
]
```

Use instead: a result for every call, directly behind them.

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_a", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_b", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_b", "content": "Stopped before it ran"},
  {"role": "tool", "tool_call_id": "call_a", "content": "Drizzle"},
  {"role": "user", "content": "And tomorrow?"}
]
```

## Source

dotnet/extensions#6753 and langchain-ai/open_deep_research#164 (Chat Completions),
router-for-me/CLIProxyAPI#2368 and openai/openai-agents-python#1855 (Responses),
Azure/azure-sdk-for-python#46092 (Foundry), anthropics/claude-code#5060 and the documentation
of server tools (Anthropic), MoonshotAI/kosong#45 (Bedrock).
"""

from collections.abc import Callable, Iterator
from itertools import dropwhile, islice

from crosswire.model import ToolCallPart
from crosswire.pairing import Fate
from crosswire.pairing.turns import Turn
from crosswire.rules.parts import ids_of, of_type, without_ids
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import call_name


class ResultGround(Ground, frozen=True, kw_only=True):
    """Which calls have no result."""

    find: Callable[[TargetContext], Iterator[ToolCallPart]]
    where: str | None = None
    """Where the result is looked for; None for calls that the provider runs."""


def without_output(context: TargetContext) -> Iterator[ToolCallPart]:
    settled = {None} | ids_of(context.conversation.results())
    for unanswered in context.pairing.unanswered:
        call = unanswered.call
        is_clients = call.executed_by == "client" and unanswered.fate is not Fate.AMBIGUOUS
        if is_clients and call.call_id.value not in settled:
            yield call


def _not_answered_next(context: TargetContext) -> Iterator[ToolCallPart]:
    for turn, following in context.uneven_turns:
        if turn.side == "model":
            takes = following.side in ("client", "results")
            settled = {None} | ids_of(following.results if takes else ())
            yield from without_ids(turn.calls, settled)


def _left_by_the_server(context: TargetContext) -> Iterator[ToolCallPart]:
    """Calls of the provider's own tools before the last thing that the user said."""
    unanswered = {
        alone.call.key
        for alone in context.pairing.unanswered
        if alone.call.executed_by == "server"
    }
    until_question = dropwhile(_asks_nothing, reversed(context.turns if unanswered else ()))
    for turn in islice(until_question, 1, None):
        for call in of_type((part for _, part in turn.parts()), ToolCallPart):
            if call.key in unanswered:
                yield call


def _asks_nothing(turn: Turn) -> bool:
    return turn.side != "client" or bool(turn.results)


rule = ProviderRule(
    __name__,
    code="CW711",
    title="A call has no result where the provider looks for it.",
    subject=Subject.MISSING_RESULT,
    doc=__doc__,
    grounds=(
        ResultGround(
            key="chat-tool-results-must-follow",
            targets=("openai-chat",),
            error_text="An assistant message with 'tool_calls' must be followed by tool "
            "messages responding to each 'tool_call_id'. The following tool_call_ids did not "
            "have response messages: …",
            source="dotnet/extensions#6753, langchain-ai/open_deep_research#164",
            where="directly behind it",
            find=_not_answered_next,
        ),
        ResultGround(
            key="resp-call-needs-output",
            targets=("openai-responses", "azure-foundry"),
            error_text="No tool output found for … call ….",
            source="router-for-me/CLIProxyAPI#2368, openai/openai-agents-python#1855; "
            "Azure/azure-sdk-for-python#46092 for Foundry",
            where="in the conversation",
            find=without_output,
        ),
        ResultGround(
            key="ant-result-must-follow",
            targets=("anthropic",),
            error_text="messages.…: `tool_use` ids were found without `tool_result` blocks "
            "immediately after: …. Each `tool_use` block must have a corresponding "
            "`tool_result` block in the next message.",
            source="anthropics/claude-code#5060; seen live on 2026-08-28",
            where="directly behind it",
            find=_not_answered_next,
        ),
        ResultGround(
            key="ant-server-result-must-follow",
            targets=("anthropic",),
            error_text="messages.…: `…` tool use with id `…` was found without a "
            "corresponding `…` block",
            source="Anthropic's documentation of server tools, for calls of both kinds in "
            "one message",
            confidence="medium",
            find=_left_by_the_server,
        ),
        ResultGround(
            key="br-results-missing",
            targets=("bedrock",),
            error_text="Expected toolResult blocks at messages.….content for the following "
            "Ids: …",
            source="MoonshotAI/kosong#45, agentscope-ai/agentscope#1892",
            where="directly behind it",
            find=_not_answered_next,
        ),
    ),
)


@rule.on_ground
def check(ground: ResultGround, context: TargetContext) -> Iterator[Refusal]:
    for call in ground.find(context):
        if call.key not in context.pending:
            name = call_name(call)
            message = f"No result {ground.where} answers the call {name}."
            if ground.where is None:
                message = f"No result follows the call {name}, which the provider runs."
            yield rule.at(call, message, ground)
