"""What files are called: each kind by what tells it, whatever its name, and nothing else by that."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import crosswire
import pytest
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.containers import NotText
from crosswire.errors import CrosswireError
from crosswire.reading import catalogue
from crosswire.reading.catalogue.terms import fit
from tests import shared_corpus
from tests.measured import within
from tests.samples import MESSAGES, REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each, some_of

KIN = {"openclaw-session", "oh-my-pi-session", "kilo-database", "trae-cli-session"}
"""What programs write that are built on another, as the rows of that one say."""
NAMES = [shape.name for shape in (*catalogue.SHAPES, *catalogue.LAST)]


def lines(*values: Any) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def database(*tables: str) -> bytes:
    held = sqlite3.connect(":memory:")
    for table in tables:
        held.execute(f"CREATE TABLE {table}")
    return held.serialize()


def refused(data: bytes, name: str | None = None) -> CrosswireError:
    with pytest.raises(CrosswireError) as found:
        crosswire.load(data, name=name)
    return found.value


ENCRYPTED = b"\xff" + b"".join(hashlib.sha256(bytes([number])).digest() for number in range(64))
ROLLOUT = "~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl"
WRONG: dict[str, tuple[bytes, str, str]] = {
    "a database of Codex": (
        database("threads (id TEXT PRIMARY KEY, rollout_path TEXT, cwd TEXT)"),
        "the state database of Codex",
        ROLLOUT,
    ),
    "prompts of Codex": (lines({"session_id": "s", "ts": 1, "text": "hi"}), "prompts of Codex", ROLLOUT),
    "the screen of Codex": (
        lines({"ts": "2026-01-01T00:00:00Z", "dir": "to_tui", "kind": "app_event", "variant": "Redraw"}),
        "what the screen of Codex showed",
        ROLLOUT,
    ),
    "a stream of Gemini CLI": (
        lines({"type": "init", "timestamp": "2026-01-01T00:00:00Z", "session_id": "s", "model": "gemini-3"}),
        "gemini --output-format stream-json",
        "chats/session-*.jsonl",
    ),
    "a stream of Antigravity": (
        lines({"event": "step_update", "step_update": {"step_index": 0, "step_type": "user_input"}}),
        "Antigravity's command line",
        "brain/<session>/",
    ),
    "DeepEval": (
        lines({"uuid": "t", "llmSpans": [], "toolSpans": [], "agentSpans": [], "input": "hi"}),
        "a trace of DeepEval",
        "OTLP",
    ),
    "an encrypted session of Antigravity": (
        ENCRYPTED,
        "an encrypted session of Antigravity",
        "brain/<session>/",
    ),
    "Cursor's store": (
        database("ItemTable (key TEXT, value BLOB)", "cursorDiskKV (key TEXT, value BLOB)"),
        "the state database of Cursor",
        "agent-transcripts",
    ),
    "Copilot's store": (
        database(
            "sessions (id TEXT, cwd TEXT)",
            "turns (session_id TEXT, user_message TEXT, assistant_response TEXT)",
        ),
        "session-store.db",
        "~/.copilot/session-state/<session>/events.jsonl",
    ),
    "OpenCode's database": (
        database(
            "session (id text)",
            "message (id text, session_id text, data text)",
            "part (id text, message_id text, data text)",
        ),
        "the database of OpenCode",
        "opencode export",
    ),
    "Kiro": (
        database("conversations_v2 (key TEXT, conversation_id TEXT, value TEXT)"),
        "Kiro's command line",
        "~/.kiro/sessions/cli/",
    ),
    "Crush": (
        database(
            "sessions (id TEXT)",
            "messages (session_id TEXT, parts TEXT)",
            "files (session_id TEXT, path TEXT)",
        ),
        "the database of Crush",
        "`parts`",
    ),
    "Warp": (
        database("ai_queries (exchange_id TEXT, conversation_id TEXT)"),
        "the database of Warp",
        "copied from Warp",
    ),
    "Droid": (lines({"type": "session_start", "id": "1", "title": "t"}), "a session of Droid", ""),
    "Aider": (
        b"# aider chat started at 2024-08-05\n\n#### hi\n",
        "a chat history of Aider",
        "--llm-history-file",
    ),
    "MLflow": (lines({"info": {"trace_id": "t"}, "data": {"spans": []}}), "a trace of MLflow", ""),
    "Weave": (lines({"op_name": "weave:///x/op/y", "trace_id": "t", "inputs": {}}), "calls of W&B Weave", ""),
    "Datadog": (lines({"ml_app": "a", "meta": {"input": {}, "span.kind": "llm"}}), "Datadog", ""),
    "Portkey": (lines({"ai_org": "openai", "ai_model": "m", "request": {}}), "a log of Portkey", ""),
    "mitmproxy": (b"2215:9:websocket;0:~8:response;1000:6:reason;2:OK,\x00", "flows of mitmproxy", "hardump"),
    "Takeout": (lines([{"header": "Gemini Apps", "title": "Prompted hi", "time": "t"}]), "Takeout", "itself"),
    "Parquet": (b"PAR1\x15\x04\x15\x00" * 9, "a Parquet file", "JSON Lines"),
    "settings of Claude Code": (
        lines({"permissions": {"allow": ["Bash(ls)"]}, "env": {}}),
        "a settings file of Claude Code",
        "~/.claude/projects/",
    ),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image", "the log itself"),
    "a PDF": (b"%PDF-1.7\n", "a PDF", "the log itself"),
}


@for_each("name", sorted(WRONG))
def test_a_wrong_file_is_called_by_its_name_with_the_next_step(name: str) -> None:
    data, what, take = WRONG[name]
    error = refused(data, "session.pb" if "encrypted" in name else None)
    assert what in str(error)
    assert error.program
    assert take in error.take_instead
    assert take in str(error)


PRINTED = {
    "PHP": (
        "Array\n(\n    [role] => user\n)\n",
        "array (\n  0 => \n  array (\n    'role' => 'user',\n  ),\n)",
        'array(1) {\n  [0]=>\n  string(2) "Hi"\n}',
        "[2026-11-01 10:00:00] local.INFO: [\n    'role' => 'user',\n]",
        "stdClass Object\n(\n    [role] => user\n)",
    ),
    "Go": (
        "map[messages:[map[content:Hi role:user]] model:gpt-4o]",
        "2026/11/01 10:00:00 sent {Model:gpt-4o Messages:[{Role:user Content:Hi}]}",
        'openai.Message{Role:"user", Content:"Hi"}',
        'map[string]interface {}{"messages":[]interface {}{map[string]interface {}{"role":"user"}}}',
    ),
}


@for_each(("program", "text"), [(program, text) for program, texts in PRINTED.items() for text in texts])
def test_what_a_language_prints_of_its_values_is_called_that_with_the_cure(program: str, text: str) -> None:
    error = refused(text.encode())
    assert error.program == program
    assert {"PHP": "json_encode", "Go": "json.Marshal"}[program] in str(error)
    assert refused(json.dumps({"note": text})[:-1].encode()).program == ""


def test_what_is_no_text_stays_no_text_whatever_it_is_called() -> None:
    assert isinstance(refused(b"\x89PNG\r\n"), NotText)
    assert isinstance(refused(b"PAR1\x00"), NotText)
    assert not isinstance(refused(WRONG["Aider"][0]), NotText)


def test_a_package_of_an_export_without_its_conversations_names_the_file_that_is_missing() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr(
            "user.json", json.dumps({"id": "user-1", "email": "a@b.test", "chatgpt_plus_user": True})
        )
        package.writestr("chat.html", "<html></html>")
        package.writestr("message_feedback.json", "[]")
    error = refused(packed.getvalue())
    assert error.program == "ChatGPT"
    assert "conversations.json" in error.take_instead


@for_each("data", [b"\x0a\x05hello\x12\x00\xff" * 40, b"\xff\xfe\x01" * 100, b"no log at all"])
def test_a_name_alone_tells_nothing(data: bytes) -> None:
    assert refused(data, "session.pb").program == ""


def span(*attributes: tuple[str, str]) -> dict[str, Any]:
    listed = [{"key": key, "value": {"stringValue": value}} for key, value in attributes]
    return {"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "chat", "attributes": listed}]}]}]}


def test_a_trace_without_content_is_told_from_one_with_it_anywhere() -> None:
    empty = span(("gen_ai.request.model", "m"))
    full = span(("gen_ai.input.messages", "[]"))
    assert "capturing content seems to have been off" in str(refused(lines(empty, empty)))
    assert "capturing content" not in str(refused(lines(empty, full)))


def test_a_database_whose_rows_stand_in_its_journal_says_so(tmp_path: Path) -> None:
    held = sqlite3.connect(tmp_path / "opencode.db")
    held.execute("PRAGMA journal_mode=WAL")
    for table in ("session (id text)", "message (id, session_id, data)", "part (id, message_id, data)"):
        held.execute(f"CREATE TABLE {table}")
    held.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    held.execute("INSERT INTO session VALUES ('s')")
    error = refused((tmp_path / "opencode.db").read_bytes())
    assert error.program == "OpenCode"
    assert "-wal" in str(error)


def test_a_log_of_a_known_program_that_is_cut_says_so() -> None:
    said = str(refused(b'{"permissions": {"allow": ["Read"]}, "model": "op'))
    assert said.startswith("This is a settings file of Claude Code")
    assert "text was cut off here" in said


def test_words_in_a_row_of_a_database_are_no_tables_of_it() -> None:
    held = sqlite3.connect(":memory:")
    held.execute("CREATE TABLE notes (body TEXT)")
    held.execute("INSERT INTO notes VALUES ('CREATE TABLE threads (id TEXT, rollout_path TEXT)')")
    held.commit()
    assert refused(held.serialize()).program == ""


@for_each("value", [*REQUESTS.values(), *RESPONSES.values(), *MESSAGES.values()])
def test_what_providers_are_sent_and_answer_is_not_called_a_file_of_some_program(value: Any) -> None:
    assert crosswire.load(lines(value)).notes == []


def test_a_log_that_its_own_reader_reads_needs_no_word_on_who_wrote_it() -> None:
    assert "written-by" not in [note.code for note in crosswire.load(lines(*SESSION_LINES)).notes]


def test_a_log_that_another_reader_reads_says_who_wrote_it() -> None:
    asked, answer = REQUESTS["openai-chat"], RESPONSES["openai-chat"]
    row = {"request_created_at": "t", "request_body": asked, "response_body": answer}
    [note] = crosswire.load(lines(row)).notes
    assert (note.code, note.message) == (
        "written-by",
        "These are requests exported by Helicone; they were read as OpenAI Chat Completions.",
    )


def test_the_command_line_says_it_and_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "state_5.sqlite").write_bytes(WRONG["a database of Codex"][0])
    for command in ("check", "detect"):
        said = CliRunner().invoke(main, [command, str(tmp_path / "state_5.sqlite")])
        assert said.exit_code == 2
        assert f"Take instead: {ROLLOUT}." in said.output


# The rows


def test_rows_have_names_of_their_own_and_something_that_tells_them() -> None:
    assert len(set(NAMES)) == len(NAMES)
    by_bytes = [s for s in catalogue.SHAPES if s.beginnings or s.opening or s.words or s.endings]
    told = [*by_bytes, *(s for s in catalogue.SHAPES if s.marks or s.tables)]
    untold = {shape.name for shape in catalogue.SHAPES} - {shape.name for shape in told}
    assert untold <= {*crosswire.FORMATS, "toolcall-record", "windsurf-session", "trae-state", *KIN}


@for_each("shape", catalogue.SHAPES, ids=lambda shape: shape.name)
def test_a_row_that_holds_no_log_says_what_to_take(shape: catalogue.Shape) -> None:
    assert shape.format or shape.take or shape.kind == "interface"
    assert not shape.take.endswith(".")


@for_each(
    ("terms", "holds"),
    [
        (("a/b",), True),
        (("a/c",), False),
        (("!a/c",), True),
        (("list[]/kind=x|y",), True),
        (("list[]/kind=z",), False),
        (("list/1/kind^x",), True),
        (("*/b:number",), True),
        (("a:list",), False),
        (("flag=true",), True),
        (("list[]/none", "a"), False),
    ],
)
def test_terms(terms: tuple[str, ...], holds: bool) -> None:
    value: Any = {"a": {"b": 1}, "list": [{"kind": "y"}, {"kind": "xx"}], "flag": True}
    assert fit(value, terms) == holds


def test_a_number_that_has_no_text_is_none_that_a_term_names() -> None:
    assert not fit({"kind": 10**5_000}, ("kind=0",))


@for_each(
    "text",
    [
        '{"v": {"requests": []}, "kind": ' + "1" * 5_000 + "}",
        '{"type": ' + "[" * 400 + "]" * 400 + "}",
        "[" + '{"source": {"a": [1e999]}, "v": null},' * 50 + "{}]",
    ],
)
def test_odd_values_are_no_error_of_the_catalogue(text: str) -> None:
    assert refused(text.encode()).program == ""


@pytest.mark.thorough
def test_a_large_file_is_named_in_bounded_time() -> None:
    spans = [span(("gen_ai.request.model", "m"))["resourceSpans"][0] for _ in range(2_000)]
    with within(2):
        refused(lines(*({"resourceSpans": spans[:20]} for _ in range(300))))


# The shared corpus

UNNAMED = {
    "antigravity/agent-sessions__antigravity_small.md": "Markdown without a mark of its program",
    "claude-code/made__session-folder/5e55-0002/tool-results/b7k2.txt": "the output of a command",
    "claude-sdk-stream/openinference__test_client_tool_hooks_create_tool_spans.yaml": "YAML of a test's own",
    "codex-rollout/agent-sessions__codex_schema_drift.jsonl": "made up in words that no version wrote",
    "goose/agentsview__TestGooseProviderParsesTranscriptTools.sql": "statements of SQL, with JSON in them",
}
"""Files that are refused without a name, with what they are."""


@shared_corpus.needs_corpus
def test_every_file_of_the_corpus_that_is_refused_is_named() -> None:
    unnamed = set()
    for row in some_of(shared_corpus.manifest(), 5):
        try:
            crosswire.load((shared_corpus.CORPUS / row["path"]).read_bytes(), name=row["path"])
        except CrosswireError as error:
            unnamed |= set() if error.program else {row["path"]}
    assert unnamed <= UNNAMED.keys()
