r"""A message holds nothing.

## What it checks

A refusal by Gemini: a content whose list of parts is empty or not there. Crosswire leaves a
content without parts out of what it writes, so that the log is refused as it is and no longer
with its ids filled in; one is left where all that it held stays behind, like the searches that
a response tells of. A content that ends the log is not looked at. And one by Mistral: a
message of the assistant with neither content nor calls. Models with an old tokenizer (1 to 3)
refuse it and later ones take it, so that the verdict is unsure.

## Why it matters

    Unable to submit request because it must include at least one parts field, which describes
    the prompt input.

    Assistant message must have either content or tool_calls, but not both.

An answer that was cut off before its first word is kept as a content without parts, and the
next request carries it.

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "What is new in Paris?"}]},
  {"role": "model", "parts": [{}]},
  {"role": "user", "parts": [{"text": "Well?"}]}
]}
```

Use instead: leave it out.

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "What is new in Paris?"}]},
  {"role": "user", "parts": [{"text": "Well?"}]}
]}
```

## Source

The text as programs at Vertex AI's endpoint report it; the validator of mistral-common 1.11.7.
"""

from collections.abc import Callable, Iterator
from itertools import chain, repeat

from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class EmptyMessage(Ground, frozen=True, kw_only=True):
    """When a message is empty."""

    is_empty: Callable[[JsonValue], bool]
    message: str


def _has_no_parts(raw: JsonValue) -> bool:
    parts = raw.get("parts", []) if isinstance(raw, dict) else raw
    return parts is None or (isinstance(parts, list) and not any(parts))


def _has_neither(raw: JsonValue) -> bool:
    fields = object_or_empty(raw)
    if fields.get("role") != "assistant":
        return False
    return not (fields.get("content") or fields.get("tool_calls"))


rule = ProviderRule(
    __name__,
    code="CW741",
    title="A message holds nothing.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        EmptyMessage(
            key="gem-empty-parts",
            targets=("gemini", "vertex"),
            error_text="Unable to submit request because it must include at least one parts "
            "field, which describes the prompt input.",
            source="programs at Vertex AI's endpoint",
            is_empty=_has_no_parts,
            message="This content has no parts.",
        ),
        EmptyMessage(
            key="mi-content-xor-calls",
            targets=("mistral",),
            error_text="Assistant message must have either content or tool_calls, but not "
            "both.",
            source="the validator of mistral-common 1.11.7, for its versions 1 to 3",
            confidence="medium",
            is_empty=_has_neither,
            message=(
                "This message has neither content nor calls, which models with an old "
                "tokenizer refuse."
            ),
        ),
    ),
)


@rule.on_ground
def check(ground: EmptyMessage, context: TargetContext) -> Iterator[Refusal]:
    sent, of_log = (
        zip(context.listed_messages, repeat(False)),
        zip(context.empty, repeat(True)),
    )
    for message, is_of_log in chain(sent, of_log):
        if ground.is_empty(message.raw):
            yield rule.at(message, ground.message, ground, is_of_log=is_of_log)
