"""Markdown in texts: readable, a few tags only, and nothing of the source hidden."""

import re
from collections import Counter

from tests.measured import work_of
from tests.selection import for_each, tries
from tests.webapp.markup import elements, text, words
from webapp.inspector.reading import as_plain, as_said
from webapp.inspector.reading.markdown import LONGEST_MARKDOWN, rendered
from webapp.readmodel.text import LONGEST_TEXT

ALLOWED = {
    "div": {"class", "role", "aria-label", "tabindex"},
    "p": {"class", "data-level"},
    "a": {"href", "rel"},
    "span": {"class", "title"},
    "li": {"value"},
    "pre": {"class"},
    **{
        tag: set()
        for tag in [
            "ul",
            "ol",
            "blockquote",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "em",
            "strong",
            "s",
            "code",
            "hr",
            "ins",
            "del",
            "b",
        ]
    },
}
HOSTILE = [
    "<img src=x onerror=alert(1)> <script>alert(2)</script> <div hx-get='/c/x' hx-trigger=load>three</div>",
    "<!-- a hidden comment --> visible <!--> <![CDATA[ more ]]> <?php four ?>",
    "[click](javascript:alert(1)) [data](data:text/html,<script>x</script>) [vb](vbscript:x) <javascript:y>",
    "[click](java\u200bscript:alert) [spoof](https://good.example\u202e/gpj.exe) [user](https://a.example@b.example)",
    '[quote](https://a.example/"onmouseover="alert(1)) [title](https://a.example "x\\" onclick=\\"y")',
    "![alt words](https://tracker.example/pixel.png 'picture title') ![](https://only.example/address)",
    "[](https://hidden.example/target) [ ](https://blank.example) [\u200b](https://zero.example)",
    "[ref]: https://defined.example 'definition title'\n\n[ref] [other][ref] [nowhere][gone]",
    "&lt;b&gt; &#x202e; &#60;script&#62; &nbsp; &copy;2020",
    "| a | b |\n|---|---|\n| one | two | three | four |\n\nafter",
    "> " * 60 + "deep inside",
    "\n".join("  " * n + f"- level{n}" for n in range(50)),
    "1. one\n1. again\n007. bond\n123456789. big",
    "```python onload=alert(1) <b>\nx = '</pre><script>alert(1)</script>'\n```\n\n~~~\nunclosed",
    "    indented <b>code</b>\n\n# Heading <i>six</i> #\n\nSetext\n===",
    "a\\*b\\<c\\> \\[d\\](e) \\\\ f\\",
    "*em **strong _under_ ~~gone~~* `code ``ticks` trailing  \nbreak\\\nbreak",
    "zero\u200bwidth \u202eturned\u202c \u2066isolated\u2069 soft\u00adhyphen tag\U000e0041",
    "null\x00byte surrogate\ud800 bell\x07",
    '[a]: <https://x.example> "multi\nline title"\n[b]:\nhttps://y.example',
    "<https://auto.example/?q=<script>> <mailto:a@b.example> <ftp://c.example>",
    "[outer [inner](https://in.example) words](https://out.example)",
]


@for_each("source", HOSTILE)
@for_each("whole", [False, True])
def test_hostile_markdown_yields_no_other_tag_or_attribute(source: str, whole: bool) -> None:
    for tag, attributes in elements(as_said(source, whole=whole).html):
        assert attributes.keys() <= ALLOWED[tag], tag
        if tag == "a":
            assert attributes["href"].startswith(("https://", "http://", "mailto:"))
            assert attributes["rel"] == "noreferrer noopener nofollow"
            assert not set(attributes["href"]) & set('\u200b\u202e"<> ')


@for_each("source", HOSTILE)
def test_every_word_of_the_source_stands_on_the_page(source: str) -> None:
    shown = as_said(source, whole=False)
    assert shown.more == 0
    # Marks stand for what is no word.
    seen = re.sub(r"\\u(?:[0-9a-f]{4}|\{e0041\})", " ", text(shown.html))
    numbers = [attributes["value"] for tag, attributes in elements(shown.html) if "value" in attributes]
    assert not Counter(words(source)) - Counter(words(seen) + [str(number) for number in numbers])


def test_markdown_is_rendered() -> None:
    html = str(rendered("# Head\n\n**bold** `code`\n\n3. three\n5. five\n\n| a |\n|---|\n| 1 |", whole=False))
    tags = [tag for tag, _ in elements(html)]
    assert [tag for tag in ("strong", "code", "ol", "table") if tag in tags] == [
        "strong",
        "code",
        "ol",
        "table",
    ]
    assert [a["value"] for tag, a in elements(html) if tag == "li"] == ["3", "5"]
    assert ("p", {"class": "heading", "data-level": "1"}) in elements(html)


def test_a_link_shows_where_it_leads_unless_its_words_do() -> None:
    assert "words (https://a.example)" in text(as_said("**x** [words](https://a.example)", whole=False).html)
    assert text(as_said("**x** <https://a.example>", whole=False).html).count("https://a.example") == 1


def test_no_picture_is_loaded() -> None:
    html = as_said("![alt](https://img.example/x.png)", whole=False).html
    assert not [tag for tag, _ in elements(html) if tag == "img"]
    assert "picture: alt" in text(html)
    assert "https://img.example/x.png" in text(html)


@for_each(
    "source", ["a\n> " + ">" * 200 + " x", "|a|\n|-|\n|1|lost|", "|a|\n|-|\n|b|☠|", "|a|\n|-|\n|b|???|"]
)
def test_what_markdown_would_hide_is_shown_as_it_was_written(source: str) -> None:
    assert rendered(source, whole=True) is None
    assert source in text(as_said(source, whole=True).html)


def test_a_long_text_is_cut_where_a_paragraph_ends_and_says_how_much_is_left() -> None:
    source = "A *paragraph* of some words.\n\n" * 400
    shown = as_said(source, whole=False)
    assert text(shown.html).rstrip().endswith("words.")
    assert LONGEST_TEXT // 2 < len(source) - shown.more <= LONGEST_TEXT
    assert as_said(source, whole=True).more == 0


def test_a_text_that_is_too_long_is_not_rendered() -> None:
    source = "**b** " * (LONGEST_MARKDOWN // 6 + 1)
    assert rendered(source, whole=True) is None


def test_a_text_of_very_many_elements_is_shown_as_it_was_written() -> None:
    assert rendered("*a* " * 400, whole=False) is None
    assert rendered("*a* " * 400, whole=True) is not None


@for_each("piece", ["![", "*a_b", "`", "> ", "[a](", "|a"])
def test_the_time_grows_as_the_text_does(piece: str) -> None:
    def work(length: int) -> float:
        return work_of(lambda: rendered((piece * length)[:length], whole=True))

    size = tries(500, thorough=5_000)
    assert work(4 * size) < 12 * work(size)


def test_plain_text_keeps_its_marks_of_markdown() -> None:
    assert text(as_plain("**a** [b](c)\n# d", whole=False).html).strip() == "**a** [b](c)\n# d"


def test_json_in_a_text_is_shown_as_json() -> None:
    html = as_said('{"b": 1,\n "a": [true, 1e400, 1.0], "b": 2}', whole=False).html
    assert '<pre class="json">' in html
    assert [word for word in ("1e400", "1.0", "true", "2") if word in text(html)] == [
        "1e400",
        "1.0",
        "true",
        "2",
    ]
    assert text(html).count('"b"') == 2


def test_characters_that_nobody_sees_are_marked_and_what_a_script_needs_is_left() -> None:
    html = as_said(
        "a\u200bb \u0645\u06cc\u200c\u062e \U0001f468\u200d\U0001f469 c\u202ed e\u00a0f\tg", whole=False
    ).html
    titles = [
        attributes["title"] for tag, attributes in elements(html) if attributes.get("class") == "unseen"
    ]
    assert titles == ["U+200B ZERO WIDTH SPACE", "U+202E RIGHT-TO-LEFT OVERRIDE", "U+00A0 NO-BREAK SPACE"]
    assert "\u0645\u06cc\u200c\u062e \U0001f468\u200d\U0001f469" in html
    assert "\u202e" not in html


def test_very_many_hidden_characters_make_few_elements() -> None:
    assert len(elements(as_said("\u200b" * 4_000, whole=False).html)) < 5
    assert len(elements(as_said("a\u200b" * 2_000, whole=False).html)) < 110


def test_a_number_with_a_full_stop_is_no_list() -> None:
    assert rendered("15.", whole=False) is None
    assert "<ol" in str(rendered("15. Then\n16. and on", whole=False))
