"""What an id may carry beside itself."""

from __future__ import annotations

import base64
import json

from crosswire.ids.packed import packed_into
from tests.measured import within
from tests.selection import for_each

SIGNATURE = base64.b64encode(bytes(range(256))).decode()


def of_json(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@for_each(
    ("value", "what", "front"),
    [
        ("call_w4f__thought__Q3JlZGl0", "a Gemini thought signature, as LiteLLM packs it", "call_w4f"),
        (f"call_w4f.{of_json({'sig': 'abcdef'})}", "JSON in base64", "call_w4f"),
        (of_json({"tool": "add", "n": 7}), "JSON in base64", ""),
        ("fc_bGl0ZWxsbTpjdXN0b21fbGxtX3Byb3ZpZGVy", "a routing note of LiteLLM in base64", ""),
        ("call_w4f|gAAAAA" + "Bq3_x-" * 20, "encrypted content of OpenAI", "call_w4f"),
        (f"call_w4f:{SIGNATURE}", "a long payload in base64", "call_w4f"),
    ],
)
def test_a_payload_is_told_with_the_id_before_it(value: str, what: str, front: str) -> None:
    packed = packed_into(value)
    assert packed is not None
    assert packed.what == what
    if front:
        assert packed.front == front


@for_each(
    "value",
    [
        "call_2EKtDIE6ZhGVv8R0TqYNnFVh",
        "eyJ",
        "call_eyJhbGciOiJub25lIn0x_not_json",
        "fc_09c69534b7f6ae190169fb7cddc89c8192ad8faf8f9dd9d44c",
        "codex_mcp__weather__get_weather_exec-7a0f3c52-91d4-4c1e-b0ab-5d1c2e9f8a37",
        "9f86d081884c7d659a2feaa0c55ad015" * 4,
        "c" * 500,
        "1" * 500,
        "__thought__",
        "",
    ],
)
def test_an_id_that_is_only_long_carries_nothing(value: str) -> None:
    assert packed_into(value) is None


@for_each("piece", ["eyJ", "gAAAAA", "bGl0ZWxsbT", "aB3", "_thought_", "a-"])
def test_a_hostile_id_of_a_megabyte_is_searched_in_linear_time(piece: str) -> None:
    value = piece * (1_000_000 // len(piece))
    with within(2):
        packed_into(value)
