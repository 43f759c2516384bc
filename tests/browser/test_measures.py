"""How much stands above a conversation, and in how many sizes: numbers that pages keep to."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.logs import GENKIT, LOST, chat_json, long_log, opened
from tests.browser.test_answers import ITEM_ID
from tests.histories import call, calling, result, said, user
from tests.selection import some_of

ONE, OTHER = "call_Q7xv2LmTn0RkPw3a", "call_d4YbH8sKc1ZuJe6f"
SOUND = chat_json(
    [
        {"role": "system", "content": "You answer customers of a bookshop."},
        user("Where is order 8841, and can I still change its address?"),
        calling(call(ONE, "get_order", '{"order": 8841}'), call(OTHER, "get_policy", '{"topic": "address"}')),
        result(ONE, "It is packed."),
        result(OTHER, "Until the parcel is handed over."),
        said("It is packed, and you can change the address once."),
    ]
)
BROKEN = chat_json([*GENKIT, *LOST])
ONE_ERROR = {
    **ITEM_ID,
    "input": [*ITEM_ID["input"][:4], {"type": "function_call_output", "call_id": "call_2", "output": "22"}],
}
LONG = chat_json(long_log(40))
MEASURED = """() => {
    const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && [...one.getClientRects()].some((box) => box.bottom > 0 && box.width > 1);
    const controls = "a[href], button, input:not([type=hidden]), select, summary, textarea";
    const sizes = new Set(), weights = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement} = texts.currentNode;
        if (!data.trim() || !seen(parentElement)) continue;
        const {fontSize, fontWeight} = getComputedStyle(parentElement);
        sizes.add(fontSize);
        weights.add(fontWeight);
    }
    const height = (name) => document.querySelector(name)?.getBoundingClientRect().height;
    return {
        controls: [...document.querySelectorAll(controls)].filter(seen).length,
        sizes: [...sizes], weights: [...weights],
        bars: [height(".site-bar"), height(".views")],
        firstRow: document.querySelector(".panes .row")?.getBoundingClientRect().top,
        over: document.documentElement.scrollWidth - innerWidth,
    };
}"""


def measured(page: Page, server: str, log: str, width: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": 950})
    opened(page, server, log)
    found: dict[str, Any] = page.evaluate(MEASURED)
    return found


def test_a_small_sound_log_begins_high_and_has_few_controls(page: Page, live_server: str) -> None:
    found = measured(page, live_server, SOUND, 1500)
    assert found["firstRow"] <= 150
    assert found["controls"] <= 34


@pytest.mark.parametrize("width", some_of([390, 1024, 1500], 3))
@pytest.mark.parametrize("log", some_of([BROKEN, json.dumps(ONE_ERROR)], 2))
def test_a_small_log_with_an_error_has_few_controls(
    page: Page, live_server: str, log: str, width: int
) -> None:
    found = measured(page, live_server, log, width)
    assert found["controls"] <= 34
    assert page.locator("#answer h2").is_visible()


@pytest.mark.parametrize("width", some_of([390, 1024, 1500], 3))
def test_two_bars_stand_above_a_conversation_and_nothing_runs_over(
    page: Page, live_server: str, width: int
) -> None:
    for log in (SOUND, BROKEN, LONG):
        found = measured(page, live_server, log, width)
        assert found["bars"] == [44, 40]
        assert found["over"] <= 0


STILL_MADE = "() => !document.querySelector('[hx-trigger^=load], .htmx-request')"


def test_a_first_visit_asks_for_all_that_is_still_made_at_once(page: Page, live_server: str) -> None:
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    paths: dict[str, str] = {}
    wire.on(
        "Network.responseReceived", lambda one: paths.update({one["requestId"]: path_of(one["response"])})
    )
    sizes: dict[str, float] = {}
    wire.on("Network.loadingFinished", lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]}))
    page.set_viewport_size({"width": 1500, "height": 950})
    opened(page, live_server, chat_json(long_log(100)))
    waits = page.locator("#asker").get_attribute("hx-get")
    assert waits is not None
    assert "lacks=answer,check,panes" in waits
    page.wait_for_function(STILL_MADE)
    expect(page.locator("#answer h2")).to_be_visible()
    expect(page.get_by_role("link", name="Check fails", exact=True)).to_be_visible()
    assert page.locator("[data-waiting]").count() == 0
    # A busy machine makes some of it late: what is asked for in vain costs as good as nothing, and what is
    # there comes alone.
    large = {request: size for request, size in sizes.items() if size > 400}
    assert sum(large.values()) <= 60 * 1024
    assert len({paths[request] for request in large}) <= 7


def path_of(response: dict[str, str]) -> str:
    return urlsplit(response["url"]).path


@pytest.mark.thorough
def test_a_next_visit_of_a_long_log_asks_for_its_page_alone(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 1500, "height": 950})
    opened(page, live_server, chat_json(long_log(40)))
    page.wait_for_function(STILL_MADE)
    asked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url))
    page.goto(page.url, wait_until="networkidle")
    rows = page.locator(".panes .row")
    shown = rows.count()
    assert [url for url in asked if "/static/" not in url] == [page.url]
    page.mouse.wheel(0, 600)
    page.wait_for_function(f"() => document.querySelectorAll('.panes .row').length > {shown}")


def has_three_sizes_and_two_weights(page: Page) -> None:
    found = page.evaluate(MEASURED)
    assert set(found["sizes"]) <= {"12.5px", "14px", "18px"}, page.url
    assert set(found["weights"]) <= {"400", "600"}, page.url


def test_pages_of_a_conversation_have_three_sizes_and_two_weights(page: Page, live_server: str) -> None:
    page.set_viewport_size({"width": 1500, "height": 950})
    url = opened(page, live_server, BROKEN)
    for path in ("", "/calls", "/calls?turns=1", "/check", "/json", "/compare", "/repair", "/share"):
        page.goto(url + path)
        has_three_sizes_and_two_weights(page)


@pytest.mark.thorough
def test_all_other_pages_have_them_too(page: Page, live_server: str) -> None:
    for path in ("/", "/library", "/reference", "/rules", "/formats", "/wire-types", "/api", "/access"):
        page.goto(live_server + path)
        has_three_sizes_and_two_weights(page)
