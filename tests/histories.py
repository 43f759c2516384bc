"""Builds small histories for tests, in the JSON of each format."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import Conversation
from crosswire.rules.rule import Diagnostic, Kind, Severity

Json = dict[str, Any]


def user(text: str = "Go on.") -> Json:
    return {"role": "user", "content": text}


def said(text: str = "Done.") -> Json:
    return {"role": "assistant", "content": text}


def call(id: str | None, name: str = "add", arguments: str = '{"a": 7, "b": 8}') -> Json:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Json) -> Json:
    """A message of the assistant that calls tools, in Chat Completions."""
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def result(id: str | None, text: str = "15", **more: Any) -> Json:
    return {"role": "tool", "tool_call_id": id, "content": text, **more}


def function_call(call_id: str | None, name: str = "add", **more: Any) -> Json:
    """An item of the Responses API."""
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": "{}", **more}


def function_output(call_id: str | None, text: str = "15") -> Json:
    return {"type": "function_call_output", "call_id": call_id, "output": text}


def model(*calls: Json) -> Json:
    """A content of Gemini's with calls."""
    return {"role": "model", "parts": [{"functionCall": {"args": {}, **c}} for c in calls]}


def answers(*results: Json) -> Json:
    return {
        "role": "user",
        "parts": [{"functionResponse": {"response": {"output": "15"}, **r}} for r in results],
    }


def chat(*messages: Json) -> Conversation:
    return only(list(messages), "openai-chat")


def responses(*items: Json, **body: Any) -> Conversation:
    return only({"model": "gpt-5", "input": list(items), **body}, "openai-responses")


def anthropic(*messages: Json) -> Conversation:
    return only({"model": "claude-sonnet-4-5", "max_tokens": 1, "messages": list(messages)}, "anthropic")


def gemini(*contents: Json) -> Conversation:
    return only({"contents": list(contents)}, "gemini")


def only(value: Any, format: str | None = None) -> Conversation:
    """The one conversation in a JSON value."""
    log = crosswire.load(json.dumps(value).encode(), format=format)
    (conversation,) = log.conversations
    return conversation


def findings(conversation: Conversation, *, at_least: Severity = Severity.WARNING) -> list[Diagnostic]:
    """The defects, notes left out unless asked for."""
    order = list(Severity)
    return [
        found
        for found in crosswire.diagnose(conversation)
        if found.kind is Kind.DEFECT and order.index(found.severity) <= order.index(at_least)
    ]


def names(conversation: Conversation, *, at_least: Severity = Severity.WARNING) -> list[str]:
    return [found.name for found in findings(conversation, at_least=at_least)]


def the_finding(conversation: Conversation) -> Diagnostic:
    (found,) = findings(conversation)
    return found
