r"""A content has no parts.

## What it checks

A refusal by Gemini: a content whose list of parts is empty. Crosswire leaves a content without parts
out of what it writes; one is left where all that it held stays behind, like the searches that a
response tells of.

## Why it matters

    Unable to submit request because it must include at least one parts field, which describes the
    prompt input.

An answer that was cut off before its first word is kept as a content without parts, and the next
request carries it.

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

The text as programs at Vertex AI's endpoint report it.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, JsonValue
from crosswire.rule import Case, Diagnostic, Ground, Kind, Rule, Severity

rule = Rule(
    __name__,
    code="CW741",
    title="A content has no parts.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-empty-parts",
            targets=("gemini", "vertex"),
            says="Unable to submit request because it must include at least one parts field, which describes "
            "the prompt input.",
            source="programs at Vertex AI's endpoint",
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, case: Case) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(case.target):
        for message in conversation.messages:
            if message.field is None and _is_empty(message.raw):
                yield rule.at(message, "This content has no parts.", ground=ground)


def _is_empty(raw: JsonValue) -> bool:
    parts = raw.get("parts") if isinstance(raw, dict) else raw
    return isinstance(parts, list) and not any(parts)
