r"""An id can be guessed.

## What it checks

An id is a running number, a tool's name with a number (`functions.search:0`), or holds the
time and little else (`get_weather-1718000000000-3`). It is said once for a conversation, with
how many of its ids are so. A bare number that is the only one (`call_1`) may be chance and is
left alone. Ids of which a graver thing is said (a placeholder, a tool's bare name, an id that
comes again) are not counted.

## Why it matters

Such ids are unique, which is all that pairing asks of them, and nothing is refused. But a
program that binds a tool's output to its call by the id, so that text in one output can't pass
itself off as another's, needs an id that the text's author can't foretell. Providers' own ids
have some 24 random characters; a program that makes ids should use a random UUID.

## Example

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_0", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_1", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_0", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_1", "content": "Sun"}
]
```

Use instead: the id that the provider gave, or a random one.

```json openai-chat
[
  {"role": "user", "content": "Weather in Paris and Rome?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}},
    {"id": "call_vT9kQm4XwLr72PzBn0sYcJdE", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Rome\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "content": "Drizzle"},
  {"role": "tool", "tool_call_id": "call_vT9kQm4XwLr72PzBn0sYcJdE", "content": "Sun"}
]
```

## Source

The document on ToolCall records that this project began with: an id there is unique by
contract, and need not be unguessable. The counters are those of NVIDIA-NeMo/Switchyard#502 and
mnfst/llm-gateway#2858.
"""

from collections.abc import Container, Iterator

from crosswire.ids.shapes import is_counter, is_timed
from crosswire.model import Conversation
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, quoted

rule = LogRule(
    __name__,
    code="CW323",
    title="An id can be guessed.",
    severity=Severity.INFO,
    subject=Subject.FABRICATED_ID,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    ids, names = context.evidence.first_uses, context.evidence.names
    known = context.evidence.faulty_ids
    how = {value: _how(value, names) for value, part in ids.items() if part.key not in known}
    reused = {uses[0].call_id.value for uses in context.reuses.values()}
    first, *others = [value for value in filter(how.get, how) if value not in reused] or [""]
    if not others and (not first or is_counter(first)):
        return
    subject = _subject(1 + len(others), len(ids))
    message = by_number(
        1 + len(others),
        f"The id {quoted(first)} can be guessed: it is {how[first]}.",
        f"{subject} can be guessed: {quoted(first)}, the first of them, is {how[first]}.",
    )
    places = related("further id", *(ids[value] for value in others[:3]))
    yield rule.at(ids[first], message, address=ids[first].call_id.address, related=places)


def _how(value: str, names: Container[str]) -> str | None:
    """What it is made of, where that can be foretold."""
    if is_counter(value, names):
        return "a running number"
    return "made from the time" if is_timed(value) else None


def _subject(number: int, of_all: int) -> str:
    if number < of_all:
        return f"{number} of {of_all} ids"
    return "Both ids" if number == 2 else f"All {number} ids"
