"""The Markdown and the HTML page show the log as it is, and nothing in it breaks out of its place."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import crosswire
import pytest
from crosswire import exports
from crosswire.exports import Export
from crosswire.exports.html import MAX_OPEN
from crosswire.exports.markdown import code, fenced, plain
from crosswire.exports.transcript import Block
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import histories, strategies
from tests.samples import REQUESTS
from tests.selection import for_each, tries

Json = dict[str, Any]
FEW = settings(max_examples=tries(4, thorough=15), deadline=None)
HOSTILE = [
    "<script>alert(1)</script><img src=https://evil.example/x onerror=alert(1)>",
    "```\n# Broken out\n````\n~~~\n[link](https://evil.example)",
    '" onmouseover="alert(1)\' --> ]]> &lt;b&gt;',
    "\x00\x1b[31m\ud800\u202e\u2028\r# Heading\n",
    "![](https://evil.example/x.png) www.evil.example <https://evil.example> user@evil.example",
]
VOID = {"meta", "img", "br"}


def export_of(body: Json, format: str, target: str = "anthropic", **beside: Any) -> Export:
    [conversation] = crosswire.parse(body, format)
    return Export(conversation, crosswire.render(conversation, target), **beside)


def hostile(text: str) -> Export:
    """A log in which everything that may be a text is this one."""
    body = {
        "model": text,
        text or "x": text,
        "tools": [
            {"type": "function", "function": {"name": text, "description": text, "parameters": {text: 1}}}
        ],
        "messages": [
            {"role": text, "content": text},
            {"role": "user", "content": [{"type": text, text: text}, {"type": "text", "text": text}]},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": text, "type": "function", "function": {"name": text, "arguments": text}},
                    {"id": "", "type": "function", "function": {"name": "", "arguments": "{}"}},
                ],
            },
            {"role": "tool", "tool_call_id": text, "name": text, "content": text},
            {"role": "tool", "tool_call_id": "nobody's", "content": text},
        ],
    }
    return export_of(body, "openai-chat", name=text)


def outside_of_fences(markdown: str) -> list[str]:
    """The lines of a text that stand in no fence; a fence that never ends is an error."""
    lines, fence = [], ""
    for line in re.split("[\n\r]", markdown):
        mark = re.match("`{3,}", line)
        if fence:
            fence = "" if re.fullmatch(f"`{{{len(fence)},}} *", line) else fence
        elif mark:
            fence = mark[0]
        else:
            lines.append(line)
    assert not fence
    return lines


def without_code(line: str) -> str:
    return re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", line.replace("\\`", ""))


class Page(HTMLParser):
    """Takes a page apart, and fails where tags do not close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.tags if "id" in attrs]

    @property
    def links(self) -> list[str]:
        return [attrs["href"] or "" for _, attrs in self.tags if "href" in attrs]


def page_of(export: Export) -> Page:
    return Page(exports.write("html", export).data.decode())


@for_each("text", HOSTILE)
def test_no_text_of_a_log_is_markup_in_markdown(text: str) -> None:
    markdown = exports.write("markdown", hostile(text)).data.decode()
    harmless = {"#", "##", "###"}
    ours = (
        "Written for ",
        "Losses",
        "Ids that",
        "Names of",
        "Settings",
        "Tools",
        "User",
        "Assistant",
        "Tool",
        "Other",
    )
    for line in outside_of_fences(markdown)[1:]:
        head, _, rest = line.partition(" ")
        if head in harmless:
            assert rest.startswith(ours)
        told = without_code(line)
        assert not re.search(r"(?<!\\)[<\[\]]|(?<!\\)://|www\.", told), told


@for_each("text", HOSTILE)
def test_no_text_of_a_log_is_markup_in_the_page(text: str) -> None:
    page = page_of(hostile(text))
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "img", "iframe", "link", "form", "b" * 9}
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert all(link.startswith("#") for link in page.links)


def test_the_page_asks_nobody_for_anything() -> None:
    body = REQUESTS["openai-chat"]
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{strategies.PIXEL}"}}
    drawing = {"type": "image_url", "image_url": {"url": "data:image/svg+xml;base64,PHN2Zy8+"}}
    elsewhere = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    said = {"role": "user", "content": [picture, drawing, elsewhere]}
    page = page_of(export_of({**body, "messages": [*body["messages"], said]}, "openai-chat"))
    sources = [attrs["src"] or "" for tag, attrs in page.tags if tag == "img"]
    assert sources == [f"data:image/png;base64,{strategies.PIXEL}"]
    [policy] = [attrs["content"] or "" for tag, attrs in page.tags if attrs.get("http-equiv")]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "https://example.org/a.png" in "".join(page.texts)


def test_the_ends_of_a_pair_lead_to_each_other() -> None:
    page = page_of(export_of(REQUESTS["gemini"], "gemini"))
    assert {"call-1", "result-1", "written"} <= set(page.ids)
    assert {"#call-1", "#result-1", "#written"} == set(page.links)


@for_each("format", strategies.BODIES)
@FEW
@given(data=st.data())
def test_every_link_leads_somewhere_and_every_text_is_there(format: str, data: st.DataObject) -> None:
    export = export_of(data.draw(strategies.BODIES[format]), format)
    page = page_of(export)
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    markdown = exports.write("markdown", export).data.decode()
    outside_of_fences(markdown)
    shown = "".join(page.texts)
    for call in export.conversation.calls():
        for text in (call.name, call.call_id.value or ""):
            assert text in shown
            assert text in markdown


@for_each(("length", "folded"), [(MAX_OPEN, False), (MAX_OPEN + 1, True)])
def test_a_long_result_is_folded_and_says_how_long_it_is(length: int, folded: bool) -> None:
    text = "x" * length
    body = {"messages": [histories.calling(histories.call("call_1")), histories.result("call_1", text)]}
    page = exports.write("html", export_of(body, "openai-chat")).data.decode()
    assert text in page
    assert (f"<summary>{length:,} characters: " in page) == folded


@pytest.mark.parametrize("shape", ["markdown", "html"])
def test_an_id_that_was_not_there_is_told_from_one_that_was_and_one_that_was_made(shape: str) -> None:
    body = json.loads(json.dumps(REQUESTS["gemini"]))
    body["contents"][1]["parts"].append({"functionCall": {"name": "other", "args": {}}})
    export = export_of(body, "gemini")
    text = exports.write(shape, export).data.decode()
    assert "as logged" in text
    assert "no id on the wire" in text
    [made] = export.rendering.id_map
    assert made.written in text
    assert "made by Crosswire" in text
    assert re.search("no result (yet|in this log)", text, re.IGNORECASE)


@pytest.mark.parametrize("shape", ["markdown", "html"])
def test_findings_and_losses_are_told(shape: str) -> None:
    body = {**REQUESTS["openai-chat"], "logit_bias": {"1": 2}}
    body["messages"] = [*body["messages"], {"role": "tool", "tool_call_id": "call_9", "content": "late"}]
    export = export_of(body, "openai-chat")
    text = exports.write(shape, export).data.decode()
    assert export.findings
    assert export.rendering.losses
    assert all(found.code in text for found in export.findings)
    assert "logit_bias" in text
    assert "answers no call of this log" in text.lower()


@given(text=st.text(alphabet="`~ \n\r#a\u2028", max_size=40))
def test_a_fence_is_longer_than_any_in_its_text(text: str) -> None:
    assert outside_of_fences(fenced(Block(text))) == []


@given(text=st.text(max_size=40))
def test_a_span_and_a_plain_text_stay_on_their_line(text: str) -> None:
    for made in (code(text), plain(text)):
        assert len(made.splitlines()) <= 1
        made.encode()
