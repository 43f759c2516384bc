"""Real and derived logs of Anthropic Messages and Claude Code, where the shared folder is at hand."""

from functools import cache

import crosswire
from crosswire.model import Conversation, Message, OpaquePart, ReasoningPart
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS, check_anthropic
from tests.selection import for_each
from tests.shared_corpus import CORPUS, needs_corpus, some_rows

NAMES = {"anthropic-messages": "anthropic", "claude-code": "claude-code"}
TRIMMED = "claude-code/agent-sessions__claude_small.jsonl"
"""Its author put one phrase for most texts, signatures and base64 data."""


ROWS = [row for row in some_rows(NAMES) if row["streaming"] == "no" or row["path"].endswith(".jsonl")]
each_file = for_each("row", ROWS, ids=[row["path"] for row in ROWS])
pytestmark = needs_corpus


@cache
def load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes())


def test_the_manifest_lists_files_of_both_formats() -> None:
    assert {row["format"] for row in ROWS} == set(NAMES)


@each_file
def test_a_file_is_detected_and_all_its_calls_and_results_are_read(row: dict[str, str]) -> None:
    log = load(row["path"])
    assert log.format == NAMES[row["format"]]
    assert sum(len(list(c.calls())) for c in log.conversations) >= int(row["calls"])
    assert sum(len(list(c.results())) for c in log.conversations) >= int(row["results"])


@each_file
def test_nothing_of_a_file_is_lost_in_silence(row: dict[str, str]) -> None:
    for conversation in load(row["path"]).conversations:
        for target in crosswire.FORMATS:
            found = unaccounted(conversation, crosswire.render(conversation, target))
            if row["path"] == TRIMMED:
                found.pop("leaked signatures", None)
            assert found == {}


@each_file
def test_a_file_is_written_as_anthropic_takes_it(row: dict[str, str]) -> None:
    for conversation in load(row["path"]).conversations:
        errors = check_anthropic(crosswire.render(conversation, "anthropic").payload)
        assert not errors or any(_broken(message) for message in conversation.messages), errors


def _broken(message: Message) -> bool:
    """Defects of fixtures whose authors cut values out: nothing that a request could repair."""
    kinds = {part.wire_type for part in message.parts if isinstance(part, OpaquePart)}
    unsigned = any(isinstance(p, ReasoningPart) and not p.signature for p in message.parts)
    has_role = isinstance(message.raw, dict) and "role" in message.raw
    return unsigned or "fallback" in kinds or not has_role


@each_file
def test_a_file_is_written_as_other_providers_take_it(row: dict[str, str]) -> None:
    for conversation in load(row["path"]).conversations:
        for target in crosswire.FORMATS:
            if target != "anthropic":
                errors = CHECKS[target](crosswire.render(conversation, target).payload)
                if row["path"] == TRIMMED:
                    errors = [error for error in errors if "base64" not in error]
                assert errors == [], target


@each_file
def test_what_was_written_reads_as_the_same_conversation(row: dict[str, str]) -> None:
    for conversation in load(row["path"]).conversations:
        payload = crosswire.render(conversation, "anthropic").payload
        (again,) = crosswire.parse(payload, "anthropic")
        assert crosswire.render(again, "anthropic").payload == payload
        assert _said(again) == _said(conversation)


def _said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(type(part).__name__, str(getattr(part, "text", ""))) for _, part in conversation.parts()]
