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

    Function call is missing a thought_signature in functionCall parts. This is required for tools to
    work correctly, and missing thought_signature may lead to degraded model performance.

It stands beside `functionCall` in the part, not in it. Adapters lose it that know calls by
their name and arguments alone. For calls of another model Google names the words
`skip_thought_signature_validator` to put in its place; the model then goes on without what was
thought.

## Example

```json gemini
{"model": "gemini-3-pro-preview", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the signature of the model, on the same part.

```json gemini
{"model": "gemini-3-pro-preview", "contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather", "args": {"city": "Paris"}},
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

from crosswire.ids.signatures import thought_signature
from crosswire.model import Conversation, Message, ToolCallPart, ToolResultPart
from crosswire.pairing import Fate
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, tool

_THREADS = (
    "Google's guide to thought signatures, nanbingxyz/5ire#405, envoyproxy/ai-gateway#2366"
)
_MODELS = {"needed by": r"gemini-(?:[3-9]|\d\d)\b", "not by": r"gemini-[12]\b"}

rule = Rule(
    __name__,
    code="CW821",
    title="A call goes back to Gemini without its thought signature.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-thought-signature",
            targets=("gemini",),
            error_text="Function call is missing a thought_signature in functionCall parts. This is required for "
            "tools to work correctly, and missing thought_signature may lead to degraded model performance. "
            "Additional data, function call `…`, position …",
            source=_THREADS,
            since="2025-11",
            limits=_MODELS,
        ),
        Ground(
            key="gem-thought-signature",
            targets=("vertex",),
            error_text="function call `…` in the …. content block is missing a `thought_signature`",
            source=_THREADS,
            since="2025-11",
            limits=_MODELS,
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    model = context.model or ""
    for ground in rule.grounds_of(context.target):
        if re.search(ground.limits["not by"], model):
            continue
        sure = re.search(ground.limits["needed by"], model) is not None
        for call in _unsigned(conversation, context):
            message = (
                f"The call to {tool(call.name)} has no thought signature{_place_of(call)}."
            )
            if not sure:
                message += " Gemini 3 and later models refuse it; the log does not tell which one it is for."
            yield rule.at(
                call, message, severity=None if sure else Severity.WARNING, ground=ground
            )


def _unsigned(conversation: Conversation, context: RuleContext) -> Iterator[ToolCallPart]:
    """The calls of the turn that is going on that should have a signature and have none."""
    pending = {
        alone.call.key for alone in context.pairing.unanswered if alone.fate is Fate.PENDING
    }
    turn = _turn(conversation.messages)
    if not turn or (turn[-1].role == "assistant" and not _calls(turn[-1])):
        return  # it is over
    in_step = False
    for message in turn:
        if message.role != "assistant":
            in_step = False
            continue
        calls = _calls(message)
        if calls and not in_step:
            in_step = True
            if not _is_signed(calls[0]) and calls[0].key not in pending:
                yield calls[0]


def _turn(messages: Sequence[Message]) -> Sequence[Message]:
    """What comes after the last message in which the user says something."""
    said = [
        i
        for i, message in enumerate(messages)
        if message.role == "user" and not _only_answers(message)
    ]
    return messages[said[-1] + 1 :] if said else messages


def _only_answers(message: Message) -> bool:
    return bool(message.parts) and all(
        isinstance(part, ToolResultPart) for part in message.parts
    )


def _calls(message: Message) -> list[ToolCallPart]:
    return [
        p
        for p in message.parts
        if isinstance(p, ToolCallPart) and p.wire_type == "functionCall"
    ]


def _is_signed(call: ToolCallPart) -> bool:
    found = thought_signature(call)
    return found is not None and found[1] != ""


def _place_of(call: ToolCallPart) -> str:
    """For a message: where a signature was put instead."""
    inside = call.raw.get("functionCall") if isinstance(call.raw, dict) else None
    misplaced = isinstance(inside, dict) and (
        "thoughtSignature" in inside or "thought_signature" in inside
    )
    return ": it stands inside `functionCall`, not beside it" if misplaced else ""
