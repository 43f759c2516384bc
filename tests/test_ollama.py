"""Ollama's own chat: ids that may be absent, arguments as objects, images as texts, options of a model."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, MediaPart, OpaquePart, ReasoningPart, TextPart
from crosswire.model.call_id import IdState
from crosswire.model.loss import Rendering
from crosswire.pairing import How
from tests.coverage_check import unaccounted
from tests.samples import MESSAGES, REQUESTS, RESPONSES
from tests.sdk_types import check_ollama
from tests.selection import for_each

Json = dict[str, Any]

PNG = "iVBORw0KGgoAAAANSUhEUg=="


def read(*messages: Json, **beside: Any) -> Conversation:
    [conversation] = crosswire.parse({"messages": list(messages), **beside}, "ollama")
    return conversation


def call(name: str = "f", arguments: Any = None, **more: Any) -> Json:
    return {"function": {"name": name, "arguments": {} if arguments is None else arguments}, **more}


def calling(*calls: Json, **more: Any) -> Json:
    return {"role": "assistant", "content": "", "tool_calls": list(calls), **more}


def answer(content: str = "ok", **more: Any) -> Json:
    return {"role": "tool", "content": content, **more}


def user(content: Any = "go", **more: Any) -> Json:
    return {"role": "user", "content": content, **more}


def detected(value: Any) -> str:
    return crosswire.detect(json.dumps(value).encode())[0].format


def written(body: Json, source: str, **options: Any) -> Rendering:
    [conversation] = crosswire.parse(body, source)
    rendering = crosswire.render(conversation, "ollama", **options)
    assert unaccounted(conversation, rendering) == {}
    assert check_ollama(rendering.payload) == []
    return rendering


def losses(rendering: Rendering) -> list[tuple[str, str, str]]:
    return [(loss.kind.value, loss.code, loss.what) for loss in rendering.losses]


class TestReading:
    def test_absent_ids_stay_absent_and_are_not_missed(self) -> None:
        conversation = read(user(), calling(call()), answer(tool_name="f"))
        [made], [result] = list(conversation.calls()), list(conversation.results())
        assert (made.call_id.value, made.call_id.state) == (None, IdState.NO_FIELD)
        assert (result.call_id.value, result.call_id.state) == (None, IdState.NO_FIELD)
        assert crosswire.diagnose(conversation) == []

    def test_ids_of_newer_servers_are_read_as_they_are(self) -> None:
        conversation = read(
            calling(call(id="call_8x3kq01z"), call(id="call_mu7wq2rd")),
            answer(tool_call_id="call_mu7wq2rd"),
            answer(tool_call_id="call_8x3kq01z"),
        )
        pairs = crosswire.pair(conversation).pairs
        assert [pair.how for pair in pairs] == [How.BY_ID, How.BY_ID]
        assert [pair.call.call_id.value for pair in pairs] == ["call_8x3kq01z", "call_mu7wq2rd"]

    def test_without_ids_results_are_told_by_name_and_place(self) -> None:
        named = read(calling(call("f"), call("g")), answer(tool_name="g"), answer(tool_name="f"))
        told = {(pair.call.name, pair.result.name, pair.how) for pair in crosswire.pair(named).pairs}
        assert told == {("f", "f", How.BY_POSITION), ("g", "g", How.BY_NAME)}
        nameless = read(calling(call("f"), call("g")), answer("1"), answer("2"))
        assert [(p.call.name, p.how) for p in crosswire.pair(nameless).pairs] == [
            ("f", How.BY_POSITION),
            ("g", How.BY_POSITION),
        ]

    def test_a_result_too_few_without_a_name_is_given_to_nobody(self) -> None:
        pairing = crosswire.pair(read(calling(call("f"), call("g")), answer(), user()))
        assert pairing.pairs == []
        assert pairing.counts()["ambiguous"] == 3

    def test_the_older_field_for_the_name_of_a_tool_is_read(self) -> None:
        [result] = read(answer(name="f")).results()
        assert result.name == "f"
        both = read(answer(tool_name="f", name="g"))
        assert [result.name for result in both.results()] == ["f"]
        assert both.messages[0].extras == {"name": "g"}

    def test_thoughts_text_images_and_calls_stand_in_this_order(self) -> None:
        message = calling(call(), thinking="hm", content="Let me see.", images=[PNG])
        kinds = [type(part).__name__ for part in read(message).messages[0].parts]
        assert kinds == ["ReasoningPart", "TextPart", "MediaPart", "ToolCallPart"]

    @for_each(
        ("data", "mime"),
        [
            (PNG, "image/png"),
            ("/9j/4AAQSkZJRg==", "image/jpeg"),
            ("R0lGODlhAQABAA==", "image/gif"),
            ("UklGRiQAAABXRUJQVlA4", "image/webp"),
            ("UklGRiQAAABXQVZFZm10", None),
            ("AAAA", None),
            ("A", None),
        ],
    )
    def test_the_first_bytes_of_an_image_tell_its_type(self, data: str, mime: str | None) -> None:
        [_, part] = read(user(images=[data])).messages[0].parts
        assert isinstance(part, MediaPart)
        assert (part.media, part.mime_type, part.data) == ("image", mime, data)

    @for_each("image", ["./cat.png", "https://example.com/cat.png", "", 7, None, {"a": 1}])
    def test_an_image_that_is_no_base64_is_kept_as_it_is(self, image: Any) -> None:
        [_, part] = read(user(images=[image])).messages[0].parts
        assert isinstance(part, OpaquePart)
        assert part.raw == image

    def test_an_image_that_a_tool_gave_is_a_part_of_its_result(self) -> None:
        [result] = read(answer("a cat", images=[PNG])).results()
        assert [type(part).__name__ for part in result.content] == ["TextPart", "MediaPart"]

    def test_options_stand_for_what_they_mean(self) -> None:
        options = {"num_predict": 5, "stop": "END", "top_k": 3, "num_ctx": 4096, "seed": None}
        conversation = read(user(), options=options, keep_alive="5m")
        meant = {setting.name: (setting.meaning, setting.neutral) for setting in conversation.settings()}
        assert meant == {
            "options/num_predict": ("max_output_tokens", 5),
            "options/stop": ("stop", ["END"]),
            "options/top_k": ("top_k", 3),
            "options/num_ctx": (None, 4096),
            "keep_alive": (None, "5m"),
        }

    @pytest.mark.parametrize("number", [-1, -2, 0])
    def test_no_limit_is_not_read_as_one(self, number: int) -> None:
        [setting] = read(user(), options={"num_predict": number}).settings()
        assert setting.meaning is None

    def test_what_stands_beside_an_answer_is_the_providers_word(self) -> None:
        [conversation] = crosswire.parse(RESPONSES["ollama"], "ollama")
        said = {setting.name: setting.of_response for setting in conversation.settings()}
        assert said.pop("model") is False
        assert set(said) == {"created_at", "done", "done_reason", "total_duration", "eval_count"}
        assert all(said.values())

    def test_arguments_that_are_text_are_read_all_the_same(self) -> None:
        [made] = read(calling(call(arguments='{"a": 1}'))).calls()
        assert (made.arguments.value, made.arguments.text) == ({"a": 1}, '{"a": 1}')

    def test_content_that_is_a_list_is_read_as_far_as_it_is_text(self) -> None:
        pieces = [{"type": "text", "text": "a"}, {"type": "image_url"}]
        text, other = read(user(pieces)).messages[0].parts
        assert isinstance(text, TextPart)
        assert isinstance(other, OpaquePart)

    def test_a_role_in_capitals_is_one(self) -> None:
        assert [message.role for message in read({"role": "User", "content": "hi"}).messages] == ["user"]


class TestRecognising:
    @for_each(
        "value",
        [
            {"messages": [user()], "options": {}},
            {"messages": [user()], "keep_alive": None},
            {"messages": [user()], "think": False},
            {"messages": [user()], "think": "high"},
            {"messages": [user()], "format": "json"},
            {"messages": [user()], "format": {"type": "object", "properties": {}}},
            {"messages": [user(images=[PNG])]},
            {"messages": [user(), calling(call())], "tools": REQUESTS["openai-chat"]["tools"]},
            {"messages": [user(), calling(call(arguments="{}")), answer()], "options": {"num_ctx": 1}},
            [user(), calling(call()), answer()],
            [user(), calling({"type": "function", "function": {"index": 0, "name": "f", "arguments": {}}})],
            [user(), {"role": "assistant", "content": "A", "thinking": "hm"}],
            answer(tool_name="f"),
            RESPONSES["ollama"],
            {"message": {"role": "assistant", "content": "Hi."}, "done": True},
            [RESPONSES["ollama"], RESPONSES["ollama"]],
            {"request": {"model": "m", "messages": [user()]}, "response": RESPONSES["ollama"]},
        ],
    )
    def test_what_only_ollama_has_tells(self, value: Any) -> None:
        assert detected(value) == "ollama"

    @for_each(
        "value",
        [
            {"model": "llama3.1", "messages": [user()]},
            {"model": "llama3.1", "messages": [user()], "tools": REQUESTS["openai-chat"]["tools"]},
            {"messages": [user([{"type": "text", "text": "a"}])], "options": {}},
            [user(), calling({"id": "call_1", "type": "function", **call()}), answer(tool_call_id="call_1")],
            [user(), calling(call(arguments="{}")), answer()],
            # a program's own log, with the tool's name beside Chat Completions
            [
                user(),
                calling({"id": "call_1", "type": "function", **call(arguments="{}")}),
                answer(tool_name="f"),
            ],
            [user(images=[{"type": "image_url", "image_url": {"url": "https://a/b.png"}}]), answer()],
            *(REQUESTS[name] for name in REQUESTS if name not in ("ollama", "openai-responses", "gemini")),
        ],
    )
    def test_what_others_have_too_is_left_to_them(self, value: Any) -> None:
        assert detected(value) != "ollama"

    @for_each("name", [name for name in REQUESTS if name != "ollama"])
    def test_no_other_format_is_taken_for_certain(self, name: str) -> None:
        for value in (REQUESTS[name], RESPONSES[name], MESSAGES[name]):
            found = crosswire.FORMATS["ollama"].recognise(value)
            assert found is None or found.confidence < 0.5

    def test_a_generated_text_is_no_conversation(self) -> None:
        body = {"model": "m", "created_at": "2026-11-21T10:00:00Z", "response": "Hi.", "done": True}
        with pytest.raises(crosswire.NotAConversation):
            crosswire.load(json.dumps(body).encode())


class TestWriting:
    def test_a_request_of_its_own_is_written_as_it_was(self) -> None:
        body = {**REQUESTS["ollama"], "keep_alive": -1, "format": "", "think": True}
        assert written(body, "ollama", ids="keep").payload == body

    def test_the_answer_is_sent_back_as_it_came_with_its_thoughts(self) -> None:
        message = calling(call(id="call_8x3kq01z"), thinking="hm")
        rendering = written({**RESPONSES["ollama"], "message": message}, "ollama")
        assert rendering.payload == {"model": "qwen3:8b", "messages": [message]}
        assert {code for _, code, _ in losses(rendering)} == {"of-response"}

    def test_no_id_is_made_for_a_format_that_needs_none(self) -> None:
        body = {"messages": [user(), calling(call()), answer(tool_name="f")]}
        rendering = written(body, "ollama")
        assert rendering.payload == body
        assert rendering.id_map == []

    def test_ids_are_made_for_a_format_that_needs_them(self) -> None:
        conversation = read(
            user(), calling(call("f"), call("g")), answer(tool_name="g"), answer(tool_name="f")
        )
        rendering = crosswire.render(conversation, "openai-chat")
        _, turn, first, second = rendering.payload["messages"]  # type: ignore[index, call-overload]
        assert [first["tool_call_id"], second["tool_call_id"]] == [
            turn["tool_calls"][1]["id"],
            turn["tool_calls"][0]["id"],
        ]
        assert {change.how for change in rendering.id_map} == {"made"}

    def test_native_ids_have_the_shape_of_its_own(self) -> None:
        payload: Any = written(REQUESTS["openai-chat"], "openai-chat", ids="native").payload
        made = payload["messages"][1]["tool_calls"][0]["id"]
        assert crosswire.FORMATS["ollama"].ID_RULE.is_native(made)
        assert payload["messages"][2]["tool_call_id"] == made

    def test_the_ids_and_names_of_chat_completions_are_kept(self) -> None:
        payload: Any = written(REQUESTS["openai-chat"], "openai-chat").payload
        _, turn, result = payload["messages"]
        assert turn == {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": "call_1", "function": {"name": "read_file", "arguments": {"path": "a.txt"}}}
            ],
        }
        assert result == {
            "role": "tool",
            "tool_name": "read_file",
            "tool_call_id": "call_1",
            "content": "milk",
        }

    def test_settings_go_where_it_has_them(self) -> None:
        body = {
            "messages": [user()],
            "model": "gpt-5",
            "max_completion_tokens": 9,
            "stop": "END",
            "stream": False,
            "tool_choice": "required",
        }
        rendering = written(body, "openai-chat")
        assert rendering.payload == {
            "model": "gpt-5",
            "stream": False,
            "options": {"num_predict": 9, "stop": ["END"]},
            "messages": [user()],
        }
        assert ("dropped", "setting", "tool_choice") in losses(rendering)

    def test_a_named_tool_of_any_characters_is_called_as_it_is(self) -> None:
        part = {"type": "tool_use", "id": "toolu_1", "name": "a b/c: é", "input": {}}
        body = {"max_tokens": 1, "messages": [{"role": "assistant", "content": [part]}]}
        payload: Any = written(body, "anthropic").payload
        assert payload["messages"][0]["tool_calls"][0]["function"]["name"] == "a b/c: é"

    def test_images_stand_beside_the_text(self) -> None:
        source = {"type": "base64", "media_type": "image/png", "data": PNG}
        content = [
            {"type": "text", "text": "What is this?"},
            {"type": "image", "source": source},
            {"type": "text", "text": "And why?"},
        ]
        rendering = written(
            {"max_tokens": 1, "messages": [{"role": "user", "content": content}]}, "anthropic"
        )
        assert rendering.payload["messages"] == [
            {"role": "user", "content": "What is this?\nAnd why?", "images": [PNG]}
        ]
        assert losses(rendering) == [
            ("changed", "texts-joined", "texts"),
            ("moved", "text-after-image", "text"),
        ]

    @pytest.mark.parametrize(
        ("part", "media"),
        [
            ({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}, "image"),
            ({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}, "audio"),
            ({"type": "file", "file": {"file_data": "data:application/pdf;base64,AAAA"}}, "file"),
        ],
    )
    def test_what_is_no_image_at_hand_is_told_in_words(self, part: Json, media: str) -> None:
        rendering = written({"messages": [user([part])]}, "openai-chat")
        [message] = rendering.payload["messages"]
        [loss] = rendering.losses
        assert message["content"] == loss.fallback
        assert message["content"].startswith("[")
        assert losses(rendering) == [("dropped", "media", media)]

    def test_a_result_shows_its_image_as_any_message_does(self) -> None:
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [image], "is_error": True}
        body = {"max_tokens": 1, "messages": [{"role": "user", "content": [result]}]}
        rendering = written(body, "anthropic")
        [message] = rendering.payload["messages"]
        assert (message["role"], message["content"], message["images"]) == ("tool", "", [PNG])
        assert ("dropped", "media-in-result", "image") not in losses(rendering)
        assert ("dropped", "error-flag", "is_error") in losses(rendering)

    def test_text_before_results_and_after_calls_moves_and_is_told(self) -> None:
        made = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}
        text = {"type": "text", "text": "Wait."}
        body = {
            "max_tokens": 1,
            "messages": [
                {"role": "assistant", "content": [made, text]},
                {"role": "user", "content": [text, result]},
            ],
        }
        rendering = written(body, "anthropic")
        assert [message["role"] for message in rendering.payload["messages"]] == ["assistant", "tool", "user"]
        moved = [what for what in losses(rendering) if what[0] == "moved"]
        assert moved == [("moved", "text-after-call", "text"), ("moved", "text-before-result", "text")]

    def test_a_refusal_and_a_developer_are_told_in_words_that_it_has(self) -> None:
        messages = [
            {"role": "developer", "content": "Be brief."},
            {"role": "assistant", "content": None, "refusal": "No."},
        ]
        rendering = written({"messages": messages}, "openai-chat")
        assert [(m["role"], m["content"]) for m in rendering.payload["messages"]] == [
            ("system", "Be brief."),
            ("assistant", "No."),
        ]
        assert losses(rendering) == [
            ("changed", "developer-role", "developer"),
            ("changed", "refusal", "refusal"),
        ]

    def test_arguments_that_are_no_object_are_wrapped_and_told(self) -> None:
        broken = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{"}}
        rendering = written(
            {"messages": [user(), {"role": "assistant", "content": None, "tool_calls": [broken]}]},
            "openai-chat",
        )
        [made] = rendering.payload["messages"][1]["tool_calls"]
        assert made["function"]["arguments"] == {"_raw": "{"}
        assert losses(rendering) == [("changed", "arguments-wrapped", "arguments")]

    def test_a_tool_of_free_text_becomes_a_function_with_one_text(self) -> None:
        body = {"messages": [user()], "tools": [{"type": "custom", "custom": {"name": "sh"}}]}
        rendering = written(body, "openai-chat")
        assert rendering.payload["tools"][0]["function"]["parameters"]["required"] == ["input"]
        assert losses(rendering) == [("changed", "custom-tool", "free-text input")]

    def test_what_another_provider_ran_is_left_out_and_told(self) -> None:
        search = {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search"},
        }
        rendering = written({"input": [{"role": "user", "content": "go"}, search]}, "openai-responses")
        assert rendering.payload["messages"] == [user()]
        assert ("dropped", "server-tool") in [(kind, code) for kind, code, _ in losses(rendering)]

    @for_each("target", [name for name in crosswire.FORMATS if name != "ollama"])
    def test_thoughts_reach_nobody_else(self, target: str) -> None:
        conversation = read(user(), {"role": "assistant", "content": "A", "thinking": "PRIVATE"})
        assert isinstance(conversation.messages[1].parts[0], ReasoningPart)
        rendering = crosswire.render(conversation, target)
        assert "PRIVATE" not in json.dumps(rendering.payload)
        assert ("dropped", "reasoning", "reasoning") in losses(rendering)

    @for_each("source", [name for name in REQUESTS if name != "ollama"])
    def test_every_other_format_is_written_as_its_types_take_it(self, source: str) -> None:
        payload: Any = written(REQUESTS[source], source).payload
        _, turn, result = payload["messages"]
        assert turn["tool_calls"][0]["function"]["arguments"] == {"path": "a.txt"}
        assert (result["tool_name"], result["tool_call_id"]) == ("read_file", "call_1")


class TestRepairing:
    def test_a_result_that_is_missing_is_marked_in_its_own_words(self) -> None:
        body = {"messages": [user(), calling(call("f"), call("g")), answer(tool_name="f"), user("and?")]}
        [conversation] = crosswire.parse(body, "ollama")
        repaired = crosswire.repair(conversation, missing="mark")
        assert {
            "role": "tool",
            "tool_name": "g",
            "content": "No result was recorded for this call.",
        } in repaired.payload["messages"]  # type: ignore[index, call-overload, operator]
