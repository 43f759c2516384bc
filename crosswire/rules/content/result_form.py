r"""The result of a call is not of the form that a target takes.

## What it checks

In what would be sent: the `content` of a `tool` message in Chat Completions is a text, or a
list of at least one text part; the `output` of a `function_call_output` or
`custom_tool_call_output` in Responses, and at Azure AI Foundry, is a text of at most
10,485,760 characters, or a list of texts, images and files. From other formats Crosswire
writes it so, with a sentence in the place of a medium; this is about logs in the target's own
words.

## Why it matters

A screenshot that a tool took is the usual context. A tool's message may not hold it:

    Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains
    an image URL.

Say in the result what it is, and give the picture in a message of the user's after it. Some
servers take the picture and show the model nothing of it, which is worse.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What does the page look like?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_s8k", "type": "function", "function": {"name": "screenshot", "arguments": "{}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_s8k", "content": [
    {"type": "image_url", "image_url": {"url": "https://example.com/page.png"}}]}
]}
```

Use instead: text in the result, and the picture from the user.

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What does the page look like?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_s8k", "type": "function", "function": {"name": "screenshot", "arguments": "{}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_s8k", "content": "The picture follows."},
  {"role": "user", "content": [
    {"type": "image_url", "image_url": {"url": "https://example.com/page.png"}}]}
]}
```

## Source

OpenAI's API description; OpenHands/OpenHands#7700 for the message, openai/openai-openapi#523
for a picture that was taken and not seen.
"""

from collections.abc import Iterator

from crosswire.model import JsonValue, ToolResultPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

rule = Rule(
    __name__,
    code="CW416",
    title="The result of a call is not of the form that a provider takes.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-tool-content-text-only",
            targets=("openai-chat",),
            error_text="Image URLs are only allowed for messages with role 'user', but this message with role "
            "'tool' contains an image URL.",
            source="OpenAI's API description; OpenHands/OpenHands#7700",
            limits={"types": ("text",), "least": 1, "fields": {"tool": "content"}},
        ),
        Ground(
            key="resp-output-limit",
            targets=("openai-responses", "azure-foundry"),
            error_text="Invalid '…': string too long. Expected a string with maximum length 10485760, but got a "
            "string with length … instead.",
            source="OpenAI's API description",
            limits={
                "types": ("input_text", "input_image", "input_file"),
                "least": 0,
                "longest": 10_485_760,
                "fields": {
                    "function_call_output": "output",
                    "custom_tool_call_output": "output",
                },
            },
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        field = ground.limits["fields"].get(result.wire_type)
        given = result.raw.get(field) if isinstance(result.raw, dict) and field else None
        fault = _fault(given, ground) if given is not None else None
        if fault is not None:
            yield rule.at(result, f"The {field} of this result {fault}.", ground=ground)


def _fault(given: JsonValue, ground: Ground) -> str | None:
    longest = ground.limits.get("longest")
    if isinstance(given, str):
        too_long = longest is not None and len(given) > longest
        return (
            f"has {len(given):,} characters, and {longest:,} are taken" if too_long else None
        )
    if not isinstance(given, list):
        return "is neither text nor a list of parts"
    if len(given) < ground.limits["least"]:
        return "is an empty list"
    for part in given:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in ground.limits["types"]:
            what = (
                f"a part of type {kind}"
                if isinstance(kind, str) and kind.isidentifier()
                else "no part"
            )
            return (
                f"holds {what}, and only {', '.join(ground.limits['types'])} may stand there"
            )
    return None
