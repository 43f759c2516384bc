"""The file that was given comes back from a repair, in the same bytes but for the lines that changes name."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import crosswire
import pytest
from crosswire.address import document_of
from crosswire.containers import packed
from crosswire.errors import UnreadableUpload
from crosswire.model import Conversation, ToolResultPart
from crosswire.repairs import MendedFile, Missing, mend, mend_with, repair
from crosswire.repairs.working_copy import own_results_of
from tests.samples import REQUESTS
from tests.selection import for_each, some_of, tries
from tests.session_logs import SAMPLES, sample, written
from tests.session_logs import lines_of as lines_in
from tests.whole_sessions import IN_ONE, WHOLE, Whole, claude_code, codex, lines, text, wire

Json = dict[str, Any]
NOT_RECORDED = "No result was recorded for this call."
OF_THE_SAMPLES = {"fabricated-id"}
"""Gemini and Ollama make other ids than those of the samples."""
ALL = {**WHOLE, **{f"{format}, wire": partial(wire, format) for format in REQUESTS}}


def defects(log: crosswire.Log) -> list[str]:
    found = [one for each in log.conversations for one in crosswire.diagnose(each)]
    return [one.name for one in found if one.severity != "info" and one.name not in OF_THE_SAMPLES]


def mended(data: bytes, missing: Missing = "leave") -> MendedFile:
    log = crosswire.load(data)
    unread = [note for one in log.conversations for note in one.unread]
    assert defects(log) or unread or log.notes, "nothing is broken"
    done = mend(log, data, missing=missing)
    again = crosswire.load(done.data)
    assert done.is_own
    assert not defects(again)
    assert [one.format for one in again.conversations] == [one.format for one in log.conversations]
    assert mend(again, done.data, missing=missing).data == done.data
    return done


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text, without the comma that parts them in a list."""
    return [line.rstrip(b",") for line in data.split(b"\n")]


def only_differs(given: bytes, got: bytes, *, gone: int = 0, new: int = 0) -> tuple[list[bytes], list[bytes]]:
    """The lines that went and those that came; the others are the same, in the same order."""
    before, after = lines_of(given), lines_of(got)
    kept = [line for line in before if line in after]
    assert kept == [line for line in after if line in before]
    went = [line for line in before if line not in after]
    came = [line for line in after if line not in before]
    assert (len(went), len(came)) == (gone, new)
    return went, came


def calls_and_results(data: bytes) -> list[tuple[str, str]]:
    def told(one: Conversation) -> list[tuple[str, str]]:
        return [(str(end.call_id.value), type(end).__name__) for end in one.ends()]

    return sorted(end for one in crosswire.load(data).conversations for end in told(one))


def is_one_chain(data: bytes, names: tuple[str, str] | None) -> bool:
    """Whether each line follows the one before it, by name."""
    if names is None:
        return True
    own, before = names
    lines = [line for line in map(json.loads, data.splitlines()) if before in line]
    return all(line[before] == last[own] for last, line in pairwise(lines))


def without(whole: Whole, number: int) -> bytes:
    return whole.text([*whole.pieces[:number], *whole.pieces[number + 1 :]])


@for_each("name", ALL)
def test_the_whole_session_has_no_defect_and_stays(name: str) -> None:
    whole = ALL[name]()
    data = whole.text()
    log = crosswire.load(data)
    assert not defects(log)
    assert len(calls_and_results(data)) in (2, 4)
    assert mend(log, data, missing="mark").data == data


@for_each("name", ALL)
def test_an_id_that_was_changed_is_again_that_of_its_call(name: str) -> None:
    whole = ALL[name]()
    broken = json.dumps(whole.pieces[whole.call + 1]).replace("A1", "Z9").replace("call_1", "call_Z9")
    data = whole.text([*whole.pieces[: whole.call + 1], json.loads(broken), *whole.pieces[whole.call + 2 :]])
    if not defects(crosswire.load(data)):
        pytest.skip("Names tie calls and results here.")
    done = mended(data)
    if {one.before for one in done.repaired[0].changes} == {"call_1"}:  # an id that Gemini does not make
        assert done.data == data.replace(b"call_1", b"call_Z9")
    else:
        assert done.data == whole.text()


@for_each("name", ALL)
def test_a_result_that_stands_before_its_call_goes_behind_it(name: str) -> None:
    whole = ALL[name]()
    pieces = list(whole.pieces)
    pieces.insert(whole.call, pieces.pop(whole.call + 1))
    done = mended(whole.text(pieces))
    if whole.call == 1:  # what an assistant says in several messages is one turn
        assert sorted(lines_of(done.data)) == sorted(lines_of(whole.text()))
    else:
        assert done.data == whole.text()


@for_each("name", ALL)
def test_a_lost_result_is_said_to_be_lost(name: str) -> None:
    whole = ALL[name]()
    data = without(whole, whole.call + 1)
    done = mended(data, "mark")
    links = sum(change.kind == "link" for one in done.repaired for change in one.changes)
    _, came = only_differs(data, done.data, gone=links, new=links + 1)
    assert any(b"ecorded" in line for line in came)
    assert calls_and_results(done.data) == calls_and_results(whole.text())
    assert is_one_chain(done.data, whole.names)


SAY_MORE_WHILE_TOOLS_RUN = ("codex", "copilot", "acp")
"""Programs that may log words of an answer between its call and the result, and say where a turn ended."""


@for_each("name", [name for name, make in WHOLE.items() if len(make().pieces) == 8])
def test_the_last_result_is_lost_where_another_answer_follows(name: str) -> None:
    log = crosswire.load(without(WHOLE[name](), 6))
    found = [one.name for each in log.conversations for one in crosswire.diagnose(each)]
    is_open = name.startswith(SAY_MORE_WHILE_TOOLS_RUN)
    assert ("pending-call" in found, "missing-result" in found) == (is_open, not is_open)


@for_each("name", ALL)
def test_a_call_whose_result_is_lost_goes(name: str) -> None:
    whole = ALL[name]()
    data = without(whole, whole.call + 1)
    done = mended(data, "drop")
    links = sum(change.kind == "link" for one in done.repaired for change in one.changes)
    only_differs(data, done.data, gone=links + 1, new=links)
    assert calls_and_results(done.data) == calls_and_results(whole.text())[2:]
    assert is_one_chain(done.data, whole.names)


@for_each("name", ALL)
def test_a_result_whose_call_is_lost_goes(name: str) -> None:
    whole = ALL[name]()
    number = 5 if len(whole.pieces) == 8 else whole.call  # no first call of a session, which may go on
    data = without(whole, number)
    if not defects(crosswire.load(data)):
        pytest.skip("Names tie calls and results here.")
    done = mended(data, "drop")
    links = sum(change.kind == "link" for one in done.repaired for change in one.changes)
    only_differs(data, done.data, gone=links + 1, new=links)
    assert len(calls_and_results(done.data)) == len(calls_and_results(whole.text())) - 2
    assert is_one_chain(done.data, whole.names)


@for_each("name", [name for name, whole in WHOLE.items() if whole().written is lines])
@for_each(
    ("piece", "missing"),
    some_of(
        [(n, missing) for n in range(8) for missing in ("mark", "drop") if (n, missing) != (5, "mark")], 3
    ),
)  # no call is made up for a result
def test_a_line_that_was_cut_is_left_out(name: str, missing: Missing, piece: int) -> None:
    whole = WHOLE[name]()
    cut = whole.dumps(whole.pieces[piece])
    pieces: list[Any] = list(whole.pieces)
    pieces[piece] = cut[: len(cut) // 2]
    data = whole.text(pieces)
    done = mended(data, missing)
    assert pieces[piece].encode() not in lines_of(done.data)
    assert done.lines_left_out == [piece + 1 + (whole.header is not None)]
    assert is_one_chain(done.data, whole.names)


@for_each("name", IN_ONE)
@for_each("indent", [None, 1, 4])
def test_a_call_that_holds_its_result_says_that_it_is_lost(name: str, indent: int | None) -> None:
    make, path, lost = IN_ONE[name]
    document = make()
    place: Any = document
    for key in path:
        place = place[int(key)] if isinstance(place, list) else place[key]
    kept = {key: value for key, value in {**place, **lost}.items() if value is not None}
    place.clear()
    place.update(kept)
    data = json.dumps(document, indent=indent).encode()
    done = mended(data, "mark")
    assert NOT_RECORDED.encode() in done.data
    assert crosswire.load(done.data).conversations[0].format == name.partition(",")[0]
    if indent:
        went, _ = only_differs(data, done.data, gone=1, new=done.data.count(b"\n") - data.count(b"\n") + 1)
        assert b"status" in went[0] or b"state" in went[0]


# The same requests as lines, and within a text


@for_each("format", REQUESTS)
def test_of_several_requests_the_broken_one_alone_changes(format: str) -> None:
    whole = wire(format)
    sound = json.dumps(json.loads(whole.text()))
    broken = json.dumps(json.loads(without(whole, whole.call + 1)))
    data = f"{sound}\n{broken}\n\n{sound}".encode()
    done = mended(data, "mark")
    came = only_differs(data, done.data, gone=1, new=1)[1]
    assert json.loads(came[0]) != json.loads(broken)
    assert done.data.split(b"\n")[2:] == [b"", sound.encode()]


@for_each("format", REQUESTS)
@for_each("in_lines", [False, True])
def test_a_request_within_a_text_keeps_its_looks(format: str, in_lines: bool) -> None:
    whole = wire(format)
    body = whole.text([*whole.pieces[: whole.call + 1], *whole.pieces[whole.call + 2 :]]).decode()
    record = {"url": "https://example.org/v1", "method": "POST", "request": {"body": body}, "at": 1.50}
    record_text = json.dumps(record, indent=None if in_lines else 2).replace("1.5", "1.50")
    data = f"{record_text}\n{record_text}\n".encode() if in_lines else record_text.encode()
    log = crosswire.load(data)
    if not log.conversations or log.format != format:
        pytest.skip(f"A body of {format} is not known in such a record.")
    done = mended(data, "mark")
    inner = json.loads(done.data.splitlines()[0] if in_lines else done.data)["request"]["body"]
    only_differs(body.encode(), inner.encode(), new=1)
    assert done.data.count(b"1.50") == data.count(b"1.50")


# Texts of other looks


LOOKS: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "no end": lambda data: data.removesuffix(b"\n"),
    "CRLF, no end": lambda data: data.removesuffix(b"\n").replace(b"\n", b"\r\n"),
    "mark": lambda data: b"\xef\xbb\xbf" + data,
    "blank lines": lambda data: data.replace(b"\n", b"\n\n"),
    "comments": lambda data: b"# mine\n" + data.replace(b"\n", b"\n// and\n"),
}


@for_each("looks", LOOKS)
@for_each("last", [False, True])
def test_the_looks_of_a_file_stay(looks: str, last: bool) -> None:
    whole = claude_code()
    pieces = whole.pieces[: whole.call + 2] if last else whole.pieces
    swapped = list(pieces)
    swapped.insert(whole.call, swapped.pop(whole.call + 1))
    as_it_looks = LOOKS[looks]
    assert mended(as_it_looks(whole.text(swapped))).data == as_it_looks(whole.text(pieces))


@for_each("looks", LOOKS)
def test_a_new_line_looks_like_the_others(looks: str) -> None:
    whole = claude_code()
    data = LOOKS[looks](whole.text([*whole.pieces[:3], *whole.pieces[4:]]))
    done = mended(data, "mark").data
    ends = b"\r\n" if "CRLF" in looks else b"\n"
    assert done.count(b"\n") == done.count(ends) == data.count(b"\n") + 1
    assert done.endswith(b"\n") == data.endswith(b"\n")
    assert b'{"parentUuid":"a1",' in done


def test_lines_in_one_list_are_tied_too() -> None:
    whole = claude_code()
    data = json.dumps([*whole.pieces[:3], *whole.pieces[4:]], indent=2).encode()
    lines = json.loads(mended(data, "mark").data)
    assert is_one_chain(b"\n".join(json.dumps(line).encode() for line in lines), whole.names)


# Numbers and names


def numbers(data: bytes) -> list[int]:
    return [json.loads(line)["ordinal"] for line in data.splitlines()]


def test_the_lines_of_a_numbered_rollout_stay_numbered() -> None:
    whole = codex(numbered=True)
    lost = [*whole.pieces[:3], *whole.pieces[4:]]
    assert numbers(mended(whole.text(lost), "mark").data) == list(range(9))
    dropped = mended(whole.text(lost), "drop")
    assert numbers(dropped.data) == [0, 1, 2, 4, 5, 6, 7]
    pieces = copy.deepcopy(lost)
    for number, piece in enumerate(pieces, 1):
        piece["ordinal"] = number
    assert numbers(mended(whole.text(pieces), "mark").data) == list(range(9))
    changes = mended(whole.text(pieces), "mark").repaired[0].changes
    assert [change.kind for change in changes] == ["added", *["link"] * 4]


def test_numbers_that_are_no_sequence_stay() -> None:
    whole = codex(numbered=True)
    for piece in whole.pieces:
        piece["ordinal"] = 0
    data = whole.text([*whole.pieces[:3], *whole.pieces[4:]])
    assert set(numbers(mended(data, "mark").data)) == {0}


def test_a_branch_follows_the_line_that_was_put_in() -> None:
    whole = claude_code()
    again = {**whole.pieces[4], "uuid": "a2b", "parentUuid": "a1"}
    data = whole.text([*whole.pieces[:3], again, *whole.pieces[4:]])
    lines = [json.loads(line) for line in mended(data, "mark").data.splitlines()]
    before = {line["uuid"]: line["parentUuid"] for line in lines}
    (new,) = before.keys() - {piece["uuid"] for piece in [*whole.pieces, again]}
    assert before[new] == "a1"
    assert before["a2b"] == new


def test_an_id_that_all_lines_have_ties_none_of_them() -> None:
    whole = claude_code()
    pieces = [{**piece, "uuid": "[removed]", "parentUuid": "[removed]"} for piece in whole.pieces]
    data = whole.text([*pieces[:3], *pieces[4:]])
    only_differs(data, mended(data, "mark").data, new=1)


def test_what_tools_were_given_is_no_id_of_a_call() -> None:
    whole = claude_code()
    pieces = copy.deepcopy(whole.pieces)
    pieces[2]["message"]["content"][0]["input"] = {"id": "toolu_Z9", "deep": [{"tool_use_id": "toolu_Z9"}]}
    pieces[3]["message"]["content"][0]["tool_use_id"] = "toolu_Z9"
    pieces[3]["sourceToolUseID"] = "toolu_Z9"
    done = [json.loads(line) for line in mended(whole.text(pieces)).data.splitlines()]
    assert done[2] == pieces[2]
    assert done[3]["sourceToolUseID"] == "toolu_A1"


# Calls that are told several times, and steps


def test_the_earlier_states_of_a_call_that_is_left_out_go_with_it() -> None:
    events = lines_in("opencode/events.jsonl")
    ends = [event for event in events if event.get("properties", {}).get("part", {}).get("id") == "prt_5"]
    assert len(ends) == 2
    data = written([event for event in events if event is not ends[-1]])
    done = mended(data, "drop")
    assert b"prt_5" not in done.data
    only_differs(data, done.data, gone=1)
    assert b"prt_5" in mended(data, "mark").data


def test_a_result_of_a_step_goes_behind_its_call() -> None:
    calls = [
        {"type": "tool-call", "toolCallId": id, "toolName": "ls", "input": {}}
        for id in ("call_A1", "call_B2")
    ]
    result = {"type": "tool-result", "toolCallId": "call_B2", "toolName": "ls", "input": {}, "output": "b"}
    first = {"content": [*calls, result], "finishReason": "tool-calls"}
    asked = {"content": [text("More?")], "finishReason": "stop"}
    data = json.dumps([first, asked], indent=1).encode()
    step = json.loads(mended(data, "mark").data)[0]
    assert [one["type"] for one in step["content"]] == ["tool-call", "tool-error", "tool-call", "tool-result"]
    assert step["content"][1]["toolCallId"] == "call_A1"


def test_a_result_of_an_older_step_goes_into_the_list_of_results() -> None:
    calls = [
        {"type": "tool-call", "toolCallId": id, "toolName": "ls", "args": {}} for id in ("call_A1", "call_B2")
    ]
    result = {"type": "tool-result", "toolCallId": "call_A1", "toolName": "ls", "args": {}, "result": "a"}
    first = {"stepType": "initial", "text": "", "finishReason": "tool-calls", "toolCalls": calls}
    first["toolResults"] = [result]
    last = {
        "stepType": "tool-result",
        "text": "So.",
        "finishReason": "stop",
        "toolCalls": [],
        "toolResults": [],
    }
    data = json.dumps([first, last], indent=1).encode()
    step = json.loads(mended(data, "mark").data)[0]
    assert step["toolCalls"] == calls
    assert step["toolResults"] == [result, {**result, "toolCallId": "call_B2", "result": NOT_RECORDED}]


# Recorded and larger sessions, broken by chance


@dataclass(frozen=True, slots=True)
class Broken:
    """A log with one fault put in, and the lines that were touched by it."""

    data: bytes
    missing: Missing


def broken_at_random(data: bytes, log: crosswire.Log, chance: Random) -> Broken | None:
    """A sample in JSON Lines with a result, or a call, that was lost, changed, cut or moved; None where its
    results are no lines of their own."""
    found = [
        (message, part)
        for one in log.conversations
        for message in one.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and len(message.parts) == 1 and part.call_id.value
    ]
    if not found or log.lines is None:
        return None
    _, part = chance.choice(found)
    rows = data.split(b"\n")
    row = log.lines[document_of(part.address)] - 1
    fault = chance.choice(["lost, mark", "lost, drop", "cut", "id", "moved"])
    if fault.startswith("lost"):
        del rows[row]
        return Broken(b"\n".join(rows), "mark" if "mark" in fault else "drop")
    if fault == "cut":
        rows[row] = rows[row][: len(rows[row]) // 2]
        return Broken(b"\n".join(rows), "mark")
    if fault == "id":
        id = part.call_id.value or ""
        rows[row] = rows[row].replace(id.encode(), f"{id[:-1]}{'x' if id[-1] != 'x' else 'y'}".encode())
        return Broken(b"\n".join(rows), "leave")
    calls = [
        call for one in log.conversations for call in one.calls() if call.call_id.value == part.call_id.value
    ]
    if calls:
        rows.insert(log.lines[document_of(calls[0].address)] - 1, rows.pop(row))
    return Broken(b"\n".join(rows), "leave")


def _says_how_it_holds_results(name: str) -> bool:
    return own_results_of(crosswire.load(sample(name), name=name).conversations[0]) is not None


@for_each("seed", range(tries(12, thorough=200)))
def test_a_sample_that_was_broken_comes_back_but_for_what_is_named(seed: int) -> None:
    chance = Random(seed)
    names = [name for name in SAMPLES if name.endswith(".jsonl") and _says_how_it_holds_results(name)]
    for name in chance.sample(names, len(names)):
        data = sample(name)
        sound = crosswire.load(data, name=name)
        broken = broken_at_random(data, sound, chance)
        if broken is not None:
            break
    else:
        pytest.fail("No sample has results.")
    try:
        log = crosswire.load(broken.data, name=name)
    except UnreadableUpload:
        assert name == "opencode/run.jsonl", "a quarter of its lines is a half one now"
        return
    done = mend(log, broken.data, missing=broken.missing)
    again = crosswire.load(done.data, name=name)
    new = Counter(defects(again)) - Counter(defects(sound))
    assert not new
    assert mend(again, done.data, missing=broken.missing).data == done.data
    if not done.is_own:
        return
    changes = [change for one in done.repaired for change in one.changes]
    named = {document_of(one.source) for one in changes if one.source is not None}
    assert log.lines is not None
    kept = [
        row
        for number, row in enumerate(broken.data.split(b"\n"), 1)
        if number not in done.lines_left_out and number not in {log.lines[one] for one in named}
    ]
    left = iter(done.data.split(b"\n"))
    assert all(row in left for row in kept)


# Packed files


def test_of_an_archive_the_file_comes_back() -> None:
    whole = claude_code()
    data = without(whole, whole.call + 1)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("kept/session.jsonl", data)
        archive.writestr("kept/notes.txt", b"nothing")
    upload = packed.getvalue()
    done = mend(crosswire.load(upload), upload, missing="mark")
    assert done.unpacked == "kept/session.jsonl"
    only_differs(data, done.data, gone=1, new=2)
    assert mend(crosswire.load(data), data).unpacked is None


@pytest.mark.parametrize("broken", [0, 1])
def test_of_several_files_the_one_that_changes_comes_back(broken: int) -> None:
    whole = claude_code()
    texts = [whole.text(), whole.text()]
    texts[broken] = without(whole, whole.call + 1)
    upload = packed([("one.jsonl", texts[0]), ("two.jsonl", texts[1])])
    log = crosswire.load(upload)
    done = mend(log, upload, missing="mark")
    assert done.unpacked == ("one.jsonl", "two.jsonl")[broken]
    only_differs(texts[broken], done.data, gone=1, new=2)
    assert mend_with(log, upload, repair(log.conversations[broken], missing="mark")).data == done.data


def test_one_conversation_that_is_mended_leaves_the_same_lines_out() -> None:
    whole = claude_code()
    pieces: list[Any] = [*whole.pieces[:3], *whole.pieces[4:]]
    pieces[3] = whole.dumps(pieces[3])[:40]
    data = whole.text(pieces)
    log = crosswire.load(data)
    alone = mend_with(log, data, repair(log.conversations[0], missing="mark"))
    assert alone.lines_left_out == [4]
    assert alone.data == mend(log, data, missing="mark").data


@pytest.mark.parametrize("kept", [{}, {"call_A1": {"$mid": 20, "content": [{"$mid": 21, "value": "a.txt"}]}}])
def test_a_lost_result_of_a_chat_of_vs_code_stands_under_the_id_of_its_call(kept: Json) -> None:
    calls = [{"id": id, "name": "list", "arguments": "{}"} for id in ("call_A1", "call_B2")]
    metadata: Json = {"toolCallRounds": [{"response": "", "toolCalls": calls}]}
    metadata |= {"toolCallResults": kept} if kept else {}
    asked = {"message": {"text": "List."}, "response": [], "result": {"metadata": metadata}}
    chat = {"responderUsername": "Copilot", "requests": [asked, {"message": {"text": "So?"}, "response": []}]}
    done = mended(json.dumps(chat, indent=1).encode(), "mark")
    results = json.loads(done.data)["requests"][0]["result"]["metadata"]["toolCallResults"]
    assert results.keys() == {"call_A1", "call_B2"}
    assert results["call_B2"]["content"][0]["value"] == NOT_RECORDED
    assert kept.items() <= results.items()


RESULTS = ("metadata", "toolCallResults")


def changes_of_a_chat(results: Json, *, apart: bool = False) -> bytes:
    """The changes of a chat that VS Code keeps, the results of whose calls may be set by a change of their
    own."""
    calls = [{"id": id, "name": "list", "arguments": "{}"} for id in ("call_A1", "call_B2")]
    metadata: Json = {"toolCallRounds": [{"response": "", "toolCalls": calls}]}
    metadata |= {} if apart else {"toolCallResults": results}
    asked = {"message": {"text": "List."}, "response": [{"value": "I"}]}
    lines: list[Json] = [
        {"kind": 0, "v": {"responderUsername": "Copilot", "sessionId": "s", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [asked]},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "I list."}], "i": 0},
        {"kind": 1, "k": ["requests", 0, "result"], "v": {"metadata": metadata}},
        *([{"kind": 1, "k": ["requests", 0, "result", *RESULTS], "v": results}] if apart else []),
        {"kind": 1, "k": ["requests", 0, "modelState"], "v": {"value": 1}},
        {"kind": 3, "k": ["inputState"]},
        {"kind": 2, "k": ["requests"], "v": [{"message": {"text": "So?"}, "response": []}]},
    ]
    return written(lines)


@pytest.mark.parametrize("apart", [False, True])
def test_the_changes_of_a_chat_of_vs_code_come_back_with_one_line_mended(apart: bool) -> None:
    told = {"$mid": 20, "content": [{"$mid": 21, "value": "a.txt"}]}
    whole = changes_of_a_chat({"call_A1": told, "call_B2": told}, apart=apart)
    other = changes_of_a_chat({"call_A1": told, "call_Z9": told}, apart=apart)
    assert "mismatched-id" in defects(crosswire.load(other))
    assert mended(other).data == whole
    lost = changes_of_a_chat({"call_A1": told}, apart=apart)
    assert defects(crosswire.load(lost)) == ["missing-result"]
    (_,), (new,) = only_differs(lost, mended(lost, "mark").data, gone=1, new=1)
    assert NOT_RECORDED.encode() in new
    only_differs(lost, mended(lost, "drop").data, gone=1, new=1)
