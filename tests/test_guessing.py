"""Shapes that nobody has seen, and what is read of them; files without a conversation are refused."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from crosswire.errors import NotAConversation
from crosswire.model import Arguments, ArgumentsState
from tests.selection import for_each

Read = tuple[list[tuple[str, Any, str | None]], list[tuple[str | None, str]]]


def lines(*values: Any) -> bytes:
    return b"\n".join(json.dumps(value).encode() for value in values)


def read(data: bytes) -> Read:
    """The calls with their names, arguments and ids, and the results with ids and outputs."""
    log = crosswire.load(data, format="by-shape")
    assert log.format == "by-shape"
    calls = [call for each in log.conversations for call in each.calls()]
    results = [result for each in log.conversations for result in each.results()]
    return (
        [(call.name, _given(call.arguments), call.call_id.value) for call in calls],
        [(one.call_id.value, "".join(str(part.raw) for part in one.content)) for one in results],
    )


def _given(arguments: Arguments) -> Any:
    return arguments.value if arguments.state is ArgumentsState.PARSED else arguments.text


SHAPES: dict[str, tuple[bytes, Read]] = {
    "turns with steps beside the words": (
        lines(
            {
                "run": "7",
                "turns": [
                    {"who": "human", "says": "Weather in Rome?"},
                    {
                        "who": "bot",
                        "says": "I look.",
                        "steps": [{"tool": "sky", "args": {"q": "Rome"}, "ref": "s1"}],
                    },
                    {"who": "env", "for": "s1", "got": "Sunny."},
                    {"who": "bot", "says": "It is sunny."},
                ],
            }
        ),
        ([("sky", {"q": "Rome"}, "s1")], [("s1", "Sunny.")]),
    ),
    "a result beside the call, in the step that makes it": (
        lines(
            {
                "steps": [
                    {"speaker": "user", "text": "Which files are there?"},
                    {
                        "speaker": "agent",
                        "text": "I list them.",
                        "tool_call": {"name": "ls", "arguments": {"path": "."}},
                        "observation": "a.txt",
                    },
                    {"speaker": "agent", "text": "One: a.txt."},
                ]
            }
        ),
        ([("ls", {"path": "."}, None)], [(None, "a.txt")]),
    ),
    "one event a line": (
        lines(
            {"event": "user_message", "text": "Count the files."},
            {"event": "tool_started", "tool_name": "sh", "tool_args": {"cmd": "ls"}, "invocation_id": "i-1"},
            {"event": "heartbeat", "n": 3},
            {"event": "tool_finished", "invocation_id": "i-1", "tool_output": "a b"},
            {"event": "assistant_message", "text": "Two."},
        ),
        ([("sh", {"cmd": "ls"}, "i-1")], [("i-1", "a b")]),
    ),
    "call and result in one object": (
        lines(
            {
                "log": [
                    {"speaker": "user", "body": "Add."},
                    {
                        "speaker": "assistant",
                        "body": "",
                        "actions": [
                            {"id": "a1", "function": "add", "arguments": '{"x": 1}', "result": 2},
                            {"id": "a2", "function": "mul", "arguments": '{"x": 3}', "result": 9},
                        ],
                    },
                ]
            }
        ),
        ([("add", {"x": 1}, "a1"), ("mul", {"x": 3}, "a2")], [("a1", "2"), ("a2", "9")]),
    ),
    "blocks in one list, without ids": (
        lines(
            [
                {"from": "human", "blocks": [{"kind": "words", "text": "Find it."}]},
                {"from": "model", "blocks": [{"kind": "tool_request", "name": "find", "input": {"q": "it"}}]},
                {"from": "tool", "blocks": [{"kind": "tool_response", "name": "find", "output": "here"}]},
            ]
        ),
        ([("find", {"q": "it"}, None)], [(None, "here")]),
    ),
    "JSON in a text of each line": (
        lines(
            *(
                {"seq": n, "data": json.dumps(value)}
                for n, value in enumerate(
                    [
                        {"role": "user", "content": "Open a."},
                        {
                            "role": "assistant",
                            "content": "",
                            "tool_calls": [{"id": "k9", "name": "open", "args": {"f": "a"}}],
                        },
                        {"role": "tool", "tool_call_id": "k9", "content": "A!"},
                    ]
                )
            )
        ),
        ([("open", {"f": "a"}, "k9")], [("k9", "A!")]),
    ),
    "a tree of spans": (
        lines(
            {
                "name": "agent",
                "kind": "agent",
                "children": [
                    {"name": "gpt", "kind": "llm", "input": "Book it.", "output": "I book it."},
                    {"name": "book", "kind": "tool", "input": {"seat": 4}, "output": "done", "children": []},
                    {"name": "gpt", "kind": "llm", "input": "done", "output": "It is booked."},
                ],
            }
        ),
        ([("book", {"seat": 4}, None)], [(None, "done")]),
    ),
    "names as Python writes them": (
        b"[{'type': 'HumanMessage', 'content': 'Hi'}, {'type': 'AIMessage', 'content': '', 'invocations': "
        b"[{'tool_name': 'now', 'kwargs': {'tz': 'UTC'}, 'call_id': 'c-1'}]}, "
        b"{'type': 'ToolMessage', 'content': '12:00', 'call_id': 'c-1'}]",
        ([("now", {"tz": "UTC"}, "c-1")], [("c-1", "12:00")]),
    ),
    "the call a level down, the id above it": (
        lines(
            {
                "conversation": {
                    "entries": [
                        {"author": {"kind": "user"}, "content": "Go."},
                        {
                            "author": {"kind": "assistant"},
                            "content": "",
                            "requests": [
                                {"request_ref": "r-7", "call": {"name": "go", "arguments": {"to": "B"}}}
                            ],
                        },
                        {"author": {"kind": "tool"}, "request_ref": "r-7", "content": "There."},
                    ]
                }
            }
        ),
        ([("go", {"to": "B"}, "r-7")], [("r-7", "There.")]),
    ),
    "a tool part whose state holds both": (
        lines(
            {
                "msgs": [
                    {"role": "user", "parts": [{"type": "text", "text": "Run it."}]},
                    {
                        "role": "assistant",
                        "parts": [
                            {
                                "type": "tool",
                                "tool": "run",
                                "callRef": "x1",
                                "state": {"input": {"a": 1}, "output": "ok"},
                            },
                            {"type": "text", "text": "It ran."},
                        ],
                    },
                ]
            }
        ),
        ([("run", {"a": 1}, "x1")], [("x1", "ok")]),
    ),
    "two sessions in one file": (
        lines(
            {
                "sessions": [
                    {
                        "items": [
                            {"sender": "user", "message": "one"},
                            {
                                "sender": "agent",
                                "message": "",
                                "toolCall": {"name": "f", "args": {"n": n}, "id": f"t{n}"},
                            },
                            {"sender": "tool", "message": f"r{n}", "toolCallId": f"t{n}"},
                        ]
                    }
                    for n in (1, 2)
                ]
            }
        ),
        ([("f", {"n": 1}, "t1"), ("f", {"n": 2}, "t2")], [("t1", "r1"), ("t2", "r2")]),
    ),
    "each request repeats the history": (
        lines(
            *(
                {"model": "m", "prompt_messages": [{"speaker": "user", "said": "a"}, *made][:upto]}
                for made in [
                    [
                        {
                            "speaker": "ai",
                            "said": "",
                            "uses": [{"tool": "f", "params": {"v": 1}, "use_id": "u1"}],
                        },
                        {"speaker": "tool", "said": "r", "use_id": "u1"},
                        {"speaker": "ai", "said": "done"},
                    ]
                ]
                for upto in (1, 3, 4)
            )
        ),
        ([("f", {"v": 1}, "u1")], [("u1", "r")]),
    ),
    "numbers for ids": (
        lines(
            {"kind": "say", "by": "user", "text": "hello"},
            {"kind": "tool_call", "no": 11, "tool": "ping", "args": {"h": "x"}},
            {"kind": "tool_result", "no": 11, "output": "pong"},
        ),
        ([("ping", {"h": "x"}, "11")], [("11", "pong")]),
    ),
    "the result names its call in an object": (
        lines(
            [
                {"role": "user", "text": "t"},
                {
                    "role": "assistant",
                    "text": "",
                    "calls": [{"key": "q1", "function_name": "g", "input": {}}],
                },
                {"role": "tool", "origin": {"call_key": "q1", "function_name": "g"}, "result": {"v": 1}},
            ]
        ),
        ([("g", {}, "q1")], [("q1", "{'v': 1}")]),
    ),
    "arguments that are no JSON": (
        lines(
            [
                {"speaker": "user", "text": "List."},
                {
                    "speaker": "assistant",
                    "text": "",
                    "tool_uses": [{"tool": "sh", "arguments": "ls -l", "id": "z1"}],
                },
                {"speaker": "tool", "text": "a", "tool_use_id": "z1"},
            ]
        ),
        ([("sh", "ls -l", "z1")], [("z1", "a")]),
    ),
    "everything of a turn side by side": (
        lines(
            {
                "input": "What time?",
                "tool": "clock",
                "tool_input": {"tz": "UTC"},
                "tool_output": "12",
                "output": "Noon.",
            },
            {
                "input": "What day?",
                "tool": "days",
                "tool_input": {"tz": "UTC"},
                "tool_output": "Mon",
                "output": "Monday.",
            },
        ),
        ([("clock", {"tz": "UTC"}, None), ("days", {"tz": "UTC"}, None)], [(None, "12"), (None, "Mon")]),
    ),
    "a protocol's requests and answers": (
        lines(
            {
                "dir": "out",
                "msg": {"id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1}}},
            },
            {"dir": "in", "msg": {"id": 1, "result": "3"}},
        ),
        ([("add", {"a": 1}, "1")], [("1", "3")]),
    ),
    "words of two speakers and no calls": (
        lines([{"from": "human", "value": "Hello."}, {"from": "gpt", "value": "Good morning to you."}]),
        ([], []),
    ),
}


WORDLESS = {
    "blocks with a value": [
        {"role": "user", "blocks": [{"kind": "text", "value": "Where does it stop?"}]},
        {
            "role": "bot",
            "blocks": [{"kind": "call", "tool": "stops", "args": {"q": "long words here"}, "id": "c1"}],
        },
        {"role": "tool", "blocks": [{"kind": "call_result", "id": "c1", "output": "at the sea"}]},
        {"role": "bot", "blocks": [{"kind": "text", "value": "It stops twice."}]},
    ],
    "frames around events": [
        {"way": "out", "frame": {"type": "user.message", "line": "Where does it stop?"}},
        {"way": "in", "frame": {"type": "tool.call", "id": "c1", "name": "stops", "arguments": {"q": "a b"}}},
        {"way": "out", "frame": {"type": "tool.result", "id": "c1", "output": "at the sea"}},
        {"way": "in", "frame": {"type": "assistant.message", "line": "It stops twice."}},
    ],
}


@for_each("name", WORDLESS)
def test_what_is_said_is_found_by_its_words_where_no_name_of_a_field_tells_it(name: str) -> None:
    [conversation] = crosswire.load(lines(*WORDLESS[name])).conversations
    texts = [
        part.text for message in conversation.messages for part in message.parts if hasattr(part, "text")
    ]
    assert texts == ["Where does it stop?", "It stops twice."]
    assert (len(list(conversation.calls())), len(list(conversation.results()))) == (1, 1)


def test_an_id_that_all_rows_share_is_none_of_a_call() -> None:
    rows = [
        {"sid": "s-1", "etype": "user_said", "text": "Where?"},
        {"sid": "s-1", "etype": "tool_started", "tool": "stops", "args": {"q": 1}},
        {"sid": "s-1", "etype": "tool_finished", "output": "There."},
    ]
    calls, results = read(lines(*rows))
    assert ([one[2] for one in calls], results) == ([None], [(None, "There.")])


def test_elements_under_counted_keys_are_those_of_a_list() -> None:
    held = [
        {"role": "user", "text": "Where?"},
        {"role": "bot", "call": {"name": "stops", "arguments": {"q": 1}, "id": "c1"}},
        {"role": "tool", "call_id": "c1", "text": "There."},
    ]
    log = crosswire.load(lines({"nodes": {f"n{number}": one for number, one in enumerate(held)}}))
    assert [message.role for message in log.conversations[0].messages] == ["user", "assistant", "tool"]


@for_each("name", SHAPES)
def test_a_shape_that_no_format_knows_is_read_as_it_is(name: str) -> None:
    data, wanted = SHAPES[name]
    assert read(data) == wanted


NO_CONVERSATIONS: dict[str, Any] = {
    "a package": {
        "name": "left-pad",
        "version": "1.0.0",
        "scripts": {"test": "node test.js"},
        "dependencies": {"a": "^1.0.0"},
        "author": {"name": "Ann", "email": "a@example.org"},
    },
    "an API description": {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {
            "/pets": {
                "get": {
                    "operationId": "list",
                    "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                    "responses": {"200": {"description": "Fine.", "content": {"application/json": {}}}},
                }
            }
        },
    },
    "a map": {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "id": f"f{n}",
                "properties": {"name": "Well", "description": "A well in the wood."},
                "geometry": {"type": "Point", "coordinates": [n, 2.5]},
            }
            for n in range(3)
        ],
    },
    "events of a forge": [
        {
            "id": f"{n}",
            "type": kind,
            "actor": {"id": 1, "login": "ann", "display_login": "ann"},
            "repo": {"id": 2, "name": "ann/wood", "url": "https://example.org/ann/wood"},
            "payload": {
                "action": "opened",
                "issue": {"title": "A bug", "body": "It fails.", "user": {"type": "User"}},
            },
            "created_at": "2026-01-01T00:00:00Z",
        }
        for n, kind in enumerate(["IssuesEvent", "PushEvent", "WatchEvent"])
    ],
    "metrics": [
        {"metric": {"__name__": "up", "job": "api", "instance": f"h{n}"}, "values": [[1, "1"], [2, "0"]]}
        for n in range(3)
    ],
    "a compiler's settings": {
        "compilerOptions": {
            "target": "es2022",
            "module": "nodenext",
            "plugins": [{"name": "x", "transform": "y"}],
        },
        "include": ["src"],
    },
    "requests of a server": [
        {
            "time": "2026-01-01",
            "method": "GET",
            "path": f"/a/{n}",
            "status": 200,
            "user": "ann",
            "message": "served it",
        }
        for n in range(4)
    ],
    "settings of a debugger": {
        "configurations": [
            {"name": "Run", "type": "node", "request": "launch", "args": ["--fast"], "env": {"A": "1"}}
        ]
    },
    "a workload": {
        "kind": "Deployment",
        "spec": {"containers": [{"name": "api", "image": "api:1", "args": ["serve"], "command": ["api"]}]},
    },
    "declarations of tools": {
        "tools": [
            {
                "name": "add",
                "description": "Adds numbers.",
                "parameters": {"type": "object", "properties": {"a": {"type": "number"}}},
            }
        ]
    },
    "a schema of queries": {
        "types": [{"kind": "OBJECT", "name": "Query", "fields": [{"name": "pet", "args": [{"name": "id"}]}]}]
    },
    "comments on a bug": [
        {"user": {"login": "ann", "type": "User"}, "body": "It fails here too.", "created_at": "2026-01-01"},
        {"user": {"login": "ci", "type": "Bot"}, "body": "The build failed.", "created_at": "2026-01-02"},
    ],
    "a feed": {"items": [{"id": "1", "title": "News", "content": "All is well.", "author": "ann"}] * 3},
    "people": [{"id": n, "name": "Ann", "role": "admin", "email": "a@example.org"} for n in range(3)],
    "places of a workflow": {
        "nodes": [{"id": "n1", "type": "http", "name": "Get", "parameters": {"url": "https://example.org"}}],
        "connections": {"n1": {"main": []}},
    },
}


@for_each("name", NO_CONVERSATIONS)
def test_a_file_without_a_conversation_is_refused(name: str) -> None:
    with pytest.raises(NotAConversation):
        crosswire.load(json.dumps(NO_CONVERSATIONS[name]).encode())


def test_rules_about_tools_are_no_calls_of_them() -> None:
    rules = [
        {"tool_name": "look_up", "type": "run_first", "args": None},
        {"tool_name": "send", "type": "exit_loop", "args": None},
    ]
    messages = [{"role": "user", "text": "Look it up."}, {"role": "model", "text": "I did so."}]
    log = crosswire.load(json.dumps({"rules": rules, "turns": messages}).encode())
    assert [len(list(one.calls())) for one in log.conversations] == [0]
    assert len(log.conversations[0].messages) == 2


STEPS = [
    {"thought": "I ask for Rome.", "tool": "people", "args": {"city": "Rome"}, "observation": "2.8 million"},
    {"thought": "I ask for Oslo.", "tool": "people", "args": {"city": "Oslo"}, "observation": "0.7 million"},
]
ASKED = {"question": "How many people live in Rome and Oslo?", "steps": STEPS, "answer": "3.5 million"}


@for_each(
    ("data", "roles"),
    [
        (lines(ASKED), "user assistant tool assistant tool assistant"),
        (lines({"goal": ASKED["question"], "run": {"steps": STEPS}}), "user assistant tool assistant tool"),
        (
            lines(ASKED, {**ASKED, "question": "And in Bergen?"}),
            "user assistant tool assistant tool assistant",
        ),
        (lines({"score": "very good", "steps": STEPS, "output": "a b"}), "assistant tool assistant tool"),
        (
            lines(
                {
                    "query": "Who is it?",
                    "turns": [{"role": "user", "text": "Who is it?"}, {"role": "ai", "text": "Me."}],
                }
            ),
            "user assistant",
        ),
    ],
)
def test_what_is_asked_and_answered_beside_a_list_is_of_the_conversation(data: bytes, roles: str) -> None:
    for conversation in crosswire.load(data, format="by-shape").conversations:
        assert [message.role for message in conversation.messages] == roles.split()


def test_of_an_expected_answer_and_a_given_one_the_given_one_is_read() -> None:
    [conversation] = crosswire.load(lines({**ASKED, "final_answer": "It is 3.4 million"})).conversations
    assert conversation.messages[-1].address == "0:/final_answer"


@for_each(
    "value",
    [
        {"limits": {"toolResults": {"bytes": 9}}, "tables": [{"name": "a", "output": "b"}]},
        {"paths": {"/runs": {"tool_output": {"type": "object", "output": "the text that came back"}}}},
    ],
)
def test_what_is_only_called_a_result_makes_no_conversation(value: Any) -> None:
    with pytest.raises(NotAConversation):
        crosswire.load(lines(value))


def test_a_question_that_is_an_object_is_read_beside_the_parts_of_its_answer() -> None:
    parts = [
        {"kind": "markdown", "content": "I look."},
        {"kind": "toolCall", "tool": "look", "args": {"at": "x"}},
    ]
    [conversation] = crosswire.load(
        lines({"turns": [{"message": {"text": "Look at x."}, "parts": parts}]})
    ).conversations
    assert conversation.messages[0].address == "0:/turns/0/message/text"


def test_messages_among_events_that_nobody_says_are_a_conversation() -> None:
    events = [{"type": "tool_start", "at": n} for n in range(4)]
    said = [
        {"type": "message_update", "role": who, "content": f"I am the {who}."}
        for who in ("user", "assistant")
    ]
    [conversation] = crosswire.load(lines(events[0], said[0], *events[1:], said[1])).conversations
    assert [message.role for message in conversation.messages] == ["user", "assistant"]


def test_the_parameters_of_a_tool_are_no_arguments_whatever_they_are_called() -> None:
    parameters = {"type": "object", "properties": {"data": {"type": "array"}, "name": {"type": "string"}}}
    rows = [{"query": "Sum it.", "tools": [{"name": "sum", "parameters": parameters}]}] * 2
    with pytest.raises(NotAConversation):
        crosswire.load(lines(*rows))


def test_many_calls_whose_ids_were_painted_over_are_kept_beside_one_with_an_id() -> None:
    events: list[Any] = [{"sender": "user", "payload": {"type": "message", "text": "Look."}}]
    for number in range(6):
        hidden = f"call <hidden {number}>"
        called = {"type": "tool_call", "id": hidden, "name": "look", "input": {"at": f"door {number}"}}
        gave = {"type": "tool_result", "id": hidden, "output": f"It is {number}."}
        events += [{"sender": "agent", "payload": called}, {"sender": "agent", "payload": gave}]
    asked = {"toolCallId": "call_9", "toolName": "ask", "input": {"words": "Which?"}}
    events.append({"sender": "agent", "payload": {"type": "request", "payload": asked}})
    (conversation,) = crosswire.load(json.dumps(events).encode()).conversations
    assert [call.name for call in conversation.calls()] == [*["look"] * 6, "ask"]
    assert len(list(conversation.results())) == 6
