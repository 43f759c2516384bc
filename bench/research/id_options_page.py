"""The page of the four options: what speaks for each, and what each shows of every type."""

from __future__ import annotations

from collections.abc import Iterable

from crosswire.wire_types import WIRE_TYPES
from crosswire.wire_types.wire_type import WireType

from bench.research import markdown
from bench.research.id_options import PROPOSALS, Proposal, Shown, shown_by, shown_here
from bench.research.survey import MOVED, as_surveyed

_Line = tuple[str, ...]
"""The cells of a row: who shows an id, what on the call and on the result, and why."""


def page() -> str:
    moved = [as_surveyed(row) for row in MOVED]
    return markdown.page(
        "# Four ways to show a call id",
        "[The survey](survey.md) that Crosswire began with asks what one .NET library should "
        "show as call id where the wire has none, and weighs four options.",
        *map(_proposal, PROPOSALS),
        "## What Crosswire does",
        "None of them: an id is shown with where it comes from, one that is not there stays "
        "absent, and one that an export needs is made in the export alone and listed as made.",
        "## What is shown of each type",
        "By the example of each wire type; types of which the same is shown stand together. "
        "An answer is as the wire says where no id is made up, none renamed and none left "
        "out.",
        *_groups((row, _here(row) + _by_options(row)) for row in WIRE_TYPES),
        "## As the survey had it",
        "The same for the types whose category has changed since, with the survey's category.",
        *_groups((row, _by_options(row)) for row in moved),
    )


def _proposal(proposal: Proposal) -> str:
    return "\n\n".join(
        (
            f"## {proposal.title}",
            f"`{proposal.option}`: {proposal.how}",
            f"For it:\n\n{markdown.bullets(proposal.speaks_for)}",
            f"Against it:\n\n{markdown.bullets(proposal.speaks_against)}",
        )
    )


def _here(row: WireType) -> tuple[_Line, ...]:
    shown = shown_here(row)
    if shown is None:
        return (("Crosswire", "-", "-", "-", "It knows the type and does not read it yet."),)
    return (_cells("Crosswire", shown),)


def _by_options(row: WireType) -> tuple[_Line, ...]:
    """What the options show, those together that show the same."""
    options: dict[Shown, list[str]] = {}
    for proposal in PROPOSALS:
        options.setdefault(shown_by(proposal.option, row), []).append(proposal.option)
    return tuple(_cells(markdown.codes(names), shown) for shown, names in options.items())


def _groups(types: Iterable[tuple[WireType, tuple[_Line, ...]]]) -> Iterable[str]:
    """Types of which the same is shown, with that; the largest group first."""
    groups: dict[tuple[_Line, ...], list[str]] = {}
    for row, lines in types:
        groups.setdefault(lines, []).append(row.slug)
    for lines, slugs in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield f"**{len(slugs)}:** {markdown.codes(slugs)}"
        yield markdown.table(
            ("Shown by", "On the call", "On the result", "As the wire says", "Why"),
            lines,
        )


def _cells(title: str, shown: Shown) -> _Line:
    honest = "yes" if shown.honest else "no"
    return title, shown.call or "-", shown.result or "-", honest, shown.reason
