"""A log's JSON without what was said in it: shape, ids, names, roles and types stay, so that
it can be read again."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from crosswire.counting import counted
from crosswire.model import JsonValue

_WORDS = frozenset(
    {"role", "type", "status", "object", "finish_reason", "stop_reason", "finishReason"}
    | {"model", "stopReason", "media_type", "mimeType", "format", "phase", "userType"}
    | {"timestamp", "version", "subtype", "kind"}
)
"""Fields whose values are words of a format."""
_WORD = re.compile(r"[\w.:/+-]{1,80}")
_IDS = frozenset(
    {"id", "call_id", "tool_call_id", "tool_use_id", "toolUseId", "item_id", "required"}
    | {"uuid", "parentUuid", "sessionId", "approval_request_id", "previous_response_id"}
)
_TEXTS_OF_JSON = frozenset({"arguments"})
"""Fields that hold JSON in a text."""
_OURS = frozenset({"input", "args", "arguments", "response", "output", "result", "content"})
"""Fields below which a word is the writer's own, save in a list of blocks."""


def blanked(
    value: JsonValue, kept: Collection[str], field: str = "", *, ours: bool = False
) -> JsonValue:
    """A value whose texts are lengths, and whose numbers are 0 where a writer chose them.

    `kept` are texts that stay wherever they stand: ids and names of tools. `ours` is whether
    the value is the content of an argument or a result.
    """
    if isinstance(value, dict):
        return {
            key if not ours or _WORD.fullmatch(key) else f"{number}: {_length(key)}": blanked(
                inner, kept, key, ours=ours or (key in _OURS and isinstance(inner, dict))
            )
            for number, (key, inner) in enumerate(value.items())
        }
    if isinstance(value, list):
        return [blanked(inner, kept, field, ours=ours) for inner in value]
    if isinstance(value, str):
        return _blanked_text(value, kept, field, ours=ours)
    return 0 if ours and value is not None and not isinstance(value, bool) else value


def _blanked_text(text: str, kept: Collection[str], field: str, *, ours: bool) -> str:
    if not text or text in kept:
        return text
    if not ours and ((field in _WORDS and _WORD.fullmatch(text)) or field in _IDS):
        return text
    if field in _TEXTS_OF_JSON:
        try:
            return json.dumps(blanked(json.loads(text), kept, ours=True))
        except (ValueError, RecursionError):
            return text  # what breaks it may be the matter
    return _length(text)


def _length(text: str) -> str:
    return f"({counted(len(text), 'character')})"
