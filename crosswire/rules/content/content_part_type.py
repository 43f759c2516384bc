r"""A message holds a part of a type that is not taken there.

## What it checks

In what would be sent. Chat Completions: the content of the assistant, where it is a list, has
texts, or one refusal alone. Responses: that of the assistant has `output_text` and `refusal`,
and no other message has a type that is none of Responses (`text`, `image_url`). And media,
also in results: Responses refuses sound and film as a file, and is unsure of addresses that
end like one; Chat Completions takes sound for some models alone; Bedrock takes what stands in
S3, and film, for some models alone (Nova does, but not all of it in a result).

## Why it matters

    Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.

A program that writes every message the same way, or that takes the parts of Chat Completions
over into Responses, is refused at the first answer that it sends back. Media:

    Invalid 'messages[3]'. Content blocks are expected to be either text or image_url type.

    This model doesn't support the s3Uri field. Remove s3Uri and try again.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "And times 2?"}]}
]}
```

Use instead: `output_text` for what the model said.

```json openai-responses
{"model": "gpt-5", "input": [
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "What is 7 + 8?"}]},
  {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "15"}]},
  {"type": "message", "role": "user", "content": [{"type": "input_text",
   "text": "And times 2?"}]}
]}
```

## Source

OpenAI's API description; for media recorded refusals of 2026-02,
strands-agents/harness-sdk#1744 and aws/aws-sdk-js-v3#7732.
"""

from collections.abc import Callable, Iterator

from crosswire.model import JsonValue, MediaPart, Message, Part
from crosswire.model.json_values import field_of, text_field
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted

_OF_RESPONSES = (
    "input_text",
    "input_image",
    "input_file",
    "input_audio",
    "output_text",
    "refusal",
    "summary_text",
    "reasoning_text",
    "computer_screenshot",
)
_RECORDED = "recorded refusals of 2026-02"
_FOR_SOUND = "audio|omni|realtime"
"""In the names of models that are made for sound."""
_Faults = Iterator[tuple[Part | Message, str]]
"""Where something is not taken, each with a sentence about it."""


class PartGround(Ground, frozen=True, kw_only=True):
    """What a message may not hold."""

    def faults(self, context: TargetContext) -> _Faults:
        raise NotImplementedError


class PartTypes(PartGround, frozen=True, kw_only=True):
    """What messages of some roles may hold."""

    roles: tuple[str, ...]
    types: tuple[str, ...]
    only_alone: str | None = None
    """A type that takes no other part in its message."""

    def faults(self, context: TargetContext) -> _Faults:
        for message in context.conversation.messages:
            content = field_of(message.raw, "content")
            if isinstance(content, list) and text_field(message.raw, "role") in self.roles:
                yield from self._in_message(message, content)

    def _in_message(self, message: Message, content: list[JsonValue]) -> _Faults:
        kinds = [field_of(part, "type") for part in content]
        for part, kind in zip(message.parts, kinds, strict=False):
            if kind not in self.types:
                of_kind = f"a part of type {quoted(str(kind), 40)}"
                text = f"Here stands {of_kind}."
                if self.roles == ("assistant",):
                    text = f"What the assistant said stands in {of_kind}."
                yield part, text
                return
        if len(kinds) > 1 and self.only_alone in kinds:
            only = self.only_alone
            yield message, f"A {only} stands beside other parts; it may only stand alone."


class MediaTaken(PartGround, frozen=True, kw_only=True):
    """Which media are not taken, or by some models alone."""

    is_refused: Callable[[MediaPart], bool]
    says: str
    """Of the first one, as a sentence."""
    in_results: bool = True
    in_messages: bool = True

    def faults(self, context: TargetContext) -> _Faults:
        for of_message, of_results in context.media:
            found = of_message if self.in_messages else []
            found = [*found, *(of_results if self.in_results else [])]
            for first in [one for one in found if self.is_refused(one)][:1]:
                yield first, self.says


_SOUND_AND_FILM = ("mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "webm", "mkv", "avi")


def _is_sound_or_film(part: MediaPart) -> bool:
    kind = (part.mime_type or "").partition("/")[0]
    return part.media in ("audio", "video") or kind in ("audio", "video")


def _is_such_file(part: MediaPart) -> bool:
    is_file = field_of(part.raw, "type") == "input_file"
    return is_file and part.data is not None and _is_sound_or_film(part)


def _is_such_address(part: MediaPart) -> bool:
    path = (part.url or "").partition("?")[0].lower()
    is_file = field_of(part.raw, "type") == "input_file"
    return is_file and path.rpartition(".")[2] in _SOUND_AND_FILM


def _is_in_s3(part: MediaPart) -> bool:
    return (part.url or "").startswith("s3://") and part.media != "video"


def _is_film(part: MediaPart) -> bool:
    return part.media == "video"


rule = ProviderRule(
    __name__,
    code="CW423",
    title="A message holds a part of a type that is not taken there.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        PartTypes(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text=(
                "Invalid value: '…'. Supported values are: 'output_text' and 'refusal'."
            ),
            source="OpenAI's API description",
            roles=("assistant",),
            types=("output_text", "refusal"),
        ),
        PartTypes(
            key="resp-assistant-content-type",
            targets=("openai-responses",),
            error_text="Invalid value: '…'. Supported values are: …",
            source="OpenAI's API description",
            roles=("user", "system", "developer"),
            types=_OF_RESPONSES,
        ),
        PartTypes(
            key="chat-assistant-parts",
            targets=("openai-chat",),
            error_text="Invalid value: '…'. Supported values are: 'text' and 'refusal'.",
            source="OpenAI's API description",
            roles=("assistant",),
            types=("text", "refusal"),
            only_alone="refusal",
        ),
        MediaTaken(
            key="chat-sound",
            targets=("openai-chat",),
            error_text="Invalid '…'. Content blocks are expected to be either text or "
            "image_url type.",
            source=_RECORDED,
            confidence="medium",
            but_models=_FOR_SOUND,
            is_refused=lambda part: part.media == "audio",
            says="This is sound, which not every model takes.",
        ),
        MediaTaken(
            key="resp-file-type",
            targets=("openai-responses",),
            error_text="Invalid file data: '…'. Expected a base64-encoded data URL with a "
            "valid file MIME type (e.g. 'data:text/plain;base64,…'), but got unsupported MIME "
            "type '…'.",
            source=_RECORDED,
            but_models=_FOR_SOUND,
            is_refused=_is_such_file,
            says="This file is sound or film, which no file may be.",
        ),
        MediaTaken(
            key="resp-file-type",
            targets=("openai-responses",),
            error_text="The file type you uploaded is not supported. Please try again with …",
            source=_RECORDED,
            confidence="medium",
            but_models=_FOR_SOUND,
            is_refused=_is_such_address,
            says="The address of this file ends like sound or film, which no file may be.",
        ),
        MediaTaken(
            key="br-media-in-s3",
            targets=("bedrock",),
            error_text="This model doesn't support the s3Uri field. Remove s3Uri and try "
            "again.",
            source=f"{_RECORDED}; strands-agents/harness-sdk#1744, aws/aws-sdk-js-v3#7732",
            confidence="medium",
            but_models="nova",
            is_refused=_is_in_s3,
            says="This stands in S3, from where not every model takes it.",
            in_results=False,
        ),
        MediaTaken(
            key="br-media-in-s3",
            targets=("bedrock",),
            error_text="messages.….content.….document.source.type: Field required",
            source=f"{_RECORDED}; strands-agents/harness-sdk#1744",
            confidence="medium",
            is_refused=_is_in_s3,
            says="This stands in S3, from where not every model takes it in a result.",
            in_messages=False,
        ),
        MediaTaken(
            key="br-film",
            targets=("bedrock",),
            error_text="This model doesn't support the video content block that you provided. "
            "Update the content block and try again.",
            source=_RECORDED,
            confidence="medium",
            but_models="nova",
            is_refused=_is_film,
            says="This is film, which not every model takes.",
            in_results=False,
        ),
        MediaTaken(
            key="br-film",
            targets=("bedrock",),
            error_text="Malformed input request: #/messages/…/content/…: extraneous key "
            "[toolResult] is not permitted, please reformat your input and try again.",
            source=_RECORDED,
            confidence="medium",
            is_refused=_is_film,
            says="This is film, which not every model takes in a result.",
            in_messages=False,
        ),
    ),
)


@rule.on_ground
def check(ground: PartGround, context: TargetContext) -> Iterator[Refusal]:
    for place, text in ground.faults(context):
        yield rule.at(place, text, ground)
