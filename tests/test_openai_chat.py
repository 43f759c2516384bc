"""OpenAI Chat Completions: messages in, messages out."""

import crosswire
from crosswire.formats import openai_chat
from crosswire.model import (
    ArgumentsState,
    Conversation,
    MediaPart,
    OpaquePart,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
)
from crosswire.model.call_id import IdSource, IdState
from tests.coverage_check import unaccounted
from tests.sdk_types import check_openai_chat
from tests.selection import for_each

HELLO = {"role": "user", "content": "hi"}
CALL = {"id": "call_a", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "call_a", "content": "done"}
TOOL = {
    "type": "function",
    "function": {"name": "f", "description": "does", "parameters": {"type": "object"}},
}


def read(value: object) -> Conversation:
    [conversation] = crosswire.parse(value, "openai-chat")
    return conversation


def parts(message: object) -> list:
    return read([message]).messages[0].parts


def again(value: object, **options: object) -> dict:
    return crosswire.render(read(value), "openai-chat", **options).payload


# Recognising


@for_each(
    ("value", "shape", "at_least"),
    [
        ({"object": "chat.completion", "choices": []}, "response", 0.98),
        ({"choices": [{"message": HELLO}]}, "response", 0.9),
        ({"messages": [HELLO], "tools": [TOOL]}, "request", 0.95),
        ({"messages": [HELLO], "functions": [{"name": "f"}]}, "request", 0.95),
        ({"messages": [HELLO], "frequency_penalty": 0}, "request", 0.8),
        ({"messages": [HELLO]}, "request", 0.5),
        ({"messages": [{"role": "bot", "content": 1}], "tools": [TOOL]}, "request", 0.6),
        ([HELLO, CALLING, RESULT], "messages", 0.93),
        ([HELLO, CALLING, {"role": "bot", "content": "odd"}], "messages", 0.7),
        ([HELLO, {"role": "assistant", "function_call": {"name": "f"}}], "messages", 0.93),
        (RESULT, "message", 0.93),
        ([HELLO], "messages", 0.5),
    ],
)
def test_what_may_be_of_this_format_is_recognised(value, shape, at_least):
    recognition = openai_chat.recognise(value)
    assert recognition is not None
    assert recognition.shape == shape
    assert recognition.confidence >= at_least
    assert recognition.reason.endswith(".")


@for_each(
    "value",
    [
        [],
        {},
        None,
        "hi",
        {"choices": []},
        {"messages": []},
        [{"role": ["user"], "content": "hi"}],
        [{"role": "user", "content": {"type": "text"}}],
        [{"role": "user", "content": [{"type": ["text"]}]}],
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}],
        [{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}],
    ],
)
def test_what_belongs_to_others_is_not_recognised(value):
    assert openai_chat.recognise(value) is None


# Reading


def test_a_call_and_its_result_meet_by_id():
    conversation = read([HELLO, CALLING, RESULT])
    [pair] = crosswire.pair(conversation).pairs
    assert (pair.how, pair.call.name, pair.result.content[0].text) == ("by_id", "f", "done")
    assert pair.call.call_id.address == "0:/1/tool_calls/0/id"
    assert pair.result.call_id.address == "0:/2/tool_call_id"
    assert pair.call.arguments.address == "0:/1/tool_calls/0/function/arguments"


@for_each(
    ("call", "name", "state", "value"),
    [
        (CALL, "f", ArgumentsState.PARSED, {"a": 1}),
        ({"function": {"name": "f", "arguments": '{"a"'}}, "f", ArgumentsState.INVALID, None),
        ({"function": {"name": "f", "arguments": ""}}, "f", ArgumentsState.ABSENT, None),
        ({"function": {"name": "f"}}, "f", ArgumentsState.ABSENT, None),
        ({"function": {"name": "f", "arguments": {"a": 1}}}, "f", ArgumentsState.PARSED, {"a": 1}),
        ({"type": "custom", "custom": {"name": "sql", "input": "{}"}}, "sql", ArgumentsState.FREE_TEXT, None),
        ({"type": "function"}, "", ArgumentsState.ABSENT, None),
    ],
)
def test_a_call_stays_a_call_however_malformed(call, name, state, value):
    [part] = parts({"role": "assistant", "tool_calls": [call]})
    assert isinstance(part, ToolCallPart)
    assert part.name == name
    assert (part.arguments.state, part.arguments.value) == (state, value)


@for_each(
    ("given", "state"),
    [
        ({"id": "x"}, IdState.PRESENT),
        ({"id": ""}, IdState.EMPTY),
        ({"id": None}, IdState.NULL),
        ({"id": 7}, IdState.NOT_TEXT),
        ({}, IdState.NO_FIELD),
    ],
)
def test_an_absent_id_stays_absent(given, state):
    [part] = parts({"role": "assistant", "tool_calls": [{**given, "function": {"name": "f"}}]})
    assert part.call_id.state is state
    assert part.call_id.required


def test_the_older_function_calls_have_no_ids():
    conversation = read(
        [
            HELLO,
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
            {"role": "function", "name": "f", "content": "done"},
        ]
    )
    [pair] = crosswire.pair(conversation).pairs
    assert pair.how == "by_position"
    assert pair.call.call_id.source is pair.result.call_id.source is IdSource.NONE
    assert not pair.call.call_id.required
    rendering = crosswire.render(conversation, "openai-chat", ids="native")
    assert rendering.payload["messages"] == [message.raw for message in conversation.messages]
    assert rendering.id_map == []


def test_a_function_call_without_name_and_arguments_is_none():
    empty = {"role": "assistant", "content": "4", "function_call": {"name": "", "arguments": ""}}
    conversation = read([HELLO, empty])
    assert list(conversation.calls()) == []
    assert crosswire.verdict(conversation, "openai-chat").accepts
    broken = {**empty, "function_call": {"name": "", "arguments": "{}"}}
    assert len(list(read([HELLO, broken]).calls())) == 1


def test_what_was_thought_is_read_from_either_vendor_field_once():
    both = parts({"role": "assistant", "content": "a", "reasoning": "hm", "reasoning_content": "hm"})
    assert [type(part) for part in both] == [ReasoningPart, TextPart]
    assert both[0].address == "0:/0/reasoning_content"
    assert parts({"role": "assistant", "content": None, "reasoning": "hm"})[0].address == "0:/0/reasoning"


def test_content_is_text_or_a_list_of_parts():
    content = [
        "plain",
        {"type": "text", "text": "a", "cache_control": {}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}},
        {"type": "image_url", "image_url": "https://example.com/a.png"},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"file_id": "file-1"}},
        {"type": "refusal", "refusal": "no"},
        {"type": "image_url", "image_url": 3},
        {"type": "new"},
        5,
    ]
    found = parts({"role": "user", "content": content})
    kinds = [TextPart, TextPart, MediaPart, MediaPart, MediaPart, MediaPart, RefusalPart, *[OpaquePart] * 3]
    assert [type(part) for part in found] == kinds
    assert found[1].extras == {"cache_control": {}}
    assert (found[2].mime_type, found[2].data, found[2].extras) == ("image/png", "AAAA", {"detail": "low"})
    assert found[3].url == "https://example.com/a.png"
    assert [part.address for part in found] == [f"0:/0/content/{i}" for i in range(len(content))]


def test_fields_that_the_model_has_no_word_for_are_kept():
    [message] = read([CALLING | {"name": "planner", "tool_calls": "odd", "refusal": None}]).messages
    assert message.extras == {"name": "planner", "tool_calls": "odd"}
    inner = {"name": "f", "arguments": "{}", "thought": 1}
    [part] = parts({"role": "assistant", "tool_calls": [{"id": "x", "function": inner, "extra_content": 2}]})
    assert part.extras == {"thought": 1, "extra_content": 2}


def test_each_choice_of_a_response_is_a_conversation():
    choices = [
        {"index": 0, "message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"},
        {"index": 1, "message": CALLING, "finish_reason": "tool_calls"},
        "odd",
    ]
    body = {"object": "chat.completion", "model": "m", "choices": choices, "usage": {"total_tokens": 1}}
    first, second, odd = crosswire.parse(body)
    assert [part.text for part in first.messages[0].parts] == ["a"]
    assert [call.name for call in second.calls()] == ["f"]
    assert isinstance(odd.messages[0].parts[0], OpaquePart)
    reason = next(setting for setting in second.settings() if setting.name == "finish_reason")
    assert (reason.value, reason.of_response) == ("tool_calls", True)


def test_an_exchange_is_one_conversation():
    request = {"model": "asked", "messages": [HELLO], "tools": [TOOL]}
    response = {"object": "chat.completion", "model": "answered", "choices": [{"message": CALLING}]}
    conversation = read({"request": request, "response": response})
    assert [message.address for message in conversation.messages] == [
        "0:/request/messages/0",
        "0:/response/choices/0/message",
    ]
    rendering = crosswire.render(conversation, "openai-chat")
    assert rendering.payload == {"model": "asked", "messages": [HELLO, CALLING], "tools": [TOOL]}
    assert not unaccounted(conversation, rendering)


@for_each(
    ("field", "value", "meaning", "neutral"),
    [
        ("max_tokens", 5, "max_output_tokens", 5),
        ("max_completion_tokens", 5, "max_output_tokens", 5),
        ("stop", "x", "stop", ["x"]),
        ("tool_choice", "required", "tool_choice", {"mode": "required"}),
        (
            "tool_choice",
            {"type": "function", "function": {"name": "f"}},
            "tool_choice",
            {"mode": "named", "name": "f"},
        ),
        ("tool_choice", {"type": "allowed_tools"}, None, None),
        ("logit_bias", {"1": 2}, None, {"1": 2}),
    ],
)
def test_settings_that_others_have_too_get_their_meaning(field, value, meaning, neutral):
    [setting] = read({"messages": [HELLO], field: value}).settings()
    assert (setting.meaning, setting.value) == (meaning, value)
    assert meaning is None or setting.neutral == neutral


def test_tools_are_declared_inside_their_type():
    strict = {"type": "function", "function": {"name": "g", "strict": True}}
    custom = {"type": "custom", "custom": {"name": "sql", "format": {"type": "text"}}}
    found = list(read({"messages": [HELLO], "tools": [TOOL, strict, custom, "odd", {"name": ["x"]}]}).tools())
    assert [(tool.name, tool.kind) for tool in found] == [
        ("f", "function"),
        ("g", "function"),
        ("sql", "custom"),
        ("odd", "str"),
        ("function", "function"),
    ]
    assert found[0].schema == {"type": "object"}
    assert found[1].extras == {"strict": True}


# Writing what was in this format


def test_a_request_is_written_as_it_was():
    body = {
        "model": "m",
        "stop": "x",
        "messages": [
            {"role": "system", "content": "Be brief.", "name": "boss"},
            HELLO,
            CALLING | {"reasoning_content": "hm"},
            RESULT,
        ],
        "tools": [TOOL, "odd"],
    }
    assert again(body) == body
    older = {"messages": [HELLO], "functions": [{"name": "f"}]}
    assert again(older) == older


def test_what_only_a_response_says_is_taken_away():
    message = CALLING | {
        "tool_calls": [CALL | {"index": 0}],
        "refusal": None,
        "audio": None,
        "function_call": None,
        "annotations": [{"type": "url_citation"}],
    }
    conversation = read({"choices": [{"message": message}]})
    rendering = crosswire.render(conversation, "openai-chat")
    assert rendering.payload == {"messages": [CALLING]}
    assert ("of-response", "annotations") in [(loss.code, loss.what) for loss in rendering.losses]


def test_an_answer_that_says_no_role_is_the_assistants():
    answer = {key: value for key, value in CALLING.items() if key != "role"}
    for message in (answer, answer | {"role": None}):
        conversation = read({"choices": [{"message": message, "finish_reason": "tool_calls"}]})
        assert [one.role for one in conversation.messages] == ["assistant"]
        assert [one.name for one in crosswire.diagnose(conversation)] == ["pending-call"]
        assert crosswire.render(conversation, "openai-chat").payload == {"messages": [CALLING]}
        assert crosswire.verdict(conversation, "openai-chat").findings == []


def test_absent_ids_are_filled_on_both_ends():
    call = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
    body = [
        HELLO,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": "x"},
    ]
    rendering = crosswire.render(read(body), "openai-chat")
    made = rendering.payload["messages"][1]["tool_calls"][0]["id"]
    assert rendering.payload["messages"][2]["tool_call_id"] == made
    assert [change.how for change in rendering.id_map] == ["made", "made"]
    assert again(body, ids="keep")["messages"] == body


# Writing what was in another format


def from_responses(items: list, **body: object) -> crosswire.Rendering:
    [conversation] = crosswire.parse({"input": items, **body}, "openai-responses")
    rendering = crosswire.render(conversation, "openai-chat")
    assert not unaccounted(conversation, rendering)
    assert check_openai_chat(rendering.payload) == []
    return rendering


def function_call(call_id: str, **fields: object) -> dict:
    return {"type": "function_call", "call_id": call_id, "name": "f", "arguments": "{}", **fields}


def output(call_id: str, text: object = "done") -> dict:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def test_items_of_one_turn_become_one_message():
    rendering = from_responses(
        [
            HELLO,
            {"role": "assistant", "content": "Let me see."},
            function_call("a"),
            function_call("b"),
            output("b"),
            output("a"),
            {"role": "assistant", "content": "So."},
        ],
        instructions="Be brief.",
    )
    assert rendering.payload["messages"] == [
        {"role": "system", "content": "Be brief."},
        HELLO,
        {
            "role": "assistant",
            "content": "Let me see.",
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}},
                {"id": "b", "type": "function", "function": {"name": "f", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "b", "content": "done"},
        {"role": "tool", "tool_call_id": "a", "content": "done"},
        {"role": "assistant", "content": "So."},
    ]
    assert rendering.losses == []


def test_text_after_a_call_moves_before_it_and_is_said_to():
    rendering = from_responses(
        [HELLO, function_call("a"), {"role": "assistant", "content": "Wait."}, output("a")]
    )
    turn = rendering.payload["messages"][1]
    assert (turn["content"], turn["tool_calls"][0]["id"]) == ("Wait.", "a")
    assert [(loss.kind, loss.code) for loss in rendering.losses] == [("moved", "text-after-call")]


def test_what_only_the_other_format_has_is_dropped_and_said_to_be():
    rendering = from_responses(
        [
            HELLO,
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA"},
            {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}},
            {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []},
            {"type": "program", "id": "p", "call_id": "cm_1", "code": "1", "fingerprint": "f"},
            {"type": "program_output", "id": "q", "call_id": "cm_1", "result": "1", "status": "completed"},
            function_call("a", id="fc_1"),
            output("a"),
        ]
    )
    assert [message["role"] for message in rendering.payload["messages"]] == ["user", "assistant", "tool"]
    dropped = [loss.code for loss in rendering.losses if loss.kind == "dropped"]
    assert dropped == ["reasoning", "server-tool", "server-tool", "server-tool", "server-tool", "item-id"]


def test_an_approval_is_no_result_of_a_function():
    rendering = from_responses(
        [
            HELLO,
            {
                "type": "mcp_approval_request",
                "id": "mcpr_1",
                "name": "x",
                "arguments": "{}",
                "server_label": "s",
            },
            {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True},
        ]
    )
    assert rendering.payload["messages"] == [HELLO]


def test_built_in_tools_that_the_client_runs_become_functions():
    shell = {"type": "shell_call", "call_id": "a", "action": {"commands": ["ls"]}}
    chunk = {"stdout": "x", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}
    rendering = from_responses(
        [HELLO, shell, {"type": "shell_call_output", "call_id": "a", "output": [chunk]}]
    )
    _, turn, result = rendering.payload["messages"]
    assert turn["tool_calls"][0]["function"] == {"name": "shell", "arguments": '{"commands":["ls"]}'}
    assert '"stdout":"x"' in result["content"]
    assert [loss.code for loss in rendering.losses] == ["data-as-text"]


def test_an_image_in_a_result_is_shown_by_a_message_of_the_user():
    image = {"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,AAAA"}
    text = {"type": "input_text", "text": "a"}
    rendering = from_responses([HELLO, function_call("a"), output("a", [text, image])])
    result, shown = rendering.payload["messages"][2:]
    described, place = result["content"]
    assert described == {"type": "text", "text": "a"}
    assert place["text"].startswith("[image/png, 3 bytes, ")
    assert shown["role"] == "user"
    assert shown["content"][0] == {"type": "text", "text": "From the result of f (a):"}
    # Chat has the same three words for how closely an image is looked at.
    image = {"url": "data:image/png;base64,AAAA", "detail": "auto"}
    assert shown["content"][1] == {"type": "image_url", "image_url": image}
    assert [(loss.kind, loss.code) for loss in rendering.losses] == [
        ("added", "media-label"),
        ("moved", "media-in-result"),
    ]


def test_images_and_files_of_a_user_stay():
    content = [
        {"type": "input_image", "image_url": "https://example.com/a.png", "detail": "high"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AAAA"},
        {"type": "input_file", "file_id": "file-1"},
        {"type": "input_file", "file_url": "https://example.com/a.pdf"},
    ]
    rendering = from_responses([{"role": "user", "content": content}])
    assert rendering.payload["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "https://example.com/a.png", "detail": "high"}},
        {"type": "file", "file": {"file_data": "data:application/pdf;base64,AAAA", "filename": "a.pdf"}},
        {"type": "file", "file": {"file_id": "file-1"}},
    ]
    assert [(loss.code, loss.what) for loss in rendering.losses] == [("media", "file")]


def test_settings_are_carried_over_where_they_mean_the_same():
    closed = {"type": "object", "properties": {}, "additionalProperties": False}
    rendering = from_responses(
        [HELLO],
        model="m",
        max_output_tokens=5,
        tool_choice={"type": "function", "name": "f"},
        tools=[{"type": "function", "name": "f", "parameters": closed, "strict": True}],
        store=False,
    )
    assert rendering.payload == {
        "model": "m",
        "max_completion_tokens": 5,
        "tool_choice": {"type": "function", "function": {"name": "f"}},
        "messages": [HELLO],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": closed, "strict": True}}],
    }
    assert [(loss.code, loss.what) for loss in rendering.losses] == [("setting", "store")]


def test_results_come_before_what_stands_beside_them():
    source = {
        "messages": [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Here:"},
                    {"type": "tool_result", "tool_use_id": "t", "content": "x", "is_error": True},
                    {"type": "text", "text": "Go on."},
                ],
            },
        ],
        "max_tokens": 10,
    }
    [conversation] = crosswire.parse(source, "anthropic")
    rendering = crosswire.render(conversation, "openai-chat")
    assert not unaccounted(conversation, rendering)
    assert check_openai_chat(rendering.payload) == []
    assert [message["role"] for message in rendering.payload["messages"]] == [
        "user",
        "assistant",
        "tool",
        "user",
    ]
    codes = [loss.code for loss in rendering.losses]
    assert "error-flag" in codes
    assert codes.count("text-before-result") == 1
