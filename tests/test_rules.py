"""Every rule is documented, keeps its code, and does what its documentation says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import crosswire
import pytest
from crosswire.rules.docs import Example, examples, sections
from crosswire.rules.rule import ProviderRule, Rule, Severity
from tests.histories import (
    answers,
    anthropic,
    call,
    calling,
    chat,
    findings,
    function_call,
    function_output,
    gemini,
    model,
    names,
    responses,
    result,
    said,
    the_finding,
    user,
)
from tests.selection import for_each

RULES = list(crosswire.RULES.values())
each_rule = for_each("rule", RULES, ids=lambda rule: rule.name)

FOUND = Path(__file__).with_name("rule_findings.json")
"""Where each rule finds what in its failing example: read what came after `--accept`."""

HEADINGS = ["What it checks", "Why it matters", "Example", "Source"]

# People have these codes in their settings: add to the table, and change nothing in it.
CODES = {
    "absent-id": "CW101",
    "empty-id": "CW102",
    "placeholder-id": "CW103",
    "fabricated-id": "CW111",
    "id-too-long": "CW121",
    "id-charset": "CW131",
    "server-tool-id": "CW132",
    "nine-characters": "CW133",
    "id-required": "CW134",
    "missing-result": "CW201",
    "pending-call": "CW202",
    "orphan-result": "CW203",
    "mismatched-id": "CW204",
    "rewritten-id": "CW205",
    "result-before-call": "CW211",
    "late-result": "CW212",
    "duplicate-call-id": "CW221",
    "duplicate-result": "CW222",
    "id-reused-later": "CW223",
    "duplicate-ids": "CW231",
    "second-result": "CW232",
    "duplicate-item-id": "CW233",
    "tool-name-as-id": "CW301",
    "result-text-as-id": "CW302",
    "result-text-as-tool-name": "CW303",
    "item-id-as-call-id": "CW311",
    "composite-id": "CW312",
    "call-id-as-item-id": "CW313",
    "item-id-prefix": "CW314",
    "conflated-id": "CW315",
    "foreign-id": "CW321",
    "lookalike-ids": "CW322",
    "guessable-id": "CW323",
    "smuggled-signature": "CW331",
    "item-id-form": "CW332",
    "local-shell-output": "CW333",
    "response-id-form": "CW334",
    "id-not-taken": "CW335",
    "id-not-echoed": "CW336",
    "told-apart-by-order": "CW337",
    "arguments-not-json": "CW401",
    "arguments-not-object": "CW402",
    "arguments-double-encoded": "CW403",
    "tool-name-pattern": "CW411",
    "arguments-not-text": "CW412",
    "input-not-object": "CW413",
    "response-not-object": "CW414",
    "response-name": "CW415",
    "result-form": "CW416",
    "media-in-response": "CW417",
    "content-null": "CW421",
    "list-length": "CW422",
    "content-part-type": "CW423",
    "empty-text": "CW424",
    "trailing-whitespace": "CW425",
    "content-beside-calls": "CW426",
    "tool-declaration": "CW431",
    "tool-choice-form": "CW432",
    "cache-breakpoints": "CW433",
    "tool-declared-twice": "CW434",
    "no-tools-declared": "CW435",
    "foreign-container": "CW441",
    "binary-in-text-result": "CW442",
    "unknown-field": "CW461",
    "arguments-unreadable": "CW462",
    "channel-marks": "CW463",
    "undeclared-tool": "CW443",
    "arguments-mismatch-declaration": "CW444",
    "parallel-wrapper": "CW445",
    "mismatched-kind": "CW446",
    "tool-declaration-root": "CW451",
    "tool-declaration-invalid": "CW452",
    "tool-declaration-items": "CW453",
    "tool-declaration-keyword": "CW454",
    "tool-declaration-value": "CW455",
    "tool-declaration-strict": "CW456",
    "tool-declaration-limits": "CW457",
    "tool-declaration-properties": "CW458",
    "tool-declaration-missing": "CW459",
    "tool-declaration-pattern": "CW460",
    "output-only-item": "CW501",
    "dangling-edge": "CW521",
    "repeated-call": "CW601",
    "parallel-duplicate": "CW602",
    "id-unique-in-turn": "CW611",
    "id-unguessable": "CW612",
    "id-verbatim": "CW613",
    "checksum-repeat": "CW614",
    "checksum-tamper": "CW615",
    "callId-sense": "CW616",
    "args-object": "CW617",
    "result-shape": "CW618",
    "artifact-recursion": "CW619",
    "fromArtifactTool-name": "CW620",
    "inline-flag": "CW621",
    "settled": "CW622",
    "foreign-signature": "CW811",
    "thinking-first": "CW812",
    "thinking-changed": "CW813",
    "reasoning-without-follower": "CW814",
    "call-without-reasoning": "CW815",
    "item-not-stored": "CW816",
    "foreign-encrypted-content": "CW817",
    "reasoning-id-missing": "CW818",
    "reasoning-of-two-conversations": "CW819",
    "thought-signature-missing": "CW821",
    "thought-signature-changed": "CW822",
    "other-endpoint-field": "CW823",
    "partial-arguments": "CW824",
    "model-side-failure": "CW825",
    "unknown-server-tool": "CW831",
    "container-missing": "CW832",
    "foundry-item-form": "CW833",
    "doubled-id": "CW841",
    "reasoning-content-missing": "CW851",
    "stream-contradiction": "CW842",
    "stream-slip": "CW843",
    "copies-differ": "CW844",
    "unanswered-call": "CW711",
    "unexpected-result": "CW712",
    "text-before-result": "CW713",
    "split-results": "CW714",
    "excess-results": "CW715",
    "mixed-results": "CW716",
    "response-count": "CW717",
    "gemini-turn-order": "CW721",
    "role-order": "CW722",
    "starts-with-user": "CW723",
    "ends-with-assistant": "CW724",
    "misplaced-tool-block": "CW731",
    "unknown-role": "CW732",
    "empty-message": "CW741",
    "roles-alternate": "CW761",
    "result-in-wrong-role": "CW751",
    "answered-server-tool": "CW752",
}


def diagnose(example: Example, rule: Rule) -> list[crosswire.Diagnostic]:
    (conversation,) = crosswire.load(example.text.encode(), format=example.format).conversations
    if not isinstance(rule, ProviderRule):
        return [*crosswire.diagnose(conversation)]
    return [*crosswire.verdict(conversation, rule.grounds[0].targets[0]).findings]


def test_no_code_ever_changes() -> None:
    assert {rule.name: code for code, rule in crosswire.RULES.items()} == CODES, (
        "a new rule: add its code to CODES; a rule that was there keeps its own"
    )


@each_rule
def test_a_rule_is_named_after_its_file_and_documented_under_every_heading(rule: Rule) -> None:
    if rule.name.islower():
        assert rule.module == f"crosswire.rules.{rule.family}.{rule.name.replace('-', '_')}"
    documentation = sections(rule.doc)
    assert list(documentation) == ["", *HEADINGS]
    assert all(text.strip() for text in documentation.values())
    assert "Use instead:" in documentation["Example"]
    assert rule.title.endswith(".")
    assert documentation[""].endswith(".")


@each_rule
def test_the_failing_example_is_found_by_its_rule_while_it_holds_and_by_no_other(rule: Rule) -> None:
    assert len(examples(rule.doc)) == 2, "two fences that name their format: ```json openai-chat"
    failing, _ = examples(rule.doc)
    found = diagnose(failing, rule)
    own = set() if rule.is_history else {(rule.name, rule.code, rule.kind)}
    assert {(diagnostic.name, diagnostic.code, diagnostic.kind) for diagnostic in found} == own


@each_rule
def test_nothing_is_found_in_the_passing_example(rule: Rule) -> None:
    _, passing = examples(rule.doc)
    assert diagnose(passing, rule) == []


@each_rule
def test_the_examples_are_detected_as_the_format_that_they_name(rule: Rule) -> None:
    for example in examples(rule.doc):
        assert crosswire.load(example.text.encode()).format == example.format


@each_rule
def test_a_message_is_sentences_and_a_finding_has_a_place(rule: Rule) -> None:
    failing, _ = examples(rule.doc)
    log = crosswire.load(failing.text.encode(), format=failing.format)
    for found in diagnose(failing, rule):
        assert re.fullmatch(r"[A-Z0-9].*\.", found.message), found.message
        crosswire.address.resolve(found.address, log.documents, lambda text: text)
        for word, address in found.related:
            assert word
            crosswire.address.resolve(address, log.documents, lambda text: text)


def test_the_findings_in_the_failing_examples_are_where_they_were(pytestconfig: pytest.Config) -> None:
    found = {
        rule.name: [
            [str(one.severity), str(one.address), *(f"{word}: {address}" for word, address in one.related)]
            for example in examples(rule.doc)[:1]
            for one in diagnose(example, rule)
        ]
        for rule in RULES
    }
    if pytestconfig.getoption("--accept"):
        FOUND.write_text(json.dumps(found, indent=1) + "\n")
    assert found == json.loads(FOUND.read_text()), "`--accept` writes it anew"


@each_rule
def test_a_rule_says_at_most_its_severity_or_says_so_in_its_documentation(rule: Rule) -> None:
    failing, _ = examples(rule.doc)
    for found in diagnose(failing, rule):
        if found.severity is not rule.severity:
            assert found.severity in sections(rule.doc)["What it checks"]


def test_one_wrong_id_is_one_finding_at_the_field_where_it_stands() -> None:
    found = the_finding(chat(user(), calling(call("call_a")), result("call_zzz"), said()))
    assert (found.name, found.severity, found.address) == ("mismatched-id", "error", "0:/2/tool_call_id")
    assert "'call_zzz'" in found.message
    assert "'call_a' (add)" in found.message
    assert found.related == (("call", "0:/1/tool_calls/0"),)


def test_an_id_that_was_cut_at_one_end_is_said_to_be_cut() -> None:
    whole = "call_0123456789abcdefghijklmnopqrstuv"
    assert "cut to 20 characters" in the_finding(chat(calling(call(whole)), result(whole[:20]))).message
    assert "cut to 20 characters" in the_finding(chat(calling(call(whole[:20])), result(whole))).message


def test_a_result_with_the_id_of_an_earlier_turn_is_mismatched_and_not_a_second_answer() -> None:
    conversation = chat(
        calling(call("call_1")), result("call_1", "3"), calling(call("call_2")), result("call_1", "5"), said()
    )
    found = the_finding(conversation)
    assert found.name == "mismatched-id"
    assert "a call of another turn has" in found.message
    assert "'call_2' (add)" in found.message


def test_the_same_result_again_in_a_later_turn_is_a_second_answer() -> None:
    conversation = chat(
        calling(call("call_1")), result("call_1", "3"), calling(call("call_2")), result("call_1", "3"), said()
    )
    assert names(conversation) == ["missing-result", "duplicate-result"]


def test_a_result_is_missing_once_the_conversation_goes_on() -> None:
    for what_follows in (user(), said()):
        found = the_finding(chat(calling(call("call_a")), what_follows))
        assert (found.name, found.address) == ("missing-result", "0:/0/tool_calls/0")


def test_two_calls_with_one_id_and_one_result_are_one_mistake() -> None:
    twice = chat(calling(call("call_a"), call("call_a")), result("call_a"), said())
    found = the_finding(twice)
    assert found.name == "duplicate-call-id"
    assert "written twice" in found.message


def test_a_shared_id_that_is_a_tool_name_or_a_placeholder_is_named_for_what_it_is() -> None:
    for value, name in (("add", "tool-name-as-id"), ("undefined", "placeholder-id"), ("", "empty-id")):
        conversation = chat(calling(call(value), call(value)), result(value), result(value), said())
        assert {(found.name, found.severity) for found in findings(conversation)} == {(name, "error")}


def test_an_odd_id_that_holds_is_a_warning() -> None:
    for value, name in (("add", "tool-name-as-id"), ("null", "placeholder-id")):
        found = the_finding(chat(calling(call(value)), result(value), said()))
        assert (found.name, found.severity) == (name, "warning")


def test_an_empty_id_is_one_finding_for_a_call_and_its_result() -> None:
    assert names(chat(calling(call("")), result(""), said())) == ["empty-id"]


def test_each_end_that_lacks_its_id_alone_is_said_where_it_lacks_it() -> None:
    without_id = {"role": "tool", "content": "15"}
    found = the_finding(chat(calling(call("call_a")), without_id, said()))
    assert (found.name, found.address) == ("absent-id", "0:/1/tool_call_id")
    assert "'call_a' (add)" in found.message
    found = the_finding(chat(calling(call(None)), result("call_a"), said()))
    assert (found.name, found.address) == ("absent-id", "0:/0/tool_calls/0/id")


def test_an_id_that_is_a_number_is_none() -> None:
    found = the_finding(chat(calling({**call("x"), "id": 7}), result("7"), said()))
    assert (found.name, found.message) == ("absent-id", "The id of the call to add is not text.")


def test_too_few_results_without_ids_are_one_missing_result() -> None:
    conversation = chat(calling(call(None), call(None)), result(None), said())
    assert sorted(names(conversation)) == ["absent-id", "absent-id", "absent-id", "missing-result"]


def test_too_many_results_without_ids_are_one_orphan_where_no_id_is_required() -> None:
    conversation = gemini(model({"name": "add"}), answers({"name": "add"}, {"name": "add"}))
    assert names(conversation) == ["orphan-result"]


def test_a_result_that_names_another_tool_is_told_the_call() -> None:
    found = the_finding(gemini(model({"name": "add"}), answers({"name": "multiply"})))
    assert found.name == "orphan-result"
    assert "'multiply'" in found.message
    assert "to add" in found.message


def test_an_id_that_comes_again_is_said_once_at_its_second_use() -> None:
    numbers = [calling(call("call_0", arguments=f'{{"a": {n}}}')) for n in range(4)]
    found = the_finding(chat(*(one for n in numbers for one in (n, result("call_0"), said(), user()))))
    assert (found.name, found.severity, found.address) == (
        "id-reused-later",
        "warning",
        "0:/4/tool_calls/0/id",
    )
    assert "4 turns" in found.message
    assert [word for word, _ in found.related] == ["first use", "further use", "further use"]


def test_an_id_that_comes_again_is_an_error_where_ids_are_unique() -> None:
    found = the_finding(
        responses(
            *(function_call("call_0"), function_output("call_0"), user()) * 2,
        )
    )
    assert (found.name, found.severity) == ("id-reused-later", "error")


def test_results_may_come_late_in_the_responses_api_alone() -> None:
    late = [calling(call("call_a")), user(), result("call_a"), said()]
    assert names(chat(*late)) == ["late-result"]
    assert names(responses(function_call("call_a"), user(), function_output("call_a"))) == []


@for_each(
    ("value", "fault"),
    [
        ("3f1c9a52-7b0e-4d2c-9a41-5e8f6b7c0d13", "a UUID"),
        ("call_0", "a running number"),
        ("0", "a running number"),
        ("add_1", "a running number"),
    ],
)
def test_a_made_up_id_is_named_in_gemini_and_nowhere_else(value: str, fault: str) -> None:
    history = gemini(model({"name": "add", "id": value}), answers({"name": "add", "id": value}))
    [found] = findings(history, at_least=Severity.INFO)
    assert (found.name, found.severity) == ("fabricated-id", "info")
    assert fault in found.message
    assert names(chat(calling(call(value)), result(value), said())) == []


@pytest.mark.parametrize("value", ["call_4162774", "96c1su3s", "function-call-7113391546384237893"])
def test_an_id_of_geminis_own_shape_is_not_made_up(value: str) -> None:
    history = gemini(model({"name": "add", "id": value}), answers({"name": "add", "id": value}))
    assert names(history) == []


def test_made_up_ids_that_keep_call_and_result_apart_are_one_error() -> None:
    first, second = "3f1c9a52-7b0e-4d2c-9a41-5e8f6b7c0d13", "9c2e7b16-0d4a-4f5b-8a63-1b7f2e9d5c40"
    conversation = gemini(model({"name": "add", "id": first}), answers({"name": "add", "id": second}))
    found = the_finding(conversation)
    assert (found.name, found.severity, found.node) == ("fabricated-id", "error", "m1.p0")
    assert first in found.message


def test_an_item_id_that_both_ends_agree_on_is_a_warning() -> None:
    found = the_finding(responses(function_call("fc_1", id="fc_1"), function_output("fc_1")))
    assert (found.name, found.severity) == ("item-id-as-call-id", "warning")


def test_a_call_id_that_also_stands_as_item_id_is_not_the_call_ids_fault() -> None:
    copied = responses(function_call("call_1", id="call_1"), function_output("call_1"))
    assert names(copied) == ["call-id-as-item-id"]


def test_the_halves_of_a_glued_id_are_told_apart() -> None:
    found = the_finding(responses(function_call("call_a|fc_b"), function_output("call_a")))
    assert (found.name, found.severity) == ("composite-id", "error")
    assert "half of the call's id, which is 'call_a|fc_b' (add)" in found.message
    glued = responses(function_call("call_a", id="fc_b"), function_output("call_a|fc_b"))
    assert the_finding(glued).name == "composite-id"


def test_a_result_for_a_web_search_is_told_that_it_answers_an_item_of_the_provider() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}
    found = the_finding(responses(search, function_output("ws_1"), user()))
    assert found.name == "item-id-as-call-id"
    assert "web_search_call" in found.message


def test_item_ids_at_parallel_calls_are_matched_to_their_own_calls() -> None:
    conversation = responses(
        function_call("call_a", id="fc_1"),
        function_call("call_b", name="multiply", id="fc_2"),
        function_output("fc_2"),
        function_output("fc_1"),
    )
    second, first = findings(conversation)
    assert "'call_b' (multiply)" in second.message
    assert "'call_a' (add)" in first.message


@for_each(
    ("arguments", "said_of_them"),
    [
        ('{"a": 1', "they end too early, after 7 characters"),
        ('{"a": 1}{"b": 2}', "something follows the value, from character 9 on"),
        ("{a: 1}", "at character 2"),
        ('{"a": "', "they end too early"),
    ],
)
def test_arguments_that_are_no_json_are_told_where_they_break(arguments: str, said_of_them: str) -> None:
    found = the_finding(chat(calling(call("call_a", arguments=arguments)), result("call_a")))
    assert found.name == "arguments-not-json"
    assert said_of_them in found.message
    assert found.address == "0:/0/tool_calls/0/function/arguments"


@for_each(
    ("arguments", "name", "severity"),
    [
        ("[7, 8]", "arguments-not-object", "error"),
        ("15", "arguments-not-object", "error"),
        ("true", "arguments-not-object", "error"),
        ('"Paris"', "arguments-not-object", "error"),
        ("null", "arguments-not-object", "warning"),
        ('"{\\"a\\": 1}"', "arguments-double-encoded", "error"),
        ('"\\"{\\\\\\"a\\\\\\": 1}\\""', "arguments-double-encoded", "error"),
        ('"[1, 2]"', "arguments-double-encoded", "error"),
    ],
)
def test_arguments_that_are_no_object_are_told_what_they_are(
    arguments: str, name: str, severity: str
) -> None:
    found = the_finding(chat(calling(call("call_a", arguments=arguments)), result("call_a")))
    assert (found.name, found.severity) == (name, severity)


@pytest.mark.parametrize("arguments", ["", "{}", '{"json": "{\\"a\\": 1}"}'])
def test_arguments_that_are_fine_are_left_alone(arguments: str) -> None:
    assert names(chat(calling(call("call_a", arguments=arguments)), result("call_a"))) == []


def test_text_where_anthropic_wants_an_object_is_found() -> None:
    for value, name in (('{"a": 1}', "arguments-double-encoded"), ([1], "arguments-not-object")):
        block = {"type": "tool_use", "id": "toolu_a", "name": "add", "input": value}
        conversation = anthropic(user(), {"role": "assistant", "content": [block]})
        assert names(conversation) == [name]


@for_each(
    ("length", "target", "severity"),
    [
        (40, "openai-chat", None),
        (41, "openai-chat", "warning"),
        (64, "openai-chat", "warning"),
        (64, "openai-responses", None),
        (64, "azure-foundry", None),
        (65, "openai-chat", "error"),
        (65, "openai-responses", "error"),
        (65, "azure-foundry", "error"),
        (65, "anthropic", None),
        (65, "gemini", None),
    ],
)
def test_the_length_of_an_id_is_refused_by_those_who_count_it(
    length: int, target: str, severity: str | None
) -> None:
    conversation = chat(calling(call("c" * length)), result("c" * length), said())
    assert crosswire.diagnose(conversation) == []
    found = [f for f in crosswire.verdict(conversation, target).findings if f.name == "id-too-long"]
    assert [(f.kind, f.severity) for f in found] == ([("refusal", severity)] if severity else [])


def test_findings_come_in_the_order_of_the_upload() -> None:
    conversation = chat(
        calling(call("call_a", arguments="[1]")),
        user(),
        calling(call("", "multiply")),
        result("call_x"),
        said(),
    )
    nodes = [found.node for found in crosswire.diagnose(conversation)]
    order = [part.key for _, part in conversation.parts()]
    assert len(set(nodes)) > 1
    assert nodes == sorted(nodes, key=order.index)
