"""Chats of Open WebUI: calls in tags of a text, or in the items of an answer."""

from __future__ import annotations

import json
from typing import Any

import crosswire
from crosswire.model import Conversation, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from tests.session_logs import load, sample


def _chats() -> list[Conversation]:
    return list(load("open-webui/export.session").conversations)


def _said(chat: Conversation) -> list[str]:
    """What each part says, in order."""
    found = []
    for _, part in chat.parts():
        if isinstance(part, ToolCallPart):
            found.append(f"{part.name} {part.arguments.value}")
        elif isinstance(part, ToolResultPart):
            found.append(f"-> {''.join(one.text for one in part.content if isinstance(one, TextPart))}")
        elif isinstance(part, (TextPart, ReasoningPart)):
            found.append(part.text)
    return found


def test_calls_in_the_tags_of_a_text_are_calls_in_their_order() -> None:
    chat, branch, _ = _chats()
    assert _said(chat) == [
        "Is it cold in Oslo or in Bergen?",
        "Two cities.\nTwo calls.",
        "I ask for both.",
        "weather {'city': 'Oslo'}",
        "-> -4",
        "weather {'city': 'Bergen'}",
        '-> {"degrees": 3}',
        "Oslo is colder.",
        "And Rome?",
        "weather {'city': 'Rome'}",
    ]
    assert [one.name for one in crosswire.diagnose(chat) if one.severity in ("error", "warning")] == []
    assert _said(branch) == ["I cannot tell."]
    assert (chat.title, chat.unread, branch.unread) == ("Cold cities", [], [])


def test_calls_in_the_items_of_an_answer_are_read_and_its_text_is_not_said_twice() -> None:
    *_, chat = _chats()
    assert _said(chat) == [
        "Add 2 and 3.",
        "I use the tool.",
        "add {'a': 2, 'b': 3}",
        "-> 5",
        "Five.",
        "Thanks.",
    ]
    assert [one.name for one in crosswire.diagnose(chat) if one.severity == "error"] == []
    assert chat.unread == []


def test_the_way_to_the_current_message_is_the_conversation() -> None:
    exported: Any = json.loads(sample("open-webui/export.session"))
    exported[0]["chat"]["history"]["currentId"] = "a2"
    first, *_ = crosswire.load(json.dumps(exported).encode()).conversations
    assert _said(first) == ["Is it cold in Oslo or in Bergen?", "I cannot tell."]


def test_a_text_that_only_speaks_of_tags_stays_a_text() -> None:
    exported: Any = json.loads(sample("open-webui/export.session"))
    words = 'Write <details type="tool_calls" done="true"> and no end.'
    exported[0]["chat"]["history"]["messages"]["a1"]["content"] = words
    first, *_ = crosswire.load(json.dumps(exported).encode()).conversations
    assert _said(first)[0] == words
