r"""The choice of a tool is not of the form that a target takes.

## What it checks

In what would be sent to Anthropic: `tool_choice` is an object whose `type` is `auto`, `any`,
`tool` or `none`, and no `parallel_tool_calls` stands beside it. From other formats Crosswire
writes it so.

## Why it matters

    tool_choice: Input tag 'required' found using 'type' does not match any of the expected
    tags: 'auto', 'any', 'tool', 'none'

OpenAI's words were taken over: a text where an object belongs, `required` for `any`,
`function` for `tool`.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "tool_choice": {"type": "required"},
 "tools": [{"name": "get_time", "input_schema": {"type": "object", "properties": {}}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

Use instead: `any`.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024, "tool_choice": {"type": "any"},
 "tools": [{"name": "get_time", "input_schema": {"type": "object", "properties": {}}}],
 "messages": [
  {"role": "user", "content": [{"type": "text", "text": "What time is it?"}]}
]}
```

## Source

A request to Anthropic's API in 2026-08.
"""

from collections.abc import Iterator

from crosswire.model import JsonValue
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class ToolChoiceForm(Ground, frozen=True, kw_only=True):
    """The forms of a choice."""

    types: tuple[str, ...]
    foreign_field: str
    """A field of another API that stands in place of one inside the choice."""


rule = ProviderRule(
    __name__,
    code="CW432",
    title="The choice of a tool is not of the form that a provider takes.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ToolChoiceForm(
            key="ant-tool-choice",
            targets=("anthropic",),
            error_text="tool_choice: Input tag '…' found using 'type' does not match any of "
            "the expected tags: 'auto', 'any', 'tool', 'none'",
            source="a request to the API in 2026-08",
            types=("auto", "any", "tool", "none"),
            foreign_field="parallel_tool_calls",
        ),
    ),
)


@rule.on_ground
def check(ground: ToolChoiceForm, context: TargetContext) -> Iterator[Refusal]:
    for setting in context.conversation.settings():
        if setting.name == ground.foreign_field:
            message = (
                f"The field {setting.name} is none of this API; the switch stands inside "
                "tool_choice."
            )
            yield rule.at(setting, message, ground)
        fault = _fault(setting.value, ground) if setting.name == "tool_choice" else None
        if fault is not None:
            yield rule.at(setting, f"The tool_choice {fault}.", ground)


def _fault(value: JsonValue, ground: ToolChoiceForm) -> str | None:
    if not isinstance(value, dict):
        return "is no object"
    kind = value.get("type")
    if kind in ground.types:
        return None
    given = "has no type" if kind is None else f"is of the type {quoted(str(kind), 40)}"
    return f"{given}; there are {', '.join(ground.types)}"
