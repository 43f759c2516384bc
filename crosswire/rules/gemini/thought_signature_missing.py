r"""A call goes back to Gemini without its thought signature.

## What it checks

A refusal by Gemini 3 and later models. In the turn that is going on, from the last message in
which the user says something, the first `functionCall` of each content of the model must have
the `thoughtSignature` that the model gave it; parallel calls after it have none. Turns that
are over, and calls that nothing answers yet, are left alone. The model is the one that the log
names. Where it names none of Gemini's, or one that does not tell its version, the finding is a
warning.

## Why it matters

The signature carries what the model thought; without it the call is refused:

    Function call is missing a thought_signature in functionCall parts. This is required for
    tools to work correctly, and missing thought_signature may lead to degraded model
    performance.

It stands beside `functionCall` in the part, not in it. Adapters lose it that know calls by
their name and arguments alone. For calls of another model Google names the words
`skip_thought_signature_validator` to put in its place; the model then goes on without what was
thought.

## Example

```json gemini
{"model": "gemini-3-pro-preview", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather",
   "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the signature of the model, on the same part.

```json gemini
{"model": "gemini-3-pro-preview", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather",
   "args": {"city": "Paris"}},
    "thoughtSignature": "EnUKcwgBEm8BDDnWxwF9ULk2"}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

## Source

Google's guide to thought signatures; nanbingxyz/5ire#405, envoyproxy/ai-gateway#2366,
google/adk-go#764.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, islice

from crosswire.ids.signatures import thought_signature
from crosswire.model import Message, ToolCallPart, ToolResultPart
from crosswire.model.json_values import object_or_empty, value_at
from crosswire.pairing import Fate
from crosswire.rules.parts import of_type
from crosswire.rules.rule import (
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import tool_name

_THREADS = (
    "Google's guide to thought signatures, nanbingxyz/5ire#405, envoyproxy/ai-gateway#2366"
)
_NEEDED_BY = re.compile(r"gemini-(?:[3-9]|\d\d)\b")
_NOT_NEEDED_BY = r"gemini-[12]\b"

rule = ProviderRule(
    __name__,
    code="CW821",
    title="A call goes back to Gemini without its thought signature.",
    subject=Subject.REASONING,
    doc=__doc__,
    grounds=(
        Ground(
            key="gem-thought-signature",
            targets=("gemini",),
            error_text="Function call is missing a thought_signature in functionCall parts. "
            "This is required for tools to work correctly, and missing thought_signature may "
            "lead to degraded model performance. Additional data, function call `…`, "
            "position …",
            source=_THREADS,
            since="2025-11",
            but_models=_NOT_NEEDED_BY,
        ),
        Ground(
            key="gem-thought-signature",
            targets=("vertex",),
            error_text="function call `…` in the …. content block is missing a "
            "`thought_signature`",
            source=_THREADS,
            since="2025-11",
            but_models=_NOT_NEEDED_BY,
        ),
    ),
)


@rule.on_ground
def check(ground: Ground, context: TargetContext) -> Iterator[Refusal]:
    doubt, severity = "", None
    if not _NEEDED_BY.search(context.model or ""):
        doubt = (
            " Gemini 3 and later models refuse it; the log does not tell which one it is for."
        )
        severity = Severity.WARNING
    for call in _unsigned(context):
        fault = f"has no thought signature{_misplaced(call)}.{doubt}"
        message = f"The call to {tool_name(call.name)} {fault}"
        yield rule.at(call, message, ground, severity=severity)


def _unsigned(context: TargetContext) -> Iterator[ToolCallPart]:
    """The calls of the present turn that should have a signature and have none: the first one
    of each step, a step being messages of the model that nothing else comes between."""
    turn = _present_turn(context.conversation.messages)
    if turn and turn[-1].role == "assistant" and not _calls(turn[-1]):
        return  # it is over
    fates = {alone.call.key: alone.fate for alone in context.pairing.unanswered}
    for role, step in groupby(turn, key=lambda message: message.role):
        of_model = step if role == "assistant" else ()
        calls = chain.from_iterable(map(_calls, of_model))
        for first in islice(calls, 1):
            if not _is_signed(first) and fates.get(first.key) is not Fate.PENDING:
                yield first


def _present_turn(messages: Sequence[Message]) -> Sequence[Message]:
    """What comes after the last message in which the user says something."""
    for number in range(len(messages), 0, -1):
        message = messages[number - 1]
        if message.role == "user" and not _only_answers(message):
            return messages[number:]
    return messages


def _only_answers(message: Message) -> bool:
    return {type(part) for part in message.parts} == {ToolResultPart}


def _calls(message: Message) -> list[ToolCallPart]:
    calls = of_type(message.parts, ToolCallPart)
    return [call for call in calls if call.wire_type == "functionCall"]


def _is_signed(call: ToolCallPart) -> bool:
    signature = thought_signature(call)
    return signature is not None and signature[1] != ""


def _misplaced(call: ToolCallPart) -> str:
    """For a message: where a signature was put instead."""
    fields = object_or_empty(value_at(call.raw, "functionCall"))
    if fields.keys().isdisjoint(("thoughtSignature", "thought_signature")):
        return ""
    return ": it stands inside `functionCall`, not beside it"
