"""Gemini: searches that stand beside an answer are calls with their results, and have no ids."""

from __future__ import annotations

from typing import Any

import crosswire
from crosswire.address import resolve
from crosswire.model import ArgumentsState, Conversation, DataPart, ToolCallPart
from crosswire.model.call_id import IdSource, IdState
from tests.coverage_check import unaccounted
from tests.sdk_types import check_gemini
from tests.selection import for_each

Json = dict[str, Any]

WEB = {"web": {"uri": "https://example.com/", "title": "example.com"}}
SEARCH: Json = {
    "webSearchQueries": ["weather London"],
    "searchEntryPoint": {"renderedContent": "<div>…</div>"},
    "groundingChunks": [WEB],
    "groundingSupports": [{"segment": {"endIndex": 5, "text": "Sunny"}, "groundingChunkIndices": [0]}],
    "retrievalMetadata": {},
}
URLS: Json = {
    "urlMetadata": [
        {"retrievedUrl": "https://example.com/", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_SUCCESS"}
    ]
}


def response(*parts: Json, **beside: Any) -> Json:
    content = {"role": "model", "parts": list(parts) or [{"text": "Sunny."}]}
    return {"candidates": [{"content": content, "finishReason": "STOP", **beside}]}


def parsed(body: Any) -> Conversation:
    (conversation,) = crosswire.parse(body, "gemini")
    return conversation


def search(body: Json) -> ToolCallPart:
    (call,) = parsed(body).calls()
    return call


def test_a_search_is_one_call_with_its_result_and_without_an_id() -> None:
    body = response(groundingMetadata=SEARCH)
    conversation = parsed(body)
    (message,) = conversation.messages
    call = message.parts[-1]
    assert isinstance(call, ToolCallPart)
    assert (call.name, call.wire_type, call.executed_by) == ("google_search", "groundingMetadata", "server")
    assert call.hybrid
    for end in (call, call.embedded):
        assert end is not None
        assert (end.call_id.value, end.call_id.source, end.call_id.state) == (
            None,
            IdSource.NONE,
            IdState.NO_FIELD,
        )
        assert end.item_id is None
    assert call.arguments.value == {"webSearchQueries": ["weather London"]}
    counts = crosswire.pair(conversation).counts()
    assert (counts["embedded"], sum(counts.values())) == (1, 1)
    assert crosswire.diagnose(conversation) == []


def test_every_address_of_it_leads_into_the_candidate() -> None:
    body = response(groundingMetadata=SEARCH)
    call = search(body)
    assert resolve(call.address, [body], str) == call.raw == SEARCH
    assert call.embedded is not None
    (found,) = call.embedded.content
    assert isinstance(found, DataPart)
    assert resolve(found.address, [body], str) == found.raw == SEARCH
    assert found.value == {key: value for key, value in SEARCH.items() if key != "webSearchQueries"}


@for_each(
    ("metadata", "name"),
    [
        ({"webSearchQueries": ["q"]}, "google_search"),
        ({"imageSearchQueries": ["q"]}, "google_search"),
        ({"searchEntryPoint": {"renderedContent": "x"}, "groundingChunks": []}, "google_search"),
        ({"groundingChunks": [{"maps": {"placeId": "p"}}], "webSearchQueries": ["q"]}, "google_maps"),
        ({"googleMapsWidgetContextToken": "t"}, "google_maps"),
        ({"retrievalQueries": ["q"]}, "retrieval"),
        ({"groundingChunks": [{"retrievedContext": {"text": "t"}, "web": None}]}, "retrieval"),
        (
            {"grounding_chunks": [{"retrieved_context": {"text": "t"}}], "web_search_queries": None},
            "retrieval",
        ),
        ({"groundingChunks": [{"maps": {}}, WEB]}, "google_search"),
    ],
)
@for_each("key", ["groundingMetadata", "grounding_metadata"])
def test_the_tool_is_what_the_evidence_tells(metadata: Json, name: str, key: str) -> None:
    call = search(response(**{key: metadata}))
    assert (call.name, call.wire_type) == (name, "groundingMetadata")


@for_each(
    "metadata",
    [
        *({}, {"groundingChunks": []}, {"retrievalMetadata": {}}, {"webSearchQueries": []}, "text", 7, [WEB]),
        {"groundingChunks": [7, None, "x", {}]},
        {"groundingChunks": {"web": 1}},
        {"groundingChunks": [{"web": None}]},
    ],
)
def test_what_tells_of_no_search_stays_a_setting(metadata: Any) -> None:
    conversation = parsed(response(groundingMetadata=metadata))
    assert list(conversation.calls()) == []
    assert {setting.name: setting.value for setting in conversation.settings()}[
        "groundingMetadata"
    ] == metadata


def test_pages_that_were_read_are_a_call_of_their_own() -> None:
    conversation = parsed(response(urlContextMetadata=URLS, groundingMetadata=SEARCH))
    pages, found = conversation.calls()
    assert (pages.name, pages.wire_type) == ("url_context", "urlContextMetadata")
    assert pages.arguments.state is ArgumentsState.ABSENT
    assert pages.embedded is not None
    assert [part.raw for part in pages.embedded.content] == [URLS]
    assert found.name == "google_search"
    assert search(response(url_context_metadata={"url_metadata": URLS["urlMetadata"]})).name == "url_context"
    assert list(parsed(response(urlContextMetadata={"urlMetadata": []})).calls()) == []


def test_queries_alone_are_a_call_whose_result_is_not_shown() -> None:
    call = search(response(groundingMetadata={"webSearchQueries": ["q"]}))
    assert call.embedded is None
    counts = crosswire.pair(parsed(response(groundingMetadata={"webSearchQueries": ["q"]}))).counts()
    assert (counts["embedded"], counts["missing"], counts["pending"]) == (1, 0, 0)


def test_a_search_that_the_answer_shows_itself_is_not_told_twice() -> None:
    shown = {"toolCall": {"id": "tc_1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["q"]}}}
    conversation = parsed(
        response(shown, {"text": "Sunny."}, groundingMetadata=SEARCH, urlContextMetadata=URLS)
    )
    assert [call.name for call in conversation.calls()] == ["GOOGLE_SEARCH_WEB", "url_context"]
    assert "groundingMetadata" in {setting.name for setting in conversation.settings()}


def test_an_answer_without_content_keeps_it_as_a_setting() -> None:
    conversation = parsed({"candidates": [{"finishReason": "SAFETY", "groundingMetadata": SEARCH}]})
    assert conversation.messages == []
    assert {setting.name for setting in conversation.settings()} == {"finishReason", "groundingMetadata"}


def test_each_candidate_has_its_own_search() -> None:
    candidates = [
        response(groundingMetadata={"webSearchQueries": [query]})["candidates"][0] for query in ("a", "b")
    ]
    read = crosswire.parse({"candidates": candidates}, "gemini")
    asked = [[call.arguments.value for call in conversation.calls()] for conversation in read]
    assert asked == [[{"webSearchQueries": ["a"]}], [{"webSearchQueries": ["b"]}]]


@for_each("content", [{"parts": []}, {"role": "model"}, "text", [{"text": "Hi."}], {"text": "Hi."}, 7])
def test_no_request_has_a_place_for_it_and_each_says_so(content: Any) -> None:
    body = {"candidates": [{"content": content, "groundingMetadata": SEARCH, "urlContextMetadata": URLS}]}
    conversation = parsed(body)
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        assert unaccounted(conversation, rendering) == {}
        lost = {loss.source: loss.kind for loss in rendering.losses}
        for call in conversation.calls():
            assert lost[call.address] == "dropped"


def test_its_own_request_is_the_answer_without_it() -> None:
    body = response(groundingMetadata=SEARCH)
    rendering = crosswire.render(parsed(body), "gemini")
    assert rendering.payload == {"contents": [body["candidates"][0]["content"]]}
    assert check_gemini(rendering.payload) == []
    assert [(loss.code, loss.what) for loss in rendering.losses][:1] == [("of-response", "groundingMetadata")]


@for_each("ids", [{}, {"id": "x"}, {"id": None}])
@for_each(
    ("call", "result"),
    [
        ({"functionCall": {"name": "f", "args": {}}}, {"functionResponse": {"name": "f", "response": {}}}),
        ({"function_call": {"name": "f"}}, {"function_response": {"name": "f", "response": {"output": "1"}}}),
        (
            {"executableCode": {"code": "1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
        ),
        ({"executable_code": {"code": "1"}}, {"code_execution_result": {"outcome": "OUTCOME_OK"}}),
        ({"toolCall": {"toolType": "URL_CONTEXT"}}, {"toolResponse": {"toolType": "URL_CONTEXT"}}),
        ({"tool_call": {"tool_type": "URL_CONTEXT"}}, {"tool_response": {"tool_type": "URL_CONTEXT"}}),
    ],
)
def test_every_pair_is_tied_with_an_id_or_without(call: Json, result: Json, ids: Json) -> None:
    call, result = ({key: {**inner, **ids} for key, inner in part.items()} for part in (call, result))
    by_client = "unction" in next(iter(call))
    turns = [[call], [result]] if by_client else [[call, result]]
    contents = [{"role": role, "parts": parts} for role, parts in zip(("model", "user"), turns, strict=False)]
    conversation = parsed({"contents": contents})
    counts = crosswire.pair(conversation).counts()
    assert counts["by_id" if ids.get("id") else "by_position"] == sum(counts.values()) == 1
    state = IdState.PRESENT if ids.get("id") else IdState.NULL if ids else IdState.NO_FIELD
    for part in (*conversation.calls(), *conversation.results()):
        assert (part.call_id.value, part.call_id.state) == (ids.get("id"), state)
        assert (part.call_id.source, part.call_id.required) == (IdSource.CORRELATION, False)
        assert part.executed_by == ("client" if by_client else "server")
    assert [found for found in crosswire.diagnose(conversation) if found.severity == "error"] == []
    assert unaccounted(conversation, crosswire.render(conversation, "gemini")) == {}
