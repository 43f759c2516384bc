"""318 odd texts: JSON is never called bad, what is none is refused with its place, the app answers all."""

import re

import crosswire
import pytest
from crosswire.containers import is_wrapped, json_document
from crosswire.errors import CrosswireError, NotAConversation, UnreadableUpload
from flask.testing import FlaskClient
from tests.json_cases import MAYBE_READ, MAYBE_REFUSED, NO, YES
from tests.selection import for_each, some_of, tries

KEPT_WITH_A_NOTE = {b"[NaN]", b"[Infinity]", b"[-Infinity]"}
"""No JSON, but what Python, JavaScript and their logs write: read as it stands, and said."""


def test_there_are_as_many_cases_of_each_class_as_in_the_suite() -> None:
    assert (len(YES), len(NO), len({**MAYBE_READ, **MAYBE_REFUSED})) == (95, 188, 35)
    assert all(len(set(cases.values())) == len(cases) for cases in (YES, NO, MAYBE_READ, MAYBE_REFUSED))


@for_each("data", YES.values(), ids=YES)
def test_what_is_json_is_read_and_at_most_no_conversation(data: bytes) -> None:
    (value,) = json_document.open(data).documents
    assert json_document.read(json_document.write(value)) == value
    with pytest.raises(NotAConversation):
        crosswire.load(data)


@for_each("data", NO.values(), ids=NO)
def test_what_is_no_json_is_refused_with_line_and_column(data: bytes) -> None:
    if data in KEPT_WITH_A_NOTE:
        (note,) = json_document.open(data).notes
        assert note.code == "not-a-number"
    else:
        with pytest.raises(UnreadableUpload) as refused:
            json_document.open(data)
        assert re.search(r"\bline \d+, column \d+", str(refused.value))
        assert refused.value.line is not None
        assert refused.value.offset is not None
    with pytest.raises(CrosswireError):  # some are Python literals, of which none is a conversation
        crosswire.load(data)


@for_each("data", MAYBE_READ.values(), ids=MAYBE_READ)
def test_numbers_beyond_doubles_lone_surrogates_and_byte_order_marks_are_kept(data: bytes) -> None:
    (value,) = json_document.open(data).documents
    written = json_document.write(value)
    assert json_document.read(written) == value
    if data.startswith(b"[") and b"\\" not in data:
        assert written == data


@for_each("data", MAYBE_REFUSED.values(), ids=MAYBE_REFUSED)
def test_what_is_no_utf8_or_too_deep_is_refused(data: bytes) -> None:
    error, words = UnreadableUpload, r"UTF-8|UTF-16|254 levels|within a character"
    if is_wrapped(data):  # UTF-16 is read, and these are no conversations
        error, words = CrosswireError, "fits no character|not as a conversation"
    with pytest.raises(error, match=words):
        crosswire.load(data)


def test_the_app_answers_each_of_them_and_none_with_an_error_of_its_own(client: FlaskClient) -> None:
    answers = {
        (name, case): client.post("/api/conversations", data=data)
        for name, cases in (("y", YES), ("n", NO), ("i", {**MAYBE_READ, **MAYBE_REFUSED}))
        for case, data in some_of(cases.items(), 3)
    }
    assert len(answers) > tries(100, thorough=317)
    assert {answer.status_code for answer in answers.values()} == {201, 422}
    for (name, _), answer in answers.items():
        if answer.status_code == 201:
            assert answer.json["format"] is None
            continue
        message = answer.json["error"]["message"]
        assert name != "y" or "Not JSON" not in message
