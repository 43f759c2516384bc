r"""A turn that calls is not followed by as many results.

## What it checks

A refusal by Gemini and Mistral. Gemini compares numbers alone: behind a turn of the model with
so many `functionCall` parts comes one of the user with as many `functionResponse` parts, where
contents of one role that follow each other are one turn. Mistral compares ids: up to the next
message of the model every id of the calls must come back once, and no other. Calls at the end
of a log, whose results may still come, are not counted.

## Why it matters

    Please ensure that the number of function response parts is equal to the number of function
    call parts of the function call turn.

    Not the same number of function calls and responses

It follows from a result that is missing, that came twice, or that stands in a later turn.

## Example

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}},
    {"functionCall": {"name": "get_time", "args": {"city": "Rome"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
], "tools": [{"functionDeclarations": [{"name": "get_weather"}, {"name": "get_time"}]}]}
```

Use instead: a response for each call.

```json gemini
{"model": "gemini-2.5-flash", "contents": [
  {"role": "user", "parts": [{"text": "Weather in Paris and Rome?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"name": "get_weather", "args": {"city": "Paris"}}},
    {"functionCall": {"name": "get_time", "args": {"city": "Rome"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}},
    {"functionResponse": {"name": "get_time",
     "response": {"error": "Stopped before it ran"}}}]}
], "tools": [{"functionDeclarations": [{"name": "get_weather"}, {"name": "get_time"}]}]}
```

## Source

google-gemini/gemini-cli#16984 and #16543; that contents of one role are one turn, and that ids
are not compared, as recorded requests show. For Mistral the validator of mistral-common
1.11.7.
"""

from collections.abc import Callable, Iterator, Sequence

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.parts import ids_of, without_ids
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import call_name, plural, quoted

_Finding = tuple[CallOrResult, str]


class CountGround(Ground, frozen=True, kw_only=True):
    """What of calls and results is compared."""

    find: Callable[[TargetContext], Iterator[_Finding]]


def _odd_numbers(context: TargetContext) -> Iterator[_Finding]:
    """A turn that calls, with another number of results in the next one."""
    for calling, turn in context.uneven_turns:
        results = turn.results if turn.side == "client" else []
        calls = [call for call in calling.calls if call.key not in context.pending]
        calls_some = calling.side == "model" and bool(calling.calls)
        if calls_some and len(results) != len(calls):
            counts = f"{plural(len(results), 'response')} to the {plural(len(calls), 'call')}"
            yield _odd_one(calling.calls, results, context), f"{counts} of the turn."


def _odd_one(
    calls: list[ToolCallPart], results: list[ToolResultPart], context: TargetContext
) -> CallOrResult:
    """What pairing leaves alone, or else the last of those that are too many."""
    more: Sequence[CallOrResult] = calls if len(calls) > len(results) else results
    paired = context.pairing.pair_of.keys() | context.pending
    return next((part for part in more if part.key not in paired), more[-1])


def _unanswered(context: TargetContext) -> Iterator[_Finding]:
    for calls, results in context.uneven_answers:
        for call in without_ids(calls, ids_of(results)):
            if call.key not in context.pending:
                name = call_name(call)
                yield call, f"No result answers the call {name} before the model speaks again."


def _repeated_calls(context: TargetContext) -> Iterator[_Finding]:
    for calls, _ in context.uneven_answers:
        yield from _repeated(calls, "calls of this message")


def _repeated_results(context: TargetContext) -> Iterator[_Finding]:
    for _, results in context.uneven_answers:
        yield from _repeated(results, "results here")


def _repeated(parts: Sequence[CallOrResult], which: str) -> Iterator[_Finding]:
    seen: set[str | None] = set()
    for part in parts:
        value = part.call_id.value
        if value in seen and value is not None:
            yield part, f"Two {which} have the id {quoted(value)}."
        seen.add(value)


def _unexpected(context: TargetContext) -> Iterator[_Finding]:
    for calls, results in context.uneven_answers:
        for result in without_ids(results, {None} | ids_of(calls)):
            value = quoted(result.call_id.text)
            message = f"The id {value} is that of no call in the message of the model before."
            yield result, message


rule = ProviderRule(
    __name__,
    code="CW717",
    title="A turn that calls is not followed by as many results.",
    subject=Subject.MISSING_RESULT,
    doc=__doc__,
    grounds=(
        CountGround(
            key="gem-count-match",
            targets=("gemini", "vertex"),
            error_text="Please ensure that the number of function response parts is equal to "
            "the number of function call parts of the function call turn.",
            source="google-gemini/gemini-cli#16984, #16543",
            find=_odd_numbers,
        ),
        CountGround(
            key="mi-count",
            targets=("mistral",),
            error_text="Not the same number of function calls and responses",
            source="mistral-common 1.11.7, validator.py",
            find=_unanswered,
        ),
        CountGround(
            key="mi-count",
            targets=("mistral",),
            error_text="Duplicate tool call id … in assistant message",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            find=_repeated_calls,
        ),
        CountGround(
            key="mi-count",
            targets=("mistral",),
            error_text="Duplicate tool call id … in tool results",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            find=_repeated_results,
        ),
        CountGround(
            key="mi-count",
            targets=("mistral",),
            error_text="Unexpected tool call id … in tool results",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            find=_unexpected,
        ),
    ),
)


@rule.on_ground
def check(ground: CountGround, context: TargetContext) -> Iterator[Refusal]:
    for part, message in ground.find(context):
        yield rule.at(part, message, ground, severity=context.severity_of(part))
