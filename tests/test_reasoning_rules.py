"""Reasoning, signatures and stored items: what the examples of their rules do not show."""

from __future__ import annotations

import base64
import csv
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.ids.signatures import Maker, is_base64, maker_of, signed
from crosswire.ids.stored_items import minted
from crosswire.model import Conversation
from crosswire.rules.rule import Diagnostic
from tests.histories import (
    Json,
    answers,
    call,
    calling,
    chat,
    findings,
    function_call,
    function_output,
    only,
    responses,
    result,
    said,
    the_finding,
    user,
)
from tests.sdk_types import check_azure_foundry
from tests.selection import for_each

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"

OF_OPENAI = "gAAAAABp" + "Zm9yZWlnbi1jaXBoZXJ0ZXh0" * 4
OF_ANTHROPIC = base64.b64encode(bytes.fromhex("12ad020a46080b18022a40") + bytes(293) + b"\x18\x01").decode()
OF_GEMINI = base64.urlsafe_b64encode(bytes.fromhex("1281020afe01010c39d6c7") + bytes(249)).decode()
OLD_OF_GEMINI = base64.b64encode(bytes.fromhex("0a22010154a85cee") + bytes(60)).decode()


def refused(conversation: Conversation, target: str) -> list[Diagnostic]:
    """What rules of reasoning and state refuse."""
    return [d for d in crosswire.verdict(conversation, target).findings if d.code.startswith("CW8")]


def refusals(conversation: Conversation, target: str) -> list[tuple[str, str]]:
    return [(found.name, found.severity.value) for found in refused(conversation, target)]


# Forms of signatures


@for_each(
    ("value", "maker"),
    [
        (OF_OPENAI, Maker.OPENAI),
        (OF_ANTHROPIC, Maker.ANTHROPIC),
        (OF_GEMINI, Maker.GEMINI),
        (OLD_OF_GEMINI, Maker.GEMINI),
        ("ccr_1761829345123", Maker.ROUTER),
        ("skip_thought_signature_validator", Maker.NOBODY),
        (base64.b64encode(b"skip_thought_signature_validator").decode(), Maker.NOBODY),
        ("", None),
        ("E", None),
        ("gAAAA", None),
        ("ccr_tool_abc", None),
        ("E" * 400, None),
        (OF_ANTHROPIC[:60], None),
        ("rsn_" + "a" * 300, None),
        ("Ein Satz, der mit einem großen E anfängt und lang genug ist.", None),
    ],
)
def test_the_maker_of_a_signature_is_known_by_its_form(value: str, maker: Maker | None) -> None:
    assert maker_of(value) is maker


@for_each("value", ["YQ==", "YQ", "YWI=", "_-8", "+/8="])
def test_base64_is_known_in_both_alphabets_and_without_padding(value: str) -> None:
    assert is_base64(value)


@for_each("value", ["", "a", "abcde", "sig_abc12", "[cut]", "YQ==YQ==", "b'\\x12'"])
def test_what_is_no_base64_is_told(value: str) -> None:
    assert not is_base64(value)


def test_an_id_tells_its_series_and_second() -> None:
    made = minted("rs_0b4953538bc9314d006a024b4fa1c48190aa00000000000001")
    assert made == ("0b4953538bc9314d", 0x6A024B4F)
    assert minted("rs_68436fad804c819f427ecb19cafe4a74dae8b1c5") is None
    assert minted("rs_1") is minted(None) is None


# Foreign signatures


def thinking(signature: str | None, text: str = "Hm.") -> Json:
    block = {"type": "thinking", "thinking": text}
    return block if signature is None else {**block, "signature": signature}


def use(id: str = "toolu_a") -> Json:
    return {"type": "tool_use", "id": id, "name": "add", "input": {}}


def answered(id: str = "toolu_a") -> Json:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "15"}]}


def claude(*messages: Json, model: str = "claude-sonnet-4-5", **body: Any) -> Conversation:
    tools = [{"name": "add", "input_schema": {"type": "object"}}]
    body = {"model": model, "max_tokens": 9000, "tools": tools, "messages": list(messages), **body}
    return only(body, "anthropic")


def thinks(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def test_many_foreign_signatures_are_one_finding_for_each_maker() -> None:
    turns = [
        one
        for n in range(5)
        for one in (user(), thinks(thinking(OF_OPENAI, f"{n}."), {"type": "text", "text": "Hm."}))
    ]
    found = the_finding(claude(*turns))
    assert (found.name, found.address) == ("foreign-signature", "0:/messages/1/content/0/signature")
    assert "first of 5" in found.message
    assert [word for word, _ in found.related] == ["further signature"] * 3


def test_a_signature_of_the_provider_itself_is_no_finding() -> None:
    own = claude(user(), thinks(thinking(OF_ANTHROPIC), use()), answered(), said(), user())
    assert findings(own) == []
    assert refused(own, "anthropic") == []


@for_each(
    ("item", "model", "expected"),
    [
        (OF_ANTHROPIC, "gpt-5", ["foreign-signature"]),
        (OF_GEMINI, "gpt-5", ["foreign-signature"]),
        (OF_ANTHROPIC, "anthropic/claude-sonnet-4.5", []),
        (OF_OPENAI, "gpt-5", []),
        ("rsn_" + "a" * 300, "grok-4", []),
    ],
)
def test_a_relay_that_serves_a_model_in_other_words_is_left_alone(
    item: str, model: str, expected: list[str]
) -> None:
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": item}
    assert [d.name for d in findings(responses(user(), reasoning, said(), model=model))] == expected


# Anthropic


def test_two_blocks_with_one_signature_and_two_texts_are_not_both_as_written() -> None:
    twice = claude(
        user(), thinks(thinking(OF_ANTHROPIC, "A."), thinking(OF_ANTHROPIC, "B."), use()), answered()
    )
    (found,) = refused(twice, "anthropic")
    assert found.name == "thinking-changed"
    assert found.ground is not None
    assert "cannot be modified" in found.ground.error_text
    assert found.related == (("other block", "0:/messages/1/content/0"),)


def test_data_of_redacted_thinking_must_be_anthropics() -> None:
    redacted = {"type": "redacted_thinking", "data": OF_OPENAI}
    (found,) = refused(claude(user(), thinks(redacted, use()), answered()), "anthropic")
    assert found.name == "thinking-changed"
    assert "OpenAI" in found.message


ON = {"thinking": {"type": "enabled", "budget_tokens": 2000}}


@for_each(
    ("messages", "body", "expected"),
    [
        ([user(), thinks(use()), answered()], ON, ["thinking-first"]),
        ([user(), thinks(use()), answered()], {}, []),
        ([user(), thinks(use()), answered()], {"thinking": {"type": "adaptive"}}, []),
        ([user(), thinks(use()), answered(), said(), user()], ON, []),
        ([user(), thinks(use())], ON, []),
        ([user(), thinks(thinking(OF_ANTHROPIC), use()), answered()], ON, []),
    ],
)
def test_thinking_comes_first_only_in_a_turn_that_is_going_on(
    messages: list[Json], body: Json, expected: list[str]
) -> None:
    assert [d.name for d in refused(claude(*messages, **body), "anthropic")] == expected


def test_later_steps_of_a_turn_may_go_without_thinking() -> None:
    steps = [thinks(thinking(OF_ANTHROPIC), use("toolu_1")), answered("toolu_1")]
    steps += [thinks(use("toolu_2")), answered("toolu_2")]
    assert refused(claude(user(), *steps, **ON), "anthropic") == []


# Responses


def reasoning(id: str | None = "rs_1", **more: Any) -> Json:
    return {"type": "reasoning", "summary": [], **more} | ({"id": id} if id else {})


SERIES = "0b4953538bc9314d00"
TAIL = "1d2c8190aa00000000000001"


@for_each(
    ("items", "body", "expected"),
    [
        ([user(), reasoning(), user()], {}, ["reasoning-without-follower"]),
        ([user(), reasoning()], {}, ["reasoning-without-follower"]),
        ([user(), reasoning(), reasoning("rs_2"), {**said(), "id": "msg_1"}, user()], {}, []),
        ([user(), reasoning(), said(), user()], {}, ["reasoning-without-follower"]),
        ([user(), reasoning(None), said(), user()], {}, []),
        ([user(), reasoning(None), user()], {}, []),
        ([user(), reasoning("item_1"), user()], {}, []),
        ([user(), reasoning(encrypted_content=OF_OPENAI), user()], {"store": False}, []),
        ([user(), reasoning(), user()], {"store": False}, ["item-not-stored"]),
        ([user(), {"id": "rs_1"}, user()], {"store": False}, ["item-not-stored"]),
        ([user(), {"id": "rs_1", "new": 1}, user()], {"store": False}, []),
        ([user(), reasoning(), user()], {"previous_response_id": "resp_1"}, []),
        ([user(), reasoning(), function_call("call_1"), function_output("call_1")], {}, []),
    ],
)
def test_reasoning_needs_its_follower_where_items_are_stored(
    items: list[Json], body: Json, expected: list[str]
) -> None:
    found = refused(responses(*items, **body), "openai-responses")
    assert [d.name for d in found if d.name != "item-id-prefix"] == expected


@for_each(
    ("of_call", "of_reasoning", "body", "found"),
    [
        (f"{SERIES}6a024b50", f"{SERIES}6a024b4f", {}, True),
        (f"{SERIES}6a024b50", f"{SERIES}6a024b50", {}, True),
        (f"{SERIES}6a024b50", f"{SERIES}6a024b51", {}, False),
        (f"{SERIES}6a024b50", "0f3c01e001f1f728006a024b4f", {}, False),
        (f"{SERIES}6a024b50", f"{SERIES}6a024b4f", {"store": False}, False),
    ],
)
def test_a_call_stands_after_the_reasoning_that_it_was_made_after(
    of_call: str, of_reasoning: str, body: Json, found: bool
) -> None:
    items = [
        user(),
        function_call("call_1", id=f"fc_{of_call}{TAIL}"),
        reasoning(f"rs_{of_reasoning}{TAIL}", encrypted_content=OF_OPENAI),
        function_call("call_2"),
        function_output("call_1"),
        function_output("call_2"),
    ]
    names = [d.name for d in refused(responses(*items, **body), "openai-responses")]
    assert names == (["call-without-reasoning"] if found else [])


@for_each(
    "item",
    [
        {"type": "function_call", "call_id": "c", "arguments": "{}"},
        {"type": "function_call", "name": "add", "arguments": "{}"},
        {"type": "function_call", "call_id": None, "name": "add", "arguments": "{}"},
        {"type": "function_call", "call_id": "c", "name": 7, "arguments": "{}"},
        {"type": "custom_tool_call", "name": "add", "input": "x"},
        {"type": "custom_tool_call", "call_id": "c", "name": "add", "input": {}},
        {"type": "custom_tool_call_output", "output": "x"},
        {"type": "local_shell_call_output", "output": "x"},
        {"type": "function_call_output", "output": "x"},
        {"type": "function_call", "call_id": "c" * 100, "name": "a b", "arguments": "{}"},
        {"type": "reasoning", "summary": []},
        {"type": "reasoning", "id": "rs_1", "summary": []},
    ],
)
def test_foundrys_validator_and_the_rules_about_it_agree(item: Json) -> None:
    body = {"model": "m", "agent_reference": {"type": "agent_reference", "name": "a"}, "input": [item]}
    by_rules = [
        found
        for found in crosswire.verdict(only(body, "azure-foundry"), "azure-foundry").findings
        if found.name in ("foundry-item-form", "reasoning-id-missing")
    ]
    assert bool(by_rules) == bool(check_azure_foundry(body))


# Gemini


def steps(*parts: Json) -> list[Json]:
    """A turn of several steps, each a call with what stands beside it, answered."""
    contents = [{"role": "user", "parts": [{"text": "Go on."}]}]
    for n, beside in enumerate(parts):
        called = {"functionCall": {"name": f"tool{n}", "args": {}}, **beside}
        contents += [{"role": "model", "parts": [called]}, answers({"name": f"tool{n}"})]
    return contents


SIGNED = {"thoughtSignature": OF_GEMINI}


def body(*contents: Json, model: str | None = "gemini-3-pro-preview") -> Conversation:
    named = {} if model is None else {"model": model}
    return only({**named, "contents": list(contents)}, "gemini")


def test_each_step_of_the_turn_needs_a_signature() -> None:
    found = refused(body(*steps(SIGNED, {}, SIGNED, {})), "gemini")
    assert [d.address for d in found] == ["0:/contents/3/parts/0", "0:/contents/7/parts/0"]
    assert {d.severity.value for d in found} == {"error"}


@for_each(
    ("model", "severities"),
    [
        ("gemini-3-pro-preview", ["error"]),
        ("models/gemini-3.1-flash", ["error"]),
        ("publishers/google/models/gemini-4-pro", ["error"]),
        ("gemini-2.5-flash", []),
        ("gemini-1.5-pro-002", []),
        ("gemini-flash-latest", ["warning"]),
        (None, ["warning"]),
    ],
)
@for_each("target", ["gemini", "vertex"])
def test_whether_a_signature_is_needed_depends_on_the_model(
    model: str | None, severities: list[str], target: str
) -> None:
    found = refused(body(*steps({}), model=model), target)
    assert [d.severity.value for d in found] == severities


def test_the_model_of_another_provider_leaves_it_unsure() -> None:
    foreign = chat(user(), calling(call("call_a")), result("call_a"))
    verdict = crosswire.verdict(foreign, "gemini")
    assert [d.name for d in verdict.findings if d.ground and d.ground.key == "gem-thought-signature"]
    assert verdict.accepts is None


@for_each(
    "contents",
    [
        [*steps({}), {"role": "model", "parts": [{"text": "Done."}]}],
        [*steps({}), {"role": "user", "parts": [{"text": "And now?"}]}],
        steps({})[:2],
        steps({"thoughtSignature": "skip_thought_signature_validator"}),
        steps({"thought_signature": OF_GEMINI}),
    ],
    ids=["over", "next turn", "pending", "asked not to look", "the SDK's spelling"],
)
def test_what_needs_no_signature_is_left_alone(contents: list[Json]) -> None:
    assert refused(body(*contents), "gemini") == []


def test_parallel_calls_have_one_signature() -> None:
    calls = [{"functionCall": {"name": n, "args": {}}} for n in ("a", "b", "c")]
    turn = {"role": "model", "parts": [{**calls[0], **SIGNED}, *calls[1:]]}
    said_by_user = {"role": "user", "parts": [{"text": "Go on."}]}
    back = answers({"name": "a"}, {"name": "b"}, {"name": "c"})
    assert refused(body(said_by_user, turn, back), "gemini") == []


def test_the_model_that_a_response_names_counts() -> None:
    response = {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Done."}]}, "finishReason": "STOP"}],
        "modelVersion": "gemini-3-pro-preview",
    }
    answered_by = only({"request": {"contents": steps({})}, "response": response})
    assert refused(answered_by, "gemini") == []  # the turn is over
    response["candidates"][0]["content"]["parts"] = [{"functionCall": {"name": "next", "args": {}}, **SIGNED}]  # type: ignore[index]
    goes_on = only({"request": {"contents": steps({})}, "response": response})
    assert refusals(goes_on, "gemini") == [("thought-signature-missing", "error")]


@for_each("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MISSING_THOUGHT_SIGNATURE"])
@for_each("spelling", ["finishReason", "finish_reason"])
def test_a_failure_of_the_model_is_told_from_its_finish_reason(reason: str, spelling: str) -> None:
    candidate = {"content": {"role": "model", "parts": [{"text": "x"}]}, spelling: reason, "index": 0}
    found = the_finding(only({"candidates": [candidate], "modelVersion": "gemini-3-pro"}))
    assert (found.name, found.address) == ("model-side-failure", f"0:/candidates/0/{spelling}")
    assert reason in found.message


# Put together twice


@for_each(
    ("value", "found"),
    [
        ("call_w4f1X9call_w4f1X9", True),
        ("call_acall_DIFF", True),
        ("toolu_01Atoolu_01B", True),
        ("9f8e7d6c9f8e7d6c", True),
        ("call_w4f1X9", False),
        ("call_00000000", False),
        ("call_function_call_1", False),
        ("abab", False),
        ("functions.add:0", False),
    ],
)
def test_an_id_that_was_put_together_twice_is_told(value: str, found: bool) -> None:
    conversation = chat(user(), calling(call(value)), result(value), said())
    assert [d.name for d in findings(conversation)] == (["doubled-id"] if found else [])


def test_a_name_is_doubled_only_where_the_half_is_a_tool() -> None:
    declared = {"type": "function", "function": {"name": "get_time", "parameters": {"type": "object"}}}
    turns = [user(), calling(call("call_a", "get_timeget_time")), result("call_a"), said()]
    conversation = only({"model": "m", "messages": turns, "tools": [declared]}, "openai-chat")
    assert "doubled-id" in [d.name for d in findings(conversation)]
    assert "doubled-id" not in [d.name for d in findings(chat(*turns))]


# Recorded traffic


def recorded() -> list[Path]:
    formats = {
        "openai-chat",
        "openai-responses",
        "anthropic-messages",
        "claude-code",
        "gemini",
        "azure-foundry",
    }
    manifest = CORPUS / "MANIFEST.tsv"
    if not manifest.exists():
        return []
    with manifest.open(newline="") as rows:
        return [
            CORPUS / row["path"]
            for row in csv.DictReader(rows, delimiter="\t")
            if row["provenance"] == "yes" and row["format"] in formats
        ]


@pytest.mark.thorough
@pytest.mark.skipif(not recorded(), reason="The folder ../shared with the corpus is not here.")
def test_the_maker_of_every_recorded_signature_is_the_provider_that_gave_it_out() -> None:
    makers: dict[Maker, int] = dict.fromkeys(Maker, 0)
    for path in recorded():
        try:
            log = crosswire.load(path.read_bytes())
        except crosswire.CrosswireError:
            continue  # a stream
        for one in (one for conversation in log.conversations for one in signed(conversation)):
            maker = maker_of(one.value)
            assert maker in (one.owner, None), path
            if maker is not None:
                makers[maker] += 1
    assert all(makers[maker] > 5 for maker in (Maker.OPENAI, Maker.ANTHROPIC, Maker.GEMINI)), makers
