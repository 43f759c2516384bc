"""A log comes in by file, by drop and by paste; what cannot be read is said where it was put."""

import json
import re
import sqlite3
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.logs import GENKIT, PAIRED, chat_json, open_findings, paste, saved
from webapp.readmodel import build as indexing

ERROR = "Invalid parameter: 'tool_call_id' of 'Sum: 15' not found in 'tool_calls' of previous message."
HOSTILE = "<img src=x onerror=alert(1)>.json"
DROP = """files => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector("main").dispatchEvent(drop);
}"""
DROP_FOLDER = """files => {
  const fileOf = ([path, text]) => ({
    isDirectory: false, name: path.split("/").pop(), fullPath: `/${path}`,
    file: done => done(new File([text], path.split("/").pop())),
  });
  const folder = entries => ({
    isDirectory: true, name: "runs", fullPath: "/runs",
    createReader: () => ({ readEntries: done => done(entries.splice(0, 2)) }),
  });
  const items = [{ kind: "file", webkitGetAsEntry: () => folder([...files.map(fileOf)]) }];
  const drop = new DragEvent("drop", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true });
  Object.defineProperty(drop, "dataTransfer", { value: { types: ["Files"], items, files: [] } });
  document.querySelector("main").dispatchEvent(drop);
}"""


def test_a_chosen_file_ends_on_its_permalink(page: Page, live_server: str, tmp_path: Path) -> None:
    page.goto(live_server)
    page.get_by_label("Files").set_input_files(saved(tmp_path, chat_json(PAIRED)))
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("What is 7 plus 8, and 1 plus 2?")
    page.goto(live_server)
    page.evaluate(DROP, [["dropped.json", chat_json(PAIRED)]])
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("What is 7 plus 8, and 1 plus 2?")


def test_a_drop_of_several_lists_what_became_of_each(page: Page, live_server: str) -> None:
    page.goto(live_server)
    texts = [
        ["a.json", chat_json(PAIRED)],
        ["photo.png", "no log"],
        ["cut.json", '{"messages": ['],
        [HOSTILE, chat_json(GENKIT)],
    ]
    page.evaluate(DROP, texts)
    entries = page.locator("[data-uploads] .uploaded")
    expect(page.locator("[data-progress-words]")).to_have_text("2 kept, 2 refused.")
    expect(entries).to_have_count(4)
    expect(entries.nth(0)).to_contain_text("8 messages · 3 calls · no problem, 2 remarks")
    expect(entries.nth(1)).to_contain_text("By its name this is an image")
    expect(entries.nth(2)).to_contain_text("cut off")
    expect(entries.nth(3).get_by_role("link")).to_have_text(HOSTILE)
    expect(entries.nth(3)).to_contain_text("problem")
    page.evaluate(DROP, texts[:1])
    page.wait_for_url("**/c/*")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 logs kept")
    expect(page.locator(".uploaded a")).to_have_count(2)
    page.get_by_role("link", name=HOSTILE).click()
    page.wait_for_url("**/c/*")


def test_a_folder_is_one_upload(page: Page, live_server: str, tmp_path: Path) -> None:
    page.goto(live_server)
    names = ["runs/.DS_Store", "runs/a.json", "runs/deep/b.json"]
    page.evaluate(DROP_FOLDER, [[name, chat_json(PAIRED)] for name in names])
    page.wait_for_url("**/c/*")
    expect(page.locator(".siblings summary")).to_have_text("Conversation 1 of 2")
    assert (
        page.request.get(f"{page.url.partition('?')[0]}/original")
        .headers["content-disposition"]
        .startswith('attachment; filename="runs.zip"')
    )
    folder = tmp_path / "chosen"
    (folder / "node_modules").mkdir(parents=True)
    for name in ("one.json", "two.json", "node_modules/three.json"):
        (folder / name).write_text(chat_json(PAIRED))
    page.goto(live_server)
    page.get_by_label("Folder").set_input_files(folder)
    page.wait_for_url("**/c/*")
    page.locator(".doc-menu > summary").click()
    page.get_by_text("How it was read").click()
    told = "Left out of the folder: 1 file of a tool (node_modules, .git)."
    expect(page.locator(".reader-notes")).to_contain_text(told)


@pytest.mark.thorough
def test_a_growing_log_that_is_dropped_again_stays_where_it_is(page: Page, live_server: str) -> None:
    lines = [json.dumps(json.loads(chat_json(one))) + "\n" for one in (PAIRED, GENKIT)]
    page.goto(live_server)
    page.evaluate(DROP, [["grows.jsonl", lines[0]]])
    page.wait_for_url("**/c/*")
    before = page.url
    page.goto(live_server)
    page.evaluate(DROP, [["grows.jsonl", "".join(lines)]])
    page.wait_for_url("**/c/*")
    assert page.url == before
    page.get_by_role("link", name="Revision 2").click()
    expect(page.get_by_role("heading", name="2 revisions")).to_be_visible()
    page.get_by_role("link", name="Compare with now").click()
    expect(page.locator(".comparison h2")).to_have_text("What it is now, compared with revision 1")


@pytest.mark.thorough
def test_a_database_is_sent_with_its_journal(page: Page, live_server: str, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "log.db")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE bodies (body TEXT)")
    database.execute("INSERT INTO bodies VALUES (?)", (chat_json(PAIRED),))
    database.commit()
    page.goto(live_server)
    page.get_by_label("Files").set_input_files([tmp_path / "log.db", tmp_path / "log.db-wal"])
    page.wait_for_url("**/c/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("What is 7 plus 8, and 1 plus 2?")
    database.close()


@pytest.mark.thorough
def test_too_much_is_not_sent(page: Page, live_server: str, tmp_path: Path) -> None:
    page.goto(live_server)
    page.locator("form[data-drop]").evaluate("form => { form.dataset.limit = 10; form.dataset.most = 2 }")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_label("Files").set_input_files(saved(tmp_path, chat_json(PAIRED)))
    expect(page.get_by_role("alert")).to_contain_text("larger than 10 bytes")
    page.evaluate(DROP, [[f"{n}.json", "{}"] for n in range(3)])
    expect(page.get_by_role("alert")).to_contain_text("These are 3 files; at most 2")
    page.locator("form[data-drop]").evaluate("form => { form.dataset.most = 1000 }")
    page.evaluate(DROP, [[f"{n}.json", "[123456]"] for n in range(20)])
    expect(page.get_by_role("alert")).to_contain_text("Together these have more than 100 bytes")
    assert sent == []


def test_stages_are_shown_and_stop_keeps_the_rest_for_later(
    page: Page, live_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = indexing._index
    pause = [0.4]

    def slowly(*args: object) -> object:
        time.sleep(pause[0])
        return index(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(indexing, "_index", slowly)
    page.goto(live_server)
    many = "\n".join(json.dumps(json.loads(chat_json(PAIRED))) for _ in range(9))
    page.evaluate(DROP, [["first.jsonl", many], ["second.json", chat_json(PAIRED)]])
    first = page.locator(".uploaded").first
    expect(first).to_contain_text(re.compile(r"Pairing and checking conversation \d of 9"))
    page.get_by_role("button", name="Stop").click()
    expect(first).to_contain_text("Stopped. Nothing of it was kept.")
    expect(page.locator(".uploaded").last).to_contain_text("Not sent")
    expect(page.locator("[data-progress-words]")).to_have_text("0 kept, 2 not sent.")
    pause[0] = 0
    page.get_by_role("button", name="Send the rest").click()
    expect(page.locator("[data-progress-words]")).to_have_text("2 kept.")
    expect(page.get_by_role("button", name="Send the rest")).to_be_hidden()


def test_pasted_text_ends_on_its_permalink(page: Page, live_server: str) -> None:
    paste(page, live_server, chat_json(PAIRED))
    expect(page.get_by_text("OpenAI Chat Completions").first).to_be_visible()


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
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_have_text("Choose a file, or paste a log or an error.")
    page.get_by_role("textbox").fill('{"messages": [')
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("cut off")
    expect(page.get_by_role("textbox")).to_have_value('{"messages": [')
    page.get_by_role("textbox").fill(chat_json(PAIRED))
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*")


def test_an_error_alone_is_explained_and_goes_along_with_its_log(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.get_by_role("textbox").fill(f"openai.BadRequestError: {ERROR}")
    expect(page.locator("#taken")).to_contain_text("The error of OpenAI")
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url(re.compile(r"/explain\?error="))
    expect(page.locator(".answer")).to_contain_text("unexpected-result")
    page.get_by_role("textbox").fill(chat_json(GENKIT))
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url(re.compile(r"/c/[^/]+/explain\?error="))


@pytest.mark.thorough
def test_an_error_that_no_address_holds_is_explained_too(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.get_by_role("textbox").fill("GET /health 200\n" * 200 + ERROR)
    page.get_by_role("button", name="Inspect").click()
    expect(page.locator(".answer")).to_contain_text("unexpected-result")
    page.get_by_role("textbox").fill(chat_json(GENKIT))
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*/explain")


def test_what_a_paste_holds_is_told_as_it_is_pasted(page: Page, live_server: str) -> None:
    page.goto(live_server)
    expect(page.locator("#taken")).to_be_hidden()
    body = chat_json(PAIRED).replace("'", "")
    page.get_by_role("textbox").fill(f"It fails:\n\ncurl https://x -H 'x-api-key: CANARY1' -d '{body}'")
    expect(page.locator("#taken")).to_contain_text("OpenAI Chat Completions request")
    expect(page.locator("#taken")).to_contain_text("keys, which are never kept (x-api-key)")
    page.get_by_role("button", name="Inspect").click()
    page.wait_for_url("**/c/*")
    assert "CANARY1" not in page.request.get(f"{page.url.partition('?')[0]}/original").text()


def test_a_long_paste_is_not_sent_before_it_is_meant(page: Page, live_server: str) -> None:
    page.goto(live_server)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("textbox").fill("x" * 300_001)
    page.wait_for_timeout(800)
    assert sent == []
    page.get_by_role("textbox").fill("x")
    expect(page.locator("#taken")).to_contain_text("No log yet")
    assert [url.rpartition("/")[2] for url in sent] == ["taken"]


@pytest.mark.parametrize(("width", "scheme"), [(1500, "light"), (390, "dark")])
def test_the_box_stands_on_the_first_screen_and_nothing_overflows(
    browser: Browser, live_server: str, width: int, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(live_server)
    box = page.get_by_role("button", name="Inspect").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 500
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for name in ("Files", "Inspect"):
        target = page.locator(".box-foot .button", has_text=name).bounding_box()
        assert target is not None
        assert target["height"] >= 36
    context.close()


@pytest.mark.thorough
def test_the_form_works_without_scripts(browser: Browser, live_server: str, tmp_path: Path) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server)
    files = []
    for name, text in (("a.json", chat_json(PAIRED)), ("b.json", "{"), ("c.json", chat_json(GENKIT))):
        files.append(tmp_path / name)
        files[-1].write_text(text)
    page.get_by_label("Files").set_input_files(files)
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 logs kept, 1 refused")
    expect(page.locator(".uploaded-name")).to_have_text(["a.json", "b.json", "c.json"])
    paste(page, live_server, chat_json(GENKIT))
    page.locator("details.problems > summary").click()
    page.get_by_role("link", name="List them").click()
    expect(page.locator(".finding")).to_have_count(1)
    page.locator(".finding a").first.click()
    expect(page.locator("#at")).to_be_in_viewport()
    page.get_by_role("link", name="JSON").last.click()
    expect(page.locator('[data-pane="2"] .wire').first).to_be_visible()


@pytest.mark.thorough
def test_a_rule_opens_its_example(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/rules")
    page.get_by_role("link", name="result-text-as-id").click()
    page.get_by_role("button", name="Open this example").first.click()
    page.wait_for_url("**/c/*")
    open_findings(page)
    expect(page.locator(".problems")).to_contain_text("CW302")


@pytest.mark.thorough
def test_an_answer_that_says_nothing_is_said_to_do_so(page: Page, live_server: str) -> None:
    page.goto(live_server)
    page.route("**/", lambda route: route.fulfill(status=413, body=""))
    page.get_by_role("textbox").fill(chat_json(PAIRED))
    page.get_by_role("button", name="Inspect").click()
    expect(page.get_by_role("alert")).to_contain_text("refused the upload (413)")
    page.unroute("**/")
    half = '{"stage": "read", "done": 0, "of": 0}\n{"sta'
    for answer in (lambda route: route.fulfill(body=half), lambda route: route.abort()):
        page.route("**/", answer)
        page.get_by_role("button", name="Inspect").click()
        expect(page.get_by_role("alert")).to_contain_text("did not answer")
        expect(page.get_by_role("button", name="Inspect")).to_be_enabled()
        page.unroute("**/")
