"""The reading view: each part shown as what it is, made from stored cells at each request.

    shown = as_said(cell["text"], whole=False)   Markdown, JSON, or the text as it stands
    view = of_call(cell, whole=False)            a command, an edit, a list of steps; or None

Everything that stands on the page comes from a few functions here that write an allow-list of
tags. Nothing of a text is left out without saying so, and every cost is bounded by the text's
length.
"""

from webapp.inspector.reading.agent_views import agent_name
from webapp.inspector.reading.further import further
from webapp.inspector.reading.in_line import (
    arguments_begin,
    arguments_in_line,
    beginning,
    is_all_in_line,
    request_in_line,
)
from webapp.inspector.reading.json_tree import read_json
from webapp.inspector.reading.markdown import link_of
from webapp.inspector.reading.result_line import result_in_line
from webapp.inspector.reading.results import as_result, of_result
from webapp.inspector.reading.texts import as_plain, as_said
from webapp.inspector.reading.tool_views import of_call
from webapp.inspector.reading.tools import content_of
from webapp.readmodel.media_facts import is_shown

__all__ = [
    "agent_name",
    "arguments_begin",
    "arguments_in_line",
    "as_plain",
    "as_result",
    "as_said",
    "beginning",
    "content_of",
    "further",
    "is_all_in_line",
    "is_shown",
    "link_of",
    "of_call",
    "of_result",
    "read_json",
    "request_in_line",
    "result_in_line",
]
