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
  {"role": "model", "parts": [{"functionCall": {"name": "get_weather",
   "args": {"city": "Paris"}},
    "thoughtSignature": "b'\\x12u\\ns\\x08\\x01\\x12o\\x01'"}]},
  {"role": "user", "parts": [
    {"functionResponse": {"name": "get_weather", "response": {"output": "Drizzle"}}}]}
]}
```

Use instead: the bytes in base64, as they came.

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

Recorded refusals; NoeFabris/opencode-antigravity-auth#368; pydantic-ai, which keeps the
signatures of both endpoints apart; `thoughtSignature` is of type bytes in Google's API
description.
"""

from collections.abc import Iterator

from crosswire.ids.signatures import Maker, is_base64, maker_of, signed
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_THREADS = "recorded refusals, NoeFabris/opencode-antigravity-auth#368"

rule = ProviderRule(
    __name__,
    code="CW822",
    title="A thought signature is not as Gemini wrote it.",
    subject=Subject.REASONING,
    doc=__doc__,
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
def check(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for signature in signed(conversation):
        fault = _fault(signature.value)
        if fault is not None:
            whose = "thought" if isinstance(signature.part, ReasoningPart) else "call"
            value = quoted(signature.value, 24)
            message = f"The signature of this {whose}, {value}, {fault}."
            yield from rule.refuse(context, signature.part, message, address=signature.address)


def _fault(value: str) -> str | None:
    maker = maker_of(value)
    if maker is None:
        return None if is_base64(value) else "is no base64"
    return None if maker in (Maker.NOBODY, Maker.GEMINI) else "is none of Gemini's"
