"""Where the table of goals stands in the page about them."""

from __future__ import annotations

import click

BEGIN, END = "<!-- measured -->\n", "<!-- end of what is measured -->\n"


def put_in(page: str, table: str) -> str:
    """The page with this table in the place of the one that it has."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise click.UsageError(f"The page has no lines {BEGIN.strip()} and {END.strip()}.")
    return f"{before}{BEGIN}{table}\n{END}{after}"
