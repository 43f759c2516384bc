"""The tool call matrix: seven conversations, each written down in every format, each turned into each."""

from __future__ import annotations

import copy
import json
from itertools import product
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.model import (
    Conversation,
    MediaPart,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.media import MediaPolicy, summary_of
from tests.coverage_check import unaccounted
from tests.sdk_types import CHECKS
from tests.selection import for_each, some_of

CORPUS = Path(__file__).parent / "corpus"
FORMATS = (
    "openai-chat",
    "openai-responses",
    "anthropic",
    "gemini",
    "azure-foundry",
    "bedrock",
    "mistral",
    "cohere",
    "ollama",
)
IMAGE = "read_file_on_an_image"
SUMMARY = "[image/png, 70 bytes, sha256 6b7fa434f92a8b80]"
"""What stands for the image in words; the document leaves open which."""
SCENARIOS = {
    "run_shell_command": ("run_shell_command", "call_123", {"command"}),
    "read_file": ("read_file", "rf_1", {"absolute_path"}),
    "read_many_files": ("read_many_files", "rmf_1", {"paths"}),
    "write_file": ("write_file", "wf_1", {"file_path", "content"}),
    "replace": ("replace", "rep_1", {"file_path", "old_string", "new_string", "expected_replacements"}),
    "search_file_content": ("search_file_content", "grep_1", {"pattern", "path", "include"}),
    IMAGE: ("read_file", "rf_img_1", {"absolute_path"}),
}
"""Name of the tool, call id, and names of the arguments, as the document has them."""
MISTRAL_IDS = {
    "run_shell_command": "RZOYN0isI",
    "read_file": "lKJYzexue",
    "read_many_files": "TonBFnL0m",
    "write_file": "f46uVXFTP",
    "replace": "xOLWZfu4F",
    "search_file_content": "XkRBS6Dtf",
    IMAGE: "23lohHsfX",
}
"""The ids of the same calls at Mistral, which takes nine letters and digits alone."""
TEXT_ALONE = ("openai-chat", "mistral", "cohere", "ollama")
"""Formats whose results hold no image."""

TODAY = {
    ("gemini", "envelope"): (
        "`config: {tools, systemInstruction}`",
        "`tools`, `systemInstruction` and `generationConfig` beside `contents`",
        "`config` is the SDK's; the body that it sends has no such field.",
    ),
    ("gemini", "image"): (
        "`inlineData` in a part of its own, beside the `functionResponse` and a summary",
        "`inlineData` in `functionResponse.parts`",
        "Since Gemini 3 media stand inside the response that they belong to. The older form is still read.",
    ),
    ("openai-responses", "image"): (
        "a summary as text: outputs are strings",
        "a list with an `input_image`",
        "`function_call_output.output` takes text, images and files.",
    ),
    ("openai-responses", "strict"): (
        "`strict: null`",
        "`strict: false`",
        "Without a value the API now turns it on, which changes what a schema means.",
    ),
    ("anthropic", "image"): (
        "a summary as text: results are text",
        "an `image` block",
        "`tool_result.content` takes text, images, documents and search results.",
    ),
}
"""Where the document is out of date: what it says, what a provider takes today, and why we write that."""


@pytest.fixture(scope="module")
def payloads() -> dict[tuple[str, str], Any]:
    return {
        (scenario, format): json.loads((CORPUS / scenario / f"{format}.json").read_text())
        for scenario, format in product(SCENARIOS, FORMATS)
    }


def id_in(scenario: str, format: str) -> str:
    return MISTRAL_IDS[scenario] if format == "mistral" else SCENARIOS[scenario][1]


def read(scenario: str, format: str) -> Conversation:
    log = crosswire.load((CORPUS / scenario / f"{format}.json").read_bytes())
    assert len(log.conversations) == 1
    return log.conversations[0]


each_file = for_each(("scenario", "format"), list(product(SCENARIOS, FORMATS)))
PAIRS = [(s, a, b) for s, a, b in product(SCENARIOS, FORMATS, FORMATS) if a != b]
each_pair = for_each(("scenario", "source", "target"), PAIRS)
some_pairs = for_each(("scenario", "source", "target"), some_of(PAIRS, 4))


@each_file
def test_each_file_is_detected_for_certain(scenario: str, format: str) -> None:
    best, *others = crosswire.detect((CORPUS / scenario / f"{format}.json").read_bytes())

    assert (best.format, best.shape, best.container) == (format, "request", "json")
    assert best.confidence >= 0.9
    assert all(other.confidence < best.confidence for other in others)


@each_file
def test_each_file_is_what_the_sdk_of_its_provider_takes(scenario: str, format: str, payloads: Any) -> None:
    assert CHECKS[format](payloads[scenario, format]) == []


@each_file
def test_each_file_holds_one_answered_call(scenario: str, format: str) -> None:
    name, _, arguments = SCENARIOS[scenario]
    call_id = id_in(scenario, format)
    pairing = crosswire.pair(conversation := read(scenario, format))

    assert [tool.name for tool in conversation.tools()] == [name]
    assert [(call.name, call.call_id.value) for call in conversation.calls()] == [(name, call_id)]
    assert {key for call in conversation.calls() for key in call.arguments.value or ()} == arguments
    assert [result.call_id.value for result in conversation.results()] == [call_id]
    assert len(pairing.pairs) == 1
    assert not pairing.unanswered
    assert not pairing.orphans


@for_each("scenario", SCENARIOS)
def test_the_formats_of_a_scenario_say_the_same(scenario: str) -> None:
    first, *others = [said(read(scenario, format), id_in(scenario, format)) for format in FORMATS]

    assert [role for role, *_ in first][:2] == ["system", "user"]
    assert first[-1][1] == "text"
    assert all(other == first for other in others)


@for_each("scenario", SCENARIOS)
def test_the_formats_of_a_scenario_declare_the_same_tool(scenario: str) -> None:
    first, *others = [
        [(tool.name, tool.kind, tool.description, tool.schema) for tool in read(scenario, format).tools()]
        for format in FORMATS
    ]

    assert all(other == first for other in others)


def said(conversation: Conversation, call_id: str) -> list[tuple[Any, ...]]:
    """What a conversation says, whichever way its format cuts it into messages and spells its one id."""
    lines: list[tuple[Any, ...]] = []
    for message, part in conversation.parts():
        if isinstance(part, TextPart):
            lines.append((message.role, "text", part.text))
        elif isinstance(part, ToolCallPart):
            lines.append(
                (message.role, "call", part.call_id.value == call_id, part.name, part.arguments.value)
            )
        elif isinstance(part, ToolResultPart):
            lines.append(
                ("tool", "result", part.call_id.value == call_id, part.is_error, text_in(part.content))
            )
    return lines


def text_in(content: list[Part]) -> str:
    """The text of a result, with the summary of an image in its place."""
    return "\n".join(
        summary_of(part) if isinstance(part, MediaPart) else getattr(part, "text", "") for part in content
    )


@each_pair
def test_each_is_converted_to_the_other_file_to_the_letter(
    scenario: str, source: str, target: str, payloads: Any
) -> None:
    payload = crosswire.render(read(scenario, source), target, media=media_in(target)).payload
    text = json.dumps(payloads[scenario, target])
    expected = json.loads(text.replace(id_in(scenario, target), written_id(scenario, source, target)))
    # The name of a model is carried over where the body has a field for it; it is no other provider's name.
    # The agent that a request is for exists at Foundry alone.
    for body in (payload, expected):
        body.pop("model", None)
        body.pop("modelId", None)
        body.pop("agent_reference", None)
    if scenario == IMAGE and source in TEXT_ALONE:
        summarise(expected)
    if source in ("openai-responses", "azure-foundry"):
        # A switch that only these have to say.
        if target in ("openai-chat", "mistral"):
            expected["tools"][0]["function"]["strict"] = False
        elif target == "anthropic":
            expected["tools"][0]["strict"] = False
        elif target == "bedrock":
            expected["toolConfig"]["tools"][0]["toolSpec"]["strict"] = False
    if source in ("gemini", "ollama") and target == "mistral":
        # Results of all three may say the tool's name, which Gemini's must.
        expected["messages"][3]["name"] = SCENARIOS[scenario][0]

    assert payload == expected


def media_in(target: str) -> MediaPolicy:
    """The document has the image told of in words where results hold text, or held only text then."""
    return "text" if target in TEXT_ALONE else "inside"


def written_id(scenario: str, source: str, target: str) -> str:
    """Only Mistral refuses the ids of the others; the others take Mistral's."""
    return id_in(scenario, "mistral" if "mistral" in (source, target) else source)


def summarise(body: Any) -> None:
    """Where the source held only the summary of an image, the target can hold no more."""
    if "contents" in body:
        response = body["contents"][2]["parts"][0]["functionResponse"]
        response["response"] = {"output": SUMMARY}
        del response["parts"]
    elif "input" in body:
        body["input"][2]["output"] = SUMMARY
    elif "toolConfig" in body:
        body["messages"][2]["content"][0]["toolResult"]["content"] = [{"text": SUMMARY}]
    elif body["messages"][0]["role"] != "system":
        body["messages"][2]["content"][0]["content"] = SUMMARY


@some_pairs
def test_every_rendering_accounts_for_everything_and_rewrites_ids_for_mistral_alone(
    scenario: str, source: str, target: str
) -> None:
    conversation = read(scenario, source)
    rendering = crosswire.render(conversation, target)

    assert unaccounted(conversation, rendering) == {}
    rewritten = [(c.logged, c.written, c.how) for c in rendering.id_map]
    both = (id_in(scenario, source), id_in(scenario, "mistral"), "rewritten")
    assert rewritten == ([both, both] if target == "mistral" else [])
    assert CHECKS[target](rendering.payload) == []


@some_pairs
def test_only_an_image_on_its_way_to_text_is_lost(scenario: str, source: str, target: str) -> None:
    losses = crosswire.render(read(scenario, source), target, media=media_in(target)).losses
    # The name of the model, and what one provider alone has: an agent, `strict` of a tool, `detail`.
    expected = {"model-name", "in-url", "vendor-field", "setting"}

    found = [(loss.kind, loss.what, loss.fallback) for loss in losses if loss.code not in expected]
    if scenario != IMAGE or source in TEXT_ALONE or target not in (*TEXT_ALONE, "gemini"):
        assert found == []
    elif target == "gemini":  # whose models before the third generation do not take it there
        assert found == [("changed", "image", None)]
    else:
        assert found == [("dropped", "image", SUMMARY)]


STRANGE = {
    source: {container: [{"role": "narrator", **words}, *said]}
    for source, container, words in (
        ("openai-chat", "messages", {"content": "Later."}),
        ("openai-responses", "input", {"content": "Later."}),
        ("azure-foundry", "input", {"content": "Later."}),
        ("anthropic", "messages", {"content": "Later."}),
        ("gemini", "contents", {"parts": [{"text": "Later."}]}),
        ("bedrock", "messages", {"content": [{"text": "Later."}]}),
        ("mistral", "messages", {"content": "Later."}),
        ("cohere", "messages", {"content": "Later."}),
        ("ollama", "messages", {"content": "Later."}),
    )
    for said in [[{"role": "user", **words}]]
}


@for_each(("source", "target"), list(product(FORMATS, FORMATS)))
def test_a_role_that_no_format_knows_is_kept_or_said_to_be_changed(source: str, target: str) -> None:
    [conversation] = crosswire.parse(STRANGE[source], source)
    rendering = crosswire.render(conversation, target)
    assert unaccounted(conversation, rendering) == {}
    said = [(loss.kind, loss.what) for loss in rendering.losses if loss.code == "role"]
    kept = '"narrator"' in json.dumps(rendering.payload)
    assert said == ([] if kept else [("changed", "narrator")])


# What the document prescribes, said of the files; the conversions equal them to the letter.


@for_each("scenario", SCENARIOS)
def test_chat_has_what_the_document_prescribes(scenario: str, payloads: Any) -> None:
    name, call_id, _ = SCENARIOS[scenario]
    body = payloads[scenario, "openai-chat"]
    system, user, calling, result, final = body["messages"]

    assert [system["role"], user["role"], final["role"]] == ["system", "user", "assistant"]
    (tool,) = body["tools"]
    assert keys(tool) == {"type", "function"}
    assert keys(tool["function"]) == {"name", "description", "parameters"}
    (call,) = calling["tool_calls"]
    assert (calling["role"], keys(call), call["type"]) == (
        "assistant",
        {"id", "type", "function"},
        "function",
    )
    assert keys(call["function"]) == {"name", "arguments"}
    assert call["function"]["name"] == name
    assert isinstance(call["function"]["arguments"], str)
    assert (result["role"], keys(result)) == ("tool", {"role", "tool_call_id", "content"})
    assert call["id"] == result["tool_call_id"] == call_id
    assert isinstance(result["content"], str)
    assert (result["content"] == SUMMARY) is (scenario == IMAGE)


@for_each("scenario", SCENARIOS)
def test_responses_have_what_the_document_prescribes_or_today(scenario: str, payloads: Any) -> None:
    name, call_id, _ = SCENARIOS[scenario]
    body = payloads[scenario, "openai-responses"]
    user, *_, call, result, final = body["input"]

    assert isinstance(body["instructions"], str)
    assert [user["role"], final["role"]] == ["user", "assistant"]
    (tool,) = body["tools"]
    assert keys(tool) == {"type", "name", "description", "parameters", "strict"}
    assert ("openai-responses", "strict") in TODAY
    assert tool["strict"] is False
    assert keys(call) == {"type", "call_id", "name", "arguments"}
    assert (call["type"], call["name"]) == ("function_call", name)
    assert isinstance(call["arguments"], str)
    assert (result["type"], keys(result)) == ("function_call_output", {"type", "call_id", "output"})
    assert call["call_id"] == result["call_id"] == call_id
    if scenario == IMAGE:
        assert ("openai-responses", "image") in TODAY
        assert [part["type"] for part in result["output"]] == ["input_image"]
    else:
        assert isinstance(result["output"], str)


@for_each("scenario", SCENARIOS)
def test_anthropic_has_what_the_document_prescribes_or_today(scenario: str, payloads: Any) -> None:
    name, call_id, arguments = SCENARIOS[scenario]
    body = payloads[scenario, "anthropic"]
    user, calling, answering, final = body["messages"]

    assert isinstance(body["system"], str)
    assert [message["role"] for message in (user, calling, answering, final)] == ["user", "assistant"] * 2
    (tool,) = body["tools"]
    assert keys(tool) == {"name", "description", "input_schema"}
    call, (result,) = calling["content"][-1], answering["content"]
    assert (call["type"], keys(call)) == ("tool_use", {"type", "id", "name", "input"})
    assert (call["name"], keys(call["input"])) == (name, arguments)
    assert (result["type"], keys(result)) == ("tool_result", {"type", "tool_use_id", "content"})
    assert call["id"] == result["tool_use_id"] == call_id
    if scenario == IMAGE:
        assert ("anthropic", "image") in TODAY
        assert [block["type"] for block in result["content"]] == ["image"]
    else:
        assert isinstance(result["content"], str)


@for_each("scenario", SCENARIOS)
def test_gemini_has_what_the_document_prescribes_or_today(scenario: str, payloads: Any) -> None:
    name, call_id, arguments = SCENARIOS[scenario]
    body = payloads[scenario, "gemini"]
    user, calling, answering, final = body["contents"]

    assert ("gemini", "envelope") in TODAY
    assert keys(body) == {"systemInstruction", "contents", "tools", "generationConfig"}
    assert [content["role"] for content in (user, calling, answering, final)] == ["user", "model"] * 2
    (tool,) = body["tools"]
    (declaration,) = tool["functionDeclarations"]
    assert keys(declaration) == {"name", "description", "parametersJsonSchema"}
    (call,) = [part["functionCall"] for part in calling["parts"] if "functionCall" in part]
    assert keys(call) == {"id", "name", "args"}
    assert (call["name"], keys(call["args"])) == (name, arguments)
    (result,) = [part["functionResponse"] for part in answering["parts"]]
    assert result["name"] == name
    assert call["id"] == result["id"] == call_id
    if scenario == IMAGE:
        assert ("gemini", "image") in TODAY
        assert keys(result) == {"id", "name", "response", "parts"}
        assert [keys(part) for part in result["parts"]] == [{"inlineData"}]
    else:
        assert keys(result) == {"id", "name", "response"}
        assert keys(result["response"]) == {"output"}


def keys(value: Any) -> set[str]:
    return set(value)


def test_the_older_forms_of_the_document_are_read(payloads: Any) -> None:
    body = copy.deepcopy(payloads[IMAGE, "gemini"])
    result = body["contents"][2]["parts"][0]["functionResponse"]
    result["response"] = {"output": SUMMARY}
    body["contents"][2]["parts"] += result.pop("parts")
    older = {
        "contents": body["contents"],
        "config": {"tools": body["tools"], "systemInstruction": "You work in a source tree."},
    }
    (conversation,) = crosswire.parse(older)

    assert conversation.format == "gemini"
    assert [tool.name for tool in conversation.tools()] == ["read_file"]
    assert [message.role for message in conversation.messages][:2] == ["system", "user"]
    (answer,) = conversation.results()
    assert text_in(answer.content) == SUMMARY
    assert [part.media for _, part in conversation.parts() if isinstance(part, MediaPart)] == ["image"]
