"""`crosswire explain`: what a provider's error message means for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from crosswire.cli.options import format_option, source_option
from crosswire.cli.output import print_json, print_lines
from crosswire.cli.sources import expanded
from crosswire.cli.uploads import StopIfUnreadable, load_bytes, read_bytes
from crosswire.containers import Data, bytes_of
from crosswire.errors import CrosswireError
from crosswire.explanations import (
    Explanation,
    error_alone,
    errors_beside,
    explain,
    explain_alone,
)
from crosswire.explanations.records import explanation_record
from crosswire.model import Conversation
from crosswire.reading.asked import Asked
from crosswire.reading.loading import Log
from crosswire.rules.docs import summary
from crosswire.rules.rule import Diagnostic
from crosswire.rules.targets import TARGETS

ADD_THE_REQUEST = "Add the request to the error: with it the place and the fix can be told."


@click.command("explain")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--error",
    "message",
    help=(
        "The provider's message; `-` reads standard input. Without it, the one that stands in "
        "FILE, beside the log or alone."
    ),
)
@click.option(
    "--target", type=click.Choice(list(TARGETS)), help="Who said it, where that is known."
)
@format_option
@source_option
def explain_error(
    files: tuple[str, ...], message: str | None, target: str | None, output: str, source: Asked
) -> None:
    """Find the rule, the place and the id in FILE that a provider's error message is about.

    A FILE may be a pattern in quotes. Exits with 0 where the message was recognised in a file,
    1 where it was in none, 2 where a file cannot be read.
    """
    paths = expanded(files)
    if message == "-" and "-" in paths:
        raise click.UsageError("Only one of FILE and --error can be standard input.")
    if message == "-":
        message = sys.stdin.buffer.read().decode("utf-8", "replace")
    found: list[tuple[str, _Answer]] = []
    for path in paths:
        with StopIfUnreadable(path):
            found += ((path, answer) for answer in _answers(path, message, target, source))
    if output == "json":
        print_json({"files": [_answer(path, *answer) for path, answer in found]})
    else:
        for path, answer in found:
            prefix = f"{path}: " if len(paths) > 1 else ""
            print_lines(f"{prefix}{line}" for line in lines_of(*answer))
    raise SystemExit(0 if any(answer.is_known for _, (_, answer) in found) else 1)


_Answer = tuple[Conversation | None, Explanation]
"""What a message means, for a conversation or without one."""


def _answers(
    file: str, message: str | None, target: str | None, source: Asked
) -> Iterator[_Answer]:
    """What the message means for each conversation of a file, or without one."""
    data = read_bytes(file)
    try:
        log = load_bytes(data, file, source)
    except CrosswireError as refused:
        alone = error_alone(data, refused) if message is None else None
        if alone is None:
            raise
        yield None, explain_alone(alone)
        return
    messages = [message] if message is not None else errors_of(log, data)
    if not messages:
        raise CrosswireError("No error stands beside the log: give it with --error.")
    for one in log.conversations:
        yield from ((one, explain(one, text, target=target)) for text in messages)


def errors_of(log: Log, data: Data) -> list[str]:
    """The errors that stand beside a log."""
    return errors_beside(bytes_of(data)) if log.container == "pasted" else []


def _answer(
    path: str, conversation: Conversation | None, answer: Explanation
) -> dict[str, Any]:
    return {
        "path": path,
        "document": None if conversation is None else conversation.number,
        "title": None if conversation is None else conversation.title,
        "format": None if conversation is None else conversation.format,
        **explanation_record(answer),
    }


def lines_of(conversation: Conversation | None, answer: Explanation) -> Iterator[str]:
    """What a message means, in lines."""
    if conversation is not None and conversation.title:
        yield f"{conversation.title}:"
    if answer.note:
        yield answer.note
    yield from (f"{hint.meaning} {hint.advice}" for hint in answer.hints)
    yield from _meaning(answer)
    if conversation is None:
        yield ADD_THE_REQUEST
        return
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
        yield f"{known.says}." if known.subject else f"Said by {known.who}: {known.says}"
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
