r"""The id of a record can be guessed.

## What it checks

An id is a running number, made from the time or from the tool's name, follows the id before
it, or has fewer than eight letters and digits that could be random. Such ids keep the
contract, which asks only that they are unique within a turn. An id that is the call's
`checksum` is `callId-sense`.

## Why it matters

An executor may bind a tool's output to its call by the id, so that text inside the output
cannot pass itself off as another result. Whoever writes that text can guess `call_4` after
`call_3`. Providers' ids have 22 to 24 random characters; an executor that makes its own needs
UUIDs.

## Example

```json toolcall-record
[
  {"id": "fetch_page-1", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "content": "First page"}}
]
```

Use instead: the provider's own id, or a UUID.

```json toolcall-record
[
  {"id": "0b7d2c1e-6f35-4a7c-9c63-2f0e8d5b41aa", "tool": "fetch_page", "args": {"page": 1},
   "checksum": "3708800aadaa9728f6d1d3ee968cfb52fdc479b0f913117f86b07fa0308b8f45",
   "results": {"kind": "artifact", "content": "First page"}}
]
```

## Source

The kit's documentation of its tool-call record, on ids that a program makes itself.
"""

import re
from collections.abc import Iterator

from crosswire.ids.shapes import is_counter, is_timed, is_uuid
from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import quoted

rule = LogRule(
    __name__,
    code="CW612",
    title="The id of a record can be guessed.",
    severity=Severity.WARNING,
    subject=Subject.FABRICATED_ID,
    doc=__doc__,
    formats=frozenset({"toolcall-record"}),
)

_MIN_RANDOM = 8
"""Random characters that the shortest ids of providers have."""
_STEP = 100
"""How far two numbers in a row may be apart and still be one counter's."""
_WORDS = re.compile(r"[a-z]+(?:[-_. ][a-z]+)+")
_NUMBERED = re.compile(r"(.*?)(\d{1,18})", re.DOTALL)
_HASH = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    first = {call.call_id.value: call for call in reversed(list(conversation.calls()))}
    ids = [
        (value, call)
        for value, call in reversed(first.items())
        if value is not None
        and call.key not in context.evidence.faulty_ids
        and not _HASH.fullmatch(value)
    ]
    values = ["", *(value for value, _ in ids), ""]
    for (value, call), before, after in zip(ids, values, values[2:], strict=False):
        how = (
            _how(value, call, context) or _counts_on(value, before) or _counts_on(value, after)
        )
        if how:
            message = f"The id {quoted(value)} can be guessed: {how}."
            yield rule.at(call, message, address=call.call_id.address)


def _how(value: str, call: ToolCallPart, context: RuleContext) -> str | None:
    """What it is made of, where that can be foretold."""
    if is_uuid(value):
        return None
    if is_counter(value, context.evidence.names):
        return "it is a running number"
    if is_timed(value):
        return "it is made from the time"
    rest = value.replace(call.name, "") if call.name else value
    if rest != value and _random_characters(rest) < _MIN_RANDOM:
        return "it is made from the tool's name"
    tail = value.rpartition("_")[2]
    if _random_characters(tail) < _MIN_RANDOM or len(set(tail)) < _MIN_RANDOM // 2:
        return f"it has fewer than {_MIN_RANDOM} characters that could be random"
    return "it is made of words" if _WORDS.fullmatch(value) else None


def _random_characters(text: str) -> int:
    return sum(character.isalnum() for character in text)


def _counts_on(value: str, neighbour: str) -> str | None:
    """Whether it is the id before or after it, counted on by a little."""
    one, other = _NUMBERED.fullmatch(value), _NUMBERED.fullmatch(neighbour)
    if one is None or other is None or one[1] != other[1] or len(one[2]) != len(other[2]):
        return None
    is_near = abs(int(one[2]) - int(other[2])) <= _STEP
    return f"it counts on from {quoted(neighbour)}" if is_near else None
