r"""An id is not the nine letters and digits that Mistral asks for.

## What it checks

An id at Mistral has nine characters, each a letter from a to z, of either case, or a digit.
A note says of two ids whether they would become one by being cut to their first nine such
characters, as some programs do.

## Why it matters

    Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.

So the ids of every other provider are refused. Models whose tokenizer is of version 13 take
other ids in Mistral's own library; its API may ask for nine all the same. To cut an id to fit
mixes up calls without a word: of the ids of Bedrock (`tooluse_...`) two characters are left
that differ at all. Crosswire's policy `fill` writes a hash of nine characters.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_0fypS1hVX", "type": "function", "function": {
      "name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_0fypS1hVX", "content": "Drizzle"}
]}
```

Use instead: nine letters and digits, the same at both ends.

```json mistral
{"model": "mistral-large-latest", "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": "", "tool_calls": [
    {"id": "0fypS1hVX", "function": {"name": "get_weather",
     "arguments": "{\"city\": \"Paris\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "0fypS1hVX", "name": "get_weather", "content": "Drizzle"}
]}
```

## Source

The validators of mistral-common 1.11.7; jackmpcollins/magentic#276, karthink/gptel#1203. For
ids that are cut, `normalize-tool-call-id.ts` of the Bedrock provider of vercel/ai.
"""

import re
from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.parts import id_address
from crosswire.rules.rule import (
    CallOrResult,
    Ground,
    ProviderRule,
    Refusal,
    Severity,
    Subject,
    TargetContext,
)
from crosswire.rules.wording import quoted

_LENGTH = 9
_ODD = re.compile(r"[^a-zA-Z0-9]")
_NONE = ("null",)
"""Ids that count as none."""


class NineCharacters(Ground, frozen=True, kw_only=True):
    """What goes wrong with an id that is longer."""

    is_cut: bool = False
    """Programs cut it to nine: there is no answer then, and calls are mixed up."""


_FORM = NineCharacters(
    key="mi-id-9",
    targets=("mistral",),
    error_text="Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9.",
    source="the validators of mistral-common 1.11.7; jackmpcollins/magentic#276",
)
_CUT = NineCharacters(
    key="mi-truncation-collision",
    targets=("mistral",),
    error_text="",
    source="vercel/ai packages/amazon-bedrock/src/normalize-tool-call-id.ts",
    status=None,
    is_cut=True,
)

rule = ProviderRule(
    __name__,
    code="CW133",
    title="An id is not the nine letters and digits that Mistral asks for.",
    subject=Subject.ID_FORM,
    doc=__doc__,
    refuses_sound_ids=True,
    grounds=(_FORM, _CUT),
)


@rule.on_id
def check(part: CallOrResult, context: TargetContext) -> Iterator[Refusal]:
    value = part.call_id.value
    if value is None or value in _NONE:
        return
    if len(value) != _LENGTH or _ODD.search(value):
        message = f"The id {quoted(value)} is not nine letters and digits."
        for ground in _grounds(context, is_cut=False):
            yield rule.at(part, message, ground, address=part.call_id.address)


def _grounds(context: TargetContext, *, is_cut: bool) -> list[NineCharacters]:
    return [ground for ground in rule.grounds_in(context) if ground.is_cut is is_cut]


@rule.on_conversation
def check_cut(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    """Ids that are told apart by what stands after their ninth letter or digit."""
    if not _grounds(context, is_cut=True):
        return
    ids = context.evidence.first_uses
    first: dict[str, str] = {}
    for value, part in ids.items():
        cut = _ODD.sub("", value[:200])[:_LENGTH]
        other_value = first.setdefault(cut, value)
        if other_value != value and len(cut) == _LENGTH:
            other = ids[other_value]
            message = (
                f"Cut to fit, {quoted(value)} and {quoted(other_value)} would both be {cut!r}."
            )
            yield rule.at(
                part,
                message,
                _CUT,
                severity=Severity.INFO,
                address=part.call_id.address,
                related=(("the other", id_address(other)),),
            )
