"""Addresses: taken apart and put together again, resolved, and ordered as the text is."""

import json

import pytest
from crosswire.address import (
    Address,
    AddressParts,
    ancestry,
    child,
    document_of,
    escape,
    is_within,
    last_token,
    nested,
    occurrence,
    parent,
    pointer,
    rebase,
    resolve,
    root,
    span,
    split,
    unescape,
)
from crosswire.containers import json_document
from crosswire.errors import BadAddress
from hypothesis import given
from hypothesis import strategies as st
from tests.selection import for_each

KEYS = st.text(st.sampled_from("!@~/01234-:aé\ud83d \n"), max_size=6) | st.sampled_from(
    ["", "~", "~0", "~1", "~2", "~3", "~4", "~40", "a~412", "a~4", "0", "-1", "!", "@1-2", "a/b", "\ud83d"]
)
VALUES = st.recursive(
    st.none() | st.integers(0, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def read_text(text: str) -> object:
    return json_document.read(text.encode("utf-8", "surrogatepass"))


def backwards(places: list[Address]) -> list[Address]:
    return places[::-1]


def walk(value: object, at: Address) -> list[tuple[Address, object]]:
    """Every value with its address, in the order of the text."""
    found = [(at, value)]
    if isinstance(value, dict):
        for key, item in value.items():
            found += walk(item, child(at, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            found += walk(item, child(at, i))
    return found


@given(KEYS)
def test_a_key_is_found_again_behind_its_escapes(key: str) -> None:
    assert unescape(escape(key)) == key
    assert not set(escape(key)) & set("/!@")


@given(KEYS, st.integers(0, 99))
def test_a_number_of_occurrence_is_no_part_of_the_key(key: str, number: int) -> None:
    token = split(occurrence(root(), key, number)).levels[0][0]
    assert unescape(token) == key


@given(st.integers(0, 999), st.lists(st.lists(KEYS, max_size=3), min_size=1, max_size=3), st.booleans())
def test_splitting_undoes_building(document: int, levels: list[list[str]], spanned: bool) -> None:
    address = child(root(document), *levels[0])
    for keys in levels[1:]:
        address = child(nested(address), *keys)
    if spanned:
        address = span(address, 4, 19)
    parts = split(address)
    assert [[unescape(token) for token in tokens] for tokens in parts.levels] == levels
    assert (parts.document, parts.span) == (document, (4, 19) if spanned else None)
    assert document_of(address) == document
    assert address == f"{document}:{pointer(address)}"


def test_the_examples_of_the_documentation() -> None:
    assert split("0:/messages/3/content/1") == AddressParts(0, (("messages", "3", "content", "1"),), None)
    assert split("0:/arguments!/path") == AddressParts(0, (("arguments",), ("path",)), None)
    assert split("0:/messages/1/content@4-19").span == (4, 19)
    assert occurrence(Address("0:/messages/1"), "role", 0) == "0:/messages/1/role~40"
    assert child(root(7), "message", "content") == "7:/message/content"


@for_each(
    "text",
    [
        *(
            "",
            "0",
            "/messages/3",
            "0:messages",
            "-1:/a",
            "0:/a@1",
            "0:/a@1-",
            "0:/a@-2",
            "0:/a@1-2/b",
            "0:/a!b",
        ),
        *("0:/a@1-2@3-4", "x:/a", "0:/a@１-２", "٣:/a", " 0:/a", "0:/a!@", "0:" + "a" * 100_000),
        *("9" * 5_000 + ":/a", "0:/a@1-" + "9" * 5_000),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress) as refused:
        split(text)
    assert len(str(refused.value)) < 300
    with pytest.raises(BadAddress):
        resolve(Address(text), [{"a": 1}], json.loads)


@given(VALUES)
def test_every_address_leads_to_its_value(value: object) -> None:
    for address, item in walk(value, root(1)):
        assert resolve(address, [None, value], read_text) is item


@given(VALUES, KEYS)
def test_an_address_leads_through_json_text_inside_a_string(value: object, key: str) -> None:
    text = json.dumps(value)
    document = {key: [json.dumps({"inner": text})]}
    inside = child(nested(child(root(), key, 0)), "inner")
    assert resolve(inside, [document], read_text) == text
    for address, item in walk(value, nested(inside)):
        assert resolve(address, [document], read_text) == item


def test_a_span_is_cut_out_of_a_text() -> None:
    assert resolve(span(Address("0:/a"), 1, 3), [{"a": "wörld"}], json.loads) == "ör"


def test_each_of_several_equal_keys_has_an_address() -> None:
    value = json_document.read(b'{"a": {"b": 1}, "a": {"b": 2}, "c": 0, "a": {"b": 3}}')
    places = [occurrence(root(), "a", number) for number in range(3)]
    assert [resolve(child(place, "b"), [value], json.loads) for place in places] == [1, 2, 3]
    assert resolve(Address("0:/a/b"), [value], json.loads) == 3


@for_each(
    "address",
    [
        *(
            "0:/b",
            "0:/a/2",
            "0:/a/-1",
            "0:/a/x",
            "0:/a/01",
            "0:/a/1/2",
            "1:",
            "0:/a/0~40",
            "0:/t!",
            "0:/t!/x",
        ),
        *(
            "0:/a@0-1",
            "0:/n!",
            "0:/d~41",
            "0:/d~4999999999999",
            "0:/a/+1",
            "0:/a/1_0",
            "0:/a/٠",
            "0:/t!!",
            "0:/a/ 0",
        ),
    ],
)
def test_an_address_of_nothing_is_refused(address: str) -> None:
    document = {"a": [[1], 2], "t": "no JSON", "n": 1, "d": 1}
    with pytest.raises(BadAddress, match="nothing"):
        resolve(Address(address), [document], read_text)


def test_an_address_too_deep_to_read_is_refused_and_not_a_crash() -> None:
    document = {"t": "[" * 100_000}
    with pytest.raises(BadAddress):
        resolve(Address("0:/t!/0"), [document], read_text)


@for_each(
    ("address", "ancestor", "within"),
    [
        ("0:/a", "0:/a", True),
        ("0:/a/b", "0:/a", True),
        ("0:/ab", "0:/a", False),
        ("0:/a!/b", "0:/a", True),
        ("0:/a!", "0:/a!", True),
        ("0:/a!/b", "0:/a!", True),
        ("0:/a@1-2", "0:/a", True),
        ("0:/a~40", "0:/a", False),
        ("0:/a", "0:", True),
        ("0:", "0:", True),
        ("10:/a", "1:", False),
        ("0:/messages/10", "0:/messages/1", False),
        ("0:/a", "0:/a/b", False),
        ("0://x", "0:/", True),
        ("0:/x", "0:/", False),
        ("0:/a:b", "0:/a:", False),
        ("0:!/b", "0:", True),
        ("0:!!/b", "0:!", True),
        ("0:@1-2", "0:", True),
    ],
)
def test_lying_within_goes_by_whole_tokens(address: str, ancestor: str, within: bool) -> None:
    assert is_within(address, ancestor) is within


@given(VALUES)
def test_a_place_lies_within_exactly_what_it_was_built_from(value: object) -> None:
    places = [address for address, _ in walk(value, root())]
    for place in places:
        tokens = split(place).levels[0]
        for other in places:
            prefix = split(other).levels[0]
            assert is_within(place, other) == (tokens[: len(prefix)] == prefix)


def test_rebasing_keeps_what_lies_below() -> None:
    moved = rebase(Address("0:/messages/3/content/1!/a@1-2"), Address("0:/messages/3"), Address("0:/input/7"))
    assert moved == "0:/input/7/content/1!/a@1-2"
    assert rebase(Address("0:/a"), Address("0:/a"), Address("4:/b")) == "4:/b"
    with pytest.raises(BadAddress):
        rebase(Address("0:/ab"), Address("0:/a"), Address("0:/b"))


def test_the_parent_is_one_step_up_out_of_spans_and_nested_documents_too() -> None:
    address = Address("0:/a/1!/b@2-5")
    assert list(ancestry(address)) == ["0:/a/1!/b@2-5", "0:/a/1!/b", "0:/a/1!", "0:/a/1", "0:/a", "0:"]
    assert parent(root(3)) is None


def test_the_last_token_keeps_its_escapes() -> None:
    assert last_token(child(root(), "a", "b/c")) == "b~1c"
