"""Each call as a record: times with their places, sizes, repeats, batches, waits; a small log each."""

import json
from pathlib import Path
from typing import Any

import crosswire
from crosswire import address
from crosswire.containers import json_document, sse
from crosswire.facts.calls import CallFacts, call_facts
from crosswire.facts.times import Clock
from crosswire.model import Conversation, JsonValue
from crosswire.pairing import pair
from tests.histories import call, calling, function_call, function_output, result, said, user
from tests.samples import MESSAGES, REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each

TEN = 1_795_255_200.0  # 2026-11-21 10:00 UTC
ISO = "2026-11-21T10:00:{:02d}Z"
Golden = tuple[tuple[float, str] | None, tuple[float, str] | None, tuple[float, bool, str | None] | None]


def read(document: Any, *, lines: bool = False) -> Conversation:
    text = "\n".join(map(json.dumps, document)) if lines else json.dumps(document)
    return crosswire.load(text.encode()).conversations[0]


def facts(document: Any, *, lines: bool = False) -> list[CallFacts]:
    conversation = read(document, lines=lines)
    return call_facts(conversation, pair(conversation))


def golden(one: CallFacts) -> Golden:
    """Started, ended, took: seconds after ten, with their places."""
    started = one.started and (one.started.at - TEN, one.started.address)
    ended = one.ended and (one.ended.at - TEN, one.ended.address)
    took = one.took and (one.took.seconds, one.took.measured, one.took.address)
    return started, ended, took


def session(**of_result: Any) -> list[dict[str, Any]]:
    first, second, third = SESSION_LINES
    return [first, second, {**third, **of_result}]


STEP = {
    "object": "thread.run.step",
    "id": "step_1",
    "type": "tool_calls",
    "created_at": int(TEN),
    "completed_at": int(TEN) + 4,
    "step_details": {
        "type": "tool_calls",
        "tool_calls": [
            {
                "id": "call_1",
                "type": "function",
                "function": {"name": "read_file", "arguments": "{}", "output": "milk"},
            }
        ],
    },
}
TWO_CALLS = json.loads(json.dumps(STEP))
TWO_CALLS["step_details"]["tool_calls"] *= 2
RECORD = {
    "id": "call_1",
    "tool": "read_file",
    "args": {},
    "checksum": "0" * 64,
    "results": "milk",
    "createdAt": ISO.format(1),
}
RESPONSE_CALL = {
    **RESPONSES["openai-responses"],
    "created_at": int(TEN),
    "completed_at": int(TEN) + 3,
    "output": [function_call("call_1")],
}
CODE = {
    "type": "code_interpreter_call",
    "id": "ci_1",
    "code": "1",
    "container_id": "cntr_1",
    "outputs": [{"type": "logs", "logs": "1"}],
}

CASES: dict[str, tuple[Any, bool, Golden]] = {
    "a session: the distance between its lines": (
        session(),
        True,
        ((1, "1:/timestamp"), (2, "2:/timestamp"), (1, False, None)),
    ),
    "a session whose program timed the tool": (
        session(toolUseResult={"durationMs": 6}),
        True,
        ((1, "1:/timestamp"), (2, "2:/timestamp"), (0.006, True, "2:/toolUseResult/durationMs")),
    ),
    "a session whose clock was set back": (
        session(timestamp=ISO.format(0)),
        True,
        ((1, "1:/timestamp"), (0, "2:/timestamp"), None),
    ),
    "a session with a time that is none": (
        session(timestamp="soon"),
        True,
        ((1, "1:/timestamp"), None, None),
    ),
    "chat messages that a framework stamped": (
        [
            user(),
            {**calling(call("call_1")), "createdAt": ISO.format(1)},
            {**result("call_1"), "created_at": TEN + 2},
        ],
        False,
        ((1, "0:/1/createdAt"), (2, "0:/2/created_at"), (1, False, None)),
    ),
    "items with times of their own": (
        [
            user(),
            {**function_call("call_1"), "created_at": TEN + 1},
            {**function_output("call_1"), "created_at": TEN + 3},
        ],
        False,
        ((1, "0:/1/created_at"), (3, "0:/2/created_at"), (2, False, None)),
    ),
    "an answer: a client can run it once it is done": (
        RESPONSE_CALL,
        False,
        ((3, "0:/completed_at"), None, None),
    ),
    "an answer: what the provider ran lies somewhere in it": (
        {**RESPONSE_CALL, "output": [CODE]},
        False,
        ((0, "0:/created_at"), (3, "0:/completed_at"), None),
    ),
    "a Chat answer": (
        {
            **RESPONSES["openai-chat"],
            "created": int(TEN),
            "choices": [{"index": 0, "message": calling(call("call_1"))}],
        },
        False,
        ((0, "0:/created"), None, None),
    ),
    "a Gemini answer": (
        {
            **RESPONSES["gemini"],
            "createTime": ISO.format(5),
            "candidates": [{"content": MESSAGES["gemini"][1]}],
        },
        False,
        ((5, "0:/createTime"), None, None),
    ),
    "an Ollama answer": (
        {**RESPONSES["ollama"], "message": MESSAGES["ollama"][1]},
        False,
        ((0, "0:/created_at"), None, None),
    ),
    "a record of a request with its answer": (
        {
            "request": REQUESTS["anthropic"],
            "response": {**RESPONSES["anthropic"], "content": [MESSAGES["anthropic"][1]["content"][0]]},
            "timestamp": ISO.format(7),
        },
        False,
        (None, None, None),
    ),
    "a step of a run": (
        STEP,
        False,
        ((0, "0:/created_at"), (4, "0:/completed_at"), (4, False, None)),
    ),
    "a step of a run with two calls, of which neither need have taken all of it": (
        TWO_CALLS,
        False,
        ((0, "0:/created_at"), (4, "0:/completed_at"), None),
    ),
    "a record of a call": (
        [RECORD],
        False,
        ((1, "0:/0/createdAt"), None, None),
    ),
    "a record of a call that was timed": (
        [{**RECORD, "completedAt": ISO.format(9), "durationMs": 1500}],
        False,
        ((1, "0:/0/createdAt"), (9, "0:/0/completedAt"), (1.5, True, "0:/0/durationMs")),
    ),
    "a request as providers take it": (REQUESTS["anthropic"], False, (None, None, None)),
}


@for_each("case", CASES)
def test_when_a_call_ran_and_where_the_log_says_so(case: str) -> None:
    document, lines, expected = CASES[case]
    assert golden(facts(document, lines=lines)[0]) == expected


def test_the_answer_in_a_record_happened_when_the_record_says() -> None:
    request, *_ = CASES["a record of a request with its answer"]
    found = facts(request)
    assert golden(found[0])[0] is None  # what was sent is older than the record
    assert golden(found[1])[0] == (7, "0:/timestamp")


def test_how_long_an_answer_took_by_its_provider() -> None:
    bedrock, ollama = Clock(read(RESPONSES["bedrock"])), Clock(read(RESPONSES["ollama"]))
    assert bedrock.answer.took is not None
    assert (bedrock.answer.took.seconds, bedrock.answer.took.address) == (0.001, "0:/metrics/latencyMs")
    assert ollama.answer.took is not None
    assert (ollama.answer.took.seconds, ollama.answer.took.address) == (0.009, "0:/total_duration")


def test_sizes_are_bytes_of_what_stands_there() -> None:
    [one] = facts([user(), calling(call("c1", "f", '{"a": "é"}')), result("c1", "süß")])
    assert (one.argument_bytes, one.result_bytes) == (len('{"a": "é"}'.encode()), len("süß".encode()))
    [two] = facts(REQUESTS["anthropic"])
    assert (two.argument_bytes, two.result_bytes) == (len('{"path":"a.txt"}'), 4)
    [alone] = facts([user(), calling(call("c1"))])
    assert (alone.result, alone.result_bytes, alone.how) == (None, None, "pending")


def test_an_error_is_said_by_its_result() -> None:
    body = json.loads(json.dumps(REQUESTS["anthropic"]))
    body["messages"][2]["content"][0]["is_error"] = True
    assert [one.failed for one in facts(body)] == [True]
    assert [one.failed for one in facts(REQUESTS["anthropic"])] == [False]


def test_calls_of_one_turn_were_made_at_once() -> None:
    found = facts(
        [user(), calling(call("a"), call("b")), result("a"), result("b"), calling(call("c")), result("c")]
    )
    assert [(one.batch, one.batch_size) for one in found] == [(1, 2), (1, 2), (2, 1)]


def test_records_follow_each_other_unless_they_share_an_iteration() -> None:
    def record(id: str, iteration: int) -> dict[str, Any]:
        return {**RECORD, "id": id, "iteration": iteration}

    found = facts([record("a", 0), record("b", 1), record("c", 1)])
    assert [(one.batch, one.batch_size) for one in found] == [(1, 1), (2, 2), (2, 2)]


def test_the_same_call_again_is_counted_and_a_loop_named() -> None:
    log = [user()]
    for number, answer in enumerate(["none", "none", "none"]):
        log += [calling(call(f"c{number}", "search", '{"q": 1}')), result(f"c{number}", answer)]
    log += [calling(call("d", "search", '{"q": 2}')), result("d")]
    found = facts(log)
    assert [(one.nth, one.times, one.loops) for one in found] == [
        (1, 3, True),
        (2, 3, True),
        (3, 3, True),
        (1, 1, False),
    ]
    assert found[0].checksum == found[2].checksum != found[3].checksum
    log[2]["content"] = "something else"
    assert not any(one.loops for one in facts(log))


def test_waits_between_calls_say_whether_a_user_wrote() -> None:
    def stamped(message: dict[str, Any], seconds: int) -> dict[str, Any]:
        return {**message, "created_at": TEN + seconds}

    found = facts(
        [
            stamped(user(), 0),
            stamped(calling(call("a")), 5),
            stamped(result("a"), 8),
            stamped(calling(call("b")), 10),
            stamped(result("b"), 11),
            stamped(said(), 12),
            stamped(user("More."), 30),
            stamped(calling(call("c"), call("d")), 31),
        ]
    )
    waits = [one.waiting and (one.waiting.seconds, one.waiting.user_spoke) for one in found]
    assert waits == [None, (2, False), (20, True), None]


def test_a_stream_has_the_times_of_its_answer() -> None:
    first = {**RESPONSE_CALL, "output": [], "completed_at": None, "status": "in_progress"}
    events = [
        {"type": "response.created", "response": first},
        {"type": "response.output_item.added", "output_index": 0, "item": function_call("call_1")},
        {"type": "response.output_item.done", "output_index": 0, "item": function_call("call_1")},
        {"type": "response.completed", "response": RESPONSE_CALL},
    ]
    text = "".join(f"data: {json.dumps(one)}\n\n" for one in events)
    conversation = crosswire.load(text.encode()).conversations[0]
    [one] = call_facts(conversation, pair(conversation))
    assert one.started is not None
    assert one.started.at == TEN + 3
    assert address.resolve(one.started.address, conversation.documents, _opened) == int(TEN) + 3


def _opened(text: str) -> JsonValue:
    events = sse.read_text(text)
    return json_document.read(text.encode()) if events is None else events


HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").rglob("*.json")) + sorted((HERE.parent / "webapp/examples").glob("*.json*"))


@for_each("path", CORPUS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_call_of_the_corpus_has_a_record_whose_places_are_in_the_upload(path: Path) -> None:
    for conversation in crosswire.load(path.read_bytes()).conversations:
        clock = Clock(conversation)
        found = call_facts(conversation, pair(conversation), clock)
        assert [one.call for one in found] == list(conversation.calls())
        for one in found:
            said_at = [part.address for part in (one.started, one.ended, one.took) if part and part.address]
            for place in said_at:
                address.resolve(place, conversation.documents, _opened)


@for_each("wrong", [None, [], {}, "x" * 100_000, -5, 10**300, True, [[]], {"durationMs": "x"}])
def test_malformed_times_and_lengths_raise_nothing(wrong: Any) -> None:
    names = ("timestamp", "created_at", "completed_at", "durationMs", "toolUseResult", "createdAt", "created")
    fields = dict.fromkeys(names, wrong)
    for document, lines in (
        ([{**line, **fields} for line in SESSION_LINES], True),
        ([{**RECORD, **fields}], False),
        ({**STEP, **fields}, False),
        ({**RESPONSE_CALL, **fields}, False),
        ({"request": REQUESTS["openai-chat"], "response": RESPONSES["openai-chat"], **fields}, False),
    ):
        conversation = read(document, lines=lines)
        list(Clock(conversation).moments())
        call_facts(conversation, pair(conversation))
