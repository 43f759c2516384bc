"""Which format an upload is in, why, and where its conversations stand."""

import copy
import json
from functools import partial
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire import FORMATS, LOGS, Log
from crosswire.containers import open_upload
from crosswire.errors import CrosswireError, NotAConversation
from crosswire.logs.shared import finding
from crosswire.logs.shared.finding import Beginnings, Finder, sample_of
from crosswire.model import JsonValue, ToolCallPart, ToolResultPart
from tests.measured import lines_of
from tests.samples import MESSAGES, REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each, in_turns, some_of

every_format = for_each("format", list(FORMATS))
RECORDED = sorted(path for path in (Path(__file__).parent / "corpus").rglob("*") if path.is_file())


def load(value: Any, **options: Any) -> Log:
    return crosswire.load(json.dumps(value).encode(), **options)


def lines(*values: Any) -> bytes:
    return b"\n".join(json.dumps(value).encode() for value in values)


def counts(log: Log) -> list[tuple[int, int, int]]:
    return [(len(c.messages), len(list(c.calls())), len(list(c.results()))) for c in log.conversations]


def addresses(log: Log) -> list[str]:
    return [message.address for conversation in log.conversations for message in conversation.messages]


def test_there_is_a_sample_for_every_format() -> None:
    assert set(REQUESTS) == set(RESPONSES) == set(MESSAGES) == set(FORMATS)


@every_format
def test_a_request_body_is_detected_with_its_reason(format: str) -> None:
    log = load(REQUESTS[format])
    assert (log.format, log.detection.shape, log.container) == (format, "request", "json")
    assert log.detection.confidence >= 0.9
    assert "`" in log.detection.reason
    assert log.detection.title == FORMATS[format].TITLE
    assert counts(log) == [(3, 1, 1)]


@every_format
def test_a_response_body_is_detected(format: str) -> None:
    log = load(RESPONSES[format])
    assert (log.format, log.detection.shape, counts(log)) == (format, "response", [(1, 0, 0)])
    assert log.detection.confidence >= 0.9


@every_format
def test_bare_messages_are_detected(format: str) -> None:
    log = load(MESSAGES[format])
    assert (log.format, log.detection.shape, counts(log)) == (format, "messages", [(3, 1, 1)])
    assert addresses(log) == ["0:/0", "0:/1", "0:/2"]


@every_format
@for_each("number", [1, 2])
def test_one_message_alone_is_detected(format: str, number: int) -> None:
    log = load(MESSAGES[format][number])
    assert (log.format, log.detection.shape) == (format, "messages")
    assert counts(log) == [(1, int(number == 1), int(number == 2))]
    assert addresses(log) == ["0:"]


@every_format
def test_lines_that_are_messages_are_one_conversation(format: str) -> None:
    log = crosswire.load(lines(*MESSAGES[format]))
    assert (log.format, log.container, counts(log)) == (format, "jsonl", [(3, 1, 1)])
    assert addresses(log) == ["0:", "1:", "2:"]


@every_format
@for_each("kind", ["request", "response", "messages"])
def test_lines_that_are_bodies_are_a_conversation_each(format: str, kind: str) -> None:
    body = {"request": REQUESTS, "response": RESPONSES, "messages": MESSAGES}[kind][format]
    log = crosswire.load(lines(*[body] * 3))
    assert (log.format, log.detection.shape, len(log.conversations)) == (format, kind, 3)
    assert [conversation.number for conversation in log.conversations] == [0, 1, 2]
    assert {address.partition(":")[0] for address in addresses(log)} == {"0", "1", "2"}


def test_what_tells_the_format_of_many_lines_may_come_late() -> None:
    plain = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    log = crosswire.load(lines(*[plain] * 60, *[plain | {"safe_prompt": True}] * 60))
    assert (log.format, len(log.conversations)) == ("mistral", 120)


@every_format
def test_a_line_of_something_else_is_left_out_and_told(format: str) -> None:
    body = REQUESTS[format]
    log = crosswire.load(lines(body, {"level": "info"}, body, body))
    assert len(log.conversations) == 3
    assert [(note.code, note.address) for note in log.notes] == [("skipped-document", "1:")]


@every_format
def test_an_exchange_is_one_conversation(format: str) -> None:
    log = load({"request": REQUESTS[format], "response": RESPONSES[format]})
    assert (log.format, log.detection.shape, counts(log)) == (format, "exchange", [(4, 1, 1)])
    assert addresses(log)[0].startswith("0:/request/")
    assert addresses(log)[-1].startswith("0:/response")


@every_format
def test_lines_that_are_exchanges_are_a_conversation_each(format: str) -> None:
    log = crosswire.load(lines(*[{"request": REQUESTS[format], "response": RESPONSES[format]}] * 2))
    assert (log.format, counts(log)) == (format, [(4, 1, 1)] * 2)


@every_format
def test_a_response_that_is_none_is_told(format: str) -> None:
    log = load({"request": REQUESTS[format], "response": {"said": "overloaded"}})
    assert (log.format, counts(log)) == (format, [(3, 1, 1)])
    (conversation,) = log.conversations
    assert ("response-not-read", "0:/response") in [(n.code, n.address) for n in conversation.notes]


@every_format
def test_a_response_beside_an_unknown_request_is_read(format: str) -> None:
    log = load({"request": {"method": "POST"}, "response": RESPONSES[format]})
    assert (log.format, counts(log)) == (format, [(1, 0, 0)])
    (conversation,) = log.conversations
    assert ("request-not-read", "0:/request") in [(n.code, n.address) for n in conversation.notes]


@every_format
def test_json_text_inside_a_string_is_opened(format: str) -> None:
    inner = json.dumps(REQUESTS[format])
    log = load(inner)
    assert (log.format, counts(log)) == (format, [(3, 1, 1)])
    assert addresses(log)[0].startswith("0:!/")
    assert load(json.dumps(inner)).format == format
    assert addresses(load(json.dumps(inner)))[0].startswith("0:!!/")


@every_format
def test_bodies_in_json_text_of_an_exchange_are_opened(format: str) -> None:
    log = load({"request": json.dumps(REQUESTS[format]), "response": json.dumps(RESPONSES[format])})
    assert (log.format, log.detection.shape, counts(log)) == (format, "exchange", [(4, 1, 1)])
    assert addresses(log)[0].startswith("0:/request!/")
    assert addresses(log)[-1].startswith("0:/response!")


@every_format
def test_a_list_of_bodies_is_a_conversation_each(format: str) -> None:
    log = load([REQUESTS[format], RESPONSES[format], {"request": REQUESTS[format]}])
    assert (log.format, counts(log)) == (format, [(3, 1, 1), (1, 0, 0), (3, 1, 1)])
    assert {address.split("/")[1] for address in addresses(log)} == {"0", "1", "2"}


@every_format
def test_what_is_no_body_in_a_list_of_bodies_is_told(format: str) -> None:
    body = REQUESTS[format]
    log = load([body, {"level": "info"}, body, body])
    assert len(log.conversations) == 3
    assert [(note.code, note.address) for note in log.notes] == [("skipped-document", "0:/1")]


@every_format
def test_conversations_by_their_names_are_read_each(format: str) -> None:
    messages = MESSAGES[format]
    log = load({"first/one": messages, "second": REQUESTS[format]})
    assert log.format == format
    assert [conversation.title for conversation in log.conversations] == ["first/one", "second"]
    assert {address.split("/")[1] for address in addresses(log)} == {"first~1one", "second"}


@every_format
def test_a_list_of_lists_of_messages_is_a_conversation_each(format: str) -> None:
    log = load([MESSAGES[format], MESSAGES[format]])
    assert (log.format, len(log.conversations)) == (format, 2)


@pytest.mark.parametrize(("format", "choices"), [("openai-chat", "choices"), ("gemini", "candidates")])
def test_several_choices_are_several_conversations(format: str, choices: str) -> None:
    body = copy.deepcopy(RESPONSES[format])
    body[choices] *= 3
    log = load(body)
    assert counts(log) == [(1, 0, 0)] * 3
    assert [conversation.number for conversation in log.conversations] == [0, 1, 2]
    assert [address.split("/")[2] for address in addresses(log)] == ["0", "1", "2"]
    exchange = load({"request": REQUESTS[format], "response": body})
    assert counts(exchange) == [(4, 1, 1)] * 3


def test_a_session_of_claude_code_is_a_log_and_not_a_wire_format() -> None:
    log = crosswire.load(lines(*SESSION_LINES))
    assert (log.format, log.detection.shape, counts(log)) == ("claude-code", "session", [(3, 1, 1)])
    assert log.conversations[0].messages[1].wire_format == "anthropic"


# Other candidates


def test_all_formats_that_fit_are_named_the_likeliest_first() -> None:
    found = crosswire.detect(json.dumps([{"role": "user", "content": "Hello."}]).encode())
    assert {one.format for one in found} >= {"openai-chat", "anthropic"}
    assert [one.confidence for one in found] == sorted((one.confidence for one in found), reverse=True)
    assert all(one.confidence < 0.9 for one in found)


@every_format
def test_the_first_candidate_is_what_load_takes(format: str) -> None:
    for value in (REQUESTS[format], RESPONSES[format], MESSAGES[format]):
        data = json.dumps(value).encode()
        assert crosswire.detect(data)[0] == crosswire.load(data).detection


def test_what_no_format_knows_has_no_candidates() -> None:
    for value in ({}, [], {"level": "info"}, 1, "text", None, [[]], [1, 2], {"messages": []}):
        assert crosswire.detect(json.dumps(value).encode()) == []


# A format that somebody insists on


@for_each("number, forced", list(enumerate([*FORMATS, *LOGS])))
@for_each("sample", list(FORMATS))
def test_a_format_that_was_asked_for_never_refuses_another_ones_log(
    number: int, forced: str, sample: str
) -> None:
    number += list(FORMATS).index(sample)
    for value in in_turns([REQUESTS[sample], RESPONSES[sample], MESSAGES[sample]], number, 1):
        try:
            log = load(value, format=forced)
        except crosswire.NotAConversation:
            continue  # it found no message
        assert log.format == forced
        assert log.conversations
        for conversation in log.conversations:
            assert crosswire.diagnose(conversation) is not None


@every_format
def test_a_format_that_was_asked_for_reads_what_it_would_not_have_recognised(format: str) -> None:
    log = load([{"x": 1}, None, 3, *MESSAGES[format]], format=format)
    assert log.format == format
    assert log.detection.confidence == 0
    assert "asked for" in log.detection.reason


@every_format
def test_a_format_that_was_asked_for_and_finds_no_message_is_refused(format: str) -> None:
    for value in ({"anything": 1}, [{"x": 1}, None, 3], [{"role": 7}]):
        with pytest.raises(crosswire.NotAConversation, match=f"not as {format}"):
            load(value, format=format)


def test_a_refused_format_names_the_one_that_fits() -> None:
    session = [{"type": "user", "uuid": "1", "sessionId": "s", "message": {"role": "user", "content": "hi"}}]
    with pytest.raises(crosswire.NotAConversation, match="It reads as Claude Code session"):
        load(session, format="toolcall-record")


@every_format
def test_asking_for_the_format_that_it_is_changes_nothing(format: str) -> None:
    for value in (REQUESTS[format], RESPONSES[format], {"request": REQUESTS[format]}):
        assert load(value, format=format).detection == load(value).detection


@every_format
def test_a_plain_value_is_no_conversation_even_when_a_format_was_asked_for(format: str) -> None:
    with pytest.raises(crosswire.NotAConversation, match=f"not as {format}"):
        load(7, format=format)


def test_a_format_that_is_none_is_named_with_those_that_are() -> None:
    for read in (lambda: load({}, format="bedrok"), lambda: crosswire.parse({}, "bedrok")):
        with pytest.raises(crosswire.UnknownFormat, match=r"'bedrok'.*'bedrock'.*openai-chat"):
            read()


def test_the_message_says_what_was_found_instead() -> None:
    for value, word in (
        ({"level": "info", "msg": ""}, "an object with the keys 'level', 'msg'"),
        ({}, "an empty object"),
        ([1, 2], "an array of 2"),
        (7, "a plain value"),
    ):
        with pytest.raises(crosswire.NotAConversation) as refused:
            load(value)
        assert word in str(refused.value)
        assert "openai-chat" in str(refused.value)
    with pytest.raises(crosswire.NotAConversation, match="2 lines, the first an object with the keys 'a'"):
        crosswire.load(lines({"a": 1}, {"b": 1}))


# Reading keeps the ends together


@every_format
def test_calls_and_results_stand_where_their_addresses_say(format: str) -> None:
    (conversation,) = load(REQUESTS[format]).conversations
    found = [part for _, part in conversation.parts() if isinstance(part, ToolCallPart | ToolResultPart)]
    assert len(found) == 2
    for part in found:
        assert crosswire.address.resolve(part.address, [REQUESTS[format]], json.loads) == part.raw
        assert part.call_id.value == "call_1"
        assert part.call_id.address is not None
        assert crosswire.address.resolve(part.call_id.address, [REQUESTS[format]], json.loads) == "call_1"


# One odd message among good ones

ODD_MESSAGES: list[Any] = [
    None,
    5,
    "text",
    {},
    {"role": "assistant"},
    {"content": "No role."},
    *({"role": role, "content": "Whose?"} for role in (None, 5, [], {}, "zz")),
    *({"role": "assistant", "content": content} for content in (None, 5, {}, True, {"text": "a"})),
    *({"role": "user", "content": [block]} for block in (None, 5, [], {}, {"type": None}, {"id": "a"})),
]
odd_message = for_each("odd", ODD_MESSAGES, ids=json.dumps)


@odd_message
@for_each("number", [0, 1, 3])
def test_one_odd_message_leaves_a_log_of_anthropic_readable(odd: Any, number: int) -> None:
    good = REQUESTS["anthropic"]
    messages = [*good["messages"][:number], odd, *good["messages"][number:]]
    for value in ({**good, "messages": messages}, messages):
        log = load(value)
        assert (log.format, counts(log)) == ("anthropic", [(4, 1, 1)])
        assert log.conversations[0].messages[number].raw == odd
        assert log.detection.confidence < 0.9


@odd_message
def test_one_odd_message_beside_the_field_of_a_system_prompt_is_anthropics(odd: Any) -> None:
    said = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Gone."}]
    log = load({"model": "claude", "max_tokens": 9, "system": "Be brief.", "messages": [*said, odd]})
    assert (log.format, len(log.conversations[0].messages)) == ("anthropic", 4)


@odd_message
@for_each("format", [name for name in FORMATS if name != "anthropic"])
def test_one_odd_message_never_makes_another_ones_log_anthropics(format: str, odd: Any) -> None:
    def is_of(value: Any) -> str | None:
        found = crosswire.detect(json.dumps(value).encode())
        return found[0].format if found else None

    assert is_of([*MESSAGES[format], odd]) != "anthropic"
    request = copy.deepcopy(REQUESTS[format])
    field = next(name for name in ("messages", "contents", "input") if name in request)
    assert is_of({**request, field: [*request[field], odd]}) != "anthropic"


def test_odd_messages_alone_are_no_log_of_anthropic() -> None:
    for odd in ODD_MESSAGES:
        assert "anthropic" not in {one.format for one in crosswire.detect(json.dumps([odd, odd]).encode())}


def test_lines_that_keep_their_message_inside_are_no_chat() -> None:
    lines = [{"role": role, "message": {"content": "Hi"}} for role in ("user", "assistant")]
    assert crosswire.load("\n".join(map(json.dumps, lines)).encode()).format == "cursor-transcript"


@pytest.mark.parametrize(
    ("format", "tool"),
    [
        ("anthropic", {"name": "add", "input_schema": {"type": "object"}}),
        ("openai-chat", {"type": "function", "function": {"name": "add", "parameters": {}}}),
        ("openai-responses", {"type": "function", "name": "add", "parameters": {}, "strict": None}),
        ("gemini", {"functionDeclarations": [{"name": "add"}]}),
    ],
)
def test_tools_alone_are_read_by_how_they_are_declared(format: str, tool: object) -> None:
    log = crosswire.load(json.dumps({"tools": [tool]}).encode())
    assert [found.format for found in crosswire.detect(json.dumps({"tools": [tool]}).encode())] == [format]
    [declared] = log.conversations[0].tools()
    assert (log.format, declared.name) == (format, "add")
    assert not log.notes


def test_tools_that_no_format_declares_so_are_no_conversation() -> None:
    for body in ({"tools": [{"name": "add"}]}, {"tools": []}, {"tools": [{"input_schema": {}}, "x"]}):
        with pytest.raises(NotAConversation):
            crosswire.load(json.dumps(body).encode())


@for_each(
    "odd",
    [
        {"role": "observer", "content": "I only look on."},
        {"role": "assistant", "content": 42},
        {"role": "assistant", "content": True},
        {"role": "", "content": "Whose is this?"},
        None,
        "What stands here?",
    ],
)
def test_a_broken_message_among_others_does_not_hide_the_conversation(odd: object) -> None:
    fine = {"role": "user", "content": "Hello, is anybody there?"}
    for messages in ([fine, odd], [odd, fine], [fine, odd, fine]):
        log = crosswire.load(json.dumps({"model": "gpt-4o", "messages": messages}).encode())
        assert log.format == "openai-chat"
        assert log.detection.confidence <= 0.3
        [conversation] = log.conversations
        assert len(conversation.messages) == len(messages)
        assert crosswire.verdict(conversation, "openai-chat").accepts is not True


def test_messages_in_the_words_of_another_format_are_read_by_no_format() -> None:
    fine = {"role": "user", "content": "Hello, is anybody there?"}
    block = {"type": "tool-call", "callId": "1", "toolName": "look", "input": {}}
    for odd in ({"role": "assistant", "content": [block]}, {"kind": "note"}, [fine]):
        assert {one.format for one in crosswire.detect(json.dumps([fine, odd]).encode())} <= {"by-shape"}


def test_a_message_without_content_is_read_as_the_format_that_somebody_insists_on() -> None:
    log = crosswire.load(b'[{"role": "assistant", "content": ""}]', format="mistral")
    assert len(log.conversations[0].messages) == 1


@for_each("path", some_of(RECORDED, 8), ids=lambda path: path.name)
def test_a_quick_look_for_messages_leaves_out_no_format(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        documents = Beginnings(open_upload(path.read_bytes()).documents)
    except CrosswireError:
        return

    def recognised() -> list[object]:
        return [log.recognise_documents(documents) for log in LOGS.values()]

    quick = recognised()
    with monkeypatch.context() as patched:
        patched.setattr(finding, "_may_hold_some", lambda *_: True)
        assert recognised() == quick


def test_no_format_of_a_log_goes_through_the_messages_of_a_long_request() -> None:
    def request(messages: int) -> Beginnings:
        asked = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
        turn = [{"role": "user", "content": "Look."}, {"role": "assistant", "tool_calls": [asked]}]
        begun = Beginnings([{"model": "gpt-5", "messages": turn * (messages // 2)}])
        finding.fields_in(begun)  # looks through a sample once for all
        return begun

    short, long = request(500), request(1_500)
    for log in LOGS.values():
        if not log.TRAITS.by_shape:
            looks = [partial(log.recognise_documents, one) for one in (short, short, long)]
            _, few, many = map(lines_of, looks)  # the first loads what reads the format
            assert many - few <= 4 * 1_000, log.NAME


def test_lines_of_a_run_that_began_before_them_are_refused_like_others() -> None:
    with pytest.raises(NotAConversation):
        crosswire.load(b'{"type": "turn.started"}\n{"type": "turn.started", "thread_id": "1"}\n')


@for_each("path", RECORDED, ids=lambda path: path.name)
def test_every_log_that_a_format_recognises_has_one_of_its_signs(path: Path) -> None:
    try:
        documents = open_upload(path.read_bytes()).documents
    except CrosswireError:
        return
    only = documents[0] if len(documents) == 1 and isinstance(documents[0], list) else documents
    for piece in (documents, only[:2], only[-2:], *([one] for one in only[:4])):
        begun = Beginnings(piece)
        fields = finding.fields_in(begun)
        unsigned = [log for log in LOGS.values() if fields is not None and log.SIGNS.isdisjoint(fields)]
        assert [log.NAME for log in unsigned if log.SIGNS and log.recognise_documents(begun)] == []


def test_a_quick_look_comes_upon_all_that_is_looked_at() -> None:
    def wrapped(levels: int, value: Any) -> Any:
        return value if levels == 0 else {"x": [wrapped(levels - 1, value)]}

    def is_sought(value: Any) -> bool:
        return isinstance(value, dict) and "sought" in value

    sought = {"sought": 1}
    for documents in (
        [sought],
        [1, sought],
        [[1, sought]],
        [{"a": 1, "b": sought}],
        [[0] * 199 + [sought]],
        [{"a": [0] * 170} for _ in range(180)] + [sought],
        *([wrapped(levels, sought)] for levels in range(7)),
        *([wrapped(levels, [sought])] for levels in range(7)),
        *([[[0] * 100] * many, sought] for many in (49, 50, 51)),
    ):
        looked_at = Finder(is_sought, finding.MAX_LOOKED_AT).runs(finding.ends_of(documents))
        assert sample_of(documents, is_sought) == looked_at
        assert sample_of(documents, is_sought, is_sought) == looked_at
        fields = finding.fields_in(documents)
        assert fields is None or "sought" in fields


def test_a_field_in_the_middle_of_a_long_log_is_found_and_very_long_ones_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[JsonValue] = [{"type": "message", "n": number} for number in range(1_000)]
    lines[500] = {"held": [{"sessionUpdate": "plan"}]}
    assert finding.fields_in(Beginnings(lines)) == {"type", "n", "held", "sessionUpdate"}
    assert finding.fields_in(Beginnings([*lines, "a text, which may hold fields"])) is None
    monkeypatch.setattr(finding, "MAX_HOLDERS", 1_000)
    assert finding.fields_in(Beginnings(lines)) is None
