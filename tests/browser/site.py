"""Every page of the site, with a log behind it: what is looked at, and what axe examines."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crosswire.containers import packed
from playwright.sync_api import Page
from tests.browser import sessions
from tests.browser.logs import GENKIT, LOST, PAIRED, chat_json, long_log, open_findings

LOGS = {
    "broken": chat_json([*GENKIT, *LOST]),
    "clean": chat_json(PAIRED),
    "long": chat_json(long_log(60)),
    "session": sessions.agent_session(),
    "approvals": sessions.approvals(),
    "unknown": json.dumps(
        {
            "run": "r-1",
            "steps": [
                {"kind": "observe", "callId": "c-1", "output": "3 flights"},
                {"kind": "observe", "callId": "c-2", "output": "no hotel"},
            ],
        },
        indent=2,
    ),
}
STILL = """() => {
    const waits = document.querySelector(".htmx-request, [hx-trigger=load]");
    const busy = document.readyState !== "complete" || waits;
    window.framesStill = busy ? 0 : (window.framesStill ?? 0) + 1;
    return window.framesStill > 4;
}"""
"""For some frames nothing was under way, and nothing waits to be asked for."""


def open_in_menu(page: Page, words: str) -> None:
    """Open the menu of a conversation, and in it what is called so."""
    page.locator(".doc-menu > summary").click()
    page.locator(".doc-menu :is(.menu > a, .menu-fold > summary)", has_text=words).click()


def open_legend(page: Page) -> None:
    """Open the sheet of keys, lines and ids."""
    page.keyboard.press("?")
    page.locator(".id-legend").wait_for()


def _open(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.click()


def _open_problem(page: Page) -> None:
    open_findings(page)
    page.locator(".finding .about a").first.click()


def _open_in_menu(words: str) -> Callable[[Page], None]:
    return lambda page: open_in_menu(page, words)


def _open_share(page: Page) -> None:
    page.locator("[data-share]").click()
    page.locator("form.share").wait_for()


def _press(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def _make_token(page: Page) -> None:
    page.get_by_label("Name").fill("nightly upload")
    page.get_by_role("button", name="Make a token").click()
    page.locator(".access-new").wait_for()


@dataclass(frozen=True)
class SitePage:
    """A page as somebody comes to it."""

    name: str
    path: str
    """`{broken}` and the other names of `LOGS` stand for the slugs of these logs."""
    act: Callable[[Page], None] | None = None
    """What is done on it before it is looked at."""
    part: str | None = None
    """What of it no other page shows; without it, all."""


PAGES = (
    SitePage("home", "/"),
    SitePage("inspector", "/c/{broken}"),
    SitePage("inspector-clean", "/c/{clean}?pane=original:read&pane=anthropic:wire&at=0:/messages/2"),
    SitePage("inspector-long", "/c/{long}?row=150"),
    SitePage(
        "inspector-four-panes",
        "/c/{broken}?pane=original:read&pane=anthropic:read&pane=gemini:wire&pane=repaired:read",
    ),
    SitePage("inspector-one-pane", "/c/{clean}?pane=original:read"),
    SitePage(
        "inspector-repaired",
        "/c/{broken}?pane=original:read&pane=repaired:read&missing=mark",
        part=".panes",
    ),
    SitePage("inspector-refusals", "/c/{broken}?target=anthropic"),
    SitePage("inspector-menu", "/c/{broken}", _open_in_menu("How it was read"), ".doc-menu"),
    SitePage("inspector-error-box", "/c/{broken}", _open_in_menu("Paste an error"), ".doc-menu"),
    SitePage("inspector-session", "/c/{session}"),
    SitePage("inspector-compaction", "/c/{session}?row=34", part=".panes"),
    SitePage("inspector-approvals", "/c/{approvals}"),
    SitePage("calls-session", "/c/{session}/calls", part="#lines"),
    SitePage("siblings-session", "/c/{session}/conversations", part=".page"),
    SitePage("export-trajectory", "/c/{session}/exporting?format=atif", part=".exporting"),
    SitePage("export", "/c/{broken}/exporting"),
    SitePage("export-converted", "/c/{broken}/exporting?format=anthropic"),
    SitePage("inspector-keys", "/c/{broken}", open_legend, "[data-keys]"),
    SitePage("keys", "/reference/keys"),
    SitePage("how-read", "/c/{broken}/how-read"),
    SitePage("choices", "/c/{broken}/choices", part=".page"),
    SitePage("formats-to-read", "/c/{broken}/format"),
    SitePage("inspector-explained", "/c/{broken}/explain?error=Sum: 15"),
    SitePage("inspector-search", "/c/{long}?row=100", _press("/"), ".search"),
    SitePage("answer", "/c/{broken}/answer"),
    SitePage("check", "/c/{broken}/check?target=anthropic"),
    SitePage("check-clean", "/c/{clean}/check"),
    SitePage("document", "/c/{broken}/json?line=12&find=call"),
    SitePage("document-unknown", "/c/{unknown}"),
    SitePage("editing", "/c/{broken}/json/edit?line=12"),
    SitePage("mapping", "/c/{unknown}/mapping"),
    SitePage("document-long", "/c/{long}/json?line=250"),
    SitePage("calls", "/c/{broken}/calls"),
    SitePage("calls-long", "/c/{long}/calls?sort=-number"),
    SitePage("calls-turns", "/c/{long}/calls?turns=1"),
    SitePage("search", "/c/{long}/search?q=question"),
    SitePage("search-ids", "/c/{broken}/search?q=call_1&in=ids"),
    SitePage("compare", "/c/{broken}/compare"),
    SitePage("compare-repaired", "/c/{broken}/compare?with=repaired"),
    SitePage("compare-other", "/c/{broken}/compare?with={clean}"),
    SitePage("problem", "/c/{broken}/problem?at=0:/messages/2/tool_call_id&of=CW302"),
    SitePage("inspector-problem", "/c/{broken}", _open_problem, "details.problems"),
    SitePage("print", "/c/{broken}/print"),
    SitePage("rows", "/c/{long}/rows?from=50"),
    SitePage("row", "/c/{broken}/row/2"),
    SitePage("share", "/c/{broken}/share?pane=gemini:wire&at=0:/messages/1"),
    SitePage("inspector-share", "/c/{broken}", _open_share, ".share-dialog"),
    SitePage("shared", "/c/{shared}", part=".site-bar"),
    SitePage("shares", "/shares", _open(".shares td summary")),
    SitePage("library", "/library", _open(".bulk summary")),
    SitePage("library-found", "/library?q=sum&has=errors&code=CW999"),
    SitePage("library-edit", "/library/{broken}"),
    SitePage("collections", "/library/collections"),
    SitePage("siblings", "/c/{broken}/conversations"),
    SitePage("revisions", "/c/{broken}/revisions"),
    SitePage("files", "/c/{packed}/files"),
    SitePage("repair", "/c/{broken}/repair?missing=mark"),
    SitePage("explain", "/explain?error=messages.1: `tool_use` ids were found without `tool_result` blocks"),
    SitePage("uploaded", "/uploaded?c={broken}&c={clean}"),
    SitePage("reference", "/reference"),
    SitePage("targets", "/targets"),
    SitePage("target", "/targets/deepseek"),
    SitePage("rules", "/rules"),
    SitePage("rule", "/rules/CW302"),
    SitePage("refusal", "/rules/id-charset"),
    SitePage("errors", "/errors"),
    SitePage("errors-found", "/errors?q=tool_result&about=history"),
    SitePage("error", "/errors/messages-content-tool-use-ids-must-be-unique"),
    SitePage("error-elsewhere", "/errors/not-the-history-context"),
    SitePage("formats", "/formats"),
    SitePage("format", "/formats/anthropic"),
    SitePage("reads", "/reads"),
    SitePage("reads-found", "/reads?q=codex"),
    SitePage("losses", "/losses"),
    SitePage("wire-types", "/wire-types"),
    SitePage("wire-types-none", "/wire-types?category=nothing"),
    SitePage("wire-type", "/wire-types/gemini.toolCall"),
    SitePage("api", "/api"),
    SitePage("docs", "/docs"),
    SitePage("access", "/access"),
    SitePage("access-token", "/access", _make_token),
    SitePage("manage", "/manage/{broken}#secret"),
    SitePage("not-found", "/nothing-here"),
)


def keep_logs(page: Page, server: str, pages: Iterable[SitePage]) -> dict[str, str]:
    """Keep the logs that these pages show, as who looks at them does; their slugs by name."""
    wanted = "".join(one.path for one in pages)
    slugs = {}
    for name, text in LOGS.items():
        if f"{{{name}}}" not in wanted:
            continue
        answer = page.request.post(server, form={"text": text}, max_redirects=0)
        slugs[name] = answer.headers["location"].rpartition("/")[2]
    if "{shared}" in wanted:
        answer = page.request.post(f"{server}/api/conversations/{slugs['broken']}/share", data={})
        slugs["shared"] = answer.json()["slug"]
    if "{packed}" in wanted:
        archive = packed([("one.json", LOGS["clean"].encode()), ("deep/two.json", LOGS["broken"].encode())])
        kept = page.request.post(f"{server}/api/conversations?name=logs.zip", data=archive)
        slugs["packed"] = kept.json()["slug"]
    return slugs


def go(page: Page, server: str, one: SitePage, slugs: dict[str, str]) -> None:
    """Open a page and wait until it is still."""
    page.goto(server + one.path.format_map(slugs))
    page.wait_for_function(STILL)
    if one.act is not None:
        one.act(page)


def paths(slugs: dict[str, str]) -> Iterator[str]:
    """The addresses of all pages, without their queries."""
    return (one.path.format_map(slugs).partition("?")[0] for one in PAGES)
