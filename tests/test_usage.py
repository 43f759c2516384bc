"""What answers cost: each provider's counts in common words, added up once, and nothing estimated."""

import json
from typing import Any

import crosswire
from crosswire.facts.usage import Tokens, Total, total, usage
from crosswire.model import Conversation
from tests.samples import REQUESTS, RESPONSES, SESSION_LINES
from tests.selection import for_each


def read(document: Any) -> Conversation:
    return crosswire.load(json.dumps(document).encode()).conversations[0]


def read_lines(lines: list[Any]) -> Conversation:
    return crosswire.load("\n".join(map(json.dumps, lines)).encode()).conversations[0]


CASES: dict[str, tuple[str, dict[str, Any], Tokens, str]] = {
    "openai-chat": (
        "openai-chat",
        {
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 30,
                "total_tokens": 130,
                "prompt_tokens_details": {"cached_tokens": 64},
                "completion_tokens_details": {"reasoning_tokens": 20},
            }
        },
        Tokens(100, 30, 64, None, 20),
        "0:/usage",
    ),
    "a relay that adds the cache up itself": (
        "openai-chat",
        {"usage": {"prompt_tokens": 100, "completion_tokens": 30, "cache_read_input_tokens": 64}},
        Tokens(100, 30, 64),
        "0:/usage",
    ),
    "openai-responses": (
        "openai-responses",
        {
            "usage": {
                "input_tokens": 206,
                "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 5},
                "output_tokens": 30,
                "output_tokens_details": {"reasoning_tokens": 28},
            }
        },
        Tokens(206, 30, 0, 5, 28),
        "0:/usage",
    ),
    "anthropic, which counts the cache apart": (
        "anthropic",
        {
            "usage": {
                "input_tokens": 10,
                "cache_read_input_tokens": 200,
                "cache_creation_input_tokens": 30,
                "output_tokens": 7,
            }
        },
        Tokens(240, 7, 200, 30),
        "0:/usage",
    ),
    "gemini, which counts thoughts apart": (
        "gemini",
        {
            "usageMetadata": {
                "promptTokenCount": 168,
                "toolUsePromptTokenCount": 12,
                "cachedContentTokenCount": 100,
                "candidatesTokenCount": 17,
                "thoughtsTokenCount": 72,
                "totalTokenCount": 269,
            }
        },
        Tokens(180, 89, 100, None, 72),
        "0:/usageMetadata",
    ),
    "bedrock": (
        "bedrock",
        {"usage": {"inputTokens": 946, "outputTokens": 37, "cacheReadInputTokens": 50, "totalTokens": 983}},
        Tokens(996, 37, 50),
        "0:/usage",
    ),
    "mistral": (
        "mistral",
        {"usage": {"prompt_tokens": 167, "total_tokens": 210, "completion_tokens": 43}},
        Tokens(167, 43),
        "0:/usage",
    ),
    "cohere, beside what it bills": (
        "cohere",
        {
            "usage": {
                "billed_units": {"input_tokens": 31, "output_tokens": 24},
                "tokens": {"input_tokens": 944, "output_tokens": 58},
                "cached_tokens": 16,
            }
        },
        Tokens(944, 58, 16),
        "0:/usage",
    ),
    "ollama, beside the message": (
        "ollama",
        {"prompt_eval_count": 44, "eval_count": 113},
        Tokens(44, 113),
        "0:/eval_count",
    ),
}


@for_each("case", CASES)
def test_the_counts_of_each_provider_in_common_words(case: str) -> None:
    format, counts, tokens, address = CASES[case]
    conversation = read({**RESPONSES[format], **counts})
    assert conversation.format == format
    [one] = usage(conversation)
    assert (one.tokens, one.address) == (tokens, address)


def test_a_request_and_its_answer_are_counted_once() -> None:
    answer = {**RESPONSES["anthropic"], "usage": {"input_tokens": 5, "output_tokens": 6}}
    found = usage(read({"request": REQUESTS["anthropic"], "response": answer}))
    assert [(one.tokens, one.address) for one in found] == [(Tokens(5, 6), "0:/response/usage")]


def test_an_answer_that_a_log_writes_in_several_lines_is_counted_once_and_whole() -> None:
    first, call, last = (json.loads(json.dumps(line)) for line in SESSION_LINES)
    more = {
        **call,
        "uuid": "u2b",
        "parentUuid": "u2",
        "message": {**call["message"], "usage": {"output_tokens": 40}},
    }
    last["parentUuid"] = "u2b"
    other = {
        **call,
        "uuid": "u4",
        "parentUuid": "u3",
        "message": {**call["message"], "id": "msg_2", "costUSD": 1},
    }
    conversation = read_lines([first, call, more, last, {**other, "costUSD": 0.25}])
    found = usage(conversation)
    assert [(one.tokens.output, one.address, one.cost) for one in found] == [
        (40, "2:/message/usage", None),
        (1, "4:/message/usage", 0.25),
    ]
    assert total(found) == Total(Tokens(1, 41), 2, 0.25)


def test_a_router_says_what_it_took() -> None:
    counts = {"prompt_tokens": 1, "completion_tokens": 2, "cost": 7.159e-05}
    assert usage(read({**RESPONSES["openai-chat"], "usage": counts}))[0].cost == 7.159e-05


def test_the_usage_in_an_answer_that_a_log_keeps_unread_counts() -> None:
    log = {**REQUESTS["openai-chat"], "response": {"id": "r", "usage": {"prompt_tokens": 4812}}}
    assert [one.address for one in usage(read(log))] == ["0:/response/usage"]


def test_a_stream_says_where_its_counts_stand() -> None:
    begun = {**RESPONSES["anthropic"], "content": [], "usage": {"input_tokens": 9, "output_tokens": 1}}
    events = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Milk."}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 12}},
        {"type": "message_stop"},
    ]
    sse = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
    [one] = usage(crosswire.load(sse.encode()).conversations[0])
    assert one.tokens == Tokens(9, 12)
    assert one.address.partition(":")[0] in {"0", "4"}


@for_each(
    "wrong",
    [
        None,
        [],
        "many",
        7,
        {},
        {"prompt_tokens": "100"},
        {"prompt_tokens": -1, "completion_tokens": True},
        {"prompt_tokens": 10**30},
        {"prompt_tokens": 1.5},
        {"prompt_tokens_details": 3, "tokens": "x", "cost": "free"},
        {"input_tokens": {"cached": 1}},
    ],
)
def test_malformed_counts_say_nothing_and_raise_nothing(wrong: Any) -> None:
    assert total(usage(read({**RESPONSES["openai-chat"], "usage": wrong}))) is None


def test_a_log_without_counts_has_no_total() -> None:
    assert total(usage(read(REQUESTS["gemini"]))) is None
