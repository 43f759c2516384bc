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

    Invalid parameter: messages with role 'tool' must be a response to a preceeding message with
    'tool_calls'.

    No tool call found for function call output with call_id call_b.

    messages.48.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_b. Each
    `tool_result` block must have a corresponding `tool_use` block in the previous message.

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

from crosswire.model import Conversation, ToolResultPart
from crosswire.pairing import How
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

rule = Rule(
    __name__,
    code="CW712",
    title="A result answers a call that the provider does not find.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-orphan-tool-message",
            targets=("openai-chat",),
            error_text="Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
            "with 'tool_calls'.",
            source="microsoft/promptflow#3130, FoundationAgents/OpenManus#744",
            limits={"lacks": "calls"},
        ),
        Ground(
            key="chat-tool-call-id-mismatch",
            targets=("openai-chat",),
            error_text="Invalid parameter: 'tool_call_id' of '…' not found in 'tool_calls' of previous message.",
            source="the analysis of the Genkit Go bug; dapr/dapr-agents#145",
            limits={"lacks": "its call"},
        ),
        Ground(
            key="resp-output-needs-call",
            targets=("openai-responses", "azure-foundry"),
            error_text="No tool call found for … output with call_id ….",
            source="continuedev/continue#10092, microsoft/vscode#320060; microsoft/agent-framework#3718 "
            "for Foundry",
            limits={"lacks": "its call anywhere"},
        ),
        Ground(
            key="ant-orphan-result",
            targets=("anthropic",),
            error_text="messages.….content.…: unexpected `tool_use_id` found in `tool_result` blocks: …. Each "
            "`tool_result` block must have a corresponding `tool_use` block in the previous message.",
            source="anthropics/claude-code#13460",
            limits={"lacks": "calls or its call"},
        ),
        Ground(
            key="ant-server-result-order",
            targets=("anthropic",),
            error_text="messages.….content.…: unexpected `tool_use_id` found in `…` blocks: …. Each `…` block must "
            "have a corresponding `server_tool_use` block before it.",
            source="anthropics/claude-code#64383; seen live on 2026-09-08",
            limits={"lacks": "its call at the server"},
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        for result in _LACKING[ground.limits["lacks"]](context):
            yield rule.at(
                result,
                _said(result, ground.limits["lacks"], context),
                severity=Severity.WARNING if result.key in context.outside else None,
                address=result.call_id.address,
                ground=ground,
            )


def _said(result: ToolResultPart, lacks: str, context: RuleContext) -> str:
    value = quoted(result.call_id.value or "")
    if lacks == "its call at the server" and not _is_of_model(result, context):
        role = context.message_of[result.key].role
        return (
            f"The result {value} of a tool at the provider stands in a message of role {role}."
        )
    return f"The id {value} of this result is that of no call {_WHERE[lacks]}."


def _answering_turns(context: RuleContext) -> Iterator[tuple[Turn | None, Turn]]:
    """The turns with results, each with the calling turn directly before it, where one is
    there."""
    before: Turn | None = None
    for turn in context.turns:
        if turn.side in ("client", "results") and turn.results:
            yield (
                before
                if before is not None and before.side == "model" and before.calls
                else None,
                turn,
            )
        before = turn


def _without_calls(context: RuleContext) -> Iterator[ToolResultPart]:
    for calling, turn in _answering_turns(context):
        if calling is None:
            yield from (result for result in turn.results if result.call_id.value is not None)


def _without_its_call(context: RuleContext) -> Iterator[ToolResultPart]:
    for calling, turn in _answering_turns(context):
        if calling is not None:
            asked = {None, *(call.call_id.value for call in calling.calls)}
            yield from (result for result in turn.results if result.call_id.value not in asked)


def _without_either(context: RuleContext) -> Iterator[ToolResultPart]:
    yield from _without_calls(context)
    yield from _without_its_call(context)


def _without_it_anywhere(context: RuleContext) -> Iterator[ToolResultPart]:
    if context.conversation.calls_may_be_elsewhere:
        return
    for orphan in context.pairing.orphans:
        by_client = (
            orphan.result.executed_by == "client" and orphan.result.call_id.value is not None
        )
        if by_client and orphan.duplicate_of is None and not orphan.ambiguous:
            yield orphan.result


def _without_it_at_the_server(context: RuleContext) -> Iterator[ToolResultPart]:
    paired = [pair for pair in context.pairing.pairs if pair.how is not How.EMBEDDED]
    astray = [
        pair.result
        for pair in paired
        if pair.before_call or not _is_of_model(pair.result, context)
    ]
    alone = [
        orphan.result for orphan in context.pairing.orphans if orphan.duplicate_of is None
    ]
    for result in (*alone, *astray):
        if result.executed_by == "server" and result.call_id.value is not None:
            yield result


def _is_of_model(result: ToolResultPart, context: RuleContext) -> bool:
    return context.message_of[result.key].role == "assistant"


_LACKING: dict[str, Callable[[RuleContext], Iterator[ToolResultPart]]] = {
    "calls": _without_calls,
    "its call": _without_its_call,
    "its call anywhere": _without_it_anywhere,
    "calls or its call": _without_either,
    "its call at the server": _without_it_at_the_server,
}
_WHERE = {
    "calls": "directly before it, where nothing calls",
    "its call": "directly before it",
    "its call anywhere": "before it",
    "calls or its call": "in the message before",
    "its call at the server": "of a tool at the provider before it",
}
