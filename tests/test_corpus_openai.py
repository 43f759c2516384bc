"""Real logs of Chat Completions and Responses, read, written and read again."""

from functools import cache

import crosswire
from crosswire.model import Conversation, OpaquePart, ToolCallPart, ToolResultPart
from tests.corpus_counts import load_apart
from tests.coverage_check import unaccounted
from tests.plain_values import content_of
from tests.selection import for_each
from tests.shared_corpus import CORPUS, needs_corpus, some_rows

FORMATS = ("openai-chat", "openai-responses")


ROWS = [row for row in some_rows(FORMATS) if row["streaming"] == "no" or row["path"].endswith(".jsonl")]
each_file = for_each("row", ROWS, ids=[row["path"] for row in ROWS])
pytestmark = needs_corpus


@cache
def load(path: str) -> crosswire.Log:
    return crosswire.load((CORPUS / path).read_bytes(), name=path)


def own(conversation: Conversation, ids: str = "fill") -> crosswire.Rendering:
    return crosswire.render(conversation, conversation.format, ids=ids)


@each_file
def test_a_file_is_detected_with_a_reason(row):
    log = load(row["path"])
    assert log.format == row["format"]
    assert log.detection.confidence >= 0.9 or log.coverage.unread
    assert log.detection.reason.endswith(".")


@each_file
def test_a_file_has_the_calls_and_results_of_the_manifest(row):
    conversations = load_apart(row["path"]).conversations
    if row["streaming"] == "no":
        assert sum(len(list(c.calls())) for c in conversations) >= int(row["calls"])
        assert sum(len(list(c.results())) for c in conversations) >= int(row["results"])


@each_file
def test_a_file_is_understood_to_the_last_block(row):
    for conversation in load(row["path"]).conversations:
        opaque = {part.wire_type for _, part in conversation.parts() if isinstance(part, OpaquePart)}
        assert opaque <= {"mcp_list_tools"}


@each_file
def test_a_file_written_in_its_own_format_reads_as_the_same(row):
    for conversation in load(row["path"]).conversations:
        said = {message.address for message in conversation.messages}
        for policy in ("keep", "fill", "native"):
            rendering = own(conversation, policy)
            if not any(loss.code == "of-response" and loss.source in said for loss in rendering.losses):
                [again] = crosswire.parse(rendering.payload, conversation.format)
                first, second = content_of(conversation, rendering), content_of(again)
                if conversation.shape == "response":
                    # What it repeats of its request is cleaned on the way back into one.
                    first["tools"] = second["tools"] = []
                assert first == second


@each_file
def test_writing_what_was_written_changes_nothing(row):
    for conversation in load(row["path"]).conversations:
        first = own(conversation)
        [again] = crosswire.parse(first.payload, conversation.format)
        assert own(again).payload == first.payload


@each_file
def test_the_other_format_tells_of_the_same_calls_and_results(row):
    for conversation in load(row["path"]).conversations:
        target = FORMATS[1 - FORMATS.index(conversation.format)]
        rendering = crosswire.render(conversation, target)
        written = {change.node: change.written for change in rendering.id_map}
        expected = [part for _, part in conversation.parts() if _by_client(part)]
        try:
            again = crosswire.parse(rendering.payload, target)
        except crosswire.NotAConversation:
            assert expected == []  # it held only what the target has no message for
            again = []
        found = [part for other in again for _, part in other.parts() if _by_client(part)]
        assert [_summary(part, {}) for part in found] == [_summary(part, written) for part in expected]


def _by_client(part: object) -> bool:
    return isinstance(part, (ToolCallPart, ToolResultPart)) and part.executed_by == "client"


def _summary(part: ToolCallPart | ToolResultPart, written: dict[str, str]) -> tuple:
    call_id = written.get(part.key, part.call_id.value)
    if isinstance(part, ToolCallPart):
        return call_id, part.name, part.arguments.value
    return call_id, len(part.content)


@each_file
def test_nothing_of_a_file_is_lost_in_silence(row):
    for conversation in load(row["path"]).conversations:
        for target in crosswire.FORMATS:
            for policy in ("keep", "fill", "native"):
                rendering = crosswire.render(conversation, target, ids=policy)
                assert unaccounted(conversation, rendering) == {}


def test_what_a_program_printed_reads_as_what_it_received():
    def names(path: str) -> list[tuple]:
        return [
            (call.call_id.value, call.name, call.arguments.value)
            for conversation in load(f"openai-chat/ruby_llm__derived__openai-py__{path}").conversations
            for call in conversation.calls()
        ]

    printed = names("chat_completion.repr.txt")
    assert printed == names("chat_completion.model_dump.json")
    assert len(printed) == 2
