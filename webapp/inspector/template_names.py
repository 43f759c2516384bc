"""The functions that the templates of the inspector may use."""

from __future__ import annotations

from webapp.inspector import reading
from webapp.inspector.ends import MOST_ENDS
from webapp.inspector.hits import shown


def jinja_names() -> dict[str, object]:
    """What the inspector adds to the globals of templates."""
    return {"MOST_ENDS": MOST_ENDS, "hit_words": shown, "reading": reading}
