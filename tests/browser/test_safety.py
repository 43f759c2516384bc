"""Nothing in a log acts on the page, and the page asks nobody else for anything."""

import json

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, FilePayload, Page, expect
from tests.attacks import ATTACKS, at_a_glance
from tests.browser.logs import PAIRED, chat_json, opened
from tests.browser.site import LOGS, PAGES, SitePage, go
from tests.samples import REQUESTS
from tests.selection import some_of

OF_LOGS = [one for one in PAGES if "{" in one.path and one.name not in ("files", "problem", "rows")]
"""Those that ask for nothing that only the logs of `LOGS` have."""
ACTING = """() => [...document.querySelectorAll("*")].flatMap(one => [...one.attributes]
    .filter(({name, value}) => /^on|^srcdoc$/.test(name) || (name === "style" && /url|position/.test(value))
        || (/^(href|src|action)$/.test(name) && /^[^/]*(javascript|data|vbscript):/i.test(value)))
    .map(({name, value}) => `${one.tagName} ${name}=${value}`))
    .concat([...document.querySelectorAll("main script, iframe, object, embed, base, main style, hx-partial")]
    .map(one => one.outerHTML))"""
"""Whatever on the page would act, if it came from a log."""

TOUCH = """() => document.querySelectorAll("main *").forEach(one =>
    ["pointerover", "mouseover", "focus", "toggle"].forEach(of => one.dispatchEvent(new Event(of))))"""


class Watch:
    """What a page asks for, and what its console says beside plain talk."""

    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page = page
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", lambda request: self.asked.append(request.url))

    def _note(self, message: ConsoleMessage) -> None:
        """Errors, and what the content security policy stopped."""
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def saw_nothing_run(self) -> None:
        assert self.page.evaluate("window.pwned") is None
        assert [one for one in self.asked if "pwned=" in one or "healthz" in one or one.endswith("/x")] == []
        assert self.complaints == []


@pytest.fixture
def watch(page: Page) -> Watch:
    return Watch(page)


@pytest.fixture(scope="module")
def attacked(visitor: BrowserContext, live_server: str) -> dict[str, str]:
    """For each format the permalink of a log with five hundred attacks, and that of a copy of one."""
    slugs = {}
    for format in REQUESTS:
        log = json.dumps(at_a_glance(format, ATTACKS)).encode()
        file = FilePayload(name="".join(ATTACKS[1:4]), mimeType="application/json", buffer=log)
        sent = visitor.request.post(live_server, multipart={"file": file, "format": format}, max_redirects=0)
        slugs[format] = sent.headers["location"].rpartition("/")[2]
    copied = f"{live_server}/api/conversations/{slugs['openai-chat']}/share"
    slugs["shared"] = visitor.request.post(copied, data={}).json()["slug"]
    return slugs


@pytest.mark.parametrize("format", some_of(REQUESTS, 12))
def test_five_hundred_attacks_in_one_log_run_nothing_and_are_seen(
    visit: Page, live_server: str, attacked: dict[str, str], format: str
) -> None:
    watch = Watch(visit)
    other = "gemini" if format != "gemini" else "anthropic"
    visit.goto(f"{live_server}/c/{attacked[format]}?pane=original:read&pane=original:wire&pane={other}:read")
    visit.wait_for_load_state("networkidle")
    visit.evaluate(TOUCH)
    for key in ("n", "j", "j"):
        visit.keyboard.press(key)
    seen = 0
    for place in (0.4, 0.7, 1):
        visit.evaluate("place => scrollTo(0, document.body.scrollHeight * place)", place)
        visit.wait_for_load_state("networkidle")
        seen += visit.get_by_text("<script>window.pwned=").count()
        assert visit.evaluate(ACTING) == []
    assert seen > 3
    watch.saw_nothing_run()


@pytest.mark.parametrize("one", some_of(OF_LOGS, 14), ids=lambda one: one.name)
def test_no_page_of_a_conversation_runs_what_stands_in_it(
    visit: Page, live_server: str, attacked: dict[str, str], one: SitePage
) -> None:
    watch = Watch(visit)
    go(visit, live_server, one, dict.fromkeys((*LOGS, "shared", "packed"), attacked["openai-chat"]))
    assert visit.evaluate(ACTING) == []
    watch.saw_nothing_run()


def test_a_visit_makes_no_complaint_on_the_console(page: Page, live_server: str, watch: Watch) -> None:
    for path in (
        "/",
        "/rules",
        "/rules/CW302",
        "/formats",
        "/wire-types",
        "/wire-types/openai.mcp_call",
        "/api",
    ):
        page.goto(live_server + path)
    opened(page, live_server, chat_json(PAIRED))
    page.locator("select[name=pane]").last.select_option(label="Gemini generateContent")
    expect(page.locator("select[name=pane]").last).to_have_value("gemini:wire")
    assert watch.complaints == []


def test_markup_that_got_into_the_page_starts_no_request(page: Page, live_server: str) -> None:
    opened(page, live_server, chat_json(PAIRED))
    page.wait_for_load_state("networkidle")
    watch = Watch(page)
    page.evaluate(
        """all => all.map(one => {
          const stray = document.createElement("div");
          for (const [name, value] of Object.entries(one)) stray.setAttribute(name, value);
          document.querySelector("main").append(stray);
          htmx.process(stray);
        })""",
        STRAYS,
    )
    page.wait_for_timeout(300)
    assert watch.asked == []
    assert page.evaluate("window.pwned") is None


STRAYS = [
    {"hx-get": "/healthz", "hx-trigger": "load"},
    {"data-hx-get": "/healthz", "data-hx-trigger": "load"},
    {"hx-post": "/healthz", "hx-trigger": "load", "hx-nonce": "guessed"},
    {"hx-action": "/healthz", "hx-method": "get", "hx-trigger": "every 20ms"},
    {"hx-on:load": "window.pwned = 1", "hx-on::after-init": "window.pwned = 2", "hx-trigger": "load"},
    {"hx-get": "/healthz", "hx-vals": "js:{x: window.pwned = 3}", "hx-trigger": "load"},
]
"""Attributes with which htmx acts, on an element that this page did not write."""
