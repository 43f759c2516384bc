"""Media in the results of tools: inside the result, beside it, or told of in words; never gone in silence."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.address import Address, resolve
from crosswire.cli import main
from crosswire.model import Conversation, MediaPart
from crosswire.model.loss import Rendering
from crosswire.model.media import MEDIA_POLICIES, MediaPolicy, summary_of
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS
from tests.selection import for_each, in_turns

Json = dict[str, Any]

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
JPEG = base64.b64encode(b"\xff\xd8\xff\xe0 a picture").decode()
PDF = base64.b64encode(b"%PDF-1.7 one page").decode()
WAV = base64.b64encode(b"RIFF....WAVEfmt a sound").decode()
PICTURE_URL = "https://example.com/chart.png"


def anthropic(*content: Json, calls: int = 1, **result: Any) -> Json:
    ids = [f"toolu_{number}" for number in range(calls)]
    results = [{"type": "tool_result", "tool_use_id": one, "content": list(content), **result} for one in ids]
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "messages": [
            {"role": "user", "content": "Look."},
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": one, "name": "look", "input": {}} for one in ids],
            },
            {"role": "user", "content": [*results, {"type": "text", "text": "And now?"}]},
            {"role": "assistant", "content": "A dot."},
        ],
    }


def block(kind: str, mime: str, data: str) -> Json:
    return {"type": kind, "source": {"type": "base64", "media_type": mime, "data": data}}


def of_anthropic(text: str) -> Json:
    return {"type": "text", "text": text}


def responses(*output: Json) -> Json:
    return {
        "model": "gpt-5",
        "input": [
            {"role": "user", "content": "Look."},
            {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_1", "output": list(output)},
            {"role": "assistant", "content": "A dot."},
        ],
    }


def gemini(response: Json, *parts: Json) -> Json:
    result = {"name": "look", "response": response, "parts": list(parts)}
    return {
        "contents": [
            {"role": "user", "parts": [{"text": "Look."}]},
            {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": result}]},
            {"role": "model", "parts": [{"text": "A dot."}]},
        ]
    }


def blob(mime: str, data: str) -> Json:
    return {"inlineData": {"mimeType": mime, "data": data}}


def bedrock(*content: Json, **result: Any) -> Json:
    made = {"toolUseId": "tooluse_1", "content": list(content), **result}
    return {
        "modelId": "amazon.nova-pro-v1:0",
        "messages": [
            {"role": "user", "content": [{"text": "Look."}]},
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "tooluse_1", "name": "look", "input": {}}}],
            },
            {"role": "user", "content": [{"toolResult": made}]},
            {"role": "assistant", "content": [{"text": "A dot."}]},
        ],
    }


def chat(result: Json) -> Json:
    call = {"id": "call12345", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    return {
        "model": "any",
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call12345", **result},
            {"role": "assistant", "content": "A dot."},
        ],
    }


def mistral(*content: Json) -> Json:
    return chat({"name": "look", "content": list(content)})


def ollama() -> Json:
    call = {"function": {"name": "look", "arguments": {}}}
    return {
        "model": "llava",
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_name": "look", "content": "Here.", "images": [PNG, JPEG]},
            {"role": "assistant", "content": "A dot."},
        ],
    }


def picture(**source: Any) -> Json:
    return {"type": "input_image", "detail": "high", **source}


IMAGE = block("image", "image/png", PNG)
LOGS: dict[str, tuple[str, Json]] = {
    "an image": ("anthropic", anthropic(IMAGE)),
    "text and several media": (
        "anthropic",
        anthropic(
            of_anthropic("Two."), IMAGE, block("document", "application/pdf", PDF), of_anthropic("End.")
        ),
    ),
    "an image by its url": (
        "anthropic",
        anthropic({"type": "image", "source": {"type": "url", "url": PICTURE_URL}}),
    ),
    "a file's id": (
        "anthropic",
        anthropic({"type": "document", "source": {"type": "file", "file_id": "file_011CNha8iCJcU1wX"}}),
    ),
    "an error with an image": ("anthropic", anthropic(of_anthropic("Failed."), IMAGE, is_error=True)),
    "an error that is an image": ("anthropic", anthropic(IMAGE, is_error=True)),
    "parallel results": ("anthropic", anthropic(IMAGE, calls=2)),
    "a search result beside an image": (
        "anthropic",
        anthropic(
            {"type": "search_result", "source": "s", "title": "t", "content": [of_anthropic("hit")]}, IMAGE
        ),
    ),
    "an image in an output": (
        "openai-responses",
        responses(picture(image_url=f"data:image/png;base64,{PNG}"), {"type": "input_text", "text": "Here."}),
    ),
    "a file in an output": (
        "openai-responses",
        responses(
            {
                "type": "input_file",
                "filename": "a.pdf",
                "file_data": f"data:application/pdf;base64,{PDF}",
            }
        ),
    ),
    "ids of files in an output": (
        "openai-responses",
        responses(picture(file_id="file-abc"), {"type": "input_file", "file_id": "file-def"}),
    ),
    "an output of foundry": ("azure-foundry", responses(picture(image_url=f"data:image/png;base64,{PNG}"))),
    "a sound": ("gemini", gemini({}, blob("audio/wav", WAV))),
    "a structure beside an image": ("gemini", gemini({"width": 1}, blob("image/png", PNG))),
    "an error beside an image": ("gemini", gemini({"error": "Cut off."}, blob("image/jpeg", JPEG))),
    "a file by its uri": (
        "gemini",
        gemini({}, {"fileData": {"mimeType": "application/pdf", "fileUri": "https://example.com/a.pdf"}}),
    ),
    "a video and a document of bedrock": (
        "bedrock",
        bedrock(
            {"json": {"pages": 1}},
            {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}},
            {"document": {"format": "pdf", "name": "Page", "source": {"bytes": PDF}}},
        ),
    ),
    "an image of bedrock with an error": (
        "bedrock",
        bedrock({"image": {"format": "png", "source": {"bytes": PNG}}}, status="error"),
    ),
    "chunks of mistral": (
        "mistral",
        mistral(
            {"type": "text", "text": "Here."},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
            {"type": "document_url", "document_url": "https://example.com/a.pdf"},
        ),
    ),
    "images of ollama": ("ollama", ollama()),
    "only text for cohere": ("cohere", chat({"content": f"data:image/png;base64,{PNG}"})),
    "only text for chat": ("openai-chat", chat({"content": f"data:image/png;base64,{PNG}"})),
}
each_target = for_each("target", crosswire.FORMATS)
each_log = for_each("log", LOGS)


def read(log: str) -> Conversation:
    format, body = LOGS[log]
    [conversation] = crosswire.parse(body, format)
    return conversation


def written(log: str, target: str, policy: MediaPolicy = "inside") -> Rendering:
    return crosswire.render(read(log), target, media=policy)


def media_of(conversation: Conversation) -> list[MediaPart]:
    return [
        part for result in conversation.results() for part in result.content if isinstance(part, MediaPart)
    ]


def told(rendering: Rendering) -> list[tuple[str, str]]:
    return [(loss.kind.value, loss.what) for loss in rendering.losses if loss.code == "media-in-result"]


class TestEachPair:
    @each_log
    @each_target
    def test_what_is_written_is_valid_and_accounts_for_everything(self, log: str, target: str) -> None:
        conversation = read(log)
        for policy in in_turns(MEDIA_POLICIES, len(log) + len(target), 1):
            rendering = crosswire.render(conversation, target, media=policy)
            assert unaccounted(conversation, rendering) == {}
            assert CHECKS[target](rendering.payload) == []  # type: ignore[arg-type]
            assert rendering.media == policy
            plain = crosswire.render(conversation, target, media=policy, links=False)
            assert plain.payload == rendering.payload

    @each_log
    @each_target
    def test_no_medium_goes_in_silence(self, log: str, target: str) -> None:
        if {target, LOGS[log][0]} <= {"openai-responses", "azure-foundry"} or target == LOGS[log][0]:
            return  # what is in the target's own words stands as it is
        conversation = read(log)
        for policy in MEDIA_POLICIES:
            rendering = crosswire.render(conversation, target, media=policy)
            for part in media_of(conversation):
                _is_said(part, rendering)


def _is_said(part: MediaPart, rendering: Rendering) -> None:
    """A medium stands in the payload, or a line that tells of it does and the loss says so."""
    places = [link.target for link in rendering.links if link.node == part.key and link.target]
    there = "".join(json.dumps(resolve(place, [rendering.payload], str)) for place in places)
    dropped = [
        loss.fallback
        for loss in rendering.losses
        if (loss.kind, loss.code, loss.source) == ("dropped", "media-in-result", part.address)
    ]
    if dropped:
        assert dropped == [summary_of(part)]
        assert json.dumps(summary_of(part))[1:-1] in there
    else:
        assert rendering.media != "text"
        assert (part.data or part.url or part.file_id or "?") in there or _as_text(part) in there


def _as_text(part: MediaPart) -> str:
    """The text of a plain document, which Anthropic takes as such."""
    return base64.b64decode(part.data).decode(errors="replace") if part.data else "\0"


# Where each format takes an image

HOLDING = (
    "openai-responses",
    "azure-foundry",
    "anthropic",
    "gemini",
    "gemini-interactions",
    "bedrock",
    "mistral",
    "ollama",
)
ASIDE = ("openai-chat", "cohere")


@for_each("target", HOLDING)
def test_an_image_stands_in_the_result_where_todays_api_takes_it(target: str) -> None:
    source = "gemini" if target == "anthropic" else "anthropic"
    rendering = written("a structure beside an image" if source == "gemini" else "an image", target)
    assert PNG in json.dumps(_results(rendering))
    assert ("moved", "image") not in told(rendering)
    assert ("dropped", "image") not in told(rendering)


@pytest.mark.parametrize("target", ASIDE)
def test_where_results_hold_only_text_a_message_of_the_user_shows_the_image(target: str) -> None:
    rendering = written("an image", target)
    *_, result, shown, asked, _ = rendering.payload["messages"]  # type: ignore[index, call-overload]
    call_id = result["tool_call_id"]
    said = result["content"]
    assert said == summary_of(media_of(read("an image"))[0])[:-1] + "; shown behind the results]"
    assert shown["role"] == asked["role"] == "user"
    label, image = shown["content"]
    assert label == {"type": "text", "text": f"From the result of look ({call_id}):"}
    assert image["image_url"] == {"url": f"data:image/png;base64,{PNG}"}
    assert told(rendering) == [("moved", "image")]
    assert [loss.what for loss in rendering.losses if loss.code == "media-label"] == [label["text"][:-1]]


@each_target
def test_asked_for_beside_an_image_follows_all_results(target: str) -> None:
    if target == "anthropic":
        log, results = "an image in an output", 1
    else:
        log, results = "parallel results", 2
    rendering = written(log, target, "beside")
    text = json.dumps(rendering.payload)
    last_result = max(match.start() for match in re.finditer("shown behind the results", text))
    assert text.count("shown behind the results") == results == text.count(PNG)
    assert text.index(PNG) > last_result
    assert told(rendering) == [("moved", "image")] * results


def test_each_result_says_which_media_are_its_own() -> None:
    rendering = written("parallel results", "ollama", "beside")
    shown = rendering.payload["messages"][4]  # type: ignore[index, call-overload]
    assert shown["content"].splitlines() == [
        "From the result of look (toolu_0): image 1",
        "From the result of look (toolu_1): image 2",
    ]
    assert shown["images"] == [PNG, PNG]


def test_the_id_beside_a_medium_is_that_of_the_payload() -> None:
    rendering = crosswire.render(read("an image"), "openai-chat", ids="native")
    result, shown = rendering.payload["messages"][2:4]  # type: ignore[index, call-overload]
    assert result["tool_call_id"] in shown["content"][0]["text"]
    assert "toolu_0" not in json.dumps(rendering.payload)


# What a provider does not take inside all the same


@pytest.mark.parametrize("log", ["an error beside an image", "an image of bedrock with an error"])
def test_an_error_of_anthropic_holds_text_alone_and_its_image_follows_it(log: str) -> None:
    rendering = written(log, "anthropic")
    result, label, image = rendering.payload["messages"][2]["content"]  # type: ignore[index, call-overload]
    assert result["is_error"] is True
    assert isinstance(result["content"], list)
    assert {part["type"] for part in result["content"]} == {"text"}
    assert (label["type"], image["type"]) == ("text", "image")
    [loss] = [loss for loss in rendering.losses if loss.kind == "moved"]
    assert loss.why.startswith("The result of an error holds text alone; it stands in a block")


def test_a_sound_stands_beside_a_result_of_bedrock_which_holds_none() -> None:
    rendering = written("a sound", "bedrock")
    result, label, sound = rendering.payload["messages"][2]["content"]  # type: ignore[index, call-overload]
    assert "shown behind the results" in json.dumps(result)
    assert label["text"].startswith("From the result of look")
    assert sound == {"audio": {"format": "wav", "source": {"bytes": WAV}}}


def test_a_sound_is_told_of_in_words_where_no_field_takes_one() -> None:
    for target in ("openai-responses", "anthropic", "cohere", "ollama"):
        assert told(written("a sound", target)) == [("dropped", "audio")]


def test_a_file_that_another_provider_keeps_is_told_of_by_its_id() -> None:
    rendering = written("a file's id", "openai-responses")
    [output] = [item for item in rendering.payload["input"] if item.get("output")]  # type: ignore[index, call-overload, union-attr]
    assert output["output"] == [{"type": "input_text", "text": "[file, kept as file_011CNha8iCJcU1wX]"}]


# Gemini before and after its third generation


@for_each(
    ("model", "inside"),
    [
        ("gemini-2.5-flash", False),
        ("models/gemini-1.5-pro", False),
        ("gemini-3-pro-preview", True),
        ("google/gemini-10-pro", True),
        ("claude-sonnet-4-5", None),
    ],
)
def test_the_model_that_the_log_names_decides_for_gemini(model: str, inside: bool | None) -> None:
    body = {**anthropic(IMAGE), "model": model}
    [conversation] = crosswire.parse(body, "anthropic")
    rendering = crosswire.render(conversation, "gemini")
    parts = rendering.payload["contents"][2]["parts"]  # type: ignore[index, call-overload]
    kinds = [next(iter(part)) for part in parts]
    if inside is False:
        assert kinds == ["functionResponse", "text", "inlineData", "text"]
        [loss] = [loss for loss in rendering.losses if loss.code == "media-in-result"]
        assert (loss.kind, "older than Gemini 3" in loss.why) == ("moved", True)
    else:
        assert kinds == ["functionResponse", "text"]
        assert [next(iter(part)) for part in parts[0]["functionResponse"]["parts"]] == ["inlineData"]
        kept = [loss for loss in rendering.losses if loss.code == "media-in-result"]
        assert [loss.kind for loss in kept] == ([] if inside else ["changed"])
        assert all("Models before Gemini 3" in loss.why for loss in kept)


def test_a_structure_stays_one_where_its_image_stands_beside_it_in_gemini() -> None:
    content = [{"json": {"width": 1}}, {"image": {"format": "png", "source": {"bytes": PNG}}}]
    [conversation] = crosswire.parse(bedrock(*content), "bedrock")
    rendering = crosswire.render(conversation, "gemini", media="beside")
    result, label, image = rendering.payload["contents"][2]["parts"]  # type: ignore[index, call-overload]
    assert result["functionResponse"]["response"] == {"width": 1}
    assert "From the result of look" in label["text"]
    assert image == blob("image/png", PNG)
    assert unaccounted(conversation, rendering) == {}


def test_mistral_takes_an_image_inside_and_is_said_to_do_so_for_some_models_alone() -> None:
    rendering = written("an image", "mistral")
    [chunk] = rendering.payload["messages"][2]["content"]  # type: ignore[index, call-overload]
    assert chunk["type"] == "image_url"
    [loss] = [loss for loss in rendering.losses if loss.code == "media-in-result"]
    assert (loss.kind, loss.why.startswith("Only newer models")) == ("changed", True)


# Text is text


@each_target
def test_a_data_url_in_a_text_stays_the_text_that_it_was_logged_as(target: str) -> None:
    source = "cohere" if target == "openai-chat" else "openai-chat"
    rendering = written(f"only text for {source.rpartition('-')[2]}", target)
    assert f"data:image/png;base64,{PNG}" in json.dumps(_results(rendering))
    assert told(rendering) == []


def test_a_structure_is_written_as_json_text_where_results_are_text() -> None:
    for target in ("openai-chat", "ollama", "openai-responses"):
        rendering = written("a structure beside an image", target, "text")
        assert '{\\"width\\":1}' in json.dumps(_results(rendering))
        assert ("changed", "data-as-text") in [(loss.kind.value, loss.code) for loss in rendering.losses]


def test_a_summary_says_type_size_and_checksum() -> None:
    data = base64.b64encode(b"x" * 1234).decode()
    digest = hashlib.sha256(b"x" * 1234).hexdigest()[:16]
    assert summary_of(_medium(mime_type="image/png", given=data)) == (
        f"[image/png, 1,234 bytes, sha256 {digest}]"
    )
    assert summary_of(_medium(url=PICTURE_URL)) == f"[image, at {PICTURE_URL}]"
    assert summary_of(_medium(name="a.png", file_id="file-1")) == "[image, a.png, kept as file-1]"
    assert summary_of(_medium(given="?!")) == "[image, 2 characters that are no base64]"


def _medium(**fields: Any) -> MediaPart:
    return MediaPart(address=Address("0:"), raw=None, media="image", **fields)


# There and back


@each_log
@for_each("target", ["openai-chat", "cohere", "gemini", "anthropic", "ollama"])
def test_the_held_map_puts_back_what_stood_inside(log: str, target: str) -> None:
    format, _ = LOGS[log]
    conversation = read(log)
    rendering = crosswire.render(conversation, target, media="beside")
    sidecar = crosswire.build_sidecar(conversation, rendering)
    [there] = crosswire.parse(rendering.payload, target)
    _, back = crosswire.render_back(there, format, sidecar, ids="keep")
    assert back.payload == crosswire.render(conversation, format, ids="keep").payload


def test_a_medium_is_not_taken_away_with_a_result_that_somebody_changed() -> None:
    conversation = read("an image")
    rendering = crosswire.render(conversation, "openai-chat")
    sidecar = crosswire.build_sidecar(conversation, rendering)
    payload = json.loads(json.dumps(rendering.payload))
    payload["messages"][2]["content"] = "Changed."
    [there] = crosswire.parse(payload, "openai-chat")
    _, back = crosswire.render_back(there, "anthropic", sidecar)
    assert "Changed." in json.dumps(back.payload)
    assert PNG in json.dumps(back.payload)


def test_without_the_map_what_stands_beside_is_a_message_of_the_user() -> None:
    [there] = crosswire.parse(written("an image", "openai-chat").payload, "openai-chat")
    assert [message.role for message in there.messages] == [
        "user",
        "assistant",
        "tool",
        "user",
        "user",
        "assistant",
    ]
    assert media_of(there) == []


def _results(rendering: Rendering) -> list[Any]:
    [again] = crosswire.parse(rendering.payload, rendering.target)
    return [result.raw for result in again.results()]


# The choice on the command line


def test_the_command_line_takes_the_choice_and_says_it(tmp_path: Path) -> None:
    log, out, losses = tmp_path / "log.json", tmp_path / "out.json", tmp_path / "losses.json"
    log.write_text(json.dumps(anthropic(IMAGE)))
    for policy in MEDIA_POLICIES:
        told = ["--media", policy, "--output", str(out), "--losses", str(losses)]
        done = CliRunner().invoke(main, ["convert", str(log), "--to", "gemini", *told])
        assert (done.exit_code, done.output) == (0, "")
        assert json.loads(out.read_text()) == written("an image", "gemini", policy).payload
        [report] = json.loads(losses.read_text())
        assert report["media"] == policy
