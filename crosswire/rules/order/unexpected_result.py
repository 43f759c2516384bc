r"""A result answers a call that the provider does not find.

## What it checks

A refusal by OpenAI, Azure AI Foundry and Anthropic. In Chat Completions and Anthropic the call
must stand in the message directly before; in the Responses API anywhere before, or in the
stored conversation that the request continues. A result of Anthropic's own tools
(`srvtoolu_...`) needs its call before it, in what the model said, and stands there too: in a
message of the user it has none before it. A second result with an id that was called is
another matter. Where the log is a piece of a longer one and the call may stand in the rest,
the verdict is unsure.

## Why it matters

    Invalid parameter: messages with role 'tool' must be a response to a preceeding message
    with 'tool_calls'.

    No tool call found for function call output with call_id call_b.

    messages.48.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_b.
    Each `tool_result` block must have a corresponding `tool_use` block in the previous
    message.

Mostly the beginning of a history was cut away between the call and its result, or the call has
another id than its result.

## Example

```json openai-chat
[
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And tomorrow?"}
]
```

Use instead: cut before the call, so that both stay or both go.

```json openai-chat
[
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_w4f", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_w4f", "content": "Drizzle"},
  {"role": "assistant", "content": "It drizzles."},
  {"role": "user", "content": "And tomorrow?"}
]
```

## Source

microsoft/promptflow#3130 and the analysis of the Genkit Go bug (Chat Completions),
continuedev/continue#10092 and microsoft/vscode#320060 (Responses),
microsoft/agent-framework#3718 (Foundry), anthropics/claude-code#13460 and #64383 (Anthropic).
"""

from collections.abc import Callable, Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.pairing import How, Orphan
from crosswire.rules.parts import ids_of, without_ids
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class CallGround(Ground, frozen=True, kw_only=True):
    """Which results lack their call."""

    find: Callable[[TargetContext], Iterator[ToolResultPart]]
    where: str
    """Where the call is looked for, as in a sentence."""


def _answering_turns(
    context: TargetContext,
) -> Iterator[tuple[list[ToolCallPart], list[ToolResultPart]]]:
    """The results of each turn, with the calls of the turn directly before it, where it does
    not just answer these."""
    for before, turn in context.uneven_turns:
        if turn.side in ("client", "results"):
            calls = before.calls if before.side == "model" else []
            yield calls, without_ids(turn.results, {None})


def _without_calls(context: TargetContext) -> Iterator[ToolResultPart]:
    for calls, results in _answering_turns(context):
        if not calls:
            yield from results


def _without_its_call(context: TargetContext) -> Iterator[ToolResultPart]:
    for calls, results in _answering_turns(context):
        if calls:
            yield from without_ids(results, ids_of(calls))


def _without_either(context: TargetContext) -> Iterator[ToolResultPart]:
    for calls, results in _answering_turns(context):
        yield from without_ids(results, ids_of(calls))


def _without_it_anywhere(context: TargetContext) -> Iterator[ToolResultPart]:
    if context.conversation.calls_may_be_elsewhere:
        return
    results = [orphan.result for orphan in _first_orphans(context) if not orphan.ambiguous]
    for result in without_ids(results, {None}):
        if result.executed_by == "client":
            yield result


def _without_it_at_the_server(context: TargetContext) -> Iterator[ToolResultPart]:
    results = [orphan.result for orphan in _first_orphans(context)]
    for pair in context.pairing.pairs:
        is_apart = pair.how is not How.EMBEDDED
        if is_apart and (pair.before_call or not _is_of_model(pair.result, context)):
            results.append(pair.result)
    for result in without_ids(results, {None}):
        if result.executed_by == "server":
            yield result


def _first_orphans(context: TargetContext) -> list[Orphan]:
    """The results without a call that are no second answer."""
    return [orphan for orphan in context.pairing.orphans if orphan.duplicate_of is None]


def _is_of_model(result: ToolResultPart, context: TargetContext) -> bool:
    return context.message_of[result.key].role == "assistant"


rule = ProviderRule(
    __name__,
    code="CW712",
    title="A result answers a call that the provider does not find.",
    subject=Subject.ORPHAN_RESULT,
    doc=__doc__,
    grounds=(
        CallGround(
            key="chat-orphan-tool-message",
            targets=("openai-chat",),
            error_text="Invalid parameter: messages with role 'tool' must be a response to a "
            "preceeding message with 'tool_calls'.",
            source="microsoft/promptflow#3130, FoundationAgents/OpenManus#744",
            where="directly before it, where nothing calls",
            find=_without_calls,
        ),
        CallGround(
            key="chat-tool-call-id-mismatch",
            targets=("openai-chat",),
            error_text="Invalid parameter: 'tool_call_id' of '…' not found in 'tool_calls' "
            "of previous message.",
            source="the analysis of the Genkit Go bug; dapr/dapr-agents#145",
            where="directly before it",
            find=_without_its_call,
        ),
        CallGround(
            key="resp-output-needs-call",
            targets=("openai-responses", "azure-foundry"),
            error_text="No tool call found for … output with call_id ….",
            source="continuedev/continue#10092, microsoft/vscode#320060; "
            "microsoft/agent-framework#3718 for Foundry",
            where="before it",
            find=_without_it_anywhere,
        ),
        CallGround(
            key="ant-orphan-result",
            targets=("anthropic",),
            error_text="messages.….content.…: unexpected `tool_use_id` found in "
            "`tool_result` blocks: …. Each `tool_result` block must have a corresponding "
            "`tool_use` block in the previous message.",
            source="anthropics/claude-code#13460",
            where="in the message before",
            find=_without_either,
        ),
        CallGround(
            key="ant-server-result-order",
            targets=("anthropic",),
            error_text="messages.….content.…: unexpected `tool_use_id` found in `…` blocks: "
            "…. Each `…` block must have a corresponding `server_tool_use` block before it.",
            source="anthropics/claude-code#64383; seen live on 2026-09-08",
            where="of a tool at the provider before it",
            find=_without_it_at_the_server,
        ),
    ),
)


@rule.on_ground
def check(ground: CallGround, context: TargetContext) -> Iterator[Refusal]:
    for result in ground.find(context):
        yield rule.at(
            result,
            _message(result, ground, context),
            ground,
            severity=context.severity_of(result),
            address=result.call_id.address,
        )


def _message(result: ToolResultPart, ground: CallGround, context: TargetContext) -> str:
    value = quoted(result.call_id.text)
    if ground.find is _without_it_at_the_server and not _is_of_model(result, context):
        role = context.message_of[result.key].role
        return (
            f"The result {value} of a tool at the provider stands in a message of role {role}."
        )
    return f"The id {value} of this result is that of no call {ground.where}."
