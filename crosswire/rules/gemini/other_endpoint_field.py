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
    {"functionResponse": {"id": "w4f1x2c3", "name": "get_weather",
     "response": {"output": "Drizzle"}}}]},
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
    {"functionResponse": {"id": "w4f1x2c3", "name": "get_weather",
     "response": {"output": "Drizzle"}}}]},
  {"role": "model", "parts": [{"text": "It drizzles."}]},
  {"role": "user", "parts": [{"text": "And in Rome?"}]}
]}
```

## Source

google-genai 3.4, which checks it for both endpoints when it writes a request.
"""

from collections.abc import Iterator

from crosswire.model import Conversation, Part, SettingPart
from crosswire.model.json_values import field_of, object_or_empty
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_SDK = (
    "google-genai 3.4 (`_Part_to_vertex`, `_FunctionCall_to_mldev`, "
    "`_FunctionResponse_to_vertex`)"
)


_Places = list[tuple[str | None, tuple[str, ...]]]


class ForeignFields(Ground, frozen=True, kw_only=True):
    """The fields that only the other endpoint knows, by where they stand."""

    only_at: str
    """The other endpoint, as in a sentence."""
    in_part: tuple[str, ...] = ()
    in_call: tuple[str, ...] = ()
    in_response: tuple[str, ...] = ()
    setting: str | None = None

    @property
    def places(self) -> _Places:
        """The field of a part in which some of them may stand, None for the part itself."""
        every = (
            (None, self.in_part),
            ("functionCall", self.in_call),
            ("functionResponse", self.in_response),
        )
        return [(field, names) for field, names in every if names]


rule = ProviderRule(
    __name__,
    code="CW823",
    title="A field that only the other endpoint of Gemini knows.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ForeignFields(
            key="gem-dev-only-fields",
            targets=("gemini",),
            error_text=(
                "… parameter is only supported in Gemini Enterprise Agent Platform mode, …"
            ),
            source=_SDK,
            status=None,
            only_at="Vertex AI",
            in_call=("partialArgs", "willContinue"),
        ),
        ForeignFields(
            key="gem-dev-only-fields",
            targets=("vertex",),
            error_text="… parameter is only supported in Gemini Developer API mode, …",
            source=_SDK,
            status=None,
            only_at="the Gemini API",
            in_part=("toolCall", "toolResponse", "partMetadata"),
            in_response=("willContinue",),
            setting="includeServerSideToolInvocations",
        ),
    ),
)


@rule.on_ground
def check(ground: ForeignFields, context: TargetContext) -> Iterator[Refusal]:
    for part, field in _foreign_fields(context.conversation, ground):
        message = f"Only {ground.only_at} knows the field `{field}`."
        yield rule.at(part, message, ground)


def _foreign_fields(
    conversation: Conversation, ground: ForeignFields
) -> Iterator[tuple[Part, str]]:
    places = ground.places
    for _, part in conversation.parts():
        field = _foreign_field(part, places)
        if field is not None:
            yield part, field
    for setting in conversation.settings():
        if ground.setting is not None and _has(setting, ground.setting):
            yield setting, ground.setting


def _foreign_field(part: Part, places: _Places) -> str | None:
    """The first field of a part that a ground is about."""
    for field, names in places:
        value = part.raw if field is None else field_of(part.raw, field)
        if isinstance(value, dict):
            for name in names:
                if name in value:
                    return name
    return None


def _has(setting: SettingPart, name: str) -> bool:
    """Whether a setting is the named one, or holds it."""
    return setting.name.rpartition("/")[2] == name or name in object_or_empty(setting.value)
