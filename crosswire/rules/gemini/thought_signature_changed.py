r"""A thought signature is not as Gemini wrote it.

## What it checks

A refusal by Gemini: a `thoughtSignature` that is no base64, or has the form of another
provider's signature. The words that Google names for calls of another model pass. A signature
of the Gemini API does not hold on Vertex AI, nor the other way round, which its form does not
show.

## Why it matters

    Corrupted thought signature.

    Thought signature is not valid

A signature changes when parts are put together, when text is cleaned, or when bytes are
written twice in base64. It is bound to its part, and must go back on that one, to the letter.

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather", "args": {"city": "Paris"}},
    "thoughtSignature": "b'\\x12u\\ns\\x08\\x01\\x12o\\x01'"}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the bytes in base64, as they came.

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

Recorded refusals; NoeFabris/opencode-antigravity-auth#368; pydantic-ai, which keeps the
signatures of both endpoints apart; `thoughtSignature` is of type bytes in Google's API
description.
"""

from collections.abc import Iterator

from crosswire.ids.signatures import Maker, is_base64, maker_of, signed
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted

_THREADS = "recorded refusals, NoeFabris/opencode-antigravity-auth#368"

rule = Rule(
    __name__,
    code="CW822",
    title="A thought signature is not as Gemini wrote it.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-signature-intact",
            targets=("gemini", "vertex"),
            error_text="Corrupted thought signature.",
            source=_THREADS,
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for one in signed(conversation):
        maker = maker_of(one.value)
        if maker is Maker.NOBODY or maker is Maker.GEMINI:
            continue
        whose = "thought" if isinstance(one.part, ReasoningPart) else "call"
        if maker is not None:
            message = (
                f"The signature of this {whose}, {quoted(one.value, 24)}, is none of Gemini's."
            )
        elif not is_base64(one.value):
            message = f"The signature of this {whose}, {quoted(one.value, 24)}, is no base64."
        else:
            continue
        for ground in rule.grounds_of(context.target):
            yield rule.at(one.part, message, address=one.address, ground=ground)
