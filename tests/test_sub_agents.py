"""Sub-agents of a session: which call started each, told by both ends."""

import json
from typing import Any

import crosswire
from crosswire.containers import packed
from crosswire.model import Conversation, ThreadEdge
from tests.claude_code_lines import Json, answered, line, loaded, said


def asks(uuid: str, parent: str, id: str, prompt: str, name: str = "Agent") -> Json:
    call = {"type": "tool_use", "id": id, "name": name, "input": {"prompt": prompt}}
    return line(uuid, parent, "assistant", [call])


def report(uuid: str, parent: str, id: str, agent: str | None) -> Json:
    content = [{"type": "tool_result", "tool_use_id": id, "content": "Seen."}]
    beside: dict[str, Any] = {} if agent is None else {"toolUseResult": {"agentId": agent}}
    return line(uuid, parent, "user", content, **beside)


def agent_lines(agent: str | None, prompt: str, name: str = "x") -> list[Json]:
    beside: dict[str, Any] = {"isSidechain": True} | ({} if agent is None else {"agentId": agent})
    return [said(f"{name}1", None, prompt, **beside), answered(f"{name}2", f"{name}1", **beside)]


def origin(conversation: Conversation) -> ThreadEdge:
    assert conversation.started_from is not None
    return conversation.started_from


def test_a_sub_agent_and_its_call_name_each_other_by_the_agents_id() -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    log = loaded([*main, *agent_lines("b7", "Look around."), report("r1", "a1", "toolu_1", "b7")])
    session, agent = log.conversations
    (edge,) = session.starts
    assert (edge.relation, edge.thread, edge.number, edge.why) == ("sub-agent", "b7", 1, "id")
    assert (edge.here, edge.there) == ("1:/message/content/0", "2:/message")
    back = origin(agent)
    assert (agent.thread, back.thread, back.number) == ("b7", "s1", 0)
    assert (back.here, back.there) == ("2:/message", "1:/message/content/0")


def test_lines_of_progress_name_the_agent_before_its_result() -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    running = {"type": "progress", "uuid": "p1", "parentUuid": "a1", "parentToolUseID": "toolu_1"}
    log = loaded([*main, {**running, "data": {"agentId": "b7"}}, *agent_lines("b7", "Other words.")])
    assert [edge.why for edge in log.conversations[0].starts] == ["id"]


def test_what_the_screen_showed_of_an_agent_names_its_log_and_leaves_no_verdict_open() -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    shown = {"agentId": "b7", "message": asks("x1", "x0", "toolu_9", "Look closer.")}
    running = {"type": "progress", "uuid": "p1", "parentUuid": "a1", "parentToolUseID": "toolu_1"}
    log = loaded([*main, {**running, "data": shown}, report("r1", "p1", "toolu_1", None)])
    (session,) = log.conversations
    assert [call.call_id.value for call in session.calls()] == ["toolu_1"]
    assert [edge.thread for edge in session.starts] == ["b7"]
    told = [(note.code, note.address) for note in session.notes]
    assert told == [("sub-agent-shown", "2:"), ("elsewhere", "1:/message/content/0")]
    assert all("agent-b7.jsonl" in note.message for note in session.notes)
    assert session.unread == []


def test_the_words_alone_tie_as_a_last_resort_and_that_is_said() -> None:
    main = [
        said("u1", None, "Look."),
        asks("a1", "u1", "toolu_1", "Look here.", "Task"),
        asks("a2", "a1", "toolu_2", "Look there.", "Task"),
    ]
    agents = [*agent_lines(None, "Look there.", "x"), *agent_lines(None, "Look here.", "y")]
    session, there, here = loaded([*main, *agents]).conversations
    assert [(edge.number, edge.here, edge.why) for edge in session.starts] == [
        (1, "2:/message/content/0", "prompt"),
        (2, "1:/message/content/0", "prompt"),
    ]
    assert {origin(there).why, origin(here).why} == {"prompt"}


def test_an_agent_that_no_call_names_belongs_to_its_session_all_the_same() -> None:
    session, agent = loaded([said("u1", None, "Look."), *agent_lines("b7", "Look around.")]).conversations
    assert (origin(agent).number, origin(agent).there) == (0, None)
    assert [edge.number for edge in session.starts] == [1]


def test_an_agent_of_an_agent_is_tied_to_the_agents_call() -> None:
    side = {"isSidechain": True, "agentId": "b7"}
    inner = [
        said("x1", None, "Look.", **side),
        asks("x2", "x1", "toolu_9", "Deeper.") | side,
        report("x3", "x2", "toolu_9", "c8") | side,
    ]
    main = [said("u1", None, "Go."), answered("a1", "u1")]
    _, outer, deeper = loaded([*main, *inner, *agent_lines("c8", "Deeper.", "z")]).conversations
    assert (outer.thread, origin(deeper).number) == ("b7", 1)


def test_files_of_one_archive_are_tied_by_their_ids() -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    files = {
        "s1/subagents/agent-b7.jsonl": agent_lines("b7", "Look around."),
        "s1.jsonl": [*main, report("r1", "a1", "toolu_1", "b7")],
    }
    texts = [(name, "\n".join(map(json.dumps, lines)).encode()) for name, lines in files.items()]
    conversations = crosswire.load(packed(texts)).conversations
    by_id = {one.thread: one for one in conversations}
    assert origin(by_id["b7"]).number == by_id["s1"].number
    assert origin(by_id["b7"]).there == by_id["s1"].messages[1].parts[0].address


def copied(lines: list[Json], session: str) -> list[Json]:
    """Lines as a fork takes them over."""
    origins = [{"sessionId": "s1", "messageUuid": one["uuid"]} for one in lines]
    return [{**one, "sessionId": session, "forkedFrom": at} for one, at in zip(lines, origins, strict=True)]


def session_files(**files: list[Json]) -> bytes:
    texts = [(f"{name}.jsonl", "\n".join(map(json.dumps, lines)).encode()) for name, lines in files.items()]
    return packed(texts)


def test_a_fork_leaves_behind_the_last_message_that_it_took_over() -> None:
    main = [said("u1", None, "Look."), answered("a1", "u1"), said("u2", "a1", "More.")]
    own = [{**said("f1", "a1", "Other."), "sessionId": "s0"}]
    whole, fork = crosswire.load(session_files(s1=main, s2=[*copied(main[:2], "s0"), *own])).conversations
    edge, (start,) = origin(fork), whole.starts
    assert (edge.relation, edge.number, edge.here, edge.there) == ("fork", 0, "5:/message", "1:/message")
    assert (start.relation, start.number, start.here, start.there) == ("fork", 1, "1:/message", "5:/message")


def test_a_fork_of_a_way_that_was_left_belongs_to_that_branch() -> None:
    left = [said("u1", None, "Look."), answered("a1", "u1"), said("u2", "a1", "Old."), answered("a2", "u2")]
    main = [*left, said("u3", "a1", "New."), answered("a3", "u3")]
    fork = copied(left, "s0")
    _, branch, forked = crosswire.load(session_files(s1=main, s2=fork)).conversations
    edge = origin(forked)
    assert (edge.number, edge.there) == (branch.number, "3:/message")
    assert edge.here == "9:/message"  # it has no message of its own yet


def test_a_fork_alone_names_the_session_and_its_file() -> None:
    (conversation,) = loaded(copied([said("u1", None, "Look.")], "s0")).conversations
    edge, (note,) = origin(conversation), conversation.notes
    assert (edge.relation, edge.thread, edge.number, edge.path) == ("fork", "s1", None, "s1.jsonl")
    assert note.message.startswith("This was forked from `s1`, whose log is not in this upload")


def test_a_sub_agent_without_a_log_is_named_at_its_call() -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    (conversation,) = loaded([*main, report("r1", "a1", "toolu_1", "b7")]).conversations
    (edge,), (note,) = conversation.starts, conversation.notes
    assert (edge.number, edge.path, note.address) == (None, "agent-b7.jsonl", "1:/message/content/0")
    began = "The sub-agent `b7` began here, and its log is not in this upload"
    assert note.message == f"{began}: it would be the file `agent-b7.jsonl`."


def test_a_session_without_an_id_is_tied_to_its_branches_and_sub_agents_by_its_place() -> None:
    lines = [said("u1", None, "Look."), answered("a1", "u1"), *agent_lines("b7", "Look around.")]
    session, agent = loaded([{**one, "sessionId": None} for one in lines]).conversations
    assert (session.thread, origin(agent).number) == ("u1", 0)

    def item(role: str, text: str) -> Json:
        content = [{"type": "input_text", "text": text}]
        return {"type": "response_item", "payload": {"type": "message", "role": role, "content": content}}

    back = {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 1}}
    turns = [item("user", "Hi."), item("assistant", "Yes."), item("user", "Old."), back, item("user", "New.")]
    whole, branch = loaded([{"timestamp": "2026-11-01T00:00:00Z", **one} for one in turns]).conversations
    assert (origin(branch).number, origin(branch).there) == (0, "1:/payload")
    assert [(edge.relation, edge.number) for edge in whole.starts] == [("branch", 1)]


def test_a_trajectory_in_a_file_beside_is_tied_by_the_step_that_names_it() -> None:
    def trajectory(id: str, *steps: Json) -> bytes:
        numbered = [{"step_id": n, **step} for n, step in enumerate(steps, 1)]
        about = {"schema_version": "ATIF-v1.7", "session_id": "run", "trajectory_id": id}
        return json.dumps({**about, "agent": {"name": id, "version": "1"}, "steps": numbered}).encode()

    call = {"tool_call_id": "c1", "function_name": "delegate", "arguments": {}}
    named = [{"trajectory_id": "sub", "trajectory_path": "trajectory.sub.json"}]
    given = {"results": [{"source_call_id": "c1", "subagent_trajectory_ref": named}]}
    asked: Json = {"source": "user", "message": "Do."}
    main = trajectory(
        "main", asked, {"source": "agent", "message": "", "tool_calls": [call], "observation": given}
    )
    sub = trajectory("sub", asked, {"source": "agent", "message": "Done."})
    files = [("trajectory.json", main), ("trajectory.sub.json", sub)]
    whole, agent = crosswire.load(packed(files)).conversations
    (start,) = whole.starts
    assert (start.number, start.here, start.there) == (1, "0:/steps/1/tool_calls/0", "1:/steps/0")
    assert (origin(agent).number, origin(agent).there) == (0, "0:/steps/1/tool_calls/0")
    (alone,) = crosswire.load(main).conversations
    assert [(edge.thread, edge.number) for edge in alone.starts] == [("sub", None)]
    by_path = main.replace(b'"trajectory_id": "sub", ', b"")
    nameless = sub.replace(b'"trajectory_id": "sub", ', b"")
    for folder in ("", "runs/1/"):
        files = [(f"{folder}trajectory.json", by_path), (f"{folder}trajectory.sub.json", nameless)]
        whole, agent = crosswire.load(packed(files)).conversations
        (start,) = whole.starts
        assert (start.number, start.thread) == (1, agent.thread)
        assert (origin(agent).number, origin(agent).there) == (0, "0:/steps/1/tool_calls/0")
    (alone,) = crosswire.load(by_path).conversations
    assert [(edge.thread, edge.number) for edge in alone.starts] == [("trajectory.sub.json", None)]
