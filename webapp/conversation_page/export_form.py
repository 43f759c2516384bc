"""What the form for exports offers beside the conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

import crosswire
from crosswire.exports import SHAPES, Shape
from crosswire.model import MediaPolicy
from webapp.conversation_page.pane import Choice
from webapp.wording.formats import short

MEDIA_CHOICES: Mapping[MediaPolicy, str] = {
    "inside": "Inside them, where the format takes that",
    "beside": "Behind them, as parts of their own",
    "text": "As words that describe them",
}
"""Where media of results may stand, in the words of the form."""


@dataclass(frozen=True)
class ExportForm:
    """The choices of an export of one conversation."""

    slug: str
    panes: Sequence[Choice]
    media_choices = MEDIA_CHOICES

    @property
    def url(self) -> str:
        return url_for("shapes.chosen", slug=self.slug)

    @property
    def format(self) -> str:
        """The format that is likely wanted: that of the last pane beside the original."""
        targets = [pane.target for pane in self.panes if pane.target in crosswire.FORMATS]
        return targets[-1] if targets else "anthropic"

    @property
    def shapes(self) -> list[tuple[Shape, str]]:
        """Each with its title, which names the formats where not all have the shape."""
        return [(shape, _title(shape)) for shape in SHAPES.values()]


def _title(shape: Shape) -> str:
    if len(shape.FORMAT_NAMES) == len(crosswire.FORMATS):
        return shape.TITLE
    title = shape.TITLE.removesuffix(" (SSE)")
    return f"{title} ({', '.join(map(short, shape.FORMAT_NAMES))})"
