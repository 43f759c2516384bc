"""Markdown as a page may show it: a few tags, no picture, no hidden word, and every link with
its address.

Markdown can hide: comments, the targets of links, definitions, what a table has no column for.
So whatever a reader of the source would see must stand in the output, word by word; where it
would not, and where the parser gave up, the text is shown as it was written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webapp.inspector.reading import code, diffs
from webapp.readmodel.invisible import UNSEEN_IN_TEXT
from webapp.recent import kept_lately
from webapp.wording.invisible import marked

LONGEST_MARKDOWN = 50_000
"""Characters of a text that is rendered; a longer one is shown as it was written."""
FEW_NODES, MANY_NODES = 250, 6_000
"""Elements of one text, in a row among others and in one by itself."""

_WORD = re.compile(rf"[^\W_]+|{UNSEEN_IN_TEXT.pattern}|[^\w\s!-~]|[$%&@?;^{{}}/,]")
"""What must stand in the output: words, and signs of which Markdown makes nothing."""
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"\\]+", re.IGNORECASE)
_MARKS_OF_MARKDOWN = re.compile(
    r"[*_`#\[~|\\]|^\s*(?:[-+>]|\d+[.)][ \t]+\S|={3,}|-{3,}| {4}|\t)", re.MULTILINE
)
_STRUCTURE = re.compile(r"^(#{1,6} \S|[-*+] \S|\d+[.)] \S|\|.+\|\s*$)", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}```", re.MULTILINE)

_TAGS = {
    "paragraph": "<p>",
    "blockquote": "<blockquote>",
    "bullet_list": "<ul>",
    "ordered_list": "<ol>",
    "table": '<div class="md-table" role="group" aria-label="Table" tabindex="0"><table>',
    "thead": "<thead>",
    "tbody": "<tbody>",
    "tr": "<tr>",
    "th": "<th>",
    "td": "<td>",
    "em": "<em>",
    "strong": "<strong>",
    "s": "<s>",
}
_ENDS = {
    "heading": "</p>",
    "list_item": "</li>",
    "table": "</table></div>",
    **{name: tag.replace("<", "</") for name, tag in _TAGS.items() if name != "table"},
}
_STANDS_ALONE = {"paragraph", "heading", "list_item", "th", "td"}


def is_plausible(text: str) -> bool:
    """Whether a tool's text is likely meant as Markdown: it has fences, or headings and
    more."""
    start = text[:20_000]
    if len(_FENCE.findall(start)) > 1:
        return True
    kinds = {found.group()[0] for found in _STRUCTURE.finditer(start)}
    return "#" in kinds and len(kinds) > 1


@kept_lately
def rendered(text: str, *, whole: bool) -> Markup | None:
    """The text as markup; None where it is to be shown as it was written."""
    if len(text) > LONGEST_MARKDOWN or "\0" in text or not _MARKS_OF_MARKDOWN.search(text):
        return None
    page = _Page(whole=whole, most=MANY_NODES if whole else FEW_NODES)
    try:
        page.write(_parser().parse(text))
    except (_TooMany, RecursionError):
        return None
    if Counter(_WORD.findall(text)) - Counter(_WORD.findall(" ".join(page.told))):
        return None
    return Markup('<div class="md">{}</div>').format(Markup("").join(page.out))


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables; HTML, entities and definitions are text, so that none of them
    hides a word."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20})
    parser.enable(["table", "strikethrough"]).disable(["reference", "entity"])
    # Addresses are kept as they are written; which of them become links is decided below.
    parser.normalizeLink = _as_written  # type: ignore[assignment, method-assign]
    parser.normalizeLinkText = _as_written  # type: ignore[assignment, method-assign]
    parser.validateLink = _any_address  # type: ignore[method-assign]
    return parser


def _as_written(address: str) -> str:
    return address


def _any_address(url: str) -> bool:
    return True


class _TooMany(Exception):
    """A text of so many elements that no browser should be given it."""


@dataclass
class _Page:
    """What is written so far, and all words that a reader sees of it."""

    whole: bool
    most: int
    out: list[Markup] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    links: list[_Link] = field(default_factory=list)

    def write(self, tokens: list[Token]) -> None:
        for token in tokens:
            if len(self.out) > 4 * self.most:
                raise _TooMany
            if token.type == "inline":
                self.write(token.children or [])
            elif token.nesting:
                self._edge(token)
            else:
                self._leaf(token)

    def tag(self, markup: str | Markup) -> None:
        self.most -= not markup.startswith("</")
        if self.most < 0:
            raise _TooMany
        self.out.append(Markup(markup))  # noqa: S704 - one of the tags of this module

    def text(self, text: str) -> None:
        self.out.append(marked(text))
        self.told.append(text)

    def _edge(self, token: Token) -> None:
        """The beginning or the end of an element."""
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name == "link":
            self._open_link(token) if token.nesting > 0 else self._close_link()
        elif token.hidden:  # paragraphs of a tight list
            if token.nesting < 0:
                self.out.append(Markup("\n"))
        elif token.nesting < 0:
            self.tag(_ENDS[name])
        elif name == "heading":
            self.tag(f'<p class="heading" data-level="{int(token.tag[1])}">')
        elif name == "list_item":
            self._item(token)
        else:
            self.tag(_TAGS[name])

    def _item(self, token: Token) -> None:
        number = token.info
        if not number:
            self.tag("<li>")
            return
        self.tag(f'<li value="{int(number)}">')
        if number == str(int(number)):
            self.told.append(number)
        else:
            self.text(f"{number}. ")

    def _leaf(self, token: Token) -> None:
        writer = _LEAVES.get(token.type)
        if writer is None:
            self.text(token.content)
        else:
            writer(self, token)

    def fence(self, token: Token) -> None:
        language, _, rest = token.info.strip().partition(" ")
        if token.info.strip():
            self.tag('<p class="language">')
            self.text(f"{language} {rest}".strip())
            self.tag("</p>")
        text = token.content.removesuffix("\n")
        if language.lower() in ("diff", "patch"):
            block = diffs.block(diffs.of_patch(text))
        else:
            block = code.block(text, code.named(language), whole=self.whole)
        self.tag(block)
        self.most -= block.count("</")
        self.told.append(token.content)

    def code(self, token: Token) -> None:
        self.tag("<code>")
        self.text(token.content)
        self.tag("</code>")

    def image(self, token: Token) -> None:
        """Never loaded: its words and where it would come from."""
        self.tag('<span class="picture">')
        self.text(f"picture: {token.content} ")
        self._tell_address(str(token.attrs.get("src", "")), str(token.attrs.get("title", "")))
        self.tag("</span>")

    def rule(self, token: Token) -> None:
        self.tag("<hr>")

    def line_end(self, token: Token) -> None:
        self.out.append(Markup("\n"))

    def _open_link(self, token: Token) -> None:
        link = _Link(
            str(token.attrs.get("href", "")), str(token.attrs.get("title", "")), len(self.told)
        )
        self.links.append(link)
        if link.leads:
            self.tag(link.tag)

    def _close_link(self) -> None:
        link = self.links.pop()
        words = "".join(self.told[link.at :]).strip()
        if link.leads and words:
            self.tag("</a>")
        if words not in (link.href, link.href.removeprefix("mailto:")) or link.title:
            self._tell_address(link.href, link.title)
        if link.leads and not words:
            self.tag("</a>")

    def _tell_address(self, address: str, title: str) -> None:
        self.tag('<span class="to">')
        self.text(f" ({address}" + (f' "{title}")' if title else ")"))
        self.tag("</span>")


_LEAVES: dict[str, Callable[[_Page, Token], None]] = {
    "fence": _Page.fence,
    "code_block": _Page.fence,
    "code_inline": _Page.code,
    "image": _Page.image,
    "hr": _Page.rule,
    "softbreak": _Page.line_end,
    "hardbreak": _Page.line_end,
}


@dataclass(frozen=True, slots=True)
class _Link:
    href: str
    title: str
    at: int
    """How many texts stood before its words."""

    @property
    def leads(self) -> bool:
        """Whether it may be followed: an address of the web or of mail, without a hidden
        character."""
        return _ADDRESS.fullmatch(self.href) is not None and not UNSEEN_IN_TEXT.search(
            self.href
        )

    @property
    def tag(self) -> Markup:
        return link_tag(self.href)


def link_tag(address: str) -> Markup:
    """The beginning of a link that tells nobody where the reader comes from."""
    return Markup('<a href="{}" rel="noreferrer noopener nofollow">').format(address)


def link_of(address: str) -> Markup:
    """An address by itself, as a link where it may be followed."""
    if _Link(address, "", 0).leads:
        return link_tag(address) + marked(address) + Markup("</a>")
    return marked(address)
