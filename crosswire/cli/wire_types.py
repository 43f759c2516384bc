"""`crosswire wire-types`: the types of calls and results as a table, or one in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from crosswire.cli.options import format_option
from crosswire.cli.output import aligned, print_json, print_lines, print_text
from crosswire.containers import json_document
from crosswire.wire_types import BY_SLUG, WIRE_TYPES
from crosswire.wire_types.record import wire_type_record
from crosswire.wire_types.wire_type import WireType

_COLUMNS: dict[str, Callable[[WireType], str | None]] = {
    "wire type": lambda row: row.slug,
    "role": lambda row: row.role,
    "family": lambda row: row.family,
    "tied by": lambda row: row.correlation_field,
    "item id": lambda row: row.item_id_field,
    "survey": lambda row: row.survey.category if row.survey is not None else None,
    "category": lambda row: row.category,
    "read as": lambda row: row.format,
}
_FILTERS: dict[str, Callable[[WireType], str]] = {
    "provider": lambda row: row.provider,
    "family": lambda row: row.family,
    "role": lambda row: row.role,
    "category": lambda row: row.category,
}


@click.command("wire-types")
@click.argument("slug", required=False)
@click.option(
    "--provider", metavar="PROVIDER", help="Only types of this provider, e.g. `openai`."
)
@click.option("--family", metavar="FAMILY", help="Only this kind of tool, e.g. `web-search`.")
@click.option("--role", metavar="ROLE", help="Only `call`, `output` or `call+output`.")
@click.option(
    "--category", metavar="CATEGORY", help="Only types whose id is e.g. `conflated`."
)
@format_option
def wire_types(slug: str | None, output: str, **wanted: str | None) -> None:
    """List the types of tool calls and results on the wire, or show all about type SLUG."""
    rows = _chosen(wanted) if slug is None else [_named(slug, wanted)]
    if output == "json":
        print_json({"wire_types": [wire_type_record(row) for row in rows]})
    elif slug is not None:
        _print_one(rows[0])
    else:
        _print_table(rows)


def _named(slug: str, wanted: dict[str, str | None]) -> WireType:
    row = BY_SLUG.get(slug)
    if row is None:
        alike = ", ".join(known for known in BY_SLUG if slug.lower() in known.lower())
        hint = f"Alike are: {alike}." if alike else "`crosswire wire-types` lists them."
        raise click.UsageError(f"There is no wire type {slug!r}. {hint}")
    if any(value is not None for value in wanted.values()):
        raise click.UsageError(f"{slug!r} is one type; filters are for the list.")
    return row


def _chosen(wanted: dict[str, str | None]) -> list[WireType]:
    rows = list(WIRE_TYPES)
    for name, value in wanted.items():
        if value is None:
            continue
        column = _FILTERS[name]
        known = sorted({column(row) for row in WIRE_TYPES})
        if value not in known:
            raise click.UsageError(
                f"There is no {name} {value!r}. Known are: {', '.join(known)}."
            )
        rows = [row for row in rows if column(row) == value]
    return rows


def _print_table(rows: Sequence[WireType]) -> None:
    if not rows:
        print_text("No type has all of this.")
        return
    cells = ([cell(row) or "-" for cell in _COLUMNS.values()] for row in rows)
    print_lines(aligned([list(_COLUMNS), *cells]))


def _print_one(row: WireType) -> None:
    lines = {
        "provider": f"{row.provider}, {row.api}" + (f" (beta {row.beta})" if row.beta else ""),
        "SDK type": row.sdk_type,
        "since": row.since,
        "told by": f"{row.discriminator.kind} {row.discriminator.value}",
        "role": row.role,
        "family": row.family,
        "tied by": row.correlation_field or "nothing",
        "item id": row.item_id_field or "none",
        "category": row.category,
        "survey": _survey(row),
        "result in": row.embeds,
        "pairs with": ", ".join(row.paired_with),
        "other ties": ", ".join(row.edges),
        "variant of": row.variant_of,
        "read as": row.format or "known, not read",
    }
    print_text(row.slug)
    print_lines(f"  {name:<11} {value}" for name, value in lines.items() if value)
    if row.note:
        print_text(f"\n{row.note}")
    print_text(f"\nExample:\n{json_document.write(row.example, indent=True).decode()}")


def _survey(row: WireType) -> str:
    if row.survey is None:
        return "not in it"
    listed = "" if row.survey.listed else ", a variant that it does not list"
    return f"{row.survey.name}, {row.survey.category}{listed}"
