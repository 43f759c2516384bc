"""Conversations in TOML and XML, and what is hostile in them."""

import base64
import json

import crosswire
import pytest
from tests.selection import for_each

REQUEST = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Is the bridge open?"}]}
CALL = {"id": "call_a", "type": "function", "function": {"name": "bridge", "arguments": "{}"}}
ANSWER = {
    "object": "chat.completion",
    "model": "gpt-4o",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [CALL]}}],
}
TOML = b"""# a case of ours
model = "gpt-4o"
since = 2025-03-01
[[messages]]
role = "user"
content = '''Is the bridge
open?'''
[[messages]]
role = "assistant"
[[messages.tool_calls]]
id = "call_a"
type = "function"
function = {name = "bridge", arguments = "{}"}
[[messages]]
role = "tool"
tool_call_id = "call_b"
content = "yes"
"""


def packed(text: bytes) -> str:
    return f"<![CDATA[{base64.b64encode(text).decode()}]]>"


def proxied(*answers: bytes) -> bytes:
    """An export of a proxy: each message of HTTP as base64, below a list of declarations."""
    asked = b"POST /v1/chat/completions HTTP/1.1\r\nAuthorization: Bearer sk-test-1\r\n\r\n"
    items = "".join(
        f'<item><url>https://api.openai.com/v1/chat/completions</url><request base64="true">'
        f'{packed(asked + json.dumps(REQUEST).encode())}</request><response base64="true">'
        f"{packed(answer)}</response></item>"
        for answer in answers
    )
    declared = "<!DOCTYPE items [<!ELEMENT items (item*)>]>"
    return f'<?xml version="1.0"?>\n{declared}\n<items version="1">{items}</items>'.encode()


def plain() -> bytes:
    return b"HTTP/2 200 OK\r\nContent-Type: application/json\r\n\r\n" + json.dumps(ANSWER).encode()


def chunked() -> bytes:
    body = json.dumps(ANSWER).encode()
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


def test_a_request_in_toml_is_read_and_judged() -> None:
    log = crosswire.load(TOML)
    [conversation] = log.conversations
    assert (log.format, [one.role for one in conversation.messages]) == (
        "openai-chat",
        ["user", "assistant", "tool"],
    )
    assert {finding.code for finding in crosswire.diagnose(conversation)} >= {"CW204"}
    assert any("written from its TOML" in note.message for note in log.notes)


def test_exchanges_in_the_xml_of_a_proxy_are_read_with_and_without_chunks() -> None:
    log = crosswire.load(proxied(plain(), chunked()))
    assert [one.shape for one in log.conversations] == ["exchange", "exchange"]
    assert [call.name for one in log.conversations for call in one.calls()] == ["bridge", "bridge"]


def test_of_xml_that_was_cut_what_stands_before_is_read_and_the_end_is_told() -> None:
    data = proxied(plain(), plain())
    log = crosswire.load(data[: data.rindex(b"<item>") + 30])
    assert log.conversations[0].shape == "exchange"
    assert any("Not XML: " in note.message for note in log.conversations[0].notes)


def test_elements_that_say_who_speaks_are_messages() -> None:
    data = b'<talk><turn role="user">Who is there?</turn><turn role="assistant">It is me.</turn></talk>'
    [conversation] = crosswire.load(data).conversations
    assert [one.role for one in conversation.messages] == ["user", "assistant"]


def test_calls_and_results_that_are_elements_are_tied_by_their_ids() -> None:
    asked = b'<message role="user"><text>Is the bridge open?</text></message>'
    called = b'<function_call id="c1" name="bridge">{"at": "noon"}</function_call>'
    came = b'<message role="tool"><function_result id="c1">yes</function_result></message>'
    data = asked + b'<message role="assistant">' + called + b"</message>" + came
    for text in (data, b"<history>" + data + b"</history>"):
        [conversation] = crosswire.load(text).conversations
        assert [len(list(found)) for found in (conversation.calls(), conversation.results())] == [1, 1]
        assert len(crosswire.pair(conversation).pairs) == 1


@for_each(
    "data",
    [
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>',
        b"<?xml version='1.0'?>" + b"<a>" * 50_000,
        b"<?xml version='1.0'?><a>\xff\xfe</a>",
        b"[[a]]\nb = " + b"[" * 20_000 + b"]" * 20_000,
        b"[[a]]\n" + b".".join([b"a"] * 50_000) + b" = 1\n",
        b"[[a]]\nb = " + b"9" * 10_000 + b"\n",
    ],
)
def test_what_is_hostile_is_refused_in_no_time(data: bytes) -> None:
    with pytest.raises(crosswire.CrosswireError):
        crosswire.load(data)
