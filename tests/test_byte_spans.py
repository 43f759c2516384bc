"""Byte ranges: what stands there is the value that the address names."""

import codecs
import json

import pytest
from crosswire.address import Address, child, nested, occurrence, resolve, root, span
from crosswire.containers import open_upload
from crosswire.containers.byte_spans import byte_spans
from hypothesis import given
from hypothesis import strategies as st
from tests.measured import within

KEYS = st.text(max_size=4) | st.sampled_from(["", "~", "/", "!", "@", "~1", "~40", "0", "é", "名", "\ud83d"])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
LAYOUT = st.fixed_dictionaries(
    {"indent": st.sampled_from([None, 0, 2, "\t"]), "ensure_ascii": st.booleans()},
    optional={"separators": st.sampled_from([(",", ":"), (" ,\r\n ", " :\t")])},
)


def all_addresses(value: object, at: Address) -> list[Address]:
    found = [at]
    if isinstance(value, dict):
        found += [place for key in value for place in all_addresses(value[key], child(at, key))]
    elif isinstance(value, list):
        found += [place for i, item in enumerate(value) for place in all_addresses(item, child(at, i))]
    return found


def text_at(data: bytes, place: tuple[int, int]) -> str:
    return data[slice(*place)].decode()


@given(JSON, LAYOUT, st.sampled_from(["", " ", "\n\t "]), st.booleans())
def test_each_range_reads_as_the_value_at_its_address(value, layout, padding, marked):
    text = padding + json.dumps(value, **layout) + padding
    data = (codecs.BOM_UTF8 if marked else b"") + text.encode("utf-8", "replace")
    value = json.loads(text.encode("utf-8", "replace"))
    addresses = all_addresses(value, root())
    spans = byte_spans(data, "json", addresses)
    assert set(spans) == set(addresses)
    for address, place in spans.items():
        assert json.loads(text_at(data, place)) == resolve(address, [value], json.loads)


@given(
    st.lists(st.dictionaries(KEYS, JSON, min_size=1, max_size=3), min_size=2, max_size=5),
    st.booleans(),
    st.data(),
)
def test_each_range_of_json_lines_lies_in_its_own_line(values, marked, data_of):
    lines = []
    for value in values:
        lines += [b""] * data_of.draw(st.integers(0, 2))
        lines.append(json.dumps(value, ensure_ascii=data_of.draw(st.booleans())).encode("utf-8", "replace"))
    data = (codecs.BOM_UTF8 if marked else b"") + b"\r\n".join(lines) + b"\n"
    opened = open_upload(data)
    documents = opened.documents
    addresses = [a for i, value in enumerate(documents) for a in all_addresses(value, root(i))]
    spans = byte_spans(data, "jsonl", addresses, opened.lines)
    assert set(spans) == set(addresses)
    for address, place in spans.items():
        assert json.loads(text_at(data, place)) == resolve(address, documents, json.loads)


def test_a_broken_line_between_two_documents_moves_no_range():
    data = b'{"a": 1}\n{"a": \n\n{"a": 3}\n{"a": 4}\n{"a": 5}\n{"a": 6}\n{"a": 7}\n'
    opened = open_upload(data)
    assert opened.lines == [1, 4, 5, 6, 7, 8]
    spans = byte_spans(data, "jsonl", [Address("1:/a"), Address("5:/a")], opened.lines)
    assert [text_at(data, place) for place in spans.values()] == ["3", "7"]


def test_the_last_of_equal_keys_counts_and_earlier_ones_can_be_named():
    data = '{"é": [1, 2, [3]], "b": 0, "é": [4, 5]}'.encode()
    last = Address("0:/é")
    spans = byte_spans(
        data,
        "json",
        [last, child(last, 0), child(last, 2), child(last, 2, 0), occurrence(root(), "é", 0)],
    )
    assert {address: text_at(data, place) for address, place in spans.items()} == {
        last: "[4, 5]",
        child(last, 0): "4",
        occurrence(root(), "é", 0): "[1, 2, [3]]",
    }


def test_an_earlier_equal_key_can_be_walked_into():
    data = b'{"a": {"b": 1}, "a": {"b": 2}, "a": 3}'
    places = [child(occurrence(root(), "a", n), "b") for n in (0, 1)]
    spans = byte_spans(data, "json", places)
    assert [text_at(data, spans[place]) for place in places] == ["1", "2"]


def test_what_stands_inside_a_string_has_the_range_of_the_string():
    data = b'{"arguments": "{\\"path\\": \\"a\\"}"}'
    arguments = Address("0:/arguments")
    inside = [child(nested(arguments), "path"), span(arguments, 2, 6)]
    assert set(byte_spans(data, "json", inside).values()) == {(14, len(data) - 1)}


def test_numbers_that_python_refuses_and_no_numbers_at_all_have_ranges():
    data = b'{"big": ' + b"9" * 6000 + b', "no": NaN, "a": -Infinity, "f": 1e999, "s": "tab\t"}'
    places = [Address(f"0:/{key}") for key in ("big", "no", "a", "f", "s")]
    spans = byte_spans(data, "json", places)
    ends = [data[slice(*spans[place])][-4:] for place in places]
    assert ends == [b"9999", b"NaN", b"nity", b"e999", b'ab\t"']


def test_places_that_are_not_there_have_no_range():
    places = [Address(a) for a in ("0:/a/5", "0:/a/b", "0:/c", "1:", "0:/a/0/d")]
    assert byte_spans(b'{"a": [1], "b": {}}', "json", places) == {}
    assert byte_spans(b'{"a": 1}\n{"a": 2}', "jsonl", [Address("7:/a")], [1, 2]) == {}


def test_values_of_a_python_literal_have_ranges():
    data = "\ufeff {'a': [None, 'ö'], 'b': F(c=\"x\"), 'a': (1,)}".encode()
    places = [Address(f"0:{at}") for at in ("/a", "/a/0", "/b/c", "/b", "/x", "/a/0/0")]
    spans = byte_spans(data, "python", places)
    found = {at: data[slice(*span)] for at, span in spans.items()}
    assert found == {"0:/a": b"(1,)", "0:/a/0": b"1", "0:/b/c": b'"x"', "0:/b": b'F(c="x")'}


def test_bytes_that_are_no_json_have_no_ranges():
    places = [Address("0:/a"), root()]
    assert byte_spans(b"{'a': 1", "python", places) == {}
    for data in (b"{'a': None}", b'{"a": \xff}', b"", b'{"a" 1}', b"hello"):
        assert byte_spans(data, "json", places) == {}


@pytest.mark.thorough
def test_a_hundred_thousand_equal_keys_and_addresses_take_linear_time():
    count = 100_000
    data = b'{"a": [' + b",".join([b"0"] * count) + b"]" + b', "a": 1' * count + b"}"
    places = [Address(f"0:/a/{i}") for i in range(count)]
    with within(5):
        assert byte_spans(data, "json", places) == {}
