"""Bedrock Converse: what is read, what is written, and what is told apart from its neighbours."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import (
    Conversation,
    DataPart,
    MediaPart,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import IdState
from crosswire.model.loss import Rendering
from crosswire.pairing import Fate, How
from tests.coverage_check import unaccounted
from tests.samples import REQUESTS
from tests.sdk_types import check_bedrock
from tests.selection import for_each

Json = dict[str, Any]


def read(value: Any) -> Conversation:
    [conversation] = crosswire.load(json.dumps(value).encode(), format="bedrock").conversations
    return conversation


def say(role: str, *blocks: Any) -> Json:
    return {"role": role, "content": list(blocks)}


def use(id: str = "tooluse_1", name: str = "f", **more: Any) -> Json:
    return {"toolUse": {"toolUseId": id, "name": name, "input": {}, **more}}


def result(*content: Json, id: str = "tooluse_1", **more: Any) -> Json:
    return {"toolResult": {"toolUseId": id, "content": list(content), **more}}


def part_of(block: Json, role: str = "user") -> Any:
    [part] = read({"messages": [say(role, block)]}).messages[0].parts
    return part


def written(body: Json, source: str, **options: Any) -> Rendering:
    [conversation] = crosswire.parse(body, source)
    rendering = crosswire.render(conversation, "bedrock", **options)
    assert unaccounted(conversation, rendering) == {}
    assert check_bedrock(rendering.payload) == []
    return rendering


def chat(*messages: Json, **beside: Any) -> Json:
    return {"messages": list(messages), **beside}


def losses(rendering: Rendering) -> list[tuple[str, str, str]]:
    return [(loss.kind.value, loss.code, loss.what) for loss in rendering.losses]


class TestReading:
    def test_a_call_and_its_result_are_tied_by_their_id(self) -> None:
        conversation = read({"messages": [say("assistant", use()), say("user", result({"text": "ok"}))]})
        [pair] = crosswire.pair(conversation).pairs
        assert (pair.how, pair.call.call_id.value, pair.call.name) == (How.BY_ID, "tooluse_1", "f")
        assert pair.call.call_id.address == "0:/messages/0/content/0/toolUse/toolUseId"

    def test_an_absent_id_stays_absent(self) -> None:
        part = part_of({"toolUse": {"name": "f", "input": {}}}, "assistant")
        assert (part.call_id.value, part.call_id.state) == (None, IdState.NO_FIELD)

    def test_a_failed_result_is_told_by_its_status(self) -> None:
        assert part_of(result(status="error")).is_error
        assert not part_of(result(status="success")).is_error
        assert part_of(result(status="halted")).extras == {"status": "halted"}

    def test_a_result_holds_text_data_and_media(self) -> None:
        content = (
            {"text": "a"},
            {"json": {"n": 1}},
            {"image": {"format": "png", "source": {"bytes": "AAAA"}}},
            {"document": {"format": "pdf", "name": "d", "source": {"s3Location": {"uri": "s3://b/d.pdf"}}}},
            {"searchResult": {"source": "s", "title": "t", "content": [{"text": "x"}]}},
        )
        part = part_of(result(*content))
        assert isinstance(part, ToolResultPart)
        text, data, image, document, found = part.content
        assert (text.text, data.value) == ("a", {"n": 1})
        assert (image.media, image.mime_type, image.data) == ("image", "image/png", "AAAA")
        assert (document.media, document.name, document.url) == ("file", "d", "s3://b/d.pdf")
        assert isinstance(found, DataPart)

    def test_what_bedrock_runs_itself_is_its_own(self) -> None:
        call = part_of(use(type="server_tool_use"), "assistant")
        answer = part_of(result({"text": "x"}, type="nova_grounding_result"), "assistant")
        assert (call.executed_by, answer.executed_by) == ("server", "server")

    def test_the_word_that_claudes_answers_repeat_makes_no_server_tool(self) -> None:
        part = part_of(use(type="tool_use"), "assistant")
        assert (part.executed_by, part.extras) == ("client", {"type": "tool_use"})

    def test_reasoning_is_read_with_its_signature_or_redacted(self) -> None:
        signed = part_of(
            {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}}, "assistant"
        )
        hidden = part_of({"reasoningContent": {"redactedContent": "cw=="}}, "assistant")
        assert isinstance(signed, ReasoningPart)
        assert (signed.text, signed.signature, signed.redacted) == ("hm", "s", False)
        assert (hidden.text, hidden.signature, hidden.redacted) == ("", "cw==", True)

    def test_text_with_citations_and_for_a_guardrail_is_text(self) -> None:
        cited = {
            "citationsContent": {"content": [{"text": "a"}, {"text": "b"}], "citations": [{"title": "t"}]}
        }
        guarded = {"guardContent": {"text": {"text": "c", "qualifiers": ["query"]}}}
        assert (part_of(cited, "assistant").text, part_of(guarded).text) == ("ab", "c")
        assert part_of(cited, "assistant").extras == {"citations": [{"title": "t"}]}

    def test_a_block_without_a_word_in_the_model_is_kept_with_its_key(self) -> None:
        part = part_of({"cachePoint": {"type": "default"}})
        assert isinstance(part, OpaquePart)
        assert part.wire_type == "cachePoint"

    @for_each(
        "content", ["hi", None, 3, [], [None], ["hi"], [{}], [{"text": None}], [{"toolUse": []}], [{"x": 1}]]
    )
    def test_odd_content_is_read_and_written_as_it_was(self, content: Any) -> None:
        body = {"messages": [say("assistant", {"text": "hi"}), {"role": "user", "content": content}]}
        conversation = read(body)
        assert crosswire.render(conversation, "bedrock", ids="keep").payload == body

    def test_settings_stand_for_what_they_mean(self) -> None:
        conversation = read(
            {
                "modelId": "m",
                "messages": [say("user", {"text": "hi"})],
                "inferenceConfig": {"maxTokens": 9, "stopSequences": ["X"]},
                "toolConfig": {"tools": [], "toolChoice": {"tool": {"name": "f"}}},
            }
        )
        assert {s.meaning: s.neutral for s in conversation.settings() if s.meaning} == {
            "model": "m",
            "max_output_tokens": 9,
            "stop": ["X"],
            "tool_choice": {"mode": "named", "name": "f"},
        }

    def test_a_call_without_its_result_in_the_next_message_is_missing(self) -> None:
        conversation = read({"messages": [say("assistant", use("a"), use("b")), say("user", result(id="a"))]})
        [alone] = crosswire.pair(conversation).unanswered
        assert (alone.call.call_id.value, alone.fate) == ("b", Fate.MISSING)


class TestRecognising:
    @for_each(
        "value",
        [
            {"output": {"message": say("assistant", {"text": "hi"})}, "stopReason": "end_turn"},
            {"output": {"message": say("assistant", use())}},
            {"messages": [say("user", {"text": "hi"})], "inferenceConfig": {}},
            {"messages": [say("user", {"text": "hi"})], "modelId": "m"},
            [say("assistant", use())],
            say("user", result({"text": "x"})),
        ],
    )
    def test_its_own_keys_are_certain(self, value: Any) -> None:
        best = crosswire.detect(json.dumps(value).encode())[0]
        assert (best.format, best.confidence >= 0.9) == ("bedrock", True)
        assert "`" in best.reason

    def test_blocks_without_a_type_are_likely_its_own(self) -> None:
        best = crosswire.detect(json.dumps([say("user", {"text": "hi"})]).encode())[0]
        assert (best.format, best.confidence) == ("bedrock", 0.8)

    @for_each("name", [name for name in REQUESTS if name != "bedrock"])
    def test_it_takes_no_request_of_another_format(self, name: str) -> None:
        assert crosswire.FORMATS["bedrock"].recognise(REQUESTS[name]) is None

    @for_each(
        "value",
        [
            [say("user", {"type": "text", "text": "hi"})],
            [{"role": ["user"], "content": [{"text": "hi"}]}],
            {"output": {"message": "done"}},
            {"output": [], "messages": 3},
            {"role": "user", "parts": [{"text": "hi"}], "content": [{"text": "hi"}]},
        ],
    )
    def test_what_only_looks_like_it_is_left_to_others(self, value: Any) -> None:
        assert crosswire.FORMATS["bedrock"].recognise(value) is None


class TestWritingItself:
    def test_a_request_is_written_to_the_letter(self) -> None:
        body = {
            "messages": [
                say("user", {"text": "hi"}, {"cachePoint": {"type": "default"}}),
                say(
                    "assistant",
                    {"reasoningContent": {"reasoningText": {"text": "h", "signature": "s"}}},
                    use(),
                ),
                say("user", result({"json": {"a": 1}}, status="error")),
            ],
            "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}],
            "inferenceConfig": {},
            "toolConfig": {
                "tools": [
                    {"toolSpec": {"name": "f", "inputSchema": {"json": {}}}},
                    {"systemTool": {"name": "g"}},
                ],
                "toolChoice": {"any": {}},
            },
            "additionalModelRequestFields": {"top_k": 3},
        }
        rendering = crosswire.render(read(body), "bedrock", ids="keep")
        assert rendering.payload == body
        assert rendering.losses == []

    def test_an_answer_is_sent_again_without_what_no_request_takes(self) -> None:
        answer = {
            "output": {"message": say("assistant", use(type="tool_use"))},
            "stopReason": "tool_use",
        }
        rendering = crosswire.render(read(answer), "bedrock")
        assert rendering.payload == {"messages": [say("assistant", use())]}
        assert ("dropped", "of-response", "type") in losses(rendering)

    def test_an_id_that_is_refused_is_rewritten_at_both_ends(self) -> None:
        body = {"messages": [say("assistant", use("a b")), say("user", result(id="a b"))]}
        payload: Any = crosswire.render(read(body), "bedrock").payload
        call, answer = payload["messages"][0]["content"][0], payload["messages"][1]["content"][0]
        assert call["toolUse"]["toolUseId"] == answer["toolResult"]["toolUseId"] != "a b"

    def test_ids_of_kimi_are_taken_as_they_are(self) -> None:
        body = {"messages": [say("assistant", use("functions.f:0"))]}
        assert crosswire.render(read(body), "bedrock").id_map == []

    def test_native_ids_are_bedrocks(self) -> None:
        [change] = crosswire.render(read([say("assistant", use("x"))]), "bedrock", ids="native").id_map
        assert change.written.startswith("tooluse_")

    def test_a_mark_of_the_cache_among_the_tools_is_a_tool_of_nobody(self) -> None:
        spec = {"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}
        marked = [spec, {"cachePoint": {"type": "default"}}, {"systemTool": {"name": "g"}}, None]
        body = {"messages": [say("user", {"text": "hi"})], "toolConfig": {"tools": marked}}
        conversation = read(body)
        assert [tool.name for tool in conversation.tools()] == ["f", "g"]
        assert crosswire.render(conversation, "bedrock").payload == body
        payload: Any = crosswire.render(conversation, "mistral").payload
        assert [tool["function"]["name"] for tool in payload["tools"]] == ["f"]


class TestWritingOthers:
    def test_results_share_one_message_and_stand_first(self) -> None:
        calls = [
            {"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}} for id in ("a", "b")
        ]
        rendering = written(
            chat(
                {"role": "user", "content": "go"},
                {"role": "assistant", "content": None, "tool_calls": calls},
                {"role": "tool", "tool_call_id": "a", "content": "1"},
                {"role": "tool", "tool_call_id": "b", "content": ""},
                {"role": "user", "content": "well?"},
            ),
            "openai-chat",
        )
        assert [m["role"] for m in rendering.payload["messages"]] == ["user", "assistant", "user"]
        assert rendering.payload["messages"][2]["content"] == [
            result({"text": "1"}, id="a"),
            result(id="b"),
            {"text": "well?"},
        ]

    def test_no_tools_are_made_up_for_a_log_that_declares_none(self) -> None:
        call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        body = chat({"role": "assistant", "content": None, "tool_calls": [call]}, tool_choice="auto")
        assert "toolConfig" not in written(body, "openai-chat").payload

    def test_an_error_is_a_status(self) -> None:
        block = {"type": "tool_result", "tool_use_id": "a", "is_error": True, "content": "no"}
        rendering = written({"max_tokens": 1, "messages": [say("user", block)]}, "anthropic")
        assert rendering.payload["messages"][0]["content"] == [result({"text": "no"}, id="a", status="error")]
        assert losses(rendering) == []

    def test_a_structured_result_stays_one_if_it_is_an_object(self) -> None:
        responses = [{"output": "x"}, {"n": 1, "m": [2]}]
        parts = [{"functionResponse": {"id": "a", "name": "f", "response": r}} for r in responses]
        payload: Any = written({"contents": [{"role": "user", "parts": parts}]}, "gemini").payload
        first, second = (block["toolResult"]["content"] for block in payload["messages"][0]["content"])
        assert (first, second) == ([{"text": "x"}], [{"json": {"n": 1, "m": [2]}}])

    def test_later_words_of_the_system_move_to_the_front(self) -> None:
        rendering = written(
            chat(
                {"role": "system", "content": "A."},
                {"role": "user", "content": "hi"},
                {"role": "developer", "content": "B."},
            ),
            "openai-chat",
        )
        assert rendering.payload["system"] == [{"text": "A."}, {"text": "B."}]
        assert losses(rendering) == [
            ("moved", "system-hoisted", "system message"),
            ("changed", "developer-role", "developer"),
        ]

    def test_a_document_has_a_name_that_the_service_takes(self) -> None:
        file = {"file_data": "data:application/pdf;base64,AAAA", "filename": "q3_report  (v2).pdf"}
        rendering = written(chat(say("user", {"type": "file", "file": file})), "openai-chat")
        [block] = rendering.payload["messages"][0]["content"]
        assert block["document"]["name"] == "q3 report (v2) pdf"
        assert ("changed", "document-name", "q3_report  (v2).pdf") in losses(rendering)

    def test_a_document_without_a_name_gets_one_and_that_is_said(self) -> None:
        source = {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}
        body = {"max_tokens": 1, "messages": [say("user", {"type": "document", "source": source})]}
        rendering = written(body, "anthropic")
        assert rendering.payload["messages"][0]["content"][0]["document"]["name"] == "Document"
        assert [loss.target for loss in rendering.losses] == ["0:/messages/0/content/0/document/name"]

    def test_an_image_elsewhere_on_the_web_is_told_of(self) -> None:
        image = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
        rendering = written(chat(say("user", image)), "openai-chat")
        assert rendering.payload["messages"][0]["content"][0].keys() == {"text"}
        assert losses(rendering) == [("dropped", "media", "image")]

    def test_what_the_ranges_of_the_service_exclude_is_left_out(self) -> None:
        body = chat(
            {"role": "user", "content": "hi"}, temperature=1.5, top_p=0.5, tool_choice="none", model="m"
        )
        rendering = written(body, "openai-chat")
        assert rendering.payload["inferenceConfig"] == {"topP": 0.5}
        assert rendering.payload["modelId"] == "m"
        assert {what for _, code, what in losses(rendering) if code == "setting"} == {
            "temperature",
            "tool_choice",
        }

    @for_each("target", [name for name in crosswire.FORMATS if name != "bedrock"])
    def test_reasoning_and_its_signature_reach_nobody_else(self, target: str) -> None:
        thought = {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "SIGNED"}}}
        rendering = crosswire.render(read([say("user", {"text": "hi"}), say("assistant", thought)]), target)
        assert "SIGNED" not in json.dumps(rendering.payload)
        assert ("dropped", "reasoning", "reasoning") in losses(rendering)

    def test_text_and_media_reach_the_others(self) -> None:
        image = {"image": {"format": "png", "source": {"bytes": "AAAA"}}}
        conversation = read([say("user", {"text": "see"}, image)])
        kinds = [type(part) for part in conversation.messages[0].parts]
        assert kinds == [TextPart, MediaPart]
        payload: Any = crosswire.render(conversation, "anthropic").payload
        assert payload["messages"][0]["content"][1]["source"]["media_type"] == "image/png"

    def test_a_call_is_a_call_everywhere(self) -> None:
        conversation = read([say("user", {"text": "go"}), say("assistant", {"text": "Sure."}, use("a"))])
        for target in crosswire.FORMATS:
            [again] = crosswire.parse(crosswire.render(conversation, target).payload, target)
            assert [part.name for _, part in again.parts() if isinstance(part, ToolCallPart)] == ["f"]


def test_a_body_with_settings_of_its_own_is_read_beside_a_block_that_nobody_knows() -> None:
    messages = [
        {"role": "user", "content": [{"text": "Hello."}]},
        {"role": "assistant", "content": [{"hologram": {"says": "Hello to you."}}]},
    ]
    [conversation] = crosswire.parse({"messages": messages, "inferenceConfig": {"maxTokens": 9}})
    assert conversation.format == "bedrock"
    verdict = crosswire.verdicts(conversation, ["bedrock"])["bedrock"]
    assert [point.code for point in verdict.undecided] == ["block"]
