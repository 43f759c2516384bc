"""From the model to a request body of Cohere."""

from __future__ import annotations

from crosswire.formats.cohere.variant import COHERE
from crosswire.formats.openai_chat import writing
from crosswire.model import JsonObject
from crosswire.rendering.builder import RenderingBuilder


# Cohere's own are the name of the tool and twelve characters; it takes any text for one.
def render(out: RenderingBuilder) -> JsonObject:
    return writing.render(out, COHERE)
