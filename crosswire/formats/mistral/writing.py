"""From the model to a request body of Mistral."""

from __future__ import annotations

from crosswire.formats.mistral.variant import MISTRAL
from crosswire.formats.openai_chat import writing
from crosswire.model import JsonObject
from crosswire.rendering.builder import RenderingBuilder


def render(out: RenderingBuilder) -> JsonObject:
    return writing.render(out, MISTRAL)
