"""The measurements run, and measure the conversation that they say."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import crosswire
import pytest
from bench.alternatives.secrets import in_crosswire, planted
from bench.goals.row import at_most
from bench.goals.table import BEGIN, END, put_in
from bench.made_up import chat_request, upload
from click import UsageError
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent


def test_the_made_up_conversation_is_always_the_same_and_looks_like_an_agents_log() -> None:
    data = upload(1_000)
    assert data == upload(1_000)
    assert 1_700_000 < len(data) < 2_300_000
    (conversation,) = crosswire.load(data).conversations
    assert len(conversation.messages) == 1_000
    results = sum(1 for _ in conversation.results())
    assert 450 < results < 600
    turns = [m for m in conversation.messages if len(m.parts) > 1 and m.role == "assistant"]
    assert len(turns) > 100
    counts = crosswire.pair(conversation).counts()
    assert counts["by_id"] == results
    assert not [found for found in crosswire.diagnose(conversation) if found.severity == "error"]


def test_any_length_is_made_exactly() -> None:
    for count in (1, 2, 7, 50):
        messages = chat_request(count)["messages"]
        assert isinstance(messages, list)
        assert len(messages) == count


@for_each("format", list(crosswire.FORMATS))
def test_the_same_conversation_is_there_in_every_format(format: str) -> None:
    log = crosswire.load(upload(60, format), format=format)
    # Made from others, so that nothing in it is the dialect's alone.
    dialects = {"azure-foundry": "openai-responses", "mistral": "openai-chat", "cohere": "openai-chat"}
    assert crosswire.load(upload(60, format)).format == dialects.get(format, format)
    (conversation,) = log.conversations
    (chat,) = crosswire.load(upload(60)).conversations
    assert [call.name for call in conversation.calls()] == [call.name for call in chat.calls()]


@pytest.mark.parametrize("name", ["queues", "secrets", "servers", "serving", "small"])
def test_what_is_compared_with_libraries_is_where_the_comparison_looks_for_it(name: str) -> None:
    import_module(f"bench.alternatives.{name}")


def test_planted_secrets_are_always_the_same_and_mostly_found() -> None:
    secrets = planted()
    assert secrets == planted()
    assert len(secrets) > 120
    assert sum(bool(in_crosswire(text)) for text in secrets.values()) > 70


@pytest.mark.thorough
def test_the_report_is_printed_with_the_goals_and_nothing_is_written(tmp_path: Path) -> None:
    def report(*options: str) -> str:
        command = [sys.executable, "-m", "bench", "--rounds", "1", "--messages", "20", *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        ).stdout

    text = report("40")
    assert "| 20 messages | 40 messages |" in text
    for stage in ("orjson.loads", "json.loads", "load", "load, pair, diagnose", "write gemini, no links"):
        assert f"| openai-chat | {stage} | " in text
    for ratio in ("| gemini | diagnose / load | ", "| vertex | verdict / (write, diagnose) | "):
        assert ratio in text
    assert "| the first targets' verdicts | " in text
    for goal in ("<= 1.6", "<= 2.8", "<= 4.0"):
        assert goal in text
    assert list(tmp_path.iterdir()) == []
    written = report("--write", "bench.md")
    assert (tmp_path / "bench.md").read_text() == written


def test_the_table_of_goals_replaces_the_one_before_it() -> None:
    page = f"Before\n{BEGIN}old\n{END}After\n"
    assert put_in(page, "new") == f"Before\n{BEGIN}new\n{END}After\n"
    with pytest.raises(UsageError, match="has no lines"):
        put_in("nothing", "new")


def test_a_goal_is_met_by_no_more_than_it_allows() -> None:
    assert str(at_most("memory", "12 x", 249.6, 250, "MB")) == "| memory | 12 x | 250 MB | 250 MB | yes |"
    assert str(at_most("read", "", 7.04, 5, "us")) == "| read |  | 7.04 us | 5 us | **no** |"
