"""Whatever is uploaded, reading gives conversations or one clear sentence, and no text is more than text."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import crosswire
import pytest
from crosswire import FORMATS, CrosswireError, NotAConversation, UnreadableUpload, UploadTooDeep
from crosswire.containers import json_document
from tests.measured import within
from tests.samples import REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each, in_turns, some_of, tries

HTML = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;{{7*7}}\u2028\x00"


@for_each(
    ("data", "error", "words"),
    [
        (b"", UnreadableUpload, "The upload is empty"),
        (b"\xef\xbb\xbf", UnreadableUpload, "The upload is empty"),
        (
            b"hello",
            UnreadableUpload,
            "Not JSON: a value should stand here, and this is none (byte 0, line 1, column 1)",
        ),
        (b"<!doctype html><p>{}</p>", UnreadableUpload, "HTML page"),
        (b'{"messages": [', NotAConversation, "The text was cut off here"),
        (b"PK\x03\x04rest", UnreadableUpload, "a zip archive that is damaged or cut off"),
        (b"\x89PNG\r\n\x1a\n", UnreadableUpload, "PNG image"),
        (b"\x1f\x8b\x08", UnreadableUpload, "gzip"),
        (b"\xff\xfe{\x00}\x00", NotAConversation, "an empty object"),
        (b'data: {"id": 1}\n\n', NotAConversation, "reads as an event stream"),
        (b'data: {"id": }\n\n', UnreadableUpload, "the data of the event on line 1"),
        (b"[" * 100_000, UploadTooDeep, "nested more than 254 levels deep"),
        (b'["[", ' + b"[" * 3_000, UploadTooDeep, "It goes too deep at byte 259 (line 1, column 260)."),
        (b"{}", NotAConversation, "an empty object"),
        (b'{"messages": []}', NotAConversation, "its 'messages' are empty"),
        (b"__import__('os').x(a=1)", NotAConversation, "reads as a Python literal"),
        (b'{"messages": "no"}', NotAConversation, "an object with the keys 'messages'"),
        (b"[1, 2, 3]", NotAConversation, "an array of 3"),
        (b"null", NotAConversation, "a plain value"),
        (b'{"' + b"k" * 10_000 + b'": 1}', NotAConversation, "an object with the keys"),
    ],
)
def test_each_kind_of_bad_upload_gets_its_own_sentence(
    data: bytes, error: type[CrosswireError], words: str
) -> None:
    with pytest.raises(error) as refused:
        crosswire.load(data)
    message = str(refused.value)
    assert words in message
    assert message.endswith(".")
    assert len(message) < 600


@pytest.mark.thorough
def test_fifty_one_megabytes_are_read_like_any_other_log() -> None:
    body = copy.deepcopy(REQUESTS["openai-chat"])
    body["messages"][2]["content"] = "0123456789abcde\n" * (51 << 16)
    data = json.dumps(body).encode()
    assert len(data) > 51 << 20
    with within(10):
        (conversation,) = crosswire.load(data).conversations
        assert crosswire.pair(conversation).counts()["by_id"] == 1


MANY = tries(2_000, thorough=100_000)


@for_each("unit", ["{}", "[]", '""', "0", '{"role":1}', "[[]]", '{"a":{}}', '{"request":{}}'])
def test_very_many_small_values_that_are_no_conversation_are_refused_soon(unit: str) -> None:
    with within(6):
        for data in (f"[{','.join([unit] * MANY)}]", "\n".join([unit] * (MANY // 10))):
            with pytest.raises(CrosswireError):
                crosswire.load(data.encode())


# HTML in every string


def with_html(value: Any, key: str = "") -> Any:
    """The value with HTML added to every text but the words that the formats are made of."""
    if isinstance(value, dict):
        return {name: with_html(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [with_html(item, key) for item in value]
    if isinstance(value, str) and key not in ("role", "type", "object", "arguments", "stop_reason"):
        return value + HTML
    return value


@for_each("format", list(FORMATS))
def test_html_in_every_string_stays_text(format: str) -> None:
    data = json.dumps(with_html(REQUESTS[format])).encode()
    (conversation,) = crosswire.load(data).conversations
    assert conversation.messages[0].parts[0].text == "What is in a.txt?" + HTML  # type: ignore[attr-defined]
    (call,), (result,) = list(conversation.calls()), list(conversation.results())
    assert (call.name, call.call_id.value) == ("read_file" + HTML, "call_1" + HTML)
    assert crosswire.pair(conversation).counts()["by_id"] == 1
    for target in FORMATS:
        payload = crosswire.render(conversation, target, ids="keep").payload
        assert json.loads(json_document.write(payload)) == payload
        text = json.dumps(payload)
        for said in ("What is in a.txt?", "read_file", "milk"):
            assert json.dumps(said + HTML)[1:-1] in text
    assert result.content


# Nested as deeply as the reader allows


def nested(depth: int, kind: str) -> Any:
    value: Any = "core"
    for _ in range(depth):
        value = {"properties": {"a": value}, "type": "object"} if kind == "schema" else [value]
        if kind == "object":
            value = {"a": value}
    return value


@for_each("format", list(FORMATS))
@for_each(("kind", "depth"), [("schema", 120), ("object", 120), ("array", 240)])
def test_deep_nesting_at_every_place_breaks_no_reader_rule_or_writer(
    format: str, kind: str, depth: int
) -> None:
    deep = nested(depth, kind)
    for value in (REQUESTS[format], RESPONSES[format]):
        for number in some_of(range(len(list(places(value)))), 10):
            broken = copy.deepcopy(value)
            container, key = list(places(broken))[number]
            container[key] = json.dumps(deep) if key == "arguments" else deep
            try:
                log = crosswire.load(json.dumps(broken).encode(), format=format)
            except NotAConversation:  # nothing but this value was in it
                continue
            _use(log)


def test_arguments_as_deep_as_a_document_may_be_are_written_into_deeper_ones() -> None:
    request = copy.deepcopy(REQUESTS["openai-chat"])
    request["messages"][1]["tool_calls"][0]["function"]["arguments"] = '{"a":' * 254 + "1" + "}" * 254
    (conversation,) = crosswire.load(json.dumps(request).encode()).conversations
    for target in FORMATS:
        written = json_document.write(crosswire.render(conversation, target).payload)
        assert written.replace(b"\\", b"").count(b'{"a":') == 254


# Mutations


def uploads() -> list[tuple[bytes, Any]]:
    values: list[Any] = [*REQUESTS.values(), *RESPONSES.values()]
    values += [{"request": REQUESTS[name], "response": RESPONSES[name]} for name in FORMATS]
    single = [(json.dumps(value).encode(), value) for value in values]
    lines = b"\n".join(json.dumps(line).encode() for line in SESSION_LINES)
    return [*single, (lines, SESSION_LINES)]


JUNK = (
    *(
        None,
        True,
        0,
        -1,
        1.5,
        2**70,
        "",
        "x",
        "\ud83d",
        "user",
        "tool",
        "{",
        '{"a": 1}',
        [],
        {},
        [[]],
        [None],
        ["x"],
    ),
    *(
        {"type": "x"},
        {"role": "user"},
        {"text": 7},
        [{"type": "text"}],
        {"a": {"b": {}}},
        "data:image/png;base64,x",
    ),
)
BYTES = (
    *(bytes([n]) for n in (0, 9, 10, 34, 44, 48, 58, 91, 92, 93, 123, 125, 195, 255)),
    b"\\u",
    b"null",
    b"NaN",
    b"1e999",
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value, as its container and its key."""
    for key in (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        yield value, key
        yield from places(value[key])


def with_broken_bytes(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data) + 1)
        until = min(len(data), at + chance.choice((0, 0, 1, 1, 2, 20)))
        data = data[:at] + chance.choice((b"", data[at:until] * 2, chance.choice(BYTES))) + data[until:]
    return data


def with_broken_values(value: Any, chance: random.Random) -> bytes:
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        container, key = chance.choice(list(places(value)))
        change = chance.randrange(4)
        if change == 0:
            del container[key]
        elif change == 1 and isinstance(container, dict):
            container[chance.choice(("type", "role", "id", "content", "x", ""))] = container.pop(key)
        elif change == 2:
            container[key] = copy.deepcopy(chance.choice(list(places(value)))[0])
        else:
            container[key] = copy.deepcopy(chance.choice(JUNK))
        if not any(places(value)):
            break
    return json.dumps(value).encode()


def test_thousands_of_mutations_of_logs_raise_nothing_of_their_own() -> None:
    chance = random.Random(20261121)
    originals = uploads()
    read, refusals = 0, set()
    count = tries(400, thorough=10_000)
    for number in range(count):
        data, value = originals[number % len(originals)]
        broken = with_broken_bytes(data, chance) if number % 3 == 0 else with_broken_values(value, chance)
        try:
            log = crosswire.load(broken)
        except CrosswireError as error:
            refusals.add(str(error))
            continue
        read += 1
        if number % 20 == 1:
            _use(log)
    assert read > count / 2
    assert all(message.endswith(".") for message in refusals)


@for_each("format", list(FORMATS))
def test_mutations_read_as_a_format_that_was_asked_for_raise_nothing_either(format: str) -> None:
    chance = random.Random(7)
    given = in_turns(uploads(), list(FORMATS).index(format), len(uploads()) // 2)
    for data, value in given * tries(1, thorough=10):
        for broken in (with_broken_bytes(data, chance), with_broken_values(value, chance)):
            try:
                log = crosswire.load(broken, format=format)
            except CrosswireError:
                continue
            _use(log)


def _use(log: crosswire.Log) -> None:
    """All that is done with a log that was read."""
    for conversation in log.conversations:
        pairing = crosswire.pair(conversation)
        for found in crosswire.diagnose(conversation, pairing):
            crosswire.address.split(found.address)
        for target in FORMATS:
            rendering = crosswire.render(conversation, target, pairing=pairing)
            json_document.read(json_document.write(rendering.payload))
