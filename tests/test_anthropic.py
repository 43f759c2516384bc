"""Anthropic Messages: recognised, read, and written from its own words and from others'."""

import base64
import copy
from typing import Any

import crosswire
import pytest
from crosswire.model import (
    ArgumentsState,
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
from crosswire.model.loss import LossKind, Rendering
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.coverage_check import unaccounted
from tests.sdk_types import check_anthropic
from tests.selection import for_each, tries

Json = dict[str, Any]

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.txt"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "hello"}
TURNS = [
    {"role": "user", "content": "Read it."},
    {"role": "assistant", "content": [{"type": "text", "text": "Sure."}, CALL]},
    {"role": "user", "content": [RESULT]},
    {"role": "assistant", "content": "It says hello."},
]
TOOL = {"name": "read_file", "input_schema": {"type": "object", "properties": {}}}
REQUEST: Json = {
    "model": "claude-test",
    "max_tokens": 100,
    "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
    "messages": TURNS,
    "tools": [TOOL, {"type": "web_search_20250305", "name": "web_search", "max_uses": 3}],
    "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
    "stop_sequences": ["END"],
}
SEARCH = {
    "type": "web_search_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": [
        {
            "type": "web_search_result",
            "title": "T",
            "url": "https://example.com/",
            "encrypted_content": "c2VjcmV0",
            "page_age": None,
        }
    ],
}
RESPONSE: Json = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-test",
    "content": [
        {"type": "thinking", "thinking": "Hm.", "signature": "sig+own"},
        {"type": "redacted_thinking", "data": "cmVkYWN0ZWQ="},
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "web_search",
            "input": {"query": "q"},
            "caller": None,
        },
        SEARCH,
        {"type": "text", "text": "Found.", "citations": None},
        {**CALL, "caller": {"type": "direct"}},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 2},
}


def parsed(value: Any, format: str | None = "anthropic") -> Conversation:
    return crosswire.parse(value, format)[0]


def rendered(messages: list[Json], format: str = "openai-chat", **beside: Any) -> Rendering:
    """A conversation in other words, as Anthropic Messages; checked for what any rendering must have."""
    body = {"messages": messages, **beside} if format == "openai-chat" else {**beside, "input": messages}
    conversation = parsed(body, format)
    rendering = crosswire.render(conversation, "anthropic")
    assert check_anthropic(rendering.payload) == []
    assert unaccounted(conversation, rendering) == {}
    return rendering


def call(id: str | None, name: str = "f", arguments: str = "{}") -> Json:
    function = {"name": name, "arguments": arguments}
    return {"type": "function", "function": function} | ({} if id is None else {"id": id})


def asks(*calls: Json, content: str | None = None) -> Json:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def answers(id: str | None, content: Any = "ok") -> Json:
    return {"role": "tool", "content": content} | ({} if id is None else {"tool_call_id": id})


def losses(rendering: Rendering, code: str) -> list[LossKind]:
    return [loss.kind for loss in rendering.losses if loss.code == code]


class TestRecognising:
    @for_each(
        ("value", "shape"),
        [
            (REQUEST, "request"),
            (RESPONSE, "response"),
            (TURNS, "messages"),
            (TURNS[1], "message"),
            ({"anthropic_version": "bedrock-2023-05-31", "messages": TURNS[:1]}, "request"),
            ({"system": "s", "messages": TURNS[:1]}, "request"),
            ({"messages": TURNS[:1], "tools": [TOOL]}, "request"),
            ([{"role": "user", "content": [{"type": "image", "source": {"type": "url"}}]}], "messages"),
        ],
    )
    def test_what_only_this_format_has_decides(self, value: Any, shape: str) -> None:
        found = crosswire.FORMATS["anthropic"].recognise(value)
        assert found is not None
        assert found.shape == shape
        assert found.confidence >= 0.9

    @pytest.mark.parametrize(
        "value",
        [
            [{"role": "user", "content": "hi"}],
            {"messages": [{"role": "user", "content": "hi"}]},
            {"model": "gpt-test", "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}]},
        ],
    )
    def test_plain_messages_are_left_to_chat(self, value: Any) -> None:
        chat = crosswire.FORMATS["openai-chat"].recognise(value)
        ours = crosswire.FORMATS["anthropic"].recognise(value)
        assert chat is not None
        assert ours is not None
        assert ours.confidence < chat.confidence

    def test_max_tokens_and_a_model_of_anthropic_decide_plain_messages(self) -> None:
        body: Json = {"model": "claude-test", "max_tokens": 5, "messages": TURNS[:1]}
        assert parsed(body, None).format == "anthropic"

    @for_each(
        "value",
        [
            [asks(call("call_1"))],
            [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}],
            {"role": "assistant", "message": {"content": [CALL]}},
            {"type": "message", "role": "assistant", "status": "completed", "content": []},
            {"messages": "none"},
            {"contents": [{"role": "user", "parts": []}]},
            [],
            [1, None],
            "text",
            None,
        ],
    )
    def test_other_formats_are_not_taken(self, value: Any) -> None:
        assert crosswire.FORMATS["anthropic"].recognise(value) is None

    def test_the_repr_of_a_python_object_is_a_response(self) -> None:
        text = (
            "Message(id='msg_1', content=[ToolUseBlock(id='toolu_1', input={}, name='f', "
            "type='tool_use')], role='assistant', stop_reason='tool_use', type='message')"
        )
        log = crosswire.load(text.encode())
        assert (log.format, log.container) == ("anthropic", "python")
        assert [c.call_id.value for c in log.conversations[0].calls()] == ["toolu_1"]


class TestReading:
    def test_a_request_becomes_settings_tools_system_and_turns(self) -> None:
        conversation = parsed(REQUEST)
        assert [m.role for m in conversation.messages] == ["system", "user", "assistant", "user", "assistant"]
        assert conversation.messages[0].field == "system"
        assert {s.meaning: s.neutral for s in conversation.settings()} == {
            "model": "claude-test",
            "max_output_tokens": 100,
            "tool_choice": {"mode": "required"},
            "parallel_tool_calls": False,
            "stop": ["END"],
        }
        assert [(t.name, t.kind) for t in conversation.tools()] == [
            ("read_file", "function"),
            ("web_search", "web_search_20250305"),
        ]
        assert crosswire.pair(conversation).counts()["by_id"] == 1

    def test_the_system_prompt_comes_first_though_its_key_comes_last(self) -> None:
        conversation = parsed({"messages": TURNS[:2], "system": "s"})
        assert conversation.messages[0].role == "system"
        assert crosswire.pair(conversation).counts()["pending"] == 1

    @pytest.mark.parametrize(
        ("choice", "neutral"),
        [
            ({"type": "auto"}, {"mode": "auto"}),
            ({"type": "none"}, {"mode": "none"}),
            ({"type": "tool", "name": "f"}, {"mode": "named", "name": "f"}),
        ],
    )
    def test_a_tool_choice_has_a_neutral_form(self, choice: Json, neutral: Json) -> None:
        (setting,) = parsed({"messages": TURNS, "tool_choice": choice}).settings()
        assert (setting.meaning, setting.neutral) == ("tool_choice", neutral)

    def test_a_response_is_one_message_with_settings_beside_it(self) -> None:
        conversation = parsed(RESPONSE)
        (message,) = conversation.messages
        assert message.group == "msg_1"
        thinking, redacted, search, found, text, called = message.parts
        assert isinstance(thinking, ReasoningPart)
        assert thinking.signature == "sig+own"
        assert isinstance(redacted, ReasoningPart)
        assert (redacted.redacted, redacted.signature) == (True, "cmVkYWN0ZWQ=")
        assert isinstance(search, ToolCallPart)
        assert isinstance(found, ToolResultPart)
        assert search.executed_by == found.executed_by == "server"
        assert isinstance(found.content[0], DataPart)
        assert isinstance(text, TextPart)
        assert isinstance(called, ToolCallPart)
        assert called.extras == {"caller": {"type": "direct"}}
        assert [s.name for s in conversation.settings()] == ["id", "model", "stop_reason", "usage"]
        counts = crosswire.pair(conversation).counts()
        assert (counts["by_id"], counts["pending"]) == (1, 1)

    def test_a_request_with_its_response_is_one_conversation(self) -> None:
        exchange = {"request": {**REQUEST, "messages": TURNS[:1]}, "response": RESPONSE}
        conversation = parsed(exchange, None)
        assert [m.role for m in conversation.messages] == ["system", "user", "assistant"]
        assert not conversation.calls_may_be_elsewhere

    def test_a_result_of_the_provider_may_answer_a_call_of_the_turn_before(self) -> None:
        conversation = parsed({**RESPONSE, "content": [SEARCH]})
        assert conversation.calls_may_be_elsewhere

    @for_each(
        ("block", "state"),
        [
            ({"type": "tool_use", "name": "f", "input": {}}, IdState.NO_FIELD),
            ({"type": "tool_use", "id": None, "name": "f", "input": {}}, IdState.NULL),
            ({"type": "tool_use", "id": "", "name": "f", "input": {}}, IdState.EMPTY),
            ({"type": "tool_use", "id": 7, "name": "f", "input": {}}, IdState.NOT_TEXT),
        ],
    )
    def test_an_absent_id_stays_absent(self, block: Json, state: IdState) -> None:
        (found,) = parsed([{"role": "assistant", "content": [block]}]).calls()
        assert (found.call_id.value, found.call_id.state) == (None, state)

    def test_a_malformed_call_stays_a_call(self) -> None:
        (found,) = parsed([{"role": "assistant", "content": [{"type": "tool_use"}]}]).calls()
        assert (found.name, found.arguments.state) == ("", ArgumentsState.ABSENT)

    def test_errors_of_results_are_seen_wherever_they_are_said(self) -> None:
        failed = {"type": "web_search_tool_result_error", "error_code": "unavailable"}
        content = [
            {**RESULT, "is_error": True},
            {**RESULT, "is_error": False},
            {**SEARCH, "content": failed},
            {"type": "mcp_tool_result", "tool_use_id": "m", "is_error": True, "content": []},
        ]
        found = parsed([{"role": "user", "content": content}]).results()
        assert [result.is_error for result in found] == [True, False, True, True]

    def test_media_are_read_from_all_their_sources(self) -> None:
        sources: list[Json] = [
            {"type": "base64", "media_type": "image/png", "data": "AAAA"},
            {"type": "url", "url": "https://example.com/a.png"},
            {"type": "file", "file_id": "file_1"},
        ]
        content = [{"type": "image", "source": source} for source in sources]
        text = {"type": "text", "media_type": "text/plain", "data": "plain"}
        content.append({"type": "document", "title": "t.txt", "source": text})
        content.append({"type": "document", "source": {"type": "content", "content": "x"}})
        png, linked, stored, document, other = (
            parsed([{"role": "user", "content": content}]).messages[0].parts
        )
        assert isinstance(png, MediaPart)
        assert (png.media, png.mime_type, png.data) == ("image", "image/png", "AAAA")
        assert isinstance(linked, MediaPart)
        assert linked.url == "https://example.com/a.png"
        assert isinstance(stored, MediaPart)
        assert stored.file_id == "file_1"
        assert isinstance(document, MediaPart)
        assert (document.name, document.data) == ("t.txt", base64.b64encode(b"plain").decode())
        assert isinstance(other, OpaquePart)

    def test_what_no_word_fits_is_kept_as_it_is(self) -> None:
        blocks: list[Any] = [{"type": "search_result", "title": "t"}, {"type": "new_block"}, 7, "text"]
        conversation = parsed([{"role": "user", "content": blocks}, "no message", {"role": "bot"}])
        assert [part.raw for part in conversation.messages[0].parts] == blocks
        assert [m.role for m in conversation.messages] == ["user", "other", "other"]


class TestOwnWords:
    def test_a_request_is_written_as_it_came(self) -> None:
        conversation = parsed(REQUEST)
        rendering = crosswire.render(conversation, "anthropic")
        assert rendering.payload == REQUEST
        assert rendering.losses == []
        assert unaccounted(conversation, rendering) == {}

    def test_a_response_is_written_without_what_only_a_response_says(self) -> None:
        conversation = parsed(RESPONSE)
        rendering = crosswire.render(conversation, "anthropic")
        assert isinstance(rendering.payload, dict)
        assert check_anthropic(rendering.payload) == []
        assert unaccounted(conversation, rendering) == {}
        (message,) = rendering.payload["messages"]
        assert message.keys() == {"role", "content"}
        assert [block["type"] for block in message["content"]] == [b["type"] for b in RESPONSE["content"]]
        assert {loss.what for loss in rendering.losses} == {"id", "stop_reason", "usage", "max_tokens"}

    def test_what_is_a_header_at_the_providers_own_api_is_no_field(self) -> None:
        body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 1, "messages": TURNS}
        rendering = crosswire.render(parsed(body), "anthropic")
        assert rendering.payload == {"max_tokens": 1, "messages": TURNS}
        assert losses(rendering, "header") == [LossKind.DROPPED]

    def test_max_tokens_is_added_where_the_log_has_none(self) -> None:
        rendering = crosswire.render(parsed(TURNS), "anthropic")
        assert rendering.payload == {"max_tokens": 4096, "messages": TURNS}
        assert [(loss.kind, loss.what) for loss in rendering.losses] == [(LossKind.ADDED, "max_tokens")]

    def test_a_system_text_and_a_system_message_in_the_middle_stay_where_they_are(self) -> None:
        body = {"max_tokens": 1, "system": "s", "messages": [*TURNS, {"role": "system", "content": "t"}]}
        assert crosswire.render(parsed(body), "anthropic").payload == body

    def test_an_id_that_is_absent_is_made_on_both_ends(self) -> None:
        turns = copy.deepcopy(TURNS[:3])
        del turns[1]["content"][1]["id"]
        del turns[2]["content"][0]["tool_use_id"]
        rendering = crosswire.render(parsed(turns), "anthropic")
        assert check_anthropic(rendering.payload) == []
        made = {change.written for change in rendering.id_map}
        assert len(rendering.id_map) == 2
        assert len(made) == 1
        kept = crosswire.render(parsed(turns), "anthropic", ids="keep")
        assert kept.payload["messages"] == turns

    def test_reading_what_was_written_gives_the_same_again(self) -> None:
        first = crosswire.render(parsed(RESPONSE), "anthropic").payload
        assert crosswire.render(parsed(first), "anthropic").payload == first


class TestFromOtherWords:
    def test_results_and_the_text_after_them_are_one_user_message_results_first(self) -> None:
        messages = [
            {"role": "user", "content": "go"},
            asks(call("call_1"), call("call_2"), content="Two calls."),
            answers("call_1", "one"),
            answers("call_2", "two"),
            {"role": "user", "content": "And now?"},
        ]
        rendering = rendered(messages)
        assert rendering.payload["messages"] == [
            {"role": "user", "content": "go"},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Two calls."},
                    {"type": "tool_use", "id": "call_1", "name": "f", "input": {}},
                    {"type": "tool_use", "id": "call_2", "name": "f", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": "one"},
                    {"type": "tool_result", "tool_use_id": "call_2", "content": "two"},
                    {"type": "text", "text": "And now?"},
                ],
            },
        ]
        assert losses(rendering, "text-before-result") == []
        merged = [link.node for link in rendering.links if link.relation == "merged"]
        assert merged == ["m2", "m3", "m4"]

    def test_text_that_stood_before_a_result_is_moved_behind_it(self) -> None:
        rendering = rendered([asks(call("call_1")), {"role": "user", "content": "wait"}, answers("call_1")])
        kinds = [block["type"] for block in rendering.payload["messages"][1]["content"]]
        assert kinds == ["tool_result", "text"]
        assert losses(rendering, "text-before-result") == [LossKind.MOVED]

    def test_system_messages_at_the_start_are_the_system_prompt(self) -> None:
        head = [{"role": "system", "content": "one"}, {"role": "developer", "content": "two"}]
        payload = rendered([head[0], {"role": "user", "content": "hi"}]).payload
        assert payload["system"] == "one"
        rendering = rendered([*head, {"role": "user", "content": "hi"}])
        assert [block["text"] for block in rendering.payload["system"]] == ["one", "two"]
        assert losses(rendering, "developer-role") == [LossKind.CHANGED]

    def test_a_later_system_message_is_hoisted_as_not_every_model_takes_it_further_down(self) -> None:
        later = {"role": "system", "content": "Now in French."}
        hello = {"role": "user", "content": "hi"}
        rendering = rendered([hello, {"role": "assistant", "content": "yes"}, later, hello])
        assert [m["role"] for m in rendering.payload["messages"]] == ["user", "assistant", "user"]
        assert rendering.payload["system"] == "Now in French."
        assert losses(rendering, "system-hoisted") == [LossKind.MOVED]
        assert losses(rendered([later, hello]), "system-hoisted") == []

    def test_a_system_message_never_stands_between_a_call_and_its_result(self) -> None:
        messages = [asks(call("call_1")), {"role": "system", "content": "s"}, answers("call_1")]
        roles = [m["role"] for m in rendered(messages).payload["messages"]]
        assert roles == ["assistant", "user"]

    @for_each(
        ("arguments", "written", "code"),
        [
            ('{"a":1}', {"a": 1}, None),
            ("", {}, None),
            ("[1]", {"_raw": "[1]"}, "arguments-wrapped"),
            ('{"a":', {"_raw": '{"a":'}, "arguments-wrapped"),
        ],
    )
    def test_arguments_are_an_object(self, arguments: str, written: Json, code: str | None) -> None:
        rendering = rendered([asks(call("call_1", arguments=arguments))])
        (block,) = rendering.payload["messages"][0]["content"]
        assert block["input"] == written
        assert (code is None) or losses(rendering, code) == [LossKind.CHANGED]

    def test_a_custom_tool_takes_its_text_as_the_field_input(self) -> None:
        custom = {"type": "custom", "id": "call_1", "custom": {"name": "patch", "input": "*** free"}}
        tools = [{"type": "custom", "custom": {"name": "patch", "description": "d"}}]
        rendering = rendered([asks(custom)], tools=tools)
        (block,) = rendering.payload["messages"][0]["content"]
        assert block["input"] == {"input": "*** free"}
        (tool,) = rendering.payload["tools"]
        assert tool["input_schema"]["required"] == ["input"]

    def test_ids_with_other_characters_are_rewritten_on_both_ends(self) -> None:
        rendering = rendered([asks(call("functions.f:0")), answers("functions.f:0")])
        called, answered = rendering.payload["messages"]
        assert called["content"][0]["id"] == answered["content"][0]["tool_use_id"]
        assert {change.how for change in rendering.id_map} == {"rewritten"}

    def test_media_become_blocks_where_there_are_some(self) -> None:
        png = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
        linked = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
        pdf = {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,AAAA"}}
        text = {"type": "file", "file": {"filename": "a.md", "file_data": "data:text/markdown;base64,aGk="}}
        svg = {"type": "image_url", "image_url": {"url": "data:image/svg+xml;base64,AAAA"}}
        sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
        stored = {"type": "file", "file": {"file_id": "file-of-openai"}}
        content = [png, linked, pdf, text, svg, sound, stored]
        rendering = rendered([{"role": "user", "content": content}])
        blocks = rendering.payload["messages"][0]["content"]
        assert [block["type"] for block in blocks] == [
            "image",
            "image",
            "document",
            "document",
            *["text"] * 3,
        ]
        assert blocks[2]["title"] == "a.pdf"
        assert blocks[3]["source"] == {"type": "text", "media_type": "text/plain", "data": "hi"}
        assert losses(rendering, "media") == [LossKind.DROPPED] * 3

    def test_a_refusal_is_text_and_reasoning_has_no_place(self) -> None:
        said = {"role": "assistant", "content": None, "refusal": "No.", "reasoning_content": "Hm."}
        rendering = rendered([said])
        assert rendering.payload["messages"] == [
            {"role": "assistant", "content": [{"type": "text", "text": "No."}]}
        ]
        assert losses(rendering, "refusal") == [LossKind.CHANGED]
        assert losses(rendering, "reasoning") == [LossKind.DROPPED]

    def test_a_message_of_which_nothing_is_left_is_dropped(self) -> None:
        rendering = rendered([{"role": "user", "content": "hi"}, {"role": "assistant", "content": None}])
        assert len(rendering.payload["messages"]) == 1
        assert losses(rendering, "empty-message") == [LossKind.DROPPED]

    def test_an_empty_result_stays_empty(self) -> None:
        rendering = rendered([asks(call("call_1")), answers("call_1", "")])
        assert rendering.payload["messages"][1]["content"][0]["content"] == ""

    def test_settings_with_the_same_meaning_are_carried_over(self) -> None:
        rendering = rendered(
            [{"role": "user", "content": "hi"}],
            model="gpt-test",
            max_completion_tokens=7,
            temperature=0.5,
            stop="END",
            parallel_tool_calls=False,
            tool_choice={"type": "function", "function": {"name": "f"}},
            tools=[{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
        )
        assert rendering.payload == {
            "model": "gpt-test",
            "max_tokens": 7,
            "stop_sequences": ["END"],
            "tool_choice": {"type": "tool", "name": "f", "disable_parallel_tool_use": True},
            "messages": [{"role": "user", "content": "hi"}],
            "tools": [{"name": "f", "input_schema": {"type": "object"}}],
        }
        assert [loss.what for loss in rendering.losses if loss.code == "setting"] == ["temperature"]

    @pytest.mark.parametrize(
        ("choice", "written"),
        [
            (None, {"type": "auto", "disable_parallel_tool_use": True}),
            ("required", {"type": "any", "disable_parallel_tool_use": True}),
            ("none", {"type": "none"}),
        ],
    )
    def test_the_switch_for_parallel_calls_needs_a_choice(self, choice: Any, written: Json) -> None:
        said = {"parallel_tool_calls": False, "tools": [{"type": "function", "function": {"name": "f"}}]}
        said |= {} if choice is None else {"tool_choice": choice}
        payload = rendered([{"role": "user", "content": "hi"}], **said).payload
        assert payload["tool_choice"] == written

    def test_a_choice_needs_tools(self) -> None:
        hello = [{"role": "user", "content": "hi"}]
        rendering = rendered(hello, tool_choice="auto", parallel_tool_calls=True)
        assert rendering.payload == {"max_tokens": 4096, "messages": hello}
        assert losses(rendering, "setting") == [LossKind.DROPPED] * 2

    def test_a_tool_built_into_another_provider_is_dropped(self) -> None:
        rendering = rendered([{"role": "user", "content": "hi"}], tools=[{"type": "web_search"}])
        assert losses(rendering, "built-in-tool") == [LossKind.DROPPED]

    def test_what_another_provider_ran_is_dropped_with_its_result(self) -> None:
        search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "q"}}
        asked = {"role": "user", "content": "hi"}
        rendering = rendered([asked, search], "openai-responses")
        assert rendering.payload["messages"] == [asked]
        assert LossKind.DROPPED in losses(rendering, "server-tool")


class TestToOtherWords:
    @for_each("target", crosswire.FORMATS)
    @for_each("value", [REQUEST, RESPONSE, TURNS], ids=["request", "response", "turns"])
    def test_everything_is_accounted_for(self, target: str, value: Any) -> None:
        conversation = parsed(value)
        assert unaccounted(conversation, crosswire.render(conversation, target)) == {}


Mutation = tuple[list[int], Any]
_ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -1.5, "", "x", "tool_use", [], {}, [[]], [None], {"type": 3}, {"type": ["text"]}]
)


def mutated(value: Any, path: list[int], odd: Any, delete: bool) -> Any:
    """A copy with one node replaced or deleted; the path counts through keys and positions."""
    if not path or not isinstance(value, (dict, list)) or not value:
        return odd
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    changed: Any = value.copy()
    if delete and len(path) == 1:
        del changed[key]
    else:
        changed[key] = mutated(value[key], path[1:], odd, delete)
    return changed


@settings(max_examples=tries(30, thorough=150), deadline=None)
@given(
    st.sampled_from([REQUEST, RESPONSE, {"messages": [*TURNS, RESPONSE]}]),
    st.lists(st.tuples(st.lists(st.integers(0, 20), max_size=7), _ODD, st.booleans()), max_size=4),
)
def test_no_damage_to_a_body_makes_reading_or_writing_fail(
    body: Any, damage: list[tuple[list[int], Any, bool]]
) -> None:
    for path, odd, delete in damage:
        body = mutated(body, path, odd, delete)
    if not isinstance(body, (dict, list)):
        return
    for found in (lambda: crosswire.parse(body, "anthropic"), lambda: crosswire.parse(body)):
        try:
            conversations = found()
        except crosswire.NotAConversation:
            continue
        for conversation in conversations:
            for target in crosswire.FORMATS:
                crosswire.render(conversation, target)


def test_the_switch_for_parallel_calls_is_one_setting_beside_the_choice() -> None:
    choice = {"type": "any", "disable_parallel_tool_use": True}
    conversation = crosswire.parse(
        {"max_tokens": 9, "tool_choice": choice, "messages": [{"role": "user", "content": "Hi."}]},
        "anthropic",
    )[0]
    said = {setting.name: setting.value for setting in conversation.settings()}
    assert said == {
        "max_tokens": 9,
        "tool_choice": choice,
        "tool_choice/disable_parallel_tool_use": True,
    }
    assert crosswire.render(conversation, "anthropic").payload["tool_choice"] == choice  # type: ignore[index,call-overload]
