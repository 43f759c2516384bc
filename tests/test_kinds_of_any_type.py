"""A field that names a kind (a type, a role, ...) may hold any JSON value in a broken log."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import crosswire
from crosswire.errors import CrosswireError
from tests.samples import REQUESTS, RESPONSES
from tests.selection import for_each, in_turns

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "webapp" / "examples").glob("*.json"))
KINDS = ("type", "role", "object", "status", "name", "finish_reason", "stop_reason", "tool_choice")
ODD: list[Any] = [{"a": []}, ["a"], 7, None]
LOGS: dict[str, Any] = {
    **{f"request-{name}": value for name, value in REQUESTS.items()},
    **{f"response-{name}": value for name, value in RESPONSES.items()},
    **{path.stem: json.loads(path.read_bytes()) for path in EXAMPLES},
    "namespace": {
        "tools": [{"type": "namespace", "name": "a", "tools": [{"type": "function", "name": "b"}]}],
        "input": [{"type": "function_call", "call_id": "c", "name": "b", "arguments": "{}"}],
    },
    "parts": {"input": [{"role": "user", "content": [{"type": "input_text", "text": "a"}]}]},
}


def kinds(value: Any) -> Iterator[dict[str, Any]]:
    """Each object, with the key of a kind in it, as often as there are such keys."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from kinds(inner)
    if isinstance(value, dict):
        yield from ({"object": value, "key": key} for key in KINDS if key in value)


@for_each("name", list(LOGS))
def test_a_kind_that_is_no_text_breaks_no_reader(name: str) -> None:
    for number in range(len(list(kinds(LOGS[name])))):
        for odd in in_turns(ODD, number, 1):
            broken = copy.deepcopy(LOGS[name])
            place = list(kinds(broken))[number]
            place["object"][place["key"]] = odd
            try:
                log = crosswire.load(json.dumps(broken).encode())
            except CrosswireError:
                continue
            for conversation in log.conversations:
                crosswire.diagnose(conversation, crosswire.pair(conversation))


@for_each("odd", ODD, ids=["object", "array", "number", "null"])
def test_an_event_of_no_kind_breaks_no_stream(odd: Any) -> None:
    response = {"id": "resp_1", "object": "response", "output": []}
    events = [
        {"type": "response.created", "response": response},
        {"type": odd, "response": response},
        {"type": "response.completed", "response": response},
    ]
    data = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)
    with suppress(CrosswireError):
        assert crosswire.load(data).container == "sse"


@for_each("odd", ODD, ids=["object", "array", "number", "null"])
def test_a_tool_of_no_kind_in_a_namespace_breaks_no_writer(odd: Any) -> None:
    request = copy.deepcopy(LOGS["namespace"])
    request["tools"][0]["tools"][0]["type"] = odd
    (conversation,) = crosswire.load(json.dumps(request).encode()).conversations
    for target in crosswire.FORMATS:
        crosswire.render(conversation, target)
