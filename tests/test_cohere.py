"""Cohere: plans before calls, documents as results, and that plain Chat Completions is left alone."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, DataPart, MediaPart, OpaquePart, ReasoningPart, TextPart
from crosswire.model.loss import Rendering
from crosswire.pairing import How
from tests.coverage_check import unaccounted
from tests.samples import MESSAGES, REQUESTS, RESPONSES
from tests.sdk_types import CHECKS, check_cohere
from tests.selection import for_each

Json = dict[str, Any]

ID = "f_1byjy32y4hvq"
CITATION = {
    "start": 0,
    "end": 4,
    "text": "Milk",
    "type": "TEXT_CONTENT",
    "sources": [{"type": "tool", "id": f"{ID}:0", "tool_output": {"content": "milk"}}],
}


def read(*messages: Json, **beside: Any) -> Conversation:
    [conversation] = crosswire.parse({"messages": list(messages), **beside}, "cohere")
    return conversation


def user(content: Any = "go") -> Json:
    return {"role": "user", "content": content}


def call(id: str = ID, name: str = "f", arguments: str = "{}") -> Json:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Json, **more: Any) -> Json:
    return {"role": "assistant", **more, "tool_calls": list(calls or [call()])}


def answer(content: Any = "ok", id: str = ID) -> Json:
    return {"role": "tool", "tool_call_id": id, "content": content}


def document(data: Any, **more: Any) -> Json:
    return {"type": "document", "document": {"data": data, **more}}


def response(message: Json, ended: str = "COMPLETE", **more: Any) -> Json:
    return {
        "id": "fe25f494-b8e8-4e8f-9887-85a02c2e109f",
        "message": {"role": "assistant", **message},
        "finish_reason": ended,
        **more,
    }


def detected(value: Any) -> str:
    return crosswire.detect(json.dumps(value).encode())[0].format


def converted(conversation: Conversation, target: str) -> Rendering:
    rendering = crosswire.render(conversation, target)
    assert unaccounted(conversation, rendering) == {}
    assert CHECKS[target](rendering.payload) == []
    return rendering


def written(body: Json, source: str) -> Rendering:
    [conversation] = crosswire.parse(body, source)
    return converted(conversation, "cohere")


def losses(rendering: Rendering) -> list[tuple[str, str, str]]:
    return [(loss.kind.value, loss.code, loss.what) for loss in rendering.losses]


class TestReading:
    def test_a_plan_is_what_the_assistant_says_before_its_calls(self) -> None:
        [message] = read(calling(call(), tool_plan="I look.")).messages
        plan, called = message.parts
        assert isinstance(plan, TextPart)
        assert (plan.text, plan.address) == ("I look.", "0:/messages/0/tool_plan")
        assert called.address == "0:/messages/0/tool_calls/0"
        assert message.extras is None

    def test_a_plan_that_says_nothing_is_no_part(self) -> None:
        [message] = read(calling(call(), tool_plan="", citations=[])).messages
        assert len(message.parts) == 1
        assert message.extras is None

    def test_a_plan_that_is_no_text_is_kept_as_it_is(self) -> None:
        [message] = read(calling(call(), tool_plan=["I", "look"])).messages
        assert message.extras == {"tool_plan": ["I", "look"]}

    def test_thinking_is_read_as_reasoning_and_stands_before_the_plan(self) -> None:
        content = [{"type": "thinking", "thinking": "hm", "closed": True}]
        thought, plan, _ = read(calling(call(), content=content, tool_plan="I look.")).messages[0].parts
        assert isinstance(thought, ReasoningPart)
        assert (thought.text, thought.signature, thought.extras) == ("hm", None, {"closed": True})
        assert isinstance(plan, TextPart)

    def test_a_document_is_a_structured_result_and_its_id_is_kept(self) -> None:
        [result] = read(answer([document({"a": 1}, id="doc-1"), {"type": "text", "text": "b"}])).results()
        data, text = result.content
        assert isinstance(data, DataPart)
        assert (data.value, data.extras) == ({"a": 1}, {"id": "doc-1"})
        assert isinstance(text, TextPart)

    def test_a_document_of_text_is_text(self) -> None:
        [result] = read(answer([document('{"a": 1}')])).results()
        [text] = result.content
        assert isinstance(text, TextPart)
        assert text.text == '{"a": 1}'

    @pytest.mark.parametrize(
        "block", [{"type": "document"}, document(None), {"type": "document", "document": "x"}]
    )
    def test_a_document_without_data_is_kept_as_it_is(self, block: Json) -> None:
        [result] = read(answer([block])).results()
        assert [type(part) for part in result.content] == [OpaquePart]

    def test_a_document_outside_a_result_is_no_structured_result(self) -> None:
        text = {"type": "text", "text": "Read this."}
        [_, part] = read(user([text, document({"a": 1})])).messages[0].parts
        assert isinstance(part, OpaquePart)

    def test_citations_stay_with_their_message(self) -> None:
        [message] = read({"role": "assistant", "content": "Milk.", "citations": [CITATION]}).messages
        assert message.extras == {"citations": [CITATION]}

    def test_an_image_stands_at_its_address(self) -> None:
        image = {"type": "image_url", "image_url": {"url": "https://a/b.png", "detail": "low"}}
        [part] = read(user([image])).messages[0].parts
        assert isinstance(part, MediaPart)
        assert (part.url, part.extras) == ("https://a/b.png", {"detail": "low"})

    def test_settings_stand_for_what_they_mean(self) -> None:
        conversation = read(
            user(),
            p=0.75,
            k=5,
            max_tokens=9,
            stop_sequences=["END"],
            tool_choice="NONE",
            safety_mode="STRICT",
        )
        meant = {s.meaning: s.neutral for s in conversation.settings() if s.meaning}
        assert meant == {
            "top_p": 0.75,
            "top_k": 5,
            "max_output_tokens": 9,
            "stop": ["END"],
            "tool_choice": {"mode": "none"},
        }

    def test_an_answer_is_one_message_with_what_stands_beside_it(self) -> None:
        body = response(
            calling(call(), tool_plan="I look."), "TOOL_CALL", usage={"cached_tokens": 0}, logprobs=None
        )
        [conversation] = crosswire.load(json.dumps(body).encode()).conversations
        assert [part.address for part in conversation.messages[0].parts] == [
            "0:/message/tool_plan",
            "0:/message/tool_calls/0",
        ]
        said = {s.name: s.value for s in conversation.settings() if s.of_response}
        assert said == {"id": body["id"], "finish_reason": "TOOL_CALL", "usage": {"cached_tokens": 0}}

    def test_results_are_paired_by_id(self) -> None:
        conversation = read(user(), calling(call("a"), call("b")), answer(id="b"), answer(id="a"))
        assert [pair.how for pair in crosswire.pair(conversation).pairs] == [How.BY_ID, How.BY_ID]

    @for_each("message", [None, 3, "text", [], {}, {"role": None, "tool_plan": 1}])
    def test_an_answer_whose_message_is_wrong_is_read_all_the_same(self, message: Any) -> None:
        body = {"id": "a", "message": message, "finish_reason": "COMPLETE"}
        [conversation, *_] = crosswire.parse({"request": {"messages": [user()]}, "response": body}, "cohere")
        assert crosswire.diagnose(conversation) is not None


class TestRecognising:
    @for_each(
        "value",
        [
            {"messages": [user()], "safety_mode": "STRICT"},
            {"messages": [user()], "citation_options": {"mode": "FAST"}, "model": "any"},
            {"messages": [user()], "tool_choice": "REQUIRED"},
            {"messages": [user()], "model": "mine", "p": 0.7},
            {"messages": [user()], "model": "command-r"},
            {"messages": [user(), calling(), answer()], "model": "command-a-03-2025", "stream": True},
            {
                "messages": [user()],
                "model": "c4ai-aya-expanse-32b",
                "tools": REQUESTS["openai-chat"]["tools"],
            },
            [user(), calling(tool_plan="I look.")],
            calling(tool_plan="I look."),
            [user(), calling(), answer([document({"a": 1})])],
            [user(), {"role": "assistant", "content": "Milk.", "citations": [CITATION]}],
            response({"content": [{"type": "text", "text": "hi"}]}),
            response({"content": None}, "MAX_TOKENS"),
            response(calling(tool_plan="I look."), "tool_call"),
            {"request": {"messages": [user()], "model": "any"}, "response": RESPONSES["cohere"]},
        ],
    )
    def test_what_only_cohere_has_tells(self, value: Any) -> None:
        assert detected(value) == "cohere"

    @for_each(
        "value",
        [
            # others serve its models too, under longer names or with fields of their own
            {"messages": [user()], "model": "cohere/command-r"},
            {"messages": [user()], "model": "command-r:35b"},
            {"messages": [user()], "model": "command-a-03-2025", "max_completion_tokens": 5},
            {"messages": [user()], "model": "command-r", "tool_choice": "auto"},
            {"messages": [{"role": "developer", "content": "hi"}, user()], "model": "command-r"},
            {"messages": [user(), {**answer(), "name": "f"}], "model": "command-r"},
            {**RESPONSES["openai-chat"], "model": "command-a-03-2025"},
            # its ids may be in anybody's log
            {"messages": [user(), calling(), answer()]},
            [user(), calling(), answer()],
            # a word that others use as well
            {"messages": [user()], "documents": ["Milk is white."]},
            {"messages": [user()], "k": True, "n": 1},
            {"messages": [user(), {"role": "assistant", "content": "a", "citations": ["https://a"]}]},
            calling(tool_plan=None),
            REQUESTS["openai-chat"],
        ],
    )
    def test_plain_chat_is_never_taken_for_it(self, value: Any) -> None:
        assert detected(value) == "openai-chat"

    @for_each("name", [name for name in crosswire.FORMATS if name != "cohere"])
    def test_the_logs_of_others_are_theirs(self, name: str) -> None:
        for value in (REQUESTS[name], RESPONSES[name], MESSAGES[name]):
            assert detected(value) == name

    @for_each(
        "value",
        [
            {"message": {"role": "assistant", "content": "hi"}},
            {"message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"},
            {"message": {"role": "user", "content": "hi"}, "finish_reason": "COMPLETE"},
            {"message": "hi", "finish_reason": "COMPLETE"},
            {"message": {"role": "assistant"}, "finish_reason": ["COMPLETE"]},
        ],
    )
    def test_a_message_alone_is_no_answer(self, value: Any) -> None:
        assert crosswire.FORMATS["cohere"].recognise(value) is None

    def test_it_is_said_that_a_plain_body_may_be_coheres(self) -> None:
        found = {d.format: d for d in crosswire.detect(json.dumps(REQUESTS["openai-chat"]).encode())}
        assert found["cohere"].confidence == 0.3
        assert "none of its own" in found["cohere"].reason


class TestWriting:
    def test_a_request_of_its_own_is_written_to_the_letter(self) -> None:
        body = {
            "model": "command-a-03-2025",
            "documents": ["Milk is white.", {"id": "doc-1", "data": {"title": "Milk"}}],
            "messages": [
                user([{"type": "text", "text": "hi"}]),
                calling(call(), tool_plan="I look.", content=[{"type": "thinking", "thinking": "hm"}]),
                answer([document({"a": 1}, id="doc-2")]),
                {"role": "assistant", "content": "Milk.", "citations": [CITATION], "tool_calls": None},
            ],
            "response_format": {"type": "text"},
            "strict_tools": True,
            "tool_choice": "REQUIRED",
            "p": 0.99,
            "tools": REQUESTS["openai-chat"]["tools"],
        }
        [conversation] = crosswire.parse(body, "cohere")
        rendering = crosswire.render(conversation, "cohere")
        assert rendering.payload == body
        assert (rendering.losses, rendering.id_map) == ([], [])
        assert unaccounted(conversation, rendering) == {}
        assert check_cohere(rendering.payload) == []

    def test_an_answer_of_its_own_may_be_sent_again(self) -> None:
        message = calling(call(), tool_plan="I look.", citations=[CITATION])
        [conversation] = crosswire.parse(response(message, "TOOL_CALL"), "cohere")
        rendering = converted(conversation, "cohere")
        assert rendering.payload == {"messages": [message]}
        assert losses(rendering) == [
            ("dropped", "of-response", "id"),
            ("dropped", "of-response", "finish_reason"),
        ]

    def test_text_beside_calls_becomes_the_plan(self) -> None:
        blocks = [
            {"type": "text", "text": "I look."},
            {"type": "text", "text": "Now."},
            {"type": "tool_use", "id": "a", "name": "f", "input": {}},
        ]
        messages = [user(), {"role": "assistant", "content": blocks}]
        rendering = written({"max_tokens": 1, "messages": messages}, "anthropic")
        [_, turn] = rendering.payload["messages"]
        assert turn == {"role": "assistant", "tool_plan": "I look.\nNow.", "tool_calls": [call("a")]}
        merged = [link.relation for link in rendering.links if link.target == "0:/messages/1/tool_plan"]
        assert merged == ["merged", "merged"]

    def test_text_behind_calls_is_told_of(self) -> None:
        blocks = [{"type": "tool_use", "id": "a", "name": "f", "input": {}}, {"type": "text", "text": "So."}]
        messages = [user(), {"role": "assistant", "content": blocks}]
        rendering = written({"max_tokens": 1, "messages": messages}, "anthropic")
        assert rendering.payload["messages"][1]["tool_plan"] == "So."
        assert losses(rendering) == [("moved", "text-after-call", "text")]

    def test_a_refusal_beside_calls_is_told_of_too(self) -> None:
        turn = {"role": "assistant", "content": None, "refusal": "No.", "tool_calls": [call("a")]}
        rendering = written({"messages": [user(), turn]}, "openai-chat")
        assert rendering.payload["messages"][1]["tool_plan"] == "No."
        assert losses(rendering) == [("changed", "refusal", "refusal")]

    def test_calls_alone_have_no_content(self) -> None:
        payload: Any = written(REQUESTS["openai-chat"], "openai-chat").payload
        assert set(payload["messages"][1]) == {"role", "tool_calls"}

    @for_each("target", [name for name in crosswire.FORMATS if name != "cohere"])
    def test_a_plan_reaches_every_other_format_and_comes_back(self, target: str) -> None:
        conversation = read(user(), calling(call("D681PevKs"), tool_plan="I look."))
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        assert [loss for loss in rendering.losses if loss.source is not None] == []
        [there] = crosswire.parse(rendering.payload, target)
        [back] = crosswire.parse(crosswire.render(there, "cohere").payload, "cohere")
        assert [part.text for part in back.messages[1].parts if isinstance(part, TextPart)] == ["I look."]

    def test_a_structured_result_becomes_a_document(self) -> None:
        result = {"functionResponse": {"id": "a", "name": "f", "response": {"degrees": 21}}}
        said = {"functionCall": {"id": "a", "name": "f", "args": {}}}
        contents = [{"role": "model", "parts": [said]}, {"role": "user", "parts": [result]}]
        rendering = written({"contents": contents}, "gemini")
        assert rendering.payload["messages"][1]["content"] == [document({"degrees": 21})]
        assert losses(rendering) == []

    def test_a_document_becomes_a_structured_result(self) -> None:
        conversation = read(user(), calling(), answer([document({"degrees": 21}, id="doc-1")]))
        payload: Any = converted(conversation, "bedrock").payload
        assert payload["messages"][2]["content"][0]["toolResult"]["content"] == [{"json": {"degrees": 21}}]
        rendering = converted(conversation, "openai-chat")
        assert rendering.payload["messages"][2]["content"] == '{"degrees":21}'
        assert sorted(losses(rendering)) == [
            ("changed", "data-as-text", "structured result"),
            ("dropped", "vendor-field", "id"),
        ]

    def test_what_is_no_object_is_no_document(self) -> None:
        content = [{"json": [1, 2]}, {"text": "b"}]
        result = {"toolResult": {"toolUseId": "a", "content": content}}
        said = {"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}
        messages = [{"role": "assistant", "content": [said]}, {"role": "user", "content": [result]}]
        rendering = written({"messages": messages}, "bedrock")
        assert rendering.payload["messages"][1]["content"] == [
            {"type": "text", "text": "[1,2]"},
            {"type": "text", "text": "b"},
        ]
        assert losses(rendering) == [("changed", "data-as-text", "structured result")]

    def test_citations_and_thinking_reach_nobody_else(self) -> None:
        content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Milk."}]
        conversation = read(user(), {"role": "assistant", "content": content, "citations": [CITATION]})
        for target in crosswire.FORMATS:
            if target != "cohere":
                rendering = converted(conversation, target)
                assert "tool_output" not in json.dumps(rendering.payload)
                assert ("dropped", "reasoning", "reasoning") in losses(rendering)
                assert ("dropped", "vendor-field", "citations") in losses(rendering)

    def test_what_another_model_thought_is_not_passed_off_as_its_own(self) -> None:
        thought = {"type": "thinking", "thinking": "hm", "signature": "SIGNED"}
        messages = [user(), {"role": "assistant", "content": [thought, {"type": "text", "text": "Hi."}]}]
        rendering = written({"max_tokens": 1, "messages": messages}, "anthropic")
        assert "hm" not in json.dumps(rendering.payload)
        assert losses(rendering) == [("dropped", "reasoning", "reasoning")]
        assert "no field" not in rendering.losses[0].why

    def test_its_words_for_settings_are_used_within_their_limits(self) -> None:
        body = {"messages": [user()], "max_completion_tokens": 2, "top_p": 0.5, "stop": "END", "seed": 3}
        payload: Any = written(body, "openai-chat").payload
        assert {name: payload[name] for name in ("max_tokens", "p", "stop_sequences", "seed")} == {
            "max_tokens": 2,
            "p": 0.5,
            "stop_sequences": ["END"],
            "seed": 3,
        }
        beyond = {"messages": [user()], "top_p": 1, "stop": list("abcdef")}
        rendering = written(beyond, "openai-chat")
        assert rendering.payload == {"messages": [user()]}
        assert losses(rendering) == [("dropped", "setting", "top_p"), ("dropped", "setting", "stop")]

    @for_each(
        ("choice", "names", "word", "told"),
        [
            ("required", "fg", "REQUIRED", []),
            ("none", "fg", "NONE", []),
            ("auto", "fg", None, ["dropped"]),
            ({"type": "function", "function": {"name": "f"}}, "fg", "REQUIRED", ["changed"]),
            ({"type": "function", "function": {"name": "f"}}, "f", "REQUIRED", []),
        ],
    )
    def test_a_choice_of_tools_is_written_where_there_is_a_word_for_it(
        self, choice: Any, names: str, word: str | None, told: list[str]
    ) -> None:
        tools = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in names]
        rendering = written({"messages": [user()], "tools": tools, "tool_choice": choice}, "openai-chat")
        assert rendering.payload.get("tool_choice") == word
        choices = [loss for loss in rendering.losses if str(loss.source).endswith("/tool_choice")]
        assert [loss.kind.value for loss in choices] == told

    def test_a_switch_of_one_tool_is_told_of(self) -> None:
        function = {"name": "f", "parameters": {"type": "object"}, "strict": True}
        rendering = written(
            {"messages": [user()], "tools": [{"type": "function", "function": function}]}, "openai-chat"
        )
        assert "strict" not in rendering.payload["tools"][0]["function"]
        assert losses(rendering) == [("dropped", "vendor-field", "strict")]

    def test_only_images_are_shown_to_it(self) -> None:
        image = {"type": "image_url", "image_url": {"url": "https://a/b.png"}}
        sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
        file = {"type": "file", "file": {"file_id": "file-1"}}
        rendering = written({"messages": [user([image, sound, file])]}, "openai-chat")
        assert rendering.payload["messages"] == [user([image])]
        assert losses(rendering) == [("dropped", "media", "audio"), ("dropped", "media", "file")]

    def test_a_name_with_other_characters_is_rewritten_everywhere(self) -> None:
        body = {
            "messages": [user(), calling(call("a", "read-file")), answer(id="a")],
            "tools": [{"type": "function", "function": {"name": "read-file", "parameters": {}}}],
        }
        payload: Any = written(body, "openai-chat").payload
        name = payload["tools"][0]["function"]["name"]
        assert name != "read-file"
        assert payload["messages"][1]["tool_calls"][0]["function"]["name"] == name
