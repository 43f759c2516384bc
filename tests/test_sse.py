"""Captured event streams as documents: one for the data of each event, each with its place in the bytes."""

from __future__ import annotations

import json

import crosswire
import pytest
from crosswire.address import Address
from crosswire.containers import open_upload, sse
from crosswire.containers.byte_spans import byte_spans
from tests.measured import work_of
from tests.selection import for_each, tries


def documents(text: str) -> list[object]:
    opened = open_upload(text.encode())
    assert opened.container == "sse"
    return list(opened.documents)


@for_each(
    "text",
    [
        'data: {"a":1}\n\ndata: {"b":2}\n\n',
        'data:{"a":1}\n\ndata:{"b":2}',
        'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n',
        'data: {"a":1}\r\rdata: {"b":2}\r\r',
        '\ufeffdata: {"a":1}\n\ndata: {"b":2}\n\n',
        ': OPENROUTER PROCESSING\n\ndata: {"a":1}\n\n: keep-alive\n\ndata: {"b":2}\n\n',
        'event: x\nid: 7\nretry: 10\ndata: {"a":1}\n\nevent: ping\n\ndata: {"b":2}\nevent: y\n\n',
        'data: {"a":\ndata: 1}\n\ndata: {"b":2}\n\n',
        'data: {"a":1}\ndata: {"b":2}\n\n',
        ' data: {"a":1}\n\ndata: {"b":2}\n\n',
        'data: {"a":1}\n\ndata:\n\ndata: {"b":2}\n\n\n\n',
    ],
)
def test_the_data_of_each_event_is_a_document(text: str) -> None:
    assert documents(text) == [{"a": 1}, {"b": 2}]


def test_the_end_mark_keeps_its_number_and_is_no_json() -> None:
    assert documents('data: {"a":1}\n\ndata: [DONE]\n\n') == [{"a": 1}, "[DONE]"]


def test_data_that_is_no_json_is_refused_with_its_line_and_byte() -> None:
    text = 'data: {"a":1}\n\nevent: x\ndata: {"b":}\n\ndata: {"c":3}\n\n'
    with pytest.raises(
        crosswire.UnreadableUpload, match=r"event on line 4 is no JSON: .* \(byte 35, line 4, column 12\)"
    ) as refusal:
        open_upload(text.encode())
    assert (refusal.value.line, text[35]) == (4, "}")
    assert refusal.value.offset == 35


def test_a_last_event_that_was_cut_off_is_left_out_with_a_note() -> None:
    opened = open_upload(b'data: {"a":1}\n\ndata: {"b":')
    assert opened.documents == [{"a": 1}]
    [note] = opened.notes
    assert note.code == "cut-event"
    assert "line 3" in note.message


def test_a_stream_without_data_holds_nothing() -> None:
    with pytest.raises(crosswire.UnreadableUpload, match="nothing to read"):
        open_upload(b"data: [DONE]\n\n")


def test_equal_keys_in_an_event_are_told_with_their_place() -> None:
    opened = open_upload(b'data: {"a":1}\n\ndata: {"b":1,"b":2}\n\n')
    assert [note.address for note in opened.notes] == ["1:/b~40"]


def test_numbers_in_an_event_stay_as_they_are() -> None:
    assert documents('data: {"n":123456789012345678901234567890,"x":0.1000}\n\n') == [
        {"n": 123456789012345678901234567890, "x": 0.1}
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_an_address_has_its_bytes_in_the_upload(line_end: str) -> None:
    lines = [": é", 'data: {"a":"ü"}', "", 'data: {"b":', 'data:  {"c": "é"}}', "", "data: [DONE]", ""]
    data = line_end.join(lines).encode()
    wanted = [Address("0:/a"), Address("1:/b/c"), Address("1:/b"), Address("2:")]
    spans = byte_spans(data, "sse", wanted)
    found = {at: data[start:end].decode() for at, (start, end) in spans.items()}
    assert found == {"0:/a": '"ü"', "1:/b/c": '"é"', "1:/b": '{"c": "é"}'}


def test_a_text_that_is_a_stream_is_read_as_its_events() -> None:
    assert sse.read_text('data: {"a":1}\n\ndata: [DONE]\n\n') == [{"a": 1}, "[DONE]"]
    assert sse.read_text("data: {") is None
    assert sse.read_text("some data: 1") is None


def test_many_events_take_time_in_proportion_to_their_number() -> None:
    def work(count: int) -> float:
        data = b'event: x\ndata: {"a":1}\n\n' * count
        assert len(open_upload(data).documents) == count
        return work_of(lambda: open_upload(data))

    size = tries(100, thorough=2_000)
    assert work(10 * size) < 50 * work(size)  # a quadratic one takes 100 times as long


def test_json_that_speaks_of_data_is_no_stream() -> None:
    assert open_upload(json.dumps({"data": [1]}).encode()).container == "json"
