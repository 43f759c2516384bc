"""From the model to a request body of Cohere."""

from __future__ import annotations

from crosswire.formats.cohere.variant import COHERE
from crosswire.formats.openai_chat import writing
from crosswire.model import JsonObject
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.id_plan import IdRule

# Cohere's own are the name of the tool and twelve characters; it takes any text for one.
ID_RULE = IdRule(native="call_{12}")


def render(out: RenderingBuilder) -> JsonObject:
    return writing.render(out, COHERE)
