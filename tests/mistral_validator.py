"""Our verdict for Mistral beside that of mistral-common, whose validator Mistral's servers run.

For every conversation that is here (the shared corpus and the battery, where they lie beside the
checkout, and the samples), what we write for Mistral is given to the validators of four of its
tokenizers. Where they and we disagree, one of the reasons below must hold.

A log that ends with an answer or a call is no request yet. Mistral's validator is therefore given
what would be sent next: the log, with the results that are still to come, or a word of the user.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import crosswire
from crosswire.model import Conversation
from crosswire.rules.rule import Severity
from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from pydantic import ValidationError
from tests.corpus_pairs import recorded
from tests.samples import REQUESTS

Json = dict[str, Any]

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
VERSIONS = ("v3", "v11", "v13", "v15")
POLICIES = ("keep", "fill")
TELLS = {
    "Tool call id was": "nine-characters",
    "Tool call id has to be defined": "id-required",
    "Tool call id must be a non-empty string": "id-required",
    "Not the same number": "response-count",
    "Duplicate tool call id": "response-count",
    "Unexpected tool call id": "response-count",
    "Unexpected role": "role-order",
    "Expected last role": "ends-with-assistant",
    "Function name was": "tool-name-pattern",
}
"""How a refusal of mistral-common begins -> the rule that says the same."""


@dataclass(frozen=True)
class Case:
    """One conversation, judged twice."""

    name: str
    version: str
    conversation: Conversation
    sent: Json
    ours: crosswire.Verdict
    theirs: str | None
    """Why mistral-common refuses; None where it takes it."""

    @property
    def rules(self) -> set[str]:
        return {found.name for found in self.ours.findings}

    @property
    def sure(self) -> set[str]:
        """The rules that decide; warnings leave a verdict open."""
        return {found.name for found in self.ours.findings if found.severity is Severity.ERROR}


def _from_battery() -> Iterator[tuple[str, bytes]]:
    for source in ("chat", "responses", "anthropic", "gemini"):
        path = SHARED / "battery" / f"{source}.json"
        if path.exists():
            for name, history in json.loads(path.read_text()).items():
                yield f"{source}/{name}", json.dumps(history).encode()


@cache
def conversations() -> list[tuple[str, Conversation]]:
    """The recorded ones, those of the battery, and the samples."""
    found = [(one.name, one.conversation) for one in recorded()]
    samples = ((f"sample of {name}", json.dumps(request).encode()) for name, request in REQUESTS.items())
    for name, data in (*_from_battery(), *samples):
        found += [(name, one) for one in crosswire.load(data, name=name).conversations]
    return found


@cache
def cases(policy: Any, version: str) -> list[Case]:
    return [
        Case(name, version, conversation, sent, ours, refusal(sent, version))
        for name, conversation, sent, ours in judged(policy)
    ]


@cache
def judged(policy: Any) -> list[tuple[str, Conversation, Json, crosswire.Verdict]]:
    """Each conversation with what would be sent and our verdict, which are the same for all tokenizers."""
    found = []
    for name, conversation in conversations():
        payload: Any = crosswire.render(conversation, "mistral", ids=policy, links=False).payload
        ours = crosswire.verdict(conversation, "mistral", ids=policy)
        found.append((name, conversation, next_request(payload, conversation), ours))
    return found


def next_request(payload: Json, conversation: Conversation) -> Json:
    """What would be sent next: a request as it is, any other log with what comes after it.

    Results come together: where some of them came, they are all that is sent, as to the verdict.
    A request without a model is a log too: histories and data sets are written like that.
    """
    messages = list(payload["messages"])
    sent = {"model": "any", **{k: v for k, v in payload.items() if k in ChatCompletionRequest.model_fields}}
    last = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=None)
    if last is None or (conversation.shape == "request" and "model" in payload):
        return sent
    pending = {alone.call.key for alone in crosswire.pair(conversation).unanswered if alone.fate == "pending"}
    answered = {m.get("tool_call_id") for m in messages[last + 1 :] if m["role"] == "tool"}
    open_calls = [c for c in messages[last].get("tool_calls") or [] if c.get("id") not in answered]
    if last > 0 and pending and not answered and len(open_calls) == len(pending):
        messages += [{"role": "tool", "tool_call_id": c.get("id"), "content": ""} for c in open_calls]
    elif messages[-1]["role"] == "assistant" and not messages[-1].get("prefix"):
        messages.append({"role": "user", "content": "And then?"})
    return {**sent, "messages": messages}


def refusal(sent: Json, version: str) -> str | None:
    try:
        request = ChatCompletionRequest.model_validate(json.loads(json.dumps(sent)))
        get_validator(TokenizerVersion(version), ValidationMode.serving).validate_request(request)
    except (MistralCommonException, ValidationError) as error:
        return str(error)
    return None


# Why the two may disagree


def _names_nine(case: Case) -> bool:
    return case.theirs is None and case.version in ("v13", "v15") and case.sure == {"nine-characters"}


def _compares_ids(case: Case) -> bool:
    return case.theirs is None and case.version == "v3" and case.sure == {"response-count"}


def _both_content_and_calls(case: Case) -> bool:
    refused = (case.theirs or "").startswith("Assistant message must have either content or tool_calls")
    return refused and case.version == "v3"


def _calls_in_first_message(case: Case) -> bool:
    first = case.sent["messages"][:1]
    counted = (case.theirs or "").startswith(("Unexpected tool call id", "Not the same number"))
    return counted and bool(first) and bool(first[0].get("tool_calls"))


def _own_spelling(case: Case) -> bool:
    lines = (case.theirs or "").splitlines()
    places = [line for line in lines if line.startswith("messages.")]
    strange = [place for place in places if not (place.endswith(".index") or ".content" in place)]
    chunks = [
        chunk.get("type")
        for message in case.sent["messages"]
        for chunk in (message["content"] if isinstance(message.get("content"), list) else [])
    ]
    indexed = any(place.endswith(".index") for place in places)
    return bool(places) and not strange and (indexed or "thinking" in chunks or "document_url" in chunks)


def _one_result_alone(case: Case) -> bool:
    alone = (case.theirs or "").startswith("Conversation must start with a user message")
    return alone and case.ours.accepts is False and [m["role"] for m in case.sent["messages"]] == ["tool"]


def _media_in_results(case: Case) -> bool:
    refused = (case.theirs or "").startswith("Unexpected content chunk types in tool message")
    return refused and case.version != "v15"


def _waits(case: Case) -> bool:
    last = case.sent["messages"][-1:]
    return (case.theirs or "").startswith("Expected last role") and bool(last and last[0].get("tool_calls"))


def _without_ids(case: Case) -> bool:
    counted = (case.theirs or "").startswith(("Duplicate", "Unexpected tool call id", "Not the same number"))
    return counted and "id-required" in case.rules


REASONS: dict[str, tuple[str, Callable[[Case], bool]]] = {
    "nine": (
        "From tokenizer 13 on any id will do; models with older ones want nine characters.",
        _names_nine,
    ),
    "ids-compared": (
        "Tokenizer 3 counts results; it looks at their ids from tokenizer 11 on.",
        _compares_ids,
    ),
    "old-models": (
        "Only models with a tokenizer before 7 refuse content beside calls, and the log names none of them.",
        _both_content_and_calls,
    ),
    "media": (
        "Only models with a tokenizer from 15 on take media in results, and the log names none of them.",
        _media_in_results,
    ),
    "first-message": (
        "The validator leaves out the first message when it counts calls; a log may begin in the middle.",
        _calls_in_first_message,
    ),
    "own-spelling": (
        "Its classes spell chunks in another way than the API, and have no `index`, which its SDK has.",
        _own_spelling,
    ),
    "one-result": ("It asks first who begins; we refuse the ids of a lone result.", _one_result_alone),
    "waits": (
        "A request that ends with calls, as no program sends it: the results are still to come.",
        _waits,
    ),
    "no-ids": ("Without ids it cannot count; we say that they are required.", _without_ids),
}
"""A sentence for each kind of disagreement, and how to tell it."""


def disagrees(case: Case) -> bool:
    """Whether one takes what the other refuses, or both refuse and we do not name their reason."""
    if case.ours.accepts is None:
        return False
    if case.theirs is None or case.ours.accepts:
        return (case.theirs is None) != case.ours.accepts
    said = next((rule for beginning, rule in TELLS.items() if case.theirs.startswith(beginning)), None)
    return said not in case.rules


def reason_of(case: Case) -> str | None:
    return next((name for name, (_, holds) in REASONS.items() if holds(case)), None)
