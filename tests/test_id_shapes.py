"""What an id looks like, which is a hint and never proof."""

from __future__ import annotations

import pytest

from crosswire.id_shapes import (
    halves,
    is_counter,
    is_item_id,
    is_placeholder,
    is_uuid,
    looks_like,
    looks_minted,
)

UUID = "3f1c9a52-7b0e-4d2c-9a41-5e8f6b7c0d13"


@pytest.mark.parametrize(
    ("value", "maker"),
    [
        ("call_2EKtDIE6ZhGVv8R0TqYNnFVh", "OpenAI"),
        ("toolu_01WjXqPrN8vKsRt2YbLmZdQe", "Anthropic"),
        ("srvtoolu_01EoSNE7k4dUJyGatASCV5qs", "Anthropic, of a server tool"),
        ("tooluse_kZJMlvQmRJ6eAyJE5GIl7Q", "Bedrock"),
        ("D681PevKs", "Mistral"),
        ("96c1su3s", "Gemini"),
        ("call_4162774", "Gemini"),
        ("call_0123456789abcdef01234567", "SGLang or llm-rosetta"),
        ("chatcmpl-tool-0f1e2d3c4b5a", "vLLM"),
        ("functions.search:0", "Kimi"),
        ("call_00_6uWMfPoEXq2cSvbB8vTqnRJd", "DeepSeek"),
        ("pyd_ai_df5891897e434a16add992cc09f10172", "pydantic-ai"),
        (f"portkey-{UUID}", "Portkey"),
        ("call_abc|fc_def", "pi or pydantic-ai (older)"),
        ("call_abc__thought__QUJD", "LiteLLM"),
        ("fc_68a1f3c2b9d04e7f", "the Responses API, of an item"),
        ("call_0", "a client that counts its calls"),
        (UUID, "a client that makes up UUIDs"),
    ],
)
def test_a_known_shape_is_told_by_its_maker(value: str, maker: str) -> None:
    shape = looks_like(value)
    assert shape is not None
    assert shape.maker == maker


@pytest.mark.parametrize("value", ["", "Sum: 15", "get_weather", "x" * 5000])
def test_what_has_no_known_shape_is_nobodys(value: str) -> None:
    assert looks_like(value) is None


@pytest.mark.parametrize("value", [UUID, UUID.replace("-", ""), f"call_{UUID}", f"{{{UUID}}}", UUID.upper()])
def test_a_uuid_is_one_with_and_without_its_hyphens(value: str) -> None:
    assert is_uuid(value)


@pytest.mark.parametrize("value", [UUID[:-1], "call_2EKtDIE6ZhGVv8R0TqYNnFVh", "", f"{UUID} "])
def test_what_is_nearly_a_uuid_is_none(value: str) -> None:
    assert not is_uuid(value)


@pytest.mark.parametrize(
    "value", ["0", "12", "call_0", "tool-3", "call_add_1", "add_2", "add:0", "functions.add:1"]
)
def test_a_counter_is_a_number_after_a_common_word_or_a_tool(value: str) -> None:
    assert is_counter(value, {"add"})


@pytest.mark.parametrize("value", ["call_4162774", "g1", "x-1", "add", "", "abc_1", "call_"])
def test_what_only_ends_in_a_digit_is_no_counter(value: str) -> None:
    assert not is_counter(value, {"add"})


@pytest.mark.parametrize(
    "value", ["null", "None", "undefined", "call_a|undefined", "tool_use_id", "__fake_id__"]
)
def test_a_placeholder_is_known_in_any_case(value: str) -> None:
    assert is_placeholder(value)


@pytest.mark.parametrize("value", ["call_a", "nullable", "undefined_1", "", "a|b"])
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


@pytest.mark.parametrize("value", ["call_1", "toolu_01A", "D681PevKs", UUID])
def test_a_minted_id_is_one_word_with_a_digit(value: str) -> None:
    assert looks_minted(value)


@pytest.mark.parametrize("value", ["fs_read_file", "Sum: 15", "get_weather", "sunny", "abcdefghi"])
def test_a_word_is_not_minted(value: str) -> None:
    assert not looks_minted(value)
