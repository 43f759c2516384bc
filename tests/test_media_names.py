"""The name of a file: in the payload, or told among the losses."""

import base64
import json
from typing import Any

from crosswire.conversion import render
from crosswire.formats import FORMATS
from crosswire.reading.loading import load
from tests.selection import for_each

NAME = "quarterly-figures.pdf"
PDF = base64.b64encode(b"%PDF-1.4\n").decode()
BY_ID = {"type": "input_file", "file_id": "file-1", "filename": NAME}
BY_URL = {"type": "input_file", "file_url": "https://files.example/1.pdf", "filename": NAME}
WITH_BYTES = {"type": "input_file", "file_data": f"data:application/pdf;base64,{PDF}", "filename": NAME}
CALL = {"type": "function_call", "call_id": "call_1", "name": "fetch", "arguments": "{}"}
PICTURE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo=", "displayName": NAME}}


def of_the_user(content: dict[str, Any]) -> dict[str, Any]:
    return {"model": "gpt-5.1", "input": [{"role": "user", "content": [content]}]}


def of_a_result(content: dict[str, Any]) -> dict[str, Any]:
    output = {"type": "function_call_output", "call_id": "call_1", "output": [content]}
    return {"model": "gpt-5.1", "input": [{"role": "user", "content": "Fetch it."}, CALL, output]}


LOGS = {
    "by its id": of_the_user(BY_ID),
    "by a URL": of_the_user(BY_URL),
    "with its bytes": of_the_user(WITH_BYTES),
    "in a result by a URL": of_a_result(BY_URL),
    "in a result with its bytes": of_a_result(WITH_BYTES),
    "a picture": {"contents": [{"role": "user", "parts": [{"text": "What is it?"}, PICTURE]}]},
}


@for_each("log", LOGS)
@for_each("target", FORMATS)
def test_no_name_of_a_file_goes_without_a_word(log: str, target: str) -> None:
    conversation = load(json.dumps(LOGS[log]).encode()).conversations[0]
    rendering = render(conversation, target, links=True)
    told = [loss for loss in rendering.losses if loss.code in ("file-name", "document-name", "media")]
    assert NAME in json.dumps(rendering.payload) or told
    assert len([loss for loss in rendering.losses if loss.code == "file-name"]) <= 1
    if target == conversation.wire_format:
        assert not rendering.losses


def test_the_loss_names_both_places() -> None:
    conversation = load(json.dumps(LOGS["a picture"]).encode()).conversations[0]
    (loss,) = [
        one for one in render(conversation, "openai-chat", links=True).losses if one.code == "file-name"
    ]
    assert (loss.source, loss.target) == ("0:/contents/0/parts/1", "0:/messages/0/content/1")
    assert loss.what == NAME
