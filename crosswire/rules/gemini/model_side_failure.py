r"""The model itself failed at a call.

## What it checks

A response of Gemini's whose `finishReason` says so: `MALFORMED_FUNCTION_CALL`,
`UNEXPECTED_TOOL_CALL`, `TOO_MANY_TOOL_CALLS`, `MISSING_THOUGHT_SIGNATURE` or
`MALFORMED_RESPONSE`.

## Why it matters

The HTTP answer is a 200, often without any content, and a program that looks for calls alone
takes it for the end of the conversation. What is missing in the log then was never there: no
id was lost.

    "finishReason": "MALFORMED_FUNCTION_CALL"

`MISSING_THOUGHT_SIGNATURE` tells that the request lacked one (`thought-signature-missing`);
the others are worth another try.

## Example

```json gemini
{"candidates": [
  {"content": {"role": "model", "parts": [{"text": "Let me look."}]},
   "finishReason": "MALFORMED_FUNCTION_CALL", "index": 0}],
 "modelVersion": "gemini-2.5-pro", "responseId": "r1"}
```

Use instead: the answer to the same request, asked again.

```json gemini
{"candidates": [
  {"content": {"role": "model", "parts": [{"text": "Let me look."},
    {"text": "It drizzles."}]},
   "finishReason": "STOP", "index": 0}],
 "modelVersion": "gemini-2.5-pro", "responseId": "r2"}
```

## Source

`FinishReason` in google-genai 3.4.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

rule = LogRule(
    __name__,
    code="CW825",
    title="The model itself failed at a call.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
)

_MEANINGS = {
    "MALFORMED_FUNCTION_CALL": "the model wrote a call that can't be read",
    "UNEXPECTED_TOOL_CALL": "the model called though no tool was declared",
    "TOO_MANY_TOOL_CALLS": "the model called too many times in a row",
    "MISSING_THOUGHT_SIGNATURE": "the request lacked a thought signature",
    "MALFORMED_RESPONSE": "the model wrote an answer that can't be read",
}


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    for setting in conversation.settings():
        is_end = setting.of_response and setting.name in ("finishReason", "finish_reason")
        meaning = _MEANINGS.get(str(setting.value))
        if is_end and meaning is not None:
            yield rule.at(setting, f"Gemini broke off with {setting.value}: {meaning}.")
