"""The registry is narrowed in place, and the example of a type opens in the inspector."""

import re

import pytest
from crosswire.wire_types import WIRE_TYPES
from playwright.sync_api import Page, Route, expect
from tests.browser.site import open_in_menu


def test_a_type_is_found_and_its_example_opened(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Reference").click()
    page.get_by_role("link", name="Wire types").click()
    page.wait_for_load_state("networkidle")  # a choice that is made before the scripts run filters nothing
    page.get_by_label("Provider").select_option("gemini")
    page.get_by_label("Role").select_option("call")
    calls = sum((row.provider, row.role) == ("gemini", "call") for row in WIRE_TYPES)
    expect(page.get_by_role("status").first).to_contain_text(f"{calls} of {len(WIRE_TYPES)}")
    expect(page).to_have_url(re.compile("provider=gemini.*role=call"))
    page.reload()
    expect(page.get_by_label("Provider")).to_have_value("gemini")
    page.get_by_role("table", name="Wire types").get_by_role("link", name="toolCall").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("gemini.toolCall")
    page.get_by_role("button", name="Open with toolResponse").click()
    page.wait_for_url("**/c/*")
    open_in_menu(page, "How it was read")
    expect(page.locator(".counts")).to_contain_text("1 pair")
    expect(page.locator(".panes .id").first).to_contain_text("tc_1")


@pytest.mark.thorough
def test_a_second_choice_counts_while_the_first_one_is_on_its_way(page: Page, live_server: str) -> None:
    held: list[Route] = []
    page.goto(f"{live_server}/wire-types")
    page.route(re.compile("provider=gemini&.*category=(&|$)"), lambda route: held.append(route))
    page.get_by_label("Provider").select_option("gemini")
    page.get_by_label("Role").select_option("call")
    page.get_by_label("Category").select_option("nullable")
    expect(page).to_have_url(re.compile("provider=gemini.*role=call.*category=nullable"))
    wanted = ("gemini", "call", "nullable")
    chosen = [row for row in WIRE_TYPES if (row.provider, row.role, row.category) == wanted]
    expect(page.get_by_role("status").first).to_contain_text(f"{len(chosen)} of")
    assert held


@pytest.mark.thorough
def test_a_choice_counts_that_is_made_while_the_answer_to_another_is_put_in(
    page: Page, live_server: str
) -> None:
    page.goto(f"{live_server}/wire-types")
    page.evaluate(
        """() => document.addEventListener("htmx:before:swap", () => {
          const role = document.querySelector("[name=role]");
          role.value = "call+output";
          role.dispatchEvent(new Event("change", { bubbles: true }));
        }, { once: true })"""
    )
    page.get_by_label("Provider").select_option("openai")
    expect(page).to_have_url(re.compile("provider=openai.*role=call"))
    both = sum(row.provider == "openai" and row.role == "call+output" for row in WIRE_TYPES)
    expect(page.get_by_role("status").first).to_contain_text(f"{both} of")


@pytest.mark.thorough
def test_the_filters_work_without_scripts(browser, live_server: str) -> None:  # type: ignore[no-untyped-def]
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server}/wire-types")
    page.get_by_label("Role").select_option("call+output")
    page.get_by_role("button", name="Show", exact=True).click()
    both = sum(row.role == "call+output" for row in WIRE_TYPES)
    expect(page.get_by_role("status").first).to_have_text(f"{both} of {len(WIRE_TYPES)} Show all")
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("status").first).to_contain_text(f"{len(WIRE_TYPES)} of {len(WIRE_TYPES)}")
