"""A provider's words for a place: its text, with the place and its id where that has room."""

from __future__ import annotations

import re

from crosswire.address import Address, split, unescape
from crosswire.model import ToolCallPart, ToolResultPart

_ROOM_FOR_A_TYPE = re.compile("…(?= output with)|… call(?= …)")
"""OpenAI's: `No tool call found for function call output with call_id ...`."""
_ROOM_FOR_AN_ID = re.compile(
    r"(?<=\bid )…|(?<=\bids: )…|(?<=\bIds: )…|(?<=\bcall_id )…|(?<=call_id' of ')…"
    r"|(?<=\bcall_id ')…|(?<=_result` blocks: )…"
)
_ROOM_AT_END = re.compile(
    r"(?:(?<=\bcall )|(?<=\bafter: )|(?<=\bmessages: )|(?<=\bid `)|(?<=\bid '))…"
)
_ROOM_FOR_A_PATH = re.compile(r"(?<=\bInvalid ')…|(?<=\bparameter: ')…|(?<=\btype for ')…")
_ROOM_FOR_A_LENGTH = re.compile("(?<=string with length )…")
_STEPS = re.compile(r"\b[a-z_]+(?:\.(?:…|[a-z_]+))+|\b[a-z_]+\[…\](?:\.[a-z_]+(?:\[…\])?)*")
"""`messages.….content.…` and `messages[…].role`."""
_STEP = re.compile("…|[a-z_]+")


def quoted(
    error_text: str,
    part: ToolCallPart | ToolResultPart | None,
    payload: Address | None = None,
) -> str:
    """The text with the place in what is sent (`payload`), the id and the type of the call in
    the places that are for them; all else that varies stays `…`."""
    keys = [] if payload is None else [unescape(one) for one in split(payload).levels[0]]
    if sum("…" in steps for steps in _STEPS.findall(error_text)) == 1:
        error_text = _STEPS.sub(lambda steps: _with_indexes(steps.group(), keys), error_text)
    # What names a field has one for its last step; an element of a list is not named alone.
    if keys and not keys[-1].isdigit():
        error_text = _ROOM_FOR_A_PATH.sub(lambda _: _written(keys), error_text)
    return error_text if part is None else _with_call(error_text, part, keys)


def _with_call(error_text: str, part: ToolCallPart | ToolResultPart, keys: list[str]) -> str:
    kind = part.wire_type.removesuffix("_output").replace("_", " ")
    if kind.endswith(" call"):
        error_text = _ROOM_FOR_A_TYPE.sub(kind, error_text)
    value = part.call_id.value
    if value is None:
        return error_text
    if keys and keys[-1].endswith("id"):
        error_text = _ROOM_FOR_A_LENGTH.sub(str(len(value)), error_text)
    for room in (_ROOM_FOR_AN_ID, _ROOM_AT_END):
        if len(room.findall(error_text)) == 1:
            return room.sub(lambda _: value, error_text)
    return error_text


def _with_indexes(steps: str, keys: list[str]) -> str:
    """The steps of a path with the indexes of a place, as far as both go the same way."""
    rest = iter(keys)
    is_same = True

    def step(found: re.Match[str]) -> str:
        nonlocal is_same
        key = next(rest, "")
        is_same = is_same and (key.isdigit() if found.group() == "…" else key == found.group())
        return key if is_same else found.group()

    return _STEP.sub(step, steps)


def _written(keys: list[str]) -> str:
    """`messages[1].tool_calls[0].id`."""
    return "".join(f"[{key}]" if key.isdigit() else f".{key}" for key in keys).lstrip(".")
