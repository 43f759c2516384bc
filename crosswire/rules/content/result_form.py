r"""The result of a call is not of the form that a target takes.

## What it checks

In what would be sent: the `content` of a `tool` message in Chat Completions is a text, or a
list of at least one text part; the `output` of a `function_call_output` or
`custom_tool_call_output` in Responses, and at Azure AI Foundry, is a text of at most
10,485,760 characters, or a list of texts, images and files. From other formats Crosswire
writes it so, with a sentence in the place of a medium; this is about logs in the target's own
words. For Anthropic and Bedrock a result that tells of an error (`is_error`, `status:
"error"`) holds something.

## Why it matters

A screenshot that a tool took is the usual case. A tool's message may not hold it:

    Image URLs are only allowed for messages with role 'user', but this message with role
    'tool' contains an image URL.

    content cannot be empty if `is_error` is true

A tool that failed without a word is the other one.

Say in the result what it is, and give the picture in a message of the user's after it. Some
servers take the picture and show the model nothing of it, which is worse.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What does the page look like?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_s8k", "type": "function", "function": {"name": "screenshot",
     "arguments": "{}"}}
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
    {"id": "call_s8k", "type": "function", "function": {"name": "screenshot",
     "arguments": "{}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_s8k", "content": "The picture follows."},
  {"role": "user", "content": [
    {"type": "image_url", "image_url": {"url": "https://example.com/page.png"}}]}
]}
```

## Source

OpenAI's API description; OpenHands/OpenHands#7700 for the message, openai/openai-openapi#523
for a picture that was taken and not seen; anthropics/claude-agent-sdk-python#248 and
aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15 for empty errors.
"""

from collections.abc import Iterator, Mapping
from math import inf

from crosswire.model import JsonValue, ToolResultPart
from crosswire.model.json_values import field_of, value_at
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext


class ResultForm(Ground, frozen=True, kw_only=True):
    """What a result may hold."""

    fields: Mapping[str, str]
    """The type of a result -> the key of its content."""
    types: tuple[str, ...] = ()
    """Of the parts of a list; empty where only errors are looked at."""
    min_parts: int = 0
    max_characters: float = inf


rule = ProviderRule(
    __name__,
    code="CW416",
    title="The result of a call is not of the form that a provider takes.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ResultForm(
            key="chat-tool-content-text-only",
            targets=("openai-chat",),
            error_text="Image URLs are only allowed for messages with role 'user', but this "
            "message with role 'tool' contains an image URL.",
            source="OpenAI's API description; OpenHands/OpenHands#7700",
            types=("text",),
            min_parts=1,
            fields={"tool": "content"},
        ),
        ResultForm(
            key="resp-output-limit",
            targets=("openai-responses", "azure-foundry"),
            error_text="Invalid '…': string too long. Expected a string with maximum length "
            "10485760, but got a string with length … instead.",
            source="OpenAI's API description",
            types=("input_text", "input_image", "input_file"),
            min_parts=0,
            max_characters=10_485_760,
            fields={
                "function_call_output": "output",
                "custom_tool_call_output": "output",
            },
        ),
        ResultForm(
            key="ant-error-content",
            targets=("anthropic",),
            error_text="messages.….content.….tool_result: content cannot be empty if "
            "`is_error` is true",
            source="anthropics/claude-agent-sdk-python#248",
            fields={"tool_result": "content"},
        ),
        ResultForm(
            key="br-error-content",
            targets=("bedrock",),
            error_text="The content field at messages.….content.….toolResult cannot be empty "
            "when status value is error.",
            source="aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15",
            fields={"toolResult": "content"},
        ),
    ),
)


@rule.on_result
def check(result: ToolResultPart, context: TargetContext) -> Iterator[Refusal]:
    for ground in rule.grounds_at(context):
        if not (ground.types or result.is_error):
            continue  # it is about errors alone
        key = ground.fields.get(result.wire_type, "")
        fields = field_of(result.raw, result.wire_type) or result.raw
        content = field_of(fields, key)
        fault = _fault(content, ground) if ground.types else _fault_of_error(content, result)
        if key and fault is not None:
            yield rule.at(result, f"The {key} of this result {fault}.", ground)


def _fault_of_error(content: JsonValue, result: ToolResultPart) -> str | None:
    """What an error must not be, which is silent."""
    return "is empty, and it tells of an error" if result.is_error and not content else None


def _fault(content: JsonValue, ground: ResultForm) -> str | None:
    if content is None:
        return None
    if isinstance(content, str):
        if len(content) <= ground.max_characters:
            return None
        return f"has {len(content):,} characters, and {ground.max_characters:,} are taken"
    if not isinstance(content, list):
        return "is neither text nor a list of parts"
    if len(content) < ground.min_parts:
        return "is an empty list"
    kinds = (value_at(part, "type") for part in content)
    strange = [kind for kind in kinds if kind not in ground.types]
    if not strange:
        return None
    return f"holds {_part(strange[0])}, and only {', '.join(ground.types)} may stand there"


def _part(kind: JsonValue) -> str:
    is_name = isinstance(kind, str) and kind.isidentifier()
    return f"a part of type {kind}" if is_name else "no part"
