"""What the survey that this project began with says of call ids, counted again.

The survey went through the tool calls and results of four providers and asked of each type
whether it has an id that ties result to call. Its statements stand here; all counts come from
the registry of wire types.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from crosswire.wire_types import WIRE_TYPES
from crosswire.wire_types.wire_type import Category, WireType
from msgspec import structs

from bench.research import markdown

STATED = {
    Category.NATURAL: 42,
    Category.NULLABLE: 2,
    Category.CONFLATED: 6,
    Category.SYNTHETIC: 4,
    Category.FABRICATED: 3,
}
"""The survey's number of types in each category. It writes 6 for synthetic and counts the two
nullable types among them."""

_STATED_PROBLEMS = 15
_STATED_TYPES = 55
_STATED_WITH_VARIANTS = 64
_STATED_UNMAPPED = 16
_NAMED_VARIANTS = ("FunctionToolCallOutputResource", "ApplyPatchToolCallOutputItemParam")
_VARIANT_ENDINGS = ("ItemParam", "ItemResource", "Resource")

LISTED = tuple(row for row in WIRE_TYPES if row.survey and row.survey.listed)
"""The types that have a row of their own in the survey."""
VARIANTS = tuple(row for row in WIRE_TYPES if row.survey and not row.survey.listed)
"""The Resource and ItemParam variants: the survey counts them and does not list them."""
MOVED = tuple(row for row in WIRE_TYPES if row.survey and row.survey.category is not row.category)
"""The types whose category is no longer the survey's."""

_GOOGLE = (
    "The field is optional on the wire, and Google's own SDK passes on what stands there. "
    "To drop it and make another was the habit of one library, not of the wire."
)
_SEARCH = "`call_id` is null where the server runs the search, and set where the client does."
_REASONS = {
    "memory_search_call": "What the service returns has a required `id` in every package "
    "released since; only the form that a client sends has none.",
    "workflow_action": "`id` is required, and so is `action_id`; the survey had seen neither.",
    "executableCode": _GOOGLE,
    "codeExecutionResult": _GOOGLE,
    "toolCall": _GOOGLE,
    "toolResponse": _GOOGLE,
    "function_call_output": "`call_id` has become optional: an output without a call names its tool instead.",
    "tool_search_call": _SEARCH,
    "tool_search_output": _SEARCH,
    "local_shell_call_output": "The SDK's type declares nothing but `id`, while the server "
    "goes on pairing by `call_id`.",
}
"""The word that tells a type on the wire -> why its category moved."""

_WHY_PAIRING_WORKS = {
    Category.FABRICATED: (
        "The item is complete in itself or comes in a single answer, so one piece of code "
        "makes both contents and gives both the id that it made up.",
        "Nothing is made up. A search and its results are one item, and so one pair; a "
        "workflow action is a report without a call.",
    ),
    Category.SYNTHETIC: (
        "Call and result come in the same answer of the model, and the adapter makes both together.",
        "By the id where the wire has it; where it has none, by position: a result belongs "
        "to the call before it, and the page says that this was inferred.",
    ),
    Category.NULLABLE: (
        "The client that runs the functions copies the id of the call to the result, whatever stands there.",
        "By the id where there is one, else by name and position; two calls that nothing "
        "tells apart are left unpaired and reported as ambiguous.",
    ),
    Category.CONFLATED: (
        "One branch of the adapter makes both the call and the result out of one item.",
        "The result is embedded in its call, and a request for consent is a report without a "
        "call. The item's id is shown as what it is, never as a call id.",
    ),
}
"""For each category without a sure id: the survey's reason, and what Crosswire does."""


def page() -> str:
    return markdown.page(
        "# The survey of call ids, counted again",
        "Crosswire began with a survey of the tool calls and results of four providers: does "
        "the wire have an id that ties the two, and what do adapters do where it has none? "
        "Here are the survey's figures and the same figures counted in its own lists and in "
        "the registry of wire types (`crosswire wire-types`). [Four ways to show a call "
        "id](id-options.md) has the options that the survey weighs.",
        "## Its figures",
        markdown.table(("Figure", "Stated", "Counted", "", "Remark"), _figures()),
        "## How many types each category has",
        "The survey writes 6 for synthetic and counts the 2 nullable types among them.",
        _tallies(),
        "## What moved since",
        markdown.table(("Wire type", "In the survey", "Today", "Why"), map(_move, MOVED)),
        "## Why pairing works",
        "Results find their calls although these types have no sure id. The survey's reasons "
        "are habits of adapters; Crosswire needs none of them.",
        _pairing(),
        "## Types without a mapping",
        _unmapped(),
        "## Every type of the survey",
        markdown.table(
            ("In the survey", "Wire type", "Category then", "Category today"),
            map(_line, LISTED + VARIANTS),
        ),
    )


def as_surveyed(row: WireType) -> WireType:
    """The type with the category that the survey gave it."""
    return structs.replace(row, category=row.survey.category) if row.survey else row


def _figures() -> list[tuple[str, ...]]:
    problems = [row for row in LISTED if not _was(row, Category.NATURAL)]
    natural = len(LISTED) - len(problems)
    parts = Counter(_then(row) for row in problems)
    without_twins = len({_without_ending(row) for row in LISTED})
    unlisted = _STATED_WITH_VARIANTS - len(LISTED)
    return [
        _figure(
            "Types without an id that is always there",
            _STATED_PROBLEMS,
            len(problems),
            ", ".join(f"{parts[name]} {name}" for name in reversed(Category) if parts[name]) + ".",
        ),
        _figure(
            "Types with one",
            STATED[Category.NATURAL],
            natural,
            "Its table has a row more than its total.",
        ),
        _figure(
            "Types in all, variants left out",
            _STATED_TYPES,
            len(LISTED),
            f"The terms of its own sum give {sum(STATED.values())}; {_STATED_TYPES} comes "
            f"out only where the nullable types are left out. {without_twins} if the two "
            "forms of a memory search count once.",
        ),
        _figure(
            "Types in all, variants included",
            _STATED_WITH_VARIANTS,
            len(LISTED) + len(VARIANTS),
            f"Leaves room for {unlisted} variants and the {len(LISTED)} rows. It names "
            f"{len(_NAMED_VARIANTS)}; the published API has {len(VARIANTS)}, and which "
            f"{unlisted} it meant is unknown.",
        ),
        _figure(
            "Share of types without such an id",
            "23 %",
            f"{100 * len(problems) / len(LISTED):.0f} %",
            f"{len(problems)} of {_STATED_WITH_VARIANTS} is 23 %, but only the {len(LISTED)} "
            "rows were looked at one by one.",
        ),
        _figure(
            "Providers",
            4,
            len({row.provider for row in LISTED}),
            "OpenAI stands for the Responses API alone: Chat Completions, the form of most logs, is missing.",
        ),
    ]


def _figure(name: str, stated: object, counted: object, remark: str) -> tuple[str, ...]:
    return name, str(stated), str(counted), "=" if stated == counted else "≠", remark


def _tallies() -> str:
    then = Counter(map(_then, LISTED))
    now, with_variants, known = (
        Counter(row.category for row in rows) for rows in (LISTED, LISTED + VARIANTS, WIRE_TYPES)
    )
    counts = (STATED, then, now, with_variants, known)
    return markdown.table(
        (
            "Category",
            "Stated",
            "Listed",
            "The same rows today",
            "Variants too",
            "All known today",
        ),
        [
            *((name.value, *(str(count[name]) for count in counts)) for name in Category),
            ("in all", *(str(sum(count.values())) for count in counts)),
        ],
    )


def _move(row: WireType) -> tuple[str, ...]:
    variant = "" if row in LISTED else " (variant)"
    return (
        f"`{row.slug}`{variant}",
        _then(row),
        row.category,
        _REASONS[row.discriminator.value],
    )


def _pairing() -> str:
    rows = (
        (category, [row for row in LISTED if _was(row, category)], reasons)
        for category, reasons in _WHY_PAIRING_WORKS.items()
    )
    return markdown.table(
        ("Category", "Types", "Why it works, by the survey", "What Crosswire does"),
        ((f"{name} ({len(types)})", _slugs(types), *reasons) for name, types, reasons in rows),
    )


def _unmapped() -> str:
    """The survey gives a number and no names; this is as much of it as can be found again."""
    known = [
        row
        for row in LISTED
        if row.provider == "openai" and row.family != "function" and _was(row, Category.NATURAL)
    ]
    families = {row.family for row in known}
    variants = [row for row in VARIANTS if row.family in families]
    named = [row for row in variants if row.survey and row.survey.name in _NAMED_VARIANTS]
    return (
        f"By the survey, one library hands on {_STATED_UNMAPPED} of OpenAI's types as general "
        "content, without their call id. It does not say which.\n\n**What is known:** "
        f"{len(known)} of its rows have a call id and are no function; of all others it tells "
        f"what the adapter does. {_slugs(known)}.\n\n**What is not known:** if the figure "
        f"counts what its total counts, the other {_STATED_UNMAPPED - len(known)} are among "
        f"the {len(variants)} variants of these that the published API has: "
        f"{_slugs(variants)}. Of these it names {_slugs(named)}."
    )


def _line(row: WireType) -> tuple[str, ...]:
    name = row.survey.name if row.survey else ""
    return name, f"`{row.slug}`", _then(row), row.category


def _slugs(rows: Iterable[WireType]) -> str:
    return markdown.codes(row.slug for row in rows)


def _then(row: WireType) -> str:
    return row.survey.category if row.survey else ""


def _was(row: WireType, category: Category) -> bool:
    return row.survey is not None and row.survey.category is category


def _without_ending(row: WireType) -> str:
    name = row.survey.name if row.survey else ""
    for ending in _VARIANT_ENDINGS:
        name = name.removesuffix(ending)
    return name
