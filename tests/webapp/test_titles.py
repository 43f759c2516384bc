"""What a conversation is called, and what the list of calls says of a call."""

import json
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, ToolCallPart
from flask.testing import FlaskClient
from tests.histories import call, calling, chat, result, said, user
from tests.webapp.test_conversation_pages import keep, page_of
from webapp.readmodel.telling import telling_argument
from webapp.readmodel.titles import LONGEST_TITLE, title_of

KEY = "ghp_2aLGx65Er5mzNQ4SNxffz2Wm11haJUUNxQN7"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Where is order 8841?\nIt is late.", "Where is order 8841? It is late."),
        ("<system-reminder>Be brief.</system-reminder>\nFix the login", "Fix the login"),
        ("## Fix the login", "Fix the login"),
        ("<user_query>Fix the login</user_query><rules>Be brief.</rules>", "Fix the login"),
        ("<command-name>/do</command-name><command-args>Fix it</command-args>", "Fix it"),
        ("<local-command>ls</local-command>", "Later words"),
        ("word " * 100, "word " * 23 + "word…"),
    ],
)
def test_a_title_is_the_first_words_of_the_user(text: str, title: str) -> None:
    found = title_of(chat({"role": "system", "content": "Be kind."}, user(text), user("Later words")))
    assert found == title
    assert len(found) <= LONGEST_TITLE


def test_a_title_is_looked_for_behind_what_a_program_adds_to_a_message() -> None:
    parts = [{"type": "text", "text": text} for text in ("<context>Files</context>", "Fix the login")]
    assert title_of(chat(user(parts), user("Later words"))) == "Fix the login"


def test_no_secret_stands_in_a_title() -> None:
    title = title_of(chat(user(f"Use {KEY} for the deploy")))
    assert KEY not in title
    assert title.startswith("Use ")
    assert title.endswith(" for the deploy")


def test_a_log_without_words_of_a_user_has_no_title() -> None:
    assert title_of(chat(user("<b>Only this</b>"))) == "<b>Only this</b>"
    assert title_of(chat(said("Hello"))) == ""


def telling(arguments: Any) -> str:
    conversation: Conversation = chat(
        user(), calling(call("a", arguments=json.dumps(arguments))), result("a")
    )
    [found] = [part for _, part in conversation.parts() if isinstance(part, ToolCallPart)]
    return telling_argument(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"timeout": 9, "command": "npm test"}, "npm test"),
        ({"command": ["bash", "-lc", "ls"]}, "bash -lc ls"),
        ({"pattern": "**/*.md", "path": "docs"}, "**/*.md in docs"),
        ({"file_path": "src/a.py", "content": "print(1)"}, "src/a.py"),
        ({"description": "Look for it", "prompt": "A long story"}, "Look for it"),
        (
            {"file_path": "/home/ada/projects/shop/src/checkout/basket.py"},
            "…/shop/src/checkout/basket.py",
        ),
        ({"path": "src/basket.py"}, "src/basket.py"),
        ({"order": 8841}, "8841"),
        ({"a": 7, "b": 8}, "7, 8"),
        ({"todos": [{"content": "a"}, {"content": "b"}]}, "2 todos"),
        ({"todos": [{"content": "a"}]}, "1 todo"),
        ({"deep": {"a": 1}}, ""),
        ({}, ""),
    ],
)
def test_a_call_is_told_by_the_argument_that_says_what_it_does(arguments: Any, words: str) -> None:
    assert telling(arguments) == words


def test_a_name_that_was_given_comes_before_the_title_and_that_before_the_file(client: FlaskClient) -> None:
    data = json.dumps([user("What is the weather?"), said("Fine.")]).encode()
    path = keep(client, data, "log-17.json")
    page = page_of(client, path)
    assert "<title>What is the weather? · Crosswire</title>" in page
    assert "log-17.json" in page
    client.post(f"/library/{path.rpartition('/')[2]}", data={"label": "Weather, second try"})
    assert "<title>Weather, second try · Crosswire</title>" in page_of(client, path)
    nameless = keep(client, json.dumps([said("Fine.")]).encode(), "log-18.json")
    assert "<title>log-18.json · Crosswire</title>" in page_of(client, nameless)


def test_the_theme_that_was_chosen_stands_in_the_page_itself(client: FlaskClient) -> None:
    assert "data-theme=" not in client.get("/").text
    client.set_cookie("theme", "dark")
    assert '<html lang="en" data-theme="dark">' in client.get("/").text
    client.set_cookie("theme", '"><script>')
    assert "data-theme=" not in client.get("/").text


def test_what_was_not_read_is_said_under_the_bars(client: FlaskClient) -> None:
    whole = page_of(client, keep(client, json.dumps([user(), said()]).encode()))
    assert "not-whole" not in whole
    log = [user(), {"role": "assistant", "content": "Yes.", "text": "and more was said here"}, said()]
    assert crosswire.load(json.dumps(log).encode()).conversations[0].unread
    page = page_of(client, keep(client, json.dumps(log).encode()))
    assert 'class="not-whole"' in page
    assert "<b>Not all was read.</b>" in page


def test_a_log_that_nobody_named_is_called_by_its_format(client: FlaskClient) -> None:
    steps = [{"who": "planner", "said": "I look it up", "tool": "grep", "with": {"q": "a"}}]
    logs = {"OpenAI Chat Completions log": [said("Fine.")], "Log of an unknown format": {"steps": steps}}
    for title, log in logs.items():
        path = client.post("/", data={"text": json.dumps(log)}).location
        page = page_of(client, path)
        assert f"<title>{title} · Crosswire</title>" in page
        assert title in client.get("/library").text
