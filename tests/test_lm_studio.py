"""Conversations of LM Studio: what is selected is the conversation, other versions are branches."""

from __future__ import annotations

import json
from typing import Any

import crosswire
import pytest
from tests.session_logs import load, sample


def _texts(conversation: crosswire.Conversation) -> list[str]:
    return [str(getattr(part, "text", type(part).__name__)) for _, part in conversation.parts()]


def test_the_selected_versions_are_the_conversation_and_others_branches() -> None:
    chat, branch = load("lm-studio/versions.session").conversations
    called = ["I look.", "ToolCallPart", "ToolResultPart", "Minus four."]
    assert _texts(chat) == ["Be short.", "Is it cold in Oslo?", *called, "Thanks"]
    assert _texts(branch) == ["I cannot tell."]
    assert [one.name for one in crosswire.diagnose(chat)] == []
    assert (chat.title, chat.unread, branch.unread) == ("Weather", [], [])
    assert [edge.there for edge in chat.starts] == ["0:/messages/1/versions/0"]


@pytest.mark.parametrize("selected", [0, None, "no", 7])
def test_whatever_is_said_to_be_selected_all_versions_are_read(selected: Any) -> None:
    held: Any = json.loads(sample("lm-studio/versions.session"))
    held["messages"][1]["currentlySelected"] = selected
    said = [text for one in crosswire.load(json.dumps(held).encode()).conversations for text in _texts(one)]
    assert sorted(said) == sorted(
        [*_texts(load("lm-studio/versions.session").conversations[0]), "I cannot tell."]
    )
