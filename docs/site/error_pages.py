"""A page for each error text of the catalogue: who says it, what it means, what to do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from crosswire.explanations import ErrorText, error_texts, other_spellings
from crosswire.rules import Rule, advice, rule_text, summary
from docs.site.markdown import example, plain, prose, titled

MOST_SPELLINGS = 12


def error_index() -> Iterator[str]:
    yield from titled("Error texts")
    yield "Paste the words of your error into the search of this site: each text has a page."
    yield from ("The app has the same under `/errors`.", "")
    speakers: dict[str, list[ErrorText]] = defaultdict(list)
    for one in error_texts().values():
        speakers[one.who[0]].append(one)
    for who in sorted(speakers, key=str.casefold):
        yield from (f"## {plain(who)}", "")
        yield from (f"- [{plain(one.title)}]({one.slug}.md)" for one in speakers[who])
        yield ""


def error_pages() -> Iterator[tuple[str, Iterator[str]]]:
    """The slug of each text, as in the addresses of the app, and the lines of its page."""
    for slug, one in error_texts().items():
        yield slug, _page(one)


def _page(one: ErrorText) -> Iterator[str]:
    yield from titled(one.title, boost=4)
    yield from (f"Said by {plain(', '.join(one.who))}.", "", "## What it means", "")
    if one.subject or not one.rules:
        no_rule = "" if one.subject else " No rule looks for it."
        yield from (f"{prose(one.meaning)}{no_rule}", "")
    else:
        yield from _of_rules(one.rules)
    spellings = other_spellings(one)[:MOST_SPELLINGS]
    if spellings:
        yield from ("## Other spellings", "")
        yield from (f"- [{plain(other.title)}]({other.slug}.md)" for other in spellings)


def _of_rules(rules: tuple[Rule, ...]) -> Iterator[str]:
    for rule in rules:
        name = f"[{rule.code} {rule.name}](../rules/{rule.code}.md)"
        yield from (f"{prose(rule.title)} {name}", "", prose(summary(rule)), "")
    advices = [advice(rule) for rule in rules]
    if any(advices):
        yield from ("## What to do", "")
        yield from (f"Use instead: {prose(text)}\n" for text in advices if text)
    yield "[Debug a 400](../../how-to/debug-a-400.md) finds the place in your own request."
    text = rule_text(rules[0])
    yield from ("", "## How it looks in a log", "", "Refused:", "")
    yield from example(text.failing.format, text.failing.text)
    yield from ("Taken:", "")
    yield from example(text.passing.format, text.passing.text)
