"""The reading view on the page: hostile words in every string, and a switch for texts as written."""

import html
import json
from typing import Any

from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.markup import elements, text

EVIL = "<img src=x onerror=alert(1)><a href='javascript:alert(2)' hx-get=/x>\u202e\u200b</a><!-- hidden -->"
MARKDOWN = f"# Title\n\n**bold** {EVIL}\n\n[x](javascript:alert(3)) ![y](https://img.example/z.png)"


def log(result: str) -> dict[str, Any]:
    calls = {
        "Bash": {"command": EVIL, EVIL: EVIL},
        "Edit": {"file_path": EVIL, "old_string": EVIL, "new_string": f"{EVIL}{EVIL}"},
        "TodoWrite": {"todos": [{"content": EVIL, "status": EVIL, EVIL: [EVIL]}]},
        "WebFetch": {"url": "javascript:alert(4)", "prompt": MARKDOWN},
        EVIL: {EVIL: {EVIL: [EVIL] * 90}},
    }
    messages: list[dict[str, Any]] = [{"role": "user", "content": MARKDOWN}]
    for number, (name, value) in enumerate(calls.items()):
        id = f"toolu_{number}"
        messages += [
            {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": value}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": result}]},
        ]
    tools = [{"name": "Bash", "description": MARKDOWN, "input_schema": {"type": "object", EVIL: EVIL}}]
    return {"model": EVIL, "max_tokens": 9, "system": MARKDOWN, "tools": tools, "messages": messages}


def slug_of(client: FlaskClient, body: Any) -> str:
    slug: str = client.post("/api/conversations", data=json.dumps(body).encode()).json["slug"]
    return slug


@for_each("result", [MARKDOWN, json.dumps({"stdout": EVIL, EVIL: EVIL}), f"```\n{EVIL}\n```\n```"])
@for_each("query", ["", "&text=plain"])
def test_no_word_of_a_log_becomes_markup(client: FlaskClient, result: str, query: str) -> None:
    slug = slug_of(client, log(result))
    for number in range(13):
        page = client.get(f"/c/{slug}/row/{number}?pane=original{query}").text
        found = elements(page)
        assert not [one for tag, one in found if tag == "img" or any(name.startswith("on") for name in one)]
        assert not [one for _, one in found if (one.get("href") or "").startswith("javascript:")]
        assert not [one for _, one in found if one.get("hx-get") and not one.get("hx-nonce")]
        assert "\u202e" not in page
        assert "\u200b" not in page
        if number:
            assert "<!-- hidden -->" in text(page) or "javascript:alert(4)" in text(page)


def test_a_switch_in_the_address_shows_texts_as_they_are_written(client: FlaskClient) -> None:
    slug = slug_of(
        client, {"messages": [{"role": "user", "content": "# One\n\n**two** " + "long words " * 900}]}
    )
    rendered, plain = (client.get(f"/c/{slug}?pane=original{query}").text for query in ("", "&text=plain"))
    assert "<strong>two</strong>" in rendered
    assert "# One\n\n**two**" in html.unescape(plain)
    assert f"/c/{slug}/row/1?pane=original:read&amp;text=plain" in plain.replace("%3A", ":")


def test_a_message_that_is_json_and_a_result_of_a_shell_are_shown_as_such(client: FlaskClient) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
    body = {
        "messages": [
            {"role": "user", "content": '{"a": 1}'},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "\u001b[31mred\u001b[0m"},
        ]
    }
    page = client.get(f"/c/{slug_of(client, body)}?pane=original").text
    classes = [attributes.get("class") for tag, attributes in elements(page) if tag == "pre"]
    assert classes.count("terminal") == 2  # the output, and that with its codes
    assert '<pre class="json">' in page
    assert "2 colour codes of a terminal left out" in page
