"""`crosswire explain`: what a provider's error message means for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, starmap
from typing import Any

import click

from crosswire.cli.options import format_option, source_option
from crosswire.cli.output import print_json, print_lines
from crosswire.cli.uploads import StopIfUnreadable, load_path
from crosswire.explanations import Explanation, explain
from crosswire.explanations.records import explanation_record
from crosswire.model import Conversation
from crosswire.rules.docs import summary
from crosswire.rules.rule import Diagnostic
from crosswire.rules.targets import TARGETS


@click.command("explain")
@click.argument("file", metavar="FILE")
@click.option(
    "--error",
    "message",
    required=True,
    help="The provider's message; `-` reads standard input.",
)
@click.option(
    "--target", type=click.Choice(list(TARGETS)), help="Who said it, where that is known."
)
@format_option
@source_option
def explain_error(
    file: str, message: str, target: str | None, output: str, source: str | None
) -> None:
    """Find the rule, the place and the id in FILE that a provider's error message is about.

    Exits with 0 where the message was recognised, 1 where it was not, 2 where the file cannot
    be read.
    """
    if message == "-" and file == "-":
        raise click.UsageError("Only one of FILE and --error can be standard input.")
    with StopIfUnreadable(file):
        log = load_path(file, source)
    if message == "-":
        message = sys.stdin.buffer.read().decode("utf-8", "replace")
    answers = [(one, explain(one, message, target=target)) for one in log.conversations]
    if output == "json":
        print_json({"files": [_answer(file, *answer) for answer in answers]})
    else:
        print_lines(chain.from_iterable(starmap(_lines, answers)))
    raise SystemExit(0 if any(answer.is_known for _, answer in answers) else 1)


def _answer(path: str, conversation: Conversation, answer: Explanation) -> dict[str, Any]:
    return {
        "path": path,
        "document": conversation.number,
        "title": conversation.title,
        "format": conversation.format,
        **explanation_record(answer),
    }


def _lines(conversation: Conversation, answer: Explanation) -> Iterator[str]:
    if conversation.title:
        yield f"{conversation.title}:"
    if answer.note:
        yield answer.note
    yield from _meaning(answer)
    yield from _named(answer)
    yield from _found(answer)


def _meaning(answer: Explanation) -> Iterator[str]:
    """The rules and known messages that the provider's words belong to."""
    for match in answer.recognised:
        rule = match.rule
        who = ", ".join(TARGETS[name].title for name in match.targets) or match.who
        sure = "" if match.exact else " (most of its words)"
        yield f"{rule.code} {rule.name}: {rule.title} Said by {who}{sure}: {match.text}"
        yield f"  {summary(rule)}"
    for known in answer.of_no_rule:
        yield f"Said by {known.who}: {known.says}"
        yield f"  {known.meaning}"
    if not answer.is_known:
        yield "No rule is known to go with this message."
    for match in answer.nearest:
        rule = match.rule
        yield f"Closest by its words: {rule.code} {rule.name}, {match.who}: {match.text}"


def _named(answer: Explanation) -> Iterator[str]:
    """The ids and places that the message names."""
    for named in answer.ids:
        places = ", ".join(place.address for place in named.places)
        yield f"id {named.value}: {places or 'is not in this log'}"
    for place in answer.places:
        is_moved = place.payload != place.address
        sent = f" ({place.payload} as sent to {place.target})" if is_moved else ""
        yield f"place {place.words}: {place.address}{sent}"
    for words in answer.out_of_reach:
        yield f"place {words}: this log has none such"


def _found(answer: Explanation) -> Iterator[str]:
    """What the rules find, at the places that the message names and elsewhere."""
    yield from map(_finding, answer.findings)
    codes = {match.rule.code for match in answer.recognised}
    found_codes = {finding.code for finding in (*answer.findings, *answer.defects)}
    if codes and not answer.findings and codes.isdisjoint(found_codes):
        where = "at these places" if answer.elsewhere else "in this log"
        yield (
            f"Nothing of the kind is found {where}: what was sent may have been another "
            "request."
        )
    yield from map(_finding, answer.defects)
    if answer.elsewhere:
        yield "Elsewhere in this log the same is found:"
        yield from (f"  {_finding(defect)}" for defect in answer.elsewhere)


def _finding(found: Diagnostic) -> str:
    by = f" by {', '.join(found.targets)}" if found.targets else ""
    return f"{found.address}: {found.kind}{by} {found.code} {found.name}: {found.message}"
