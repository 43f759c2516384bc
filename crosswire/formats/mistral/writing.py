"""From the model to a request body of Mistral."""

from __future__ import annotations

from crosswire.formats.mistral.variant import MISTRAL
from crosswire.formats.openai_chat import writing
from crosswire.model import JsonObject
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.id_plan import IdRule

ID_RULE = IdRule(pattern=r"[a-zA-Z0-9]{9}", native="{9}")


def render(out: RenderingBuilder) -> JsonObject:
    return writing.render(out, MISTRAL)
