"""What the survey that this project began with says of ids on the wire, counted again.

It went through the tool calls and results of four providers, asked of each type whether it has
an id that ties result to call, and weighed four ways for one .NET library to show an id that
is not there (`id_options.py`). What it said is kept beside what is true today; all counts come
from the registry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crosswire.wire_types import WIRE_TYPES
from crosswire.wire_types.wire_type import Category, WireType

SAID = {
    Category.NATURAL: 42,
    Category.NULLABLE: 2,
    Category.CONFLATED: 6,
    Category.SYNTHETIC: 4,
    Category.FABRICATED: 3,
}
"""Its figure for each category; it writes 6 for synthetic and counts the two nullable types
in."""

_SAID_PROBLEMS = 15
_SAID_TYPES = 55
_SAID_WITH_VARIANTS = 64
_SAID_UNMAPPED = 16
_NAMED_VARIANTS = ("FunctionToolCallOutputResource", "ApplyPatchToolCallOutputItemParam")
_VARIANT_ENDINGS = ("ItemParam", "ItemResource", "Resource")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the survey, beside what a count gives."""

    what: str
    said: str
    counted: str
    agrees: bool
    remark: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many types a category has: as the survey said, as it lists them, and today."""

    category: Category
    said: int
    listed: int
    listed_today: int
    with_variants_today: int
    all_today: int


@dataclass(frozen=True, slots=True)
class Move:
    """A type whose category is no longer what the survey said."""

    wire_type: WireType
    was: Category
    reason: str


@dataclass(frozen=True, slots=True)
class PairingReason:
    """Why results find their calls although the wire has no id for it."""

    category: Category
    wire_types: tuple[WireType, ...]
    why: str
    here: str
    """What Crosswire does instead."""


@dataclass(frozen=True, slots=True)
class Unmapped:
    """Types that the library of the survey hands on as general content, without a call id."""

    said: int
    listed: tuple[WireType, ...]
    """Those that can be found: the rows with a call id for which it names no content of their
    own."""
    variants: tuple[WireType, ...]
    """Resource and ItemParam variants of these, among which the others must be."""
    named: tuple[WireType, ...]
    """Those of the variants that the survey names."""


def listed() -> tuple[WireType, ...]:
    """The types that have a row of their own in the survey."""
    return tuple(row for row in WIRE_TYPES if row.survey and row.survey.listed)


def variants() -> tuple[WireType, ...]:
    """The Resource and ItemParam variants of its types, which it counts and does not list."""
    return tuple(row for row in WIRE_TYPES if row.survey and not row.survey.listed)


def as_surveyed(row: WireType) -> WireType:
    """The type with the category that the survey gave it."""
    return replace(row, category=row.survey.category) if row.survey else row


def figures() -> tuple[Figure, ...]:
    """Its figures, each beside the same one counted in its own tables."""
    rows, known = listed(), len(variants())
    problems = [row for row in rows if not _was(row, Category.NATURAL)]
    natural = len(rows) - len(problems)
    return (
        _figure(
            "Types without an id that is always there",
            _SAID_PROBLEMS,
            len(problems),
            _parts(problems),
        ),
        _figure(
            "Types with one",
            SAID[Category.NATURAL],
            natural,
            "Its table has a row more than its total.",
        ),
        *_totals(rows, known),
        _share(len(problems), len(rows)),
        _figure(
            "Providers",
            4,
            len({row.provider for row in rows}),
            "OpenAI stands for the Responses API alone: Chat Completions, the form of most logs, is missing.",
        ),
    )


def _totals(rows: Sequence[WireType], known: int) -> tuple[Figure, Figure]:
    """Of the types that it lists, and of those with the variants that are known."""
    by_its_own_sum = sum(SAID.values())
    without_twins = len({_without_ending(row) for row in rows})
    unlisted = _SAID_WITH_VARIANTS - len(rows)
    return (
        _figure(
            "Types in all, variants left out",
            _SAID_TYPES,
            len(rows),
            f"The terms of its own sum give {by_its_own_sum}; {_SAID_TYPES} comes out only where the "
            f"nullable types are left out. {without_twins} if the two forms of a memory search count once.",
        ),
        _figure(
            "Types in all, variants included",
            _SAID_WITH_VARIANTS,
            len(rows) + known,
            f"Leaves room for {unlisted} variants beside the {len(rows)} rows. It names "
            f"{len(_NAMED_VARIANTS)}; the published API has {known}, and which {unlisted} it meant "
            "cannot be told.",
        ),
    )


def _share(problems: int, rows: int) -> Figure:
    return Figure(
        "Share of types without such an id",
        "23 %",
        f"{problems / rows:.0%}".replace("%", " %"),
        agrees=False,
        remark=f"{problems} of {_SAID_WITH_VARIANTS} is 23 %, but only the {rows} rows were looked at one "
        "by one.",
    )


def tallies() -> tuple[Tally, ...]:
    """Each category with its numbers, then and now."""
    rows, more = listed(), variants()
    then = Counter(row.survey.category for row in rows if row.survey)
    now, now_with_variants, now_all = (
        Counter(row.category for row in chosen) for chosen in (rows, rows + more, WIRE_TYPES)
    )
    return tuple(
        Tally(one, SAID[one], then[one], now[one], now_with_variants[one], now_all[one]) for one in Category
    )


_GOOGLE = (
    "The field is optional on the wire, and Google's own SDK passes on what stands there. "
    "To drop it and make another was the habit of one library, not of the wire."
)
_SEARCH = "`call_id` is null where the server runs the search, and set where the client does."
_REASONS = {
    "memory_search_call": "What the service returns has a required `id` in every package released since; "
    "only the form that a client sends has none.",
    "workflow_action": "`id` is required, and so is `action_id`; the survey had seen neither.",
    "executableCode": _GOOGLE,
    "codeExecutionResult": _GOOGLE,
    "toolCall": _GOOGLE,
    "toolResponse": _GOOGLE,
    "function_call_output": "`call_id` has become optional: an output that nobody asked for comes with the "
    "name of its tool instead.",
    "tool_search_call": _SEARCH,
    "tool_search_output": _SEARCH,
    "local_shell_call_output": "The SDK's type declares nothing but `id`, while the server goes on pairing "
    "by `call_id`.",
}
"""What a type is told by on the wire -> why its category moved."""


def moves() -> tuple[Move, ...]:
    """Every type that the survey filed elsewhere, with the reason."""
    return tuple(
        Move(row, row.survey.category, _REASONS[row.discriminator.value])
        for row in WIRE_TYPES
        if row.survey and row.survey.category is not row.category
    )


def reason_of(row: WireType) -> str | None:
    """Why its category moved, if it did."""
    return next((move.reason for move in moves() if move.wire_type is row), None)


_WHY = {
    Category.FABRICATED: (
        "The item is complete in itself or comes in a single answer, so one stretch of code makes both "
        "contents and gives both the id that it made up.",
        "Nothing is made up. A search and its results are one item, and so one pair; a workflow action is a "
        "report that no call asked for.",
    ),
    Category.SYNTHETIC: (
        "Call and result come in the same answer of the model, and the adapter makes both together.",
        "By the id where the wire has it; where it has none, by position: a result belongs to the call "
        "before it, and the page says that this was inferred.",
    ),
    Category.NULLABLE: (
        "The client that runs the functions copies the id of the call to the result, whatever stands there.",
        "By the id where there is one, else by name and position; two calls that nothing tells apart are "
        "left unpaired and said to be ambiguous.",
    ),
    Category.CONFLATED: (
        "One branch of the adapter makes both the call and the result out of one item.",
        "The result is embedded in its call, and a request for consent is a report that no call asked for. "
        "The item's id is shown as what it is, never as a call id.",
    ),
}


def why_pairing_works() -> tuple[PairingReason, ...]:
    """For each category without a sure id: the survey's reason, and ours."""
    return tuple(
        PairingReason(category, tuple(row for row in listed() if _was(row, category)), why, here)
        for category, (why, here) in _WHY.items()
    )


def unmapped() -> Unmapped:
    """The survey gives a number and no names; this is as much of it as can be found again."""
    found = tuple(
        row
        for row in listed()
        if row.provider == "openai" and row.family != "function" and _was(row, Category.NATURAL)
    )
    families = {row.family for row in found}
    theirs = tuple(row for row in variants() if row.family in families)
    named = tuple(row for row in theirs if row.survey and row.survey.name in _NAMED_VARIANTS)
    return Unmapped(_SAID_UNMAPPED, found, theirs, named)


def _was(row: WireType, category: Category) -> bool:
    return row.survey is not None and row.survey.category is category


def _figure(what: str, said: int, counted: int, remark: str) -> Figure:
    return Figure(what, str(said), str(counted), said == counted, remark)


def _parts(rows: list[WireType]) -> str:
    counts = Counter(row.survey.category for row in rows if row.survey)
    return ", ".join(f"{counts[one]} {one.value}" for one in reversed(Category) if counts[one]) + "."


def _without_ending(row: WireType) -> str:
    name = row.survey.name if row.survey else ""
    for ending in _VARIANT_ENDINGS:
        name = name.removesuffix(ending)
    return name
