"""From bytes to a log: what it carries, and that reading leaves the process as it was."""

import hashlib
import json
import subprocess
import sys
from typing import Any

import crosswire
import pytest
from crosswire import FORMATS
from crosswire.containers import json_document
from tests.samples import MESSAGES, REQUESTS, RESPONSES
from tests.selection import for_each


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_a_log_carries_name_container_documents_and_digest() -> None:
    data = dumped(REQUESTS["openai-chat"])
    log = crosswire.load(data, name="a.json")
    assert (log.name, log.container, log.format) == ("a.json", "json", "openai-chat")
    assert log.documents == [REQUESTS["openai-chat"]]
    assert log.digest == hashlib.sha256(data).hexdigest()
    assert log.lines is None
    (conversation,) = log.conversations
    assert conversation.documents is log.documents
    assert (conversation.digest, conversation.number, conversation.container) == (log.digest, 0, "json")


def test_documents_of_json_lines_know_their_lines() -> None:
    body = dumped(RESPONSES["anthropic"])
    log = crosswire.load(b"\n" + body + b"\n\n" + body)
    assert (log.container, log.lines) == ("jsonl", [2, 4])
    assert [conversation.messages[0].address for conversation in log.conversations] == ["0:", "1:"]


def test_what_the_container_noted_stands_in_the_log() -> None:
    line = dumped(RESPONSES["anthropic"])
    log = crosswire.load(b"\xef\xbb\xbf" + line + b"\n" + line + b'\n{"type": "mess')
    assert [note.code for note in log.notes] == ["byte-order-mark", "cut-line"]


def test_a_pasted_python_repr_is_read_as_the_response_that_it_shows() -> None:
    text = (
        "ChatCompletion(id='chatcmpl-1', choices=[Choice(finish_reason='tool_calls', index=0, logprobs=None, "
        "message=ChatCompletionMessage(content=None, role='assistant', tool_calls=["
        "ChatCompletionMessageToolCall(id='call_1', type='function', "
        "function=Function(arguments='{\"path\":\"a\"}', name='read_file'))]))], "
        "created=1, model='gpt-5', object='chat.completion', usage=CompletionUsage(total_tokens=9))"
    )
    log = crosswire.load(text.encode())
    assert (log.format, log.container, log.detection.shape) == ("openai-chat", "python", "response")
    (call,) = log.conversations[0].calls()
    assert (call.call_id.value, call.name, call.arguments.value) == ("call_1", "read_file", {"path": "a"})
    assert call.address == "0:/choices/0/message/tool_calls/0"


def test_big_numbers_and_lone_surrogates_reach_the_model_and_the_rendering() -> None:
    text = (
        '{"messages": [{"role": "user", "content": "half \\ud83d"}, {"role": "assistant", "content": null, '
        '"tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", '
        '"arguments": "{\\"n\\": 123456789012345678901234567890, \\"x\\": 0.1234567890123456789}"}}]}]}'
    )
    (conversation,) = crosswire.load(text.encode()).conversations
    for target in FORMATS:
        written = json_document.write(crosswire.render(conversation, target).payload)
        assert b"123456789012345678901234567890" in written
        assert b"0.1234567890123456789" in written
        assert b"half \\ud83d" in written


# parse: a value that is in memory already


@for_each("format", list(FORMATS))
def test_parsing_a_value_gives_what_loading_its_text_gives(format: str) -> None:
    for value in (REQUESTS[format], RESPONSES[format], MESSAGES[format]):
        for asked in (None, format):
            (parsed,) = crosswire.parse(value, asked)
            (loaded,) = crosswire.load(dumped(value), format=asked).conversations
            assert parsed.messages == loaded.messages
            assert parsed.settings_and_tools == loaded.settings_and_tools


def test_parsing_refuses_as_loading_does() -> None:
    with pytest.raises(crosswire.NotAConversation):
        crosswire.parse({"level": "info"})
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(crosswire.UploadTooDeep):
        crosswire.parse(deep)


def test_the_made_ids_of_a_parsed_value_do_not_depend_on_its_spelling() -> None:
    value = {
        "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}]
    }
    (first,) = crosswire.parse(value, "openai-chat")
    (second,) = crosswire.parse(json.loads(json.dumps(value, indent=3)), "openai-chat")
    assert first.digest == second.digest


# The process stays as it was


def alone(code: str) -> None:
    """Run it where no thread of another test pauses the collector too."""
    program = f"import gc, json, crosswire\nfrom crosswire.collector import collector_paused\n{code}"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_collector_is_on_again_after_reading() -> None:
    alone(f"""
for data in ({dumped(REQUESTS["gemini"])!r}, b"{{oops", b"{{}}"):
    try:
        crosswire.load(data)
    except crosswire.CrosswireError:
        pass
    assert gc.isenabled(), data
""")


def test_a_collector_that_was_off_stays_off() -> None:
    alone("""
gc.disable()
with collector_paused():
    assert not gc.isenabled()
assert not gc.isenabled()
""")


def test_what_was_read_is_not_left_to_the_next_collection_of_young_objects() -> None:
    alone("""
with collector_paused():
    kept = [[] for _ in range(50_000)]
young = len(gc.get_objects(generation=0))
assert young < 10_000, young
assert len(kept) == 50_000
""")


def test_reading_does_not_change_the_value_that_it_reads() -> None:
    for format, body in REQUESTS.items():
        before = json.dumps(body)
        (conversation,) = crosswire.parse(body, format)
        for target in FORMATS:
            crosswire.render(conversation, target, ids="native")
        assert json.dumps(body) == before
