"""Messages as frameworks keep them: recognised, read to the last call, and no finding that is only ours."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.containers import packed
from crosswire.repairs import mend
from crosswire.rules.rule import Severity
from tests import shared_corpus
from tests.corpus_counts import expected
from tests.coverage_check import unaccounted
from tests.framework_logs import (
    FAULTY,
    FORMATS,
    READ_BY_ANOTHER,
    as_lines,
    counts,
    documents,
    own_files,
    told,
    with_new_keys,
    with_new_types,
)
from tests.sdk_types import CHECKS
from tests.selection import for_each, in_turns
from tests.shared_corpus import Row

NAMES = sorted(FORMATS.values())
each_format = pytest.mark.parametrize("name", NAMES)
each_row = for_each("row", lambda: shared_corpus.some_rows(set(FORMATS)), ids=lambda row: row["path"])


@each_row
def test_a_file_of_a_framework_is_read_to_the_last_call(row: Row) -> None:
    path = row["path"]
    log = shared_corpus.load(path)
    assert log.format == READ_BY_ANOTHER.get(path, FORMATS[row["format"]]), log.detection.reason
    assert counts(log) == expected(row)
    assert [note for one in log.conversations for note in one.unread] == []


@each_row
def test_no_finding_on_it_is_an_error_that_is_only_ours(row: Row) -> None:
    log = shared_corpus.load(row["path"])
    found = [each for one in log.conversations for each in crosswire.diagnose(one)]
    errors = {each.name for each in found if each.severity is Severity.ERROR}
    assert errors <= {FAULTY.get(row["path"])}


@each_format
def test_every_own_log_is_read_whole_and_written_in_every_format(name: str) -> None:
    for number, path in enumerate(own_files(name)):
        log = crosswire.load(path.read_bytes(), name=path.name)
        assert log.format == name, (path.name, log.detection.reason)
        assert [note for one in log.conversations for note in one.unread] == []
        for conversation in log.conversations:
            for target in in_turns(list(crosswire.FORMATS), number, 3):
                rendering = crosswire.render(conversation, target, ids="fill")
                assert unaccounted(conversation, rendering) == {}, (path.name, target)
                assert CHECKS[target](rendering.payload) == [], (path.name, target)


@each_format
def test_keys_and_types_that_nobody_knows_change_nothing(name: str) -> None:
    for path in own_files(name):
        if path.suffix != ".json":
            continue
        document = documents(path)[0]
        whole = told(crosswire.load(path.read_bytes()))
        for change in in_turns((with_new_keys, with_new_types), len(path.name), 1):
            changed = change(document, _is_message)
            assert changed != document
            log = crosswire.load(json.dumps(changed).encode())
            assert (log.format, told(log)) == (name, whole), (path.name, change.__name__)


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict) or "part_kind" in value:
        return False
    keys = {"role", "Role", "_role", "lc", "finishReason", "additional_kwargs", "author", "source"}
    keys |= {"raw_item", "rawItem", "redact_message"}
    wrapped = isinstance(value.get("data"), dict) and "content" in value["data"]
    return (
        wrapped
        or value.get("kind") in ("request", "response")
        or not keys.isdisjoint(value)
        or "expected_tool_use" in value
    )


@each_format
def test_lines_whose_last_is_cut_are_read_as_far_as_they_go(name: str) -> None:
    for path in own_files(name):
        lines = _lines_of(path)
        if len(lines) < 3:
            continue
        whole = as_lines(lines[:-1])
        cut = whole + json.dumps(lines[-1]).encode()[:-9]
        log = crosswire.load(cut)
        assert told(log) == told(crosswire.load(whole)), path.name
        assert [note.code for note in log.notes if note.code in ("cut-line", "broken-line")], path.name


def _lines_of(path: Path) -> list[Any]:
    if path.suffix == ".sse":
        return []
    values = documents(path)
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


def spoke(author: str, text: str, **beside: Any) -> dict[str, Any]:
    content = {"parts": [{"text": text}], "role": "user" if author == "user" else "model"}
    return {"invocation_id": "i1", "id": text[:3], "author": author, "content": content, **beside}


ASKED, ANSWERED = spoke("user", "Is the barn open?"), spoke("root", "It opens at nine.")


PROMPT = {"system_instruction": "Be brief."}


def adk_session(**fields: Any) -> crosswire.Log:
    return crosswire.load(json.dumps({"id": "s1", "events": [ASKED, ANSWERED], **fields}).encode())


def test_requests_that_adk_wrote_beside_its_events_are_copies_of_them() -> None:
    sent = {
        "model": "gemini-1.5",
        "contents": [ASKED["content"]],
        "config": {"system_instruction": "Be brief."},
    }
    answer = {"candidates": [{"content": ANSWERED["content"]}]}
    log = adk_session(event_logs=[{"event_id": "It ", "model_request": sent, "model_response": answer}])
    [conversation] = log.conversations
    assert conversation.unread == []
    assert [message.role for message in conversation.messages] == ["system", "user", "assistant"]
    also = [list(part.also) for message in conversation.messages for part in message.parts]
    request = "0:/event_logs/0/model_request/contents/0/parts/0"
    assert also == [[], [request], ["0:/event_logs/0/model_response/candidates/0/content/parts/0"]]


def test_what_only_such_a_request_says_is_said_to_be_unread() -> None:
    other = spoke("user", "No event has this sentence in it.")["content"]
    log = adk_session(event_logs=[{"model_request": {"contents": [ASKED["content"], other]}}])
    places = [str(note.address) for one in log.conversations for note in one.unread]
    assert places == ["0:/event_logs/0/model_request/contents/1"]


@for_each("held", ({"past_events": [ASKED]}, {"pending_events": {"root": ASKED}}), ids=str)
def test_events_that_adk_keeps_apart_are_a_conversation_of_their_own(held: dict[str, Any]) -> None:
    log = adk_session(**held)
    assert [len(one.messages) for one in log.conversations] in ([1, 2], [2, 1])
    assert [note for one in log.conversations for note in one.unread] == []


def test_a_result_among_what_the_model_says_is_of_the_provider_that_ran_the_tool() -> None:
    call = {
        "type": "tool-call",
        "toolCallId": "s1",
        "toolName": "find",
        "input": {},
        "providerExecuted": True,
    }
    given = {"type": "json", "value": {"hits": 2}}
    result = {"type": "tool-result", "toolCallId": "s1", "toolName": "find", "output": given}
    said = [{"role": "user", "content": "Find it."}, {"role": "assistant", "content": [call, result]}]
    (conversation,) = crosswire.load(json.dumps(said).encode()).conversations
    assert conversation.format == "ai-sdk"
    assert [one.executed_by for one in conversation.results()] == ["server"]
    assert crosswire.diagnose(conversation) == []


def test_the_input_that_a_tool_of_the_ai_sdk_did_not_take_is_what_the_model_wrote() -> None:
    part = {"type": "tool-find", "toolCallId": "c1", "state": "output-error", "errorText": "Invalid input"}
    said = [{"id": "m1", "role": "assistant", "parts": [{**part, "rawInput": '{"what": 1}'}]}]
    (conversation,) = crosswire.load(json.dumps(said).encode()).conversations
    (call,) = conversation.calls()
    assert (call.arguments.value, call.arguments.text) == ({"what": 1}, '{"what": 1}')
    assert crosswire.diagnose(conversation) == []


def test_a_text_that_names_its_call_in_metadata_is_the_result_of_semantic_kernel() -> None:
    def message(role: str, item: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"Role": {"Label": role}, "Items": [item], **more}

    names = {"ChatCompletionsToolCall.Id": "call_t1"}
    history = [
        message("user", {"$type": "TextContent", "Text": "High water?"}),
        message("assistant", {"$type": "FunctionCallContent", "Id": "call_t1", "FunctionName": "tide"}),
        message("tool", {"$type": "TextContent", "Text": "at nine", "Metadata": names}, Metadata=names),
        message("tool", {"$type": "TextContent", "Text": "a text of no call"}),
    ]
    (conversation,) = crosswire.load(json.dumps(history).encode()).conversations
    (result,) = conversation.results()
    assert (result.call_id.value, [part.text for part in result.content]) == ("call_t1", ["at nine"])
    assert result.call_id.address == "0:/2/Metadata/ChatCompletionsToolCall.Id"
    assert crosswire.diagnose(conversation) == []


def test_a_folder_of_strands_with_a_file_for_each_message_is_one_conversation() -> None:
    """Files stand in the order of their names, and messages in that of their numbers."""
    use = {"toolUse": {"toolUseId": "use1", "name": "tide", "input": {}}}
    given = {"toolResult": {"toolUseId": "use2", "status": "success", "content": [{"text": "low"}]}}
    said = {9: ("assistant", use), 10: ("user", given)}
    folder = "session_s/agents/agent_{}/messages/message_{}.json"
    files = [("session_s/agents/agent_a/agent.json", b'{"agent_id": "a"}')]
    for agent, number in ((agent, number) for agent in "ab" for number in range(12)):
        role, block = said.get(number, ("assistant" if number % 2 else "user", {"text": f"{number}"}))
        value = {"message": {"role": role, "content": [block]}, "message_id": number}
        files.append((folder.format(agent, number), json.dumps(value).encode()))
    upload = packed(files)
    log = crosswire.load(upload)
    assert [(one.format, len(one.messages)) for one in log.conversations] == [("strands", 12)] * 2
    assert [message.role for message in log.conversations[0].messages][8:11] == ["user", "assistant", "user"]
    with zipfile.ZipFile(io.BytesIO(mend(log, upload).data)) as archive:
        changed = [name for name, data in files if archive.read(name) != data]
    assert changed == [folder.format(agent, 10) for agent in "ab"]


def test_the_result_that_a_stream_of_autogen_ends_with_tells_its_messages_again() -> None:
    calls = [{"id": "c1", "name": "tide", "arguments": "{}"}]
    given = [{"call_id": "c1", "name": "tide", "content": "low", "is_error": False}]
    said = [
        {"id": "m1", "source": "user", "type": "TextMessage", "content": "Which tide?"},
        {"id": "m2", "source": "sea", "type": "ToolCallRequestEvent", "content": calls},
        {"id": "m3", "source": "sea", "type": "ToolCallExecutionEvent", "content": given},
    ]
    rows = [*said, {"messages": said, "stop_reason": None}]
    log = crosswire.load("\n".join(map(json.dumps, rows)).encode())
    (conversation,) = log.conversations
    assert (log.format, counts(log), conversation.notes) == ("autogen", (1, 1), [])


def test_what_a_tool_gave_counts_once_where_a_trace_writes_it_beside_the_state_too() -> None:
    asked = {"type": "human", "content": "Is it open?", "additional_kwargs": {}}
    call = {"name": "look", "args": {"at": "door"}, "id": "call_7", "type": "tool_call"}
    called = {"type": "ai", "content": "", "id": "run-1", "tool_calls": [call], "additional_kwargs": {}}
    gave = {"type": "tool", "content": "It is.", "tool_call_id": "call_7", "name": "look"}
    state = {"messages": [asked, called, gave | {"id": "kept-by-the-graph"}]}
    for spans in (
        {
            "agent": {"input": {"messages": [asked]}, "output": state, "tools": [gave]},
            "tool": {"output": gave},
        },
        {"tool": {"output": gave}, "model": {"output": called}, "agent": {"output": state}},
    ):
        log = crosswire.load(json.dumps(spans).encode())
        assert (log.format, counts(log)) == ("langchain", (1, 1))
        assert [one.name for one in crosswire.diagnose(log.conversations[0])] == []
