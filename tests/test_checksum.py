"""The checksum of a call: RFC 8785's bytes, what is normalised, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import crosswire
import pytest
import rfc8785
from crosswire.facts import checksum
from crosswire.facts.checksum import ARGUMENTS_AS_TEXT, CANONICAL, NUMBERS_AS_TEXT, Checksum
from crosswire.facts.checksum_forms import forms_that_fit
from crosswire.model import ToolCallPart
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.histories import anthropic, call, calling, chat, function_call, gemini, model, responses, user
from tests.selection import for_each, tries

KEYS = st.one_of(st.text(), st.sampled_from(["\ufb33", "\U0001f600", "\u20ac", "a", "\ud83d"]))
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(),
        st.sampled_from([1.0, 1e-7, -0.0, 1e21, 2**53, 2**53 - 1, 10**400, "\ud800", "\u2028", "\x7f\x1f"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=12,
)


def only_call(conversation: crosswire.Conversation) -> ToolCallPart:
    (found,) = conversation.calls()
    return found


def of(arguments: str, name: str = "f") -> Checksum | None:
    """Of a call in Chat Completions, which writes arguments as text."""
    return checksum.of(only_call(chat(calling(call("call_a", name, arguments)))))


def of_input(value: Any) -> Checksum | None:
    """Of a call in Anthropic Messages, which writes arguments as a value."""
    block = {"type": "tool_use", "id": "toolu_a", "name": "f", "input": value}
    return checksum.of(only_call(anthropic(user(), {"role": "assistant", "content": [block]})))


@for_each(
    ("name", "arguments", "digits"),
    [
        (
            "get_weather",
            '{"city": "Paris"}',
            "ba8075d61fa9a60d8b504b7fcec9a91adfad0e874c1855362f45934e19646342",
        ),
        ("f", "{}", "1ea0d9503e0f1a09a3c4f216053ebdcd5d9e2fd8f11d90be7846c5d17c7ddf32"),
        ("f", '{"n": 1}', "6505c8b019f22156dc09635178c5c4471b6994248a2971f45bb71ef60e73e88e"),
        ("f", '{"n": 1.0}', "6505c8b019f22156dc09635178c5c4471b6994248a2971f45bb71ef60e73e88e"),
    ],
)
def test_the_checksum_is_sha256_of_the_canonical_json(name: str, arguments: str, digits: str) -> None:
    assert of(arguments, name) == Checksum("sha256-jcs", digits)


@for_each(
    ("value", "text"),
    [
        (1.0, b"1"),
        (1e-7, b"1e-7"),
        (-0.0, b"0"),
        (1e20, b"100000000000000000000"),
        ({"\ufb33": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\ufb33":1}'.encode()),
        ("\u00e9\u2028\x7f\x1f\n", '"\u00e9\u2028\x7f\\u001f\\n"'.encode()),
        ({"b": [True, None], "a": {}}, b'{"a":{},"b":[true,null]}'),
    ],
)
def test_canonical_json_is_not_what_pythons_own_library_writes(value: Any, text: bytes) -> None:
    assert checksum.canonical(value) == text


@given(VALUES)
def test_the_fast_way_gives_the_bytes_of_the_library_or_none(value: Any) -> None:
    try:
        expected = rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        expected = None
    assert checksum.canonical(value) == expected


@given(VALUES)
def test_no_value_is_too_odd_for_a_checksum(value: Any) -> None:
    found = checksum.of_value("f", value)
    text = json.dumps(value, ensure_ascii=False)
    if found is None:
        with pytest.raises(UnicodeEncodeError):
            text.encode()
    else:
        assert found.algorithm in (CANONICAL, NUMBERS_AS_TEXT)
        assert len(found.hex) == 64


@for_each("number", ["9007199254740992", "-9007199254740993", "1e400", "NaN", "9" * 5_000])
def test_a_number_that_no_double_holds_is_hashed_as_its_text(number: str) -> None:
    expected = hashlib.sha256(f'{{"args":{{"n":"{number}"}},"tool":"f"}}'.encode()).hexdigest()
    assert of(f'{{"n": {number}}}') == Checksum("sha256-jcs-numbers-as-text", expected)


def test_numbers_that_differ_beyond_a_double_are_told_apart() -> None:
    assert of('{"n": 9007199254740993}') != of('{"n": 9007199254740992}')
    assert of('{"n": 9007199254740991}') == of('{"n": 9007199254740991.0}')


def test_the_spelling_of_the_arguments_makes_no_difference() -> None:
    same = [
        of('{"a": 1, "b": [2]}'),
        of('{"b":[2.0],"a":1e0}'),
        of(json.dumps('{"a": 1, "b": [2]}')),
        of_input({"b": [2], "a": 1}),
        of_input('{"a": 1, "b": [2]}'),
        checksum.of(only_call(gemini(model({"name": "f", "args": {"a": 1, "b": [2]}})))),
        checksum.of(only_call(responses(function_call("c", "f") | {"arguments": '{"a":1,"b":[2]}'}))),
    ]
    assert same == [same[0]] * len(same)


@pytest.mark.parametrize("arguments", ["", "null", "{}"])
def test_a_call_without_arguments_has_an_empty_object(arguments: str) -> None:
    assert of(arguments) == of_input({}) == of_input(None)


def test_the_arguments_of_a_provider_tool_that_were_not_logged_are_not_taken_for_none() -> None:
    item = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    assert checksum.of(only_call(responses(user(), item))) is None


def test_text_that_is_no_json_and_free_text_are_hashed_as_text() -> None:
    expected = hashlib.sha256(b'{"args_text":"{\\"a\\": ","tool":"f"}').hexdigest()
    assert of('{"a": ') == Checksum(ARGUMENTS_AS_TEXT, expected)
    free = {"id": "call_a", "type": "custom", "custom": {"name": "f", "input": '{"a": '}}
    assert checksum.of(only_call(chat(calling(free)))) == of('{"a": ')


def test_half_a_character_has_no_bytes_and_so_no_checksum() -> None:
    assert of('{"a": "\\ud83d"}') is None
    assert of('{"a": "\\ud83d\\ude00"}') is not None


@settings(max_examples=tries(8, thorough=40), deadline=None)
@given(VALUES, VALUES)
def test_calls_are_equal_where_their_checksums_are(one: Any, other: Any) -> None:
    blocks = [
        {"type": "tool_use", "id": f"toolu_{n}", "name": "f", "input": {"value": value}}
        for n, value in enumerate((one, other, one))
    ]
    message = {"role": "assistant", "content": blocks}
    (conversation,) = crosswire.parse([message], "anthropic")
    calls = list(conversation.calls())
    sums = [checksum.of(one) for one in calls]
    together = checksum.equal_calls(calls)
    assert (sums[0] is not None) == any(
        calls[0] in group and calls[2] in group for group in together.values()
    )
    equal = sums[0] is not None and sums[0] == sums[1]
    assert equal == any(calls[0] in group and calls[1] in group for group in together.values())


@for_each(
    ("text", "form"),
    [
        ('{"args":{"b":1,"a":"é"},"tool":"f"}', "the arguments first, keys as written"),
        ('{"tool":"f","args":{"b":1,"a":"é"}}', "the tool first, keys as written"),
        ('{"tool":"f","args":{"a":"é","b":1}}', "the tool first, keys of the arguments sorted"),
        ('{"args":{"a":"é","b":1},"tool":"f"}', "RFC 8785"),
        ('{"args":{"a":"é","b":1.0},"tool":"f"}', "sorted keys"),
        ('{"args": {"a": "\\u00e9", "b": 1.0}, "tool": "f"}', "sorted keys in ASCII with spaces"),
        ('{"args":"{\\"b\\": 1.0, \\"a\\": \\"é\\"}","tool":"f"}', "the arguments as a text"),
    ],
)
def test_the_form_that_a_checksum_was_taken_of_is_found(text: str, form: str) -> None:
    found = only_call(chat(calling(call("call_a", "f", '{"b": 1.0, "a": "é"}'))))
    assert forms_that_fit(found, hashlib.sha256(text.encode()).hexdigest())[0] == form


def test_no_form_fits_what_is_the_hash_of_something_else() -> None:
    found = only_call(chat(calling(call("call_a", "f", '{"b": NaN, "a": "\\ud83d"}'))))
    assert forms_that_fit(found, "0" * 64) == []
    assert forms_that_fit(found, "abc") == []
