"""What the targets would refuse of recorded traffic: nothing that they took, and nothing without a reason.

The corpus is an optional folder of real logs beside the checkout; without it these tests are skipped.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache

import crosswire
import pytest
from crosswire.model import Conversation
from crosswire.rules.rule import Severity
from tests.shared_corpus import CORPUS, needs_corpus

pytestmark = [needs_corpus, pytest.mark.thorough]

PROVIDER = {"claude-code": "anthropic"}
"""Whom a program that writes logs of its own asks; a wire format's own name is that of its target."""

ONE_ID = "its two calls share an id, which tokenizers before version 11 let pass and later ones don't"


REFUSED: dict[tuple[str, str], str] = {
    ("mistral/mistral-common__parallel_calls_sample.json", "response-count"): ONE_ID,
    (
        "har/2_mirascope__handles-optional-properties-in-strict-mode.har",
        "tool-declaration-strict",
    ): "The recording itself has the 400, in the same words.",
}
"""A recorded file and a rule by which its own provider would refuse it -> what makes that true."""


@cache
def manifest() -> dict[str, dict[str, str]]:
    with (CORPUS / "MANIFEST.tsv").open(newline="") as rows:
        return {row["path"]: row for row in csv.DictReader(rows, delimiter="\t")}


@cache
def read(path: str) -> tuple[Conversation, ...]:
    """The conversations of a file; none where it is not here or in a format that is not read."""
    if not (CORPUS / path).is_file():
        return ()
    try:
        return tuple(crosswire.load((CORPUS / path).read_bytes()).conversations)
    except crosswire.CrosswireError:
        return ()


def sent() -> Iterator[tuple[str, Conversation, str]]:
    """Every conversation of the corpus with its file and its own provider."""
    for path in manifest():
        for conversation in read(path):
            provider = PROVIDER.get(conversation.format, conversation.format)
            if provider in crosswire.TARGETS:
                yield path, conversation, provider


def told(path: str, conversation: Conversation, found: crosswire.Diagnostic) -> str:
    return f"{path} ({conversation.number}): {found.code} {found.name} at {found.address}: {found.message}"


def test_no_provider_refuses_what_it_answered() -> None:
    """Where a file holds a request and the answer to it, that provider took the request."""
    answered = [one for one in sent() if was_answered(*one)]
    assert len({path for path, _, _ in answered}) > 25
    refused = [
        told(path, conversation, found)
        for path, conversation, provider in answered
        for found in crosswire.verdict(conversation, provider).findings
        if found.severity is Severity.ERROR
    ]
    assert refused == []


def was_answered(path: str, conversation: Conversation, provider: str) -> bool:
    """Whether the log holds the answer too, or the answer was recorded in the file beside this one."""
    if conversation.shape == "exchange":
        return not any(setting.of_response and setting.name == "error" for setting in conversation.settings())
    beside = path.replace(".req-", ".res-")
    return beside != path and any(
        answer.shape == "response" and answer.messages and answer.format == conversation.format
        for answer in read(beside)
    )


def test_every_refusal_of_recorded_traffic_by_its_own_provider_is_explained() -> None:
    found = {
        (path, one.name): told(path, conversation, one)
        for path, conversation, provider in sent()
        if manifest()[path]["provenance"] == "yes"
        for one in crosswire.verdict(conversation, provider).findings
        if one.severity is Severity.ERROR
    }
    unexplained = [text for key, text in found.items() if key not in REFUSED]
    assert unexplained == [], "Explain each in REFUSED, or mend its rule."
    assert sorted(REFUSED.keys() - found.keys()) == [], "These are no longer refused."
