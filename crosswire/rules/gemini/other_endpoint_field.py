r"""A field that only the other endpoint of Gemini knows.

## What it checks

A refusal by one of Gemini's two endpoints. Vertex AI does not know `toolCall`, `toolResponse`,
`partMetadata`, `includeServerSideToolInvocations` and the `willContinue` of a
`functionResponse`; the Gemini API does not know `partialArgs` and `willContinue` of a
`functionCall`.

## Why it matters

Google's SDKs refuse the request before they send it:

    tool_call parameter is only supported in Gemini Developer API mode, ...

So a conversation with searches of the Gemini API does not go on at Vertex AI as it stands.

## Example

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"id": "w4f1x2c3", "name": "get_weather", "args": {"city": "Paris"},
      "willContinue": false}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"id": "w4f1x2c3", "name": "get_weather", "response": {"output": "Drizzle"}}}]},
  {"role": "model", "parts": [{"text": "It drizzles."}]},
  {"role": "user", "parts": [{"text": "And in Rome?"}]}
]}
```

Use instead: the call with its arguments alone.

```json gemini
{"contents": [
  {"role": "user", "parts": [{"text": "Is it raining in Paris?"}]},
  {"role": "model", "parts": [
    {"functionCall": {"id": "w4f1x2c3", "name": "get_weather", "args": {"city": "Paris"}}}]},
  {"role": "user", "parts": [
    {"functionResponse": {"id": "w4f1x2c3", "name": "get_weather", "response": {"output": "Drizzle"}}}]},
  {"role": "model", "parts": [{"text": "It drizzles."}]},
  {"role": "user", "parts": [{"text": "And in Rome?"}]}
]}
```

## Source

google-genai 3.4, which checks it for both endpoints when it writes a request.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Part, SettingPart
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity

_SDK = (
    "google-genai 3.4 (`_Part_to_vertex`, `_FunctionCall_to_mldev`, "
    "`_FunctionResponse_to_vertex`)"
)

rule = Rule(
    __name__,
    code="CW823",
    title="A field that only the other endpoint of Gemini knows.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="gem-dev-only-fields",
            targets=("gemini",),
            error_text=(
                "… parameter is only supported in Gemini Enterprise Agent Platform mode, …"
            ),
            source=_SDK,
            status=None,
            limits={"only at": "Vertex AI", "functionCall": ("partialArgs", "willContinue")},
        ),
        Ground(
            key="gem-dev-only-fields",
            targets=("vertex",),
            error_text="… parameter is only supported in Gemini Developer API mode, …",
            source=_SDK,
            status=None,
            limits={
                "only at": "the Gemini API",
                "": ("toolCall", "toolResponse", "partMetadata"),
                "functionResponse": ("willContinue",),
                "setting": "includeServerSideToolInvocations",
            },
        ),
    ),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        where = ground.limits["only at"]
        for _, part in conversation.parts():
            field = _field_of(part, ground)
            if field is not None:
                yield rule.at(part, f"Only {where} knows the field `{field}`.", ground=ground)
        for setting in conversation.settings():
            if _is_that(setting, ground):
                field = ground.limits["setting"]
                yield rule.at(
                    setting, f"Only {where} knows the field `{field}`.", ground=ground
                )


def _field_of(part: Part, ground: Ground) -> str | None:
    """The first field of a part that a ground is about."""
    raw = part.raw
    for place in ("", "functionCall", "functionResponse"):
        inside = raw.get(place) if place and isinstance(raw, dict) else raw
        for field in ground.limits.get(place, ()):
            if isinstance(inside, dict) and field in inside:
                return str(field)
    return None


def _is_that(setting: SettingPart, ground: Ground) -> bool:
    name = ground.limits.get("setting")
    inside = setting.value if isinstance(setting.value, dict) else {}
    return name is not None and (setting.name.rpartition("/")[2] == name or name in inside)
