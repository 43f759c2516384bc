"""What people paste is taken apart: logs, errors, and what was left out."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from contextlib import suppress

import crosswire
import pytest
from crosswire.address import Address, root
from crosswire.containers import open_upload, read_json, spans_of, split_paste, without_keys, words_of
from crosswire.errors import CrosswireError, OnlyAnError, UnreadableUpload
from crosswire.model import TextPart
from crosswire.rules import named_server
from crosswire.secrets.places import addresses_at
from hypothesis import given
from hypothesis import strategies as st
from tests.measured import work_of
from tests.selection import for_each, tries

ARGUMENTS = json.dumps({"city": 'Rio "de" J\\n'})
LOG = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": 'what\'s the "weather"? ☀ `x` $HOME ^'},
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "call_1a", "type": "function", "function": {"name": "w", "arguments": ARGUMENTS}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_2b", "content": "line\nline"},
    ],
}
BODY = json.dumps(LOG, ensure_ascii=False)
PRETTY = json.dumps(LOG, indent=2, ensure_ascii=False)
SAID = "No tool call found for function call output with call_id fc_68f1c0a2."
ERROR = f"openai.BadRequestError: Error code: 400 - {{'error': {{'message': '{SAID}', 'param': 'input'}}}}"


def in_double(text: str) -> str:
    for mark in '\\"$`':
        text = text.replace(mark, f"\\{mark}")
    return f'"{text}"'


def in_ansi(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("☀", "\\u2600")
    return f"$'{escaped}'"


def of_windows(text: str) -> str:
    """As Chrome copies a command for cmd.exe."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    marked = "".join(f"^{one}" if one in '\\"^{}&<>' else one for one in escaped)
    return f'^"{marked}^"'


QUOTES: dict[str, Callable[[str], str]] = {
    "single": shlex.quote,
    "double": in_double,
    "ansi": in_ansi,
}


@for_each(
    "option", ["-d ", "--data ", "--data-raw ", "--data-binary ", "--json ", "--data-raw=", "-d", "-sd "]
)
@for_each("quoted", QUOTES.values(), ids=QUOTES)
@for_each("body", [BODY, PRETTY])
def test_the_body_of_a_curl_command_is_read(option: str, quoted: Callable[[str], str], body: str) -> None:
    text = (
        f"$ curl https://api.openai.com/v1/chat/completions \\\n  -H 'Content-Type: application/json' \\\n"
        f'  {option}{quoted(body)} -H "Authorization: Bearer $KEY"\n'
    )
    opened = open_upload(text.encode())
    assert opened.documents == [LOG]
    assert opened.container == "pasted"
    said = opened.notes[0].message
    assert said.startswith("Read the JSON of a curl command, line")
    assert said.endswith("; its headers were left out: Content-Type, Authorization.")


def test_the_body_of_a_command_for_windows_is_read() -> None:
    text = f'curl ^"https://x/v1^" ^\n  -H ^"x-api-key: k^" ^\n  --data-raw {of_windows(BODY)}'
    opened = open_upload(text.encode())
    assert opened.documents == [LOG]
    assert "left out: x-api-key" in opened.notes[0].message


def test_an_apostrophe_in_a_body_ends_no_body() -> None:
    text = f"curl https://x -H 'x-api-key: k' -d '{BODY}' -v\nwhat's that?"
    assert open_upload(text.encode()).documents == [LOG]


def test_two_commands_are_two_documents() -> None:
    text = f"curl a -d {shlex.quote(BODY)}; curl b -d {shlex.quote(PRETTY)}"
    assert open_upload(text.encode()).documents == [LOG, LOG]


@for_each("quoted", QUOTES.values(), ids=QUOTES)
def test_addresses_lead_to_the_bytes_within_quotes_of_a_shell(quoted: Callable[[str], str]) -> None:
    data = f"☀ curl https://x -d {quoted(BODY)}".encode()
    log = crosswire.load(data)
    at = Address("0:/messages/2/tool_call_id")
    start, end = spans_of(data, log.container, [at], log.lines, log.bodies)[at]
    assert spans_of(data, log.container, [at])[at] == (start, end)
    assert data[start:end].strip(b'\\"') == b"call_2b"
    place = data.index(b"call_2b")
    assert addresses_at(data, [place]) == {place: at}


PLACES = {
    "a fenced block": f"Look:\n\n```json\n{PRETTY}\n```\nWhy?\n",
    "a command in a fence": f"Look:\n\n```sh\ncurl https://x -d '{PRETTY}'\n```\n",
    "an assignment": f"import x\n\npayload = {PRETTY}\nresponse = post(payload)\n",
    "JavaScript": f"const body = {PRETTY};\nawait send(body);\n",
    "JSON.stringify": "fetch(u, {method: 'POST', headers: h(), body: JSON.stringify(" + PRETTY + ")})",
    "prose": f"We send this:\n{PRETTY}\nand it fails (see [1] and {{x}}).\n",
    "a line with a time": f"12:00:01 INFO sent {BODY}\n12:00:02 INFO done\n",
    "a debug line": "DEBUG:x:Request options: {'method': 'post', 'files': None, 'json_data': " + BODY + "}\n",
}


@for_each("text", PLACES.values(), ids=PLACES)
def test_a_log_is_found_in(text: str) -> None:
    data = text.encode()
    log = crosswire.load(data)
    assert log.documents == [LOG]
    at = Address("0:/messages/2/tool_call_id")
    spans = spans_of(data, log.container, [at], log.lines, log.bodies)
    assert data[slice(*spans[at])] == b'"call_2b"'


def test_a_debug_line_of_an_sdk_is_read_as_python() -> None:
    options = {"method": "post", "url": "/v1/messages", "files": None, "json_data": {**LOG, "stop": None}}
    text = f"DEBUG:anthropic._base_client:Request options: {options}\nDEBUG:x:HTTP Request: POST https://x\n"
    opened = open_upload(text.replace("'files'", "'p': <function f at 0x1>, 'files'").encode())
    assert opened.documents == [{**LOG, "stop": None}]
    data = text.replace("'files'", "'p': <function f at 0x1>, 'files'").encode()
    at = Address("0:/messages/2/tool_call_id")
    start, end = spans_of(data, "pasted", [at])[at]
    assert data[start:end] == b"'call_2b'"
    assert addresses_at(data, [start + 1]) == {start + 1: at}
    assert opened.notes[0].message == "Read the Python literal of an SDK's debug line, line 1."
    assert "1 line of text was left out: line 2." in [note.message for note in opened.notes]


def test_the_keywords_of_a_call_in_python_are_a_request() -> None:
    call = (
        'm = client.messages.create(\n  model="claude",\n  messages=[{"role": "user", "content": "Hi"}],\n)\n'
    )
    opened = open_upload(f"import anthropic\n\n{call}print(m)".encode())
    assert opened.documents == [{"model": "claude", "messages": [{"role": "user", "content": "Hi"}]}]


def test_a_body_that_was_cut_is_read_as_far_as_it_goes() -> None:
    opened = open_upload(f"The request was\n\n{PRETTY[:-60]}".encode())
    assert opened.documents[0]["messages"][:2] == LOG["messages"][:2]
    assert "cut-end" in {note.code for note in opened.notes}


def test_a_slip_within_a_paste_is_told_with_its_place() -> None:
    opened = open_upload(b'Sent:\n  {"role": "user", "content": "x",}\nwhy?')
    assert "A comma before a closing bracket was left out (line 2, column 34)." in [
        note.message for note in opened.notes
    ]


def test_what_could_not_be_read_beside_a_log_leaves_no_verdict_a_yes() -> None:
    log = crosswire.load(f"{BODY}\n\nand the other:\n{{'messages': [null, None]}}\n".encode())
    assert [note.code for note in log.conversations[0].unread] == ["broken-piece"]
    assert crosswire.verdict(log.conversations[0], "openai-chat").accepts is not True


def test_values_that_hold_no_messages_are_left_out() -> None:
    opened = open_upload(f'config = {{"retries": 3}}\nbody = {BODY}\n'.encode())
    assert opened.documents == [LOG]
    assert opened.notes[-1].message == "1 line of text was left out: line 1."


ERRORS = {
    "OpenAI": ERROR,
    "Anthropic": "anthropic.BadRequestError: Error code: 400 - {'type': 'error', 'error': {'message': 'x'}}",
    "Amazon Bedrock": "botocore.errorfactory.ValidationException: An error occurred (ValidationException) "
    "when calling the Converse operation: The number of toolResult blocks exceeds",
    "Google": "google.api_core.exceptions.InvalidArgument: 400 Please ensure that function response turn",
    "Google, JavaScript": "[GoogleGenerativeAI Error]: Error fetching from https://x: [400 Bad Request] x",
    "JSON": '{"error": {"message": "x", "type": "invalid_request_error"}}',
    "JSON, of Google": '[{"error": {"code": 400, "message": "x", "status": "INVALID_ARGUMENT"}}]',
    "JSON, of vLLM": '{"object": "error", "message": "x", "type": "BadRequestError", "code": 400}',
}


@for_each("error", ERRORS.values(), ids=ERRORS)
def test_an_error_alone_is_known_as_one(error: str) -> None:
    with pytest.raises(OnlyAnError) as alone:
        crosswire.load(f"\n{error}\n".encode())
    [told] = alone.value.errors
    assert told.split()[0] == error.split()[0] or json.loads(told) == json.loads(error)


@for_each("error", ERRORS.values(), ids=ERRORS)
@for_each("text", ["{error}\n\n{log}", "{log}\n\n{error}", "It says\n\n{error}\n\n```\n{log}\n```\nwhy?"])
def test_an_error_beside_a_log_is_told_apart_from_it(error: str, text: str) -> None:
    log = crosswire.load(text.replace("{error}", error).replace("{log}", PRETTY).encode())
    assert log.documents == [LOG]
    assert log.errors == [error]


NESTED = {"type": "error", "error": {"type": "invalid_request_error", "message": "messages.7: `tool_use`"}}


@for_each(
    ("text", "words"),
    [
        (f'x.ProviderException: API error 400: {{\n "error": {{"message": "{SAID}"}} }}\nSometimes.', SAID),
        (
            json.dumps({"error": {"code": 400, "message": json.dumps(NESTED)}}, indent=2),
            "messages.7: `tool_use`",
        ),
        ("\u23bf API Error: 400 " + json.dumps(NESTED).replace("7: ", "7:\n  "), "messages.7:\n  `tool_use`"),
        ("{\n  failed: true,\n  error: BadRequestError: 400 status code\n      at x (y.ts:1)\n}", None),
        (
            'Traceback (most recent call last):\n  File "a.py"\n    x.create(\n  extra={"a": n},\n input=1)\n'
            + ERROR,
            SAID,
        ),
    ],
)
def test_an_error_as_programs_print_it_is_one_with_the_words_of_the_provider(
    text: str, words: str | None
) -> None:
    with pytest.raises(OnlyAnError) as alone:
        crosswire.load(f"It fails:\n\n{text}\n".encode())
    assert words_of(alone.value.errors[0]) == (words or alone.value.errors[0])


def test_an_error_may_go_on_over_lines() -> None:
    error = ERROR.replace("output with", "output\nwith")
    paste = split_paste(f"Since today:\n{error}\n\nHelp!".encode())
    assert paste is not None
    assert paste.errors == [error]
    assert [span.lines for span in paste.left_out] == ["line 1", "line 5"]


def test_an_error_within_a_message_is_content() -> None:
    log = json.loads(BODY)
    log["messages"][2]["content"] = f"Error: boom\n{ERROR}"
    loaded = crosswire.load(f"My log:\n{json.dumps(log, indent=1)}\nIt fails.".encode())
    assert loaded.documents == [log]
    assert loaded.errors == []


@for_each(
    "text",
    [
        '{"messages": [{"role": "user", "content": +1}]}',
        f"{BODY[:40]} oops {BODY[40:]}",
        "Nothing but words.",
        "curl https://example.org -d @body.json",
    ],
)
def test_what_could_be_read_in_part_alone_is_refused(text: str) -> None:
    with pytest.raises(UnreadableUpload):
        open_upload(text.encode())


STREAM = """event: message_start
data: {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": []}}

event: content_block_start
data: {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}

event: content_block_delta
data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hello"}}

event: content_block_stop
data: {"type": "content_block_stop", "index": 0}

event: message_stop
data: {"type": "message_stop"}
"""


@for_each("text", ["It says:\n\n```\n{}```\nWhy?\n", "$ curl -N https://x -d @body.json\n\n{}\nEnd.\n"])
def test_the_events_of_a_stream_within_a_paste_are_read(text: str) -> None:
    data = text.format(STREAM).encode()
    log = crosswire.load(data)
    assert (log.container, log.format) == ("sse", "anthropic")
    [message] = log.conversations[0].messages
    assert [part.text for part in message.parts] == ["Hello"]
    at = message.parts[0].address
    start, end = spans_of(data, "sse", [at], log.lines)[at]
    assert b"text" in data[start:end]
    assert log.notes[0].message.startswith("Read the event stream on lines ")


SENT = "https://me:pass@api.minimaxi.com/anthropic/v1/messages?beta=true"


@for_each(
    "before",
    [
        f"curl -N -H 'accept: text/event-stream' {SENT} -d @body.json",
        f"DEBUG httpx: HTTP Request: POST {SENT}",
        f'client = Anthropic(base_url="{SENT}")',
        "POST /anthropic/v1/messages HTTP/1.1\nHost: api.minimaxi.com\n\nHTTP/1.1 200 OK",
    ],
)
def test_a_stream_alone_is_of_the_server_that_a_paste_names(before: str) -> None:
    data = f"{before}\n\n{STREAM}\nfor the docs see https://docs.anthropic.com\n".encode()
    log = crosswire.load(data)
    [conversation] = log.conversations
    assert named_server(conversation) == "minimax"
    assert log.notes[0].message.endswith("; it was sent to api.minimaxi.com.")
    assert "pass" not in conversation.server


def test_each_stream_of_a_paste_has_its_own_server() -> None:
    data = f"GET https://api.minimaxi.com/a\n\n{STREAM}\nGET https://api.z.ai/b\n\n{STREAM}"
    opened = open_upload(data.encode())
    assert [*dict.fromkeys(opened.servers)] == ["api.minimaxi.com/a", "api.z.ai/b"]


CHOICES = [{"delta": {"content": "Hi"}}, {"delta": {}, "finish_reason": "stop"}]
CHUNK = {"id": "c1", "object": "chat.completion.chunk"}
CHUNKS = "".join(f"data: {json.dumps({**CHUNK, 'choices': [{'index': 0, **one}]})}\n\n" for one in CHOICES)
CHUNKS += "data: [DONE]\n\n"
EVENT_LIST = json.dumps([json.loads(line[5:]) for line in STREAM.splitlines() if line.startswith("data:")])


@for_each(
    ("text", "formats"),
    [
        (f"```\n{PRETTY}\n```\n\n```\n{STREAM}```\n", ["openai-chat", "anthropic"]),
        (f"It said:\n```\n{STREAM}```\nto\n```json\n{PRETTY}\n```\n", ["anthropic", "openai-chat"]),
        (f"one\n```\n{STREAM}```\ntwo\n```\n{CHUNKS}```\n", ["anthropic", "openai-chat"]),
        (
            f"```sh\ncurl https://x/v1 -d '{json.dumps(LOG)}'\n```\n```\n{STREAM}```\n",
            ["openai-chat", "anthropic"],
        ),
        (f"10:02 sent {json.dumps(LOG)}\n10:03 got\n{STREAM}\n10:04 done\n", ["openai-chat", "anthropic"]),
        (f"```\n{EVENT_LIST}\n```\n\n```\n{PRETTY}\n```\n", ["anthropic", "openai-chat"]),
    ],
)
def test_each_stream_beside_other_documents_of_a_paste_is_read_by_itself(
    text: str, formats: list[str]
) -> None:
    data = text.encode()
    log = crosswire.load(data)
    assert (log.container, [one.format for one in log.conversations]) == ("pasted", formats)
    assert not any(one.unread for one in log.conversations)
    answer = next(one for one in log.conversations if one.format == "anthropic")
    [part] = answer.messages[0].parts
    assert isinstance(part, TextPart)
    assert part.text == "Hello"
    for bodies in (log.bodies, None):
        start, end = spans_of(data, "pasted", [part.address], log.lines, bodies)[part.address]
        assert b"text" in data[start:end]
        assert data[start:end] in STREAM.encode() + EVENT_LIST.encode()


CALL = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
ANSWERS = [
    {**CHUNK, "model": "gpt-4o-2024", "choices": [{"index": 0, "delta": {"tool_calls": [CALL]}}]},
    {**CHUNK, "model": "gpt-4o-2024", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
]
ANSWER = "".join(f"data: {json.dumps(one)}\n\n" for one in ANSWERS)
QUESTION = {"model": "gpt-4o", "stream": True, "messages": [{"role": "user", "content": "Look."}]}


def test_a_stream_behind_its_request_is_the_answer_to_it() -> None:
    text = f"```sh\ncurl https://api.z.ai/v1/x -d '{json.dumps(QUESTION)}'\n```\ngave\n```\n{ANSWER}```\n"
    log = crosswire.load(text.encode())
    [conversation] = log.conversations
    assert (conversation.shape, conversation.server) == ("exchange", "api.z.ai/v1/x")
    assert [message.role for message in conversation.messages] == ["user", "assistant"]
    assert [part.address for _, part in conversation.parts()] == [
        "0:/messages/0/content",
        "1:/choices/0/delta/tool_calls/0",
    ]
    assert (conversation.notes, conversation.unread) == ([], [])


@for_each(
    "text",
    [
        f"```\n{json.dumps({**QUESTION, 'model': 'o3'})}\n```\n```\n{ANSWER}```\n",
        f"```\n{ANSWER}```\n```\n{json.dumps(QUESTION)}\n```\n",
        f"```\n{json.dumps(QUESTION)}\n```\n```\n{STREAM}```\n",
    ],
)
def test_a_stream_that_nothing_ties_to_a_request_stays_apart(text: str) -> None:
    log = crosswire.load(text.encode())
    assert sorted(one.shape for one in log.conversations) == ["request", "response"]


def test_the_places_of_streams_in_a_paste_are_those_of_their_events() -> None:
    data = f"one\n```\n{STREAM}```\ntwo\n```\n{CHUNKS}```\n".encode()
    log = crosswire.load(data)
    assert log.lines is not None
    addresses = [root(n) for n in range(len(log.documents))]
    spans = log.spans(data, addresses)
    for number, at in enumerate(addresses[:-1]):
        assert json.loads(data[slice(*spans[at])]) == log.documents[number]
        assert data.count(b"\n", 0, spans[at][0]) + 1 == log.lines[number]
    assert log.documents[-1] == "[DONE]"
    assert b"[DONE]" in data[slice(*spans[addresses[-1]])]


def test_a_fault_in_one_stream_leaves_the_rest_of_a_paste() -> None:
    broken = STREAM.replace('{"type": "content_block_stop", "index": 0}', "{broken")
    log = crosswire.load(f"```\n{PRETTY}\n```\n```\n{broken}```\n".encode())
    assert [one.format for one in log.conversations] == ["openai-chat", "anthropic"]
    told = [note.message for one in log.conversations for note in one.unread]
    assert any("was read up to a fault in it" in one for one in told)


def test_a_stream_that_no_format_knows_is_told_beside_a_log() -> None:
    strange = 'data: {"colour": "blue"}\n\ndata: {"colour": "red"}\n\n'
    log = crosswire.load(f"```\n{PRETTY}\n```\n```\n{strange}```\n".encode())
    assert [one.format for one in log.conversations] == ["openai-chat"]
    [left] = [note for note in log.notes if note.code == "skipped-document"]
    assert re.match(r"line \d+: This reads as an event stream \(2 events", left.message)


# Keys

KEY = "CANARY0123456789"


@for_each(
    ("around", "name"),
    [
        (f"curl https://x -H 'Authorization: Bearer {KEY}' -d '{{}}'", "Authorization"),
        (f"curl https://x -d '{{}}' -H \"x-api-key: {KEY}\"", "x-api-key"),
        (f"curl https://x -d '{{}}' --header=x-goog-api-key:{KEY}", "x-goog-api-key"),
        (f"curl 'https://x/v1?alt=sse&key={KEY}' -d '{{}}'", "key"),
        (f"curl https://x -d '{{}}' -u me:{KEY}", "the user and password"),
        (f"curl https://x -d '{{}}' --cookie 'a={KEY}'", "the cookies"),
        (f"DEBUG:x:Request options: {{'headers': {{'api-key': '{KEY}'}}, 'json_data': {{}}}}", "api-key"),
        (
            f"fetch(u, {{headers: {{Authorization: `Bearer {KEY}`}}, body: JSON.stringify({{}})}})",
            "Authorization",
        ),
        (f"POST /v1/messages\nAuthorization: Bearer {KEY}\nHost: x\n\n{{}}", "Authorization"),
        (f'client = OpenAI(api_key="{KEY}")\nbody = {{}}', "api_key"),
    ],
)
def test_a_key_around_a_log_is_cut_and_the_log_reads_the_same(around: str, name: str) -> None:
    body = BODY.replace("'", "")
    data = around.replace("{}", body).encode()
    assert KEY.encode() in data
    cut = without_keys(data)
    assert KEY.encode() not in cut.data
    assert cut.names == (name,)
    assert open_upload(cut.data).documents == open_upload(data).documents == [json.loads(body)]
    assert without_keys(cut.data).data == cut.data


def test_keys_within_a_log_and_variables_are_left_alone() -> None:
    log = {"messages": [{"role": "user", "content": f"Authorization: Bearer {KEY}"}]}
    data = f"curl x -H \"Authorization: Bearer $TOKEN\" -d '{json.dumps(log)}'".encode()
    assert without_keys(data).data == data
    assert without_keys(json.dumps(log).encode()).data == json.dumps(log).encode()


# Whatever stands there

MARKS = [
    "'",
    '"',
    "\\",
    "`",
    "^",
    "{",
    "}",
    "[",
    "]",
    "(",
    ":",
    "\n",
    "```\n",
    " ",
    "curl -d ",
    "$'",
    "-H ",
    "body: ",
    "JSON.stringify(",
    "f(x=",
    "Error: ",
    "x",
    "\u2600",
    "\r\n",
    "json_data=",
    BODY,
    ERROR,
    "@f",
]


@given(st.lists(st.sampled_from(MARKS), max_size=30).map("".join))
def test_no_mix_of_pieces_raises_anything_else(text: str) -> None:
    data = text.encode()
    with suppress(CrosswireError):
        log = crosswire.load(data)
        addresses = [part.address for one in log.conversations for _, part in one.parts()]
        for start, end in spans_of(data, log.container, addresses, log.lines, log.bodies).values():
            assert 0 <= start < end <= len(data)
    cut = without_keys(data)
    assert without_keys(cut.data).data == cut.data


@given(st.text(max_size=40), st.sampled_from(sorted(QUOTES)), st.text(max_size=20))
def test_any_text_comes_back_out_of_any_quotes(content: str, quotes: str, before: str) -> None:
    value = {"messages": [{"role": "user", "content": content}]}
    body = json.dumps(value, ensure_ascii="\ud800" <= max(content, default="") <= "\udfff")
    safe = "".join(one for one in before if one.isalpha())
    data = f"{safe} curl https://x -d {QUOTES[quotes](body)}".encode()
    if quotes != "ansi" or "\x00" not in body:
        assert read_json(json.dumps(open_upload(data).documents).encode()) == [value]


GROWING: dict[str, Callable[[int], str]] = {
    "commands": lambda n: "curl -d '{' \n" * n,
    "open quotes": lambda n: "curl -d 'x " * n,
    "escapes": lambda n: 'curl -d "' + "\\" * n,
    "carets": lambda n: 'curl -d ^"' + "^" * n,
    "open brackets": lambda n: 'x {"a": ' * n,
    "open calls": lambda n: "f(a=" * n,
    "bodies": lambda n: "x {body: " * n,
    "errors": lambda n: "Error: {\n" * n,
    "names": lambda n: "a." * n + "Error",
    "events": lambda n: "data: {\n" * n,
    "fields": lambda n: "data: {}\n: \nx\n" * n,
    "fences": lambda n: "```\n{'a\n```\n" * n,
    "logs on a line": lambda n: "x " + '{"role": "user", "content": "a"} ' * n,
    "headers": lambda n: "api_key=x\n" * n + BODY,
    "dashes": lambda n: "a-" * n + "token=1 " + BODY,
}


@for_each("family", GROWING.values(), ids=GROWING)
def test_a_paste_takes_work_in_proportion(family: Callable[[int], str]) -> None:
    def work(count: int) -> float:
        data = f"Look: {family(count)}".encode()
        return work_of(lambda: (split_paste(data), without_keys(data)))

    size = tries(400, thorough=20_000)
    assert work(4 * size) < 10 * work(size)  # a quadratic one takes 16 times as long


def test_a_value_that_yaml_folds_over_lines_is_no_piece() -> None:
    folded = 'body: \'{"messages": [{"role": "user", "content": "one\n  two"}]}\'\n'
    with pytest.raises(crosswire.CrosswireError):
        crosswire.load(folded.encode())


def test_a_value_beside_a_log_that_speaks_of_a_call_counts_as_not_read() -> None:
    part = '{"type": "tool", "callID": "call_1", "tool": "bash", "state": {"output": "done"}}'
    log = crosswire.load(f"The log:\n{PRETTY}\nand this:\n{part}\n".encode())
    [lost] = log.conversations[0].unread
    assert "speaks of a call" in lost.message
    config = crosswire.load(f'The log:\n{PRETTY}\nand my settings:\n{{"retries": 3}}\n'.encode())
    assert config.conversations[0].unread == []


def test_bodies_in_quotes_of_log_lines_are_read_in_their_place() -> None:
    asked = {"model": "gpt-4o", "messages": [{"role": "user", "content": 'How "deep"?\n\u00fc \U0001f30a'}]}
    answer = {
        "object": "chat.completion",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": "151 m."}, "finish_reason": "stop"}
        ],
    }
    bodies = [
        json.dumps(json.dumps(body, ensure_ascii=False), ensure_ascii=one)
        for body, one in ((asked, False), (asked, True), (answer, False))
    ]
    text = "".join(f'time=7 level=info msg="a call" body={body} n=3\n' for body in bodies)
    log = crosswire.load(text.encode())
    assert log.documents == [asked, asked, answer]
    [part] = log.conversations[0].messages[0].parts
    first, last = log.spans(text.encode(), [part.address])[part.address]
    assert text.encode()[first:last].startswith(b'"How \\\\\\"deep')


def test_a_quoted_text_that_only_begins_like_an_object_is_left() -> None:
    with pytest.raises(crosswire.UnreadableUpload):
        crosswire.load(b'level=info msg="{\\"a\\": oops}" role=user\nmsg="{\\"open\n')
