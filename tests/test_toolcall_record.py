"""Tool-call records: how they are told, read and written elsewhere, and what their rules find."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from crosswire.facts import checksum
from crosswire.model import Conversation, DataPart, MediaPart, TextPart
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import sdk_types
from tests.coverage_check import ids_from_nowhere, links_to_nothing, uncovered_parts, unreached_leaves
from tests.histories import anthropic, call, calling, chat, findings, names, result, said
from tests.samples import MESSAGES, REQUESTS
from tests.selection import for_each, tries

Json = dict[str, Any]

A, B, C = (
    f"call_{ending}" for ending in ("9f8Kq2LmXw7TzRb4Nc1VdHs6", "Zp3Wn8QxUe5YtGh1Mk6JoLa2", "Rb5Vy7CsIw2Pd")
)
ARTIFACT = {"kind": "artifact", "lines": 4000}
PIXEL = "iVBORw0KGgo="
CHECKS = {
    "openai-chat": sdk_types.check_openai_chat,
    "openai-responses": sdk_types.check_openai_responses,
    "anthropic": sdk_types.check_anthropic,
    "gemini": sdk_types.check_gemini,
}


def record(id: str | None = A, tool: str = "fetch", args: Any = None, **fields: Any) -> Json:
    args = {"page": 1} if args is None else args
    found = checksum.of_value(tool, args) if isinstance(args, dict) else None
    stored = {"checksum": found.hex} if found is not None else {}
    return {"id": id, "tool": tool, "args": args, **stored, "results": ARTIFACT, **fields}


def grep(call_id: str, id: str = B, **fields: Any) -> Json:
    """A call to a tool of an artifact."""
    words = {"results": "12: Ada", "fromArtifactTool": True}
    return record(id, "artifact_grep", {"callId": call_id, "pattern": "Ada"}, **{**words, **fields})


def loaded(value: Any, **options: Any) -> crosswire.Log:
    return crosswire.load(json.dumps(value).encode(), **options)


def read(*records: Any) -> Conversation:
    (conversation,) = loaded(list(records)).conversations
    return conversation


def lines(*values: Any) -> Conversation:
    log = crosswire.load("\n".join(json.dumps(value) for value in values).encode())
    assert log.format == "toolcall-record"
    (conversation,) = log.conversations
    return conversation


def turns(conversation: Conversation) -> list[int]:
    """The turn of each call."""
    pairing = crosswire.pair(conversation)
    return [pairing.turn_of[one.key] for one in conversation.calls()]


def found_in(*records: Any) -> list[tuple[str, str]]:
    return [(found.name, found.severity.value) for found in crosswire.diagnose(read(*records))]


# Told and read


def test_records_are_told_by_their_keys() -> None:
    detection = loaded([record(inline=True)]).detection
    assert (detection.format, detection.confidence) == ("toolcall-record", 0.95)
    assert detection.reason == "Records with `id`, `tool` and `args` beside `checksum`, `inline`, `results`."
    assert loaded({"id": A, "tool": "f", "args": {}, "results": "x"}).detection.confidence < 0.9


@for_each(
    "value",
    [
        {"id": A, "tool": "fetch", "args": {}},
        {"tool": "fetch", "args": {}, "checksum": "x"},
        [{"id": 1, "tool": {"name": "f"}, "args": {}, "results": []}],
        [[], {}, None, 7],
        {"toolCalls": [{"id": A, "name": "fetch", "args": {}}]},
        *REQUESTS.values(),
        *MESSAGES.values(),
    ],
)
def test_what_lacks_the_telling_keys_is_not_taken(value: Any) -> None:
    assert crosswire.LOGS["toolcall-record"].recognise_documents([value]) is None


def test_the_containers_say_what_a_turn_is() -> None:
    one, two, three = record(A), record(B, args={"page": 2}), record(C, args={"page": 3})
    assert turns(read(one, two, three)) == [0, 0, 0]
    assert turns(lines(one, two, three)) == [0, 0, 0]
    assert turns(read([one, two], [three])) == [0, 0, 1]
    assert turns(lines([one], [two, three])) == [0, 1, 1]
    assert turns(read({"turnToolCalls": [one, two]}, {"toolCalls": [three]})) == [0, 0, 1]
    assert turns(lines({"toolCalls": [one]}, {"toolCalls": [two]})) == [0, 1]
    (alone,) = loaded(one).conversations
    (held,) = loaded({"turnToolCalls": [one]}).conversations
    assert [message.address for message in alone.messages] == ["0:", "0:/results"]
    assert [message.address for message in held.messages] == [
        "0:/turnToolCalls/0",
        "0:/turnToolCalls/0/results",
    ]


def test_a_record_is_a_call_and_a_result_that_both_point_into_it() -> None:
    conversation = read(record(error="Slow", inline=False, fromArtifactTool=False, createdAt="2026-01-01"))
    (called,), (answered,) = conversation.calls(), conversation.results()
    assert [message.role for message in conversation.messages] == ["assistant", "tool"]
    assert called.call_id == answered.call_id
    assert called.call_id.address == "0:/0/id"
    assert called.extras is not None
    assert set(called.extras) == {"checksum", "inline", "fromArtifactTool", "createdAt"}
    assert answered.is_error
    assert [part.address for part in answered.content] == ["0:/0/results", "0:/0/error"]
    for _, part in conversation.parts():
        assert resolve(part.address, conversation.documents, json.loads) is part.raw


def test_arguments_given_as_text_are_the_object_and_the_text_is_kept() -> None:
    (called,) = read(record(args='{"page": 1}', checksum="x")).calls()
    assert (called.arguments.value, called.arguments.text) == ({"page": 1}, '{"page": 1}')
    assert checksum.of(called) == checksum.of_value("fetch", {"page": 1})


def test_equal_numbers_of_iteration_are_one_batch() -> None:
    conversation = read(
        record(A, iteration=0),
        record(B, args={"page": 2}, iteration=0),
        record(C, args={"page": 3}, iteration=1),
    )
    assert [message.role for message in conversation.messages] == [
        *("assistant", "assistant", "tool", "tool"),
        *("assistant", "tool"),
    ]
    assert crosswire.pair(conversation).counts()["by_id"] == 3
    written = crosswire.render(conversation, "openai-chat").payload["messages"]
    assert [len(message.get("tool_calls", ())) for message in written] == [2, 0, 0, 1, 0]


@for_each(
    ("results", "kinds"),
    [
        ("12: Ada", [TextPart]),
        ({"kind": "artifact", "content": "Ada", "lines": 1}, [TextPart]),
        (
            [{"kind": "artifact", "content": "Ada"}, {"kind": "artifact", "artifactId": "x"}],
            [TextPart, DataPart],
        ),
        ({"kind": "image", "mimeType": "image/png", "data": PIXEL}, [MediaPart]),
        ([{"mimeType": "audio/wav", "url": "https://example.org/a.wav"}], [MediaPart]),
        ({"kind": "image", "filename": "a.png"}, [DataPart]),
        ({"temperature": 21}, [DataPart]),
        ([], []),
        (0, [DataPart]),
        (False, [DataPart]),
    ],
)
def test_results_are_words_media_or_data(results: Any, kinds: list[type]) -> None:
    (answered,) = read(record(results=results)).results()
    assert [type(part) for part in answered.content] == kinds
    assert not answered.is_error


def test_the_bytes_of_a_medium_and_its_url_are_both_kept() -> None:
    image = {
        "kind": "image",
        "mimeType": "image/png",
        "data": PIXEL,
        "url": "https://example.org/a.png",
        "w": 1,
    }
    (answered,) = read(record(results=image)).results()
    (media,) = answered.content
    assert isinstance(media, MediaPart)
    assert (media.media, media.mime_type, media.data, media.url) == ("image", "image/png", PIXEL, None)
    assert media.extras == {"url": "https://example.org/a.png", "w": 1}


def test_what_stands_beside_the_records_is_kept_and_said() -> None:
    (conversation,) = loaded({"turnId": "t1", "turnToolCalls": [record(), 7]}).conversations
    assert [setting.name for setting in conversation.settings()] == ["turnId"]
    assert [(note.code, note.address) for note in conversation.notes] == [("no-record", "0:/turnToolCalls/1")]


# Written elsewhere


EVERYTHING = [
    record(A, inline=False, iteration=0),
    record(
        B, "draw", {"w": 1}, results=[{"kind": "image", "mimeType": "image/png", "data": PIXEL}], iteration=0
    ),
    grep(A, C, error="Boom", results=None, iteration=1),
    record(
        "0b7d2c1e-6f35-4a7c-9c63-2f0e8d5b41aa",
        "pay",
        '{"to": "Ada"}',
        results={"kind": "artifact", "content": "Paid"},
    ),
]


@for_each("target", list(CHECKS))
def test_records_are_valid_in_every_format_with_the_same_ids(target: str) -> None:
    conversation = read(*EVERYTHING)
    rendering = crosswire.render(conversation, target)
    assert CHECKS[target](rendering.payload) == []
    assert rendering.id_map == []
    (again,) = crosswire.parse(rendering.payload, target)
    expected = [one.call_id.value for one in conversation.calls()]
    assert [one.call_id.value for one in again.calls()] == expected
    assert [one.call_id.value for one in again.results()] == expected
    assert ids_from_nowhere(conversation, rendering) == []


@for_each("target", list(crosswire.FORMATS))
def test_nothing_of_a_record_is_lost_in_silence(target: str) -> None:
    conversation = read(*EVERYTHING)
    rendering = crosswire.render(conversation, target)
    assert uncovered_parts(conversation, rendering) == []
    assert unreached_leaves(rendering, conversation) == []
    assert links_to_nothing(rendering) == []
    lost = {loss.source for loss in rendering.losses}
    assert {"0:/0/checksum", "0:/0/inline", "0:/0/iteration", "0:/2/fromArtifactTool"} <= lost


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    "id",
    "tool",
    "args",
    "checksum",
    "results",
    "error",
    "isError",
    "inline",
    "fromArtifactTool",
    "callId",
]
ODD_RECORDS = st.dictionaries(st.sampled_from([*FIELDS, "iteration", "createdAt", "isComplete"]), JSON_VALUES)


@settings(max_examples=tries(6, thorough=30), deadline=None)
@given(st.lists(st.one_of(ODD_RECORDS, ODD_RECORDS.map(lambda odd: {**EVERYTHING[0], **odd}), JSON_VALUES)))
def test_no_record_is_too_odd_to_be_read_checked_and_written(values: list[Any]) -> None:
    for value in ([*values, record()], [[record()], values], {"toolCalls": [*values, record()]}):
        (conversation,) = loaded(value, format="toolcall-record").conversations
        crosswire.diagnose(conversation)
        for target in crosswire.FORMATS:
            rendering = crosswire.render(conversation, target)
            assert uncovered_parts(conversation, rendering) == []


# Rules


def test_good_records_raise_nothing() -> None:
    good = [record(A), grep(A), record(C, args={"page": 2}, results=[ARTIFACT, ARTIFACT], inline=False)]
    assert found_in(*good) == []
    assert found_in(good, [record("0b7d2c1e-6f35-4a7c-9c63-2f0e8d5b41aa", "pay")]) == []


def test_an_id_may_come_again_in_another_turn_and_the_general_rule_tells_of_it() -> None:
    one, two = record(A), record(A, args={"page": 2})
    assert found_in(one, two) == [("id-unique-in-turn", "error")]
    assert found_in([one], [two]) == [("id-reused-later", "warning")]


@for_each(
    ("id", "why"),
    [
        ("call_0", "a running number"),
        ("fetch_x7b", "the tool's name"),
        ("1763718000123", "the time"),
        ("call_abc", "fewer than 8"),
    ],
)
def test_an_id_that_can_be_guessed_is_told_why(id: str, why: str) -> None:
    (found,) = findings(read(record(id)))
    assert (found.name, found.severity) == ("id-unguessable", "warning")
    assert why in found.message


@pytest.mark.parametrize("step", [1, 2, 50])
def test_ids_that_count_on_are_found_at_both(step: int) -> None:
    after = f"req-{80012345 + step}"
    found = findings(read(record("req-80012345"), record(after, args={"page": 2})))
    assert [(one.name, one.address) for one in found] == [
        ("id-unguessable", "0:/0/id"),
        ("id-unguessable", "0:/1/id"),
    ]
    assert "it counts on from 'req-80012345'" in found[1].message


@for_each(
    "id",
    [
        "2026-11-22T02:40:00Z",
        "20261122024000",
        "1795315200123001",
        "call_000000000000000000000001",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "weather-paris-request",
    ],
)
def test_a_time_a_pattern_and_words_can_be_guessed(id: str) -> None:
    (found,) = findings(read(record(id)))
    assert (found.name, found.address) == ("id-unguessable", "0:/0/id")


@pytest.mark.parametrize("stored", [5, None])
def test_a_checksum_that_is_no_text_is_said_to_be_none(stored: Any) -> None:
    (found,) = findings(read(record(checksum=stored)))
    assert (found.name, found.address) == ("checksum-tamper", "0:/0/checksum")


@pytest.mark.parametrize("asked", [{"callId": 5}, {"pattern": "x"}])
def test_a_tool_of_an_artifact_that_names_no_call_is_in_the_wrong_sense(asked: Json) -> None:
    forged = record(B, "artifact_grep", asked, results="1", fromArtifactTool=True)
    assert [found.name for found in findings(read(record(), forged))] == ["callId-sense"]


def test_a_tool_of_an_artifact_can_only_be_asked_about_an_earlier_call_of_its_turn() -> None:
    later = read(grep(A), record(A))
    assert "callId-sense" in {found.name for found in findings(later)}
    other_turn = read([record(A)], [grep(A)])
    assert "callId-sense" in {found.name for found in findings(other_turn)}


def test_an_id_that_comes_again_in_another_turn_is_another_call_for_an_artifacts_tool() -> None:
    first = [record(C), grep(C, id=A)]
    second = [record(A), grep(A, id=B)]
    assert "artifact-recursion" not in {found.name for found in findings(read(first, second))}


@pytest.mark.parametrize(
    ("id", "name"), [("", "empty-id"), (None, "absent-id"), ("undefined", "placeholder-id")]
)
def test_a_lack_of_an_id_is_the_general_rules_alone(id: str | None, name: str) -> None:
    assert {found for found, _ in found_in(record(id))} == {name}


def test_an_id_that_was_changed_on_the_way_is_found_where_the_other_one_stands() -> None:
    (found,) = findings(read(record(results={**ARTIFACT, "callId": A.lower()})))
    assert (found.name, found.severity, found.address) == ("id-verbatim", "error", "0:/0/results/callId")
    assert "in case or punctuation alone" in found.message
    (found,) = findings(read(record(toolCallId=A[:20])))
    assert (found.address, "cut" in found.message) == ("0:/0/toolCallId", True)
    assert found_in(record(toolCallId=A, results={**ARTIFACT, "callId": record()["checksum"]})) == []


def test_a_loop_is_counted_over_iterations_with_distance_and_outcome() -> None:
    ids = iter((A, B, C, "0b7d2c1e-6f35-4a7c-9c63-2f0e8d5b41aa", "call_Gq7Lx2VnSe9BkYr4Td0MwHz3"))
    twice = [record(next(ids)), record(next(ids), "other"), record(next(ids))]
    (found,) = crosswire.diagnose(read(*twice))
    assert (found.name, found.severity, found.address) == ("checksum-repeat", "info", "0:/2")
    assert "Call 2 to fetch" in found.message
    assert "in the same turn, with 1 other call between them" in found.message
    assert "the results were the same" in found.message
    (found,) = crosswire.diagnose(read(*twice, record(next(ids), args='{"page": 1.0}')))
    assert (found.severity, [str(at) for _, at in found.related]) == ("warning", ["0:/2", "0:/0"])
    assert found_in(*twice, record(next(ids), results={"kind": "artifact", "lines": 4001})) == [
        ("checksum-repeat", "info")
    ]


def test_equal_calls_of_one_batch_are_a_duplicate() -> None:
    assert found_in(record(A, iteration=1), record(B, iteration=1)) == [("checksum-repeat", "warning")]
    (found,) = crosswire.diagnose(read(record(A, iteration=1), record(B, iteration=1)))
    assert "This batch already calls fetch" in found.message


def test_looking_at_a_state_again_is_no_loop() -> None:
    looks = [record(id, "screenshot", {}, results={"kind": "artifact", "content": id}) for id in (A, B, C)]
    assert found_in(*looks) == []


def test_a_checksum_that_was_changed_is_a_warning_and_the_form_of_the_others_is_named() -> None:
    changed = record(B, args={"page": 2}) | {"args": {"page": 3}}
    (found,) = crosswire.diagnose(read(record(A), changed))
    assert (found.name, found.severity, found.address) == ("checksum-tamper", "warning", "0:/1/checksum")
    assert "RFC 8785" in found.message
    stolen = record(B, args={"page": 2}) | {"checksum": record(A)["checksum"]}
    (found,) = crosswire.diagnose(read(record(A), stolen))
    assert f"{A!r} (fetch)" in found.message
    assert "is no sha256" in crosswire.diagnose(read(record(A, checksum="abc")))[0].message


def test_other_canonical_forms_are_no_tampering() -> None:
    for text in (
        '{"tool":"fetch","args":{"page":1,"by":2}}',
        '{"args": {"by": 2, "page": 1}, "tool": "fetch"}',
        '{"args":{"page":1,"by":2},"tool":"fetch"}',
    ):
        stored = hashlib.sha256(text.encode()).hexdigest()
        assert found_in(record(args={"page": 1, "by": 2}, checksum=f"sha256:{stored.upper()}")) == []


def test_checksums_in_an_unknown_form_are_said_once() -> None:
    unknown = [record(id, args={"page": n}, checksum=str(n) * 64) for n, id in enumerate((A, B, C), 1)]
    (found,) = crosswire.diagnose(read(*unknown))
    assert found.name == "checksum-tamper"
    assert "None of the 3 checksums" in found.message
    short = [record(A, checksum="abc"), record(B, args={"page": 2}, checksum="def")]
    assert found_in(*short) == [("checksum-tamper", "warning")] * 2


def test_the_three_senses_are_kept_apart() -> None:
    own = record()["checksum"]
    assert found_in(record(own)) == [("callId-sense", "error")]
    assert found_in(record("0" * 64)) == [("callId-sense", "warning")]
    assert found_in(record(checksum=A)) == [("callId-sense", "error")]
    assert found_in(record(callId=A)) == [("callId-sense", "error")]
    assert found_in(record(callId="0" * 64)) == [("callId-sense", "error")]
    assert found_in(record(callId=own)) == []


def test_the_call_id_of_a_forged_tool_is_an_id_of_its_turn() -> None:
    first = record(A)
    (found,) = crosswire.diagnose(read(first, grep(first["checksum"])))
    assert (found.name, found.severity, found.address) == ("callId-sense", "error", "0:/1/args/callId")
    assert f"the checksum of the call {A!r}" in found.message
    assert found_in(first, grep("f" * 64)) == [("callId-sense", "error")]
    assert found_in(first, grep("call_zzz")) == [("callId-sense", "error")]
    assert found_in(first, grep(B)) == [("callId-sense", "error")]
    (found,) = crosswire.diagnose(read([first], [grep(A), record(C, "other")]))
    assert "one of another turn" in found.message
    assert found_in(grep("call_of_a_turn_that_is_not_shown")) == []


def test_forged_calls_are_looked_at_in_other_logs_without_false_alarms() -> None:
    def history(call_id: str) -> Conversation:
        arguments = json.dumps({"callId": call_id})
        return chat(
            calling(call(A, "fetch", '{"page": 1}')),
            result(A, "long"),
            calling(call(B, "artifact_grep", arguments)),
            result(B, "none"),
            said(),
        )

    assert names(history(A)) == []
    (found,) = findings(history(str(record(A)["checksum"])))
    assert (found.name, found.severity) == ("callId-sense", "error")
    assert found.address == "0:/2/tool_calls/0/function/arguments!/callId"
    (found,) = findings(history("call_of_what_was_cut"))
    assert (found.name, found.severity) == ("callId-sense", "warning")
    use = {"type": "tool_use", "id": "toolu_01A", "name": "artifact_create", "input": {"callId": 7}}
    assert names(anthropic({"role": "assistant", "content": [use]})) == []


def test_asking_about_an_answer_about_an_artifact_is_found_in_all_logs() -> None:
    assert found_in(record(A), grep(A, B), grep(B, C)) == [("artifact-recursion", "error")]
    unset = grep(A, B, fromArtifactTool=False)
    assert [name for name, _ in found_in(record(A), unset, grep(B, C))] == [
        *("result-shape", "fromArtifactTool-name"),
    ]
    conversation = chat(
        calling(call(A, "fetch")),
        result(A, "long"),
        calling(call(B, "artifact_grep", json.dumps({"callId": A}))),
        result(B, "short"),
        calling(call(C, "artifact_head", json.dumps({"callId": B}))),
        result(C, "shorter"),
        said(),
    )
    assert names(conversation) == ["artifact-recursion"]


@for_each(
    ("args", "what"),
    [
        ("{page: 1}", "text that is no JSON"),
        (json.dumps('{"page": 1}'), "JSON that was encoded twice"),
        ('"page"', "a text"),
        ([1, 2], "a list of 2"),
        (7, "a number"),
        (False, "true or false"),
        ("", "an empty text"),
        ("null", "null"),
    ],
)
def test_arguments_that_are_no_object_are_one_finding(args: Any, what: str) -> None:
    (found,) = crosswire.diagnose(read(record(args=args)))
    assert (found.name, found.severity, found.address) == ("args-object", "warning", "0:/0/args")
    assert f"are {what}, not an object" in found.message


def test_arguments_that_are_absent_are_found_too() -> None:
    assert found_in({"id": A, "tool": "fetch", "args": None, "results": ARTIFACT}) == [
        ("args-object", "warning")
    ]


@for_each(
    ("fields", "expected"),
    [
        ({"results": "words"}, "are words"),
        ({"results": ["words", "more"]}, "a list of words"),
        ({"results": []}, "an empty list"),
        ({"results": [ARTIFACT, {"kind": "image"}]}, "different things (artifact, media)"),
        ({"results": 7}, "a number"),
        ({"results": {"temperature": 21}}, "an object"),
        ({"results": "words", "isError": True}, None),
        ({"results": [{"kind": "image", "data": PIXEL}]}, None),
        ({"results": None, "error": "Boom"}, None),
    ],
)
def test_results_of_another_shape_are_told_what_they_are(fields: Json, expected: str | None) -> None:
    found = crosswire.diagnose(read(record(**fields)))
    assert [one.name for one in found] == (["result-shape"] if expected else [])
    assert expected is None or expected in found[0].message


def test_an_artifact_about_an_artifact_is_a_wrong_shape() -> None:
    assert found_in(record(A), grep(A, results=ARTIFACT)) == [("result-shape", "warning")]


def test_the_flag_and_the_name_say_the_same() -> None:
    assert found_in(record(A), grep(A, fromArtifactTool=None)) == [
        *[("result-shape", "warning"), ("fromArtifactTool-name", "warning")],
    ]
    assert found_in(record(fromArtifactTool="yes")) == [("fromArtifactTool-name", "warning")]


@for_each(
    ("fields", "found"),
    [
        ({"inline": False, "results": {"kind": "artifact", "content": "x" * 9}}, "the 9 characters"),
        ({"inline": False, "results": {"kind": "image", "data": PIXEL}}, "a medium has none"),
        ({"inline": "false"}, "neither true nor false"),
        ({"inline": False}, None),
        ({"inline": True, "results": {"kind": "artifact", "content": "x" * 9_000}}, None),
    ],
)
def test_a_flag_against_showing_in_full_is_held_against_what_the_record_holds(
    fields: Json, found: str | None
) -> None:
    told = crosswire.diagnose(read(record(**fields)))
    assert [(one.name, one.severity.value) for one in told] == ([("inline-flag", "info")] if found else [])
    assert found is None or found in told[0].message


def test_a_record_without_an_outcome_is_one_finding() -> None:
    first, last = record(A, results=None), record(B, args={"page": 2}, results=None, error=False)
    assert found_in(first, last) == [("settled", "warning")] * 2
    assert found_in(record(A, isComplete=False)) == [("settled", "warning")]
    assert found_in(record(A, results=None, isError=True)) == []
