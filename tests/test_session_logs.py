"""The logs of agents' programs: everything in them is read, whatever else a version writes."""

from __future__ import annotations

import io
import json
import random
import zipfile
from contextlib import suppress
from typing import Any

import crosswire
import pytest
from crosswire.errors import CrosswireError
from tests import session_logs, shared_corpus
from tests.coverage_check import unaccounted
from tests.selection import for_each, in_turns, some_of, tries
from tests.session_logs import SAMPLES, Counts, counts

SAMPLES_OF_LINES = [name for name in SAMPLES if name.endswith(".jsonl")]
WIRE_FORMATS = sorted(crosswire.FORMATS)

FOLDERS = {
    "codex-exec-json": "codex-exec",
    "codex-rollout": "codex-rollout",
    "opencode": "opencode",
    "copilot": "copilot-cli",
    "vscode-chat": "vscode-chat",
    "gemini-cli": "gemini-cli",
    "qwen-code": "qwen-code",
    "cursor": "cursor-transcript",
    "claude-sdk-stream": "claude-stream",
    "goose": "goose-session",
    "kimi": "kimi-wire",
    "acp": "acp-stream",
    "grok-build": "grok-history",
    "cline-roo": "cline-history",
    "hermes": "hermes-session",
    "pi": "pi-session",
}
"""A folder of the shared corpus -> the format of its files."""
FORMATS = {
    "other-agents/agent-sessions__019f*": "qwen-code",
    "other-agents/agent-sessions__system_telemetry.jsonl": "qwen-code",
    "other-agents/agent-sessions__kimi_*": "kimi-wire",
    "other-agents/agent-sessions__subagent_agent-0.jsonl": "kimi-wire",
    "other-agents/agent-sessions__grok_chat_history.jsonl": "grok-history",
    "other-agents/agent-sessions__antigravity_cli_small.jsonl": "antigravity-steps",
    "other-agents/agent-sessions__cli_schema_drift.jsonl": "antigravity-steps",
    "other-agents/agent-sessions__hermes_*": "hermes-session",
    "other-agents/agent-sessions__openclaw_*": "pi-session",
}
"""Files of another format than their folder's, or in a folder of several."""
NOT_READ = {
    "goose/goose__recordings_basic_greeting.json": "what a provider was asked in a test, by its hash",
    "goose/agentsview__TestGooseProviderParsesTranscriptTools.sql": "statements of SQL are no log",
    "claude-sdk-stream/openinference__test_client_tool_hooks_create_tool_spans.yaml": "YAML of its own kind",
    "cursor/agent-sessions__test-store.db": "a database of blobs",
    "cursor/made__cursor.state.vscdb": "the program's database",
    "cursor/made__cursor.state.vscdb.sql": "statements of SQL are no log",
    "opencode/agentsview__TestParseOpenCodeDB_ToolParts.sql": "statements of SQL are no log",
}
OTHER_COUNTS: dict[str, tuple[int, int, str]] = {
    "other-agents/agent-sessions__grok_chat_history.jsonl": (3, 2, "a search by the provider is a call too"),
    "cursor/agent-sessions__cursor_schema_drift.jsonl": (
        1,
        1,
        "`tool_call` and `tool-result` are blocks too",
    ),
    "copilot/agent-sessions__copilot_small.jsonl": (4, 4, "all ids are one placeholder, counted once there"),
    "codex-rollout/agent-sessions__codex_small.jsonl": (8, 7, "searches and pictures are calls too"),
    "codex-rollout/agentsview__codex_function_calls.jsonl": (2, 0, "two calls share an id"),
}
"""Where the manifest counts otherwise: calls, results, and why."""
FINDINGS = {
    "hermes/agentsview__hermes_TestParseHermesSession_JSONL_ToolResultNoID.jsonl": "an empty id",
    "copilot/agent-sessions__copilot_large.jsonl": "a turn ends before a tool that began in it",
    "codex-rollout/agent-sessions__Fixtures_session_branch.jsonl": "arguments that are no JSON",
    "codex-rollout/agentsview__codex_function_calls.jsonl": "two calls of one turn share an id",
    "pi/agentsview__openclaw_TestParseOpenClawSession_OrphanToolResult.jsonl": "the id of a result is empty",
}
"""Files with an error in them that is no fault of the reading."""


def test_events_of_realtime_are_read_in_a_recording_of_its_connection() -> None:
    name = "openai-realtime/everything.jsonl"
    sent = [{"direction": "sent", "data": event} for event in session_logs.lines_of(name)]
    log = crosswire.load(json.dumps({"version": 1, "interactions": sent}).encode())
    assert (log.format, counts(log)) == ("openai-realtime", SAMPLES[name])


def test_what_a_client_of_realtime_sends_twice_is_said_twice() -> None:
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go on."}]}
    sent, told = "conversation.item.create", "conversation.item.created"
    lines = [{"type": sent, "item": said}] * 2 + [{"type": told, "item": {"id": "item_a", **said}}]
    log = crosswire.load("\n".join(map(json.dumps, lines)).encode())
    assert [len(one.messages) for one in log.conversations] == [2]


def test_a_part_of_realtime_names_the_events_that_it_was_built_from() -> None:
    item = {"id": "item_a", "type": "message", "role": "assistant", "content": []}
    text = {"type": "output_text", "text": "Hi you"}
    call = {"id": "item_b", "type": "function_call", "call_id": "call_1", "name": "look", "arguments": ""}
    events = [
        {"type": "session.created", "session": {"model": "gpt-realtime"}},
        {"type": "conversation.item.created", "item": item},
        {"type": "response.output_text.delta", "item_id": "item_a", "content_index": 0, "delta": "Hi"},
        {"type": "response.output_text.delta", "item_id": "item_a", "content_index": 0, "delta": " you"},
        {"type": "response.output_text.done", "item_id": "item_a", "content_index": 0, "text": "Hi you"},
        {"type": "response.output_item.done", "item": {**item, "content": [text]}},
        {"type": "response.output_item.added", "item": call},
        {"type": "response.function_call_arguments.delta", "item_id": "item_b", "delta": "{}"},
        {"type": "response.function_call_arguments.done", "item_id": "item_b", "arguments": "{}"},
        {"type": "response.output_item.done", "item": {**call, "arguments": "{}"}},
    ]
    [conversation] = crosswire.load("\n".join(map(json.dumps, events)).encode()).conversations
    said, called = (part for _, part in conversation.parts())
    assert (said.address, list(said.also)) == ("5:/item/content/0", ["2:/delta", "3:/delta", "4:/text"])
    assert (called.address, list(called.also)) == ("9:/item", ["6:/item", "7:/delta", "8:/arguments"])


@for_each("name", SAMPLES)
def test_a_sample_is_read_whole_and_by_its_own_format(name: str) -> None:
    log = session_logs.load(name)
    assert log.format == name.partition("/")[0]
    assert counts(log) == SAMPLES[name]
    assert [note for one in log.conversations for note in one.unread] == []


@for_each("name", SAMPLES)
def test_no_error_is_found_in_what_a_program_wrote(name: str) -> None:
    found = [
        defect
        for one in session_logs.load(name).conversations
        for defect in crosswire.diagnose(one)
        if defect.severity == "error"
    ]
    assert found == []


@pytest.mark.parametrize("target", WIRE_FORMATS)
def test_a_conversion_accounts_for_all_of_a_session(target: str) -> None:
    names = in_turns(sorted(SAMPLES), WIRE_FORMATS.index(target), 8)
    for name in names:
        for one in session_logs.load(name).conversations:
            rendering = crosswire.render(one, target)
            assert unaccounted(one, rendering) == {}, name
            read = crosswire.parse(rendering.payload, target)[0]
            assert len(list(read.calls())) >= len([call for call in one.calls() if call.is_for_client]), name


def _drifted(name: str) -> bytes:
    """A sample with 20 lines of types that nobody knows, and keys that nobody knows in the others."""
    lines: list[Any] = session_logs.lines_of(name)
    for number in range(20):
        stranger = {"type": f"later_{number}", "later": {"number": number, "on": True}}
        lines.insert((3 + number * 5) % (len(lines) + 1) or 1, stranger)
    for line in lines:
        if isinstance(line, dict) and not {"$set", "$rewindTo", "kind"} & line.keys():
            line["laterKey"] = {"flag": 1}
    return session_logs.written(lines)


@for_each("name", SAMPLES_OF_LINES)
def test_lines_and_keys_that_nobody_knows_change_nothing(name: str) -> None:
    log = crosswire.load(_drifted(name))
    assert (log.format, counts(log)) == (name.partition("/")[0], SAMPLES[name])
    messages = [len(one.messages) for one in log.conversations]
    assert messages == [len(one.messages) for one in session_logs.load(name).conversations]


@for_each("name", SAMPLES)
def test_no_prefix_of_a_session_raises(name: str) -> None:
    data = session_logs.sample(name)
    whole = counts(session_logs.load(name))
    for end in some_of(range(len(data) - 1, 0, -max(1, len(data) // 120)), 12):
        try:
            found: Counts = counts(crosswire.load(data[:end]))
        except CrosswireError:
            continue
        assert found[1:] <= whole[1:] or found[1] <= whole[1]


def _format_of(path: str) -> str | None:
    from fnmatch import fnmatch

    other = next((one for pattern, one in FORMATS.items() if fnmatch(path, pattern)), None)
    return other or FOLDERS.get(path.partition("/")[0])


def _recorded() -> list[shared_corpus.Row]:
    rows = [
        row for row in shared_corpus.manifest() if _format_of(row["path"]) and row["path"] not in NOT_READ
    ]
    return some_of(rows, 4)


@shared_corpus.needs_corpus
@for_each("row", _recorded, ids=lambda row: row["path"])
def test_a_recorded_session_is_read_exactly(row: shared_corpus.Row) -> None:
    path = row["path"]
    log = shared_corpus.load(path)
    calls, results, _ = OTHER_COUNTS.get(path, (int(row["calls"]), int(row["results"]), ""))
    assert (log.format, *counts(log)[1:]) == (_format_of(path), calls, results)
    errors = [
        defect.message
        for one in log.conversations
        for defect in crosswire.diagnose(one)
        if defect.severity == "error"
    ]
    assert bool(errors) == (path in FINDINGS), errors


def test_an_array_of_the_lines_reads_as_the_lines_do() -> None:
    for name in SAMPLES_OF_LINES:
        array = json.dumps(session_logs.lines_of(name)).encode()
        assert counts(crosswire.load(array)) == SAMPLES[name], name


@for_each("kind", ["text", "reasoning"])
def test_a_part_that_grew_by_pieces_is_its_whole_text_at_the_place_where_it_began(kind: str) -> None:
    ids = {"messageID": "m", "sessionID": "s"}
    events = [
        ("message.updated", {"info": {"id": "m", "role": "assistant", "sessionID": "s"}}),
        ("message.part.updated", {"part": {"id": "p", **ids, "type": kind, "text": "I look"}}),
        ("message.part.delta", {**ids, "partID": "p", "field": "text", "delta": " at"}),
        ("message.part.delta", {**ids, "partID": "p", "field": "text", "delta": " both."}),
    ]
    lines = [json.dumps({"type": name, "properties": held}) for name, held in events]
    (one,) = crosswire.load("\n".join(lines).encode()).conversations
    (message,) = one.messages
    (part,) = message.parts
    assert (part.text, part.raw["text"], part.address) == ("I look at both.",) * 2 + ("1:/properties/part",)
    assert message.raw == part.raw
    assert one.unread == []


def _archive(files: dict[str, Any]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, json.dumps(value))
    return data.getvalue()


def test_files_that_make_up_a_conversation_together_are_read_as_one() -> None:
    state = {"status": "completed", "input": {}, "output": "lit"}
    call = {"id": "p2", "messageID": "m2", "sessionID": "s1", "type": "tool", "callID": "c1", "tool": "lamp"}
    files: dict[str, Any] = {
        "session/s1.json": {"id": "s1", "projectID": "x", "title": "A lamp"},
        "message/m2.json": {"id": "m2", "sessionID": "s1", "role": "assistant", "time": {"created": 2}},
        "message/m1.json": {"id": "m1", "sessionID": "s1", "role": "user", "time": {"created": 1}},
        "part/p2.json": {**call, "state": state},
        "part/p1.json": {
            "id": "p1",
            "messageID": "m1",
            "sessionID": "s1",
            "type": "text",
            "text": "Light it.",
        },
    }
    log = crosswire.load(_archive(files))
    (one,) = log.conversations
    assert [message.role for message in one.messages] == ["user", "assistant", "tool"]
    assert (one.title, one.unread) == ("A lamp", [])
    assert [log.origin_of(number).file for number in (3, 4)] == ["part/p2.json", "part/p1.json"]
    again = crosswire.load(log.file_text(one))
    assert counts(again) == (1, 1, 1)


ODD: list[Any] = [None, True, 7, -1, "", "x", [], {}, [[]], [{}], {"type": {}}, [None, "x", 3]]


def _mutated(value: Any, chance: random.Random) -> Any:
    """A copy with one value somewhere in it replaced by an odd one."""
    holder, key = None, None
    copy = json.loads(json.dumps(value))
    inner = copy
    while isinstance(inner, (dict, list)) and inner and (holder is None or chance.random() < 0.8):
        holder, key = inner, chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        inner = holder[key]
    if holder is not None:
        holder[key] = chance.choice(ODD)
    return copy


@for_each("name", SAMPLES)
def test_no_mutation_of_a_session_raises(name: str) -> None:
    chance = random.Random(name)
    text = session_logs.sample(name)
    documents = session_logs.lines_of(name) if name.endswith(".jsonl") else [json.loads(text)]
    for _ in range(tries(3, thorough=150)):
        lines = list(documents)
        for _ in range(chance.randint(1, 4)):
            number = chance.randrange(len(lines))
            lines[number] = _mutated(lines[number], chance)
        for format in (None, name.partition("/")[0]):
            with suppress(CrosswireError):
                for one in crosswire.load(session_logs.written(lines), format=format).conversations:
                    crosswire.diagnose(one)
                    crosswire.render(one, "anthropic")
