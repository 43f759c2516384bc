"""Shapes: what each writes is read again, says what it left out, and is the same each time."""

from __future__ import annotations

import copy
import io
import json
import re
import zipfile
from typing import Any

import crosswire
import pytest
from crosswire import exports
from crosswire.address import resolve
from crosswire.exports import SHAPES, Export, Written
from crosswire.formats import FORMATS
from crosswire.model.loss import LossKind
from crosswire.model.loss_codes import LOSS_CODES
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests import strategies
from tests.samples import MESSAGES, REQUESTS
from tests.selection import NEEDS_PACKAGES, for_each, tries

Json = dict[str, Any]
FEW = settings(max_examples=tries(4, thorough=15), deadline=None)
ANSWER = {
    "openai-chat": {"role": "assistant", "content": "Milk."},
    "openai-responses": {"role": "assistant", "content": "Milk."},
    "azure-foundry": {"role": "assistant", "content": "Milk."},
    "anthropic": {"role": "assistant", "content": "Milk."},
    "gemini": {"role": "model", "parts": [{"text": "Milk."}]},
    "gemini-interactions": {"type": "model_output", "content": [{"type": "text", "text": "Milk."}]},
    "bedrock": {"role": "assistant", "content": [{"text": "Milk."}]},
    "mistral": {"role": "assistant", "content": "Milk."},
    "cohere": {"role": "assistant", "content": "Milk."},
    "ollama": {"role": "assistant", "content": "Milk."},
}
TUNED = ("openai-chat", "anthropic", "gemini", "bedrock", "mistral")
STREAMED = ("openai-chat", "openai-responses", "anthropic", "gemini", "azure-foundry")


def export_of(body: Json, format: str, target: str | None = None, **beside: Any) -> Export:
    [conversation] = crosswire.parse(body, format)
    return Export(conversation, crosswire.render(conversation, target or format), **beside)


def answered(format: str, **beside: Any) -> Json:
    """The short exchange, up to its answer."""
    body = {**REQUESTS[format], **beside}
    container = next(name for name in ("messages", "contents", "input") if name in body)
    return body | {container: [*body[container], ANSWER[format]]}


def told_of(conversation: crosswire.Conversation) -> list[Any]:
    """What was said, called and answered, by whom."""
    told = []
    for message, part in conversation.parts():
        match type(part).__name__:
            case "TextPart":
                told.append((message.role, part.text))
            case "ToolCallPart":
                told.append((message.role, part.call_id.value, part.name, part.arguments.value))
            case "ToolResultPart":
                told.append((part.call_id.value, [getattr(one, "text", None) for one in part.content]))
    return told


def read(written: Written, format: str) -> crosswire.Conversation:
    [conversation] = crosswire.load(written.data, format=format).conversations
    return conversation


@for_each("target", FORMATS)
@for_each("shape", ["body", "messages", "jsonl"])
@FEW
@given(data=st.data())
def test_what_is_written_is_read_as_the_same_messages(shape: str, target: str, data: st.DataObject) -> None:
    export = export_of(data.draw(strategies.BODIES[target]), target)
    try:
        written = exports.write(shape, export)
    except crosswire.CannotExport:
        assert not export.conversation.messages or shape == "messages"
        return
    again = read(written, target)
    expected = crosswire.parse(export.payload, target)[0]
    if shape == "messages":
        expected = structs.replace(expected, messages=[one for one in expected.messages if one.field is None])
    assert told_of(again) == told_of(expected)


@for_each("target", TUNED)
@for_each("source", ["openai-chat", "anthropic", "gemini"])
def test_a_fine_tuning_line_is_read_as_the_same_conversation(source: str, target: str) -> None:
    export = export_of(answered(source), source, target)
    written = exports.write("fine-tune", export)
    assert written.data.count(b"\n") == 1
    again = read(written, target)
    expected = told_of(read(exports.write("body", export), target))
    if target == "anthropic":  # its lines hold text alone, and say so
        assert {loss.code for loss in written.losses} >= {"not-text"}
        expected = [one for one in expected if len(one) == 2 and isinstance(one[1], str)]
    assert told_of(again) == expected


@for_each("target", TUNED)
@FEW
@given(data=st.data())
def test_a_fine_tuning_line_drops_nothing_in_silence(target: str, data: st.DataObject) -> None:
    """Each part that is linked to a place of the body is in the line, or among the losses."""
    export = export_of(data.draw(strategies.BODIES[target]), target)
    try:
        written = exports.write("fine-tune", export)
    except crosswire.CannotExport:
        return
    line = json.loads(written.data)
    for loss in written.losses:
        assert loss.code in LOSS_CODES
        if loss.target is not None:
            resolve(loss.target, [line], json.loads)
    lost = {loss.source for loss in written.losses if loss.kind is LossKind.DROPPED}
    again = crosswire.parse(line, target)[0]
    kept = len(list(again.calls())) + len(list(again.results())) + len(list(again.tools()))
    before = crosswire.parse(export.payload, target)[0]
    parts = [*before.calls(), *before.results(), *before.tools()]
    assert len(parts) - kept <= sum(part.address in lost for part in _own_parts(export))


def _own_parts(export: Export) -> list[crosswire.Part]:
    found = export.conversation
    return [*found.calls(), *found.results(), *found.tools()]


def test_a_line_keeps_what_its_provider_takes_and_names_the_rest() -> None:
    body = answered("openai-chat", temperature=0.5, parallel_tool_calls=False)
    body["messages"] = [
        {"role": "developer", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is that?"},
                {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
                {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
            ],
        },
        {"role": "assistant", "content": "Milk.", "reasoning_content": "It is white."},
    ]
    written = exports.write("fine-tune", export_of(body, "openai-chat"))
    line = json.loads(written.data)
    assert set(line) == {"messages", "tools", "parallel_tool_calls"}
    assert line["messages"] == [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is that?"},
                {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
            ],
        },
        {"role": "assistant", "content": "Milk."},
    ]
    lost = {(str(loss.kind), loss.what, loss.source) for loss in written.losses}
    assert ("dropped", "setting temperature", "0:/temperature") in lost
    assert ("dropped", "audio/wav", "0:/messages/1/content/1") in lost
    assert ("changed", "developer", "0:/messages/0") in lost
    assert any(what == "reasoning" for _, what, _ in lost)


def test_a_line_has_no_thoughts_and_no_bytes_of_gemini() -> None:
    body = copy.deepcopy(answered("gemini"))
    body["contents"][1]["parts"][0]["thoughtSignature"] = "c2VjcmV0"
    body["contents"][1]["parts"].insert(0, {"text": "I should look.", "thought": True})
    body["contents"][0]["parts"].append({"inlineData": {"mimeType": "image/png", "data": strategies.PIXEL}})
    written = exports.write("fine-tune", export_of(body, "gemini"))
    assert b"c2VjcmV0" not in written.data
    assert b"I should look" not in written.data
    assert strategies.PIXEL.encode() not in written.data
    assert [loss.source for loss in written.losses] == [
        "0:/contents/0/parts/1",
        "0:/contents/1/parts/0",
        "0:/contents/1/parts/1",
    ]


@for_each("target", [name for name in FORMATS if name not in TUNED])
def test_a_provider_that_tunes_with_no_line_of_its_own_says_what_to_do(target: str) -> None:
    with pytest.raises(crosswire.CannotExport, match="There is no fine-tuning line of"):
        exports.write("fine-tune", export_of(answered(target), target))


@for_each("target", TUNED)
def test_a_line_that_teaches_no_answer_is_refused(target: str) -> None:
    body = answered(target)
    container = "contents" if target == "gemini" else "messages"
    body[container] = body[container][:1]
    with pytest.raises(crosswire.CannotExport, match="ends with a message of the assistant"):
        exports.write("fine-tune", export_of(body, target))


@for_each("target", STREAMED)
def test_a_stream_is_the_last_turn_and_names_what_it_was_asked_with(target: str) -> None:
    written = exports.write("stream", export_of(answered(target), target))
    assert told_of(read(written, target)) == [("assistant", "Milk.")]
    lost = [loss.source for loss in written.losses if loss.code == "not-in-stream"]
    container = next(name for name in ("messages", "contents", "input") if name in REQUESTS[target])
    assert {f"0:/{container}/{n}" for n in range(3)} <= set(lost)
    assert f"0:/{container}/3" not in lost


def test_a_stream_that_cannot_be_says_why() -> None:
    with pytest.raises(crosswire.CannotExport, match="No event stream of Mistral"):
        exports.write("stream", export_of(answered("mistral"), "mistral"))
    with pytest.raises(crosswire.CannotExport, match="no turn of the assistant"):
        exports.write("stream", export_of({"messages": [{"role": "user", "content": "?"}]}, "openai-chat"))


@for_each("shape", SHAPES)
@for_each("target", STREAMED)
def test_the_same_conversation_gives_the_same_bytes(shape: str, target: str) -> None:
    first, second = (export_of(answered("gemini"), "gemini", target, upload=b"{}", name="a") for _ in "ab")
    try:
        written = exports.write(shape, first)
    except crosswire.CannotExport:
        return
    assert written == exports.write(shape, second)


def test_losses_and_changed_ids_point_into_the_file() -> None:
    body = {"contents": MESSAGES["gemini"], "systemInstruction": {"parts": [{"text": "Be brief."}]}}
    body = json.loads(json.dumps(body))
    for content in body["contents"]:
        for part in content["parts"]:
            part.get("functionCall", part.get("functionResponse", {})).pop("id", None)
    written = exports.write("messages", export_of(body, "gemini", "anthropic"))
    messages = json.loads(written.data)
    [call, result] = written.id_map
    assert resolve(call.target or "", [messages], json.loads) == call.written
    assert resolve(result.target or "", [messages], json.loads) == call.written
    [system] = [loss for loss in written.losses if loss.code == "beside-messages"]
    assert system.source == "0:/systemInstruction/parts/0"


def test_the_archive_holds_each_body_its_losses_the_upload_and_what_they_are() -> None:
    data = json.dumps(answered("gemini")).encode()
    [conversation] = crosswire.load(data).conversations
    rendering = crosswire.render(conversation, "openai-chat")
    written = exports.write("zip", Export(conversation, rendering, "../../etc/pass wd.json", data))
    with zipfile.ZipFile(io.BytesIO(written.data)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        assert archive.read("original/pass-wd.json") == data
        readme = archive.read("README.txt").decode()
        for target in FORMATS:
            body = archive.read(f"bodies/{target}.json")
            one = Export(conversation, crosswire.render(conversation, target))
            assert body == exports.write("body", one).data
            assert set(json.loads(archive.read(f"losses/{target}.json"))) == {"losses", "id_map", "name_map"}
        for name in ("messages.json", "jsonl", "fine-tune.jsonl", "sse"):
            member = archive.read(f"openai-chat/{name}")
            assert crosswire.load(member, format="openai-chat").conversations
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert all(name in readme for name in names if name != "README.txt")
    assert not [name for name in names if name.startswith("/") or ".." in name]


def test_several_conversations_are_lines_or_are_refused() -> None:
    several = [export_of(answered("openai-chat"), "openai-chat") for _ in range(2)]
    for shape in ("body", "messages", "jsonl", "fine-tune"):
        text = b"".join(one.data for one in exports.write_all(shape, several))
        assert len(text.splitlines()) == 2
        assert len(crosswire.load(text, format="openai-chat").conversations) == 2
    for shape in ("stream", "curl", "python", "markdown", "html", "zip"):
        with pytest.raises(crosswire.CannotExport, match="--conversation N"):
            exports.write_all(shape, several)


def test_an_unknown_shape_is_refused_with_what_there_is() -> None:
    with pytest.raises(crosswire.CannotExport, match="body, messages, jsonl"):
        exports.write("morse", export_of(REQUESTS["openai-chat"], "openai-chat"))


@for_each("target", crosswire.FORMATS)
def test_a_format_without_a_shape_is_one_that_the_shape_does_not_name(target: str) -> None:
    export = export_of(answered("openai-chat"), "openai-chat", target)
    for shape in SHAPES.values():
        assert shape.SAYS.endswith(".")
        if target not in shape.FORMAT_NAMES:
            with pytest.raises(crosswire.CannotExport, match=re.escape(export.title)):
                shape.write(export)
        elif shape.NAME != "fine-tune":  # its turns have rules of their own
            assert shape.write(export).data


def test_names_and_endings_tell_shapes_apart() -> None:
    assert len({shape.ENDING for shape in SHAPES.values()}) == len(SHAPES)
    for shape in SHAPES.values():
        assert exports.shape_of_ending(shape.ENDING) is shape


OF_OLLAMA = {
    "model": "llama3.2",
    "messages": [
        {"role": "user", "content": "Look.", "images": []},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": {"a": None, "b": ""}}}],
        },
        {"role": "tool", "tool_call_id": "call_1", "tool_name": "f", "content": "r"},
    ],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "f",
                "strict": True,
                "parameters": {
                    "type": "object",
                    "additionalProperties": False,
                    "$defs": {"x": {"type": "string", "title": "X"}},
                    "properties": {
                        "a": {"type": "object", "properties": {"c": {"type": "string"}}},
                        "b": {"type": "string", "description": None},
                    },
                },
            },
        }
    ],
    "options": {"num_ctx": 5},
}
OF_MISTRAL = {
    "model": "mistral-small-latest",
    "messages": [
        {"role": "user", "content": "Look.", "name": "me"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "abcdefghi", "kind": 1, "function": {"name": "f", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": "r", "took": 1},
    ],
    "tools": [
        {
            "type": "function",
            "function": {"name": "f", "hidden": 1, "parameters": {"type": "object", "x": {"y": 1}}},
        }
    ],
}


def sent_by_ollama(body: Json) -> Json:
    """As `Client.chat` makes its request."""
    pytest.importorskip("ollama", reason=NEEDS_PACKAGES)
    from ollama._client import _copy_messages, _copy_tools
    from ollama._types import ChatRequest

    messages, tools = list(_copy_messages(body["messages"])), list(_copy_tools(body["tools"]))
    request = ChatRequest(**{**body, "messages": messages, "tools": tools})
    return request.model_dump(exclude_none=True)


def sent_by_mistral(body: Json) -> Json:
    pytest.importorskip("mistralai", reason=NEEDS_PACKAGES)
    from mistralai.client.models import ChatCompletionRequest

    sent: Json = json.loads(ChatCompletionRequest.model_validate(body).model_dump_json(by_alias=True))
    return sent


def missing(body: Any, sent: Any, at: str = "0:") -> list[str]:
    """Where something stands in the body that was not sent."""
    found = []
    pairs = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for key, inner in pairs:
        if isinstance(body, dict) and key not in sent:
            found.append(f"{at}/{key}")
        else:
            found += missing(inner, sent[key], f"{at}/{key}")
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("target", "body", "sent_by"),
    [("ollama", OF_OLLAMA, sent_by_ollama), ("mistral", OF_MISTRAL, sent_by_mistral)],
)
def test_a_program_says_what_the_models_of_an_sdk_do_not_send(target: str, body: Json, sent_by: Any) -> None:
    export = export_of(body, target)
    said = [loss.target for loss in exports.write("python", export).losses if loss.code == "no-argument"]
    assert sorted(map(str, said)) == sorted(missing(export.payload, sent_by(export.payload)))
    assert len(said) >= 4
