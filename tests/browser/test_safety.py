"""Nothing in a log acts on the page, and the page asks nobody else for anything."""

import json
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from tests.browser.logs import PAIRED, chat_json, opened
from tests.browser.site import LOGS, PAGES, SitePage, go
from tests.histories import call, calling, result, user

HOSTILE = (
    "<script>window.hit=1</script><img src=x onerror='window.hit=2'><svg onload=window.hit=3>"
    "<div hx-get=/healthz hx-trigger=load>HX</div>"
    "<b style='position:fixed'>\"'`${1}{{7*7}}</template></textarea>"
)

NAMED = urlencode({"name": HOSTILE})


def complaints_of(page: Page) -> list[str]:
    """What the console says beside plain talk: errors, and what the content security policy stopped."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.fixture
def complaints(page: Page) -> list[str]:
    return complaints_of(page)


def hostile_log() -> str:
    messages = [
        {"role": "system", "content": HOSTILE},
        {"role": "user", "content": HOSTILE, "name": HOSTILE},
        calling(call(HOSTILE, HOSTILE, json.dumps({HOSTILE: HOSTILE}))),
        result(HOSTILE, HOSTILE),
        calling(call("call_2", "add", HOSTILE)),
        result("no-such-id" + HOSTILE, HOSTILE),
        user(HOSTILE),
        {"role": HOSTILE, "content": HOSTILE, HOSTILE: HOSTILE},
    ]
    tool = {"type": "function", "function": {"name": HOSTILE, "description": HOSTILE}}
    return json.dumps({"model": HOSTILE, "messages": messages, "tools": [tool], HOSTILE: HOSTILE})


@pytest.mark.parametrize("view", ["read", "wire"])
def test_markup_in_every_string_runs_nothing_and_is_seen(
    page: Page, live_server: str, complaints: list[str], view: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, live_server, hostile_log(), f"?pane=original:{view}&pane=gemini:{view}")
    page.keyboard.press("n")
    page.keyboard.press("j")
    expect(page.locator(".row").first).to_be_visible()
    assert page.evaluate("window.hit") is None
    assert not [one for one in asked if "healthz" in one or one.endswith("/x")]
    assert page.locator("main img, main script, main [style*=fixed]").count() == 0
    assert page.get_by_text("<script>window.hit=1</script>").count() > 5
    assert complaints == []


OF_ANY_LOG = [one for one in PAGES if "{" in one.path and one.name not in ("problem", "rows")]
"""Those that ask for nothing that only the logs of `LOGS` have."""


@pytest.fixture(scope="module")
def hostile_slug(visitor: BrowserContext, live_server: str) -> str:
    sent = visitor.request.post(f"{live_server}/api/conversations?{NAMED}", data=hostile_log().encode())
    url: str = sent.json()["url"]
    return url.rpartition("/")[2]


@pytest.mark.parametrize("one", OF_ANY_LOG, ids=lambda one: one.name)
def test_no_page_of_a_conversation_runs_what_stands_in_it(
    visit: Page, live_server: str, hostile_slug: str, one: SitePage
) -> None:
    complaints = complaints_of(visit)
    asked: list[str] = []
    visit.on("request", lambda request: asked.append(request.url))
    go(visit, live_server, one, dict.fromkeys(LOGS, hostile_slug))
    assert visit.evaluate("window.hit") is None
    assert not [one for one in asked if "healthz" in one or one.endswith("/x")]
    assert visit.locator("main script, main [style*=fixed], main img:not([src^='/c/'])").count() == 0
    assert complaints == []


def test_a_visit_makes_no_complaint_on_the_console(
    page: Page, live_server: str, complaints: list[str]
) -> None:
    for path in ("/", "/rules", "/rules/CW302", "/formats", "/wire-types", "/wire-types/openai.mcp_call"):
        page.goto(live_server + path)
    opened(page, live_server, chat_json(PAIRED))
    page.locator("select[name=pane]").last.select_option(label="Gemini generateContent")
    expect(page.locator("select[name=pane]").last).to_have_value("gemini:read")
    assert complaints == []


def test_markup_that_got_into_the_page_starts_no_request(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_load_state("networkidle")
    asked.clear()
    page.evaluate(
        """() => {
          const stray = document.createElement("div");
          stray.setAttribute("hx-get", "/healthz");
          stray.setAttribute("hx-trigger", "load");
          document.querySelector("main").append(stray);
          htmx.process(stray);
        }"""
    )
    page.wait_for_timeout(200)
    assert asked == []
