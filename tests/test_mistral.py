"""Mistral: what of Chat Completions is its own, and that plain Chat Completions is left alone."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import Conversation, MediaPart, OpaquePart, ReasoningPart
from crosswire.model.loss import Rendering
from crosswire.pairing import How
from tests.coverage_check import unaccounted
from tests.samples import REQUESTS, RESPONSES
from tests.sdk_types import check_mistral
from tests.selection import for_each

Json = dict[str, Any]


def read(*messages: Json, **beside: Any) -> Conversation:
    [conversation] = crosswire.parse({"messages": list(messages), **beside}, "mistral")
    return conversation


def call(id: str | None = "D681PevKs", arguments: Any = "{}") -> Json:
    made: Json = {"type": "function", "function": {"name": "f", "arguments": arguments}}
    return made if id is None else {"id": id, **made}


def calling(*calls: Json, **more: Any) -> Json:
    return {"role": "assistant", "content": "", "tool_calls": list(calls), **more}


def answer(id: str | None = "D681PevKs", **more: Any) -> Json:
    return {"role": "tool", "tool_call_id": id, "content": "ok", **more}


def user(content: Any = "go") -> Json:
    return {"role": "user", "content": content}


def detected(value: Any) -> str:
    return crosswire.detect(json.dumps(value).encode())[0].format


def written(body: Json, source: str, **options: Any) -> Rendering:
    [conversation] = crosswire.parse(body, source)
    rendering = crosswire.render(conversation, "mistral", **options)
    assert unaccounted(conversation, rendering) == {}
    assert check_mistral(rendering.payload) == []
    return rendering


def losses(rendering: Rendering) -> list[tuple[str, str, str]]:
    return [(loss.kind.value, loss.code, loss.what) for loss in rendering.losses]


class TestReading:
    def test_arguments_are_text_or_an_object(self) -> None:
        conversation = read(calling(call("D681PevKs", '{"a": 1}'), call("vAKGXGFZD", {"a": 1})))
        assert [part.arguments.value for part in conversation.calls()] == [{"a": 1}, {"a": 1}]

    def test_the_word_null_is_shown_as_it_was_logged(self) -> None:
        conversation = read(calling(call("null"), call("null")), answer("null"), answer("null"))
        assert [part.call_id.value for part in conversation.calls()] == ["null", "null"]
        assert [pair.how for pair in crosswire.pair(conversation).pairs] == [How.BY_ID, How.BY_ID]
        assert "placeholder-id" in [finding.name for finding in crosswire.diagnose(conversation)]

    def test_an_absent_id_stays_absent(self) -> None:
        [part] = read(calling(call(None))).calls()
        assert part.call_id.value is None

    def test_thinking_is_read_as_reasoning(self) -> None:
        chunks = [{"type": "text", "text": "a"}, {"type": "reference", "reference_ids": [1]}]
        chunk = {"type": "thinking", "thinking": chunks, "signature": "s", "closed": True}
        [part, said] = (
            read({"role": "assistant", "content": [chunk, {"type": "text", "text": "b"}]}).messages[0].parts
        )
        assert isinstance(part, ReasoningPart)
        assert (part.text, part.signature) == ("a", "s")
        assert part.extras == {"closed": True, "thinking": chunks}
        assert said.text == "b"

    @for_each(
        ("chunk", "media", "found"),
        [
            ({"type": "document_url", "document_url": "https://a/b.pdf"}, "file", "https://a/b.pdf"),
            ({"type": "file", "file_id": "f"}, "file", "f"),
            ({"type": "input_audio", "input_audio": "AAAA"}, "audio", "AAAA"),
            ({"type": "input_audio", "input_audio": "https://a/b.mp3"}, "audio", "https://a/b.mp3"),
            ({"type": "image_url", "image_url": "https://a/b.png"}, "image", "https://a/b.png"),
        ],
    )
    def test_media_stand_in_chunks_of_its_own(self, chunk: Json, media: str, found: str) -> None:
        [part] = read(user([chunk])).messages[0].parts
        assert isinstance(part, MediaPart)
        assert (part.media, found in (part.url, part.data, part.file_id)) == (media, True)

    def test_a_reference_is_kept_as_it_is(self) -> None:
        [part] = read(user([{"type": "reference", "reference_ids": [1]}])).messages[0].parts
        assert isinstance(part, OpaquePart)

    def test_settings_stand_for_what_they_mean(self) -> None:
        conversation = read(user(), random_seed=3, tool_choice="any", max_tokens=5, safe_prompt=True)
        meant = {s.meaning: s.neutral for s in conversation.settings() if s.meaning}
        assert meant == {"seed": 3, "tool_choice": {"mode": "required"}, "max_output_tokens": 5}


class TestRecognising:
    @for_each(
        "value",
        [
            {"messages": [user()], "random_seed": 1},
            {"messages": [user()], "safe_prompt": False},
            {"messages": [user(), calling(call())], "model": "mistral-large-latest"},
            {"messages": [user(), calling(call())], "model": "ministral-8b-latest"},
            {"messages": [user()], "model": "open-mistral-nemo", "tool_choice": "any"},
            {
                "messages": [user(), {"role": "assistant", "content": "A", "prefix": True}],
                "model": "codestral-2508",
            },
            [user(), {"role": "assistant", "content": [{"type": "thinking", "thinking": []}]}],
            [user([{"type": "document_url", "document_url": "https://a/b.pdf"}])],
            [user(), calling(call()), answer(name="f")],
            {"model": "mistral-small", "choices": [{"message": calling(call())}]},
            {
                **RESPONSES["openai-chat"],
                "id": "53ab90efbbf547e983998d180a4f8356",
                "model": "magistral-medium",
            },
            {"request": REQUESTS["mistral"], "response": RESPONSES["openai-chat"]},
        ],
    )
    def test_what_only_mistral_has_tells(self, value: Any) -> None:
        assert detected(value) == "mistral"

    @for_each(
        "value",
        [
            # others serve its models too, with ids of their own
            {"messages": [user()], "model": "mistral-small-latest"},
            {"messages": [user(), calling(call("call_2EKtDIE6ZhGVv8R0TqYNnFVh"))], "model": "mistral-small"},
            {"messages": [user(), calling(call(), call("call_2"))], "model": "mistral-small"},
            {**RESPONSES["openai-chat"], "model": "mistral-small"},
            # nine letters and digits may be anybody's
            {"messages": [user(), calling(call("123456789")), answer("123456789")], "model": "qwen2.5-7b"},
            [user(), calling(call()), answer()],
            calling(call()),
            # DeepSeek has a prefix too, and Anthropic thinking, as text
            {
                "messages": [user(), {"role": "assistant", "content": "A", "prefix": True}],
                "model": "deepseek-chat",
            },
            [
                user(),
                {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}], "tool_calls": []},
            ],
            {"messages": [user()], "tool_choice": "any", "frequency_penalty": 0},
            {"messages": [user()], "random_seed": None, "n": 1},
            REQUESTS["openai-chat"],
            RESPONSES["openai-chat"],
        ],
    )
    def test_plain_chat_is_never_taken_for_it(self, value: Any) -> None:
        assert detected(value) == "openai-chat"

    def test_what_is_not_even_plain_chat_is_left_alone(self) -> None:
        blocks = [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]
        value = {
            "messages": [{"role": "assistant", "content": blocks}, {"role": "assistant", "content": "Done."}]
        }
        assert crosswire.FORMATS["mistral"].recognise(value) is None

    def test_it_is_said_that_a_plain_body_may_be_mistrals(self) -> None:
        found = {d.format: d for d in crosswire.detect(json.dumps(REQUESTS["openai-chat"]).encode())}
        assert found["mistral"].confidence == 0.3
        assert "nothing in it is Mistral's alone" in found["mistral"].reason


class TestWriting:
    def test_a_request_of_its_own_is_written_to_the_letter(self) -> None:
        body = {
            "model": "mistral-small-latest",
            "messages": [
                user([{"type": "text", "text": "hi"}]),
                {"role": "assistant", "content": "", "tool_calls": None, "prefix": False},
                calling({**call(), "index": 0}),
                answer(name="f"),
            ],
            "random_seed": 1,
            "tools": [{"type": "web_search"}],
        }
        [conversation] = crosswire.parse(body, "mistral")
        rendering = crosswire.render(conversation, "mistral")
        assert rendering.payload == body
        assert (rendering.losses, rendering.id_map) == ([], [])

    def test_ids_become_nine_letters_and_digits_at_both_ends(self) -> None:
        payload: Any = written(REQUESTS["openai-chat"], "openai-chat").payload
        _, turn, result = payload["messages"]
        assert turn["tool_calls"][0]["id"] == result["tool_call_id"]
        assert len(result["tool_call_id"]) == 9
        assert result["tool_call_id"].isalnum()

    def test_its_words_for_settings_are_used(self) -> None:
        body = {"messages": [user()], "seed": 1, "max_completion_tokens": 2, "tool_choice": "required"}
        payload: Any = written(body, "openai-chat").payload
        assert (payload["random_seed"], payload["max_tokens"], payload["tool_choice"]) == (1, 2, "any")

    def test_a_tool_of_free_text_becomes_a_function_with_one_text(self) -> None:
        custom = {"id": "call_1", "type": "custom", "custom": {"name": "sh", "input": "ls"}}
        body = {
            "messages": [user(), {"role": "assistant", "content": None, "tool_calls": [custom]}],
            "tools": [{"type": "custom", "custom": {"name": "sh"}}],
        }
        rendering = written(body, "openai-chat")
        [made] = rendering.payload["messages"][1]["tool_calls"]
        assert json.loads(made["function"]["arguments"]) == {"input": "ls"}
        assert rendering.payload["tools"][0]["function"]["parameters"]["required"] == ["input"]
        assert {code for _, code, _ in losses(rendering)} == {"custom-tool", "arguments-wrapped"}

    def test_a_refusal_and_a_developer_are_told_in_words_that_it_has(self) -> None:
        messages = [
            {"role": "developer", "content": "Be brief."},
            user(),
            {"role": "assistant", "content": None, "refusal": "No."},
        ]
        rendering = written({"messages": messages}, "openai-chat")
        assert [(m["role"], m["content"]) for m in rendering.payload["messages"]] == [
            ("system", "Be brief."),
            ("user", "go"),
            ("assistant", "No."),
        ]
        assert losses(rendering) == [
            ("changed", "developer-role", "developer"),
            ("changed", "refusal", "refusal"),
        ]

    def test_the_type_of_a_recording_has_no_field_and_that_is_said(self) -> None:
        sound = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
        rendering = written({"messages": [{"role": "user", "content": [sound]}]}, "openai-chat")
        assert rendering.payload["messages"][0]["content"] == [
            {"type": "input_audio", "input_audio": "UklGRg=="}
        ]
        assert losses(rendering) == [("changed", "media-type", "audio")]

    def test_the_type_of_a_recording_is_made_up_where_another_format_requires_one(self) -> None:
        sound = {"type": "input_audio", "input_audio": "UklGRg=="}
        rendering = crosswire.render(read({"role": "user", "content": [sound]}), "openai-chat")
        assert ("added", "required-by-target", "wav") in losses(rendering)

    def test_the_name_that_a_result_says_is_kept_and_none_is_made_up(self) -> None:
        part = {"functionResponse": {"id": "a", "name": "f", "response": {"output": "x"}}}
        payload: Any = written({"contents": [{"role": "user", "parts": [part]}]}, "gemini").payload
        assert payload["messages"][0]["name"] == "f"
        assert "name" not in written(REQUESTS["anthropic"], "anthropic").payload["messages"][2]

    def test_a_name_that_plain_chat_has_no_field_for_is_told_of(self) -> None:
        rendering = crosswire.render(read(answer(name="f")), "openai-chat")
        assert ("dropped", "tool-name", "f") in losses(rendering)
        paired = crosswire.render(read(user(), calling(call()), answer(name="f")), "openai-chat")
        assert losses(paired) == []

    def test_a_document_stands_at_its_address(self) -> None:
        source = {"type": "url", "url": "https://example.com/a.pdf"}
        block = {"type": "document", "source": source, "title": "A"}
        body = {"max_tokens": 1, "messages": [{"role": "user", "content": [block]}]}
        assert written(body, "anthropic").payload["messages"][0]["content"] == [
            {"type": "document_url", "document_url": "https://example.com/a.pdf", "document_name": "A"}
        ]

    @for_each("target", [name for name in crosswire.FORMATS if name != "mistral"])
    def test_thinking_and_its_signature_reach_nobody_else(self, target: str) -> None:
        chunk = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}], "signature": "SIGNED"}
        rendering = crosswire.render(read(user(), {"role": "assistant", "content": [chunk]}), target)
        assert "SIGNED" not in json.dumps(rendering.payload)
        assert ("dropped", "reasoning", "reasoning") in losses(rendering)
