"""Logs that the journeys upload."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.histories import answers, call, calling, model, result, said, user

GENKIT = [user("What is 7 plus 8?"), calling(call("call_1")), result("Sum: 15", "Sum: 15"), said("15.")]
LOST = [user("Twice."), calling(call("call_2"), call("call_3")), result("call_2", "15"), said("15.")]
PAIRED = [
    user("What is 7 plus 8, and 1 plus 2?"),
    calling(call("call_1"), call("call_2", "add_small")),
    result("call_1", "15"),
    result("call_2", "3"),
    said("15 and 3."),
    user("Once more."),
    calling(call("call_3")),
    result("call_3", "15"),
]
GEMINI = {
    "contents": [
        {"role": "user", "parts": [{"text": "Who has not paid?"}]},
        model({"name": "list_members"}),
        answers({"name": "list_members"}),
    ]
}

HOSTILE = (
    "<script>window.hit=1</script><img src=x onerror='window.hit=2'><svg onload=window.hit=3>"
    "<div hx-get=/healthz hx-trigger=load>HX</div>"
    "<b style='position:fixed'>\"'`${1}{{7*7}}</template></textarea>"
)
"""Markup that would act, if a page took it for its own."""


def long_log(turns: int) -> list[dict[str, Any]]:
    """So many turns of four messages, with a call each; the last call gets no result."""
    log: list[dict[str, Any]] = []
    for turn in range(turns):
        log += [user(f"Question {turn}"), calling(call(f"call_{turn}")), result(f"call_{turn}"), said()]
    return [*log, calling(call("call_lost")), user("Well?")]


def chat_json(messages: list[dict[str, Any]]) -> str:
    return json.dumps({"model": "gpt-4o", "messages": messages}, indent=1)


def paste(page: Page, server: str, text: str) -> str:
    """Paste a log on the front page; the address where it ends."""
    page.goto(server)
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*")
    return page.url


def opened(page: Page, server: str, text: str, query: str = "") -> str:
    """Keep a log by the API, which is quicker, and open its page; its permalink."""
    headers = {"Content-Type": "application/json"}
    answer = page.request.post(f"{server}/api/conversations", data=text.encode(), headers=headers)
    url: str = answer.json()["url"]
    page.goto(url + query)
    return url


def open_findings(page: Page) -> Locator:
    """The drawer of the findings, opened where it is closed, with its list."""
    drawer = page.locator("details.problems")
    if drawer.get_attribute("open") is None:
        drawer.locator("> summary").click()
    expect(drawer.locator("[data-groups]")).to_have_count(0)
    return drawer


def copied(page: Page, button: Locator) -> str:
    """What is in the clipboard when a button says that it copied something; not what was there before."""
    said = page.locator("[data-announce]")
    before = said.text_content() or ""
    button.click()
    expect(said).not_to_have_text(before)
    expect(said).to_contain_text("Copied: ")
    return str(page.evaluate("navigator.clipboard.readText()"))


def saved(folder: Path, text: str) -> Path:
    path = folder / "log.json"
    path.write_text(text)
    return path
