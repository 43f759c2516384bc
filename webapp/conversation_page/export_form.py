"""What the form for exports offers beside the conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

import crosswire
from crosswire.exports import SHAPES, Shape
from crosswire.model import MediaPolicy
from crosswire.rendering import IdPolicy
from webapp.conversation_page.making import refusing
from webapp.conversation_page.pane import Choice
from webapp.database.tables import ConversationRow
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

    row: ConversationRow
    panes: Sequence[Choice]
    ids: IdPolicy
    media_choices = MEDIA_CHOICES

    @property
    def url(self) -> str:
        return url_for("shapes.chosen", slug=self.row.slug)

    @property
    def format(self) -> str:
        """The format that is likely wanted: that of the last pane beside the original, else
        the log's own."""
        targets = [pane.target for pane in self.panes if pane.target in crosswire.FORMATS]
        own = self.row.upload.format
        return targets[-1] if targets else own if own in crosswire.FORMATS else "anthropic"

    @property
    def formats(self) -> list[tuple[str, str]]:
        """Each with its title, which says of a format that it is refused."""
        return [(name, self._title_of(name)) for name in crosswire.FORMATS]

    def _title_of(self, format: str) -> str:
        refused = refusing(self.row, format, self.ids)
        title = crosswire.FORMATS[format].TITLE
        return f"{title} (refused as it is)" if refused else title

    @property
    def shapes(self) -> list[tuple[Shape, str]]:
        """Each with its title, which names the formats where not all have the shape."""
        return [(shape, _title(shape)) for shape in SHAPES.values()]


def _title(shape: Shape) -> str:
    if len(shape.FORMAT_NAMES) == len(crosswire.FORMATS):
        return shape.TITLE
    title = shape.TITLE.removesuffix(" (SSE)")
    return f"{title} ({', '.join(map(short, shape.FORMAT_NAMES))})"
