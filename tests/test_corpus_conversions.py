"""Every recorded conversation in every format: valid for the provider, and nothing lost in silence.

One test for each pair of formats. The shared corpus is an optional folder of real logs beside the
checkout; without it only the checkout's own corpus is converted.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import crosswire
import pytest
from bench import pairs
from click.testing import CliRunner
from crosswire.address import Address, resolve
from crosswire.containers import read_in_text
from tests import corpus_pairs
from tests.corpus_counts import load_apart
from tests.corpus_pairs import BLIND, REASONS, Converted, Policy, judged, pair_of
from tests.coverage_check import unaccounted
from tests.selection import for_each, in_turns, is_thorough, tries
from tests.shared_corpus import needs_corpus

ROOT = Path(__file__).resolve().parent.parent

NAMES = {
    "openai-chat": "openai-chat",
    "openai-responses": "openai-responses",
    "anthropic-messages": "anthropic",
    "gemini": "gemini",
    "claude-code": "claude-code",
    "azure-foundry": "azure-foundry",
    "bedrock-converse": "bedrock",
    "mistral": "mistral",
    "cohere-v2": "cohere",
    "ollama": "ollama",
}
"""How the manifest calls the formats that are read."""

NO_CONVERSATION = "azure-foundry/agent-framework__TestData_AgentResponse.json"
"""The description of an agent: nothing is said in it, and nothing called."""

CHAT_AT_FOUNDRY = {
    "azure-foundry/azure_ai_projects-2.10.0__sample_data_multiturn_conversations.jsonl": (
        "what its evaluations take: messages of Chat Completions, with `tool_definitions` beside them"
    ),
    "azure-foundry/langchain-azure__test_agent_with_tool_records_tool_span.pairs.jsonl": (
        "recorded at Foundry's endpoint for Chat Completions; no key tells where"
    ),
    "azure-foundry/langchain-azure__test_langgraph_agent_loop_records_spans.pairs.jsonl": (
        "recorded at Foundry's endpoint for Chat Completions; no key tells where"
    ),
}
"""Files from Foundry that are plain Chat Completions, with what they are."""

COUNTED_TWICE = "toolUse,tool_use"
"""Kinds of calls that the manifest counts by both words, where `type` repeats the block's key."""

ROWS = [row for row in corpus_pairs.manifest() if row["format"] in NAMES and row["path"] != NO_CONVERSATION]

each_pair = for_each(
    ("source", "target"), lambda: product(corpus_pairs.sources(), crosswire.FORMATS), ids=" to ".join
)
each_judged = for_each(
    ("target", "policy"),
    [
        (target, policy)
        for number, target in enumerate(crosswire.FIRST_TARGETS)
        for policy in in_turns(["keep", "fill"], number, 1)
    ],
)


# Reading


@for_each("row", ROWS, ids=lambda row: row["path"])
def test_a_file_is_detected_as_what_the_manifest_says_with_all_its_calls(row: dict[str, str]) -> None:
    log = corpus_pairs.load(row["path"])
    expected = "openai-chat" if row["path"] in CHAT_AT_FOUNDRY else NAMES[row["format"]]
    assert log.format == expected, log.detection.reason
    calls = int(row["calls"]) // (2 if row["kinds"] == COUNTED_TWICE else 1)
    apart = load_apart(row["path"]).conversations
    assert sum(1 for c in apart for _ in c.calls()) >= calls
    assert sum(1 for c in apart for _ in c.results()) >= int(row["results"])


@needs_corpus
def test_the_description_of_an_agent_is_no_conversation() -> None:
    with pytest.raises(crosswire.NotAConversation):
        corpus_pairs.load(NO_CONVERSATION)


def test_every_wire_format_is_both_source_and_target() -> None:
    assert set(crosswire.FORMATS) <= set(corpus_pairs.sources())
    assert set(crosswire.FORMATS) == set(corpus_pairs.CHECKS)


# Each pair


@each_pair
def test_what_the_providers_types_refuse_has_a_reason(source: str, target: str) -> None:
    """Between formats too it is in the log: what a rule refuses, or a value that is broken there."""
    refused = {}
    for one in pair_of(source, target):
        findings = _refusing(one) if one.errors else []
        unexplained = corpus_pairs.unexplained(one, findings)
        if unexplained:
            refused[one.recorded.name] = unexplained[0]
    assert refused == {}


def _refusing(one: Converted) -> list[crosswire.Diagnostic]:
    target = one.rendering.target
    if target not in crosswire.TARGETS:
        return []
    verdict = crosswire.verdict(one.recorded.conversation, target, ids="fill", format=target)
    return corpus_pairs.Judged(one, verdict).refusing


@each_pair
def test_a_rendering_accounts_for_every_part_value_and_id(source: str, target: str) -> None:
    """Coverage both ways, ids that are the log's or in the id map, and nothing that only another can read."""
    gaps = {}
    for one in pair_of(source, target):
        if gap := unaccounted(one.recorded.conversation, one.rendering):
            gaps[one.recorded.name] = gap
    assert gaps == {}


@each_pair
def test_every_loss_and_link_names_a_place_that_is_there(source: str, target: str) -> None:
    nowhere = {}
    for one in pair_of(source, target):
        conversation, rendering = one.recorded.conversation, one.rendering
        sources = {loss.source for loss in rendering.losses}
        targets = {loss.target for loss in rendering.losses} | {link.target for link in rendering.links}
        lost = [a for a in filter(None, sources) if not _is_there(a, conversation.documents)]
        lost += [a for a in filter(None, targets) if not _is_there(a, [rendering.payload])]
        if lost:
            nowhere[one.recorded.name] = lost[:3]
    assert nowhere == {}


def _is_there(address: Address, documents: Sequence[Any]) -> bool:
    try:
        resolve(address, documents, read_in_text)
    except crosswire.BadAddress:
        return False
    return True


DIGEST = """
import hashlib, json, sys, crosswire
from tests.corpus_pairs import recorded
from tests.selection import set_thorough
set_thorough(sys.argv[2] == "thorough")
found = hashlib.sha256()
for number, target in enumerate(crosswire.FORMATS):
    stride = int(sys.argv[1])
    for one in recorded()[number % stride :: stride]:
        out = crosswire.render(one.conversation, target, ids="fill")
        told = repr((out.losses, out.links, out.id_map, out.name_map))
        found.update(json.dumps(out.payload).encode() + told.encode())
print(found.hexdigest())
"""


def test_two_programs_write_the_same_bytes() -> None:
    """Whatever order their sets have; with --thorough every conversation in some formats."""
    stride = tries(36, thorough=3)
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST, str(stride), "thorough" if is_thorough() else "some"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    written = {program.communicate()[0] for program in programs}
    assert [program.returncode for program in programs] == [0, 0]
    assert len(written) == 1


# Verdicts beside types


@each_judged
def test_what_types_refuse_and_a_verdict_takes_stands_so_in_the_log(target: str, policy: Policy) -> None:
    missed = {}
    for one in judged(target, policy):
        unexplained = corpus_pairs.unexplained(one.converted, one.refusing)
        if unexplained:
            missed[one.converted.recorded.name] = unexplained[0]
    assert missed == {}


@each_judged
def test_a_rule_that_refuses_what_types_take_looks_at_what_they_cannot_see(
    target: str, policy: Policy
) -> None:
    strange = {
        (one.converted.recorded.name, found.name)
        for one in judged(target, policy)
        if not one.converted.errors
        for found in one.refusing
        if found.name not in BLIND
    }
    assert strange == set()


@pytest.mark.thorough
@needs_corpus
def test_no_reason_is_out_of_date() -> None:
    given = Counter[str]()
    blind = set()
    for policy in pairs.POLICIES:
        for target in crosswire.FIRST_TARGETS:
            for one in judged(target, policy):
                given.update(filter(None, corpus_pairs.reasons(one.converted, one.refusing).values()))
                blind |= {found.name for found in one.refusing if not one.converted.errors}
    assert REASONS.keys() <= given.keys()
    assert blind == set(BLIND)


# The table


@pytest.mark.thorough
@needs_corpus
def test_the_table_in_the_documentation_is_up_to_date() -> None:
    assert pairs.TABLE.read_text(encoding="utf-8") == pairs.report(), "Run `./dev pairs`."


def test_without_the_shared_corpus_the_table_is_not_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = tmp_path / "conversions.md"
    monkeypatch.setattr(pairs, "TABLE", table)
    monkeypatch.setattr(corpus_pairs, "SHARED", tmp_path / "shared")
    done = CliRunner().invoke(pairs.main)
    assert done.exit_code == 2
    assert "../shared/corpus" in done.stderr
    assert not table.exists()
