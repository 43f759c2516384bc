"""Error texts that people paste: explained rightly, never wrongly, and told apart from what is no history."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from crosswire.errors import CrosswireError
from crosswire.explanations import (
    Explanation,
    error_alone,
    error_texts,
    explain_alone,
    is_known_error,
    page_of,
)
from crosswire.explanations.catalogue import KEPT_SLUGS, other_spellings, slug_of, texts_of_rule
from crosswire.explanations.error_text import plain
from crosswire.explanations.fields import fields_in
from crosswire.explanations.likeness import Comparer
from crosswire.explanations.recognition import Reading
from tests.selection import for_each

COLLECTED = Path(__file__).resolve().parents[2] / "shared" / "data" / "error_texts.json"
SLUGS = Path(__file__).parent / "error_slugs.txt"
"""Every address that a text ever had: `--accept` adds those of new texts, and takes none away."""
NOT_THE_HISTORY = "none: not about the history"


def meant(message: str) -> set[str]:
    """The rule that a message is about before all others, and those that may be meant with it."""
    rules = [one.rule for one in explain_alone(message).recognised[:1]]
    return {name for rule in rules for name in (rule.name, *rule.kin)}


def named(message: str) -> list[str]:
    return [one.rule.name for one in explain_alone(message).recognised]


def subjects(message: str) -> list[str]:
    return [text.subject for text in explain_alone(message).of_no_rule]


# The collected texts

RIGHT, WRONG, NOT_KNOWN = "right", "wrong", "not known"


def judged(row: dict[str, Any]) -> str:
    """How a collected text is explained; only what is said first counts as right."""
    answer = explain_alone(row["text"])
    names = [one.rule.name for one in answer.recognised]
    if row["rule"] == NOT_THE_HISTORY:
        return WRONG if names else RIGHT if answer.of_no_rule else NOT_KNOWN
    if "about" in row and re.search(row["about"], _said(answer), re.IGNORECASE):
        return RIGHT
    if answer.recognised:
        first = answer.recognised[0].rule
        meant = {first.name, *first.kin}
        return RIGHT if not meant.isdisjoint(row["rule"].split("|")) else WRONG
    return WRONG if any(text.subject for text in answer.of_no_rule) else NOT_KNOWN


def _said(answer: Explanation) -> str:
    titles = (one.rule.title for one in answer.recognised)
    return " ".join((*titles, *(text.meaning for text in answer.of_no_rule)))


@pytest.mark.skipif(not COLLECTED.exists(), reason="The folder ../shared with the data is not here.")
def test_the_collected_texts_are_explained_rightly_and_none_wrongly() -> None:
    rows = json.loads(COLLECTED.read_text())
    told = Counter((judged(row), row["provider"]) for row in rows)
    by_state = {state: sum(told[key] for key in told if key[0] == state) for state in (RIGHT, WRONG)}
    assert by_state[WRONG] == 0, told
    assert by_state[RIGHT] >= 0.97 * len(rows), told


# Fields


@for_each(
    ("message", "rules"),
    [
        ("Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length "
         "40, but got a string with length 51 instead.", ["id-too-long"]),
        ("Invalid 'tools[3].function.description': string too long. Expected a string with maximum length "
         "1024, but got a string with length 1500 instead.", ["tool-declaration"]),
        ("Invalid 'instructions': string too long. Expected a string with maximum length 64, but got a "
         "string with length 90 instead.", []),
        ("Invalid 'metadata.user': string too long. Expected a string with maximum length 64, but got a "
         "string with length 90 instead.", []),
        ("messages.4.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", ["id-charset"]),
        ("tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", ["tool-name-pattern"]),
        ("messages.4.content.0.tool_use.input: Input should be a valid dictionary", ["input-not-object"]),
        ("messages.4.content.1.tool_result.content: Input should be a valid list", ["result-form"]),
        ("messages.4.content: Input should be a valid list", ["content-null"]),
        ("Missing required parameter: 'input[12].id'.", ["id-required"]),
        ("Missing required parameter: 'input[12].summary'.", []),
        ('{"detail": [{"type": "string_type", "loc": ["body", "messages", 3, "content"], "msg": "Input '
         'should be a valid string", "input": null}]}', ["content-null"]),
        ('{"detail": [{"type": "missing", "loc": ["body", "tools", 0, "function", "parameters"], "msg": '
         '"Field required"}]}', ["tool-declaration"]),
        ("json: cannot unmarshal array into Go struct field ChatRequest.tools.function.parameters of type "
         "api.ToolParameters", ["tool-declaration"]),
        ("'messages[3].tool_calls[1].id': string too long. Expected a string with maximum length 40",
         ["id-too-long"]),
        ("1 validation error for AgentMessage\ntool_calls.0.function.arguments\n  Input should be a valid "
         "string [type=string_type, input_value={'city': 'Bonn'}]", ["arguments-not-text"]),
        ("This model doesn't support the audio field here. Remove audio and try again.", []),
        ("Invalid schema for response_format 'answer': In context=(), 'required' is required to be supplied "
         "and to be an array including every key in properties. Missing 'city'.", []),
    ],
    ids=lambda case: case[0],
)  # fmt: skip
def test_a_text_is_never_taken_across_the_field_that_a_message_names(message: str, rules: list[str]) -> None:
    assert named(message)[:1] == rules


def test_fields_are_read_without_positions_in_every_notation() -> None:
    texts = {
        "messages.3.content.0.tool_use.id: field": "messages.content.tool_use.id",
        "invalid messages[2].tool_calls[0].id": "messages.tool_calls.id",
        "#/messages/2/content/0: extraneous": "messages.content",
        "{param: tools[0].function, code: x}": "tools.function",
        "loc: [body, messages, 1, content], msg: x": "messages.content",
        "struct field chatrequest.messages.content of type string": "messages.content",
        "messages.7.member.content.2.member.tooluse.name": "messages.content.tooluse.name",
        "validation error for chatmessage content.0 input should be": "messages.content",
        "invalid schema for response_format answer": "response_format",
        "input: invalid type: string, expected a sequence": "input",
        "body -> messages -> 3 -> list[union[system,dict[any,any]]] -> role: field required": "messages.role",
        "(reference chain: a.body$builder[messages]->java.util.list[0]->b.msg[content])": "messages.content",
        "keynotfound, codingpath: [codingkeys(stringvalue: messages, intvalue: nil), _jsonkey(stringvalue: "
        "index 2, intvalue: 2), codingkeys(stringvalue: role, intvalue: nil)]": "messages.role",
        "instancepath: /messages/4/content, must be string": "messages.content",
        "on instance[messages][0][tool_calls]: too short": "messages.tool_calls",
        "the json value could not be converted. path: $.messages[0].content | line 0": "messages.content",
        "unknown name surname at contents[2].parts[0]: cannot find field": "contents.parts.surname",
        "messages[7]: missing field tool_call_id": "messages.tool_call_id",
        "content is a required property - messages.3": "messages.content",
        "struct field mybody.tool_choice of type string": "tool_choice",
        "struct field toolcall.function.arguments of type string": "messages.tool_calls.function.arguments",
        "my_body.messages[2].content is wrong": "messages.content",
        "untagged enum responseformatparam": "settings",
        "invalid content: must be a list": "messages.content",
    }
    assert {text: fields_in(text)[-1].path for text in texts} == texts
    for text in (
        "openai.badrequesterror: at /app/node_modules/openai/error.js:45:20",
        "file /lib/langchain_core/messages/tool.py, line 3, in langchain_core.messages.tool",
        "invalid content type",
        "1 validation error for recipe steps field required",
    ):
        assert fields_in(text) == []


# Wording

WRAPPINGS = [
    "{}",
    "Error code: 400 - {{'error': {{'message': \"{}\", 'type': 'invalid_request_error'}}}}",
    "APICallError [AI_APICallError]: {} {{ statusCode: 400, isRetryable: false }}",
    "litellm.BadRequestError: OpenAIException - {} Received Model Group=main",
    'java.io.IOException: HTTP 400: {{\\"error\\":{{\\"message\\":\\"{}\\"}}}}',
    'status 400, body: "{}" (request id: 7f3a)',
]
WORDED = {
    "messages with role tool must be a response to a preceding message with tool_calls": "unexpected-result",
    "message with role 'tool' must be response to a preceeding mesage with 'tool_call'": "unexpected-result",
    "Each tool_use block must have a corresponding tool_result block in the next message": "unanswered-call",
    "tool use ids must be unique in messages.2.content.1: `tool_use` ids must be unique": "duplicate-ids",
    "Function call is missing a thought_signature in functionCall part": "thought-signature-missing",
    "conversation role must alternate user/assistant/user/assistant": "role-order",
}  # fmt: skip


@for_each("worded", WORDED)
def test_a_text_is_known_in_other_spellings_and_in_what_programs_put_around_it(worded: str) -> None:
    for wrapping in WRAPPINGS:
        assert WORDED[worded] in meant(wrapping.format(worded)), wrapping


@for_each(
    "message",
    [
        "tool_use ids need not be unique, as each message has its own",
        "'messages.1' : for 'role:tool' the following must be satisfied",
        "Invalid value: 'mild'. Supported values are: 'low', 'medium', and 'high'.",
        "Missing required parameter: 'model'.",
        "metadata.user_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        "context_management.edits.0.type: Input tag 'x' found using 'type' does not match any of the "
        "expected tags: 'clear_tool_uses'",
        "Invalid 'metadata.key': string too long. Expected a string with maximum length 512, but got a "
        "string with length 900 instead.",
        "1 validation error detected: Value at 'system' failed to satisfy constraint: Member must have "
        "length less than or equal to 10",
        "response_format: unknown variant `json_schema`, expected `text`",
        "output_config.effort: Input should be 'low', 'medium' or 'high'",
        "Unknown name \"thinkingLevel\" at 'generation_config.thinking_config': Cannot find field.",
        "The tool said that no result was found for this call.",
        "the message ended in the middle of a",
    ],
)
def test_what_says_the_opposite_or_too_little_is_not_taken_for_a_text(message: str) -> None:
    assert named(message) == []


def test_two_texts_that_fit_as_well_are_told_as_the_nearest() -> None:
    reading = Reading("Item 'x' of type 'y' was provided without its required 'z' item or reasoning")
    assert reading.recognised() == []
    assert len({one.rule.code for one in reading.nearest()}) == 2


def test_words_are_compared_in_order_and_with_tolerance() -> None:
    texts = {"a": "the quick brown fox jumps over lazy dogs", "b": "lazy dogs never sleep under bridges"}
    scores = Comparer(texts).compared("teh quick brown fxo jumps over lazzy dogs")
    assert scores["a"] > 0.7 > scores.get("b", 0.0)
    backwards = Comparer(texts).compared("dogs lazy over jumps fox brown quick the")
    assert backwards["a"] < 0.5


# What is not about the history

ELSEWHERE = {
    "Incorrect API key provided: sk-ab***yz. You can find your key in your settings.": "key",
    "HTTP 403 Forbidden: this token may not call the model": "key",
    "Your balance is too low: insufficient credits for this request": "billing",
    "429 Too Many Requests: try again in 12.4s": "quota",
    "This request has 210000 tokens, which exceeds the context window of 131072 tokens": "context",
    "The model `small-7` does not exist or you lost access to it": "model",
    "upstream connect error: connection reset by peer": "server",
    "529 {'type': 'overloaded_error', 'message': 'Overloaded'}": "server",
    "The response was blocked by the content filter of the deployment": "moderation",
    "Unsupported parameter: 'top_p' is not supported with this model.": "settings",
    "Unknown parameter: 'client_notes'.": "settings",
    "'response_format.type' : value is not one of the allowed values": "settings",
    "Error while downloading https://pictures.example/cat.png.": "files",
    "TypeError: Cannot read properties of undefined (reading 'choices')": "program",
    "404: the given endpoint does not exist": "model",
    "Value '3.0' at 'inferenceConfig.temperature' failed to satisfy constraint": "settings",
    "the length of the prompt (70000) must be less than max_seq_len (65536)": "context",
    "ValueError: not enough values to unpack (expected 3)": "program",
    "header x-our-house is a reserved keyword here": "settings",
    "the model is not enabled for this house": "model",
    "No such thing. Available models: luna-1, luna-2": "model",
    "the thinking field of the request is illegal": "settings",
    "AI provider credentials were refused": "key",
    "the moon answered and returned HTTP status code 422": "no reason",
    "the moon returned an empty completion": "server",
    "Client error '422 Unprocessable Entity' for url 'https://moon.example/v1/chat'\nMore: none": "no reason",
    "a message must be at most 900 characters": "context",
    '{"error": {"status": 422, "headers": {"date": "Mon"}}, "provider": "moon"}': "no reason",
    "MoonError: Service request failed.\n   at Moon.Chat.ToolTurn(ChatHistory history, int n)": "no reason",
}


@for_each("message", ELSEWHERE)
def test_an_error_that_is_not_about_the_history_is_called_that(message: str) -> None:
    assert named(message) == []
    assert subjects(message) == [ELSEWHERE[message]]
    (text,) = explain_alone(message).of_no_rule
    assert page_of(text) in error_texts()


def test_a_text_about_the_history_is_known_beside_words_of_the_server() -> None:
    message = (
        '500 Internal Server Error {"error": {"message": "Jinja Exception: After the optional system '
        'message, conversation roles must alternate user/assistant/user/assistant/..."}}'
    )
    assert "role-order" in meant(message)


@for_each(
    ("before", "behind"),
    [
        ("moon.RateLimitError: AuthenticationError: MoonException - ", ""),
        ("", "\nx-ratelimit-remaining-tokens: 12\r\nx-quota-exceeded: no"),
        ("", " Learn more: https://moon.example/docs/rate-limits#too-many-requests"),
        ("", "\n   at async fetchWithTimeout (node:internal/timeout.js:12:3)"),
    ],
)
def test_names_of_classes_headers_and_addresses_decide_nothing(before: str, behind: str) -> None:
    said = "no tool result for the tool call of turn 3"
    assert "unanswered-call" in meant(f"{before}{said}{behind}")


def test_a_text_that_names_a_part_of_a_history_is_not_laid_to_the_server() -> None:
    answer = explain_alone("500: unexpected EOF while the tool_call of the third turn was prepared")
    assert not any(text.subject for text in answer.of_no_rule)


def test_a_clause_without_a_name_of_the_history_may_be_about_the_server() -> None:
    said = "socket hang up\n{'role': 'assistant', 'tool_calls': []}"
    assert subjects(said) == ["server"]


def test_signs_of_double_width_are_read_as_the_common_ones() -> None:
    assert plain("messages［4］：（empty）") == "messages[4]:(empty)"


def test_a_text_that_was_cut_at_its_end_is_known_behind_other_words() -> None:
    cut = "Provider error of our gateway: The `reasoning_content` in the thinking mode must be pa"
    assert "reasoning-content-missing" in meant(cut)


def test_words_said_of_any_field_are_told_by_the_field() -> None:
    (text,) = explain_alone(
        "'messages.2' : for 'role:assistant' the following must be satisfied"
        "[('messages.2.tool_calls.0.type' : property 'type' is missing)]"
    ).of_no_rule
    assert "`type`" in text.meaning


@for_each("text", ["timeout", "the model does not support images", "rate limit", "temperature"])
def test_words_of_such_errors_do_not_make_prose_an_error(text: str) -> None:
    assert not is_known_error(f"I asked about {text}, and it answered.")
    assert is_known_error("Tool call ids: Tool call id has to be defined.")


def test_a_short_text_alone_is_an_error_by_what_it_speaks_of() -> None:
    said = "You went beyond your quota: rate limit reached, try again in 20s"
    assert error_alone(said.encode(), CrosswireError("It is no log.")) == said
    assert error_alone(f"{said}\n{'And then we talked. ' * 60}".encode(), CrosswireError("No log.")) is None


# The page of each text


def test_every_address_that_a_text_had_still_leads_to_a_text(pytestconfig: pytest.Config) -> None:
    kept = SLUGS.read_text().split()
    if pytestconfig.getoption("--accept"):
        kept = sorted({*kept, *error_texts()})
        SLUGS.write_text("\n".join(kept) + "\n")
    lost = [slug for slug in kept if slug not in error_texts()]
    assert lost == [], "A text was worded anew: give its new wording the old slug in KEPT_SLUGS."
    assert set(error_texts()) <= set(kept), "`--accept` adds the addresses of new texts."


def test_a_wording_that_changed_keeps_its_slug(monkeypatch: pytest.MonkeyPatch) -> None:
    assert slug_of("Tool ids must differ") == "tool-ids-must-differ"
    monkeypatch.setitem(KEPT_SLUGS, "Ids of tools must differ", "tool-ids-must-differ")
    assert slug_of("Ids of tools must differ") == "tool-ids-must-differ"


def test_slugs_are_short_and_plain_and_of_any_letters() -> None:
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{1,63}", slug) for slug in error_texts())
    assert slug_of("角色信息不正确") != slug_of("输入不能为空")


def test_every_recognised_text_has_a_page_and_its_other_spellings() -> None:
    answer = explain_alone("messages: `tool_use` ids must be unique")
    page = error_texts()[page_of(answer.recognised[0])]
    assert [rule.name for rule in page.rules] == ["duplicate-ids"]
    assert page in texts_of_rule("CW231")
    assert page not in other_spellings(page)
