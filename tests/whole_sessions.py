"""Small whole sessions as programs write them, in pieces that tests take out, move and change: a question,
a call, its result, an answer; twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests import claude_code_lines as claude
from tests.samples import REQUESTS

Json = dict[str, Any]
WHEN = "2026-01-01T00:00:00.000Z"


def lines(pieces: Sequence[str], header: str) -> bytes:
    return "".join(f"{piece}\n" for piece in [header, *pieces] if piece).encode()


def document(pieces: Sequence[str], header: str, *, opens: str = "[", closes: str = "]") -> bytes:
    listed = ",\n".join(filter(None, [header, *pieces]))
    return f"{opens}\n{listed}\n{closes}\n".encode()


@dataclass(frozen=True, slots=True)
class Whole:
    """A session whose calls and results are pieces of their own."""

    pieces: list[Json]
    written: Callable[[Sequence[str], str], bytes] = lines
    header: Json | None = None
    names: tuple[str, str] | None = None
    """The fields with the id of a line, and with that of the line before it."""
    call: int = 2
    """The number of the piece that is the first call; its result and an answer follow."""
    dumps: Callable[[Json], str] = field(default=partial(json.dumps, separators=(",", ":")))

    def text(self, pieces: Sequence[Json | str] | None = None) -> bytes:
        given = self.pieces if pieces is None else pieces
        texts = [one if isinstance(one, str) else self.dumps(one) for one in given]
        return self.written(texts, "" if self.header is None else self.dumps(self.header))


def codex(*, numbered: bool = False) -> Whole:
    def item(number: int, payload: Json, kind: str = "response_item") -> Json:
        line: Json = {"timestamp": WHEN, **({"ordinal": number} if numbered else {})}
        return {**line, "type": kind, "payload": payload}

    def said(role: str, text: str) -> Json:
        kind = "output_text" if role == "assistant" else "input_text"
        return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}

    def call(id: str) -> Json:
        return {"type": "function_call", "name": "shell", "arguments": '{"c":"ls"}', "call_id": id}

    def output(id: str) -> Json:
        return {"type": "function_call_output", "call_id": id, "output": "a.txt"}

    said_and_done = [said("user", "List."), said("user", "Now."), call("call_A1"), output("call_A1")]
    said_and_done += [
        said("assistant", "Done."),
        call("call_B2"),
        output("call_B2"),
        said("assistant", "So."),
    ]
    meta = {"id": "s", "timestamp": WHEN, "cwd": "/tmp", "originator": "codex", "cli_version": "0.150.0"}
    pieces = [item(number, one) for number, one in enumerate(said_and_done, 1)]
    return Whole(pieces, header=item(0, meta, "session_meta"))


def claude_code() -> Whole:
    pieces = [
        claude.said("u1", None, "List."),
        claude.said("u2", "u1", "Now."),
        claude.called("a1", "u2", "toolu_A1"),
        claude.gave("r1", "a1", "toolu_A1"),
        claude.answered("a2", "r1"),
        claude.called("a3", "a2", "toolu_B2"),
        claude.gave("r2", "a3", "toolu_B2"),
        claude.answered("a4", "r2"),
    ]
    return Whole(pieces, names=("uuid", "parentUuid"))


def pi() -> Whole:
    def call(id: str) -> Json:
        return {"type": "toolCall", "id": id, "name": "bash", "arguments": {"c": "ls"}}

    def line(number: int, role: str, *content: Json, **beside: Any) -> Json:
        message = {"role": role, "content": list(content), "timestamp": 1772352001000 + number, **beside}
        before = f"0000000{number - 1}" if number else None
        own = {"type": "message", "id": f"0000000{number}", "parentId": before, "timestamp": WHEN}
        return {**own, "message": message}

    def result(number: int, id: str) -> Json:
        return line(number, "toolResult", text("a.txt"), toolCallId=id, toolName="bash", isError=False)

    pieces = [
        line(0, "user", text("List.")),
        line(1, "user", text("Now.")),
        line(2, "assistant", call("call_A1"), stopReason="toolUse"),
        result(3, "call_A1"),
        line(4, "assistant", text("Done."), stopReason="stop"),
        line(5, "assistant", call("call_B2"), stopReason="toolUse"),
        result(6, "call_B2"),
        line(7, "assistant", text("So."), stopReason="stop"),
    ]
    header = {"type": "session", "version": 3, "id": "ses", "timestamp": WHEN, "cwd": "/tmp"}
    return Whole(pieces, header=header, names=("id", "parentId"))


def copilot() -> Whole:
    def said(words: str, *ids: str) -> tuple[str, Json]:
        calls = [
            {"toolCallId": id, "name": "bash", "arguments": {"c": "ls"}, "type": "function"} for id in ids
        ]
        return "assistant.message", {"messageId": words, "content": words, "toolRequests": calls}

    def done(id: str) -> tuple[str, Json]:
        data = {"toolCallId": id, "success": True, "result": {"content": "a.txt"}}
        return "tool.execution_complete", data

    def asked(words: str) -> tuple[str, Json]:
        return "user.message", {"content": words, "attachments": []}

    events = [asked("List."), asked("Now."), said("", "call_A1"), done("call_A1"), said("Done.")]
    events += [said("", "call_B2"), done("call_B2"), said("So.")]
    pieces = [
        {"type": kind, "data": data, "id": f"e{n}", "timestamp": WHEN, "parentId": f"e{n - 1}"}
        for n, (kind, data) in enumerate(events, 1)
    ]
    start = {
        "sessionId": "s",
        "version": 1,
        "producer": "copilot-agent",
        "copilotVersion": "1",
        "startTime": WHEN,
    }
    header = {"type": "session.start", "data": start, "id": "e0", "timestamp": WHEN, "parentId": None}
    return Whole(pieces, header=header, names=("id", "parentId"))


def langchain(form: str) -> Whole:
    def message(kind: str, content: str, **more: Any) -> Json:
        own = {
            "content": content,
            "additional_kwargs": {},
            "response_metadata": {},
            "type": kind,
            "id": None,
            **more,
        }
        name = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}[kind]
        if form == "dumpd":
            path = ["langchain", "schema", "messages", name]
            return {"lc": 1, "type": "constructor", "id": path, "kwargs": own}
        return {"type": kind, "data": own} if form == "to_dict" else own

    def calling(id: str) -> Json:
        call = {"name": "bash", "args": {"c": "ls"}, "id": id, "type": "tool_call"}
        return message("ai", "", tool_calls=[call], invalid_tool_calls=[])

    def result(id: str) -> Json:
        return message("tool", "a.txt", name="bash", tool_call_id=id, status="success")

    pieces = [message("human", "List."), message("human", "Now."), calling("call_A1"), result("call_A1")]
    pieces += [message("ai", "Done."), calling("call_B2"), result("call_B2"), message("ai", "So.")]
    if form == "state":
        return Whole(
            pieces, partial(document, opens='{"values":{"messages":[', closes='],"step":3},"next":[]}')
        )
    return Whole(pieces, document)


def model_messages() -> Whole:
    def calling(id: str) -> Json:
        part = {"type": "tool-call", "toolCallId": id, "toolName": "bash", "input": {"c": "ls"}}
        return {"role": "assistant", "content": [part]}

    def result(id: str) -> Json:
        output = {"type": "text", "value": "a.txt"}
        part = {"type": "tool-result", "toolCallId": id, "toolName": "bash", "output": output}
        return {"role": "tool", "content": [part]}

    def said(role: str, words: str) -> Json:
        return {"role": role, "content": [text(words)]}

    pieces = [said("user", "List."), said("user", "Now."), calling("call_A1"), result("call_A1")]
    pieces += [said("assistant", "Done."), calling("call_B2"), result("call_B2"), said("assistant", "So.")]
    return Whole(pieces, document)


def pydantic_ai() -> Whole:
    def request(**part: Any) -> Json:
        return {"parts": [{**part, "timestamp": WHEN}], "kind": "request"}

    def response(**part: Any) -> Json:
        return {"parts": [part], "model_name": "m", "timestamp": WHEN, "kind": "response"}

    def calling(id: str) -> Json:
        return response(tool_name="bash", args={"c": "ls"}, tool_call_id=id, part_kind="tool-call")

    def result(id: str) -> Json:
        return request(tool_name="bash", content="a.txt", tool_call_id=id, part_kind="tool-return")

    def asked(words: str) -> Json:
        return request(content=words, part_kind="user-prompt")

    def said(words: str) -> Json:
        return response(content=words, part_kind="text")

    pieces = [asked("List."), asked("Now."), calling("call_A1"), result("call_A1"), said("Done.")]
    return Whole([*pieces, calling("call_B2"), result("call_B2"), said("So.")], document)


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def ui_messages() -> Json:
    """UI messages of the AI SDK, whose parts are a call and its result at once."""
    part = {
        "type": "tool-bash",
        "toolCallId": "call_A1",
        "state": "output-available",
        "input": {},
        "output": "a",
    }
    answer = {"id": "m2", "role": "assistant", "parts": [{"type": "step-start"}, part, text("Done.")]}
    asked = {"id": "m1", "role": "user", "parts": [text("List.")]}
    again = {"id": "m3", "role": "user", "parts": [text("More.")]}
    ended = {"id": "m4", "role": "assistant", "parts": [text("So.")]}
    return {"messages": [asked, answer, again, ended]}


def older_ui_messages() -> Json:
    """Those of version 4."""
    done = {"state": "result", "toolCallId": "call_A1", "toolName": "bash", "args": {}, "result": "a"}
    document = ui_messages()
    document["messages"][1]["parts"][1] = {"type": "tool-invocation", "toolInvocation": done}
    return document


def gemini_cli() -> Json:
    """A session of Gemini CLI, whose calls hold their results."""
    given = [{"functionResponse": {"id": "ls-1", "name": "ls", "response": {"output": "a.txt"}}}]
    call = {"id": "ls-1", "name": "ls", "args": {}, "status": "success", "result": given, "timestamp": WHEN}

    def message(id: str, kind: str, words: str, **more: Any) -> Json:
        return {"id": id, "timestamp": WHEN, "type": kind, "content": words, **more}

    said = [message("u1", "user", "List."), message("a1", "gemini", "", toolCalls=[call])]
    said += [message("u2", "user", "More."), message("a2", "gemini", "So.")]
    about = {"sessionId": "g", "projectHash": "c0", "startTime": WHEN, "lastUpdated": WHEN}
    return {**about, "messages": said}


def opencode() -> Json:
    """An export of OpenCode, whose calls hold their results."""
    done = {"status": "completed", "input": {"c": "ls"}, "output": "a.txt", "title": "ls", "metadata": {}}

    def message(id: str, role: str, *parts: Json) -> Json:
        known = [
            {"id": f"prt_{id}{n}", "sessionID": "ses_1", "messageID": id, **p} for n, p in enumerate(parts)
        ]
        return {
            "info": {"id": id, "sessionID": "ses_1", "role": role, "time": {"created": 1}},
            "parts": known,
        }

    call = {"type": "tool", "callID": "call_A1", "tool": "bash", "state": done}
    said = [message("msg_1", "user", text("List.")), message("msg_2", "assistant", call)]
    said += [message("msg_3", "user", text("More.")), message("msg_4", "assistant", text("So."))]
    info = {
        "id": "ses_1",
        "projectID": "p",
        "directory": "/tmp",
        "title": "t",
        "version": "1",
        "time": {"created": 1},
    }
    return {"info": info, "messages": said}


def spoken(
    said: Callable[[str, str], Json], call: Callable[[str], Json], result: Callable[[str], Json]
) -> list[Json]:
    """A question, a call, its result, an answer; twice."""
    pieces = [said("user", "List."), said("user", "Now."), call("call_A1"), result("call_A1")]
    pieces += [said("assistant", "Done."), call("call_B2"), result("call_B2")]
    return [*pieces, said("assistant", "So.")]


def claude_stream() -> Whole:
    def line(role: str, *blocks: Json) -> Json:
        message = {"role": role, "content": list(blocks)}
        return {"type": role, "message": message, "parent_tool_use_id": None, "session_id": "s"}

    def call(id: str) -> Json:
        return line("assistant", {"type": "tool_use", "id": id, "name": "Bash", "input": {"c": "ls"}})

    def result(id: str) -> Json:
        return line("user", {"type": "tool_result", "tool_use_id": id, "content": "a.txt"})

    pieces = spoken(lambda role, words: line(role, text(words)), call, result)
    return Whole(pieces, header={"type": "system", "subtype": "init", "session_id": "s", "cwd": "/tmp"})


def qwen_code() -> Whole:
    kinds = {"user": ("user", "user"), "assistant": ("assistant", "model"), "tool": ("tool_result", "user")}

    def line(kind: str, part: Json) -> Json:
        written, role = kinds[kind]
        return {"type": written, "message": {"role": role, "parts": [part]}, "sessionId": "q", "cwd": "/tmp"}

    def call(id: str) -> Json:
        return line("assistant", {"functionCall": {"id": id, "name": "ls", "args": {}}})

    def result(id: str) -> Json:
        given = {"id": id, "name": "ls", "response": {"output": "a.txt"}}
        return line("tool", {"functionResponse": given})

    pieces = spoken(lambda role, words: line(role, {"text": words}), call, result)
    tied = [
        {"uuid": f"q{n}", "parentUuid": f"q{n - 1}" if n else None, **piece} for n, piece in enumerate(pieces)
    ]
    return Whole(tied, names=("uuid", "parentUuid"))


def grok_history() -> Whole:
    def said(role: str, words: str) -> Json:
        return {"type": role, "content": words, "model_id": "grok-4"}

    def call(id: str) -> Json:
        return {**said("assistant", ""), "tool_calls": [{"id": id, "name": "ls", "arguments": "{}"}]}

    def result(id: str) -> Json:
        return {"type": "tool_result", "tool_call_id": id, "content": "a.txt"}

    return Whole(spoken(said, call, result))


def kimi(*, loop: bool) -> Whole:
    uuids = {"call_A1": "u1", "call_B2": "u2"}

    def event(kind: str, **held: Any) -> Json:
        if loop:
            return {"type": "context.append_loop_event", "event": {"type": kind, **held}, "time": 1}
        return {"timestamp": 1.0, "message": {"type": kind, "payload": held}}

    def said(role: str, words: str) -> Json:
        if loop:
            message = {"role": role, "content": [text(words)], "toolCalls": []}
            return {"type": "context.append_message", "message": message, "time": 1}
        if role == "user":
            return event("TurnBegin", user_input=words)
        return {"timestamp": 1.0, "message": {"type": "ContentPart", "payload": text(words)}}

    def call(id: str) -> Json:
        if loop:
            return event("tool.call", uuid=uuids[id], toolCallId=id, name="ls", args={})
        asked = {"type": "function", "id": id, "function": {"name": "ls", "arguments": "{}"}}
        return {"timestamp": 1.0, "message": {"type": "ToolCall", "payload": asked}}

    def result(id: str) -> Json:
        if loop:
            given = {"output": "a.txt", "isError": False}
            return event("tool.result", parentUuid=uuids[id], toolCallId=id, result=given)
        return event("ToolResult", tool_call_id=id, return_value={"is_error": False, "output": "a.txt"})

    version = "1.4" if loop else "1.3"
    return Whole(spoken(said, call, result), header={"type": "metadata", "protocol_version": version})


def cline() -> Whole:
    def message(role: str, block: Json) -> Json:
        return {"role": role, "content": [block], "ts": 1784000000000}

    def call(id: str) -> Json:
        return message("assistant", {"type": "tool_use", "id": id, "name": "ls", "input": {}})

    def result(id: str) -> Json:
        return message("user", {"type": "tool_result", "tool_use_id": id, "content": "a.txt"})

    return Whole(spoken(lambda role, words: message(role, text(words)), call, result), document)


def goose() -> Whole:
    def message(role: str, block: Json) -> Json:
        return {"role": role, "created": 1770000000, "content": [block]}

    def call(id: str) -> Json:
        value = {"name": "ls", "arguments": {}}
        asked = {"type": "toolRequest", "id": id, "toolCall": {"status": "success", "value": value}}
        return message("assistant", asked)

    def result(id: str) -> Json:
        told = {"status": "success", "value": [text("a.txt")]}
        return message("user", {"type": "toolResponse", "id": id, "toolResult": told})

    pieces = spoken(lambda role, words: message(role, text(words)), call, result)
    return Whole(pieces, header={"working_dir": "/tmp", "description": "d", "message_count": 8})


def hermes() -> Whole:
    def said(role: str, words: str) -> Json:
        return {"role": role, "content": words, "timestamp": WHEN}

    def call(id: str) -> Json:
        asked = {"id": id, "type": "function", "function": {"name": "ls", "arguments": "{}"}}
        return {**said("assistant", ""), "tool_calls": [asked]}

    def result(id: str) -> Json:
        return {**said("tool", "a.txt"), "tool_call_id": id}

    header = {"role": "session_meta", "platform": "linux", "timestamp": WHEN}
    return Whole(spoken(said, call, result), header=header)


def adk(*, in_python: bool) -> Whole:
    asks = "function_call" if in_python else "functionCall"
    gives = "function_response" if in_python else "functionResponse"

    def event(author: str, role: str, part: Json) -> Json:
        about = {"invocation_id" if in_python else "invocationId": "i", "author": author, "timestamp": 1.5}
        return {**about, "content": {"role": role, "parts": [part]}}

    def said(role: str, words: str) -> Json:
        who, own = ("user", "user") if role == "user" else ("a", "model")
        return event(who, own, {"text": words})

    def call(id: str) -> Json:
        return event("a", "model", {asks: {"id": id, "name": "ls", "args": {}}})

    def result(id: str) -> Json:
        return event("a", "user", {gives: {"id": id, "name": "ls", "response": {"r": 1}}})

    opens = '{"id":"s","appName":"a","userId":"u","state":{},"events":['
    return Whole(spoken(said, call, result), partial(document, opens=opens, closes="]}"))


def agents_of_javascript() -> Whole:
    def said(role: str, words: str) -> Json:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": words}]
        return {"type": "message", "role": role, "content": content, "providerData": {}}

    def call(id: str) -> Json:
        return {"type": "function_call", "callId": id, "name": "ls", "arguments": "{}", "status": "completed"}

    def result(id: str) -> Json:
        about = {"type": "function_call_result", "name": "ls", "callId": id, "status": "completed"}
        return {**about, "output": text("a.txt")}

    return Whole(spoken(said, call, result), document)


def acp(*, recorded: bool = False) -> Whole:
    def line(method: str, **params: Any) -> Json:
        message = {"jsonrpc": "2.0", "method": method, "params": {"sessionId": "s", **params}}
        return {"direction": "in", "message": message} if recorded else message

    def update(which: str, **told: Any) -> Json:
        return line("session/update", update={"sessionUpdate": which, **told})

    def said(role: str, words: str) -> Json:
        if role == "user":
            return line("session/prompt", prompt=[text(words)])
        return update("agent_message_chunk", content=text(words))

    def call(id: str) -> Json:
        return update("tool_call", toolCallId=id, title="ls", kind="read", rawInput={}, status="pending")

    def result(id: str) -> Json:
        content = [{"type": "content", "content": text("a.txt")}]
        return update("tool_call_update", toolCallId=id, status="completed", content=content)

    return Whole(spoken(said, call, result))


def state_of_agents() -> Whole:
    def item(kind: str, raw: Json) -> Json:
        return {"type": f"{kind}_item", "raw_item": raw, "agent": {"name": "a"}}

    def said(role: str, words: str) -> Json:
        kind = "output_text" if role == "assistant" else "input_text"
        raw = {"type": "message", "role": role, "content": [{"type": kind, "text": words}]}
        return item("message_output", raw)

    def call(id: str) -> Json:
        raw = {"type": "function_call", "call_id": id, "name": "ls", "arguments": "{}"}
        return item("tool_call", raw)

    def result(id: str) -> Json:
        raw = {"type": "function_call_output", "call_id": id, "output": "a.txt"}
        return {**item("tool_call_output", raw), "output": "a.txt"}

    opens = '{"$schemaVersion":"1.13","current_agent":{"name":"a"},"original_input":"Go.","generated_items":['
    closes = '],"session_items":[],"current_step":null}'
    return Whole(spoken(said, call, result), partial(document, opens=opens, closes=closes))


WHOLE: dict[str, Callable[[], Whole]] = {
    "claude-code": claude_code,
    "codex-rollout": codex,
    "codex-rollout, numbered": partial(codex, numbered=True),
    "pi-session": pi,
    "copilot-cli": copilot,
    "langchain, dumpd": partial(langchain, "dumpd"),
    "langchain, to_dict": partial(langchain, "to_dict"),
    "langchain, state": partial(langchain, "state"),
    "ai-sdk, model messages": model_messages,
    "pydantic-ai": pydantic_ai,
    "claude-stream": claude_stream,
    "qwen-code": qwen_code,
    "grok-history": grok_history,
    "kimi-wire, loop": partial(kimi, loop=True),
    "kimi-wire, messages": partial(kimi, loop=False),
    "cline-history": cline,
    "goose-session": goose,
    "hermes-session": hermes,
    "adk, Python": partial(adk, in_python=True),
    "adk, JavaScript": partial(adk, in_python=False),
    "openai-agents, JavaScript": agents_of_javascript,
    "openai-agents, state": state_of_agents,
    "acp-stream": acp,
    "acp-stream, recorded": partial(acp, recorded=True),
}
IN_ONE: dict[str, tuple[Callable[[], Json], tuple[str, ...], Json]] = {
    "ai-sdk, UI messages": (
        ui_messages,
        ("messages", "1", "parts", "1"),
        {"state": "input-available", "output": None},
    ),
    "ai-sdk, UI messages of 4": (
        older_ui_messages,
        ("messages", "1", "parts", "1", "toolInvocation"),
        {"state": "call", "result": None},
    ),
    "gemini-cli": (
        gemini_cli,
        ("messages", "1", "toolCalls", "0"),
        {"status": "scheduled", "result": None},
    ),
    "opencode": (
        opencode,
        ("messages", "1", "parts", "0", "state"),
        {"status": "running", "output": None, "title": None, "metadata": None},
    ),
}
"""Where the call stands that holds its result, and the fields that have others, or none, where the result is
lost."""


def wire(format: str) -> Whole:
    """A request, with an answer, as one document whose messages are lines."""
    body = json.loads(json.dumps(REQUESTS[format]).replace("call_1", "caLL12345"))  # each provider takes it
    key = next(key for key in ("messages", "input", "contents") if key in body)
    asked, call, result = body.pop(key)
    pieces = [asked, call, result, ANSWERS.get(format, ANSWERS["openai-chat"]), asked]
    about = json.dumps(body)[1:-1]
    opens = f'{{{about}{", " if about else ""}"{key}": ['
    return Whole(pieces, partial(document, opens=opens, closes="]}"), call=1, dumps=json.dumps)


ANSWERS: dict[str, Json] = {
    "openai-chat": {"role": "assistant", "content": "So."},
    "anthropic": {"role": "assistant", "content": [text("So.")]},
    "gemini": {"role": "model", "parts": [{"text": "So."}]},
    "gemini-interactions": {"type": "model_output", "content": [{"type": "text", "text": "So."}]},
    "bedrock": {"role": "assistant", "content": [{"text": "So."}]},
}
