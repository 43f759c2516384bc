"""The summary as one HTML file that needs nothing beside it."""

from __future__ import annotations

from html import escape

from crosswire.corpus.summary import GROUPS, Summary

MOST = 200
"""Names of a group that the page shows."""
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;"
    "color-scheme:light dark}table{border-collapse:collapse;width:100%}"
    "th,td{text-align:right;padding:.2rem .6rem;border-bottom:1px solid #8884}"
    "th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}"
)


def page(summary: Summary, title: str) -> str:
    """The page."""
    tables = "".join(_table(GROUPS[group], names) for group, names in summary.groups().items())
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f"<h1>{escape(title)}</h1>{tables}</html>\n"
    )


def _table(title: str, names: dict[str, dict[str, int]]) -> str:
    columns = sorted({what for counts in names.values() for what in counts})
    head = "".join(f"<th scope=col>{escape(column)}" for column in columns)
    rows = "".join(
        f"<tr><td>{escape(name or 'all')}"
        + "".join(f"<td>{counts.get(column, 0):,}" for column in columns)
        for name, counts in [*names.items()][:MOST]
    )
    more = len(names) - MOST
    said = f"<p>And {more:,} more, which summary.json has.</p>" if more > 0 else ""
    return f"<h2>{escape(title)}</h2><table><tr><th>{head}{rows}</table>{said}"
