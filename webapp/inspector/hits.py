"""A hit of a search, as a page shows it."""

from __future__ import annotations

from markupsafe import Markup

from webapp.readmodel.text_search import Hit
from webapp.wording.invisible import marked


def shown(hit: Hit) -> Markup:
    """A hit for a page: the words marked, and with them what nobody would see."""
    around = map(marked, (hit["before"], hit["found"], hit["after"]))
    return Markup("<bdi>{}<mark>{}</mark>{}</bdi>").format(*around)
