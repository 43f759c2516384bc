"""What nobody would see of an id or a name is marked, and no text of a log turns our own words around."""

import html
import json
import re
from typing import Any

import crosswire
import pytest
from flask.testing import FlaskClient
from tests.histories import call, calling, chat, result, said, user
from tests.selection import for_each
from webapp.readmodel.cells import cells
from webapp.readmodel.ids import id_chip
from webapp.readmodel.invisible import spelt
from webapp.readmodel.text import one_line, printable
from webapp.readmodel.wire import compact
from webapp.wording.ids import id_words
from webapp.wording.invisible import seen
from webapp.wording.wire import laid_out

ZERO_WIDTH = "call_\u200b1"
TURNED = "call_1\u202e"
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
LOG: dict[str, Any] = {
    "messages": [
        {"role": "user", "content": "hi \u202eevil\u202c"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
                for id, name, arguments in (
                    (ZERO_WIDTH, "f", "{}"),
                    (TURNED, "f\u00a0", '{"a": "\u2066x"}'),
                    (" call_3 ", "g", "{bad"),
                )
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "x"},
        {"role": "tool", "tool_call_id": TURNED, "content": "\u202ey"},
        {"role": "tool", "tool_call_id": "call_3", "content": "z"},
    ]
}


def slug_of(client: FlaskClient, body: Any) -> str:
    slug: str = client.post("/api/conversations", data=json.dumps(body).encode()).json["slug"]
    return slug


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page))


@for_each(
    ("text", "shown"),
    [
        ("call_1", "call_1"),
        (ZERO_WIDTH, r"call_\u200b1"),
        (TURNED, r"call_1\u202e"),
        (" call_3 ", r"\u0020call_3\u0020"),
        ("a  b", r"a\u0020\u0020b"),
        ("a b", "a b"),
        ("f\u00a0", r"f\u00a0"),
        ("a\tb\n", r"a\u0009b\u000a"),
        ("x\U000e0041", r"x\u{e0041}"),
        ("日本", "日本"),
    ],
)
def test_what_nobody_sees_of_an_id_is_spelt(text: str, shown: str) -> None:
    assert spelt(text) == shown
    assert text_of(seen(text)) == shown


def test_a_mark_says_what_it_stands_for_and_the_rest_is_escaped() -> None:
    marked = seen("<b>\u200b")
    assert marked == (
        '<bdi>&lt;b&gt;<span class="unseen" title="U+200B ZERO WIDTH SPACE">\\u200b</span></bdi>'
    )


def test_a_long_id_keeps_its_beginning_and_says_that_it_goes_on() -> None:
    assert text_of(seen(" " + "a" * 300, 20)) == r"\u0020" + "a" * 18 + "…"


def test_ids_that_differ_by_what_nobody_sees_differ_on_the_page(client: FlaskClient) -> None:
    path = f"/c/{slug_of(client, LOG)}"
    page = client.get(path).text + client.get(f"{path}/findings/rules/0").text
    chips = [text_of(chip) for chip in re.findall(r'<span class="id" .*?><span.*?>(.*?)</span></span>', page)]
    words = text_of(page)
    for shown in (r"call_\u200b1", r"call_1\u202e", r"\u0020call_3\u0020"):
        assert words.count(shown) >= 2, shown  # in the row and in the list of calls
    assert len(chips) >= 6
    assert r"f\u00a0" in words


def test_no_text_of_a_log_turns_the_words_of_the_page(client: FlaskClient) -> None:
    slug = slug_of(client, LOG)
    for query in ("?view=wire", "?pane=original&pane=anthropic", "?pane=original.wire&pane=anthropic.wire"):
        page = client.get(f"/c/{slug}{query}").text
        assert not TURNING.search(page), query
        assert r"\u202e" in page
    assert not TURNING.search(client.get(f"/c/{slug}/repair").text)


def test_the_wire_view_spells_them_as_json_does() -> None:
    value = {"id": "a\u202e", "text": "\u2066x"}
    pieces = laid_out(compact(value, ids=["0:/id"]))
    assert json.loads("".join(piece.text for piece in pieces)) == value


def test_text_keeps_what_a_script_needs_and_spells_what_turns_it() -> None:
    assert printable("\u0645\u06cc\u200c\u062e") == "\u0645\u06cc\u200c\u062e"
    assert printable("hi \u202eevil\u202c") == r"hi \u202eevil\u202c"
    assert one_line("\u2067a") == r"\u2067a"


def test_what_an_id_was_before_is_told_with_its_marks() -> None:
    conversation = chat(user(), calling(call(ZERO_WIDTH)), result(ZERO_WIDTH), said())
    [one] = conversation.calls()
    chip = id_chip(one.call_id)
    chip["change"] = {"how": "rewritten", "was": ZERO_WIDTH, "why": "it is too long"}
    assert id_words(chip) == r"id rewritten by Crosswire, was call_\u200b1"


def test_a_repair_shows_an_id_before_and_after_with_its_marks(client: FlaskClient) -> None:
    page = client.get(f"/c/{slug_of(client, LOG)}/repair").text
    told = [text_of(shown) for shown in re.findall(r"<(?:del|ins)>(.*?)</(?:del|ins)>", page)]
    assert told
    assert any(r"\u200b" in shown or r"\u0020" in shown for shown in told)


@pytest.mark.parametrize("ending", ["html", "md"])
def test_an_export_for_people_spells_them_too(client: FlaskClient, ending: str) -> None:
    written = client.get(f"/c/{slug_of(client, LOG)}/as/openai-chat.{ending}").text
    assert "call_" in written
    assert not TURNING.search(written)
    assert r"\u202e" in written
    assert r"\u200b" in written


def test_an_empty_id_is_told_as_an_empty_text_and_an_absent_one_as_none(client: FlaskClient) -> None:
    empty = chat(user(), calling(call("")), result(""), said())
    [made, answered] = crosswire.render(empty, "anthropic").id_map
    assert (made.logged, made.record()["before"], made.how) == ("", "", "made")
    assert answered.logged == ""
    body = {
        "messages": [
            {"role": "user", "content": "a"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "", "content": "x"},
        ]
    }
    slug = slug_of(client, body)
    page = client.get(f"/c/{slug}?pane=original&pane=anthropic").text
    assert "empty id" in page


def declared_then_called(name: str) -> dict[str, Any]:
    declared = {"name": name, "input_schema": {"type": "object"}}
    used = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "tools": [declared],
        "messages": [
            user(),
            {"role": "assistant", "content": [used]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]},
        ],
    }


def test_the_places_of_a_renamed_tool_stand_in_one_order_the_declaration_first() -> None:
    [conversation] = crosswire.parse(declared_then_called("look up"), "anthropic")
    for target in ("openai-chat", "gemini"):
        [change] = crosswire.render(conversation, target).name_map
        assert change.sources == ("0:/tools/0", "0:/messages/1/content/0")
        assert change.targets[0].startswith("0:/tools/0/")
        assert "/tools/" not in "".join(change.targets[1:])


def test_a_result_in_a_pane_has_the_name_that_its_call_has_there() -> None:
    [conversation] = crosswire.parse(declared_then_called("look up"), "anthropic")
    rendering = crosswire.render(conversation, "openai-chat")
    pane = cells(conversation, crosswire.pair(conversation), rendering)
    names = [cell["name"] for row in pane for cell in row if cell["kind"] in ("call", "result")]
    assert names == [rendering.name_map[0].written] * 2


def test_every_place_of_a_renamed_tool_is_linked(client: FlaskClient) -> None:
    slug = slug_of(client, declared_then_called("look up"))
    page = client.get(f"/c/{slug}/names/openai-chat/0").text
    words = text_of(page)
    for place in (
        "tools[0]",
        "messages[1].content[0]",
        "tools[0].function.name",
        "messages[1].tool_calls[0].function.name",
    ):
        assert re.search(rf">{re.escape(place)}</a>", page), (place, words)
