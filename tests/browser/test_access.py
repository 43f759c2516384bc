"""Manage links and logins in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import SecretStr
from tests.browser.logs import PAIRED, chat_json
from tests.browser.test_accessibility import examine_both_ways
from tests.conftest import serving
from tests.webapp.oidc_provider import CLIENT, SECRET, Provider, providing
from webapp.settings import Settings


@pytest.mark.thorough
def test_a_manage_link_fills_in_its_secret_and_leaves_the_address(
    browser: Browser, page: Page, live_server: str
) -> None:
    kept = page.request.post(f"{live_server}/api/conversations", data=chat_json(PAIRED).encode()).json()
    fresh = browser.new_context().new_page()
    sent: list[str] = []
    fresh.on("request", lambda request: sent.append(request.url))
    fresh.goto(kept["manage_url"])
    expect(fresh.get_by_label("Manage link or its secret")).to_have_value(kept["manage_secret"])
    assert fresh.url == f"{live_server}/manage/{kept['slug']}"
    fresh.get_by_role("button", name="Manage this upload").click()
    fresh.wait_for_url(kept["url"])
    fresh.locator(".doc-menu > summary").click()
    expect(fresh.locator("summary", has_text="Delete")).to_be_visible()
    assert not [url for url in sent if kept["manage_secret"] in url.partition("#")[0]]
    fresh.context.close()


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing() as provider:
        provider.person["email"] = "somebody.with.a.long.name@department.example.org"
        yield provider


@pytest.fixture
def closed_server(settings: Settings, provider: Provider) -> Iterator[str]:
    more = {
        "login": "oidc",
        "oidc_issuer": provider.issuer,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SecretStr(SECRET),
        "secret_key": SecretStr("k" * 32),
        "closed": True,
    }
    with serving(settings.model_copy(update=more)) as address:
        yield address


def test_somebody_logs_in_where_they_were_and_out_again(page: Page, closed_server: str) -> None:
    page.goto(f"{closed_server}/rules")
    examine_both_ways(page)
    page.set_viewport_size({"width": 1300, "height": 900})
    page.get_by_role("link", name="Log in at").click()
    page.wait_for_url(f"{closed_server}/rules")
    examine_both_ways(page)
    page.set_viewport_size({"width": 390, "height": 900})
    page.get_by_role("link", name="somebody.with").click()
    expect(page.get_by_role("heading", name="Access")).to_be_visible()
    page.locator("#main").get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{closed_server}/login")
    page.goto(f"{closed_server}/rules")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def test_a_login_that_fails_says_so(page: Page, closed_server: str) -> None:
    page.goto(f"{closed_server}/login/back?code=x&state=y")
    expect(page.get_by_role("alert")).to_contain_text("The login did not work")
    examine_both_ways(page)
