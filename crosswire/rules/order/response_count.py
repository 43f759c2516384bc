r"""A turn that calls is not followed by as many results.

## What it checks

A refusal by Gemini and Mistral. Gemini compares numbers alone: behind a turn of the model with
so many `functionCall` parts comes one of the user with as many `functionResponse` parts, where
contents of one role that follow each other are one turn. Mistral compares ids: up to the next
message of the model every id of the calls must come back once, and no other. Calls at the end
of a log, whose results may still come, are not counted.

## Why it matters

    Please ensure that the number of function response parts is equal to the number of function call
    parts of the function call turn.

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
    {"functionResponse": {"name": "get_time", "response": {"error": "Stopped before it ran"}}}]}
], "tools": [{"functionDeclarations": [{"name": "get_weather"}, {"name": "get_time"}]}]}
```

## Source

google-gemini/gemini-cli#16984 and #16543; that contents of one role are one turn, and that ids
are not compared, as recorded requests show. For Mistral the validator of mistral-common
1.11.7.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from crosswire.model import Conversation, ToolCallPart, ToolResultPart
from crosswire.pairing.turns import Turn
from crosswire.rules.rule import (
    Diagnostic,
    Ground,
    Kind,
    Rule,
    RuleContext,
    Severity,
    named,
    quoted,
)

rule = Rule(
    __name__,
    code="CW717",
    title="A turn that calls is not followed by as many results.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-count-match",
            targets=("gemini", "vertex"),
            error_text="Please ensure that the number of function response parts is equal to the number of "
            "function call parts of the function call turn.",
            source="google-gemini/gemini-cli#16984, #16543",
            limits={"compares": "numbers"},
        ),
        Ground(
            key="mi-count",
            targets=("mistral",),
            error_text="Not the same number of function calls and responses",
            source="mistral-common 1.11.7, validator.py",
            limits={"compares": "ids"},
        ),
        Ground(
            key="mi-count",
            targets=("mistral",),
            error_text="Duplicate tool call id … in assistant message",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            limits={"compares": "ids of calls"},
        ),
        Ground(
            key="mi-count",
            targets=("mistral",),
            error_text="Duplicate tool call id … in tool results",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            limits={"compares": "ids of results"},
        ),
        Ground(
            key="mi-count",
            targets=("mistral",),
            error_text="Unexpected tool call id … in tool results",
            source="mistral-common 1.11.7, validator.py (tokenizer 11 and later)",
            limits={"compares": "results with calls"},
        ),
    ),
)

_Found = tuple[ToolCallPart | ToolResultPart, str]


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        for part, message in _CHECKS[ground.limits["compares"]](context):
            unsure = Severity.WARNING if part.key in context.outside else None
            yield rule.at(part, message, severity=unsure, ground=ground)


def _numbers(context: RuleContext) -> Iterator[_Found]:
    for calling, turn in pairwise((*context.turns, None)):
        if calling is None or calling.side != "model" or not calling.calls:
            continue
        results = turn.results if turn is not None and turn.side == "client" else []
        calls = [call for call in calling.calls if call.key not in context.pending]
        if len(results) == len(calls) or (not results and turn is None and not calls):
            continue
        yield (
            _odd_one(calling.calls, results, context),
            f"{_counted(len(results), 'response')} to the {_counted(len(calls), 'call')} of the turn.",
        )


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}" if number == 1 else f"{number or 'no'} {word}s"


def _odd_one(
    calls: list[ToolCallPart], results: list[ToolResultPart], context: RuleContext
) -> ToolCallPart | ToolResultPart:
    """What pairing leaves alone, or else the last of those that are too many."""
    more: list[ToolCallPart] | list[ToolResultPart] = (
        calls if len(calls) > len(results) else results
    )
    alone = [
        part
        for part in more
        if part.key not in context.pairing.pair_of and part.key not in context.pending
    ]
    return alone[0] if alone else more[-1]


def _answered(context: RuleContext) -> Iterator[tuple[Turn | None, list[ToolResultPart]]]:
    """Each message of the model, and first what stands before all, with the results up to the
    next."""
    asking: Turn | None = None
    results: list[ToolResultPart] = []
    for turn in context.turns:
        if turn.side == "model":
            yield asking, results
            asking, results = turn, []
        else:
            results += turn.results
    yield asking, results


def _ids(context: RuleContext) -> Iterator[_Found]:
    for asking, results in _answered(context):
        given = {result.call_id.value for result in results}
        for call in asking.calls if asking is not None else ():
            if call.call_id.value not in given and call.key not in context.pending:
                yield (
                    call,
                    f"No result answers the call {named(call)} before the model speaks again.",
                )


def _ids_of_calls(context: RuleContext) -> Iterator[_Found]:
    for asking, _ in _answered(context):
        yield from _again(asking.calls if asking is not None else [], "calls of this message")


def _ids_of_results(context: RuleContext) -> Iterator[_Found]:
    for _, results in _answered(context):
        yield from _again(results, "results here")


def _again(parts: list[ToolCallPart] | list[ToolResultPart], what: str) -> Iterator[_Found]:
    seen: set[str] = set()
    for part in parts:
        value = part.call_id.value
        if value in seen:
            yield part, f"Two {what} have the id {quoted(value or '')}."
        elif value is not None:
            seen.add(value)


def _unexpected(context: RuleContext) -> Iterator[_Found]:
    for asking, results in _answered(context):
        asked = {call.call_id.value for call in asking.calls} if asking is not None else set()
        for result in results:
            value = result.call_id.value
            if value is not None and value not in asked:
                yield (
                    result,
                    f"The id {quoted(value)} is that of no call in the message of the model before.",
                )


_CHECKS: dict[str, Callable[[RuleContext], Iterator[_Found]]] = {
    "numbers": _numbers,
    "ids": _ids,
    "ids of calls": _ids_of_calls,
    "ids of results": _ids_of_results,
    "results with calls": _unexpected,
}
