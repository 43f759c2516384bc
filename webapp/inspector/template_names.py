"""The functions that the templates of the inspector may use."""

from __future__ import annotations

from webapp.inspector import reading
from webapp.inspector.ends import MOST_ENDS
from webapp.inspector.hits import shown
from webapp.inspector.lines import (
    UNCHANGED,
    line_changes,
    open_end,
    position,
    position_label,
    shown_strands,
    tied_row,
    written_position,
)
from webapp.inspector.search import LONGEST_ERROR


def jinja_names() -> dict[str, object]:
    """What the inspector adds to the globals of templates."""
    return {
        "LONGEST_ERROR": LONGEST_ERROR,
        "MOST_ENDS": MOST_ENDS,
        "UNCHANGED": UNCHANGED,
        "hit_words": shown,
        "line_changes": line_changes,
        "open_end": open_end,
        "position": position,
        "position_label": position_label,
        "reading": reading,
        "shown_strands": shown_strands,
        "tied_row": tied_row,
        "written_position": written_position,
    }
