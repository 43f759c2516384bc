"""A spoken answer of Chat Completions: its transcript is text, and the sound is a medium beside it."""

from __future__ import annotations

from typing import Any

import crosswire
from crosswire.model import MediaPart, Part, TextPart
from tests.coverage_check import unaccounted
from tests.selection import for_each

ASKED = {"role": "user", "content": "Say hello."}
AUDIO = {"id": "audio_1", "data": "UklGRg==", "expires_at": 7, "transcript": "Hello, my friend."}
SPOKEN = {"role": "assistant", "content": None, "audio": AUDIO}


def parts(audio: Any, **message: Any) -> list[Part]:
    spoken = {"role": "assistant", "audio": audio, **message}
    [conversation] = crosswire.parse([ASKED, spoken, ASKED], "openai-chat")
    return conversation.messages[1].parts


@for_each(
    "value",
    [
        [ASKED, SPOKEN],
        {"model": "m", "modalities": ["text", "audio"], "messages": [ASKED, SPOKEN]},
        {"object": "chat.completion", "choices": [{"index": 0, "message": SPOKEN}]},
    ],
)
def test_a_spoken_answer_is_read_with_what_it_says(value: Any) -> None:
    [conversation] = crosswire.parse(value)
    text, sound = conversation.messages[-1].parts
    assert isinstance(text, TextPart)
    assert isinstance(sound, MediaPart)
    assert text.text == "Hello, my friend."
    assert text.address.endswith("/audio/transcript")
    assert (sound.media, sound.data, sound.file_id) == ("audio", "UklGRg==", "audio_1")
    assert conversation.unread == []


def test_an_earlier_answer_that_is_named_by_its_id_is_a_medium() -> None:
    [sound] = parts({"id": "audio_1"})
    assert isinstance(sound, MediaPart)
    assert (sound.file_id, sound.data) == ("audio_1", None)


def test_a_transcript_that_is_the_content_too_is_said_once() -> None:
    assert [type(part) for part in parts(AUDIO, content="Hello, my friend.")] == [TextPart, MediaPart]


@for_each(
    "target",
    ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "cohere", "ollama"],
)
def test_other_formats_take_the_transcript_and_tell_the_loss_of_the_sound(target: str) -> None:
    [conversation] = crosswire.parse([ASKED, SPOKEN, ASKED])
    rendering = crosswire.render(conversation, target)
    assert not unaccounted(conversation, rendering)
    assert "Hello, my friend." in str(rendering.payload)
    if target == "openai-chat":
        assert rendering.payload["messages"][1] == SPOKEN
    else:
        assert any("audio" in loss.what or "octet" in loss.what for loss in rendering.losses)


def test_what_is_no_object_is_not_read_as_sound() -> None:
    [conversation] = crosswire.parse(
        [ASKED, {"role": "assistant", "content": "Hi.", "audio": "see the other file"}]
    )
    assert [note.address for note in conversation.unread] == ["0:/1/audio"]
