"""OpenAI Responses: items in, items out."""

import json

import crosswire
import pytest
from crosswire.formats import openai_responses
from crosswire.model import (
    ArgumentsState,
    Conversation,
    DataPart,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.call_id import IdSource, IdState
from tests.coverage_check import unaccounted
from tests.sdk_types import check_openai_responses
from tests.selection import for_each

HELLO = {"role": "user", "content": "hi"}
CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_a", "output": "done"}


def read(value: object) -> Conversation:
    [conversation] = crosswire.parse(value, "openai-responses")
    return conversation


def only_part(item: object) -> Part:
    [message] = read([item]).messages
    [part] = message.parts
    return part


def call(item: object) -> ToolCallPart:
    part = only_part(item)
    assert isinstance(part, ToolCallPart)
    return part


def result(item: object) -> ToolResultPart:
    part = only_part(item)
    assert isinstance(part, ToolResultPart)
    return part


def again(value: object, **options: object) -> dict:
    return crosswire.render(read(value), "openai-responses", **options).payload


# Recognising


@for_each(
    ("value", "shape"),
    [
        ({"object": "response", "output": []}, "response"),
        ({"output": [CALL]}, "response"),
        ({"object": "list", "data": [CALL, OUTPUT], "has_more": False}, "response"),
        ({"model": "m", "input": [HELLO, CALL]}, "request"),
        ({"input": [HELLO], "model": "m"}, "request"),
        ({"input": "hi", "instructions": "Be brief."}, "request"),
        ({"input": "hi", "tools": [{"type": "function", "name": "f"}]}, "request"),
        ([HELLO, CALL, OUTPUT], "messages"),
        ([HELLO, {"type": "something_new"}, CALL], "messages"),
        ([{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}], "messages"),
        (CALL, "message"),
        ({"type": "bing_grounding_call", "call_id": "call_1", "arguments": "{}"}, "message"),
    ],
)
def test_what_only_this_format_has_is_recognised(value, shape):
    recognition = openai_responses.recognise(value)
    assert recognition is not None
    assert recognition.shape == shape
    assert recognition.confidence >= 0.85
    assert recognition.reason.endswith(".")


def test_plain_messages_are_left_to_chat_completions():
    best, *_ = crosswire.detect(b'[{"role": "user", "content": "hi"}]')
    assert best.format == "openai-chat"
    assert openai_responses.recognise([HELLO]).confidence == 0.4


@for_each(
    "value",
    [
        [],
        {},
        "text",
        [1, 2],
        {"model": "text-embedding", "input": ["a", "b"]},
        {"messages": [HELLO], "input": "hi"},
        {"type": "message", "role": "assistant", "content": [{"type": "text"}], "stop_reason": "x"},
        [{"type": "function_call", "id": "1", "name": "f", "arguments": {"of": "Gemini"}}],
        [{"role": ["user"], "content": "hi"}, {"type": ["function_call"]}],
        {"output": [{"type": "text", "text": "hi"}]},
    ],
)
def test_what_belongs_to_others_is_not_recognised(value):
    assert openai_responses.recognise(value) is None


# Reading items


def test_call_id_and_item_id_are_kept_apart():
    part = call(CALL)
    assert (part.call_id.value, part.call_id.source) == ("call_a", IdSource.CORRELATION)
    assert part.call_id.address == "0:/0/call_id"
    assert part.item_id == "fc_1"
    assert part.executed_by == "client"
    assert not part.hybrid


@for_each(
    ("item", "name", "state", "value"),
    [
        (CALL | {"arguments": '{"a": 1}'}, "f", ArgumentsState.PARSED, {"a": 1}),
        (CALL | {"arguments": '{"a": '}, "f", ArgumentsState.INVALID, None),
        (CALL | {"arguments": ""}, "f", ArgumentsState.ABSENT, None),
        (CALL | {"arguments": {"a": 1}}, "f", ArgumentsState.PARSED, {"a": 1}),
        ({"type": "custom_tool_call", "name": "x", "input": "{}"}, "x", ArgumentsState.FREE_TEXT, None),
        ({"type": "computer_call", "action": {"type": "click"}}, "computer", "parsed", {"type": "click"}),
        ({"type": "computer_call", "actions": [1]}, "computer", "parsed", {"actions": [1]}),
        (
            {"type": "local_shell_call", "action": {"command": ["ls"]}},
            "local_shell",
            "parsed",
            {"command": ["ls"]},
        ),
        ({"type": "shell_call", "action": {"commands": ["ls"]}}, "shell", "parsed", {"commands": ["ls"]}),
        ({"type": "apply_patch_call", "operation": {"path": "a"}}, "apply_patch", "parsed", {"path": "a"}),
        ({"type": "tool_search_call", "arguments": {"q": "a"}}, "tool_search", "parsed", {"q": "a"}),
        ({"type": "program", "code": "1 + 1"}, "program", ArgumentsState.FREE_TEXT, None),
        (
            {"type": "multi_agent_call", "action": "spawn_agent", "arguments": '{"task": 1}'},
            "spawn_agent",
            "parsed",
            {"task": 1},
        ),
        ({"type": "mcp_approval_request", "name": "x", "arguments": "{}"}, "x", "parsed", {}),
        (
            {"type": "azure_ai_search_call", "call_id": "1", "arguments": "{}"},
            "azure_ai_search",
            "parsed",
            {},
        ),
        ({"type": "remote_function_call", "call_id": "1", "name": "x"}, "x", ArgumentsState.ABSENT, None),
    ],
)
def test_every_type_of_call_has_a_name_and_arguments(item, name, state, value):
    part = call(item)
    assert part.name == name
    assert part.wire_type == item["type"]
    assert (part.arguments.state, part.arguments.value) == (state, value)


@for_each(
    ("item", "texts", "error"),
    [
        (OUTPUT, ["done"], False),
        (OUTPUT | {"output": [{"type": "input_text", "text": "a"}]}, ["a"], False),
        ({"type": "custom_tool_call_output", "call_id": "1", "output": "x"}, ["x"], False),
        ({"type": "local_shell_call_output", "id": "1", "output": "x"}, ["x"], False),
        (
            {"type": "apply_patch_call_output", "call_id": "1", "status": "failed", "output": "no"},
            ["no"],
            True,
        ),
        ({"type": "program_output", "call_id": "1", "result": "2"}, ["2"], False),
        (
            {
                "type": "multi_agent_call_output",
                "call_id": "1",
                "output": [{"type": "output_text", "text": "ok"}],
            },
            ["ok"],
            False,
        ),
        ({"type": "openapi_call_output", "call_id": "1", "output": "x", "status": "failed"}, ["x"], True),
    ],
)
def test_every_type_of_result_has_its_content(item, texts, error):
    part = result(item)
    assert [content.text for content in part.content] == texts
    assert part.is_error is error
    assert part.call_id.state is IdState.PRESENT


def test_what_a_built_in_tool_gives_is_kept_as_data():
    chunk = {"stdout": "a", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}
    part = result({"type": "shell_call_output", "call_id": "1", "output": [chunk]})
    assert [(type(content), content.value) for content in part.content] == [(DataPart, chunk)]
    tools = [{"type": "function", "name": "f"}]
    found = result({"type": "tool_search_output", "call_id": "1", "execution": "client", "tools": tools})
    assert [content.value for content in found.content] == tools
    assert found.executed_by == "client"


def test_a_screenshot_is_an_image():
    shot = {"type": "computer_screenshot", "image_url": "data:image/png;base64,AAAA"}
    [image] = result({"type": "computer_call_output", "call_id": "1", "output": shot}).content
    assert isinstance(image, MediaPart)
    assert (image.media, image.mime_type, image.data, image.url) == ("image", "image/png", "AAAA", None)


def test_the_output_of_a_local_shell_names_its_call_by_its_only_id():
    part = result({"type": "local_shell_call_output", "id": "call_1", "output": ""})
    assert (part.call_id.value, part.call_id.address, part.item_id) == ("call_1", "0:/0/id", None)
    assert part.call_id.source is IdSource.ITEM_ID
    both = result({"type": "local_shell_call_output", "id": "lso_1", "call_id": "call_1", "output": ""})
    assert both.call_id.source is IdSource.CORRELATION
    assert (both.call_id.value, both.item_id) == ("call_1", "lso_1")


@for_each(
    ("item", "required"),
    [
        ({"type": "function_call_output", "output": "x"}, True),
        ({"type": "function_call_output", "output": "x", "name": "f"}, False),
        ({"type": "function_call_output", "output": "x", "call_id": None}, True),
        ({"type": "custom_tool_call_output", "output": "x"}, True),
        ({"type": "tool_search_output", "call_id": None, "execution": "server", "tools": []}, False),
    ],
)
def test_an_absent_call_id_is_wrong_only_where_the_type_needs_one(item, required):
    part = result(item)
    assert part.call_id.value is None
    assert part.call_id.state is (IdState.NULL if "call_id" in item else IdState.NO_FIELD)
    assert part.call_id.required is required


@for_each(
    ("item", "content"),
    [
        ({"type": "web_search_call", "action": {"type": "search", "query": "q"}}, None),
        (
            {
                "type": "web_search_call",
                "action": {"type": "search", "sources": [{"type": "url", "url": "u"}]},
            },
            [{"type": "url", "url": "u"}],
        ),
        ({"type": "file_search_call", "queries": ["q"], "results": None}, None),
        ({"type": "file_search_call", "queries": ["q"], "results": [{"text": "t"}]}, [{"text": "t"}]),
        ({"type": "code_interpreter_call", "code": "1", "outputs": None}, None),
        ({"type": "code_interpreter_call", "code": "1", "outputs": [{"type": "logs", "logs": "1"}]}, ["1"]),
        ({"type": "mcp_call", "name": "x", "arguments": "{}", "output": "out", "error": None}, ["out"]),
        ({"type": "image_generation_call", "result": "AAAA", "output_format": "webp"}, ["image/webp"]),
        ({"type": "memory_search_call", "results": [{"memory": 1}]}, [{"memory": 1}]),
        ({"type": "mcp_list_tools", "server_label": "s", "tools": [{"name": "t"}]}, [{"name": "t"}]),
        ({"type": "mcp_list_tools", "server_label": "s", "tools": [], "error": "no"}, ["no"]),
        ({"type": "x_search_call", "call_id": None, "input": '{"q": 1}'}, None),
        ({"type": "never_seen_call", "results": ["a"]}, ["a"]),
    ],
)
def test_a_hybrid_item_is_one_call_with_the_result_inside(item, content):
    conversation = read([item | {"id": "x_1", "status": "completed"}, HELLO])
    [part] = conversation.calls()
    assert part.hybrid
    assert part.executed_by == "server"
    assert (part.call_id.value, part.call_id.source) == ("x_1", IdSource.ITEM_ID)
    shown = None if part.embedded is None else [_shown(inner) for inner in part.embedded.content]
    assert shown == content
    pairing = crosswire.pair(conversation)
    assert not pairing.unanswered
    assert not pairing.orphans


def _shown(part: Part) -> object:
    if isinstance(part, MediaPart):
        return part.mime_type
    return part.value if isinstance(part, DataPart) else text_of([part])


def test_the_sources_of_a_search_are_its_result_and_no_argument():
    action = {"type": "search", "query": "q", "sources": [{"type": "url", "url": "u"}]}
    part = call({"type": "web_search_call", "id": "ws_1", "action": action})
    assert part.arguments.value == {"type": "search", "query": "q"}
    assert part.embedded.address == "0:/0/action/sources"


def test_an_mcp_call_that_failed_holds_its_error():
    error = {"type": "http_error", "code": 500}
    part = call(
        {"type": "mcp_call", "id": "m", "name": "x", "arguments": "{}", "output": None, "error": error}
    )
    assert part.embedded.is_error
    assert [inner.value for inner in part.embedded.content] == [error]


def test_an_approval_is_tied_to_its_request_by_the_request_s_own_id():
    request = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "x", "arguments": "{}"}
    response = {
        "type": "mcp_approval_response",
        "approval_request_id": "mcpr_1",
        "approve": False,
        "reason": "no",
    }
    conversation = read([request, response])
    [pair] = crosswire.pair(conversation).pairs
    assert pair.call.name == "x"
    assert [part.value for part in pair.result.content] == [{"approve": False, "reason": "no"}]


def test_searches_for_tools_that_the_provider_runs_pair_without_ids():
    search = {"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": {}}
    output = {"type": "tool_search_output", "call_id": None, "execution": "server", "tools": []}
    [pair] = crosswire.pair(read([search, output, HELLO])).pairs
    assert pair.how == "by_position"
    assert pair.call.executed_by == pair.result.executed_by == "server"


def test_reasoning_shows_its_summary_and_keeps_what_is_encrypted():
    item = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "a"}, {"type": "summary_text", "text": "b"}],
        "encrypted_content": "gAAAA",
    }
    part = only_part(item)
    assert isinstance(part, ReasoningPart)
    assert (part.text, part.signature, part.item_id, part.redacted) == ("a\nb", "gAAAA", "rs_1", False)
    assert only_part(item | {"summary": []}).redacted


def test_messages_speak_in_their_roles():
    items = [
        {"role": "developer", "content": "be brief"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "phase": "commentary",
            "status": "completed",
            "content": [
                {"type": "output_text", "text": "hello", "annotations": [], "logprobs": []},
                {"type": "refusal", "refusal": "no"},
            ],
        },
        {"role": "critic", "content": "hm"},
    ]
    developer, user, assistant, other = read(items).messages
    assert [developer.role, user.role, assistant.role, other.role] == [
        "developer",
        "user",
        "assistant",
        "other",
    ]
    assert [type(part) for part in assistant.parts] == [TextPart, RefusalPart]
    assert assistant.item_id == "msg_1"
    assert assistant.extras == {"phase": "commentary"}
    assert assistant.parts[0].extras is None
    assert user.parts[0].address == "0:/1/content/0"


def test_images_and_files_are_media():
    content = [
        {"type": "input_image", "image_url": "https://example.com/a.png", "detail": "low"},
        {"type": "input_image", "file_id": "file-1"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AAAA"},
        {"type": "input_file", "file_url": "https://example.com/a.pdf"},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "mp3"}},
        {"type": "input_image"},
    ]
    [message] = read([{"role": "user", "content": content}]).messages
    link, stored, pdf, url, sound, broken = message.parts
    assert (link.url, link.extras) == ("https://example.com/a.png", {"detail": "low"})
    assert stored.file_id == "file-1"
    assert (pdf.mime_type, pdf.data, pdf.name) == ("application/pdf", "AAAA", "a.pdf")
    assert url.url == "https://example.com/a.pdf"
    assert (sound.media, sound.mime_type) == ("audio", "audio/mp3")
    assert isinstance(broken, OpaquePart)


@for_each(
    "item",
    [
        {"type": "item_reference", "id": "fc_9"},
        {"id": "fc_9"},
        {"type": "compaction", "encrypted_content": "x"},
        {"type": "something_new", "call_id": "call_1"},
        {"type": ["function_call"]},
        {"type": {}},
        "text",
        7,
        None,
    ],
)
def test_what_is_not_understood_is_kept_as_it_is(item):
    [part] = read([OUTPUT, item]).messages[1].parts
    assert isinstance(part, OpaquePart)
    assert part.raw == item
    assert part.reason.endswith(".")


@for_each(
    "body",
    [
        {"previous_response_id": "resp_1", "input": [OUTPUT]},
        {"conversation": "conv_1", "input": [OUTPUT]},
        {"input": [{"type": "item_reference", "id": "fc_1"}, OUTPUT]},
        {"object": "list", "data": [OUTPUT], "has_more": True},
    ],
)
def test_the_call_of_a_result_may_be_stored_at_the_provider(body):
    assert read(body).calls_may_be_elsewhere
    assert not read({"input": [OUTPUT]}).calls_may_be_elsewhere


# Reading bodies


def test_instructions_and_a_text_as_input_are_messages():
    conversation = read({"instructions": "Be brief.", "input": "hi", "model": "m", "temperature": 0.5})
    system, user = conversation.messages
    assert (system.role, system.field, system.parts[0].text) == ("system", "instructions", "Be brief.")
    assert (user.role, user.field, user.address) == ("user", "input", "0:/input")
    assert {setting.name: setting.meaning for setting in conversation.settings()} == {
        "model": "model",
        "temperature": "temperature",
    }


@pytest.mark.parametrize(
    ("choice", "neutral"),
    [
        ("auto", {"mode": "auto"}),
        ({"type": "function", "name": "f"}, {"mode": "named", "name": "f"}),
        ({"type": "custom", "name": "f"}, {"mode": "named", "name": "f"}),
    ],
)
def test_a_tool_choice_has_a_neutral_form(choice, neutral):
    [setting] = read({"input": [HELLO], "tool_choice": choice}).settings()
    assert (setting.meaning, setting.neutral) == ("tool_choice", neutral)


@for_each("choice", ["always", {"type": "mcp_of_tomorrow"}, {"type": "allowed_tools", "tools": []}, 3])
def test_a_tool_choice_of_this_format_alone_has_no_meaning_elsewhere(choice):
    [setting] = read({"input": [HELLO], "tool_choice": choice}).settings()
    assert setting.meaning is None


def test_tools_are_flat():
    function = {"type": "function", "name": "f", "description": "does", "parameters": {}, "strict": True}
    conversation = read({"input": [HELLO], "tools": [function, {"type": "web_search"}, "odd"]})
    declared, search, odd = conversation.tools()
    assert (declared.name, declared.description, declared.schema, declared.kind) == (
        "f",
        "does",
        {},
        "function",
    )
    assert declared.extras == {"strict": True}
    assert (search.name, search.kind) == ("web_search", "web_search")
    assert odd.raw == "odd"


def test_a_response_alone_brings_what_it_repeats_of_its_request():
    body = {
        "object": "response",
        "model": "m",
        "instructions": "Be brief.",
        "tools": [{"type": "function", "name": "f", "parameters": {}, "strict": True}],
        "output": [CALL],
        "usage": {"input_tokens": 1},
    }
    conversation = read(body)
    assert [tool.name for tool in conversation.tools()] == ["f"]
    assert conversation.messages[0].field == "instructions"
    payload = again(body)
    assert payload == {
        "model": "m",
        "input": [CALL],
        "tools": body["tools"],
        "instructions": "Be brief.",
    }


def test_in_an_exchange_the_repetition_is_not_read_twice():
    request = {"model": "m", "instructions": "Be brief.", "input": "hi", "tools": [{"type": "web_search"}]}
    response = {**request, "object": "response", "output": [CALL]}
    del response["input"]
    conversation = read({"request": request, "response": response})
    assert conversation.shape == "exchange"
    assert len(list(conversation.tools())) == 1
    assert [message.field for message in conversation.messages] == ["instructions", "input", None]
    rendering = crosswire.render(conversation, "openai-responses")
    assert rendering.payload["input"] == [{"role": "user", "content": "hi"}, CALL]
    assert not unaccounted(conversation, rendering)


def test_a_page_of_stored_items_is_a_conversation():
    conversation = read({"object": "list", "data": [HELLO, CALL], "first_id": "a", "has_more": False})
    assert [message.role for message in conversation.messages] == ["user", "assistant"]
    assert all(setting.of_response for setting in conversation.settings())


# Writing what was in this format


def test_a_request_is_written_as_it_was():
    body = {
        "model": "m",
        "input": [HELLO, CALL, OUTPUT, {"type": "web_search_call", "id": "ws_1", "call_id": None}],
        "instructions": "Be brief.",
        "tools": [{"type": "function", "name": "f", "parameters": {}, "strict": True}],
        "store": False,
    }
    assert again(body) == body


def test_what_only_a_response_says_is_taken_away():
    items = [
        {"type": "custom_tool_call", "call_id": "1", "name": "x", "input": "", "status": "completed"},
        {"type": "custom_tool_call", "call_id": "2", "name": "x", "input": "", "status": "incomplete"},
        CALL | {"status": None, "namespace": None},
        {
            "type": "file_search_call",
            "id": "fs_1",
            "queries": ["q"],
            "status": "completed",
            "results": [{"file_id": "f", "vector_store_id": "vs_1"}],
        },
    ]
    conversation = read({"object": "response", "output": items})
    rendering = crosswire.render(conversation, "openai-responses")
    assert check_openai_responses(rendering.payload) == []
    lost = [(loss.code, loss.what) for loss in rendering.losses]
    assert ("of-response", "status") in lost
    assert ("of-response", "vector_store_id") in lost


def test_an_id_that_is_absent_by_right_stays_absent():
    items = [
        {"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": {}},
        {"type": "tool_search_output", "call_id": None, "execution": "server", "tools": []},
        {"type": "function_call_output", "name": "notify", "output": "x"},
    ]
    for policy in ("keep", "fill", "native"):
        assert again(items, ids=policy)["input"] == items


def test_ids_of_items_are_never_rewritten():
    items = [
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}},
        {"type": "mcp_approval_request", "id": "mcpr_1", "name": "x", "arguments": "{}", "server_label": "s"},
        {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True},
    ]
    assert again(items, ids="native")["input"] == items


def test_a_call_id_that_is_too_long_is_rewritten_on_both_ends():
    long = "c" * 65
    rendering = crosswire.render(
        read([CALL | {"call_id": long}, OUTPUT | {"call_id": long}]), "openai-responses"
    )
    first, second = rendering.payload["input"]
    assert first["call_id"] == second["call_id"] != long
    assert {change.logged for change in rendering.id_map} == {long}
    assert first["id"] == "fc_1"


def test_an_output_that_names_its_call_by_its_own_id_is_rewritten_with_the_call():
    long = "c" * 65
    items = [
        {"type": "local_shell_call", "id": "lsh_1", "call_id": long, "action": {"command": ["ls"]}},
        {"type": "local_shell_call_output", "id": long, "output": "a"},
    ]
    [pair] = crosswire.pair(read(items)).pairs
    assert pair.how == "by_id"
    for policy in ("fill", "native"):
        called, answered = again(items, ids=policy)["input"]
        assert called["call_id"] == answered["id"] != long
        assert called["id"] == "lsh_1"
        assert "call_id" not in answered


# Ties to other items


PROGRAM = {"type": "program", "id": "prog_1", "call_id": "call_p", "code": "1", "fingerprint": "f"}
CALLER = {"type": "program", "caller_id": "call_p"}


def test_the_caller_of_a_call_and_of_its_output_is_an_edge():
    for item in (CALL, OUTPUT, {"type": "custom_tool_call", "call_id": "1", "name": "x", "input": ""}):
        part = only_part({**item, "caller": CALLER})
        [edge] = part.edges
        assert (edge.field, edge.value, edge.address) == ("caller", "call_p", "0:/0/caller/caller_id")
        assert part.extras is None


@for_each("caller", [{"type": "direct"}, "call_p", {"caller_id": 3}, {"caller_id": ""}])
def test_a_caller_that_names_nobody_is_kept_beside(caller):
    part = only_part({**CALL, "caller": caller})
    assert part.edges == ()
    assert part.extras == {"caller": caller}


def test_what_else_a_caller_says_is_kept_beside():
    part = only_part({**CALL, "caller": {**CALLER, "label": "x"}})
    assert [edge.value for edge in part.edges] == ["call_p"]
    assert part.extras == {"caller": {**CALLER, "label": "x"}}


def test_an_approval_is_an_edge_of_the_call_and_the_tie_of_the_answer():
    approved = {"type": "mcp_call", "id": "mcp_1", "name": "x", "approval_request_id": "mcpr_1"}
    [edge] = call(approved).edges
    assert (edge.field, edge.value) == ("approval_request_id", "mcpr_1")
    assert edge.address == "0:/0/approval_request_id"
    answer = result({"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True})
    assert answer.edges == ()
    assert answer.call_id.value == "mcpr_1"


def test_an_edge_follows_the_id_that_it_names():
    long = "p" * 65
    items = [
        PROGRAM | {"call_id": long},
        CALL | {"caller": CALLER | {"caller_id": long}},
        OUTPUT | {"caller": CALLER | {"caller_id": long}},
        {"type": "program_output", "id": "progo_1", "call_id": long, "result": "1", "status": "completed"},
    ]
    program, called, answered, done = again(items)["input"]
    assert program["call_id"] == done["call_id"] != long
    assert called["caller"] == answered["caller"] == {"type": "program", "caller_id": program["call_id"]}
    assert again(items, ids="keep")["input"] == items


def test_an_edge_to_an_approval_stays_as_the_request_does():
    long = "mcpr_" + "a" * 80
    items = [
        {"type": "mcp_call", "id": "mcp_1", "name": "x", "arguments": "{}", "approval_request_id": long},
        {"type": "mcp_approval_request", "id": long, "name": "x", "arguments": "{}", "server_label": "s"},
    ]
    assert again(items)["input"] == items


def test_an_edge_is_lost_where_the_target_has_none_and_said_to_be():
    conversation = read([CALL | {"caller": CALLER}, OUTPUT, HELLO])
    rendering = crosswire.render(conversation, "openai-chat")
    assert ("vendor-field", "caller") in [(loss.code, loss.what) for loss in rendering.losses]
    assert unaccounted(conversation, rendering) == {}


# Writing what was in another format


def from_chat(messages: list, **body: object) -> crosswire.Rendering:
    [conversation] = crosswire.parse({"messages": messages, **body}, "openai-chat")
    rendering = crosswire.render(conversation, "openai-responses")
    assert not unaccounted(conversation, rendering)
    assert check_openai_responses(rendering.payload) == []
    return rendering


def chat_call(call_id: str, **function: object) -> dict:
    return {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}", **function}}


def test_calls_and_results_become_items_without_item_ids():
    rendering = from_chat(
        [
            {"role": "system", "content": "Be brief."},
            HELLO,
            {
                "role": "assistant",
                "content": "Let me see.",
                "tool_calls": [chat_call("call_a"), chat_call("call_b")],
            },
            {"role": "tool", "tool_call_id": "call_b", "content": "B"},
            {"role": "tool", "tool_call_id": "call_a", "content": "A"},
        ]
    )
    assert rendering.payload == {
        "instructions": "Be brief.",
        "input": [
            HELLO,
            {"role": "assistant", "content": "Let me see."},
            {"type": "function_call", "call_id": "call_a", "name": "f", "arguments": "{}"},
            {"type": "function_call", "call_id": "call_b", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_b", "output": "B"},
            {"type": "function_call_output", "call_id": "call_a", "output": "A"},
        ],
    }
    assert rendering.losses == []


def test_later_and_further_system_messages_keep_their_places():
    two = from_chat([{"role": "system", "content": "a"}, {"role": "system", "content": "b"}, HELLO])
    assert [item["role"] for item in two.payload["input"]] == ["system", "system", "user"]
    later = from_chat([HELLO, {"role": "developer", "content": "a"}])
    assert [item["role"] for item in later.payload["input"]] == ["user", "developer"]
    assert "instructions" not in later.payload


@pytest.mark.parametrize("target", ["openai-chat", "anthropic", "gemini"])
def test_that_an_item_is_completed_goes_without_saying_and_that_it_is_not_does_not(target):
    items = [
        HELLO,
        {"type": "function_call", "call_id": "call_a", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_a", "output": "A"},
    ]

    def lost(status: str) -> list[str]:
        log = read([{**item, "type": item.get("type", "message"), "status": status} for item in items])
        losses = crosswire.render(log, target).losses
        return sorted(loss.source or "" for loss in losses if loss.what == "status")

    assert lost("completed") == []
    assert lost("incomplete") == ["0:/0/status", "0:/1/status", "0:/2/status"]


def test_a_custom_tool_stays_one_on_both_ends():
    rendering = from_chat(
        [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}],
            },
            {"role": "tool", "tool_call_id": "c", "content": "1"},
        ],
        tools=[{"type": "custom", "custom": {"name": "sql"}}],
        tool_choice={"type": "custom", "custom": {"name": "sql"}},
    )
    assert rendering.payload["input"] == [
        {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "select 1"},
        {"type": "custom_tool_call_output", "call_id": "c", "output": "1"},
    ]
    assert rendering.payload["tool_choice"] == {"type": "custom", "name": "sql"}


def test_arguments_keep_the_text_of_the_log():
    invalid = from_chat(
        [{"role": "assistant", "content": None, "tool_calls": [chat_call("c", arguments='{"a": ')]}]
    )
    assert invalid.payload["input"][0]["arguments"] == '{"a": '
    empty = from_chat([{"role": "assistant", "content": None, "tool_calls": [chat_call("c", arguments="")]}])
    assert empty.payload["input"][0]["arguments"] == ""


def test_tools_say_whether_they_are_strict():
    closed = {"type": "object", "additionalProperties": False, "properties": {}}
    tools = [
        {"type": "function", "function": {"name": "a", "parameters": closed, "strict": True}},
        {"type": "function", "function": {"name": "b", "description": "does"}},
    ]
    strict, loose = from_chat([HELLO], tools=tools).payload["tools"]
    assert strict == {"type": "function", "name": "a", "parameters": closed, "strict": True}
    assert loose["strict"] is False
    assert loose["parameters"] == {"type": "object", "properties": {}}


def test_an_image_keeps_its_detail():
    image = {"type": "image_url", "image_url": {"url": "https://example.com/a.png", "detail": "low"}}
    sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
    file = {"type": "file", "file": {"file_data": "data:application/pdf;base64,AAAA", "filename": "a.pdf"}}
    stored = {"type": "file", "file": {"file_id": "file-1"}}
    rendering = from_chat([{"role": "user", "content": [image, sound, file, stored]}])
    assert rendering.payload["input"][0]["content"] == [
        {"type": "input_image", "detail": "low", "image_url": "https://example.com/a.png"},
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AAAA"},
        {"type": "input_file", "file_id": "file-1"},
    ]
    assert [(loss.code, loss.what) for loss in rendering.losses] == [("media", "audio")]


def test_a_refusal_is_written_as_text_and_said_to_be():
    rendering = from_chat([HELLO, {"role": "assistant", "content": None, "refusal": "No."}])
    assert rendering.payload["input"][1] == {"role": "assistant", "content": "No."}
    assert [loss.code for loss in rendering.losses] == ["refusal-as-text"]


def test_reasoning_of_other_models_is_dropped_and_said_to_be():
    rendering = from_chat([HELLO, {"role": "assistant", "content": "a", "reasoning_content": "hm"}])
    assert rendering.payload["input"] == [HELLO, {"role": "assistant", "content": "a"}]
    assert [(loss.kind, loss.code) for loss in rendering.losses] == [("dropped", "reasoning")]


def test_a_message_of_which_nothing_is_left_is_said_to_be_dropped():
    rendering = from_chat([HELLO, {"role": "assistant", "content": ""}])
    assert rendering.payload["input"] == [HELLO]
    assert [loss.code for loss in rendering.losses] == ["empty-message"]


# Whole uploads


@for_each(
    "upload",
    [
        json.dumps([HELLO, CALL, OUTPUT]),
        "\n".join(map(json.dumps, [HELLO, CALL, OUTPUT])),
        repr([HELLO, CALL, OUTPUT]),
        json.dumps(json.dumps({"input": [HELLO, CALL, OUTPUT]})),
        json.dumps({"object": "list", "data": [HELLO, CALL, OUTPUT]}),
        "Response(id='resp_1', object='response', instructions='hi', output=["
        "ResponseFunctionToolCall(arguments='{}', call_id='call_a', name='f', type='function_call', "
        "id='fc_1'), "
        "ResponseFunctionToolCallOutput(call_id='call_a', output='done', type='function_call_output')])",
    ],
)
def test_an_upload_is_detected_in_every_container(upload):
    log = crosswire.load(upload.encode())
    [conversation] = log.conversations
    assert log.format == "openai-responses"
    [pair] = crosswire.pair(conversation).pairs
    assert (pair.how, pair.call.item_id, pair.result.content[0].text) == ("by_id", "fc_1", "done")
    assert len(conversation.messages) == 3


def test_a_request_with_its_answer_in_the_same_object_is_read_whole() -> None:
    body = {
        "model": "gpt-5",
        "id": "resp_1",
        "object": "response",
        "input": "hi",
        "output": [
            {"type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_a", "output": "15"},
        ],
        "usage": {"total_tokens": 3},
    }
    log = crosswire.load(json.dumps(body).encode())
    (conversation,) = log.conversations
    assert log.format == "openai-responses"
    assert [message.address for message in conversation.messages] == [
        "0:/input",
        "0:/output/0",
        "0:/output/1",
    ]
    assert crosswire.pair(conversation).counts()["by_id"] == 1
    assert [s.name for s in conversation.settings() if s.of_response] == ["id", "object", "usage"]
    payload = crosswire.render(conversation, "openai-responses").payload
    assert isinstance(payload, dict)
    assert "output" not in payload
    assert len(payload["input"]) == 3


PAGE = [
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is 15."}]},
    OUTPUT,
    CALL,
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Add."}]},
]
"""As the interface lists the items of a conversation, and what a response was given."""


@for_each("items", [PAGE, PAGE[::-1], [PAGE[0], PAGE[3]], [PAGE[3], PAGE[0]]])
def test_a_page_of_items_is_read_in_the_order_that_they_were_said(items):
    page = {"object": "list", "data": items, "has_more": False}
    [conversation] = crosswire.parse(page)
    roles = [message.role for message in conversation.messages]
    assert roles == (["user", "assistant", "tool", "assistant"] if len(items) == 4 else ["user", "assistant"])
    assert conversation.messages[0].address == f"0:/data/{items.index(PAGE[3])}"
    assert crosswire.diagnose(conversation) == []


def test_a_page_that_was_got_without_a_body_lacks_no_request():
    page = {"object": "list", "data": PAGE[::-1], "has_more": False}
    got = {"request": {"method": "GET", "url": "/v1/conversations/conv_1/items"}, "response": page}
    [conversation] = crosswire.parse([got])
    assert conversation.unread == []
    assert conversation.notes == []
