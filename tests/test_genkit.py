"""The Genkit Go bug in all its shapes: each is named for what it is, and led to its most likely call."""

from __future__ import annotations

import json
from pathlib import Path

import crosswire
from crosswire.model import Conversation
from crosswire.rules.rule import Diagnostic
from tests.histories import (
    answers,
    call,
    calling,
    chat,
    findings,
    gemini,
    model,
    result,
    said,
    the_finding,
    user,
)
from tests.selection import for_each

HISTORIES = Path(__file__).parent / "corpus" / "genkit"


def history(name: str) -> Conversation:
    (conversation,) = crosswire.load((HISTORIES / f"{name}.json").read_bytes()).conversations
    assert conversation.format == "openai-chat"
    return conversation


def likely_call(found: Diagnostic) -> str:
    """The id of the call that a finding names, and that it leads to."""
    addresses = dict(found.related)
    assert "call" in addresses
    return found.message.rpartition("The call it most likely answers is ")[2].rstrip(".")


def test_sum_15_as_id_is_the_text_of_the_result() -> None:
    found = the_finding(history("sum_as_id"))
    assert (found.name, found.severity, found.address) == (
        "result-text-as-id",
        "error",
        "0:/messages/2/tool_call_id",
    )
    assert found.message == (
        "No call has the id 'Sum: 15'; it is this result's own text. "
        "The call it most likely answers is 'call_abc123' (add)."
    )
    assert found.related == (("call", "0:/messages/1/tool_calls/0"),)


def test_a_result_of_45_characters_as_id_is_the_text_of_the_result() -> None:
    found = the_finding(history("result_of_45_characters_as_id"))
    assert found.name == "result-text-as-id"
    assert likely_call(found) == "'call_abc123' (search_docs)"


def test_a_result_of_45_characters_is_also_too_long_for_older_endpoints() -> None:
    verdict = crosswire.verdict(history("result_of_45_characters_as_id"), "openai-chat")
    refusals = {d.message for d in verdict.findings if d.name == "id-too-long"}
    assert len(refusals) == 1
    assert "has more than 40 characters" in refusals.pop()


def test_1721_characters_of_mcp_json_as_id_are_the_text_of_the_result() -> None:
    conversation = history("mcp_json_of_1721_characters_as_id")
    found = the_finding(conversation)
    assert found.name == "result-text-as-id"
    assert likely_call(found) == "'call_abc123' (search_docs)"
    assert "(1721 characters)" in found.message
    assert len(found.message) < 300
    for target in ("openai-chat", "openai-responses"):
        refused = crosswire.verdict(conversation, target).findings
        assert {(d.name, d.severity) for d in refused} == {
            ("id-too-long", "error"),
            ("unexpected-result", "error"),
            ("unanswered-call", "error"),
        }


def test_json_that_was_written_anew_on_its_way_into_the_id_is_still_the_result() -> None:
    value = {"content": [{"type": "text", "text": 'Ein "Wert" – ä'}], "isError": False}
    spaced, escaped = json.dumps(value, indent=1, ensure_ascii=False), json.dumps(json.dumps(value))
    for id in (spaced, escaped, json.dumps(value)):
        conversation = chat(calling(call("call_abc123")), result(id, json.dumps(value, ensure_ascii=False)))
        assert the_finding(conversation).name == "result-text-as-id"


def test_a_tool_name_as_id_at_both_ends_holds_and_is_named() -> None:
    found = the_finding(history("tool_name_as_id_at_both_ends"))
    assert (found.name, found.severity, found.address) == (
        "tool-name-as-id",
        "warning",
        "0:/messages/1/tool_calls/0/id",
    )
    assert "'add' is the name of its own tool" in found.message


def test_a_tool_name_as_id_at_one_end_is_led_to_the_call_of_that_tool() -> None:
    conversation = chat(
        user(),
        calling(call("call_abc123", "add"), call("call_def456", "search_docs")),
        result("search_docs", "Found"),
        result("add", "Sum: 15"),
        said(),
    )
    first, second = findings(conversation)
    assert (first.name, first.severity, likely_call(first)) == (
        "tool-name-as-id",
        "error",
        "'call_def456' (search_docs)",
    )
    assert (second.name, likely_call(second)) == ("tool-name-as-id", "'call_abc123' (add)")


def test_a_result_as_tool_name_and_as_id_is_both() -> None:
    found = findings(history("result_as_tool_name_and_id"))
    assert {d.name for d in found} == {"result-text-as-tool-name", "result-text-as-id"}
    assert {d.severity for d in found} == {"error"}
    assert {d.node for d in found} == {"m1.p0"}


def test_a_result_as_tool_name_of_geminis_is_led_to_its_call() -> None:
    named = {"name": "Sum: 15", "response": {"output": "Sum: 15"}}
    found = the_finding(gemini(model({"name": "add"}), answers(named)))
    assert (found.name, found.severity) == ("result-text-as-tool-name", "error")
    assert "to add" in found.message
    assert found.related == (("call", "0:/contents/0/parts/0"),)


def test_an_empty_reference_is_named_once_for_the_pair() -> None:
    found = the_finding(history("empty_reference"))
    assert (found.name, found.severity) == ("empty-id", "error")
    assert found.related == (("result", "0:/messages/2"),)


def test_an_empty_reference_at_one_end_is_led_to_the_other() -> None:
    found = the_finding(chat(calling(call("call_abc123")), result("", "Sum: 15"), said()))
    assert (found.name, found.address) == ("empty-id", "0:/1/tool_call_id")
    assert "'call_abc123' (add)" in found.message


def test_each_of_two_parallel_results_is_led_to_its_own_call() -> None:
    first, second = findings(history("two_results_as_ids"))
    assert (first.name, likely_call(first)) == ("result-text-as-id", "'call_abc123' (add)")
    assert (second.name, likely_call(second)) == ("result-text-as-id", "'call_def456' (search_docs)")


@for_each(
    "text",
    [
        '"Tool response content"',
        "It's a \"quoted\" 'word'",
        "two\nlines\tand a tab",
        "C:\\temp\\new",
        "Grüße, 15 €, 東京, 🎉",
        "<b>bold</b> & <script>alert(1)</script>",
        "lone \ud800 surrogate",
        "\u202eright to left",
        "a null \x00 and an escape \x1b[31m",
    ],
)
def test_special_characters_hide_no_result(text: str) -> None:
    for id in (text, json.dumps(text), json.dumps(text, ensure_ascii=False)[1:-1], text[:64]):
        found = the_finding(chat(user(), calling(call("call_abc123")), result(id, text), said()))
        assert found.name == "result-text-as-id"
        assert likely_call(found) == "'call_abc123' (add)"
        assert found.message.isprintable()


@for_each("name", ["two\nlines", "\x1b[31mred", "<b>", "n" * 500, ""])
def test_a_tool_name_of_any_kind_keeps_messages_readable(name: str) -> None:
    for id in ("call_abc123", "", None, "null"):
        conversation = chat(calling(call(id, name), call(id, name)), result("call_zzz"), result(""), user())
        for found in crosswire.diagnose(conversation):
            assert found.message.isprintable()
            assert len(found.message) < 400


def test_the_text_of_another_result_as_id_leads_there_too() -> None:
    conversation = chat(
        calling(call("call_1")),
        result("call_1", "Sum: 15"),
        calling(call("call_2", "multiply")),
        result("Sum: 15", "Product: 56"),
        said(),
    )
    found = the_finding(conversation)
    assert found.name == "result-text-as-id"
    assert "the text of another result" in found.message
    assert found.related == (("call", "0:/2/tool_calls/0"), ("origin", "0:/1"))


def test_a_tool_that_answers_with_an_id_is_not_mistaken_for_the_bug() -> None:
    conversation = chat(calling(call("call_abc123")), result("call_abc123", "call_abc123"), said())
    assert findings(conversation) == []


def test_a_wrong_call_id_is_found_where_the_result_has_the_right_one() -> None:
    found = the_finding(chat(calling(call("Sum: 15")), result("call_abc123", "Sum: 15"), said()))
    assert (found.name, found.address) == ("result-text-as-id", "0:/0/tool_calls/0/id")
    assert "'call_abc123'" in found.message
