"""`crosswire rules`: the list of rules, and all about one rule; `crosswire catalogue`: all
that is known, as one document."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from crosswire.catalogue import catalogue_document, catalogue_schema
from crosswire.cli.options import format_option
from crosswire.cli.output import print_json, print_lines, print_text
from crosswire.rules.catalogue import catalogue, whole_record
from crosswire.rules.docs import Piece, RuleText, by_family, named, rule_text
from crosswire.rules.rule import Rule


@click.command()
@click.argument("code", required=False)
@format_option
def rules(code: str | None, output: str) -> None:
    """List the rules by family, or show all about the rule with this CODE or name.

    As JSON each rule has its grounds: who refuses, in whose words, since and until when, how
    sure that is, and where it was seen.
    """
    rule = None if code is None else named(code)
    if code is not None and rule is None:
        raise click.UsageError(f"There is no rule {code!r}; `crosswire rules` lists them.")
    if output == "json":
        print_json(catalogue() if rule is None else whole_record(rule))
    elif rule is None:
        _print_list()
    else:
        print_lines(_documentation(rule_text(rule)))


@click.command("catalogue")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the document instead.")
def catalogue_command(schema: bool) -> None:
    """Print all that Crosswire knows as one JSON document, for other programs.

    It holds the rules with their grounds, the error texts, the wire types, the losses and the
    targets. `version` is of its fields: the number before the point is higher where one goes
    or means something else, the one behind it where one comes.
    """
    print_json(catalogue_schema() if schema else catalogue_document())


def _print_list() -> None:
    families = (
        "\n".join([title, *map(_rule_line, family)]) for title, family in by_family().items()
    )
    print_text("\n\n".join(families))


def _rule_line(rule: Rule) -> str:
    return f"{rule.code}  {rule.severity:<8} {rule.kind:<8} {rule.name}: {rule.title}"


def _documentation(rule: RuleText) -> Iterator[str]:
    yield (
        f"{rule.code} {rule.name} ({rule.kind}, {rule.severity}; "
        f"{rule.family})\n\n{rule.title}"
    )
    for section in rule.sections:
        if section.heading == "Source":
            yield from _grounds(rule)
        yield f"\n## {section.heading}"
        for piece in section.pieces:
            yield f"\n{_piece(piece)}"


def _piece(piece: Piece) -> str:
    if piece.kind == "text":
        return _filled(piece.text)
    if piece.kind == "quote":
        return textwrap.indent(piece.text, "    ")
    return f"```json {piece.format}\n{piece.text}\n```"


def _grounds(rule: RuleText) -> Iterator[str]:
    """Who refuses it, in whose words, and how that is known."""
    if rule.grounds:
        yield "\n## Who refuses it"
    for ground in rule.grounds:
        holds = f"; {ground.holds}" if ground.holds else ""
        yield (
            f"\n{', '.join(ground.targets)} ({ground.key}): {ground.answer}{holds}; "
            f"{ground.sure}"
        )
        if ground.error_text:
            yield textwrap.indent(_filled(ground.error_text), "    ")
        yield _filled(f"Seen in: {ground.source}")


def _filled(text: str) -> str:
    """Lines of a readable width; names and addresses are not broken."""
    return textwrap.fill(text, 96, break_long_words=False, break_on_hyphens=False)
