"""A provider's message leads to its rule, its place and its id, however it is wrapped, worded or cut."""

from __future__ import annotations

import json
import re
from pathlib import Path

import crosswire
import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.errors import UnknownFormat
from crosswire.explanations import Explanation, explain
from crosswire.explanations.error_text import FIRST, LAST, plain, unescaped
from crosswire.explanations.further_texts import FURTHER_TEXTS, FurtherText
from crosswire.explanations.naming import begun_by, named_ids, named_places
from crosswire.explanations.recognition import Reading
from crosswire.model import Conversation
from crosswire.rules import PROVIDER_RULES
from crosswire.rules.rule import Ground, ProviderRule
from tests.histories import (
    Json,
    anthropic,
    call,
    calling,
    chat,
    function_call,
    only,
    responses,
    result,
    said,
    user,
)
from tests.measured import within
from tests.selection import for_each, some_of

SHARED = Path(__file__).resolve().parents[2] / "shared"
KNOWN_RULES = SHARED / "data" / "provider_rules.json"
CLASSES = SHARED / "design" / "bugs.md"

RULES = list(crosswire.RULES.values())
KEYS = {ground.key for rule in PROVIDER_RULES for ground in rule.grounds}

UNANSWERED = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
    "'tool_call_id'. The following tool_call_ids did not have response messages: call_b"
)
ANTHROPIC_UNANSWERED = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call_b. Each "
    "`tool_use` block must have a corresponding `tool_result` block in the next message."
)


def half_answered() -> Conversation:
    """Two turns, each of which lacks a result: that of call_b, and that of call_d."""
    return chat(
        user(),
        calling(call("call_a"), call("call_b", "multiply")),
        result("call_a"),
        user(),
        calling(call("call_d")),
        said(),
    )


def rules_of(message: str) -> set[str]:
    return {found.rule.name for found in Reading(message).recognised()}


def keys_of(message: str) -> set[str]:
    return {ground.key for found in Reading(message).recognised() for ground in found.grounds}


# Recognising: every text of the catalogue

SAYING_NOTHING = {"Request contains an invalid argument."}
"""Texts of grounds that a provider says of anything, which lead nowhere by themselves."""
ONLY_WITH_A_FIELD = {"Expected string, got object"}
"""Texts that a provider says of any field."""


@for_each("rule", PROVIDER_RULES, ids=lambda rule: rule.name)
def test_every_text_of_a_ground_leads_to_its_rule(rule: ProviderRule[Ground]) -> None:
    for text in (text for ground in rule.grounds for text in ground.error_text.split(" / ") if text):
        if text in SAYING_NOTHING:
            continue
        assert rule.name in rules_of(text)
        filled = re.sub(r"(?<=\w)…(?=['.:])", ".properties[0].value", text).replace("…", "call_0fypS1hVX")
        assert not rules_of(filled).isdisjoint({rule.name, *rule.kin})
        assert rule.name in rules_of(json.dumps({"error": {"message": text, "code": 400}}))


@for_each("further", FURTHER_TEXTS, ids=lambda further: further.says)
def test_every_further_text_leads_to_all_that_it_speaks_of(further: FurtherText) -> None:
    wanted = set(further.speaks_of) - RULES_OF_OTHERS.keys()
    assert wanted or Reading(further.says).of_no_rule() == [further]
    assert wanted <= rules_of(further.says) | keys_of(further.says)


# What the catalogues of error texts say instead of a text.
NO_TEXT = re.compile(
    r"-|\(schema\)|\(finishReason\)|(same )?as .*|e\.g\. .*|ArgumentException .*|silent mispairing"
)


@pytest.mark.skipif(not KNOWN_RULES.exists(), reason="The folder ../shared with the data is not here.")
def test_every_error_text_of_the_catalogue_of_providers_leads_to_its_rule() -> None:
    lost = []
    for row in json.loads(KNOWN_RULES.read_text()):
        for text in row["error"].split(" / "):
            if NO_TEXT.fullmatch(text) or text in SAYING_NOTHING | ONLY_WITH_A_FIELD:
                continue
            found = keys_of(text) if row["rule"] in KEYS else rules_of(text)
            wanted = {row["rule"]} if row["rule"] in KEYS else RULES_OF_OTHERS.get(row["rule"], set())
            if not found & wanted:
                lost.append((row["rule"], text, sorted(found)))
    assert lost == []


RULES_OF_OTHERS = {"co-orphan": {"orphan-result", "mismatched-id"}}
"""What texts lead to whose key no ground has: Cohere is no target."""

CLASS_OF_TEXT = {
    "1": "chat-id-max-length",
    "2": "resp-call-id-length",
    "4": "ant-id-pattern",
    "6": "ant-server-id-pattern",
    "7": "mi-id-9",
    "8": "empty-id",
    "8c": "placeholder-id",
    "9": "ant-unique-tool-use-ids",
    "9b": "duplicate-call-id",
    "9c": "duplicate-call-id",
    "10": "id-reused-later",
    "11": "chat-tool-call-id-mismatch",
    "52": "ds-reasoning-content",
    "14": "chat-duplicate-tool-call-id duplicate-result ant-single-result",
    "15": "resp-duplicate-item-id",
    "16": "chat-tool-results-must-follow",
    "17": "resp-call-needs-output",
    "18": "ant-result-must-follow",
    "19": "ant-orphan-result",
    "20": "chat-orphan-tool-message",
    "21": "chat-tool-call-id-mismatch",
    "22": "resp-output-needs-call",
    "26": "br-results-missing",
    "27": "br-results-excess",
    "28": "gem-count-match",
    "29": "gem-call-after-user gem-response-after-call",
    "30": "mismatched-id",
    "32": "mi-count",
    "33": "mi-order",
    "35": "missing-result",
    "37": "resp-item-id-prefix",
    "38": "resp-item-id-prefix",
    "39": "resp-item-id-charset",
    "40": "resp-reasoning-pairing",
    "41": "resp-reasoning-pairing",
    "42": "resp-store-false-ids",
    "44": "mismatched-kind",
    "45": "result-in-wrong-role",
    "47": "foreign-encrypted-content",
    "48": "ant-thinking-unmodified",
    "49": "ant-thinking-first",
    "50": "gem-thought-signature",
    "51": "gem-signature-intact",
    "53": "gem-vertex-no-id id-not-taken",
    "55": "gem-response-name",
    "62": "arguments-double-encoded",
    "63": "ant-input-object",
    "65": "chat-function-name",
    "66": "br-toolconfig undeclared-tool",
    "67": "chat-tool-content-text-only",
}
"""A class of bugs -> the keys of grounds, or the rules, that its texts lead to."""

NO_ERROR_TEXT = {'"null"', "… with call_id mcp_06b6…", "multi_tool_use.parallel", "}{"}
"""What stands in the column of error texts and is none."""


@pytest.mark.skipif(
    not CLASSES.exists(), reason="The folder ../shared with the catalogue of bugs is not here."
)
def test_every_error_text_of_the_classes_of_bugs_leads_to_its_rule() -> None:
    lost = []
    for number, texts in texts_of_classes().items():
        for text in texts:
            found = keys_of(text) | rules_of(text)
            if not found & set(CLASS_OF_TEXT.get(number, "").split()) and not Reading(text).of_no_rule():
                lost.append((number, text, sorted(found)))
    assert lost == []


def texts_of_classes() -> dict[str, list[str]]:
    """The error texts in the third column of the tables of classes, by class."""
    tables = CLASSES.read_text().partition("### 2.1")[2].partition("### 2.8b")[0]
    found: dict[str, list[str]] = {}
    for row in re.findall(r"^\| \d+[bc]? \|.*$", tables, re.MULTILINE):
        cells = re.split(r"(?<!\\)\|", row)
        texts = [
            one or two
            for one, two in re.findall(r"``(.+?)``|`([^`]+)`", cells[3].replace("`store`", "store"))
        ]
        found[cells[1].strip()] = [text for text in texts if text not in NO_ERROR_TEXT]
    return {number: texts for number, texts in found.items() if texts}


# Recognising: wrapped, worded otherwise, cut


@for_each(
    "wrapped",
    [
        f"Error code: 400 - {{'error': {{'message': \"{UNANSWERED}\", 'type': 'invalid_request_error'}}}}",
        json.dumps({"error": {"message": UNANSWERED, "param": "messages.[3].role"}}),
        json.dumps({"error": {"metadata": {"raw": json.dumps({"error": {"message": UNANSWERED}})}}}),
        json.dumps(json.dumps(json.dumps({"message": UNANSWERED}))),
        UNANSWERED.replace(" ", "\n    "),
        UNANSWERED.replace("'", "`"),
        UNANSWERED.replace("'", ""),
        UNANSWERED.replace("'", "\u2019").upper(),
        f"litellm.BadRequestError: OpenAIException - {UNANSWERED}\nTraceback (most recent call last):\n  ...",
        UNANSWERED[:90],
        UNANSWERED[60:],
        "An assistant message with tool_calls was not followed by tool messages responding to each call.",
    ],
)
def test_a_message_is_recognised_however_it_comes(wrapped: str) -> None:
    assert "unanswered-call" in rules_of(wrapped)


def test_the_longest_text_that_fits_is_meant() -> None:
    assert keys_of(
        "messages.0.content.1.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'"
    ) == {"ant-server-id-pattern"}


def test_a_word_for_many_things_counts_only_without_a_text() -> None:
    assert rules_of("code: empty_array") == {"list-length"}
    assert rules_of("Invalid schema for function 'add'. code: empty_array") == {"tool-declaration"}


@for_each(
    "message",
    [
        "INVALID_ARGUMENT",
        '{"error": {"code": 400, "message": "Request contains an invalid argument."}}',
        '400 {"type":"error","error":{"type":"invalid_request_error","message":"Invalid input"}}',
        "litellm.BadRequestError: OpenAIException - Error code: 400 - Bad Request",
    ],
)
def test_a_refusal_without_a_reason_is_said_to_give_none(message: str) -> None:
    answer = explain(half_answered(), message)
    assert (answer.recognised, answer.findings) == ([], [])
    assert [text.subject for text in answer.of_no_rule] == ["no reason"]


@for_each("message", ["", " ", "…", "Rate limit reached for gpt-5", "hello", "{}", "400", "\x00" * 9])
def test_a_message_of_something_else_is_not_recognised(message: str) -> None:
    answer = explain(half_answered(), message)
    assert (answer.recognised, answer.findings, answer.defects) == ([], [], [])


def test_a_text_that_no_rule_is_about_is_explained_all_the_same() -> None:
    answer = explain(half_answered(), "prompt too long; exceeded max context length by 4 tokens (ref: 9)")
    assert (answer.recognised, answer.nearest) == ([], [])
    assert answer.of_no_rule[0].subject == "context"


def test_the_words_of_a_server_with_a_profile_lead_to_its_rule_and_its_place() -> None:
    answer = explain(
        half_answered(), "Missing `reasoning_content` field in the assistant message at message index 4"
    )
    assert [one.rule.name for one in answer.recognised] == ["reasoning-content-missing"]
    assert answer.targets == ("deepseek",)
    assert [place.address for place in answer.places] == ["0:/4"]


def test_what_is_not_recognised_is_told_the_nearest() -> None:
    answer = explain(half_answered(), "your tool_use ids have, alas, no tool_result")
    assert answer.recognised == []
    assert "unanswered-call" in {one.rule.name for one in answer.nearest}
    assert explain(half_answered(), UNANSWERED).nearest == []


# Finding: ids


def explained(message: str, conversation: Conversation | None = None) -> Explanation:
    return explain(conversation or half_answered(), message)


def test_the_id_that_a_message_names_leads_to_its_call_and_finding() -> None:
    answer = explained(UNANSWERED)
    (named,) = answer.ids
    assert (named.value, [place.address for place in named.places]) == ("call_b", ["0:/1/tool_calls/1/id"])
    assert [found.address for found in answer.findings] == ["0:/1/tool_calls/1"]
    assert [found.address for found in answer.elsewhere] == ["0:/4/tool_calls/0"]
    assert [found.name for found in answer.defects] == ["missing-result"]
    assert answer.targets == ("openai-chat",)


def test_an_id_that_is_not_in_the_log_is_said_not_to_be() -> None:
    answer = explained(UNANSWERED.replace("call_b", "call_9Zzzz1"))
    assert [(one.value, one.places) for one in answer.ids] == [("call_9Zzzz1", ())]
    assert [found.address for found in answer.findings] == ["0:/1/tool_calls/1", "0:/4/tool_calls/0"]


def test_a_result_of_a_server_tool_in_the_users_message_is_found_by_the_text_about_it() -> None:
    value = "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE"
    search = {"type": "server_tool_use", "id": value, "name": "web_search", "input": {"query": "news"}}
    given = {"type": "web_search_tool_result", "tool_use_id": value, "content": []}
    history = [{"role": "assistant", "content": [search]}, {"role": "user", "content": [given]}]
    message = (
        "messages.2.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: "
        f"{value}. Each `web_search_tool_result` block must have a corresponding `server_tool_use` "
        "block before it."
    )
    answer = explain(anthropic(user(), *history, user()), message)
    assert [found.address for found in answer.findings] == ["0:/messages/2/content/0/tool_use_id"]
    assert [found.name for found in answer.findings] == ["unexpected-result"]


def test_an_id_that_a_message_cuts_is_found_where_it_fits_one_alone() -> None:
    conversation = chat(user(), calling(call("call_abcdefgh1"), call("call_xyzxyz12")), user())
    assert [one.value for one in explained("no response messages: call_abcd…", conversation).ids] == [
        "call_abcdefgh1"
    ]
    assert begun_by(["call_a"], ["call_ab", "call_ac"]) == []


@for_each("value", ["functions.weather:0", "call_a|fc_b", "15 degrees, rain", "a.b", "7", "x" * 300])
def test_any_id_of_the_log_is_found_as_it_stands(value: str) -> None:
    conversation = chat(user(), calling(call(value)), user())
    for message in (f"id '{value}'.", f'{{"message": "ids: \\"{value}\\", too"}}'):
        assert [one.value for one in explain(conversation, message).ids if one.places] == [value]


BROKEN_ID = "toolu_01A09q90qw90lq917835lq92"


@for_each(
    "message",
    [
        "immediately after:\n toolu_01A09q90\nqw90lq917835lq92. Each",
        "immediately after: toolu_01A09q90  \r\n    qw90lq917835lq92",
        "ids 'toolu_01A09q90\n qw90lq917835lq92'.",
        '{"message": "after: toolu_01A09q90\\nqw90lq917835lq92. Each"}',
        "after:\ntoolu_\n01A09q90qw9\n0lq917835lq92\nEach",
    ],
)
def test_an_id_that_a_line_end_breaks_is_found_whole(message: str) -> None:
    conversation = chat(user(), calling(call(BROKEN_ID), call("call_a")), user())
    (named,) = explain(conversation, message).ids
    assert (named.value, len(named.places)) == (BROKEN_ID, 1)


def test_ids_on_lines_of_their_own_are_not_joined() -> None:
    conversation = chat(user(), calling(call("call_1a"), call("call_2b"), call("call_1acall_2b")), user())
    assert [one.value for one in explain(conversation, "ids:\ncall_1a\ncall_2b").ids] == [
        "call_1a",
        "call_2b",
    ]
    strange = explain(conversation, "ids:\ncall_9Z99\ncall_2b").ids
    assert {one.value: bool(one.places) for one in strange} == {"call_9Z99": False, "call_2b": True}


def test_item_ids_are_found_too() -> None:
    conversation = responses(user(), function_call("call_1", id="fc_1"), user())
    (named,) = explained("Item 'fc_1' of type 'function_call' was provided", conversation).ids
    assert [place.address for place in named.places] == ["0:/input/1"]


# Finding: places


def test_indices_lead_to_the_log_in_the_words_of_another_provider() -> None:
    answer = explained(ANTHROPIC_UNANSWERED)
    (place,) = answer.places
    assert (place.words, place.payload, place.target) == ("messages.1", "0:/messages/1", "anthropic")
    assert place.address == "0:/1"
    assert [found.address for found in answer.findings] == ["0:/1/tool_calls/1"]
    assert {one.target for one in answer.places} == {"anthropic"}


@for_each(
    ("message", "address"),
    [
        ("Invalid 'messages[4].tool_calls[0].id': string too long", "0:/4/tool_calls/0/id"),
        (
            "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
            "0:/1/tool_calls/1/id",
        ),
        ("Invalid 'input[2].call_id': string too long", "0:/1/tool_calls/1/id"),
        (
            "Unknown name \"id\" at 'contents[1].parts[1].function_call': Cannot find field.",
            "0:/1/tool_calls/1",
        ),
        ("GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.", "0:/2"),
        ("function call `add` in the 2. content block is missing a `thought_signature`", "0:/1"),
        ("Missing `reasoning_content` field in the assistant message at message index 4", "0:/4"),
    ],
)
def test_every_way_to_write_a_place_leads_to_it(message: str, address: str) -> None:
    assert [place.address for place in explained(message).places] == [address]


def test_a_blank_text_that_bedrock_names_is_found_where_it_stands() -> None:
    blank = {"role": "user", "content": [{"text": "Well?"}, {"text": " \n"}]}
    messages = [{"role": "user", "content": [{"text": "Hi."}]}, blank]
    conversation = only({"modelId": "amazon.nova-pro-v1:0", "messages": messages}, "bedrock")
    says = "ValidationException: The text field in the ContentBlock object at messages.1.content.1 is blank."
    answer = explain(conversation, says)
    assert answer.targets == ("bedrock",)
    assert [(one.name, one.address) for one in answer.findings] == [("empty-text", "0:/messages/1/content/1")]
    # Another provider's message takes no such text along.
    assert crosswire.verdict(chat(user("Hi."), user(" \n"), user("Well?")), "bedrock").accepts is True


def test_places_are_read_in_every_spelling() -> None:
    read = {
        place.words: place.steps
        for place in named_places(
            "messages.33.content.1 contents[2].parts[0] input[95].call_id messages[7] and messages[8]. "
            "'messages.2.member.content.1.member.toolUse.toolUseId' tools.16.custom.name messages: message."
        )
    }
    assert read == {
        "messages.33.content.1": (33, "content", 1),
        "contents[2].parts[0]": (2, "parts", 0),
        "input[95].call_id": (95, "call_id"),
        "messages[7]": (7,),
        "messages[8]": (8,),
        "messages.2.member.content.1.member.toolUse.toolUseId": (1, "content", 0, "toolUse", "toolUseId"),
        "tools.16.custom.name": (16, "custom", "name"),
    }


def test_a_place_beyond_the_end_is_said_to_be() -> None:
    answer = explained("Invalid 'messages[40].tool_calls[0].id': string too long.")
    assert (answer.places, answer.out_of_reach) == ([], ["messages[40].tool_calls[0].id"])


def test_a_place_without_the_finding_says_so_and_names_the_others() -> None:
    answer = explained(ANTHROPIC_UNANSWERED.replace("messages.1", "messages.0").replace("call_b", "X"))
    assert answer.findings == []
    assert [found.address for found in answer.elsewhere] == ["0:/1/tool_calls/1", "0:/4/tool_calls/0"]


# Finding: by the rule


def test_a_message_that_names_nothing_leads_to_what_the_verdict_finds() -> None:
    answer = explained(
        "Please ensure that the number of function response parts is equal to the number of "
        "function call parts of the function call turn."
    )
    assert (answer.ids, answer.places) == ([], [])
    assert answer.targets == ("gemini", "vertex")
    assert answer.findings
    assert all(found.targets[0] in answer.targets for found in answer.findings)


def test_a_log_without_the_fault_has_no_finding() -> None:
    answer = explained(UNANSWERED, chat(user(), calling(call("call_a")), result("call_a"), said()))
    assert answer.recognised
    assert (answer.findings, answer.elsewhere, answer.defects) == ([], [], [])


def test_a_target_narrows_who_is_meant() -> None:
    message = (
        "string too long. Expected a string with maximum length 64, but got a string with length 90 instead."
    )
    conversation = chat(user(), calling(call("c" * 90)), result("c" * 90), said())
    assert len(explain(conversation, message).targets) > 1
    answer = explain(conversation, message, target="openai-responses")
    assert answer.targets == ("openai-responses",)
    assert [found.targets for found in answer.findings] == [("openai-responses",)]
    with pytest.raises(UnknownFormat, match="no target"):
        explain(conversation, message, target="nobody")


def test_the_field_of_a_request_narrows_who_is_meant() -> None:
    text = (
        "string too long. Expected a string with maximum length 64, but got a string with length 90 instead."
    )
    conversation = chat(user(), calling(call("c" * 90)), result("c" * 90), said())
    assert explain(conversation, f"Invalid 'messages[1].tool_calls[0].id': {text}").targets == (
        "openai-chat",
    )
    assert "openai-chat" not in explain(conversation, f"Invalid 'input[1].call_id': {text}").targets


# Hostile messages


MEGABYTE = 1_000_000
HOSTILE = {
    "backslashes": "\\" * MEGABYTE,
    "escapes": "\\u0041" * (MEGABYTE // 6),
    "quotes": "\"'`" * (MEGABYTE // 3),
    "braces": '{"a":' * (MEGABYTE // 5),
    "one word": "a" * MEGABYTE,
    "one id": "call_" + "a-" * (MEGABYTE // 2),
    "one path": "messages" + ".1" * (MEGABYTE // 2),
    "one number": "messages[" + "1" * MEGABYTE,
    "many paths": "messages[1]." * (MEGABYTE // 12),
    "half a text": "`tool_use` ids were found without `tool_result` blocks " * (MEGABYTE // 55),
    "pieces": "Invalid 'call_a': string too " * (MEGABYTE // 30),
    "ellipses": "…" * MEGABYTE,
    "too long": ("x " * MEGABYTE),
    "beginnings of a text": "x `tool_use` ids must be " * (MEGABYTE // 25),
    "many ids": " ".join(f"call_{n:08}X" for n in range(30_000)),
    "many lines": "call_\n" * (MEGABYTE // 6),
}


@for_each("name", some_of(HOSTILE, 3))
def test_a_hostile_message_of_a_megabyte_is_read_in_no_time(name: str) -> None:
    conversation = half_answered()
    explain(conversation, UNANSWERED)  # what is made once is not measured
    with within(10):
        explain(conversation, HOSTILE[name])


@pytest.mark.thorough
@for_each("name", HOSTILE)
def test_of_a_long_message_the_beginning_and_the_end_are_read(name: str) -> None:
    read = Reading(HOSTILE[name])
    assert len(read.text) <= FIRST + LAST + 10
    assert len(read.plain) <= FIRST + LAST + 10
    note = explain(half_answered(), HOSTILE[name]).note
    assert note is not None
    assert f"{len(HOSTILE[name]):,} characters" in note


def test_what_a_long_message_says_at_either_end_is_explained() -> None:
    noise = "GET /health 200\n" * 60_000
    for message in (f"{UNANSWERED}\n{noise}", f"{noise}\n{UNANSWERED}"):
        answer = explained(message)
        assert "unanswered-call" in {one.rule.name for one in answer.recognised}
        assert [one.value for one in answer.ids] == ["call_b"]
        assert answer.note is not None


def test_a_message_that_is_read_as_a_whole_has_no_note() -> None:
    assert explained("x" * (FIRST + LAST)).note is None
    assert explained(UNANSWERED).note is None


def test_no_id_is_made_up_where_a_long_message_is_cut() -> None:
    filled = "x" * (FIRST - 9)
    answer = explained(f"{filled} call_9Zzzz1{'y' * MEGABYTE} srvtoolu_01Abcd{' z' * (LAST // 2 - 4)}")
    assert answer.ids == []


def test_what_is_taken_out_of_a_message_is_limited() -> None:
    many = " ".join(f"call_{n:08}X" for n in range(5_000))
    assert len(named_ids(many, ()).strange) == 100
    assert len(named_places(" ".join(f"messages[{n}]" for n in range(5_000)))) == 100
    assert len(named_ids(" ".join(f"call_{n:08}…" for n in range(5_000)), ()).begun) == 100


def test_the_plain_form_has_no_quotes_escapes_or_line_ends() -> None:
    assert plain(unescaped('He said: \\\\\\"A\\\\nB\\u2019s…\\"  \n C ...')) == "he said: a bs… c …"


# The command


def run(value: Json | list[Json], *arguments: str) -> Result:
    return CliRunner().invoke(
        main, ["explain", "-", *arguments], input=json.dumps(value), catch_exceptions=False
    )


LOG = [user(), calling(call("call_a"), call("call_b")), result("call_a"), user()]


def test_the_command_names_rule_place_and_id() -> None:
    done = run(LOG, "--error", UNANSWERED)
    assert done.exit_code == 0
    assert "unanswered-call" in done.stdout
    assert "id call_b: 0:/1/tool_calls/1/id\n" in done.stdout
    assert "0:/1/tool_calls/1: defect CW201 missing-result: " in done.stdout


def test_the_json_of_the_command_has_the_documented_fields() -> None:
    done = run(LOG, "--error", ANTHROPIC_UNANSWERED, "--format", "json", "--target", "anthropic")
    (answer,) = json.loads(done.stdout)["files"]
    assert list(answer) == [
        *("path", "document", "title", "format", "recognised", "targets", "ids", "places", "out_of_reach"),
        *("findings", "elsewhere", "diagnostics", "of_no_rule", "nearest", "note"),
    ]
    assert answer["note"] is None
    (recognised,) = [one for one in answer["recognised"] if one["name"] == "unanswered-call"]
    assert list(recognised) == [
        *("code", "name", "kind", "title", "exact", "text", "said_by", "targets", "grounds", "meaning"),
        "page",
    ]
    assert "ant-result-must-follow" in recognised["grounds"]
    assert answer["targets"] == ["anthropic"]
    assert answer["ids"] == [{"value": "call_b", "places": ["0:/1/tool_calls/1/id"]}]
    assert answer["places"] == [
        {"words": "messages.1", "address": "0:/1", "payload": "0:/messages/1", "target": "anthropic"}
    ]
    (found,) = answer["findings"]
    assert {"payload", "error", "ground", "confidence"} <= found.keys()


def test_the_command_says_what_it_did_not_read() -> None:
    done = run(LOG, "--error", UNANSWERED + " " * 30_000 + ".")
    assert "the first 20,000 and the last 5,000 were read" in done.stdout
    assert "were read" not in run(LOG, "--error", UNANSWERED).stdout


def test_the_exit_code_says_whether_the_message_was_recognised(tmp_path: Path) -> None:
    assert run(LOG, "--error", "hello").exit_code == 1
    assert "No rule is known" in run(LOG, "--error", "hello").stdout
    done = CliRunner().invoke(main, ["explain", str(tmp_path / "no.json"), "--error", "x"])
    assert (done.exit_code, done.stdout) == (2, "")


def test_the_message_may_come_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(LOG))
    done = CliRunner().invoke(main, ["explain", str(path), "--error", "-"], input=UNANSWERED)
    assert done.exit_code == 0
    assert CliRunner().invoke(main, ["explain", "-", "--error", "-"], input="x").exit_code == 2


def test_an_answer_that_no_encoding_takes_is_escaped() -> None:
    assert run([user("\ud83d"), calling(call("\ud83d")), user()], "--error", "id '\ud83d'").exit_code == 1
