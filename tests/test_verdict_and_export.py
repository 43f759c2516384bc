"""A verdict and the export that it speaks of say the same.

What only the log tells is no part of an export: its model, where the target has that in the address, and
that the log ends with an answer, behind which the next request would go on, and the answer of a recorded
exchange, which shows what the provider took.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import crosswire
import pytest
from crosswire import TARGETS
from crosswire.model import Conversation
from crosswire.rules.rule import Severity
from tests import histories, shared_corpus
from tests.samples import REQUESTS
from tests.selection import for_each, some_of

BY_THE_MODEL = {"thought-signature-missing", "item-id-prefix", "ends-with-assistant"}
"""Rules that ask which model the log names."""
BY_THE_END = {"ends-with-assistant"}
"""Rules that ask whether the log ends with an answer."""
BY_THE_ANSWER = {"call-without-reasoning"}
"""Rules that ask whether a recorded answer has ids of the provider's."""

ONLY_IN_THE_LOG = {"unread", "block-left-out", "provider-error"}
"""Points that are open for what stands in the log and in no export."""

IDS: tuple[Literal["keep", "fill"], ...] = ("keep", "fill")
"""As they were logged, and made or rewritten where the target asks for it."""


def disagreements(conversation: Conversation) -> Iterator[str]:
    """The targets whose verdict on a request is not that on its export."""
    told = [(ids, verdict) for ids in IDS for verdict in crosswire.verdicts(conversation, ids=ids).values()]
    for ids, verdict in told:
        name = verdict.target
        payload = crosswire.render(conversation, TARGETS[name].format, ids=ids).payload
        try:
            [exported] = crosswire.parse(payload, TARGETS[name].format)
        except crosswire.NotAConversation:
            if verdict.accepts is not None:
                yield f"{name}: {verdict.accepts}, and its export holds nothing"
            continue
        of_export = crosswire.verdicts(exported, [name])[name]
        if _answer(verdict) != _answer(of_export):
            yield f"{name}: {_answer(verdict)}, its export {_answer(of_export)}"


def _answer(verdict: crosswire.Verdict) -> tuple[object, ...]:
    severe = {Severity.ERROR: "refused", Severity.WARNING: "unsure"}
    said = {
        (found.name, severe[found.severity])
        for found in verdict.findings
        if found.severity in severe and found.name not in BY_THE_MODEL | BY_THE_END | BY_THE_ANSWER
    }
    points = {point.code for point in verdict.undecided} - ONLY_IN_THE_LOG
    return tuple(sorted({how for _, how in said})), tuple(sorted(points))


@for_each("name", REQUESTS)
def test_the_verdict_on_a_request_is_that_on_its_export(name: str) -> None:
    for conversation in crosswire.parse(REQUESTS[name]):
        assert list(disagreements(conversation)) == []


def test_a_result_with_the_id_of_its_item_leaves_the_call_unanswered_in_the_export_too() -> None:
    items = [
        {"type": "message", "role": "user", "content": "How warm is it?"},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "fc_1", "output": "21"},
    ]
    tool = {"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}
    [conversation] = crosswire.parse({"model": "m", "tools": [tool], "input": items})
    assert crosswire.verdicts(conversation, ["bedrock"])["bedrock"].accepts is False
    assert list(disagreements(conversation)) == []


def test_a_call_before_an_answer_is_pending_in_no_export_that_has_them_one_after_the_other() -> None:
    asked = {"role": "user", "content": "How warm is it?"}
    calls = {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "call_1", "name": "look", "input": {}}],
    }
    nothing = {"role": "user", "content": [{}]}
    answers = {"role": "assistant", "content": [{"type": "text", "text": "It is warm."}]}
    body = {"model": "m", "max_tokens": 9, "messages": [asked, calls, nothing, answers]}
    [conversation] = crosswire.parse(body, "anthropic")
    assert crosswire.verdicts(conversation, ["openai-chat"])["openai-chat"].accepts is False
    assert list(disagreements(conversation)) == []


@shared_corpus.needs_corpus
def test_the_verdict_on_recorded_requests_is_that_on_their_exports() -> None:
    wrong = []
    for row in some_of(shared_corpus.some_rows(), 2):
        try:
            log = shared_corpus.load(row["path"])
        except crosswire.CrosswireError:
            continue
        for conversation in log.conversations[:4]:
            if conversation.shape in ("request", "exchange"):
                wrong += [f"{row['path']}: {what}" for what in disagreements(conversation)]
    assert wrong == []


# What no verdict can say yes to

TOOL = {"type": "function", "function": {"name": "add", "parameters": {"type": "object", "properties": {}}}}


def chat(*messages: object, **body: object) -> Conversation:
    [conversation] = crosswire.parse({"model": "gpt-4o", "messages": [histories.user(), *messages], **body})
    return conversation


def undecided(conversation: Conversation, target: str = "openai-chat") -> list[tuple[str, str | None]]:
    verdict = crosswire.verdicts(conversation, [target])[target]
    assert (verdict.accepts is None) == bool(verdict.undecided)
    return [(point.code, point.address) for point in verdict.undecided]


def test_what_was_read_and_judged_whole_is_accepted() -> None:
    assert undecided(chat(tools=[TOOL])) == []


def test_what_was_not_read_leaves_the_verdict_open_with_its_place() -> None:
    odd = {"role": "assistant", "content": "Hi.", "toolCalls": [{"toolName": "look", "args": {"x": 1}}]}
    assert undecided(chat(odd)) == [("unread", "0:/messages/1/toolCalls/0")]


def test_media_leave_the_verdict_open() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
    assert undecided(chat({"role": "user", "content": [picture]})) == [("media", "0:/messages/1/content/0")]


def test_half_a_character_leaves_the_verdict_open_where_it_is_sent() -> None:
    cut = chat({"role": "user", "content": "Well \ud83d"})
    whole = chat({"role": "user", "content": "Well \U0001f600"})
    assert undecided(cut, "anthropic") == [("half-character", "0:/messages/1/content")]
    assert undecided(whole, "anthropic") == []


def test_half_a_character_in_arguments_is_whole_until_they_are_written_as_an_object() -> None:
    cut = chat(histories.calling(histories.call("call_1", arguments='{"a": "\\ud83d"}')))
    assert undecided(cut, "openai-chat") == []
    assert undecided(cut, "anthropic")[0][0] == "half-character"


def test_a_tool_of_an_unknown_type_leaves_the_verdict_open_where_it_is_sent() -> None:
    odd = chat(tools=[{"type": "agent_skill", "skill": {}}])
    assert undecided(odd) == [("tool", "0:/tools/0")]
    assert undecided(odd, "gemini") == []


def test_a_field_of_a_message_that_anthropic_does_not_have_leaves_its_verdict_open() -> None:
    asked = {"role": "user", "content": "Hello.", "reasoning_details": []}
    body = {"model": "m", "max_tokens": 9, "messages": [asked]}
    assert undecided(crosswire.parse(body, "anthropic")[0], "anthropic") == [
        ("field", "0:/messages/0/reasoning_details")
    ]
    assert undecided(crosswire.parse(body, "anthropic")[0], "openai-chat") == []


def blocks(*more: dict[str, object]) -> Conversation:
    content = [{"type": "text", "text": "Hello."}, *more]
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}
    return crosswire.parse(body, "anthropic")[0]


def test_a_block_of_an_unknown_type_leaves_the_verdict_open_where_it_is_sent() -> None:
    odd = blocks({"type": "agent_step", "payload": "x"})
    assert undecided(odd, "anthropic") == [("block", "0:/messages/0/content/1")]


@for_each("target", ["openai-chat", "openai-responses", "gemini", "bedrock", "mistral"])
def test_an_unknown_block_that_says_something_and_is_left_out_leaves_the_verdict_open(target: str) -> None:
    said = [
        {"type": "agent_step", "said": "No."},
        {"type": "agent_step", "steps": [{"x": "No, do not."}]},
    ]
    for block in said:
        assert undecided(blocks(block), target) == [("block-left-out", "0:/messages/0/content/1")]
    items = [{"role": "user", "content": "Hi."}, {"type": "agent_step", "said": "No."}]
    [conversation] = crosswire.parse({"model": "m", "input": items}, "openai-responses")
    if target != "openai-responses":
        assert undecided(conversation, target) == [("block-left-out", "0:/input/1")]


@for_each(
    "block",
    [
        {"type": "agent_step", "id": "step_1", "status": "done", "count": 7},
        {"type": "agent_step", "signature": "QUJDREVG" * 10},
    ],
)
def test_an_unknown_block_that_says_nothing_may_be_left_out(block: dict[str, object]) -> None:
    assert undecided(blocks(block), "openai-chat") == []


def test_what_is_written_as_text_is_not_left_out() -> None:
    called = {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {}}
    step = {"type": "agent_step", "said": "No."}
    given = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [step]}
    body = {
        "model": "m",
        "messages": [
            histories.user(),
            {"role": "assistant", "content": [called]},
            {"role": "user", "content": [given]},
        ],
    }
    [conversation] = crosswire.parse(body, "anthropic")
    verdict = crosswire.verdicts(conversation, ["openai-chat"])["openai-chat"]
    assert [point.code for point in verdict.undecided] == []


def test_a_block_that_its_provider_has_is_taken() -> None:
    assert undecided(blocks({"type": "container_upload", "file_id": "file_1"}), "anthropic") == []


def test_a_plain_schema_is_taken() -> None:
    properties = {
        "unit": {"type": "string", "enum": ["c", "f"], "description": "The unit."},
        "days": {"type": "array", "items": {"type": "integer"}},
        "where": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
    schema = {"type": "object", "properties": properties, "required": ["unit"]}
    assert (
        undecided(chat(tools=[{"type": "function", "function": {"name": "add", "parameters": schema}}])) == []
    )


def test_a_log_of_which_nothing_can_be_written_is_not_accepted() -> None:
    [conversation] = crosswire.parse({"model": "m", "messages": [], "tools": [TOOL]}, "openai-chat")
    assert undecided(conversation) == [("nothing-written", None)]


def test_what_no_log_shows_is_listed_and_changes_nothing() -> None:
    [conversation] = crosswire.parse([histories.user(), histories.said()])
    told = crosswire.verdicts(conversation, ["openai-chat", "gemini"])
    assert [point.code for point in told["gemini"].not_judged] == ["model-exists", "size", "quota"]
    assert told["openai-chat"].not_judged[0].code == "model"
    assert told["openai-chat"].accepts is True


def test_a_repair_does_not_make_what_was_not_read_a_yes() -> None:
    odd = {"role": "assistant", "content": "Hi.", "toolCalls": [{"toolName": "look", "args": {"x": 1}}]}
    states = crosswire.verdict_states(chat(odd, histories.calling(histories.call("call_a"))), ["openai-chat"])
    assert states["openai-chat"].repaired.accepts is None


def test_a_forced_format_never_accepts_what_it_did_not_read() -> None:
    parts = [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "How is the weather?"}]}]
    [conversation] = crosswire.parse(parts, "openai-chat")
    assert not any(verdict.accepts for verdict in crosswire.verdicts(conversation).values())


@pytest.mark.thorough
@shared_corpus.needs_corpus
def test_no_file_of_which_less_was_read_is_accepted_by_anybody() -> None:
    for row in shared_corpus.manifest():
        try:
            log = shared_corpus.load(row["path"])
        except crosswire.CrosswireError:
            continue
        for conversation in log.conversations:
            if conversation.unread:
                assert not any(verdict.accepts for verdict in crosswire.verdicts(conversation).values())


def test_a_result_for_a_call_that_the_provider_stores_is_listed_as_not_judged() -> None:
    output = {"type": "function_call_output", "call_id": "call_1", "output": "21"}
    body = {"model": "m", "input": [output]}
    [stored] = crosswire.parse({**body, "previous_response_id": "resp_1"})
    [sent] = crosswire.parse(body, "openai-responses")
    codes = [
        [point.code for point in crosswire.verdicts(log, ["openai-responses"])["openai-responses"].not_judged]
        for log in (stored, sent)
    ]
    assert codes[0] == ["stored", *codes[1]]
