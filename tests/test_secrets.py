"""Secrets are found wherever they stand and however they are written; masked, all else stays as it was."""

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import crosswire
import pytest
from crosswire import address
from crosswire.containers import json_document, open_upload
from crosswire.errors import CrosswireError
from crosswire.secrets import SECRET_RULES, find_secrets, masked
from crosswire.secrets.plain_text import PlainText
from crosswire.secrets.secret_rule import made_up
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each

KEY = "gh" + "p_" + made_up(36)
OTHER = "sk-" + "proj-" + made_up(48)
BARE = made_up(40)
"""An AWS secret: only its name tells what it is."""


def places_of(data: bytes) -> list[str]:
    return [found.address for found in find_secrets(data)]


def unmasked(data: bytes) -> bytes:
    return masked(data, find_secrets(data))


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(character):04x}" for character in text)


# Where


def test_a_secret_is_found_at_the_address_of_its_string_and_at_its_bytes() -> None:
    data = json.dumps({"messages": [{"role": "user", "content": f"é use {KEY}, please"}]}).encode()
    (found,) = find_secrets(data)
    assert found.address == "0:/messages/0/content"
    assert data[found.start : found.end] == KEY.encode()
    assert found.hint == "GitHub token: ghp_… 40 characters"


def test_inside_json_in_a_string_the_place_is_inside_it() -> None:
    inner = json.dumps({"env": ["a", f"TOKEN={KEY}"], "again": json.dumps([{"k": OTHER}])})
    data = json.dumps([{"function": {"arguments": inner}}]).encode()
    assert places_of(data) == ["0:/0/function/arguments!/env/1", "0:/0/function/arguments!/again!/0/k"]
    documents = open_upload(data).documents
    for found in find_secrets(data):
        value = address.resolve(found.address, documents, lambda text: json_document.read(text.encode()))
        assert KEY in str(value) or OTHER in str(value)


def test_of_equal_keys_each_has_its_own_place() -> None:
    data = f'{{"a": "{KEY}", "b": 1, "a": "{OTHER}"}}'.encode()
    assert places_of(data) == ["0:/a~40", "0:/a"]


def test_a_key_that_is_a_secret_is_told_by_its_object_and_so_is_all_below_it() -> None:
    data = json.dumps({"x": [{KEY: {"y": OTHER, "z": KEY}, "next": OTHER}]}).encode()
    assert places_of(data) == ["0:/x/0", "0:/x/0", "0:/x/0", "0:/x/0/next"]
    assert not any(KEY in place for place in places_of(data))


def test_lines_events_and_literals_have_their_places_too() -> None:
    lines = (
        f'{{"a": 1}}\n\nnot json {OTHER}\n{{"b": ["{KEY}"]}}\n{{"c": 2}}\n{{"d": 3}}\n{{"e": 4}}\n'.encode()
    )
    assert places_of(lines) == ["", "1:/b/0"]
    stream = f': {OTHER}\n\ndata: {{"a": 1}}\n\ndata: {{"b":\ndata:  "{KEY}"}}\n\ndata: [DONE]\n\n'.encode()
    assert places_of(stream) == ["", "1:/b"]
    literal = f"\n[Message(role=<Role.é: 'user'>, text='é {KEY}'), {{'{OTHER}': 1, 'k': '{KEY}'}}]\n".encode()
    assert places_of(literal) == ["0:/0/text", "0:/1", "0:/1/k"]


def test_what_no_reader_knows_is_looked_through_all_the_same() -> None:
    data = b"\x00\xff PK " + KEY.encode() + b" \xfe [" * 9
    (found,) = find_secrets(data)
    assert (found.address, data[found.start : found.end]) == ("", KEY.encode())


@for_each("data", [b"", b"{}", b"[" * 5_000, b"\xff" * 100, b'{"a": "\\', b"data:\n\n"])
def test_nothing_is_found_in_nothing(data: bytes) -> None:
    assert find_secrets(data) == []
    assert masked(data, []) == data


# However written

HIDDEN = {
    "one letter": KEY.replace("h", "\\u0068", 1),
    "every letter": escaped(KEY),
    "capital digits": "".join(f"\\u{ord(character):04X}" for character in KEY),
    "in JSON in JSON": json.dumps(escaped(KEY))[1:-1],
    "three deep": json.dumps(json.dumps(escaped(KEY))[1:-1])[1:-1],
    "its escape escaped": escaped(escaped("g")) + KEY[1:],
    "after a line end": "first\\n" + KEY,
    "after an escaped line end": "first\\\\n" + KEY,
    "after a colour": "\\u001b[32m" + KEY,
    "in quotes in a string": f'\\"{KEY}\\"',
    "as a name's value": f"GITHUB_TOKEN={KEY};",
    "in an address": f"https:\\/\\/{KEY}@github.com\\/a",
}


@for_each("written", HIDDEN.values(), ids=HIDDEN)
def test_escapes_hide_no_secret(written: str) -> None:
    data = f'{{"k": "{written}", "plain": "{KEY}"}}'.encode()
    json.loads(data)
    found = find_secrets(data)
    assert [(one.rule.id, one.number, one.address) for one in found] == [
        ("github-token", 1, "0:/k"),
        ("github-token", 1, "0:/plain"),
    ]
    clean = json.loads(masked(data, found))
    assert clean["plain"] == "[masked-github-token-1]"
    assert "[masked-github-token-1]" in clean["k"]


def test_a_line_end_and_the_rest_of_a_word_are_no_secret_that_begins_with_n() -> None:
    token = "np" + "m_" + made_up(36)
    data = f'{{"k": "line\\{token}"}}'.encode()
    assert json.loads(data)["k"].startswith("line\npm_")
    assert find_secrets(data) == []
    assert len(find_secrets(data.replace(b"line\\n", b"line\\nn"))) == 1


def test_an_escaped_slash_hides_no_part_of_a_key_with_slashes() -> None:
    key = BARE[:10] + "/" + BARE[10:20] + "/" + BARE[22:]
    data = json.dumps({"aws_secret_access_key": key}).replace("/", "\\/").encode()
    (found,) = find_secrets(data)
    assert json.loads(masked(data, [found])) == {"aws_secret_access_key": "[masked-aws-secret-key-1]"}


def test_a_secret_known_by_its_name_is_also_found_where_it_stands_alone() -> None:
    data = json.dumps([f"id {BARE}x", {"env": {"AWS_SECRET_ACCESS_KEY": BARE}}, f"call_{BARE}"]).encode()
    assert [(one.address, one.number) for one in find_secrets(data)] == [
        ("0:/0", 1),
        ("0:/1/env/AWS_SECRET_ACCESS_KEY", 1),
        ("0:/2", 1),
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_private_key_goes_whole_and_leaves_the_json_around_it(line_end: str) -> None:
    lines = [made_up(64), made_up(63) + "=", made_up(7)]
    head, foot = "-----BEGIN RSA PRIVATE " + "KEY-----", "-----END RSA PRIVATE " + "KEY-----"
    pem = line_end.join([head, "Proc-Type: 4,ENCRYPTED", "", *lines, foot, ""])
    cut = line_end.join([head, *lines[:2]])
    goes_on = f"{cut} and so on, which is no more of the key."
    value = {"a": pem, "b": json.dumps({"c": pem, "cut": cut}), "cut": cut + "\n", "d": goes_on}
    data = json.dumps(value).encode()
    clean = unmasked(data)
    told = json.loads(clean)
    assert told["a"].startswith(head + "[masked-private-key-1]" + foot)
    assert json.loads(told["b"])["c"] == told["a"]
    assert json.loads(told["b"])["cut"] == head + "[masked-private-key-2]" == told["cut"].rstrip()
    assert told["d"] == head + "[masked-private-key-2] and so on, which is no more of the key."
    assert not any(line.encode() in clean for line in lines)


# In pieces

STREAMS = {
    "Chat Completions": lambda text: {"choices": [{"index": 0, "delta": {"content": text}}]},
    "Anthropic": lambda text: {"type": "content_block_delta", "delta": {"type": "text_delta", "text": text}},
    "Responses": lambda text: {"type": "response.output_text.delta", "delta": text},
    "Gemini": lambda text: {"candidates": [{"content": {"parts": [{"text": text}]}}]},
}


@for_each("stream", STREAMS.values(), ids=STREAMS)
@for_each("how", ["events", "lines", "array"])
@for_each("size", [3, 17])
def test_a_secret_that_came_in_pieces_is_found_and_masked_in_all_of_them(
    stream: Any, how: str, size: int
) -> None:
    text = f"Your key:\n{KEY}. Keep it."
    chunks = [json.dumps(stream(text[i : i + size])) for i in range(0, len(text), size)]
    if how == "events":
        data = "".join(f"data: {chunk}\n\n" for chunk in chunks).encode()
    else:
        data = ("\n".join(chunks) if how == "lines" else f"[{', '.join(chunks)}]").encode()
    found = find_secrets(data)
    assert len(found) > 1
    assert {(one.rule.id, one.number) for one in found} == {("github-token", 1)}
    assert [one.continues for one in found] == [False] + [True] * (len(found) - 1)
    assert b"".join(data[one.start : one.end] for one in found) == KEY.encode()
    clean = masked(data, found)
    assert find_secrets(clean) == []
    assert len(open_upload(clean).documents) == len(open_upload(data).documents)
    letters = "".join(re.findall(r'"(?:content|text|delta)": "([^"]*)"', clean.decode()))
    assert letters.replace("text_delta", "") == "Your key:\\n[masked-github-token-1]. Keep it."


# Masked


def strings(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every string in a JSON value, as its container and its key."""
    for key in (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    ):
        if isinstance(value[key], str):
            yield value, key
        else:
            yield from strings(value[key])


def with_secrets(value: Any) -> Any:
    """The value with secrets in every text but the words that the formats are made of, and in its ids."""
    value = copy.deepcopy(value)
    for number, (container, key) in enumerate(list(strings(value))):
        if container[key] == "call_1":
            container[key] = f"call_1 {OTHER}"
        elif key == "arguments":
            container[key] = json.dumps({"path": f"{KEY}", "n": number})
        elif key not in ("role", "type", "object", "stop_reason", "status", "finish_reason", "model", "name"):
            container[key] += f" {KEY}\n{OTHER}"
    return value


@for_each("name", list(REQUESTS))
def test_a_masked_log_is_the_same_log_with_the_same_pairs(name: str) -> None:
    data = json.dumps(with_secrets(REQUESTS[name])).encode()
    found = find_secrets(data)
    clean = masked(data, found)
    assert KEY.encode() not in clean
    assert OTHER.encode() not in clean
    before, after = crosswire.load(data, format=name), crosswire.load(clean, format=name)
    for one, other in zip(before.conversations, after.conversations, strict=True):
        assert crosswire.pair(one).counts() == crosswire.pair(other).counts()
        assert [len(message.parts) for message in one.messages] == [
            len(message.parts) for message in other.messages
        ]
        calls = [call.call_id.value for call in other.calls()]
        assert calls == [result.call_id.value for result in other.results()]
    assert crosswire.detect(data)[0].format == crosswire.detect(clean)[0].format


SAMPLES = [*REQUESTS.values(), *RESPONSES.values()]


def test_masking_changes_no_byte_beside_the_secrets_and_a_second_time_nothing() -> None:
    chance = random.Random(20261122)
    examples = [rule.example for rule in SECRET_RULES]
    for number in range(300):
        lines = [copy.deepcopy(chance.choice(SAMPLES)) for _ in range(1 + number % 3)]
        for value in lines:
            for container, key in chance.sample(list(strings(value)), 2):
                container[key] += " " + chance.choice(examples).decode() * chance.randint(1, 2)
        layout: Any = chance.choice([{}, {"indent": 2}, {"ensure_ascii": False}])
        data = "\n".join(json.dumps(value, **layout) for value in lines).encode()
        found = find_secrets(data)
        clean = masked(data, found)
        assert found
        assert find_secrets(clean) == []
        assert unmasked(clean) == clean
        rest, end = [b""], 0
        for one in found:
            assert one.start >= end
            rest[-1] += data[end : one.start]
            rest += [] if one.continues else [b""]
            end = one.end
        rest[-1] += data[end:]
        assert re.split(rb"\[masked-[a-z0-9-]+-[0-9]+\]", clean) == rest


def test_a_session_stays_a_session() -> None:
    data = b"\n".join(json.dumps(with_secrets(line)).encode() for line in SESSION_LINES)
    clean = unmasked(data)
    assert crosswire.load(clean).format == crosswire.load(data).format
    assert find_secrets(clean) == []


def test_placeholders_that_are_there_already_are_not_given_to_other_secrets() -> None:
    data = json.dumps(["[masked-github-token-4]", KEY]).encode()
    assert json.loads(unmasked(data)) == ["[masked-github-token-4]", "[masked-github-token-5]"]


def test_only_what_is_asked_for_is_masked() -> None:
    data = json.dumps([KEY, OTHER, KEY]).encode()
    chosen = [one for one in find_secrets(data) if one.rule.id == "github-token"]
    assert json.loads(masked(data, chosen)) == ["[masked-github-token-1]", OTHER, "[masked-github-token-1]"]


@given(
    st.binary(max_size=200), st.lists(st.sampled_from([KEY, OTHER, '"', "\\", "\n", "{", "}", ":", "u0061"]))
)
def test_any_bytes_are_masked_without_an_error_and_for_good(noise: bytes, words: list[str]) -> None:
    data = noise + "".join(words).encode() + noise
    found = find_secrets(data)
    ends = [0, *(one.end for one in found)]
    assert all(end <= one.start < one.end for end, one in zip(ends, found, strict=False))
    clean = masked(data, found)
    assert masked(clean, find_secrets(clean)) == clean or find_secrets(clean)[0].start > 0


@given(
    st.lists(
        st.sampled_from([KEY, OTHER, BARE, escaped("g"), "/", "\\", '"', "\n", "é", "a b", "://u:p@", " "])
    )
)
def test_any_json_stays_json(words: list[str]) -> None:
    text = "".join(words)
    value = {"a": text, text: [json.dumps({"b": text, text: json.dumps([text])})]}
    for data in (json.dumps(value), json.dumps(value, ensure_ascii=False).replace("/", "\\/")):
        clean = unmasked(data.encode())
        read = json.loads(clean)
        (key,) = (key for key in read if key != "a")
        inner = json.loads(read[key][0])
        json.loads(next(inner[name] for name in inner if name != "b"))
        try:
            crosswire.load(clean)
        except CrosswireError:
            continue


@given(
    st.lists(
        st.sampled_from(["\\u0061", "\\\\u0061", "\\/", "\\x41", "\\u005cu0061", "a", "é", "\\n", '\\"'])
    )
)
def test_plain_text_leads_back_to_the_upload(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    plain = PlainText(data)
    places = [plain.place(position) for position in range(len(plain.text) + 1)]
    assert places == sorted(set(places))
    assert places[-1] == len(data)
    for position, sign in enumerate(plain.text):
        written = data[places[position] : places[position + 1]]
        assert written == bytes([sign]) or written.startswith(b"\\")
