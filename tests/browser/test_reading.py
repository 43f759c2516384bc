"""The reading view in a browser: pictures load from here alone, nothing runs, folds open, the rest comes."""

import base64
import json
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.logs import opened
from tests.selection import some_of
from tests.webapp.test_reading_media import png

EVIL = "<img src=x onerror='window.hit=1'><svg onload='window.hit=2'></svg>\u202e\u200b"
MARKDOWN = f"""# Title

**bold** {EVIL} [words](javascript:window.hit=3) ![picture](https://img.example/a.png)

| a | b |
|---|---|
| 1 | `2` |

```python
def f() -> str:  # a comment
    return "text" + 1
```
"""


ROWS = json.dumps({"rows": [[EVIL]] * 400})


def log() -> str:
    calls: list[tuple[str, Any, str]] = [
        ("Bash", {"command": f"echo {EVIL} {'and ' * 12}", "timeout": 9}, "\x1b[31mred\x1b[0m"),
        ("Edit", {"file_path": "a.py", "old_string": "a = 1", "new_string": "a = 2"}, "done"),
        (
            "TodoWrite",
            {"todos": [{"content": "Look", "status": "pending"}]},
            ROWS,
        ),
    ]
    picture = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(png(40, 30)).decode()}
    content = [{"type": "text", "text": MARKDOWN}, {"type": "image", "source": picture}]
    messages: list[Any] = [{"role": "user", "content": content}]
    for number, (name, value, answer) in enumerate(calls):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": value}
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": answer}
        messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    return json.dumps({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": messages})


def test_a_reader_sees_what_was_done_and_nothing_runs(page: Page, live_server: str) -> None:
    opened(page, live_server, log())
    first = page.locator(".row[data-row='1'] .cell[data-pane='1']")
    expect(first.locator("strong")).to_have_text("bold")
    expect(first.locator(".code .k").first).to_have_text("def")
    picture = page.get_by_role("img", name="Picture: image/png").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.media img').naturalWidth === 40")

    command = page.locator(".row[data-row='3'] .cell[data-pane='1']")
    command.scroll_into_view_if_needed()
    expect(command.locator(".terminal")).to_contain_text("$ echo <img")
    expect(command.locator(".sent pre")).to_be_hidden()
    expect(command.get_by_text("Arguments as sent")).to_be_hidden()
    command.get_by_text("call", exact=True).click()
    command.get_by_text("Arguments as sent").click()
    expect(command.locator(".sent pre")).to_contain_text('"timeout": 9')
    expect(page.locator(".row[data-row='5'] .cell[data-pane='1'] ins")).to_contain_text("+ a = 2")

    answer = page.locator(".row[data-row='8'] .cell[data-pane='1']")
    answer.scroll_into_view_if_needed()
    answer.locator(".result-fold > summary").click()
    expect(answer.locator("summary").nth(1)).to_contain_text("at least 2")
    answer.get_by_role("link", name="Show the other").click()
    expect(answer.get_by_role("link", name="Show the other")).to_have_count(0)
    expect(answer.locator("summary").nth(1)).to_contain_text("400 items")
    opened_out = "".join(answer.locator(".result-fold > :not(summary)").all_text_contents())
    assert opened_out.count("onerror") == 400

    assert page.evaluate("window.hit") is None
    for width, scheme in some_of(((1500, "light"), (390, "dark")), 2):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page, context=".rows").response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
