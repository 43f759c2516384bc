"""What an id looks like, which is a hint and never proof."""

from __future__ import annotations

import crosswire
from crosswire.ids import shapes
from crosswire.ids.shapes import (
    halves,
    is_composite,
    is_counter,
    is_item_id,
    is_placeholder,
    is_timed,
    is_uuid,
    looks_like,
    looks_minted,
)
from tests.histories import answers, gemini, model
from tests.measured import within
from tests.selection import for_each

UUID = "3f1c9a52-7b0e-4d2c-9a41-5e8f6b7c0d13"


ENTROPY = "q3Zk8VbN2mXc7LpRt5WyHs9Jd4Fg6TaE"
SHAPES = [
    ("call_2EKtDIE6ZhGVv8R0TqYNnFVh", "OpenAI", "openai"),
    ("toolu_01WjXqPrN8vKsRt2YbLmZdQe", "Anthropic", "anthropic"),
    ("toolu_vrtx_01WjXqPrN8vKsRt2YbLmZdQe", "Anthropic on Vertex AI", "anthropic"),
    ("toolu_bdrk_01WjXqPrN8vKsRt2YbLmZdQe", "Anthropic on Bedrock", "anthropic"),
    ("srvtoolu_01EoSNE7k4dUJyGatASCV5qs", "Anthropic, of a server tool", "anthropic"),
    ("mcptoolu_01SAss3KEwASziHZoMR6HcZU", "Anthropic, of an MCP tool", "anthropic"),
    ("toolu_fallback_3", "a proxy before Anthropic", None),
    ("tooluse_kZJMlvQmRJ6eAyJE5GIl7Q", "Bedrock", "bedrock"),
    ("tooluse_gAd2TuiZQG-DuotpA8hDAA", "Bedrock", "bedrock"),
    (
        "resp_2vmnquymsguw3uup3fg2bsvkq3joan3ebjhg2hhvviozugqqmufa:call_0",
        "Bedrock's Responses API",
        "bedrock",
    ),
    ("D681PevKs", "Mistral", "mistral"),
    ("365174485", "LM Studio", None),
    ("96c1su3s", "Gemini", "gemini"),
    ("call_4162774", "Gemini", "gemini"),
    ("function-call-7113391546384237893", "Gemini", "gemini"),
    ("call_85781429", "xAI (Grok)", "xai"),
    ("call_-8062812703858712887", "Z.ai (GLM)", "zai"),
    ("call_0123456789abcdef01234567", "SGLang or llm-rosetta", None),
    ("chatcmpl-tool-0f1e2d3c4b5a", "vLLM", None),
    ("call_8yafsp91", "Ollama", "ollama"),
    ("call-gvfvDTNLiYz9dQVk8JoL6EciUTi0m2wh", "GPUStack", None),
    ("weather_5fdj252rgk1f", "Cohere", "cohere"),
    ("functions.search:0", "Kimi", "moonshot"),
    ("search:12", "Kimi", "moonshot"),
    ("call_00_6uWMfPoEXq2cSvbB8vTqnRJd", "DeepSeek", "deepseek"),
    (f"call_1_{UUID}", "DeepSeek", "deepseek"),
    ("call_0", "a client that counts its calls", None),
    ("0", "a client that counts its calls", None),
    ("call_get_weather_2", "llm-messages", None),
    ("get_weather-1718000000000-3fa9c1d27b", "gemini-cli", None),
    ("read_file_1772747340739_0", "a client that puts the time into ids", None),
    ("tool_0_get_weather", "Copilot before Gemini", None),
    ("get_weather_vytxeTZskVKR7C7WgdSP3d", "inspect_ai", None),
    ("pyd_ai_df5891897e434a16add992cc09f10172", "pydantic-ai", None),
    (f"adk-{UUID}", "google-adk", None),
    ("adk_tool_call_7", "google-adk", None),
    ("af-call-3", "agent-framework", None),
    (f"tool-call-{UUID}", "agent-framework", None),
    (f"portkey-{UUID}", "Portkey", None),
    ("ccr_tool_x7f2", "claude-code-router", None),
    ("call_1718000000000_2", "claude-code-router", None),
    ("1vd96kkmXJNVUhGz", "the AI SDK", None),
    ("call_abc|fc_def", "pi or pydantic-ai (older)", None),
    ("call_abc|undefined", "pi or pydantic-ai (older)", None),
    ("call_abc__thought__QUJD", "LiteLLM", None),
    ("call_abc__thought__" + "QUJD" * 500, "LiteLLM", None),
    ("fc_68a1f3c2b9d04e7f", "the Responses API, of an item", "openai"),
    ("ws_0f3c01e001f1f728006975240d1ce8819b85bc7335b28e1eb9", "the Responses API, of an item", "openai"),
    ("tsc_0ab095b1426acab50069f17095bdb481968dc6fe8187caa2e0", "the Responses API, of an item", "openai"),
    (f"fc_4f2a9c01b7d3e58600{ENTROPY}", "Azure AI Foundry, of an item", "azure-foundry"),
    (f"fc_{UUID}", "Groq", "groq"),
    ("msg_01AbCdEfGhIjKlMnOpQrStUv", "Anthropic, of a message", None),
    ("CALL_1", "a client that counts its calls", None),
    ("pyd_ai_tool_call_id__get_weather", "pydantic-ai", None),
    ("call_abc123__thought__", "LiteLLM", None),
    ("ccr_1718900000000", "claude-code-router", None),
    (f"{{{UUID}}}", "a UUID that some client made", None),
    ("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "a ToolCall record", None),
    ("cw_0123456789abcdef01234567", "Crosswire", None),
    ("srvtoolu_cw_0123456789abcdef012345", "Crosswire", None),
    (UUID, "a UUID that some client made", None),
    (f"call_{UUID}", "a UUID that some client made", None),
    ("__fake_id__", "a program of openai-agents", None),
    ("undefined", "a placeholder", None),
    ("tool_use_id", "a placeholder", None),
]


@for_each(("value", "maker", "provider"), SHAPES)
def test_a_known_shape_is_told_by_its_maker(value: str, maker: str, provider: str | None) -> None:
    shape = looks_like(value)
    assert shape is not None
    assert (shape.maker, shape.provider) == (maker, provider)


def test_every_shape_that_is_known_is_reached() -> None:
    """So that none stands behind a wider one that takes all its ids."""
    reached = {looks_like(value) for value, _, _ in SHAPES}
    assert [shape.maker for shape in shapes.SHAPES if shape not in reached] == [
        "Anthropic, of an agent's event"
    ]


def test_an_id_of_our_own_is_said_to_be_one() -> None:
    conversation = gemini(model({"name": "add"}), answers({"name": "add"}))
    payload = crosswire.render(conversation, "openai-responses").payload
    (again,) = crosswire.parse(payload, "openai-responses")
    (call,) = again.calls()
    shape = looks_like(call.call_id.value or "")
    assert shape is not None
    assert shape.maker == "Crosswire"


@for_each("piece", ["a", "a-", "_", "|", "0", "a1:", "__thought__", "call_", "1718000000000-"])
def test_a_hostile_id_of_a_megabyte_is_looked_at_in_linear_time(piece: str) -> None:
    value = piece * (1_000_000 // len(piece))
    with within(1):
        for look in (looks_like, is_composite, is_counter, is_timed, is_placeholder, is_uuid, is_item_id):
            look(value)


@for_each("value", ["", "Sum: 15", "get_weather", "x" * 5000])
def test_what_has_no_known_shape_is_nobodys(value: str) -> None:
    assert looks_like(value) is None


@for_each("value", [UUID, UUID.replace("-", ""), f"call_{UUID}", f"{{{UUID}}}", UUID.upper()])
def test_a_uuid_is_one_with_and_without_its_hyphens(value: str) -> None:
    assert is_uuid(value)


@for_each("value", [UUID[:-1], "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "", f"{UUID} "])
def test_what_is_nearly_a_uuid_is_none(value: str) -> None:
    assert not is_uuid(value)


@for_each("value", ["0", "12", "call_0", "tool-3", "call_add_1", "add_2", "add:0", "functions.add:1"])
def test_a_counter_is_a_number_after_a_common_word_or_a_tool(value: str) -> None:
    assert is_counter(value, {"add"})


@for_each("value", ["call_4162774", "g1", "x-1", "add", "", "abc_1", "call_"])
def test_what_only_ends_in_a_digit_is_no_counter(value: str) -> None:
    assert not is_counter(value, {"add"})


@for_each("value", ["null", "None", "undefined", " NULL ", "tool_use_id", "__fake_id__"])
def test_a_placeholder_is_known_in_any_case(value: str) -> None:
    assert is_placeholder(value)


@for_each("value", ["call_a", "nullable", "undefined_1", "", "a|b"])
def test_an_id_is_no_placeholder(value: str) -> None:
    assert not is_placeholder(value)


def test_an_item_id_is_known_by_its_prefix_and_length() -> None:
    assert is_item_id("fc_68a1f3c2b9d04e7f")
    assert not is_item_id("fc_1")
    assert not is_item_id("call_68a1f3c2b9d04e7f")


def test_two_glued_ids_come_apart() -> None:
    assert halves("call_a|fc_b") == ("call_a", "fc_b")
    for value in ("call_a", "a|", "|b", "a|b|c", "cat x | grep y", '{"a":"b|c"}'):
        assert halves(value) is None


@for_each("value", ["call_1", "toolu_01A", "D681PevKs", UUID])
def test_a_minted_id_is_one_word_with_a_digit(value: str) -> None:
    assert looks_minted(value)


@for_each("value", ["fs_read_file", "Sum: 15", "get_weather", "sunny", "abcdefghi"])
def test_a_word_is_not_minted(value: str) -> None:
    assert not looks_minted(value)


@for_each("value", ["call_a|fc_b", "call_a|undefined", "D681PevKs|x", "fc_b|x"])
def test_two_ids_with_a_bar_between_are_glued(value: str) -> None:
    assert is_composite(value)


@for_each("value", ["sunny|cold", "a|b", "call_a", "call_a|b|c", "call_a | fc_b", ""])
def test_other_text_with_a_bar_is_not(value: str) -> None:
    assert not is_composite(value)


@for_each(
    "value",
    ["1718000000", "1718000000000", "call_1718000000000", "ls_1772747340739_0", "ls-1718000000000-3fa9c1"],
)
def test_an_id_may_be_the_time(value: str) -> None:
    assert is_timed(value)


@for_each(
    "value",
    ["call_4162774", "1234567890", "171800000012", "call_x1718000000000", UUID, "1718000000000" * 9, ""],
)
def test_a_number_that_is_no_time_is_not(value: str) -> None:
    assert not is_timed(value)
