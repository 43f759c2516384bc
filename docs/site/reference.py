"""The pages that the site has of the catalogues: rules, error texts, formats, wire types,
losses and the files of programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from click.testing import CliRunner

from crosswire.cli import main as crosswire
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.model import LOSS_CODES
from crosswire.model.loss_codes import by_family as losses_by_family
from crosswire.reading import FILE_KINDS, Shape, reader_title
from crosswire.rules import RULES, by_family, rule_text
from crosswire.wire_types import WIRE_TYPES
from docs.site.error_pages import error_index, error_pages
from docs.site.markdown import code, example, plain, prose, table, titled


def reference_pages() -> dict[str, str]:
    """The text of each page, by its path in the site."""
    found = {
        "reference/rules/index.md": _rules(),
        "reference/errors/index.md": error_index(),
        "reference/formats/index.md": _formats(),
        "reference/wire-types.md": _wire_types(),
        "reference/losses.md": _losses(),
        "reference/files.md": _files(),
    }
    found |= {f"reference/rules/{rule_code}.md": _rule(rule_code) for rule_code in RULES}
    found |= {f"reference/formats/{name}.md": _format(name) for name in FORMATS}
    found |= {f"reference/errors/{slug}.md": lines for slug, lines in error_pages()}
    return {page: "\n".join(lines).rstrip() + "\n" for page, lines in found.items()}


# Rules


def _rules() -> Iterator[str]:
    yield from titled("Rules")
    yield "`crosswire rules` lists them, `crosswire rules CODE` shows one. A rule on providers"
    yield from (
        "has its grounds: who refuses, in which words, and how that is known.",
        "",
    )
    for family, rules in by_family().items():
        yield from (f"## {plain(family)}", "")
        yield from table(
            ("rule", "name", "says"),
            ([f"[{one.code}]({one.code}.md)", one.name, prose(one.title)] for one in rules),
        )


def _rule(rule_code: str) -> Iterator[str]:
    rule = RULES[rule_code]
    text = rule_text(rule)
    yield from titled(f"{rule.code} {rule.name}")
    yield from (f"**{prose(rule.title)}** {text.severity}, {plain(text.family)}.", "")
    for section in text.sections:
        yield from (f"## {plain(section.heading)}", "")
        for piece in section.pieces:
            if piece.kind == "example":
                yield from example(piece.format, piece.text)
            elif piece.kind == "quote":
                yield from ("```text", piece.text, "```", "")
            else:
                yield from (prose(piece.text), "")
    if text.grounds:
        yield from ("## Grounds", "")
        heads = ("who", "the provider's words", "answer", "holds", "how sure", "seen in")
        yield from table(
            heads,
            (
                [
                    ", ".join(map(plain, one.targets)),
                    code(one.error_text) or "not known",
                    *map(plain, (one.answer, one.holds, one.sure)),
                    prose(one.source),
                ]
                for one in text.grounds
            ),
        )


# Formats and the files of programs


def _formats() -> Iterator[str]:
    yield from titled("Formats")
    yield from ("Read and written, each with what it can hold:", "")
    written = (
        [f"[{code(name)}]({name}.md)", plain(one.TITLE)] for name, one in FORMATS.items()
    )
    yield from table(("format", "title"), written)
    yield "Read, and not written; how each is read stands in [formats](../../formats.md), and"
    yield from ("what programs call their logs in [files](../files.md):", "")
    yield from table(
        ("format", "title"), ([code(name), plain(one.TITLE)] for name, one in LOGS.items())
    )


def _format(name: str) -> Iterator[str]:
    yield from titled(FORMATS[name].TITLE)
    yield from (f"What `crosswire formats {name}` says:", "")
    said = CliRunner().invoke(crosswire, ["formats", name], catch_exceptions=False)
    yield from ("```text", said.output.rstrip(), "```")


def _files() -> Iterator[str]:
    yield from titled("What does your tool call its log?", boost=2)
    yield "`crosswire formats --files WORD` finds the same at a terminal."
    programs: dict[str, list[Shape]] = defaultdict(list)
    for kind in FILE_KINDS:
        programs[kind.program].append(kind)
    for program in sorted(programs, key=str.casefold):
        yield from ("", f"## {plain(program)}", "")
        for kind in programs[program]:
            yield from _file(kind)


def _file(kind: Shape) -> Iterator[str]:
    yield f"- {prose(kind.what)} ({kind.kind})"
    title = reader_title(kind)
    places = dict.fromkeys(place for place in kind.at if place)
    told = {
        "called": plain(kind.called),
        "where": ", ".join(map(plain, places)),
        "read as": plain(title) or "not read",
        "take instead": prose(kind.take),
    }
    yield from (f"    - {what}: {said}" for what, said in told.items() if said)


# Wire types and losses


def _wire_types() -> Iterator[str]:
    yield from titled("Wire types")
    yield "Every type of tool call and result, the field that ties the two, and what that id"
    yield from (
        "is worth; `crosswire wire-types SLUG` shows one in full, with an example.",
        "",
    )
    providers: dict[str, list[list[str]]] = defaultdict(list)
    for row in WIRE_TYPES:
        fields = (row.correlation_field or "", row.item_id_field or "")
        cells = [code(row.slug), row.role.value, plain(row.family), *map(code, fields)]
        providers[row.provider].append([*cells, row.category.value, code(row.sdk_type)])
    heads = (
        "wire type",
        "role",
        "kind of tool",
        "tied by",
        "item id",
        "the id is",
        "type of the SDK",
    )
    for provider, rows in providers.items():
        yield from (f"## {plain(provider)}", "")
        yield from table(heads, rows)


def _losses() -> Iterator[str]:
    yield from titled("Losses")
    yield f"The {len(LOSS_CODES)} codes in a conversion's list of what it lost, changed, moved"
    yield from ("and added; `crosswire losses CODE` shows one.", "")
    for family, codes in losses_by_family().items():
        yield from (f"## {plain(family)}", "")
        yield from table(
            ("code", "means"), ([code(one.name), prose(one.says)] for one in codes)
        )
