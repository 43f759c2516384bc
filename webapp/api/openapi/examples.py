"""An example of a request for each operation, in the description of the API; a test sends them
all, one log after the other way through."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Any

SLUG, FORMAT = "SLUG", "anthropic"
"""Of the examples' addresses: a slug is another one for each upload."""

LOG: Json = {
    "model": "gpt-5",
    "messages": [
        {"role": "user", "content": "How warm is it in Oslo?"},
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "call_Oslo",
                    "type": "function",
                    "function": {"name": "temperature", "arguments": '{"city": "Oslo"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_0slo", "content": "4"},
    ],
}
"""What the first example keeps, and the others ask for."""
ERROR = (
    "Invalid parameter: 'tool_call_id' of 'call_0slo' not found in 'tool_calls' of previous "
    "message."
)


@dataclass(frozen=True, slots=True)
class Example:
    """What a request has in its query and its body."""

    query: Mapping[str, str] = field(default_factory=dict)
    bodies: Mapping[str, Json] = field(default_factory=dict)
    """By media type."""


def _of_json(body: Json, **query: str) -> Example:
    return Example(query, {"application/json": body})


HELD: Json = {
    "crosswire": "held",
    "version": 1,
    "conversations": [
        {
            "written_as": FORMAT,
            "dialect": "openai-chat",
            "digest": "0" * 64,
            "number": 0,
            "bodies": {},
            "order": [],
            "messages": [],
            "envelope": [],
            "ids": [],
            "names": {},
        }
    ],
}
"""A map that holds nothing: `?held=1` gives one that does."""
EXAMPLES: Mapping[tuple[str, str], Example] = {
    ("api.create", "POST"): Example(
        {"name": "oslo.json", "format": "openai-chat"},
        {
            "application/octet-stream": json.dumps(LOG),
            "application/json": LOG,
            "multipart/form-data": {"file": json.dumps(LOG), "format": "openai-chat"},
        },
    ),
    ("api.show", "GET"): Example(),
    ("api.calls", "GET"): Example({"offset": "0", "limit": "20"}),
    ("search.answer", "GET"): Example({"q": "call_Oslo", "in": "ids", "case": "exact"}),
    ("api.verdicts", "GET"): Example({"target": "anthropic"}),
    ("api.explain_error", "POST"): _of_json({"error": ERROR, "target": "openai-chat"}),
    ("api.repair", "POST"): _of_json({"missing": "drop", "only": ["CW204"]}),
    ("api.patch", "GET"): Example({"missing": "drop"}),
    ("api.example", "GET"): Example({"of": "CW204", "at": "0:/messages/2/tool_call_id"}),
    ("api.converted", "GET"): Example({"ids": "native", "media": "text", "held": "1"}),
    ("api.converted_back", "POST"): _of_json(HELD, ids="fill"),
    ("library.answer", "GET"): Example({"q": "Oslo", "tool": "temperature", "has": "errors"}),
    ("library.change", "PATCH"): _of_json({"label": "Oslo", "tags": ["weather"]}),
    ("shares.share", "POST"): _of_json({"masked": True, "days": 3, "only": "conversation"}),
    ("shares.listed", "GET"): Example(),
    ("shares.taken_back", "DELETE"): Example(),
    ("api.delete", "DELETE"): Example(),
    ("openapi.answer", "GET"): Example(),
}
