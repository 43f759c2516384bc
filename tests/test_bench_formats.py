"""`./dev formats`: the page is what the corpus gives today, and every HTTP recording is read exactly."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import formats
from click.testing import CliRunner
from crosswire.logs import BY_SHAPE
from tests import shared_corpus
from tests.corpus_counts import DIFFERENCES, Counts, counted, expected, load_apart
from tests.selection import some_of
from tests.shared_corpus import Row

READ_EXACTLY = {
    "anthropic-batch", "anthropic-messages", "azure-foundry", "bedrock-converse", "claude-code", "cohere-v2",
    "deepseek-qwen", "finetune-jsonl", "gemini", "gemini-batch", "har", "helicone", "json-recording",
    "litellm-log", "mistral", "ollama", "openai-batch", "openai-chat", "openai-responses",
    "stored-completions", "vcr-cassette",
}  # fmt: skip
"""Wire formats, recordings of requests, and the sessions that are read."""
INTERFACES = {
    "vcr-cassette/pydantic-ai__test_xai_thinking_tool_call_grouping_round_trip.xai.yaml": "xAI's interface",
}
"""Recordings with calls of interfaces that no format reads; called by their names, refused or not."""

ROWS = [row for row in shared_corpus.manifest() if row["format"] in READ_EXACTLY]


@shared_corpus.needs_corpus
def test_calls_and_results_of_what_is_read_are_neither_fewer_nor_more() -> None:
    outcomes = [one for one in map(formats.outcome, some_of(ROWS, 3)) if one.format != BY_SHAPE]
    wrong = [one.line() for one in outcomes if one.differs]
    assert [line for line in wrong if line.partition(":")[0] not in INTERFACES] == []


@shared_corpus.needs_corpus
def test_recordings_of_other_interfaces_are_called_by_their_names() -> None:
    rows = {row["path"]: row for row in ROWS}
    for path, name in INTERFACES.items():
        found = formats.outcome(rows[path])
        if found.format == BY_SHAPE:
            log = shared_corpus.load(path)
            assert name in " ".join([log.detection.reason, *(note.message for note in log.notes)])
        else:
            assert name in found.refusal
            assert found.program


@shared_corpus.needs_corpus
def test_what_the_manifest_counts_otherwise_is_still_counted_otherwise() -> None:
    rows: dict[str, Row] = {row["path"]: row for row in shared_corpus.manifest()}
    for path, known in some_of(DIFFERENCES.items(), 3):
        assert counted(load_apart(path)) == known.counts == expected(rows[path])
        assert known.counts != Counts(int(rows[path]["calls"]), int(rows[path]["results"]))


@pytest.mark.thorough
@shared_corpus.needs_corpus
def test_the_page_in_the_documentation_is_up_to_date() -> None:
    assert formats.REPORT.read_text(encoding="utf-8") == formats.report(formats.outcomes()), (
        "Run `./dev formats`."
    )


def test_without_the_shared_corpus_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = tmp_path / "formats.md"
    monkeypatch.setattr(formats, "REPORT", report)
    monkeypatch.setattr(shared_corpus, "CORPUS", tmp_path / "shared")
    done = CliRunner().invoke(formats.main)
    assert done.exit_code == 2
    assert "../shared/corpus" in done.stderr
    assert not report.exists()
