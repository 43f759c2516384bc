"""A log comes in by file, by drop and by paste; what cannot be read is said where it was put."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.logs import GENKIT, PAIRED, chat_json, paste, saved


def test_a_chosen_file_ends_on_its_permalink(page: Page, live_server: str, tmp_path: Path) -> None:
    page.goto(live_server)
    page.locator("input[type=file]").set_input_files(saved(tmp_path, chat_json(PAIRED)))
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("log.json")
    expect(page.locator(".counts")).to_contain_text("10 parts in, 10 shown")


def test_a_dropped_file_is_sent_at_once(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.evaluate(
        """text => {
          const files = new DataTransfer();
          files.items.add(new File([text], "dropped.json"));
          const drop = new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true });
          document.querySelector("main").dispatchEvent(drop);
        }""",
        chat_json(PAIRED),
    )
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("dropped.json")


def test_pasted_text_ends_on_its_permalink(page: Page, live_server: str) -> None:
    paste(page, live_server, chat_json(PAIRED))
    expect(page.locator(".facts")).to_contain_text("OpenAI Chat Completions request, detected")


def test_a_paste_beside_the_field_lands_in_it(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        "[1, 2]",
    )
    expect(page.get_by_role("textbox")).to_have_value("[1, 2]")
    expect(page.get_by_role("textbox")).to_be_focused()


def test_what_cannot_be_read_is_said_and_the_text_stays(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.get_by_role("textbox").fill('{"messages": [')
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("cut off")
    expect(page.get_by_role("textbox")).to_have_value('{"messages": [')
    page.get_by_role("textbox").fill(chat_json(PAIRED))
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*")


def test_the_form_works_without_scripts(browser, live_server: str) -> None:  # type: ignore[no-untyped-def]
    page = browser.new_context(java_script_enabled=False).new_page()
    paste(page, live_server, chat_json(GENKIT))
    expect(page.locator(".problems .finding")).to_have_count(1)
    page.locator(".places a").first.click()
    expect(page.locator("#at")).to_be_in_viewport()
    page.get_by_role("link", name="Wire").last.click()
    expect(page.locator('[data-pane="2"] .wire').first).to_be_visible()
    page.locator("select[name=pane]").last.select_option(label="Gemini generateContent")
    page.get_by_role("button", name="Show").click()
    expect(page.locator('[data-pane="2"] .wire').last).to_contain_text("parts")


def test_a_rule_opens_its_example(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/rules")
    page.get_by_role("link", name="result-text-as-id").click()
    page.get_by_role("button", name="Open this example").first.click()
    page.wait_for_url("**/c/*")
    expect(page.locator(".problems .finding").first).to_contain_text("CW302")


def test_a_file_that_is_too_large_is_not_sent(page: Page, live_server: str, tmp_path: Path) -> None:
    page.goto(live_server)
    page.locator("form[data-drop]").evaluate("form => (form.dataset.limit = 10)")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("input[type=file]").set_input_files(saved(tmp_path, chat_json(PAIRED)))
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("larger than 10 bytes")
    assert sent == []


def test_an_answer_that_says_nothing_is_said_to_do_so(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.route("**/", lambda route: route.fulfill(status=413, body=""))
    page.get_by_role("textbox").fill(chat_json(PAIRED))
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("refused the upload (413)")
    page.unroute("**/")
    page.route("**/", lambda route: route.abort())
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("did not answer")
    expect(page.get_by_role("button", name="Inspect")).to_be_enabled()
