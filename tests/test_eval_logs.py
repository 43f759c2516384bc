"""Logs of evaluations, exports of chats and data sets: each reads as its conversations, with exactly its
calls and results."""

import json
from contextlib import suppress
from typing import Any

import crosswire
from crosswire.address import document_of
from crosswire.containers import packed
from crosswire.model import ArgumentsState, ReasoningPart, text_of
from tests import shared_corpus
from tests.corpus_counts import expected
from tests.log_checks import (
    OWN,
    beginnings,
    cases,
    counts,
    drifted,
    errors,
    lost_in_silence,
    mutated,
    own,
    said,
    survives,
    unread,
    without_places,
)
from tests.selection import for_each, tries
from tests.shared_corpus import needs_corpus

COUNTS = {
    "atif/trajectory.json": (2, 3, 3),
    "atif/terminal.json": (1, 0, 0),
    "inspect-ai/log.json": (2, 3, 3),
    "inspect-ai/header.json": (1, 0, 0),
    "chatgpt-export/conversations.json": (2, 2, 2),
    "claude-ai-export/conversations.json": (2, 1, 1),
    "sharegpt/conversations.json": (3, 4, 4),
    "sharegpt/queries.jsonl": (1, 2, 0),
    "toolbench/answer.json": (2, 4, 4),
    "swe-agent/calls.traj.json": (1, 1, 1),
    "swe-agent/mini.traj.json": (1, 1, 1),
    "swe-agent/commands.traj.json": (1, 2, 2),
    "openhands/trajectory.json": (1, 2, 2),
    "openhands/sdk.jsonl": (1, 1, 1),
    "tau-bench/results.json": (1, 1, 1),
    "tau-bench/simulations.json": (1, 1, 1),
    "managed-agents/calls.jsonl": (1, 2, 2),
}
"""A file -> its conversations, calls and results."""
NAMES = {
    "atif": "atif",
    "inspect": "inspect-ai",
    "chatgpt-export": "chatgpt-export",
    "claude-ai-export": "claude-ai-export",
    "sharegpt": "sharegpt",
    "swe-agent-traj": "swe-agent",
    "openhands": "openhands",
    "tau-bench": "tau-bench",
    "managed-agents": "managed-agents",
}
"""How the manifest calls the formats."""
NOT_READ = {
    "sharegpt/gorilla__BFCL_v4_multi_turn_base.json": "answers to questions that are not there",
    "sharegpt/gorilla__possible_answer_BFCL_v4_parallel.json": "answers to questions that are not there",
    "swe-agent-traj/SWE-agent__str_replace_anthropic_demo.yaml": "YAML, of which cassettes alone are read",
    "atif/polylogue__atof_nemo_relay_atof_v0.1_real_redacted.jsonl": "ATOF, a stream of scopes, is no ATIF",
}
"""A file -> why nothing of it is read."""
COUNTED_BY_IDS = {"tau-bench/tau-bench__gpt-4o-airline.first10.json": (58, 58)}
"""A file whose tasks share ids -> all of its calls and results."""
ROWS = [row for row in shared_corpus.some_rows(NAMES) if row["path"] not in NOT_READ]
each_own = for_each("path", COUNTS)


@each_own
def test_a_log_has_exactly_its_conversations_calls_and_results(path: str) -> None:
    assert own(path).format == path.partition("/")[0]
    assert counts(own(path)) == COUNTS[path]


@each_own
def test_nothing_is_left_unread_and_nothing_found_that_is_not_wrong(path: str) -> None:
    assert unread(own(path)) == []
    assert errors(own(path)) == set()


@for_each(("path", "target"), lambda: cases([*COUNTS]), ids=" to ".join)
def test_a_log_is_written_in_every_format_with_nothing_lost_in_silence(path: str, target: str) -> None:
    assert lost_in_silence(own(path), target) == []


@each_own
def test_every_part_has_a_place_in_the_upload(path: str) -> None:
    assert without_places(own(path), (OWN / path).read_bytes()) == set()


@each_own
def test_unknown_keys_and_lines_change_nothing(path: str) -> None:
    log = crosswire.load(drifted(path), name=path)
    assert log.format == own(path).format
    assert [said(one) for one in log.conversations] == [said(one) for one in own(path).conversations]


@for_each("path", [path for path in COUNTS if path.endswith("l")])
def test_the_beginning_of_a_log_tells_no_call_that_the_whole_does_not(path: str) -> None:
    whole = [one for conversation in own(path).conversations for one in said(conversation)]
    for data in beginnings(path):
        with suppress(crosswire.CrosswireError):
            told = [one for each in crosswire.load(data, name=path).conversations for one in said(each)]
            assert all(one in whole for one in told if one[0] == "call")


def test_a_text_that_a_sample_keeps_apart_is_told_with_its_place() -> None:
    sample = own("inspect-ai/log.json").conversations[0]
    (call,) = [one for one in sample.calls() if one.name == "look"]
    (result,) = [one for one in sample.results() if one.call_id.value == call.call_id.value]
    (at, text), *more = call.apart
    assert (at, text, more) == ("0:/samples/0/attachments/abc", call.arguments.value["at"], [])
    assert [at for at, _ in result.apart] == ["0:/samples/0/attachments/def"]
    assert call.address == "0:/samples/0/messages/1/tool_calls/0"


def test_a_trajectory_within_another_is_a_sub_agents_and_leads_to_the_call() -> None:
    gardener, botanist = own("atif/trajectory.json").conversations
    assert botanist.started_from is not None
    assert (gardener.thread, botanist.thread) == ("t-1", "t-2")
    (call,) = [one for one in gardener.calls() if one.name == "ask_botanist"]
    assert (botanist.started_from.number, botanist.started_from.there) == (0, call.address)


def test_a_copied_step_whose_calls_were_told_is_read_once() -> None:
    value = json.loads((OWN / "atif/trajectory.json").read_text())
    value["subagent_trajectories"][0]["steps"].insert(0, {**value["steps"][2], "is_copied_context": True})
    assert counts(crosswire.load(json.dumps(value).encode())) == (2, 3, 3)


def test_what_a_terminal_shows_is_no_result_where_nothing_was_called() -> None:
    (log,) = own("atif/terminal.json").conversations
    assert [message.role for message in log.messages] == ["user", "assistant", "user", "assistant"]


def test_an_attachment_stands_in_its_place_in_texts_and_arguments() -> None:
    sample = own("inspect-ai/log.json").conversations[0]
    look, _ = sample.calls()
    assert look.arguments.value == {"at": "the whole north quay, from the old crane to the lighthouse"}
    first, failed = sample.results()
    assert [part.address for part in first.content] == ["0:/samples/0/attachments/def"]
    assert failed.is_error
    assert [getattr(part, "text", None) for part in failed.content] == ["Nobody answered in time."]


def test_an_agent_beside_the_messages_of_a_sample_is_a_conversation_of_its_own() -> None:
    sample, helper = own("inspect-ai/log.json").conversations
    assert helper.started_from is not None
    assert helper.started_from.number == sample.number


def test_the_path_to_the_current_node_is_the_conversation_and_the_other_a_branch() -> None:
    active, branch = own("chatgpt-export/conversations.json").conversations
    assert active.title == "Lines of a file"
    assert branch.started_from is not None
    assert (branch.started_from.relation, branch.started_from.why) == ("branch", "retry")


def test_a_conversation_in_the_envelope_of_a_browser_extension_is_read() -> None:
    (first, *_) = json.loads((OWN / "chatgpt-export/conversations.json").read_text())
    alone, held = (crosswire.load(json.dumps(one).encode()) for one in (first, {"of": 1, "payload": first}))
    assert (held.format, counts(held)) == ("chatgpt-export", counts(alone))
    assert all(one.address.startswith("0:/payload/") for one in held.conversations[0].messages)


def test_exports_of_several_users_in_one_document_are_read() -> None:
    exported = json.loads((OWN / "chatgpt-export/conversations.json").read_text())
    users = {"users": [{"name": "a", "chats": exported}, {"name": "b", "chats": exported}]}
    assert counts(crosswire.load(json.dumps(users).encode())) == (4, 4, 4)


def test_another_current_node_makes_the_other_path_the_conversation() -> None:
    value = json.loads((OWN / "chatgpt-export/conversations.json").read_text())
    value[0]["current_node"] = "old"
    active, branch = crosswire.load(json.dumps(value).encode()).conversations
    assert [len(active.messages), len(branch.messages)] == [3, 6]


def test_code_for_a_tool_is_free_text_and_json_is_parsed() -> None:
    python, search = own("chatgpt-export/conversations.json").conversations[0].calls()
    assert (python.name, python.arguments.state) == ("python", ArgumentsState.FREE_TEXT)
    assert search.arguments.value == {"query": "line"}


def test_a_message_with_call_and_result_is_read_as_those_that_it_was() -> None:
    active = own("claude-ai-export/conversations.json").conversations[0]
    assert [one.role for one in active.messages[1:4]] == ["assistant", "tool", "assistant"]


def test_an_export_of_claude_ai_need_not_have_ids() -> None:
    value = json.loads((OWN / "claude-ai-export/conversations.json").read_text())
    for block in (block for one in value[0]["chat_messages"] for block in one["content"]):
        block.pop("id", None), block.pop("tool_use_id", None)
    log = crosswire.load(json.dumps(value).encode())
    assert [call.call_id.value for one in log.conversations for call in one.calls()] == [None]
    assert errors(log) == set()


def test_calls_in_marks_have_places_in_the_text() -> None:
    log = own("sharegpt/conversations.json").conversations[1]
    calls = list(log.calls())
    assert [call.arguments.value for call in calls] == [{"town": "Bergen"}, {"town": "Turku"}]
    assert all("/conversations/2/value@" in call.address for call in calls)
    assert [part.text for _, part in log.parts() if isinstance(part, ReasoningPart)] == ["Two calls."]


def test_the_last_observation_may_stand_in_the_trajectory_alone() -> None:
    (log,) = own("swe-agent/commands.traj.json").conversations
    assert [one.address for one in log.results()][-1] == "0:/trajectory/1/observation"


def test_the_last_step_may_stand_in_the_trajectory_alone() -> None:
    run = json.loads((OWN / "swe-agent/commands.traj.json").read_text())
    run["history"].pop()
    (log,) = crosswire.load(json.dumps(run).encode()).conversations
    assert [call.address for call in log.calls()][-1] == "0:/trajectory/1/action"
    assert [one.address for one in log.results()][-1] == "0:/trajectory/1/observation"


def test_what_a_model_said_beside_parallel_calls_counts_once() -> None:
    (log,) = own("openhands/trajectory.json").conversations
    texts = [getattr(part, "text", None) for _, part in log.parts()]
    assert texts.count("I look around.") == 1


def openhands_run(**beside: Any) -> crosswire.Log:
    events = json.loads((OWN / "openhands/trajectory.json").read_bytes())
    return crosswire.load(json.dumps({"trajectory": events, **beside}).encode())


@for_each("history", ([], [{"role": "user", "content": "A word of before that no event has."}]), ids=len)
def test_a_history_beside_the_events_of_openhands_is_said_to_be_unread(history: list[Any]) -> None:
    log = openhands_run(history=history)
    assert counts(log) == COUNTS["openhands/trajectory.json"]
    places = [str(note.address) for one in log.conversations for note in one.unread]
    assert places == (["0:/history/0"] if history else [])


def test_a_history_of_events_is_read_and_the_trajectory_beside_it_is_told() -> None:
    other = {
        "id": 0,
        "source": "user",
        "action": "message",
        "args": {"content": "Of another run."},
    }
    log = openhands_run(history=[other])
    assert [message.address for one in log.conversations for message in one.messages] == ["0:/history/0"]
    assert any("/trajectory" in str(note.address) for one in log.conversations for note in one.unread)


def test_an_event_that_was_sent_and_given_back_counts_once_and_a_denial_is_told() -> None:
    (log,) = own("managed-agents/calls.jsonl").conversations
    assert [event.kind for event in log.events] == ["denied"]
    assert sum(message.role == "user" for message in log.messages) == 1


@needs_corpus
@for_each("row", ROWS, ids=lambda row: row["path"])
def test_a_recorded_file_has_exactly_its_calls_and_results(row: dict[str, str]) -> None:
    log = shared_corpus.load(row["path"])
    assert log.format == ("toolbench" if "ToolBench" in row["path"] else NAMES[row["format"]])
    assert counts(log)[1:] == COUNTED_BY_IDS.get(row["path"], expected(row))
    assert errors(log) == set()


def toolbench_answer() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((OWN / "toolbench/answer.json").read_bytes())
    return found


def read(answer: dict[str, Any]) -> crosswire.Log:
    return crosswire.load(json.dumps(answer).encode())


def called(log: crosswire.Log) -> list[list[tuple[str, bool]]]:
    """The calls of each conversation, and whether a result came back."""
    return [
        [(pair.call.name, pair.result is not None) for pair in crosswire.pair(one).pairs if pair.call]
        for one in log.conversations
    ]


def test_a_try_that_toolbench_gave_up_is_a_branch_from_where_it_was_left() -> None:
    log = own("toolbench/answer.json")
    assert called(log) == [[("season", True), ("Finish", True)], [("bloom", True), ("Finish", True)]]
    branch = log.conversations[1]
    left = branch.started_from
    assert left is not None
    assert (left.relation, left.number) == ("branch", 0)
    assert left.there == "0:/answer_generation/train_messages/1/3"
    assert [type(part).__name__ for part in branch.messages[0].parts] == ["TextPart", "ToolCallPart"]


def test_a_step_that_repeats_those_before_is_a_further_place_of_them() -> None:
    kept = own("toolbench/answer.json").conversations[0]
    steps = toolbench_answer()["answer_generation"]["train_messages"]
    also = {str(place) for _, part in kept.parts() for place in part.also}
    repeated = [(n, i) for n, step in enumerate(steps) for i, _ in enumerate(step[:-1])]
    begun = [f"0:/answer_generation/train_messages/{n}/{i}" for n, i in repeated]
    read_at = {str(message.address) for message in kept.messages}
    unplaced = [at for at in begun if at not in read_at and not any(one.startswith(at) for one in also)]
    assert len(begun) > len(read_at & set(begun))
    assert unplaced == []
    assert kept.differences == []


def test_a_try_below_a_given_up_one_leaves_from_that() -> None:
    answer = toolbench_answer()
    bloom = answer["tree"]["tree"]["children"][0]["children"][0]["children"][0]["children"][0]
    other = {"node_type": "Action", "description": "soil", "children": []}
    other["children"] = [
        {"node_type": "Action Input", "description": "{}", "observation": "dry", "children": []}
    ]
    bloom["children"][0]["children"].insert(0, other)
    log = read(answer)
    assert called(log)[1:] == [[("bloom", True), ("Finish", True)], [("soil", True)]]
    left = log.conversations[2].started_from
    assert left is not None
    assert (left.number, left.there) == (1, log.conversations[1].messages[1].address)
    assert unread(log) == []


def test_tries_that_each_began_anew_are_branches_too() -> None:
    answer = toolbench_answer()
    lost = [
        {"node_type": "Action", "description": "bloom"},
        {"node_type": "Action Input", "description": "{}", "observation": "none"},
        {"node_type": "Thought", "description": "I give up and say so in plain words."},
    ]
    won = []
    node = answer.pop("tree")["tree"]
    while node := next(iter(node.get("children", [])[-1:]), None):
        won.append({key: value for key, value in node.items() if key != "children"})
    answer["trys"] = [{"chain": lost, "win": False}, {"chain": won, "win": True}]
    log = read(answer)
    assert called(log) == [[("season", True), ("Finish", True)], [("bloom", True)]]
    left = log.conversations[1].started_from
    assert left is not None
    assert left.there == "0:/answer_generation/train_messages/0/1"
    assert unread(log) == []


def test_a_search_that_does_not_hold_the_kept_way_is_said_to_be_unread() -> None:
    answer = toolbench_answer()
    answer["tree"]["tree"]["children"][0]["children"][0]["description"] = '{"of": "another year altogether"}'
    log = read(answer)
    assert len(log.conversations) == 1
    assert [note.address for note in log.conversations[0].unread] == ["0:/tree"]


@for_each("key", ("tree", "chain", "trys", "try_list"))
def test_what_is_no_search_where_toolbench_has_one_is_said_to_be_unread(key: str) -> None:
    answer = toolbench_answer()
    given_up = {"node_type": "Action Input", "description": "A try that led nowhere, and was given up."}
    answer["answer_generation"][key] = {"children": [given_up]}
    log = read(answer)
    places = [note.address for conversation in log.conversations for note in conversation.unread]
    assert any(f"/answer_generation/{key}" in str(place) for place in places)


def test_other_json_is_none_of_them() -> None:
    others: list[Any] = [
        {"steps": [{"source": "mine", "step_id": 1}]},
        {"samples": [{"messages": []}], "eval": 3},
        {"mapping": {"a": 1}},
        {"chat_messages": [{"from": "me"}]},
        {"conversations": [{"from": "Paris", "value": 3}]},
        {"history": [{"role": "user", "content": "x"}]},
        [{"action": "jump", "source": "frog"}],
        [{"task_id": 1, "traj": []}],
        {"type": "agent.message"},
    ]
    for value in others:
        for name in NAMES.values():
            assert crosswire.LOGS[name].recognise_documents([value]) is None


@each_own
def test_nothing_raises_on_a_log_however_wrong_it_is(path: str) -> None:
    for seed in range(tries(6, thorough=150)):
        survives(mutated(path, seed))


def _chunked(references: list[list[int]]) -> bytes:
    """A sample whose messages, events and attachments stand in files of their own."""
    call = {"id": "call_1", "function": "ls", "arguments": {"p": "/"}, "type": "function"}
    messages: list[Any] = [
        {"role": "user", "content": "attachment://1"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "assistant", "content": "Left."},
        {"role": "tool", "tool_call_id": "call_1", "function": "ls", "content": "a.txt"},
        {"role": "assistant", "content": "One file."},
    ]
    asked = {
        "uuid": "u1",
        "event": "model",
        "timestamp": "t",
        "model": "m",
        "input": [],
        "input_refs": [[0, 1]],
    }
    answer = {"choices": [{"message": messages[1], "stop_reason": "tool_calls"}]}
    shell = {"id": 1, "epoch": 1, "uuid": "s", "input": "attachment://1", "message_refs": references}
    files: dict[str, Any] = {
        "sample.json": shell,
        "events/0.json": [{**asked, "output": answer}],
        "events/uuids.json": ["u1"],
        "events/stats.json": {"chunks": []},
        "messages/0.json": messages[:3],
        "messages/3.json": messages[3:],
        "calls/0.json": [{"request": {"model": "m"}}],
        "attachments/0.json": ["Nothing.", "Which files are there?"],
    }
    return packed([(f"samples/1_epoch_1/{name}", json.dumps(one).encode()) for name, one in files.items()])


def test_a_sample_in_chunks_is_one_conversation_by_its_references() -> None:
    log = crosswire.load(_chunked([[0, 2], [3, 5]]))
    (one,) = log.conversations
    assert [message.role for message in one.messages] == ["user", "assistant", "tool", "assistant"]
    assert text_of(one.messages[0].parts) == "Which files are there?"
    origins = [log.origin_of(document_of(message.address)).path for message in one.messages]
    names = ["messages/0.json"] * 2 + ["messages/3.json"] * 2
    assert [path.rpartition("1_epoch_1/")[2] for path in origins] == names
    assert [each.name for each in crosswire.diagnose(one)] == []
    assert not one.unread
    lost = crosswire.load(_chunked([[0, 2], [4, 5]])).conversations[0]
    assert [each.name for each in crosswire.diagnose(lost)] == ["missing-result"]


def test_the_header_of_an_evaluation_beside_its_samples_is_no_conversation() -> None:
    about = {"version": 2, "eval": {"task": "mill", "model": "m"}, "plan": {"steps": []}}
    said = [{"role": "user", "content": "Grind."}, {"role": "assistant", "content": "Ground."}]
    sample = {"id": 1, "epoch": 1, "target": "flour", "messages": said}
    files = [
        ("_journal/start.json", about),
        ("samples/1.json", sample),
        ("header.json", {**about, "status": "success"}),
    ]
    texts = [(name, json.dumps(value).encode()) for name, value in files]
    log = crosswire.load(packed(texts))
    assert [len(one.messages) for one in log.conversations] == [2]
    assert ["without any message" in note.message for note in log.notes] == [True, True]
    (alone,) = crosswire.load(texts[2][1]).conversations
    assert alone.messages == []


def test_what_an_archive_of_inspect_says_again_of_its_samples_is_no_conversation() -> None:
    sample = json.loads((OWN / "inspect-ai/log.json").read_text())["samples"][0]
    graded = [{"role": "user", "content": "Is it right?"}, {"role": "assistant", "content": "Yes."}]
    scores = {"graded": {"value": "C", "metadata": {"grading": graded}}}
    asked = [{"role": "user", "content": "How far?"}]
    summary = {"id": 1, "epoch": 1, "input": asked, "target": "far", "scores": scores}
    reduced = {"scorer": "graded", "samples": [{"value": 1.0, "metadata": {"grading": graded}}]}
    files = {"samples/1_epoch_1.json": sample, "summaries.json": [summary], "reductions.json": [reduced]}
    log = crosswire.load(packed([(name, json.dumps(value).encode()) for name, value in files.items()]))
    assert len({document_of(one.messages[0].address) for one in log.conversations}) == 1
    assert {one.format for one in log.conversations} == {"inspect-ai"}
    assert [note.code for note in log.notes].count("skipped-document") == 2


WHERE = "<parameter=where>\nunder the\noak\n</parameter>"
TAGGED = f"<function=dig>\n{WHERE}\n<parameter=deep></parameter>\n</function>"


@for_each(
    ("speaker", "text"),
    [
        ("function_call", f"I dig.\n\n{TAGGED}"),
        ("function_call", TAGGED.removesuffix("</function>")),
        ("gpt", f"I dig. <tool_call>\n{TAGGED}\n</tool_call>"),
    ],
)
def test_a_call_in_tags_has_the_arguments_that_they_name(speaker: str, text: str) -> None:
    row = [{"from": "human", "value": "Dig."}, {"from": speaker, "value": text}]
    row += [{"from": "observation", "value": "a coin"}, {"from": "gpt", "value": "A coin."}]
    log = crosswire.load(json.dumps([{"conversations": row}]).encode())
    (call,) = log.conversations[0].calls()
    assert (call.name, call.arguments.value) == ("dig", {"where": "under the\noak", "deep": ""})
    assert (counts(log), unread(log), errors(log)) == ((1, 1, 1), [], set())


@for_each(("speaker", "text"), [("gpt", TAGGED), ("function_call", "<function=a tool> of mine</function>")])
def test_tags_that_nobody_says_are_a_call_stay_text(speaker: str, text: str) -> None:
    row = [{"from": "human", "value": "Dig."}, {"from": speaker, "value": text}]
    (conversation,) = crosswire.load(json.dumps([{"conversations": row}]).encode()).conversations
    assert list(conversation.calls()) == []
    assert text_of(conversation.messages[-1].parts) == text


def typed(role: str, **blocks: object) -> dict[str, Any]:
    texts = {kind: one if isinstance(one, str) else json.dumps(one) for kind, one in blocks.items()}
    return {"role": role, "content": [{"type": kind, "value": text} for kind, text in texts.items()]}


def test_messages_of_typed_values_are_read_with_their_calls_and_results() -> None:
    calls = [{"name": "dig", "arguments": {"where": where}} for where in ("oak", "elm")]
    given = [{"tool_call_id": f"call_{n}", "name": "dig", "content": text} for n, text in enumerate("ab")]
    said = [
        typed("user", text="Dig twice, then once."),
        typed("assistant", reasoning="Two trees.", tool_call=calls),
        typed("tool", text=given),
        typed("assistant", text="Once more.", tool_call=calls[0]),
        typed("tool", text="a coin"),
    ]
    log = crosswire.load(json.dumps({"messages": said, "tools": "[]"}).encode())
    assert (log.format, counts(log), unread(log), errors(log)) == ("sharegpt", (1, 3, 3), [], set())
    assert [text_of(result.content) for result in log.conversations[0].results()] == ["a", "b", "a coin"]
    assert any(isinstance(part, ReasoningPart) for _, part in log.conversations[0].parts())
