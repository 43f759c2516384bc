r"""An id is missing where a provider requires one.

## What it checks

A call or a result without an id, or with an empty one, for providers that require it. A
warning where it depends: Chat Completions takes an empty id in places, while libraries refuse
to send it; the Responses API takes an output without a `call_id` that has a `name`, and older
servers do not. At Mistral the word `null` counts as none, as its own library writes it where
there is no id.

## Why it matters

    messages.2.content.0.tool_result.tool_use_id: Field required

    Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.

    Invalid 'input[4].call_id': empty string. Expected a string with minimum length 1, but got
    an empty string instead.

    Tool call id has to be defined.

A conversation of a provider that has no ids (Gemini before version 3, Ollama) is refused by
all of these as it stands. Crosswire's policy `fill` makes an id for each such call, the same
at its result, and says that it did.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "name": "get_weather", "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "content": "Drizzle"}]}
]}
```

Use instead: an id, the same at both ends.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_w1", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_w1",
   "content": "Drizzle"}]}
]}
```

## Source

A recorded answer of Anthropic's (2026-08); openai/openai-dotnet#428 and dotnet/extensions#6380
for empty ids in Chat Completions; OpenAI's API description and openai/codex#42088 for the
Responses API; BigPizzaV3/CodexPlusPlus#315; botocore 1.44.5; mistral-common 1.11.7.
"""

from collections.abc import Iterator
from typing import Literal

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.model.call_id import IdSource, IdState
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import tool_name

_ABSENT = (IdState.NO_FIELD, IdState.NULL, IdState.NOT_TEXT)
_EMPTY = (IdState.EMPTY,)
_ANY = (*_ABSENT, *_EMPTY)
_LACKS = {IdState.EMPTY: "an empty"}
_WORDS = ("null",)
"""What counts as none where a library writes it so."""
_RESPONSES = ("openai-responses", "azure-foundry")


class RequiredId(Ground, frozen=True, kw_only=True):
    """Which ids may not be missing."""

    states: tuple[IdState, ...]
    end: Literal["call", "result", "any"] = "any"
    named: bool | None = None
    """Only results that name their tool, or only others; None for both."""
    words: tuple[str, ...] = ()
    """Ids that count as none."""


rule = ProviderRule(
    __name__,
    code="CW134",
    title="An id is missing where a provider requires one.",
    subject=Subject.ABSENT_ID,
    doc=__doc__,
    grounds=(
        RequiredId(
            key="ant-result-id-required",
            targets=("anthropic",),
            error_text="messages.….content.….tool_result.tool_use_id: Field required",
            source="a recorded answer of 2026-08",
            states=_ANY,
            end="any",
        ),
        RequiredId(
            key="chat-id-non-empty",
            targets=("openai-chat",),
            error_text="Missing parameter 'tool_call_id': messages with role 'tool' must "
            "have a 'tool_call_id'.",
            source="OpenAI's answers in several public threads; OpenAI's API description for "
            "the call",
            states=_ABSENT,
            end="any",
        ),
        RequiredId(
            key="chat-id-non-empty",
            targets=("openai-chat",),
            error_text="",
            source="openai/openai-dotnet#428, dotnet/extensions#6380: libraries refuse to "
            "send it",
            status=None,
            confidence="medium",
            states=_EMPTY,
            end="any",
        ),
        RequiredId(
            key="resp-call-id-length",
            targets=_RESPONSES,
            error_text="Invalid '…': empty string. Expected a string with minimum length 1, "
            "but got an empty string instead.",
            source="OpenAI's API description; BigPizzaV3/CodexPlusPlus#315",
            states=_EMPTY,
            end="any",
        ),
        RequiredId(
            key="resp-call-id-length",
            targets=_RESPONSES,
            error_text="Missing required parameter: '…'.",
            source="OpenAI's API description, where every call has one",
            states=_ABSENT,
            end="call",
        ),
        RequiredId(
            key="resp-call-id-optional-on-output",
            targets=_RESPONSES,
            error_text="Missing required parameter: '…'.",
            source="openai/codex#42088; OpenAI's API description asks none of an output that "
            "has a name",
            states=_ABSENT,
            end="result",
            named=False,
        ),
        RequiredId(
            key="resp-call-id-optional-on-output",
            targets=_RESPONSES,
            error_text="Missing required parameter: '…'.",
            source="older servers and programs in between; openai/codex#42088",
            confidence="medium",
            states=_ABSENT,
            end="result",
            named=True,
        ),
        RequiredId(
            key="br-tool-use-id",
            targets=("bedrock",),
            error_text="1 validation error detected: Value '…' at '…' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1",
            source="the service model of botocore 1.44.5",
            states=_ANY,
            end="any",
        ),
        RequiredId(
            key="mi-id-null-sentinel",
            targets=("mistral",),
            error_text="Tool call id has to be defined.",
            source="mistral-common 1.11.7 (in serving mode); mistralai 3.7 writes `null` "
            "where there is none",
            states=_ANY,
            end="any",
            words=_WORDS,
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    return not context.id_values.isdisjoint((None, *_WORDS))


@rule.on_call
def check_call(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    if not call.hybrid and call.call_id.required:
        yield from _check(call, "call", context, named=False)


@rule.on_result
def check_result(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    # The reader asks no id of an output that has a name.
    named = result.wire_type == "function_call_output" and bool(result.name)
    if result.expects_call and (result.call_id.required or named):
        yield from _check(result, "result", context, named=named)


def _check(
    part: CallOrResult, end: str, context: TargetContext, *, named: bool
) -> Iterator[Refusal]:
    call_id = part.call_id
    if call_id.source is not IdSource.CORRELATION:
        return
    for ground in rule.grounds_at(context):
        lacks_id = call_id.state in ground.states or call_id.value in ground.words
        if lacks_id and ground.end in ("any", end) and ground.named in (None, named):
            place = None if call_id.state is IdState.NO_FIELD else call_id.address
            yield rule.at(part, _message(part), ground, address=place)
            return


def _message(part: CallOrResult) -> str:
    whose = f"call to {tool_name(part.name)}" if isinstance(part, ToolCallPart) else "result"
    if part.call_id.value is not None:
        return f"The id of this {whose} is {part.call_id.value!r}, which counts as none."
    return f"This {whose} has {_LACKS.get(part.call_id.state, 'no')} id."
