"""Gemini generateContent: recognised, and read in both spellings."""

from __future__ import annotations

from typing import Any

import crosswire
import pytest
from crosswire.address import resolve
from crosswire.formats import gemini
from crosswire.model import (
    ArgumentsState,
    DataPart,
    MediaPart,
    OpaquePart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.call_id import IdState
from tests.gemini_logs import (
    CALL,
    DUMPED,
    PNG,
    REQUEST,
    RESPONSE,
    RESULT,
    SIGNATURE,
    TURNS,
    Json,
    every_part,
    of_parts,
    own,
    parsed,
    setting,
)
from tests.sdk_types import check_gemini
from tests.selection import for_each


class TestRecognising:
    @for_each(
        ("value", "shape"),
        [
            (REQUEST, "request"),
            (DUMPED, "request"),
            ({"contents": "Hello?"}, "request"),
            ({"contents": ["Hello?", {"text": "And?"}], "config": {}}, "request"),
            ({"config": {"tools": [{"functionDeclarations": [{"name": "f"}]}]}}, "request"),
            (RESPONSE, "response"),
            ({"response": {"candidates": RESPONSE["candidates"]}}, "response"),
            ({"response": {"data": {"candidates": RESPONSE["candidates"]}}}, "response"),
            ({"candidates": [{"finish_reason": "SAFETY", "content": None}]}, "response"),
            ({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {}}, "response"),
            (TURNS, "messages"),
            ([{"role": "user", "parts": [{"text": "Hi."}]}], "messages"),
            ([*TURNS, {"role": "model"}], "messages"),
            ([{"parts": [{"text": "Hi."}]}], "messages"),
            ([{"role": "user", "parts": ["Hi."]}], "messages"),
            ([{"functionCall": {"name": "f"}}], "messages"),
            (TURNS[1], "message"),
            (RESULT, "message"),
        ],
    )
    def test_each_shape_is_told(self, value: Any, shape: str) -> None:
        found = gemini.recognise(value)

        assert found is not None
        assert found.shape == shape
        assert found.reason.endswith(".")

    @for_each(
        "value",
        [
            [],
            {},
            {"contents": []},
            {"contents": [{"role": "user", "content": "Hi."}]},
            {"contents": [], "role": "assistant"},
            [{"role": "user", "parts": [{"type": "text", "text": "Hi."}]}],
            [{"role": "assistant", "parts": [{"type": "text", "text": "Hi."}]}],
            [{"role": "user", "content": "Hi."}],
            [{"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}],
            [{"thought": "I should look.", "action": "look"}],
            {"toolCall": {"name": "f"}, "requestId": "r"},
            [{"text": "Hi."}],
            {"request": {"url": "/"}, "response": {"candidates": []}},
        ],
    )
    def test_what_others_write_is_left_to_them(self, value: Any) -> None:
        assert gemini.recognise(value) is None

    def test_a_request_with_its_response_is_one_exchange(self) -> None:
        (first, second) = crosswire.parse({"request": REQUEST, "response": RESPONSE})

        assert first.shape == "exchange"
        assert [message.role for message in first.messages][-1] == "assistant"
        assert [part.name for part in first.calls()] == ["f", "f"]
        assert len(list(second.calls())) == 1


class TestReadingParts:
    def test_a_call_without_an_id_has_none_and_needs_none(self) -> None:
        (call,) = of_parts(CALL)

        assert isinstance(call, ToolCallPart)
        assert (call.call_id.value, call.call_id.state, call.call_id.required) == (
            None,
            IdState.NO_FIELD,
            False,
        )
        assert call.arguments.value == {"a": 1}
        assert call.address == "0:/0/parts/0"
        assert call.call_id.address == "0:/0/parts/0/functionCall/id"

    def test_a_null_of_an_sdk_dump_is_no_id(self) -> None:
        call, result = [part for _, part in parsed(DUMPED).parts() if not isinstance(part, TextPart)]

        assert isinstance(call, ToolCallPart)
        assert isinstance(result, ToolResultPart)
        assert call.call_id.state == result.call_id.state == IdState.NULL

    def test_arguments_may_be_absent(self) -> None:
        (call,) = of_parts({"functionCall": {"name": "f"}})

        assert isinstance(call, ToolCallPart)
        assert call.arguments.state is ArgumentsState.ABSENT

    def test_a_thought_is_reasoning_and_keeps_its_signature(self) -> None:
        (thought,) = of_parts({"text": "Hm.", "thought": True, "thoughtSignature": SIGNATURE})

        assert isinstance(thought, ReasoningPart)
        assert (thought.text, thought.signature, thought.extras) == ("Hm.", SIGNATURE, None)

    @pytest.mark.parametrize(
        "part", [{"thoughtSignature": SIGNATURE}, {"text": "", "thoughtSignature": SIGNATURE}]
    )
    def test_a_part_that_only_carries_a_signature_is_reasoning(self, part: Json) -> None:
        (carrier,) = of_parts(part)

        assert isinstance(carrier, ReasoningPart)
        assert (carrier.text, carrier.signature) == ("", SIGNATURE)

    def test_a_signature_beside_something_else_is_kept_with_it(self) -> None:
        text, call = of_parts({"text": "Hm.", "thoughtSignature": "a"}, {**CALL, "thoughtSignature": "b"})

        assert isinstance(text, TextPart)
        assert isinstance(call, ToolCallPart)
        assert text.extras == {"thoughtSignature": "a"}
        assert call.extras == {"thoughtSignature": "b"}

    def test_a_part_that_says_several_things_loses_none(self) -> None:
        text, call, result = of_parts({"text": "Hm.", **CALL, **RESULT, "thoughtSignature": "s"})

        assert isinstance(text, TextPart)
        assert isinstance(call, ToolCallPart)
        assert isinstance(result, ToolResultPart)
        assert [part.address for part in (text, call, result)] == [
            "0:/0/parts/0",
            "0:/0/parts/0/functionCall",
            "0:/0/parts/0/functionResponse",
        ]
        assert call.call_id.address == "0:/0/parts/0/functionCall/id"

    def test_code_that_the_provider_ran_is_a_call_with_its_result(self) -> None:
        value = [
            {
                "role": "model",
                "parts": [
                    {"executableCode": {"language": "PYTHON", "code": "1/0"}},
                    {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "ZeroDivisionError"}},
                ],
            }
        ]
        conversation = parsed(value)
        (pair,) = crosswire.pair(conversation).pairs

        assert pair.call.executed_by == pair.result.executed_by == "server"
        assert pair.call.arguments.value == {"language": "PYTHON", "code": "1/0"}
        assert pair.result.is_error
        assert crosswire.diagnose(conversation) == []

    def test_tools_that_the_provider_ran_are_paired_by_id(self) -> None:
        called, answered = of_parts(
            {"toolCall": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["q"]}}},
            {"toolResponse": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "response": {"hits": 0}}},
        )

        assert isinstance(called, ToolCallPart)
        assert isinstance(answered, ToolResultPart)
        assert called.name == answered.name == "GOOGLE_SEARCH_WEB"
        assert called.executed_by == answered.executed_by == "server"

    @for_each(
        ("response", "texts", "is_error"),
        [
            ({"output": "one"}, ["one"], False),
            ({"result": "one"}, ["one"], False),
            ({"content": "one"}, ["one"], False),
            ({"output": "one", "error": None}, ["one"], False),
            ({"output": ""}, [], False),
            ({"error": "bad"}, ["bad"], True),
            ({"error": ""}, [], True),
            ("one", ["one"], False),
            (None, [], False),
        ],
    )
    def test_a_text_is_found_in_what_sdks_wrap_around_it(
        self, response: Any, texts: list[str], is_error: bool
    ) -> None:
        (result,) = of_parts({"functionResponse": {"name": "f", "response": response}}, role="user")

        assert isinstance(result, ToolResultPart)
        assert [part.text for part in result.content if isinstance(part, TextPart)] == texts
        assert len(result.content) == len(texts)
        assert result.is_error is is_error

    @for_each(
        ("response", "data", "is_error"),
        [
            ({"rows": 3}, {"rows": 3}, False),
            ({"output": [1]}, [1], False),
            ({"result": [1]}, {"result": [1]}, False),
            ({"error": {"code": 5}}, {"code": 5}, True),
            ({"error": "bad", "hint": "x"}, {"error": "bad", "hint": "x"}, True),
            ({"error": 0.25, "mean": 1}, {"error": 0.25, "mean": 1}, False),
            ({}, {}, False),
            ([1], [1], False),
        ],
    )
    def test_a_structure_is_kept_whole(self, response: Any, data: Any, is_error: bool) -> None:
        (result,) = of_parts({"functionResponse": {"name": "f", "response": response}}, role="user")

        assert isinstance(result, ToolResultPart)
        assert [part.value for part in result.content if isinstance(part, DataPart)] == [data]
        assert result.is_error is is_error

    def test_media_stand_inside_a_result_or_beside_it(self) -> None:
        blob = {"inlineData": {"mimeType": "image/png", "data": PNG}}
        result = {"functionResponse": {"name": "f", "response": {}, "parts": [blob]}}
        inside, beside = of_parts(result, blob, role="user")

        assert isinstance(inside, ToolResultPart)
        assert [part.address for part in inside.content] == ["0:/0/parts/0/functionResponse/parts/0"]
        assert isinstance(inside.content[0], MediaPart)
        assert isinstance(beside, MediaPart)
        assert beside.mime_type == "image/png"

    def test_bytes_in_the_alphabet_of_urls_are_read(self) -> None:
        (blob,) = of_parts({"inline_data": {"mime_type": "image/png", "data": "-_-_-w"}})

        assert isinstance(blob, MediaPart)
        assert blob.data == "+/+/+w=="

    def test_a_public_file_has_a_url_and_an_uploaded_one_an_id(self) -> None:
        public, kept = of_parts(
            {"fileData": {"fileUri": "https://example.com/a.pdf", "mimeType": "application/pdf"}},
            {"fileData": {"fileUri": "gs://bucket/a.pdf"}},
        )

        assert isinstance(public, MediaPart)
        assert isinstance(kept, MediaPart)
        assert (public.media, public.url, public.file_id) == ("file", "https://example.com/a.pdf", None)
        assert (kept.url, kept.file_id) == (None, "gs://bucket/a.pdf")

    @for_each(
        "part",
        [
            {},
            {"hologram": {"x": 1}},
            {"functionCall": "f"},
            {"inlineData": {"mimeType": "image/png"}},
            {"text": 5},
            {"thought": True},
            7,
        ],
    )
    def test_what_is_not_understood_is_kept_as_it_is(self, part: Any) -> None:
        _, found = of_parts({"text": "hi"}, part)

        assert isinstance(found, OpaquePart)
        assert found.raw == part
        assert found.reason.endswith(".")
        assert found.wire_type


class TestReadingBodies:
    @for_each(
        ("role", "parts", "expected"),
        [
            ("user", [RESULT], "user"),
            ("function", [RESULT], "tool"),
            ("tool", [RESULT], "tool"),
            ("model", [CALL], "assistant"),
            (None, [RESULT], "user"),
            (None, [CALL], "assistant"),
            ("narrator", [CALL], "other"),
        ],
    )
    def test_the_role_is_the_logs_or_what_the_parts_tell(
        self, role: str | None, parts: list[Json], expected: str
    ) -> None:
        (message,) = parsed([{"parts": parts, "role": role}]).messages

        assert message.role == expected

    @for_each(
        "instruction",
        ["Be brief.", {"parts": [{"text": "Be brief."}]}, {"text": "Be brief."}, ["Be brief."]],
    )
    @for_each("key", ["systemInstruction", "system_instruction"])
    def test_a_system_prompt_comes_first_wherever_it_stands(self, key: str, instruction: Any) -> None:
        for body in (
            {"contents": TURNS, key: instruction},
            {"contents": TURNS, "config": {key: instruction}},
        ):
            conversation = parsed(body)
            first = conversation.messages[0]

            assert (first.role, first.field) == ("system", "systemInstruction")
            (text,) = first.parts
            assert isinstance(text, TextPart)
            assert text.text == "Be brief."
            assert own(body)["systemInstruction"]["parts"] == [{"text": "Be brief."}]

    @for_each(
        ("contents", "texts"),
        [
            ("Hi.", ["Hi."]),
            (["Hi.", "And?"], ["Hi.", "And?"]),
            ({"text": "Hi."}, ["Hi."]),
            ([{"text": "Hi."}], ["Hi."]),
            ([["Hi.", {"text": "And?"}]], ["Hi.", "And?"]),
            ({"role": "user", "parts": {"text": "Hi."}}, ["Hi."]),
            ([{"role": "user", "parts": "Hi."}], ["Hi."]),
            ([{"role": "user", "parts": ["Hi.", {"text": "And?"}]}], ["Hi.", "And?"]),
        ],
    )
    def test_the_short_forms_of_sdks_are_contents_too(self, contents: Any, texts: list[str]) -> None:
        body = {"contents": contents}
        conversation = parsed(body)

        assert [part.text for _, part in conversation.parts() if isinstance(part, TextPart)] == texts
        assert {message.role for message in conversation.messages} == {"user"}
        written = own(body)
        assert check_gemini(written) == []
        assert [part["text"] for content in written["contents"] for part in content["parts"]] == texts

    def test_every_setting_stands_alone_with_its_place(self) -> None:
        conversation = parsed(REQUEST)

        found = [(one.name, one.address, one.meaning, one.neutral) for one in conversation.settings()]
        assert found == [
            (
                "toolConfig/functionCallingConfig",
                "0:/toolConfig/functionCallingConfig",
                "tool_choice",
                {"mode": "named", "name": "f"},
            ),
            ("generationConfig/temperature", "0:/generationConfig/temperature", "temperature", 0.5),
            ("generationConfig/stopSequences", "0:/generationConfig/stopSequences", "stop", ["END"]),
            (
                "generationConfig/thinkingConfig",
                "0:/generationConfig/thinkingConfig",
                None,
                {"thinkingBudget": 9},
            ),
            ("safetySettings", "0:/safetySettings", None, REQUEST["safetySettings"]),
        ]

    @for_each(
        ("config", "neutral"),
        [
            ({"mode": "AUTO"}, {"mode": "auto"}),
            ({"mode": "NONE"}, {"mode": "none"}),
            ({"mode": "ANY"}, {"mode": "required"}),
            ({"mode": "any", "allowed_function_names": ["f"]}, {"mode": "named", "name": "f"}),
        ],
    )
    def test_the_choice_of_tools_has_a_neutral_form(self, config: Json, neutral: Json) -> None:
        conversation = parsed({"contents": TURNS, "toolConfig": {"functionCallingConfig": config}})
        (choice,) = conversation.settings()

        assert (choice.meaning, choice.neutral) == ("tool_choice", neutral)

    def test_a_choice_among_several_tools_keeps_their_names(self) -> None:
        config = {"mode": "ANY", "allowedFunctionNames": ["f", "g"]}
        body = {"contents": TURNS, "toolConfig": {"functionCallingConfig": config}}
        (choice,) = parsed(body).settings()

        assert (choice.meaning, choice.neutral) == ("tool_choice", {"mode": "required", "names": ["f", "g"]})
        assert own(body)["toolConfig"] == {"functionCallingConfig": config}

    def test_a_mode_that_only_gemini_has_is_the_nearest_with_a_word_for_the_rest(self) -> None:
        body = {"contents": TURNS, "toolConfig": {"functionCallingConfig": {"mode": "VALIDATED"}}}
        (choice,) = parsed(body).settings()

        assert (choice.meaning, choice.neutral) == ("tool_choice", {"mode": "auto", "validated": True})

    def test_declarations_and_built_in_tools_are_a_tool_each(self) -> None:
        function, search, code = parsed(REQUEST).tools()

        assert (function.name, function.kind, function.schema) == ("f", "function", {"type": "object"})
        assert (search.name, search.kind, search.address) == (
            "googleSearch",
            "googleSearch",
            "0:/tools/1/googleSearch",
        )
        assert code.kind == "codeExecution"

    def test_each_candidate_is_a_conversation_of_the_models(self) -> None:
        first, second = crosswire.parse(RESPONSE)

        assert [part.name for part in first.calls()] == ["f"]
        assert [message.role for message in second.messages] == ["assistant"]
        assert setting(second, "modelVersion").meaning == "model"
        assert setting(second, "finishReason").of_response
        assert setting(second, "usageMetadata").of_response

    def test_an_answer_that_was_refused_has_its_reason_and_no_message(self) -> None:
        (conversation,) = crosswire.parse({"candidates": [{"finishReason": "SAFETY", "content": None}]})

        assert conversation.messages == []
        assert setting(conversation, "finishReason").value == "SAFETY"

    def test_calls_that_the_sdk_made_by_itself_are_read_from_its_history(self) -> None:
        dump = {"automatic_function_calling_history": TURNS[:3], "candidates": [{"content": TURNS[3]}]}
        (conversation,) = crosswire.parse(dump)

        assert [message.role for message in conversation.messages] == [
            "user",
            "assistant",
            "user",
            "assistant",
        ]
        assert len(crosswire.pair(conversation).pairs) == 1

    def test_every_address_leads_to_what_it_names(self) -> None:
        for value in (REQUEST, DUMPED, RESPONSE, TURNS, {"response": {"data": RESPONSE}}):
            for conversation in crosswire.parse(value, "gemini"):
                for part in every_part(conversation):
                    assert resolve(part.address, conversation.documents, lambda text: text) == part.raw

    def test_what_stands_inside_a_call_and_beside_it_is_kept(self) -> None:
        (call,) = of_parts({"functionCall": {"name": "f", "willContinue": True}, "thoughtSignature": "s"})

        assert call.extras == {"willContinue": True, "thoughtSignature": "s"}

    def test_a_log_of_python_objects_is_read_too(self) -> None:
        printed = (
            b"[Content(role='user', parts=[Part(text='Go.')]),"
            b" Content(role='model', parts=[Part(function_call=FunctionCall(name='f', args={'a': None}))])]"
        )
        log = crosswire.load(printed)

        assert (log.format, log.container) == ("gemini", "python")
        (conversation,) = log.conversations
        assert [call.arguments.value for call in conversation.calls()] == [{"a": None}]


class TestPairing:
    def test_calls_without_ids_pair_in_order_within_their_name(self) -> None:
        def result(name: str, text: str) -> Json:
            return {"functionResponse": {"name": name, "response": {"output": text}}}

        conversation = parsed(
            [
                {"role": "user", "parts": [{"text": "Go."}]},
                {"role": "model", "parts": [{"functionCall": {"name": name}} for name in "fgf"]},
                {"role": "user", "parts": [result("f", "f0"), result("f", "f2"), result("g", "g1")]},
            ]
        )
        pairs = crosswire.pair(conversation).pairs

        found = {pair.call.key: pair.result.content[0].raw for pair in pairs}
        assert found == {"m1.p0": "f0", "m1.p1": "g1", "m1.p2": "f2"}
